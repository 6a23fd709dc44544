"""Who calls: credentials, and the principal that each of them names."""
