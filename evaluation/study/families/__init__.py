"""Families of scenarios: each makes the conversations that one kind of question needs, from patients and a seed."""
