"""The time that words name of a regimen: parts of the day, hours of the clock, days of the week."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from domain.timing import DAYS
from extraction.text.lazy_regex import lazy_regex

_NOON: Final = 12
PARTS: Final[tuple[tuple[str, frozenset[str], re.Pattern[str]], ...]] = (
    (
        "dawn",
        frozenset({"waking"}),
        lazy_regex(r"새벽|기상|일어나자마자|\bdawn\b|\b(?:on|when i) (?:wak|get up)", re.I),
    ),
    (
        "morning",
        frozenset({"waking", "before_breakfast", "breakfast"}),
        lazy_regex(
            r"아침|오전|식전\s?약\b|\b(?:mornings?|morn|mane|brekk?(?:y|ie)|breakfast"
            r"|first thing)\b|\ba\.m\b|(?-i:\bAM\b(?! I\b))|\b(?:the|each|every|and|or"
            r"|at) am\b", re.I
        ),
    ),
    ("noon", frozenset({"noon"}), lazy_regex(r"점심|정오|낮에|\b(?:lunch\w*|noon|midday)\b", re.I)),
    ("afternoon", frozenset({"afternoon"}), lazy_regex(r"오후|\bafternoons?\b", re.I)),
    (
        "evening",
        frozenset({"before_dinner", "dinner"}),
        lazy_regex(
            r"저녁|\b(?:evenings?|dinner|supper|tea ?time|(?:with|before|after|at) (?:my "
            r"|me |the )?tea)\b", re.I),
    ),
    (
        "night",
        frozenset({"before_dinner", "dinner", "bedtime"}),
        lazy_regex(r"\b(?:to-?night|nights?|night-?time|nocte|p\.?m\.?)\b", re.I),
    ),
    (
        "bedtime",
        frozenset({"bedtime"}),
        lazy_regex(
            r"자기\s?전|잘\s?때|잠자기|취침|밤|\b(?:bed ?time|before (?:i |you |we )?(?:go to )?(?:bed"
            r"|sleep)|(?:at|in) bed|to sleep|last thing)\b", re.I),
    ),
)  # fmt: skip
"""The parts of a day, the places of medicines that lie in them, and their words."""
PLACES_OF: Final = {name: places for name, places, _ in PARTS}
NEAR: Final = {
    "evening": frozenset({"bedtime"}), "bedtime": frozenset({"dinner", "before_dinner"}),
    "dawn": frozenset({"before_breakfast", "breakfast"}), "noon": frozenset({"afternoon"}),
    "afternoon": frozenset({"noon", "dinner"}),
}  # fmt: skip
"""Places beside a part of the day that somebody else may call by its name."""
_COUNTS_KO: Final = ("한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열", "열한", "열두")
_COUNTS_EN: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_HOUR_KO: Final = lazy_regex(
    r"(?P<half>새벽|아침|오전|점심|낮|오후|저녁|밤)?\s?"
    rf"(?<![\d가-힣])(?P<h>\d{{1,2}}|{'|'.join(sorted(_COUNTS_KO, key=len, reverse=True))})\s?시(?!간|작|\s?에서)"
    r"\s?(?:(?P<half_hour>반)|(?P<m>\d{1,2})\s?분)?"
)
_HOUR_EN: Final = lazy_regex(
    rf"\b(?:(?P<at>at|by|around) )?(?P<h>\d{{1,2}}|{'|'.join(_COUNTS_EN)})(?:[:.](?P<m>[0-5]\d))?"
    r" ?(?P<half>a\.?m\.?\b|p\.?m\.?\b|o'?clock\b|in the (?:morning|afternoon|evening)\b|at night\b)?",
    re.IGNORECASE,
)
_LATE: Final = ("p", "in the a", "in the e", "at night", "오후", "저녁", "밤", "점심", "낮")
_DAYS: Final = lazy_regex(
    r"\b(?P<en>mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:days?)\b|(?P<ko>[월화수목금토일])(?:요일|욜)"
    r"|(?P<weekend>\bweekends?\b|주말)|(?P<weekdays>\bweekdays?\b|평일)",
    re.IGNORECASE,
)
_KOREAN_DAYS: Final = dict(zip("월화수목금토일", DAYS, strict=True))
_TODAY: Final = lazy_regex(r"\btoday\b|오늘", re.IGNORECASE)
_TOMORROW: Final = lazy_regex(r"\btomorrow\b|내일|낼(?=\s)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Moments:
    """Parts of the day by name, hours ("08:00") any of which is meant, and days of the week as a timing writes them."""

    parts: tuple[str, ...] = ()
    hours: tuple[str, ...] = ()
    days: tuple[str, ...] = ()

    @property
    def of_day(self) -> bool:
        """Whether a time of the day is named."""
        return bool(self.parts or self.hours)

    @property
    def places(self) -> frozenset[str]:
        """The places in the day of the parts."""
        return frozenset().union(*(PLACES_OF[one] for one in self.parts))


def moments_in(text: str, today: str) -> Moments:
    """The times that ``text`` names; ``today`` is the ISO date on which it is said, "" where no such day is meant."""
    hours: list[str] = []
    for pattern in (_HOUR_KO, _HOUR_EN):
        for match in pattern.finditer(text):
            hours += _hours_of(match)
    rest = _without_hours(text)
    parts = tuple(name for name, _, said in PARTS if said.search(rest) is not None)
    if "night" in parts and "bedtime" in parts:
        parts = tuple(one for one in parts if one != "night")
    return Moments(parts, tuple(dict.fromkeys(hours)), _days_in(text, today))


_SINCE: Final = lazy_regex(
    r"\bsince (?:this |early |yesterday |last )?(?:morning|noon|afternoon|evening|night)\b"
    r"|(?:아침|오전|점심|오후|저녁|밤)\s?(?:에)?(?:부터|이후로?|이래로?)(?!\s?(?:저녁|밤|점심)까지)",
    re.I,
)
"""A time from which something is counted, which is no time at which it is taken."""


def _without_hours(text: str) -> str:
    kept = _HOUR_KO.sub(" ", _SINCE.sub(" ", text))
    return _HOUR_EN.sub(lambda match: " " if _hours_of(match) else match[0], kept)


def _hours_of(match: re.Match[str]) -> list[str]:
    parts = match.groupdict()
    half, said = (parts["half"] or "").casefold(), parts["h"].casefold()
    if "at" in parts and not (half or (parts["at"] and (said.isdigit() or parts["m"])) or parts["m"]):
        return []
    hour = int(said) if said.isdigit() else (_COUNTS_KO + _COUNTS_EN).index(said) % _NOON + 1
    minute = int(parts["m"] or (30 if parts.get("half_hour") else 0))
    if hour > 24:
        return []
    if hour > _NOON or hour == 0:
        found = [hour % 24]
    elif half and half not in ("o'clock", "oclock"):
        late = half.startswith(_LATE)
        found = [hour % _NOON + (_NOON if late else 0)]
        if half == "밤" and hour in (_NOON, 1, 2, 3):
            found = [hour % _NOON]
        if half in ("점심", "낮") and hour in (10, 11):
            found = [hour]
    else:
        found = [hour % _NOON, hour % _NOON + _NOON]
    return [f"{one:02d}:{minute:02d}" for one in found]


def _days_in(text: str, today: str) -> tuple[str, ...]:
    days: list[str] = []
    for match in _DAYS.finditer(text):
        if match["en"]:
            days.append(match["en"].lower())
        elif match["ko"]:
            days.append(_KOREAN_DAYS[match["ko"]])
        else:
            days += DAYS[5:] if match["weekend"] else DAYS[:5]
    for said, ahead in ((_TODAY, 0), (_TOMORROW, 1)):
        if today and said.search(text) is not None:
            days.append(DAYS[(date.fromisoformat(today[:10]) + timedelta(days=ahead)).weekday()])
    return tuple(one for one in DAYS if one in days)
