"""What was told over days, as one writes a diary: read back in series, reckoned and put in order."""
