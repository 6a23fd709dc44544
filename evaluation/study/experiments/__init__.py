"""The experiments of the thesis as YAML: what each asks, what it compares, and what its parts have to move."""
