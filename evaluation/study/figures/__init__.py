"""Figures of a study, drawn where matplotlib is installed (extra ``evaluation``); the same bytes for the same data."""
