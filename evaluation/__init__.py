"""Measures the service: scenarios, scores and statistics."""
