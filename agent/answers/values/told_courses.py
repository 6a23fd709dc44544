"""All that was told of a test, under whatever circumstance: several values of a day, fasting ones, those after meals.

The course of a test as a judgement needs it holds values of one circumstance, one a day (:mod:`courses`). Whoever asks
back which was the highest, the first or the last means all of them, or those of the circumstance that is named. What
gave way to a newer reading of the same day was measured no less.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import groupby
from typing import Final
from zoneinfo import ZoneInfo

from agent.answers.asking.value_cues import Fold
from agent.answers.consultation import Consultation
from agent.answers.values.courses import DIASTOLIC, SYSTOLIC, Course, Reading, courses_of, paired
from domain.ledger import CHANGED, Fact
from domain.series import NEWER_READING, as_number, by_day
from domain.values import PATIENT, SERIES_SLOTS, Polarity
from extraction.reading.figures.meal_circumstances import meal_of
from extraction.text.lazy_regex import lazy_regex

_MOST: Final = 400
"""Readings up to which all are looked at one by one: a meter of years is asked for by its course alone."""
_APART: Final = timedelta(minutes=20)
"""From which on two values of a day are two readings, and not one put right."""
_HOURS: Final = {
    "fasting": 7.0, "morning": 8.0, "noon": 12.5, "before": 0.0, "evening": 18.5, "night": 22.0, "after": 23.0,
}  # fmt: skip
"""About when on a day something is measured that is told by these words."""
_AT_NO_HOUR: Final = 24.0
_SETS_APART: Final = frozenset({"fasting", "postprandial", "at rest", "on exertion"})
"""Circumstances whose values lie apart: each has an average and a way of its own."""
_TOGETHER: Final = frozenset({"", "home", "before", "usual", "morning", "noon", "evening", "night", "after"})
_NUMBERED: Final = lazy_regex(r"\d+ of \d+")
_COMPARES: Final[frozenset[Fold | None]] = frozenset({"average", "difference", "trend", "previous", "next", "since"})
"""Folds that hold values against each other: only those of one circumstance."""
_NOT_MEASURED: Final = lazy_regex(
    r"아니[고라었네야]|잘못|정정|오타|내\s?(?:거|것|꺼)|제\s?(?:거|것|꺼)"
    r"|\b(?:no,|not \d|wrong|sorry|actually|meant|mine|mistake"
    r"|typo|scratch|ignore|misread|correction|instead)\b"
)
"""Words by which a newer reading takes the earlier one's place for good."""


def told_courses(consultation: Consultation, tests: Sequence[str], fold: Fold | None = None) -> tuple[Course, ...]:
    """The courses of ``tests`` with every reading told, for what ``fold`` makes of them."""
    found: list[Course] = []
    for course in courses_of(consultation.known, tests):
        found += _whole(consultation, course, fold)
    return tuple(found)


def _whole(consultation: Consultation, course: Course, fold: Fold | None) -> list[Course]:
    if len(course.readings) > _MOST:
        return [course]
    if sides := by_side(consultation, course.concept_ids[0]):
        return list(sides)
    told = [_facts(consultation, concept, course.last.facts[0]) for concept in course.concept_ids]
    own = {fact.content.qualifier or "" for fact in course.facts}
    facts = told[0]
    known = {_circumstance(fact) for fact in facts} & _SETS_APART
    wanted = meal_of(consultation.request.plain.casefold()) if known else None
    if wanted is not None:
        facts = [fact for fact in facts if _circumstance(fact) == wanted]
        if not facts:
            return []
    elif known and fold in _COMPARES:
        return _by_circumstance(consultation, course, facts)
    if len(facts) <= len(course.readings) and {fact.content.qualifier or "" for fact in facts} <= own:
        return [course] if len(facts) == len(course.readings) else [_course(consultation, course, facts, told)]
    return [_course(consultation, course, facts, told)]


def by_side(consultation: Consultation, concept_id: str) -> tuple[Course, ...]:
    """The courses of both sides of a test, or of the one that is asked about; empty where none has two sides.

    The right eye is never held against the left one.
    """
    facts = [
        fact for slot in SERIES_SLOTS for fact in consultation.ledger.about(slot, concept_id, PATIENT)
        if fact.content.concept.concept_id == concept_id and fact.content.polarity is Polarity.AFFIRMED
        and as_number(fact) is not None and fact.content.qualifier in _SIDES
    ]  # fmt: skip
    rows = {side: [one for one in facts if one.content.qualifier == side] for side in _SIDES}
    if not all(rows.values()):
        return ()
    text = consultation.request.text.casefold()
    asked = [side for side, words in _SIDES.items() if words.search(text) is not None] or list(_SIDES)
    return tuple(
        Course((concept_id,), tuple(Reading((one,)) for one in sorted(rows[side], key=by_day))) for side in asked
    )


_SIDES: Final = {
    "right": lazy_regex(r"오른|우측|우안|(?<![가-힣])우[은는이가]?\s|\bright(?! now| away)\b|\bod\b"),
    "left": lazy_regex(r"왼|좌측|좌안|(?<![가-힣])좌[은는이가]?\s|\bleft\b|\bos\b"),
}
"""The sides that a test is measured on, and how they are called."""


def _by_circumstance(consultation: Consultation, course: Course, facts: Sequence[Fact]) -> list[Course]:
    """A course for each circumstance that has several values; of none the one of the latest."""
    ordered = sorted(facts, key=_circumstance)
    rows = [list(row) for _, row in groupby(ordered, key=_circumstance)]
    several = [sorted(row, key=by_day) for row in rows if len(row) > 1]
    return [_course(consultation, course, row, [row]) for row in several] or [course]


def _course(
    consultation: Consultation, course: Course, facts: Sequence[Fact], told: Sequence[Sequence[Fact]]
) -> Course:
    upper = _in_order(facts, consultation.ledger.time_zone)
    readings: Iterable[Reading] = (Reading((fact,)) for fact in upper)
    if course.concept_ids == (SYSTOLIC, DIASTOLIC):
        readings = paired(upper, told[1])
    made = tuple(readings)
    hours: dict[str, set[str]] = defaultdict(set)
    for one in made:
        hours[one.day].add(_said(one.facts[0], consultation))
    apart = len({_circumstance(one.facts[0]) for one in made}) > 1
    marked = (
        replace(one, apart=apart, hour=_hour(one, consultation) if len(hours[one.day]) > 1 else "") for one in made
    )
    return Course(course.concept_ids, tuple(marked))


def _facts(consultation: Consultation, concept_id: str, last: Fact) -> list[Fact]:
    """All own numbers of a test in the unit of its course that stand, and those that gave way to a newer reading."""
    ledger = consultation.ledger
    current = [
        fact for slot in SERIES_SLOTS for fact in ledger.about(slot, concept_id, PATIENT)
        if fact.content.concept.concept_id == concept_id and _fits(fact, last)
    ]  # fmt: skip
    disputed = sorted((fact for fact in current if fact.disputed), key=by_day)
    newest = {fact.question_id: fact.fact_id for fact in disputed}
    standing = [fact for fact in current if not fact.disputed or newest[fact.question_id] == fact.fact_id]
    earlier = [
        fact for fact in ledger.ended()
        if fact.content.concept.concept_id == concept_id and _fits(fact, last) and _was_measured(consultation, fact)
    ]  # fmt: skip
    return sorted((*standing, *earlier), key=by_day)


def _fits(fact: Fact, last: Fact) -> bool:
    content = fact.content
    mark = content.qualifier or ""
    return (
        content.subject == PATIENT
        and content.polarity is Polarity.AFFIRMED
        and as_number(fact) is not None
        and content.unit == last.content.unit
        and (bool(_circumstance(fact)) or mark in _TOGETHER or mark == last.content.qualifier or _is_numbered(mark))
    )


def _is_numbered(mark: str) -> bool:
    return _NUMBERED.fullmatch(mark) is not None


def _was_measured(consultation: Consultation, fact: Fact) -> bool:
    """Whether a value that stands no more only gave way to a later one of its day."""
    newer = consultation.ledger.facts.get(fact.superseded_by or "")
    if fact.ended != CHANGED or fact.reason != NEWER_READING or newer is None:
        return False
    if newer.said_at - fact.last_said_at < _APART:
        return False
    tiers = consultation.situation.view.tiers
    line = {**tiers.told, **tiers.lines}.get(newer.evidence[0].turn_number or 0)
    return line is None or _NOT_MEASURED.search(line.question.casefold()) is None


def _circumstance(fact: Fact) -> str:
    mark = fact.content.qualifier or ""
    first = mark if mark in _SETS_APART else mark.partition(" ")[0]
    return first if first in _SETS_APART else ""


def _in_order(facts: Sequence[Fact], time_zone: str) -> list[Fact]:
    """Readings by day; on a day by about when each was taken, those of one message in its order.

    Where every one of a message names its hour they are in the order of these, and stand where these are.
    """
    told: dict[tuple[str, int], list[Fact]] = defaultdict(list)
    for fact in facts:
        told[fact.clinical_day, fact.evidence[0].turn_number or 0].append(fact)
    places: dict[str, tuple[str, float, int]] = {}
    for (day, _), row in told.items():
        marks = [_HOURS.get((fact.content.qualifier or "").rpartition(" ")[2]) for fact in row]
        for fact, mark in zip(row, marks, strict=True):
            said = _hour_said(fact, time_zone) if fact.day == day else _AT_NO_HOUR
            hour = mark if mark is not None and None not in marks else said
            places[fact.fact_id] = (day, hour, fact.version)
    return sorted(facts, key=lambda fact: places[fact.fact_id])


def _hour_said(fact: Fact, time_zone: str) -> float:
    said = fact.said_at.astimezone(ZoneInfo(time_zone))
    return said.hour + said.minute / 60


def _hour(reading: Reading, consultation: Consultation) -> str:
    """When it was told, of a value that no word of the day sets apart: "14:05"."""
    fact = reading.facts[0]
    if (fact.content.qualifier or "").rpartition(" ")[2] in _HOURS or fact.day != fact.clinical_day:
        return ""
    return _said(fact, consultation)


def _said(fact: Fact, consultation: Consultation) -> str:
    return fact.said_at.astimezone(ZoneInfo(consultation.ledger.time_zone)).strftime("%H:%M")
