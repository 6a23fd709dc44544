"""Where a model says that a piece of its answer comes from: the number of a turn, or of a fact, in braces behind it.

"5 mg since 3 March{12}, and penicillin makes you itch{F2}": each mark vouches for the words since the mark before it in
its sentence. The patient reads the text without the marks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from extraction.text.lazy_regex import lazy_regex

SENTENCE: Final = lazy_regex(r"(?<!\bDr\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bMrs\.)(?<!\bSt\.)(?<=[.!?。])\s+|\n+")
"""Between two sentences of an answer."""
_MARKS: Final = lazy_regex(r"(?:[ \t]?\{\s?[FfTt]?\d{1,6}(?:\s?,\s?[FfTt]?\d{1,6})*\s?\})+")
_NUMBER: Final = lazy_regex(r"[FfTt]?\d+")
_UNFINISHED: Final = lazy_regex(r"[ \t]?\{[^{}]{0,40}$")
_WORD: Final = lazy_regex(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class Source:
    """A piece of an answer, by its place in the text without marks, and what it comes from.

    ``turns`` are numbers of turns, ``facts`` labels of the prompt's facts ("F2").
    """

    start: int
    end: int
    turns: frozenset[int]
    facts: frozenset[str]


@dataclass(frozen=True, slots=True)
class Sourced:
    """An answer without its marks, and the pieces that have one, in their order."""

    text: str
    sources: tuple[Source, ...] = ()

    @property
    def turns(self) -> tuple[int, ...]:
        """The turns that the answer says it rests on."""
        return tuple(sorted({turn for one in self.sources for turn in one.turns}))

    @property
    def facts(self) -> tuple[str, ...]:
        """The labels of the facts that the answer says it rests on."""
        return tuple(sorted({label for one in self.sources for label in one.facts}))

    def at(self, place: int) -> Source | None:
        """The source of the piece in which a place of the text stands."""
        return next((one for one in self.sources if one.start <= place < one.end), None)

    def within(self, start: int, end: int) -> list[Source]:
        """The sources of what stands between two places."""
        return [one for one in self.sources if one.start < end and start < one.end]


def sourced(marked: str) -> Sourced:
    """``marked`` taken apart into the text that the patient reads and what its pieces come from."""
    text, told, at = "", list[tuple[int, frozenset[int], frozenset[str]]](), 0
    for found in _MARKS.finditer(marked):
        text += marked[at : found.start()]
        at = found.end()
        named = [one.upper() for one in _NUMBER.findall(found[0])]
        facts = frozenset(one for one in named if one.startswith("F"))
        turns = frozenset(int(one.removeprefix("T")) for one in named if one not in facts)
        told.append((len(text), turns, facts))
    text += marked[at:]
    return Sourced(text, tuple(_pieces(text, told)))


def without_marks(marked: str) -> str:
    """``marked`` as the patient reads it; a mark that is not whole yet is left out, too."""
    return _UNFINISHED.sub("", _MARKS.sub("", marked))


def _pieces(text: str, told: list[tuple[int, frozenset[int], frozenset[str]]]) -> Iterator[Source]:
    ends = [found.end() for found in SENTENCE.finditer(text)]
    reached = 0
    for place, turns, facts in told:
        begun = max((end for end in ends if end <= place), default=0)
        start = max(begun, reached)
        if _WORD.search(text, start, place) is None:
            # Behind the full stop, or behind nothing: it is of the sentence, or of the piece, before it.
            before = place - len(text[:place]) + len(text[:place].rstrip())
            start = max((end for end in ends if end < before), default=0)
        yield Source(start, place, turns, facts)
        reached = place
