"""What an ask of the record looks for: its words, the things, people and days that it names, what it means."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from agent.answers.asking.word_stems import stems
from agent.answers.events.people import SELF, people_in
from agent.answers.events.sentences import is_asked
from agent.recall.sayings import sentences_of
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from extraction.values.dates import find_dates

_OTHER_MARKS: Final = lazy_regex(r"[^0-9a-z가-힣 ]")
_PART_END: Final = lazy_regex(
    r"(?<=[.!?,;])\s+|\n+|\s(?:and|but|plus|&)\s|(?<=[고랑])\s|(?<=[가-힣][지죠노])\s|(?:^|\s)(?:그리고|글고|그라고)\s"
)
_SHORTEST: Final = 3
"""Letters of a piece that is no clause by itself."""
_DAY: Final = len("2026-01-01")
_LETTERS: Final = 5
"""Letters of a word that are compared, where it is no Korean one."""


class Finder(Protocol):
    """Finds the names of things; the same words give the same."""

    def find(self, text: str) -> tuple[Mention, ...]:
        """What ``text`` names, by place."""
        ...


@dataclass(frozen=True, slots=True)
class Words:
    """What some words hold that others may share."""

    stems: frozenset[str]
    letters: frozenset[str]
    """The beginnings of words, and of Korean ones each two syllables beside each other."""
    concepts: frozenset[str]
    wider: frozenset[str]
    kinds: frozenset[str]
    people: frozenset[str]
    """Others than oneself."""


def words_of(finder: Finder, text: str) -> Words:
    """What ``text`` holds."""
    plain = normalise(text).text
    mentions = finder.find(plain)
    return Words(
        stems(plain),
        _letters(plain),
        frozenset(one.entry.concept_id for one in mentions),
        frozenset(each for one in mentions for each in (one.entry.concept_id, *one.entry.broader)),
        frozenset(one.entry.kind for one in mentions),
        people_in(plain) - {SELF},
    )


def _letters(text: str) -> frozenset[str]:
    found: set[str] = set()
    for word in _OTHER_MARKS.sub("", text.casefold()).split():
        korean = "가" <= word[0] <= "힣"
        found |= {word[at : at + 2] for at in range(max(1, len(word) - 1))} if korean else {word[:_LETTERS]}
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Ask:
    """An utterance that asks something of the record, told whole: when and where it was said, and its language."""

    words: str
    said_at: datetime
    zone: str
    language: str


@dataclass(frozen=True, eq=False, slots=True)
class LookedFor:
    """What is looked for by the ``text`` of an ask that asks.

    ``meaning`` (H,), those of its P ``parts`` (P, H) and of the ``whole`` utterance (H,) are of length about one;
    ``days`` are (partial) ISO dates that it names, ``turn_number`` is that of the turn in which it is asked.
    """

    ask: Ask
    text: str
    words: Words
    meaning: NDArray[np.float32]
    parts: NDArray[np.float32]
    whole: NDArray[np.float32]
    days: tuple[str, ...]
    turn_number: int


def asking_part(text: str) -> str:
    """The sentences of an utterance that ask; its last one where none is heard to."""
    sentences = sentences_of(text)
    asked = [one for one in sentences if is_asked(one)]
    return " ".join(asked or sentences[-1:])


def parts_of(text: str) -> tuple[str, ...]:
    """The clauses of an ask: who asks two things in one breath looks for what either of them needs."""
    return tuple(one.strip() for one in _PART_END.split(text) if len(one.strip()) > _SHORTEST) or (text,)


def days_named(text: str, said_at: datetime, zone: str, kinds: Iterable[str]) -> tuple[str, ...]:
    """The (partial) ISO dates that a text names, of these kinds of date ("point", "since"), without hours."""
    wanted = frozenset(kinds)
    return tuple(one.value[:_DAY] for one in find_dates(text, said_at, zone) if one.kind in wanted)
