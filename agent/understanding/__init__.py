"""What a language model reads in an utterance, and what of it may touch the record: types, guards, questions."""
