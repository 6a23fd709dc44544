"""Views of the log, each a pure reducer."""
