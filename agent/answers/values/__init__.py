"""Answers about measured values: which, when, how many, how much moved, and whether it is all right."""
