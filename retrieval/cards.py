"""Cards: passages that answer one side of one subject each, found by what they are about and not by their words.

Of a card, ``kind`` is the aspect (:data:`extraction.reading.learned.aspects.ASPECTS`) and ``concepts`` are its
subjects: a medicine, a class of medicines, an illness, a complaint, a test. One whose subject is :data:`ANY` holds for
medicines at large.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from retrieval.corpus import Passage, parse_corpus

ANY: Final = "*"


class Cards:
    """Cards by language, aspect and subject; never changed, so threads may share them."""

    def __init__(self, passages: Iterable[Passage] = ()) -> None:
        """Of two cards of the same language, aspect and subject the first is found."""
        self.by_id: Mapping[str, Passage] = {passage.document_id: passage for passage in passages}
        self._of: dict[tuple[str, str, str], Passage] = {}
        for passage in self.by_id.values():
            for subject in passage.concepts:
                self._of.setdefault((passage.language, passage.kind, subject), passage)

    def find(self, language: str, aspect: str, subjects: Sequence[str]) -> Passage | None:
        """The card of this aspect about the first of ``subjects`` (concept ids, or ANY) that has one, or None."""
        found = (self._of.get((language, aspect, subject)) for subject in subjects)
        return next((passage for passage in found if passage is not None), None)


@cache
def shipped_cards() -> Cards:
    """The cards inside the installed package, read once a process."""
    return Cards(passage for name in _FILES for passage in _read(name))


_FILES: Final = ("cards.jsonl", "faq.jsonl")
"""By aspect and subject, and by question: of a common question ``kind`` is "faq", and its reader names the passage."""


def _read(name: str) -> Iterable[Passage]:
    resource = files("retrieval").joinpath("corpus", name)
    return parse_corpus(resource.read_bytes(), resource.name, complete=True)
