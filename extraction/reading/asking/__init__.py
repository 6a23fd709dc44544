"""What is told and what is only asked, where both stand in one utterance."""
