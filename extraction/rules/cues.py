"""Cue words found in a text, both languages at once: speakers mix them, and the scripts keep them apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from extraction.rules.cue_kinds import Cue
from extraction.rules.english_cues import AFTER, ENGLISH_CUES
from extraction.rules.korean_cues import KOREAN_CUES
from extraction.text.lazy_regex import lazy_regex
from extraction.text.needed_letters import Rows

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CueMatch:
    """A cue and its span; ``forward`` cues govern what follows, the others what stands before them."""

    cue: Cue
    start: int
    end: int
    forward: bool


_PATTERNS: Final = Rows(
    (
        (cue, lazy_regex(pattern), forward and cue not in AFTER)
        for table, forward in ((KOREAN_CUES, False), (ENGLISH_CUES, True))
        for cue, pattern in table.items()
    ),
    lambda row: row[1],
)


def find_cues(text: str, names: tuple[Span, ...], denying: tuple[Span, ...]) -> tuple[CueMatch, ...]:
    """All cues of the cue text in order.

    A cue inside one of ``names`` (the spans of concepts) is part of that name; a negation only inside one of
    ``denying``, names that deny by themselves ("입맛이 없다"): others may be torn apart by one ("머리는 안 아파요").
    """
    covers = {True: _cover(text, denying), False: _cover(text, names)}
    return tuple(sorted(_matches(text, covers), key=lambda match: (match.start, match.end)))


def _cover(text: str, spans: tuple[Span, ...]) -> bytearray:
    covered = bytearray(len(text))
    for start, end in spans:
        covered[start:end] = b"\1" * (min(end, len(text)) - start)
    return covered


def _matches(text: str, covers: dict[bool, bytearray]) -> Iterator[CueMatch]:
    for cue, pattern, forward in _PATTERNS.worth_trying(text):
        covered = bytearray(len(text)) if cue is Cue.UNCERTAIN else covers[cue is Cue.NEGATION]
        for match in pattern.finditer(text):
            start = match.start("at") if "at" in pattern.groupindex and match["at"] else match.start()
            if match.end() > start and not all(covered[start : match.end()]):
                yield CueMatch(cue, start, match.end(), forward)
