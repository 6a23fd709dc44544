"""Answers to what is felt: what it may come of, what helps, when to be seen; fevers among them."""
