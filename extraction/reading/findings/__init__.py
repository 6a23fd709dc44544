"""Illnesses, complaints, allergies and goals: told, suspected, over, since when."""
