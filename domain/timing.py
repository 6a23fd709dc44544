"""When a medicine is taken or a complaint came: weekdays, places of the day, hours and days, in one canonical notation.

A timing is written in FHIR's own codes, weekdays first, then places of the day, then hours: "mon thu", "MORN EVE",
"sun PCV", "08:00 20:00". The codes are those of Timing.repeat.dayOfWeek and .when (EventTiming): CM is with breakfast,
CD with the midday meal, CV with the evening meal, A before and P after it. How often is not told by it but by the
frequency; "at bedtime" of a medicine taken so (QHS) needs no timing. Last come the days on which something happened
(Timing.event): "2026-05-03 2026-05-21".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final, Self

DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
PLACES: Final = (
    "WAKE", "ACM", "CM", "MORN", "PCM", "ACD", "CD", "NOON", "PCD", "AFT", "ACV", "CV", "EVE", "PCV", "NIGHT", "HS",
    "AC", "C", "PC",
)  # fmt: skip
"""Places of a day in their order; the last three are beside every meal."""
HOUR: Final = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d")
EVENT: Final = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])")
"""A day on which something happened."""
_TIMES: Final = {"QD": 1, "QHS": 1, "BID": 2, "TID": 3, "QID": 4, "Q24H": 1, "Q12H": 2, "Q8H": 3, "Q6H": 4, "Q4H": 6}
"""Times a day by the customary codes of a frequency; of other codes a day has no fixed number."""
_COUNT: Final = re.compile(r"(\d+)/day", re.IGNORECASE)
_WITHIN: Final = {
    "MORN": (frozenset({"WAKE", "ACM", "CM", "PCM"}), "04:00", "11:59"),
    "NOON": (frozenset({"ACD", "CD", "PCD"}), "11:00", "13:59"),
    "AFT": (frozenset(), "12:00", "17:59"),
    "EVE": (frozenset({"ACV", "CV", "PCV"}), "16:00", "21:59"),
    "NIGHT": (frozenset({"HS"}), "20:00", "23:59"),
    "HS": (frozenset(), "21:00", "23:59"),
    "CM": (frozenset({"ACM", "PCM"}), "99", ""),
    "CD": (frozenset({"ACD", "PCD"}), "99", ""),
    "CV": (frozenset({"ACV", "PCV"}), "99", ""),
}  # fmt: skip
"""What lies within a place that is told less exactly: other places, and hours from and to."""


@dataclass(frozen=True, slots=True)
class Timing:
    """The days and the times of a day at which something is taken; either may be left open."""

    days: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    """Places of the day, then hours of the clock."""
    events: tuple[str, ...] = ()
    """The days on which it happened, as ISO dates in their order."""

    @classmethod
    def of(cls, codes: Iterable[str]) -> Self:
        """The timing of ``codes`` in any order; raises ValueError for one that is none."""
        told = set(codes)
        timing = cls._known(told)
        if strange := told.difference(timing.days, timing.times, timing.events):
            raise ValueError(f"not a time of a day or week: {', '.join(sorted(strange))}")
        return timing

    @classmethod
    def _known(cls, told: Collection[str]) -> Self:
        hours = sorted(one for one in told if HOUR.fullmatch(one))
        return cls(
            tuple(one for one in DAYS if one in told),
            (*(one for one in PLACES if one in told), *hours),
            tuple(sorted(one for one in told if EVENT.fullmatch(one))),
        )

    @classmethod
    def read(cls, written: str | None) -> Self:
        """The timing that a fact holds; a code that is not known here counts for nothing."""
        return cls._known(frozenset((written or "").split()))

    @property
    def places(self) -> tuple[str, ...]:
        """The places of the day among the times."""
        return tuple(one for one in self.times if one in PLACES)

    @property
    def hours(self) -> tuple[str, ...]:
        """The hours of the clock among the times."""
        return tuple(one for one in self.times if one not in PLACES)

    def written(self) -> str | None:
        """The timing as a fact holds it; None where nothing is told."""
        return " ".join((*self.days, *self.times, *self.events)) or None


def times_a_day(frequency: str | None) -> int | None:
    """Times a day of a frequency code ("BID", "5/day"); None where a day has no fixed number of them."""
    folded = (frequency or "").upper()
    match = _COUNT.fullmatch(folded)
    return int(match[1]) if match is not None else _TIMES.get(folded)


def same_times(known: str | None, claim: str | None) -> bool:
    """Whether a claim tells no other time than the known one: what either leaves open agrees, so does a finer word.

    A part of what is known agrees, too: "my morning metformin" of one that is taken morning and evening.
    """
    left, right = Timing.read(known), Timing.read(claim)
    if left.days and right.days and left.days != right.days:
        return False
    if left.events and not set(right.events) <= set(left.events):
        return False
    return not left.times or _paired(left.times, right.times) is not None


def fuller(known: str | None, claim: str | None) -> str | None:
    """The known timing with what an agreeing claim adds: days, times, or a finer word for one of them."""
    left, right = Timing.read(known), Timing.read(claim)
    finer = _paired(left.times, right.times) or {}
    times = tuple(finer.get(one, one) for one in left.times) or right.times
    return Timing.of((*(left.days or right.days), *times, *(left.events or right.events))).written()


def replaced(known: str | None, claim: str) -> str | None:
    """The timing after a claim of another time: days that it leaves open stay, and so do times of the day."""
    left, right = Timing.read(known), Timing.read(claim)
    days, times, events = right.days or left.days, right.times or left.times, right.events or left.events
    return Timing.of((*days, *times, *events)).written()


def lies_within(time: str, place: str) -> bool:
    """Whether a time of the day is ``place`` or a more exact word for it."""
    places, start, end = _WITHIN.get(place, (frozenset(), "99", ""))
    return time == place or time in places or (HOUR.fullmatch(time) is not None and start <= time <= end)


def _paired(known: Iterable[str], claim: Iterable[str]) -> dict[str, str] | None:
    """The finer of two words for each known time that the claim names; None where it names another time."""
    pairs: dict[str, str] = {}
    open_ = list(known)
    for time in claim:
        meant = next((one for one in open_ if lies_within(time, one)), None)
        meant = meant or next((one for one in open_ if lies_within(one, time)), None)
        if meant is None:
            return None
        open_.remove(meant)
        pairs[meant] = time if lies_within(time, meant) else meant
    return pairs
