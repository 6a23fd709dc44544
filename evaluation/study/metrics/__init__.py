"""What a study measures, one file a family; ``definitions.DEFINITIONS`` says of each metric what it means."""
