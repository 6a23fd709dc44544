"""Of all that a patient has said, what an ask needs."""
