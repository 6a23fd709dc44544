"""One capability a module: its port, its language-model version and its rules."""
