"""The readings of a test over time: one a day and kind, a blood pressure as the pair that was measured together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, overload

from agent.answers.record.known import Known, numeric
from agent.words.figures import number, unit_text
from agent.words.wording import Wording, is_numbered, qualifier_text
from domain.events import SpokenReference
from domain.ledger import Fact

SYSTOLIC, DIASTOLIC = "systolic_blood_pressure", "diastolic_blood_pressure"


@dataclass(frozen=True, slots=True)
class Reading:
    """What was measured at one time: one fact, or both of a blood pressure, the systolic one first.

    ``apart`` says that readings of other circumstances stand beside it, so that it is told with its own; ``hour`` is
    when it was told ("14:05"), where others are of its day.
    """

    facts: tuple[Fact, ...]
    apart: bool = False
    hour: str = ""

    @property
    def day(self) -> str:
        """The (partial) clinical day."""
        return self.facts[0].clinical_day

    @property
    def value(self) -> float:
        """The number by which readings are ordered; of a pressure the systolic one."""
        return numeric(self.facts[0]) or 0.0

    @property
    def ids(self) -> tuple[str, ...]:
        """The facts' ids."""
        return tuple(fact.fact_id for fact in self.facts)

    def number(self, part: str | None) -> float:
        """The number of the part asked for ("diastolic"), else :attr:`value`."""
        if part is not None:
            for fact in self.facts:
                if fact.content.concept.concept_id.startswith(part):
                    return numeric(fact) or 0.0
        return self.value


class Readings(Sequence[Reading]):
    """Values that were measured one by one, each made a reading when it is looked at: a meter brings thousands."""

    __slots__ = ("_facts",)

    def __init__(self, facts: Sequence[Fact]) -> None:
        self._facts = facts

    @overload
    def __getitem__(self, place: int) -> Reading: ...
    @overload
    def __getitem__(self, place: slice) -> Readings: ...
    def __getitem__(self, place: int | slice) -> Reading | Readings:
        return Readings(self._facts[place]) if isinstance(place, slice) else Reading((self._facts[place],))

    def __len__(self) -> int:
        return len(self._facts)


@dataclass(frozen=True, slots=True)
class Course:
    """The readings of one test (or of a pressure's pair), oldest first; ``concept_ids`` of what was measured."""

    concept_ids: tuple[str, ...]
    readings: Sequence[Reading]

    @property
    def last(self) -> Reading:
        """The latest reading; a course is never empty."""
        return self.readings[-1]

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All facts, oldest first."""
        return tuple(fact for reading in self.readings for fact in reading.facts)

    def only(self, wanted: Callable[[Reading], bool]) -> Course | None:
        """The course of the readings that are wanted, None where there is none."""
        kept = tuple(reading for reading in self.readings if wanted(reading))
        return Course(self.concept_ids, kept) if kept else None


def courses_of(known: Known, tests: Sequence[str]) -> tuple[Course, ...]:
    """The courses of these tests, in their order; a systolic and a diastolic pressure asked for together are one."""
    found: list[Course] = []
    for test in dict.fromkeys(tests):
        series = known.series(test)
        if not series or (test == DIASTOLIC and SYSTOLIC in tests and known.series(SYSTOLIC)):
            continue
        if test == SYSTOLIC and DIASTOLIC in tests:
            found.append(Course((SYSTOLIC, DIASTOLIC), paired(series, known.series(DIASTOLIC))))
        else:
            found.append(Course((test,), Readings(series)))
    return tuple(found)


def course_name(words: Wording, course: Course) -> str:
    """What a course is of: a test by its name, both numbers of a pressure by theirs."""
    if len(course.last.facts) > 1:
        return words.pick("혈압", "blood pressure")
    content = course.last.facts[0].content
    marked = course.last.apart or course.last.hour or (content.qualifier in _OF_A_DAY and len(course.readings) > 1)
    return words.test(content.with_fields(qualifier=None) if marked else content)


_OF_A_DAY: Final = frozenset({"morning", "noon", "evening", "night", "before", "after"})
"""Marks of one reading among others of its day."""


def reading_text(words: Wording, reading: Reading) -> str:
    """Value and date of a reading, a pressure as "128/82 mmHg (3 May 2025)", with what sets it apart from others."""
    fact = reading.facts[0]
    if len(reading.facts) == 1:
        value = words.value(fact.content)
    else:
        values = "/".join(number(numeric(one) or 0.0, one.content.unit) for one in reading.facts)
        value = f"{values} {unit_text(fact.content.unit)}".strip()
    day, mark = words.day_of(fact), fact.content.qualifier or ""
    named = reading.apart or mark in _OF_A_DAY
    told = qualifier_text(mark, words.language) if mark and named and not is_numbered(mark) else ""
    hour = words.pick(f"{reading.hour}에 말씀", f"told at {reading.hour}") if reading.hour else ""
    return words.pick("{}({})", "{} ({})").format(value, ", ".join(one for one in (day, told, hour) if one))


def spoken_of(readings: Sequence[Reading]) -> tuple[SpokenReference, ...]:
    """The references that an answer about these readings makes: one a test, in the order given."""
    by_test: dict[str, list[str]] = {}
    for reading in readings:
        for fact in reading.facts:
            by_test.setdefault(fact.content.concept.concept_id, []).append(fact.fact_id)
    return tuple(
        SpokenReference(kind="measurement", concept_id=test, fact_ids=tuple(ids)) for test, ids in by_test.items()
    )


def paired(upper: Sequence[Fact], lower: Sequence[Fact]) -> tuple[Reading, ...]:
    """Each systolic value with the diastolic one of the same day that was told next to it."""
    left = list(lower)
    readings = []
    for fact in upper:
        same = [one for one in left if one.clinical_day == fact.clinical_day]
        partner = min(same, key=lambda one: abs(one.version - fact.version), default=None)
        if partner is not None:
            left.remove(partner)
        readings.append(Reading((fact, partner) if partner is not None else (fact,)))
    return tuple(readings)
