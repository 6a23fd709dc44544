"""Answers from the record and about it: lists, look-ups, changes, hand-over, and what was put on it."""
