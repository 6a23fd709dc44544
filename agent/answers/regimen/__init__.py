"""What people ask of the medicines they take: which, when, how much, how often, since when, and whose."""
