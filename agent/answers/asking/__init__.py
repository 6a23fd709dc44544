"""What an utterance asks, read once: its parts, its kind, what it names and what it limits."""
