"""What a complaint comes of by the record: a known effect of a medicine that is taken, or what was told before.

The table (complaints.yaml) holds a row for each class of medicines with a known effect, and for each illness or event
that explains a complaint; a row says what to do now and what would make it urgent.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Final

from agent.answers.record.known import Known, numeric
from agent.safety.placing import Told
from agent.safety.record import Record
from agent.safety.tables import table
from domain.ledger import Fact
from domain.values import Polarity, SlotKind, Temporality
from extraction.text.lazy_regex import lazy_regex

_LATELY: Final = timedelta(days=30)
"""How long what was told may explain what comes after it: an operation, a fever."""
_FEVER_C: Final = 38.0
"""Degrees from which a measured temperature is a fever (NICE NG143)."""
_DAY: Final = len("2026-01-31")


@dataclass(frozen=True, slots=True)
class ComplaintRow:
    """One row of complaints.yaml."""

    name: str
    having: tuple[str, ...]
    without: tuple[str, ...]
    after: tuple[str, ...]
    below: Mapping[str, float]
    first: bool
    theme: str
    complaints: frozenset[str]
    said: re.Pattern[str] | None
    also: re.Pattern[str] | None
    told: re.Pattern[str] | None
    ko: str
    en: str
    source: str


@dataclass(frozen=True, slots=True)
class Explained:
    """A row that fits, with the facts of the record that it speaks of."""

    row: ComplaintRow
    facts: tuple[Fact, ...]
    known: bool = True
    """Whether what is known of the patient explains the complaint; else a row speaks of the complaint alone."""


@cache
def complaint_rows() -> tuple[ComplaintRow, ...]:
    """The shipped rows, in the order of the table."""
    return tuple(
        ComplaintRow(
            name,
            tuple(row.get("with", ())),
            tuple(row.get("without", ())),
            tuple(row.get("after", ())),
            dict(row.get("below", {})),
            bool(row.get("first", False)),
            str(row.get("theme", name)),
            frozenset(row.get("complaints", ())),
            _pattern(row, "said"),
            _pattern(row, "also"),
            _pattern(row, "told"),
            row["ko"],
            row["en"],
            row["source"],
        )
        for name, row in table("complaints").items()
    )


def _pattern(row: Mapping[str, str], key: str) -> re.Pattern[str] | None:
    if f"{key}_ko" not in row:
        return None
    return lazy_regex(f"{row[f'{key}_ko']}|{row[f'{key}_en']}", re.IGNORECASE)


def explained(record: Record, complaints: Collection[str], text: str, *, in_own_words: bool) -> Iterator[Explained]:
    """The rows that fit, the first to speak before the others; one for each complaint.

    ``text`` is the utterance, normalised. ``in_own_words`` is whether it told a complaint that no concept names, or
    more than the concepts do: a row that goes by a concept and by words then goes by its words alone, too.
    """
    left, told, themes = set(complaints), Told(text), set[str]()
    for one, spoken in sorted(_fitting(record, left, told, text), key=lambda each: _rank(each[0])):
        row = one.row
        meant = row.complaints & left
        heard = spoken and (not row.complaints or (in_own_words and row.complaints.isdisjoint(complaints)))
        if row.theme in themes or not (meant or heard):
            continue
        themes.add(row.theme)
        left -= row.complaints
        if heard and not meant and row.complaints:
            in_own_words = False
        yield one


def _fitting(record: Record, complaints: Collection[str], told: Told, text: str) -> Iterator[tuple[Explained, bool]]:
    """The rows that a complaint or words meet and the record bears out, with whether the words do."""
    for row in complaint_rows():
        spoken = row.said is not None and any(told.stands(*one.span()) for one in row.said.finditer(text))
        if not spoken and row.complaints.isdisjoint(complaints):
            continue
        if row.also is not None and row.also.search(text) is None:
            continue
        named = row.told is not None and any(told.stands(*one.span()) for one in row.told.finditer(text))
        if (facts := _grounds(row, record, named=named)) is not None:
            yield Explained(row, facts, known=bool(facts) or named), spoken


def _rank(one: Explained) -> tuple[int, tuple[int, int]]:
    """What is dangerous or no medicine's doing, then the medicines, the last started first, then the unexplained."""
    medicines = [fact for fact in one.facts if fact.content.slot is SlotKind.MEDICATIONS]
    if one.row.first or (one.known and not medicines):
        return 0, (0, 0)
    if not medicines:
        return 2, (0, 0)
    day, version = max((_started(fact), fact.version) for fact in medicines)
    return 1, (-day, -version)


def _started(fact: Fact) -> int:
    """The day since which a medicine is taken, as far as it was told, as a number."""
    day = fact.clinical_day
    return date.fromisoformat(day if len(day) == _DAY else fact.day).toordinal() if len(fact.day) == _DAY else 0


def _grounds(row: ComplaintRow, record: Record, *, named: bool) -> tuple[Fact, ...] | None:
    """The facts by which a row holds for this record, or none where what it wants is ``named``; None where it does
    not.
    """
    if record.holding(row.without):
        return None
    for test, limit in row.below.items():
        series = record.known.series(test)
        value = numeric(series[-1]) if series else None
        if value is not None and value >= limit:
            return None
    held = record.holding(row.having)
    before = _lately(record.known, frozenset(row.after)) if row.after else ()
    if (row.having or row.after) and not (held or before or named):
        return None
    return (*held, *before)


def _lately(known: Known, wanted: frozenset[str]) -> tuple[Fact, ...]:
    """What of ``wanted`` was so in the last weeks, though it be over; an illness in force stands whenever it began."""
    since = (date.fromisoformat(known.today) - _LATELY).isoformat()
    found = [
        fact
        for slot in (SlotKind.SYMPTOMS, SlotKind.CONDITIONS, SlotKind.PROCEDURES)
        for fact in known.own(slot)
        if not wanted.isdisjoint((fact.content.concept.concept_id, *fact.content.concept.broader))
        and fact.content.polarity is Polarity.AFFIRMED
        and fact.content.temporality is not Temporality.FUTURE
        and (_is_since(fact, since) or (slot is SlotKind.CONDITIONS and known.is_in_force(fact)))
    ]
    if "body_temperature" in wanted:
        hot = (one for one in known.series("body_temperature") if (numeric(one) or 0.0) >= _FEVER_C)
        found += [one for one in hot if _is_since(one, since)]
    return tuple(found)


def _is_since(fact: Fact, since: str) -> bool:
    """Whether a fact is of the days since a date; of a month or a year alone the day of telling says nothing."""
    day = fact.content.valid_to or fact.clinical_day
    return len(day) == _DAY and day >= since
