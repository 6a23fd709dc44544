"""Answers about medicines: what for, when, how much, together with what, and when to stop."""
