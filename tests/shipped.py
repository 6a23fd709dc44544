"""What the service ships for reading, loaded once a process: tests share it, and none changes it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from extraction.naming.vocabulary import Vocabulary, load_vocabulary
from extraction.reading.extractor import LearnedExtractor

_NEWER_MEDICINES = "id\tname\tname_ko\nzelvorin\tZelvorin\t젤보린\nslow_metformin\tSlow metformin\t메트포르민 서방정\n"


@cache
def vocabulary() -> Vocabulary:
    """The shipped lexicon, and the recogniser over it."""
    return load_vocabulary()


@cache
def reader() -> LearnedExtractor:
    """The learned reader with its encoder, as a patient is served by it."""
    return LearnedExtractor(vocabulary().lexicon, vocabulary().recogniser)


def newer_tables(folder: Path) -> Path:
    """``folder`` with tables of two medicines that the shipped lexicon lacks, one of which it takes for another.

    What an analyser derives from a lexicon takes ten seconds and is kept by its words: whoever needs another lexicon
    than the shipped one takes this.
    """
    (folder / "medications.tsv").write_text(_NEWER_MEDICINES, encoding="utf-8")
    return folder
