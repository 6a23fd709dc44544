"""What words without a name point back to: the expressions, what can be meant, and which of it is."""
