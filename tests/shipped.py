"""What the service ships for reading, loaded once a process: tests share it, and none changes it."""

from __future__ import annotations

from functools import cache

from extraction.reading.extractor import LearnedExtractor
from extraction.vocabulary import Vocabulary, load_vocabulary


@cache
def vocabulary() -> Vocabulary:
    """The shipped lexicon, and the recogniser over it."""
    return load_vocabulary()


@cache
def reader() -> LearnedExtractor:
    """The learned reader with its encoder, as a patient is served by it."""
    return LearnedExtractor(vocabulary().lexicon, vocabulary().recogniser)
