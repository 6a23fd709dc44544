"""The hours of somebody's day: waking, meals and bed, as told in the conversation, else the usual ones."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_NOON: Final = 12 * 60
_HALF_HOUR, _HOUR = 30, 60
_USUAL: Final = {"waking": 7 * 60, "breakfast": 8 * 60, "noon": 12 * 60, "dinner": 18 * 60, "bedtime": 22 * 60}
_WORDS_EN: Final = {
    "waking": r"(?:get(?:ting)? up|wak(?:e|ing)(?: up)?|rise|(?:i'?m|am) up)",
    "breakfast": r"breakfast",
    "noon": r"lunch",
    "dinner": r"(?:dinner|supper|evening meal|tea)",
    "bedtime": r"(?:(?:go(?:ing)? to |in )?bed(?:time)?|(?:go to )?sleep|lights out)",
}
_WORDS_KO: Final = {
    "waking": r"(?:일어나|기상|깨)", "breakfast": r"아침", "noon": r"점심", "dinner": r"저녁",
    "bedtime": r"(?:자러|잠|취침|자요|잡니다|자고|자는|잘)",
}  # fmt: skip
_CLOCK_EN: Final = r"(?P<h>\d{1,2})(?:[:.](?P<m>\d{2}))? ?(?P<half>a\.?m\b|p\.?m\b)?|(?P<name>noon|midnight)"
_CLOCK_KO: Final = (
    r"(?P<half>오전|오후|새벽|밤|저녁)?\s?(?P<h>\d{1,2})\s?시\s?(?:(?P<m>\d{1,2})\s?분|(?P<half_hour>반))?"
)
_AFTER_EN: Final = {
    place: lazy_regex(
        rf"\b{word}\b(?: (?:is|at|around|about|by|usually|normally|every day))*[ ,]+(?:{_CLOCK_EN})(?!\d)", re.I
    )
    for place, word in _WORDS_EN.items()
}
_AFTER_KO: Final = {
    place: lazy_regex(rf"{word}(?:식사|밥)?[은는을를엔이]?\s?(?:보통|대개|한|약)?\s?{_CLOCK_KO}")
    for place, word in _WORDS_KO.items()
}
_BEFORE_KO: Final = {
    place: lazy_regex(rf"{_CLOCK_KO}\s?(?:쯤|정도|경)?에?\s?(?:보통\s?)?{word}") for place, word in _WORDS_KO.items()
}


@dataclass(frozen=True, slots=True)
class Hours:
    """Minutes after midnight of each place in the day, and which of them were told."""

    at: dict[str, int]
    told: frozenset[str]

    def of(self, place: str) -> int:
        """The minute of a place, those beside a meal among them."""
        match place:
            case "waking":
                # A medicine before breakfast needs its half hour, whenever somebody gets up.
                return min(self.at["waking"], self.at["breakfast"] - _HALF_HOUR)
            case "before_breakfast":
                return self.at["breakfast"] - _HALF_HOUR
            case "before_dinner":
                return self.at["dinner"] - _HALF_HOUR
            case "afternoon":
                return self.at["noon"] + 2 * _HOUR
            case _ if ":" in place:
                return int(place[:2]) * _HOUR + int(place[3:])
            case _:
                return self.at[place]


def hours_in(lines: Iterable[str]) -> Hours:
    """The hours that the lines tell, the latest of each; what is not told is usual, or goes by what is."""
    told: dict[str, int] = {}
    for line in lines:
        for place in _USUAL:
            if (minute := _told(line, place)) is not None:
                told[place] = minute
    at = {**_USUAL, **told}
    if "waking" in told and "breakfast" not in told:
        at["breakfast"] = told["waking"] + _HOUR
    if "breakfast" in told and "waking" not in told:
        at["waking"] = told["breakfast"] - _HOUR
    at["noon"] = max(at["noon"], at["breakfast"] + 3 * _HOUR) if "noon" not in told else at["noon"]
    return Hours(at, frozenset(told))


def tells_hours(text: str) -> bool:
    """Whether words tell when somebody gets up, eats or goes to bed."""
    return any(_told(text, place) is not None for place in _USUAL)


def clock(minute: int, language: str) -> str:
    """A minute of the day as an hour is said: "7:30", "18:00" in both languages, past midnight as of the next day."""
    return f"{minute // 60 % 24}:{minute % 60:02d}"


def _told(line: str, place: str) -> int | None:
    korean = _AFTER_KO[place].search(line) or _BEFORE_KO[place].search(line)
    match = _AFTER_EN[place].search(line) or korean
    if match is None:
        return None
    parts = match.groupdict()
    if parts.get("name"):
        return _NOON if parts["name"].casefold() == "noon" else 2 * _NOON
    hour, minute = int(parts["h"]), int(parts["m"] or (_HALF_HOUR if parts.get("half_hour") else 0))
    if hour > 24 or minute > 59:
        return None
    return _in_day(hour, place, (parts["half"] or "").casefold()) * 60 + minute


def _in_day(hour: int, place: str, half: str) -> int:
    """The hour of 24 that is meant: a bare number by what happens then; after midnight bed is the day's end still."""
    if half.startswith(("p", "오후", "밤", "저녁")) and hour < 12:
        return hour + 12
    if place == "bedtime":
        early = half.startswith(("a", "오전", "새벽")) or hour <= 4 or hour == 12
        return hour % 12 + 24 if early and hour <= 12 else hour + 12 if 5 <= hour < 12 else hour
    if place == "noon":
        return hour + 12 if hour < 5 else hour
    return hour + 12 if place == "dinner" and hour < 12 else hour
