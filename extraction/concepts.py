"""Concept recognition: MedCAT and the dictionary side by side, then misspellings in what they leave."""

from __future__ import annotations

from importlib.metadata import version
from threading import Lock
from typing import Final

from extraction.kiwi import Stem, shared_kiwi, stems, stems_of_all
from extraction.lexicon import Lexicon, surfaces
from extraction.matcher import Candidate, DictionaryMatcher, longest
from extraction.medcat_matcher import MedcatMatcher
from extraction.mentions import Mention
from extraction.typos import TypoMatcher


def lexicon_words(lexicon: Lexicon) -> tuple[str, ...]:
    """The words that the analyser must know: give them to `shared_kiwi` wherever the process analyses Korean."""
    return tuple(dict.fromkeys(surface for entry in lexicon.entries() for surface in surfaces(entry)))


class Recogniser:
    """Finds lexicon concepts in normalised text, the longest first; a ConceptRecogniser.

    The first call builds the analyser and MedCAT's database, which takes a few seconds; `warm_up` does so ahead of it.
    """

    name: Final = "lexicon"

    def __init__(self, lexicon: Lexicon) -> None:
        self.version = f"{lexicon.version}+medcat-{version('medcat')}"
        self._lexicon = lexicon
        self._building = Lock()
        self._reader: _Reader | None = None

    def warm_up(self) -> None:
        """Build now what the first `find` would build."""
        self._built()

    def find(self, text: str) -> tuple[Mention, ...]:
        """All mentions in `text`, by start, none overlapping another."""
        return self._built().find(text)

    def _built(self) -> _Reader:
        with self._building:
            if self._reader is None:
                self._reader = _Reader(self._lexicon)
            return self._reader


class _Reader:
    """The three matchers over one analysis of the text."""

    def __init__(self, lexicon: Lexicon) -> None:
        words = lexicon_words(lexicon)
        self._kiwi = shared_kiwi(words)
        # The names are analysed once for both matchers, and all together.
        self._known = stems_of_all(self._kiwi, words)
        self._dictionary = DictionaryMatcher(lexicon, self._analyse)
        self._medcat = MedcatMatcher(lexicon, self._analyse)
        self._typos = TypoMatcher(lexicon)
        self._known = {}

    def _analyse(self, text: str) -> tuple[Stem, ...]:
        return self._known.get(text) or stems(self._kiwi, text)

    def find(self, text: str) -> tuple[Mention, ...]:
        parts = self._analyse(text)
        found = longest([*self._medcat.candidates(text, parts), *self._dictionary.candidates(text, parts)])
        found = longest([*found, *self._typos.candidates(text, parts, found)])
        return tuple(_mention(text, each) for each in found)


def _mention(text: str, found: Candidate) -> Mention:
    surface = text[found.start : found.end]
    return Mention(found.entry, found.start, found.end, surface, found.confidence, found.recogniser)
