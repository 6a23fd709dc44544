"""Doses that differ by weekday, by time of day or in turn: "warfarin 5 mg Mon Wed Fri, 4 mg the other days".

None of the amounts is the dose: keeping one of them would be a wrong memory, with warfarin or insulin a dangerous one.
The dose of such a medicine is written whole, ``"5mg Mon/Wed/Fri, 4mg other days"``, ``"2 tab 08:00, 1 tab noon"``: days
in the order of the words, times of a day in their own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from domain.timing import HOUR
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import DOSE_UNITS
from extraction.values.measure_words import WRITTEN_FORMS, measure_of, with_unit

OTHER_DAYS: Final = "other days"
DAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_WEEK: Final = 7

Kind = Literal["days", "times", "turns"]


@dataclass(frozen=True, slots=True)
class ScheduledDose:
    """One amount of a schedule (``unit`` as doses are written, empty where none was said) and when it is taken."""

    amount: float
    unit: str
    when: str

    def written(self, assumed: str = "") -> str:
        """As it stands in a dose: "5mg Mon/Wed/Fri"; ``assumed`` is the unit of a bare amount."""
        return f"{with_unit(f'{self.amount:g}', self.unit or assumed)} {self.when}"


@dataclass(frozen=True, slots=True)
class DoseSchedule:
    """What is taken when, in the order of the words, and the span of these."""

    parts: tuple[ScheduledDose, ...]
    start: int
    end: int

    @property
    def unit(self) -> str:
        """The unit that was said with any of the amounts; empty where none was."""
        return next((part.unit for part in self.parts if part.unit), "")

    def written(self, assumed: str = "") -> str:
        """The dose; a unit said once is meant for all, and ``assumed`` holds where none was said.

        Times of a day are written in their order.
        """
        unit, parts = self.unit or assumed, self.parts
        if kind_of(parts[0].when) == "times":
            parts = tuple(sorted(parts, key=lambda part: in_the_day(part.when)))
        return ", ".join(part.written(unit) for part in parts)

    def is_near(self, dose: float) -> bool:
        """Whether each amount may have come of ``dose`` in one step."""
        return bool(dose) and all(1 / _NEAR <= part.amount / dose <= _NEAR for part in self.parts)

    @property
    def frequency(self) -> str | None:
        """How often it is taken in a day, where the schedule is one of a day; None where it is one of a week."""
        return _A_DAY.get(len(self.parts)) if kind_of(self.parts[0].when) == "times" else None


_NEAR: Final = 4.0
"""Most by which an amount of a schedule differs from the dose that it takes the place of, as a factor."""

_A_DAY: Final = {1: "QD", 2: "BID", 3: "TID", 4: "QID"}

_UNITS: Final = "|".join(
    map(re.escape, (*sorted(set(DOSE_UNITS.values()), key=len, reverse=True), *map(" {}".format, WRITTEN_FORMS)))
)
_PART: Final = lazy_regex(rf"(\d+(?:\.\d+)?)({_UNITS}|) (.+)")


def schedule_of(dose: str | None) -> tuple[ScheduledDose, ...]:
    """The parts of a dose that was written as a schedule; empty for any other dose."""
    if not dose or "," not in dose:
        return ()
    matches = [_PART.fullmatch(part.strip()) for part in dose.split(",")]
    if not all(match is not None and kind_of(match[3]) for match in matches):
        return ()
    return tuple(
        ScheduledDose(float(match[1]), _as_counted(match[2]), match[3]) for match in matches if match is not None
    )


def _as_counted(unit: str) -> str:
    """A unit read back as one for all amounts of a schedule: " tab" of tablets, " capsules" of one capsule as well."""
    measure = measure_of(unit)
    return unit if measure is None else f" {measure.several}"


def with_part(known: Sequence[ScheduledDose], when: str, amount: float, unit: str = "") -> str | None:
    """The schedule on record with another amount at ``when``; None where that is of another kind.

    A day that was told with others leaves them, and one of the other days becomes one by itself.
    """
    kinds = {kind_of(part.when) for part in known} | {kind_of(when)}
    if len(kinds) != 1 or None in kinds or not known:
        return None
    unit = unit or known[0].unit
    if kinds == {"days"}:
        return _with_days(known, when, amount, unit)
    meant = next((part.when for part in known if part.when == when), None)
    meant = meant or next((part.when for part in known if {part.when, when} <= _LATE), None)
    parts = [ScheduledDose(amount, unit, part.when) if part.when == meant else part for part in known]
    if meant is None:
        parts.append(ScheduledDose(amount, unit, when))
        parts.sort(key=lambda part: in_the_day(part.when))
    return ", ".join(part.written() for part in parts)


def _with_days(known: Sequence[ScheduledDose], when: str, amount: float, unit: str) -> str:
    by_day: dict[str, float] = {}
    for part in sorted((*known, ScheduledDose(amount, unit, when)), key=lambda part: part.when != OTHER_DAYS):
        if part.when != OTHER_DAYS:
            by_day.update(dict.fromkeys(_named_days(part.when), part.amount))
    others = amount if when == OTHER_DAYS else next((part.amount for part in known if part.when == OTHER_DAYS), None)
    days: dict[float, list[str]] = {}
    for day in DAYS:
        if by_day.get(day, others) != others and day in by_day:
            days.setdefault(by_day[day], []).append(day)
    parts = [ScheduledDose(one, unit, GROUPS.get("/".join(named), "/".join(named))) for one, named in days.items()]
    parts += [ScheduledDose(others, unit, OTHER_DAYS)] if others is not None else []
    return ", ".join(part.written() for part in parts) if len(parts) > 1 else with_unit(f"{parts[0].amount:g}", unit)


GROUPS: Final = {"/".join(DAYS[:5]): "weekdays", "/".join(DAYS[5:]): "weekends"}
"""Days that have a name together."""


def _named_days(when: str) -> Sequence[str]:
    return {"weekdays": DAYS[:5], "weekends": DAYS[5:]}.get(when, when.split("/"))


def total_of_day(parts: Sequence[ScheduledDose]) -> float | None:
    """What a day adds up to, where the schedule is one of a day; None where days differ."""
    return sum(part.amount for part in parts) if parts and kind_of(parts[0].when) == "times" else None


def total_of_week(parts: Sequence[ScheduledDose]) -> float | None:
    """What a week adds up to, where every day of it has its amount; None otherwise."""
    if not parts or kind_of(parts[0].when) != "days":
        return None
    named = [(part.amount, _days_in(part.when)) for part in parts]
    told = sum(days for _, days in named if days)
    rest = [amount for amount, days in named if not days]
    if len(rest) > 1 or told > _WEEK or (told < _WEEK and not rest):
        return None
    return sum(amount * days for amount, days in named if days) + sum(rest) * (_WEEK - told)


def most_of_day(parts: Sequence[ScheduledDose]) -> float:
    """The most that is taken on one day."""
    total = total_of_day(parts)
    return max(part.amount for part in parts) if total is None else total


def _days_in(when: str) -> int:
    return 0 if when == OTHER_DAYS else len(_named_days(when))


def kind_of(when: str) -> Kind | None:
    """What differs: days of a week, times of a day, or every other day; None for what no schedule names."""
    if when in ("weekdays", "weekends", OTHER_DAYS) or set(when.split("/")) <= set(DAYS):
        return "days"
    if when in ("one day", "next day"):
        return "turns"
    return "times" if when in _TIMES or HOUR.fullmatch(when) else None


def in_the_day(when: str) -> str:
    """What orders the times of a day, hours of the clock among them; days in turn come last."""
    return _TIMES.get(when, when if HOUR.fullmatch(when) else f"99{when == 'next day'}")


_TIMES: Final = {
    "dawn": "04:00", "morning": "08:00", "noon": "12:00", "afternoon": "15:00", "evening": "18:30", "night": "21:00",
    "bedtime": "22:30",
}  # fmt: skip
"""The times of a day that have a name, each with the hour by which it stands among others."""
_LATE: Final = frozenset({"evening", "night", "bedtime"})
