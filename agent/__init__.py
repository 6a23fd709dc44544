"""Answers a turn: the graph of a conversation and the skills that its nodes use."""
