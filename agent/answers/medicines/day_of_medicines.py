"""The day's medicines by the clock: from those in force, when each is best taken, and what must be hours apart.

The rules of time stand in agent/safety/timing.yaml with their sources, the pairs that are kept four hours apart in
cautions.yaml. What was told of a medicine ("at night") goes before its rule. A medicine without a number of times on
record is placed as if taken once, and said so; one that the record warns of is left out or marked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from agent.answers.complaints.weight_and_age import said_lines
from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.medicines.day_placing import (
    APART_MINUTES,
    Rule,
    part_of,
    place_of,
    places_told,
    rule_of,
    times_on_record,
)
from agent.answers.medicines.hours_of_day import Hours, clock, hours_in
from agent.answers.part import Part
from agent.safety.allergies import conflicting_allergies
from agent.safety.cautions import Met, cautions, of_kind
from agent.safety.medicine_warnings import reason
from agent.safety.taking import is_begun
from agent.safety.weighing import Weighed, is_optional
from agent.words.doses import dose_text
from agent.words.sentences import sentence
from agent.words.timings import timing_text
from agent.words.wording import lookup
from domain.ledger import Fact
from domain.timing import Timing
from domain.values import Content, SlotKind
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex

_LINES: Final = 8
"""Lines back in which the hours of a day still are this day's."""
_TIMES: Final = {"QD": 1, "QHS": 1, "BID": 2, "TID": 3, "QID": 4, "Q24H": 1, "Q12H": 2, "Q8H": 3, "Q6H": 4}
_USUAL: Final = {
    1: ("breakfast",), 2: ("breakfast", "dinner"), 3: ("breakfast", "noon", "dinner"),
    4: ("breakfast", "noon", "dinner", "bedtime"),
}  # fmt: skip
_FREE: Final = ("breakfast", "noon", "afternoon", "dinner", "bedtime")
"""Places to which a medicine may move that must be hours from another."""
_PER_DAY: Final = lazy_regex(r"(\d)/day", re.IGNORECASE)


@dataclass(slots=True)
class _Row:
    """One medicine with its places in the day; ``times`` None where how often it is taken is not on record."""

    fact: Fact
    entry: Entry | None
    rule: Rule | None
    times: int | None
    told: tuple[str, ...]
    sure: bool
    places: tuple[str, ...] = ()
    amounts: dict[str, str] = field(default_factory=dict)
    moved: bool = False

    @property
    def exact(self) -> bool:
        """Whether more was told than a part of the day: a meal, an hour, or how much is taken then."""
        return bool(self.amounts) or not {"MORN"}.issuperset(times_on_record(self.fact.content))

    @property
    def ids(self) -> frozenset[str]:
        return frozenset((self.fact.content.concept.concept_id, *self.fact.content.concept.broader))


def day_of_medicines(consultation: Consultation) -> Part:
    """The day in lines by the clock, then what is as needed, not known or warned of."""
    rows = [_row(consultation, fact, sure=sure) for fact, sure in _taken(consultation)]
    language = consultation.words.language
    if not rows:
        return Part(sentence("day.nothing", language))
    hours = hours_in(said_lines(consultation)[-_LINES:])
    left_out, marks = _warned(consultation, rows)
    placed = [row for row in rows if row.fact.fact_id not in left_out and not _as_needed(row)]
    _place(placed, hours)
    lines = [_heading(consultation, hours), *_lines(consultation, placed, hours)]
    lines += [_say(consultation, "day.as_needed", name=_called(consultation, row)) for row in rows if _as_needed(row)]
    lines += _apart_lines(consultation, placed, hours)
    lines += [
        _say(consultation, "day.unknown", name=consultation.words.name(row.fact.content)) for row in placed
        if row.times is None
    ]  # fmt: skip
    lines += marks
    facts = tuple(row.fact for row in rows)
    return Part("\n".join(lines), tuple(fact.fact_id for fact in facts), (), medicines_spoken(facts))


@dataclass(frozen=True, slots=True)
class Placed:
    """A medicine with its places in the day; ``told`` is whether they were told, not the usual ones."""

    fact: Fact
    places: tuple[str, ...]
    told: bool


def placed_medicines(consultation: Consultation) -> tuple[Placed, ...]:
    """The medicines that are certainly taken, each with its places in the day; none for what is taken as needed."""
    rows = [_row(consultation, fact, sure=True) for fact, sure in _taken(consultation) if sure]
    placed = [row for row in rows if not _as_needed(row)]
    _place(placed, hours_in(said_lines(consultation)[-_LINES:]))
    # A timetable may move what was told, to keep it from another; it is taken when it was told all the same.
    return tuple(Placed(row.fact, _wanted(row) if row.told else row.places, bool(row.told)) for row in rows)


def day_warnings(consultation: Consultation) -> tuple[str, ...]:
    """What the record warns of among the medicines of a day."""
    return tuple(_warned(consultation, [_row(consultation, fact, sure=sure) for fact, sure in _taken(consultation)])[1])


def _taken(consultation: Consultation) -> Iterator[tuple[Fact, bool]]:
    """The medicines to place, each with whether it is certain: those named where several are, else all."""
    known = consultation.known
    certain = known.in_force(SlotKind.MEDICATIONS)
    doubtful = tuple(fact for fact in known.suspected(SlotKind.MEDICATIONS) if fact not in known.planned())
    both = [*((fact, True) for fact in certain), *((fact, False) for fact in doubtful)]
    named = set(consultation.request.concepts("medications", "drug_classes"))
    meant = [
        one for one in both
        if named & {one[0].content.concept.concept_id, *one[0].content.concept.broader}
    ]  # fmt: skip
    yield from (meant if len(meant) > 1 else both)


def _row(consultation: Consultation, fact: Fact, *, sure: bool) -> _Row:
    content = fact.content
    entry = lookup(consultation.words.dictionary, "medications", content.concept.concept_id)
    told, amounts = places_told(fact)
    times = _times(content.frequency) or (len(told) if amounts else None)
    return _Row(fact, entry, rule_of(content.concept), times, told, sure, amounts=amounts)


def _times(code: str | None) -> int | None:
    """Doses on a day of taking; one for what is taken on some days only."""
    folded = (code or "").upper()
    if folded in _TIMES or not folded:
        return _TIMES.get(folded)
    counted = _PER_DAY.fullmatch(folded)
    return int(counted[1]) if counted else 1


def _as_needed(row: _Row) -> bool:
    return (row.fact.content.frequency or "").upper() in ("PRN", "ONCE", "CONTINUOUS")


def _place(rows: Sequence[_Row], hours: Hours) -> None:
    """Put each medicine in the day; those that may move come last and keep their hours from the others."""
    done: list[_Row] = []
    for row in sorted(rows, key=lambda one: (_moves(one, rows), not one.told)):
        row.places = _wanted(row)
        clashing = [hours.of(place) for other in done if _apart(row, other) for place in other.places]
        if clashing and not _keeps_apart(row.places, clashing, hours):
            row.places, row.moved = _moved(row, clashing, hours), True
        done.append(row)


def _wanted(row: _Row) -> tuple[str, ...]:
    times = row.times or 1
    if row.told and len(row.told) == times and not _refines(row):
        return row.told
    if row.rule is not None and times <= 2:
        if times == 1:
            return (row.rule.once,)
        if row.rule.twice:
            return row.rule.twice
    return _USUAL.get(times, _USUAL[4])


def _refines(row: _Row) -> bool:
    """Whether the rule says when in the morning a medicine is taken that was told to be taken in the morning."""
    return row.rule is not None and row.told == ("breakfast",) and row.rule.once in _MORNING and not row.exact


_MORNING: Final = ("waking", "before_breakfast", "breakfast")


def _moved(row: _Row, clashing: Sequence[int], hours: Hours) -> tuple[str, ...]:
    """Places four hours from what they clash with; the wanted ones stay where there are none."""
    before_meals = row.rule is not None and row.rule.once == "before_breakfast"
    wanted = ("before_dinner", *_FREE) if before_meals else _FREE
    free = [place for place in wanted if _keeps_apart((place,), clashing, hours)]
    return next(iter(combinations(free, min(len(row.places), len(free)))), ()) or row.places


def _keeps_apart(places: Sequence[str], clashing: Sequence[int], hours: Hours) -> bool:
    return all(abs(hours.of(place) - other) >= APART_MINUTES for place in places for other in clashing)


def _moves(row: _Row, rows: Sequence[_Row]) -> bool:
    """Whether a medicine is the one that moves: a mineral or antacid does, what is bound to the empty morning not."""
    bound = row.rule is not None and row.rule.once in ("waking", "before_breakfast")
    return not bound and any(_apart(row, other) for other in rows if other is not row)


def _apart(row: _Row, other: _Row) -> bool:
    """Whether two medicines are to be hours apart, which is all that is needed between them."""
    return any(
        (row.ids & one.one and other.ids & one.other) or (row.ids & one.other and other.ids & one.one)
        for one in of_kind("medicines")
        if one.is_apart
    )


def _heading(consultation: Consultation, hours: Hours) -> str:
    said = {place: clock(hours.at[place], consultation.words.language) for place in hours.at}
    assumed = _say(consultation, "day.assumed") if len(hours.told) < len(hours.at) else ""
    return _say(consultation, "day.head", assumed=assumed, **said)


def _lines(consultation: Consultation, rows: Sequence[_Row], hours: Hours) -> list[str]:
    language = consultation.words.language
    by_minute: dict[int, list[tuple[str, _Row]]] = {}
    for row in rows:
        for place in row.places:
            by_minute.setdefault(hours.of(place), []).append((place, row))
    lines = []
    for minute in sorted(by_minute):
        place = by_minute[minute][0][0]
        items = "; ".join(_item(consultation, row, where) for where, row in by_minute[minute])
        at = _say(consultation, f"day.place_{part_of(place)}")
        lines.append(f"{clock(minute, language)} {at} - {items}")
    return lines


def _item(consultation: Consultation, row: _Row, place: str) -> str:
    """A medicine with its dose and how it is taken."""
    content, language = row.fact.content, consultation.words.language
    dose = row.amounts.get(place) or ("" if row.amounts else dose_text(content.dose or "", language))
    named = " ".join(one for one in (consultation.words.name(content), dose) if one)
    notes = []
    if not row.sure:
        notes.append(_say(consultation, "day.unsure"))
    if content.frequency and content.frequency.upper() not in _TIMES and not _PER_DAY.fullmatch(content.frequency):
        notes.append(consultation.words.frequency(content.frequency))
    beside = _beside_meal(content, place, language)
    notes += [one for one in (_days(content, language), beside) if one]
    if row.rule is not None and not beside and (not row.told or place == row.rule.once):
        notes.append(row.rule.note(language))
    return f"{named} ({'; '.join(notes)})" if notes else named


def _days(content: Content, language: str) -> str:
    """The days of the week on which it is taken, in words."""
    return timing_text(" ".join(Timing.read(content.timing).days), language)


def _beside_meal(content: Content, place: str, language: str) -> str:
    """On which side of the meal of a place it is taken, where that was told."""
    told = (one for one in times_on_record(content) if _AT_A_MEAL.fullmatch(one) and place_of(one) == place)
    return timing_text(next(told, None), language)


_AT_A_MEAL: Final = lazy_regex(r"P?C[MDV]|ACD")


def _called(consultation: Consultation, row: _Row) -> str:
    return consultation.words.medicine(row.fact.content)


def _apart_lines(consultation: Consultation, rows: Sequence[_Row], hours: Hours) -> list[str]:
    """What is kept hours apart in this day, and what could not be."""
    lines = []
    for one, other in combinations(rows, 2):
        if not _apart(one, other):
            continue
        kept = _keeps_apart(one.places, [hours.of(place) for place in other.places], hours)
        first, second = (consultation.words.name(row.fact.content) for row in (one, other))
        lines.append(_say(consultation, "day.apart" if kept else "day.not_apart", one=first, other=second))
    return lines


def _warned(consultation: Consultation, rows: Sequence[_Row]) -> tuple[frozenset[str], list[str]]:
    """The facts left out for what the record warns of, and the lines that tell of them and of those only marked."""
    known, dictionary = consultation.known, consultation.words.dictionary
    entries = {row.fact.fact_id: row.entry for row in rows if row.entry is not None}
    met = [one for one in cautions(known, tuple(entries.values())) if not one.caution.is_apart]
    named = consultation.request.concepts("medications", "drug_classes")
    left_out, lines = set(), []
    for row in rows:
        if row.entry is None:
            continue
        allergies = conflicting_allergies(known, dictionary, row.entry)
        own = tuple(one for one in met if row.entry in (one.medicine, one.against))
        against = Weighed(row.entry, allergies, own, True)
        # What has just come to a medicine that it is a danger with waits until somebody has confirmed it.
        comes = row.entry.concept_id in named and is_begun(consultation, row.entry)
        may_wait = allergies or is_optional(row.entry) or comes
        if not against.is_grave or not may_wait:
            continue
        left_out.add(row.fact.fact_id)
        reasons = [_say(consultation, "weigh.allergy", allergy=consultation.words.brief(one)) for one in allergies]
        reasons += [reason(consultation, one) for one in own]
        name = consultation.words.name(row.fact.content)
        lines.append(_say(consultation, "day.left_out", name=name, reasons="; ".join(dict.fromkeys(reasons))))
    marked = [one for one in met if _is_grave(one) and not _touches(one, rows, left_out)]
    if marked:
        reasons = list(dict.fromkeys(reason(consultation, one) for one in marked))
        lines.append(_say(consultation, "day.marked", reasons="; ".join(reasons)))
    return frozenset(left_out), lines


def _is_grave(met: Met) -> bool:
    return Weighed(met.medicine, (), (met,), True).is_grave


def _touches(met: Met, rows: Sequence[_Row], left_out: set[str]) -> bool:
    gone = [row.entry for row in rows if row.fact.fact_id in left_out]
    return met.medicine in gone or met.against in gone


def _say(consultation: Consultation, key: str, **slots: object) -> str:
    return sentence(key, consultation.words.language, **slots)
