"""Which concepts words name: the lexicon and its tables, the matchers over it, and what is put together from parts."""
