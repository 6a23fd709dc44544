"""What the readers of extraction/reading learn from, and how: never imported by the service."""
