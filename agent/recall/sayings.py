"""What a patient has said, sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from extraction.text.lazy_regex import lazy_regex
from projections.tiers import TurnLine

_SENTENCE_END: Final = lazy_regex(
    r"(?<!\bDr\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bSt\.)(?<!\bno\.)(?<=[.!?])\s+|\n+", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence of one turn: which of how ``many`` it is there, and the ``whole`` that it stands in."""

    turn_number: int
    said_at: datetime
    words: str
    place: int
    many: int
    whole: str


def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of an utterance; the point of a title ends none."""
    return tuple(one.strip() for one in _SENTENCE_END.split(text) if one.strip())


def sayings_of(turns: Iterable[TurnLine]) -> tuple[Saying, ...]:
    """The sentences of ``turns``, in their order."""
    return tuple(saying for turn in turns for saying in _of_turn(turn))


def _of_turn(turn: TurnLine) -> Iterator[Saying]:
    sentences = sentences_of(turn.question)
    for place, words in enumerate(sentences):
        yield Saying(turn.turn_number, turn.said_at, words, place, len(sentences), turn.question)
