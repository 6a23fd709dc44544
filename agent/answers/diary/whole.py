"""Whether an account of days may be reckoned: all that was told over them is in it, and only what is asked for.

A sum, a mean or a highest day over part of what was told is worse than none. So every number of the turns has to stand
in a row or on record, each turn that tells of a thing that is counted has to have its count, and what was taken back
has to be put right.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from agent.answers.asking.value_request import Window, dates_in, period_named
from agent.answers.consultation import Consultation
from agent.answers.diary.asked import Asked
from agent.answers.diary.courses import Course
from agent.answers.diary.rows import Diary
from agent.answers.record.known import numeric
from domain.ledger import Fact
from domain.values import SERIES_SLOTS, SlotKind
from extraction.text.lazy_regex import lazy_regex
from extraction.values.put_right import takes_back
from projections.tiers import TurnLine

_DIGITS: Final = lazy_regex(r"\d+(?:\.\d+)?")
_OF_OTHERS: Final = frozenset({SlotKind.DEMOGRAPHICS, SlotKind.MEDICATIONS, SlotKind.FAMILY_HISTORY})
"""Slots whose numbers are no count of a day."""
_OF_EVENTS: Final = frozenset({"times", "things"})
_RECKONED: Final = frozenset[Asked]({"total", "average", "extreme"})
_LEFT_OUT: Final = lazy_regex(
    r"\b(?:not (?:counting|including)|leav(?:e|ing) out|except(?: for)?|apart from|excluding|without)\b"
    r"|빼고|말고|제외|빼면"
)


def is_whole(
    consultation: Consultation, diary: Diary, courses: Sequence[Course], lines: Sequence[TurnLine],
    asked: Collection[Asked],
) -> bool:  # fmt: skip
    """Whether the courses hold all that the turns told, so that sums, means and the most may be told of them."""
    read = {float(one) for fact in _series(consultation, lines) for one in _numbers(fact)}
    if courses and all(one.kind == "test" for one in courses):
        # What was told before the first reading is of other things; how far a test moved is between two readings.
        told = {turn for one in courses for turn in one.turns}
        lines = [one for one in lines if one.turn_number >= min(told, default=0)]
        lines = lines if _RECKONED.intersection(asked) else [one for one in lines if one.turn_number in told]
    now = consultation.situation.question.turn_number
    for line in lines:
        if line.turn_number == now and not any(line.turn_number in one.turns for one in courses):
            continue
        held = {float(one) for fact in _facts(consultation, line) for one in _numbers(fact)}
        # Who puts right says the wrong value again, and the half that was right.
        held |= read if takes_back(line.question.casefold()) else set()
        for words in diary.unheard.get(line.turn_number, ()):
            numbers = [float(one) for one in _DIGITS.findall(words)]
            if not numbers or not all(one in held for one in numbers):
                return False
    return not any(one.kind in _OF_EVENTS and _has_uncounted(diary, one, now) for one in courses)


def _has_uncounted(diary: Diary, course: Course, now: int) -> bool:
    """Whether a turn tells of what is counted without saying how often."""
    counted = (row for row in diary.rows if row.kind not in ("minutes", "hours"))
    entered = {entry.turn for row in counted for entry in row.entries}
    return any(
        turn not in entered and turn != now and _may_be(course, concept, finding.name)
        for concept, finding in diary.findings.items()
        for turn in finding.turns
    )


def _may_be(course: Course, concept: str, name: str) -> bool:
    """Whether what was had may be what a course counts: things with a name of their own are nothing else."""
    if course.concept:
        return concept == course.concept
    own, other = course.name.casefold(), name.casefold()
    return course.kind != "things" or not course.named or own.rstrip("s") in other or other.rstrip("s") in own


def _facts(consultation: Consultation, line: TurnLine) -> Iterator[Fact]:
    facts = consultation.ledger.facts
    for fact in facts.values():
        if (fact.content.slot in SERIES_SLOTS or fact.content.slot in _OF_OTHERS) and any(
            one.turn_number == line.turn_number for one in fact.evidence
        ):
            yield fact


def _series(consultation: Consultation, lines: Sequence[TurnLine]) -> Iterator[Fact]:
    turns = {one.turn_number for one in lines}
    for fact in consultation.ledger.facts.values():
        if fact.content.slot in SERIES_SLOTS and any(one.turn_number in turns for one in fact.evidence):
            yield fact


def _numbers(fact: Fact) -> Iterator[str]:
    value = numeric(fact)
    if value is not None:
        yield f"{value:g}"
    yield from _DIGITS.findall(fact.content.value_stated or "")
    if fact.content.slot in _OF_OTHERS:
        for one in fact.evidence:
            yield from _DIGITS.findall(one.quote or "")


def within_asked(consultation: Consultation, courses: Sequence[Course], asked: Collection[Asked]) -> list[Course]:
    """The courses with the days that are asked about, where only those are to be reckoned: "yesterday's total"."""
    if not asked or not set(asked) <= _RECKONED:
        return list(courses)
    question = consultation.situation.question
    text = consultation.request.text
    dates = dates_in(text, question.said_at, consultation.ledger.time_zone)
    out = _LEFT_OUT.search(text)
    left = {one.value for one in dates if out is not None and _is_beside(out.span(), (one.start, one.end))}
    if len({one.value for one in dates if len(one.value) == _MONTH}) > 1:
        # "How many in July, and in August": each month is summed beside the whole.
        return list(courses)
    window = period_named(text, consultation.request.mentions, [one for one in dates if one.value not in left])
    found = []
    for one in courses:
        days = {day for day in one.values if day not in left and _is_asked(window, day, is_night=day in one.nights)}
        if days:
            readings = tuple(each for each in one.readings if each[0] in days)
            hours = tuple(hour for hour, each in zip(one.hours, one.readings, strict=False) if each[0] in days)
            found.append(
                replace(
                    one,
                    values={day: one.values[day] for day in one.values if day in days},
                    readings=readings,
                    hours=hours,
                )
            )
    return found or list(courses)


def _is_beside(first: tuple[int, int], second: tuple[int, int]) -> bool:
    return abs(second[0] - first[1]) <= _NEAR or abs(first[0] - second[1]) <= _NEAR


_NEAR: Final = 2
_MONTH: Final = len("2026-01")


def _is_asked(window: Window | None, day: str, *, is_night: bool) -> bool:
    """Whether a day is of the window; a night also where the morning after it is: the nights that a week told of."""
    if window is None or _is_in(window, day):
        return True
    return is_night and _is_in(window, (date.fromisoformat(day) + timedelta(days=1)).isoformat())


def _is_in(window: Window, day: str) -> bool:
    first, last = window.first or "", window.last or day
    return first <= day and (day <= last or day.startswith(last))
