"""What points back to the talk: another thing, another form, why, the second on that list."""
