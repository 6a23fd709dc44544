"""The numbers of an utterance: of which test each is a value, in which unit, new or put right."""
