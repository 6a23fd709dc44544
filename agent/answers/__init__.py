"""The answer to what was asked: one file a kind of request, each a pure function of what is known."""
