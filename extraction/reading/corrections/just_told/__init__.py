"""What was told a moment ago and is put right: the record says what can be meant, the words what takes its place."""
