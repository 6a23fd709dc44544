"""What a sentence of an answer claims of the patient, as the learned reader hears it.

The reader learnt from patients who speak of themselves. An answer speaks to them, or of whom they care for: with "you"
and "he" told as "I" it is heard as if the patient had said it, and each name in it comes with its role, how it is
asserted, and the doses, rhythms and days that are its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from agent.skills.clauses import Clause, clause_at, clauses_of
from extraction.naming.mentions import Entry
from extraction.reading.items import Heard
from extraction.reading.reader import LearnedReader
from extraction.reading.understanding import Read, Role, State

_SURE: Final = 0.5
"""The doubt up to which a role is taken as heard."""
_RELATIVE: Final = re.compile(
    r"\b(?:ago|last|past|this|yesterday|today|now|weeks?|months?|days?|years?)\b|전|지난|어제|오늘|동안|째|간$|이번|올해|요즘|지금",
    re.IGNORECASE,
)
"""A day that is reckoned from the one on which it is said."""
_PERSONS: Final = re.compile(
    r"\b(?P<are>(?:you|he|she|they)(?:['’](?:re|s)| are| is)(?= [a-z]))|\b(?P<have>(?:you|they)['’]ve)|\b(?P<had>(?:you|he|she)['’]d)"
    r"|\b(?P<will>(?:you|he|she)['’]ll)|\b(?P<whose>your|his|her(?= [a-z]))\b|\b(?P<who>you|he|she)\b",
    re.IGNORECASE,
)
_AS_ONESELF: Final = {"are": "I am", "have": "I have", "had": "I had", "will": "I will", "whose": "my", "who": "I"}


@dataclass(frozen=True, slots=True)
class Claim:
    """One name in a sentence as the reader hears it; ``sure`` where its role is beyond doubt, ``open`` where the clause
    does not claim it, ``ordered`` where it orders, permits or suggests. ``doses`` are amounts with their units, ``days`` partial dates.
    """

    entry: Entry
    start: int
    end: int
    role: Role
    state: State
    sure: bool
    certain: bool
    open: bool
    ordered: bool
    another: bool
    doses: tuple[tuple[float, str], ...] = ()
    rhythms: tuple[str, ...] = ()
    days: tuple[str, ...] = ()


Claims = Callable[[str], tuple[Claim, ...]]
"""What a sentence claims."""


def claims_by(reader: LearnedReader, said_at: datetime, time_zone: str, language: str) -> Claims:
    """What sentences claim as ``reader`` hears them, said at this moment."""

    def claims(sentence: str) -> tuple[Claim, ...]:
        heard, places = _told_of_oneself(sentence) if language == "en" else (sentence, None)
        sheet, understood, _ = reader.read(
            heard, said_at=said_at, time_zone=time_zone, language=language, heard=Heard(), attentive=False
        )
        clauses = clauses_of(sentence)
        found = []
        for read in understood.reads:
            if read.item.entry is None or not read.item.named:
                continue
            _, start, end = sheet.quote(read.item.start, read.item.end)
            start, end = (places[start], places[min(end, len(places) - 1)]) if places else (start, end)
            found.append(_claim(read, start, end, clause_at(clauses, start)))
        return tuple(found)

    return claims


def _claim(read: Read, start: int, end: int, clause: Clause) -> Claim:
    entry = read.item.entry
    assert entry is not None
    return Claim(
        entry, start, end, read.role, read.state,
        sure=read.doubt <= _SURE, certain=read.certain, open=clause.open, ordered=clause.ordered, another=bool(read.subjects),
        doses=tuple((one.value, one.quantity.unit or "") for one in read.new),
        rhythms=tuple(one.code for one in read.frequencies if not one.weak),
        days=tuple(one.value for one in read.dates if not _RELATIVE.search(one.words)),
    )  # fmt: skip


def _told_of_oneself(sentence: str) -> tuple[str, list[int]]:
    """``sentence`` as who it speaks of would say it, and for each of its characters the place of the original."""
    words, places, at = list[str](), list[int](), 0
    for found in _PERSONS.finditer(sentence):
        own = _AS_ONESELF[str(found.lastgroup)]
        words += [sentence[at : found.start()], own]
        places += range(at, found.start())
        places += [min(found.start() + one, found.end() - 1) for one in range(len(own))]
        at = found.end()
    words.append(sentence[at:])
    places += range(at, len(sentence) + 1)
    return "".join(words), places
