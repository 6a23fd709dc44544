"""How much of a medicine is taken when: the places of a day, the days of a week, and what they add up to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.medicines.day_placing import part_of, places_told
from agent.answers.regimen.told import strength_told
from agent.words.doses import dose_text
from agent.words.figures import number
from agent.words.wording import Wording
from domain.ledger import Fact
from domain.timing import DAYS, Timing, times_a_day
from domain.values import Content
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_schedules import ScheduledDose, kind_of, schedule_of, total_of_day, total_of_week
from extraction.values.dose_units import number_of_dose, unit_of_dose
from extraction.values.measure_words import measure_of, with_unit

_USUAL: Final = {
    2: ("breakfast", "dinner"), 3: ("breakfast", "noon", "dinner"), 4: ("breakfast", "noon", "dinner", "bedtime"),
}  # fmt: skip
"""Places of what is taken so many times a day, where no time was told; of once a day nobody can tell."""
_COUNT: Final = lazy_regex(r"(\d+)(?:-(\d+))?/(day|week|month)", 2)
_NUMBER: Final = lazy_regex(r"\d+(?:\.\d+)?")
_PIECES: Final = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)
"""Pieces that are taken at once."""
_MEAL_TIMES: Final = frozenset({"AC", "C", "PC"})


def days_a_week(content: Content) -> int | None:
    """On how many days of a week it is taken; None where that is not fixed."""
    days = Timing.read(content.timing).days
    if days:
        return len(days)
    folded = (content.frequency or "").upper()
    if folded == "WEEKLY":
        return 1
    match = _COUNT.fullmatch(folded)
    if match is not None and match[3].lower() == "week" and not match[2]:
        return int(match[1])
    return len(DAYS) if times_a_day(folded) is not None else None


@dataclass(frozen=True, slots=True)
class Taking:
    """A medicine with its places in the day; ``sure`` is whether they were told, ``times`` how often on such a day."""

    fact: Fact
    places: tuple[str, ...]
    sure: bool

    def is_in(self, places: frozenset[str]) -> bool:
        """Whether it is taken in one of these places."""
        return any(part_of(one) in places for one in self.places)

    def is_at(self, hours: tuple[str, ...]) -> bool:
        """Whether it is taken at one of these hours of the clock."""
        return not set(self.places).isdisjoint(hours)


def taking_of(fact: Fact) -> Taking:
    """When in the day a medicine is taken: as told, else by how many times; without either in no place."""
    told, _ = places_told(fact)
    times = times_a_day(fact.content.frequency)
    if _MEAL_TIMES & set(Timing.read(fact.content.timing).times) and not told:
        return Taking(fact, _USUAL.get(times or 3, ()), times is not None)
    if told and (times is None or len(told) >= times or times == 1):
        return Taking(fact, told, True)
    if times in _USUAL:
        return Taking(fact, _USUAL[times], False)
    return Taking(fact, told, bool(told))


def is_as_needed(content: Content) -> bool:
    """Whether it is taken only when needed, or once."""
    return (content.frequency or "").upper() in ("PRN", "ONCE")


def amount_at(fact: Fact, places: frozenset[str]) -> ScheduledDose | None:
    """The amount that a schedule of times has for one of these places; None of any other dose."""
    _, amounts = places_told(fact)
    parts = [one for one in schedule_of(fact.content.dose) if kind_of(one.when) == "times"]
    for place, part in zip(amounts, parts, strict=False):
        if place in places:
            return part
    return None


def amount_on(fact: Fact, day: str) -> ScheduledDose | None:
    """The amount that a schedule of days has for a day of the week ("mon"); None of any other dose."""
    parts = [one for one in schedule_of(fact.content.dose) if kind_of(one.when) == "days"]
    named = {"weekdays": DAYS[:5], "weekends": DAYS[5:]}
    for part in parts:
        if day in named.get(part.when, tuple(one.lower() for one in part.when.split("/"))):
            return part
    return next((one for one in parts if one.when == "other days"), None)


def is_on(fact: Fact, day: str) -> bool | None:
    """Whether it is taken on a day of the week; None where that is not told."""
    days = Timing.read(fact.content.timing).days
    if days:
        return day in days
    parts = schedule_of(fact.content.dose)
    if parts and kind_of(parts[0].when) == "days":
        return amount_on(fact, day) is not None
    if times_a_day(fact.content.frequency) is not None or fact.content.frequency is None:
        return True
    return None


def has_own_days(fact: Fact) -> bool:
    """Whether it is taken on some days of the week alone."""
    return len(Timing.read(fact.content.timing).days) in range(1, len(DAYS))


@dataclass(frozen=True, slots=True)
class Total:
    """What a medicine adds up to in a day or a week, with its unit; ``each`` is what is taken at a time."""

    amount: float
    unit: str


def total_a_day(content: Content) -> Total | None:
    """What a day adds up to; None where dose or times are not fixed."""
    if parts := schedule_of(content.dose):
        total = total_of_day(parts)
        return Total(total, parts[0].unit) if total is not None else None
    strength, times = number_of_dose(content.dose), times_a_day(content.frequency)
    if strength is None or times is None or _is_combined(content.dose):
        return None
    return Total(strength * times, unit_of_dose(content.dose or ""))


def total_a_week(content: Content) -> Total | None:
    """What a week adds up to; None where dose, times or days are not fixed."""
    parts = schedule_of(content.dose)
    if parts and (total := total_of_week(parts)) is not None:
        return Total(total, parts[0].unit)
    days = days_a_week(content)
    if days is None:
        return None
    if parts:
        day = total_of_day(parts)
        return Total(day * days, parts[0].unit) if day is not None else None
    strength = number_of_dose(content.dose)
    if strength is None or _is_combined(content.dose):
        return None
    return Total(strength * (times_a_day(content.frequency) or 1) * days, unit_of_dose(content.dose or ""))


def _is_combined(dose: str | None) -> bool:
    return "/" in (dose or "") and not schedule_of(dose)


def strengths_of(dose: str | None) -> tuple[tuple[float, ...], str]:
    """The strengths of a combination, and their unit."""
    unit = unit_of_dose(dose or "")
    return tuple(float(one) for one in _NUMBER.findall((dose or "").removesuffix(unit))), unit


def pieces_at_once(consultation: Consultation, fact: Fact) -> float | None:
    """How many pieces are taken at a time: counted in the dose, else the dose by the strength that was told of a piece.

    None where neither tells, and of a dose that differs by time or day.
    """
    dose = fact.content.dose
    if schedule_of(dose):
        return None
    first = number_of_dose(dose)
    if first is None:
        return None
    if (measure := measure_of(unit_of_dose(dose or ""))) is not None:
        return first if measure.counter in ("tab", "cap", "packet", "patch") else None
    strength = strength_told(consultation, fact)
    share = first / strength if strength else None
    return share if share in _PIECES else None


def written(total: Total, words: Wording) -> str:
    """A total in words."""
    return dose_text(with_unit(number(round(total.amount, 4)), total.unit), words.language)
