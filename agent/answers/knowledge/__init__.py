"""General questions: the cards and passages that answer them, and whom they are for."""
