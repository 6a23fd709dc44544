"""Hours of the day at which something was given, as they are told beside it: "half five", "11시", "두 시간 전".

An hour without a half of the day is the last such hour before it was told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_NOON: Final = 12
_I: Final = re.IGNORECASE
_NAMES: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NATIVE: Final = ("한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열", "열한", "열두")
_H: Final = rf"(?:\d{{1,2}}|{'|'.join(_NAMES)})"
_HALF_EN: Final = (
    r"(?: ?(?P<{}>[ap]\.?m\b\.?|o'?clock(?: (?:this|in the) (?:morning|afternoon|evening))?|(?:this |in the "
    r"|yesterday )?(?:morning|afternoon|evening)"
    r"|last night|tonight|at night))?"
)


def _half(name: str) -> str:
    return _HALF_EN.format(name)


_ENGLISH: Final = lazy_regex(
    rf"\b(?P<part>half(?: past)?|quarter (?:past|to)|\d{{1,2}}(?: min(?:ute)?s?)? (?:past|to)|(?:five|ten|twenty"
    rf"|twenty[- ]five) (?:past|to)) (?P<ph>{_H})\b(?! (?:hours?|min|ml|mg|days?|weeks?|months?|years?)){_half('p1')}"
    rf"|\b(?P<h2>\d{{1,2}})(?:[:.](?P<m2>\d{{2}}))? ?(?P<p2>[ap]\.?m)\b"
    rf"|\b(?:at|around|about|@|by|since|till|the) ?(?:about |around )?(?P<h3>\d{{1,2}})(?:[:.](?P<m3>\d{{2}}))?\b(?!"
    rf" ?(?:past\b|to (?:\d|{'|'.join(_NAMES)})|ml|mls|mg|kg|kilo|lb|pound|%|°"
    rf"|months?|weeks?|days?|years?|hours?|min|degrees|wks?|yrs?|times|doses?"
    rf"|tablets?|spots|nappies|st\b)|[.,]\d){_half('p3')}"
    rf"|\b(?:at|around) (?P<h4>{'|'.join(_NAMES)})\b(?! (?:months?|weeks?|days?|years?|hours?|min)){_half('p4')}"
    r"|(?<![\d.,])(?P<h5>\d{1,2}):(?P<m5>\d{2})(?!\d)"
    + _half("p5")
    + r"|\b(?:at )?(?P<word>noon|midday|midnight|lunch ?time)\b",
    _I,
)
_AGO_EN: Final = lazy_regex(
    r"\b(?:(?P<h>\d{1,2}(?:\.5)?|an|one|two|three|four|five|six|seven|eight|a couple of)(?P<half> and a half)?"
    r" (?:hours?|hrs?)"
    r"|(?P<halfhour>half an hour)|(?P<m>\d{1,3}|five|ten|twenty) ?(?:min(?:ute)?s?))(?: or so)? (?:ago|back|since)\b",
    _I,
)
_NOW: Final = lazy_regex(r"\b(?:just (?:now|gave|given|had|took)|this minute)\b|방금|지금\s?막|막\s?(?:먹|넣|줬)", _I)
_KOREAN: Final = lazy_regex(
    r"(?P<now>(?:지금|현재|시방)\s?(?:은\s?|이\s?)?)?(?P<day>어제|그저께|오늘)?\s?(?P<half>오전|아침|새벽|오후|저녁"
    r"|밤|낮|점심)?(?:에)?\s?"
    rf"(?<![\d.])(?P<h>\d{{1,2}}|{'|'.join(sorted(_NATIVE, key=len, reverse=True))})\s?시(?!간|작|럽|켜"
    rf"|킨)\s?(?:(?P<m>\d{{1,2}})\s?분|(?P<half_hour>반))?"
    r"(?!\s?(?:인데|이고|이에요|예요|다\s?돼))"
)
_AGO_KO: Final = lazy_regex(
    rf"(?P<h>\d{{1,2}}|{'|'.join(sorted(_NATIVE, key=len, reverse=True))})\s?시간\s?(?P<half>반)?\s?(?:쯤\s?"
    rf"|정도\s?)?전|(?P<m>\d{{1,3}})\s?분\s?(?:쯤\s?|정도\s?)?전|(?P<halfhour>삼십\s?분)\s?전"
)
_LATE_EN: Final = (
    "p",
    "afternoon",
    "this afternoon",
    "in the afternoon",
    "evening",
    "this evening",
    "in the evening",
    "last night",
    "tonight",
    "at night",
    "yesterday afternoon",
    "yesterday evening",
)
_MINUTES: Final = {"half": 30, "half past": 30, "quarter past": 15, "quarter to": -15}
_COUNTS: Final = {"five": 5, "ten": 10, "twenty": 20, "twenty five": 25, "twenty-five": 25}


@dataclass(frozen=True, slots=True)
class Hour:
    """A moment told at [start, end) of a text."""

    at: datetime
    start: int
    end: int


def hours_in(text: str, said_at: datetime) -> tuple[Hour, ...]:
    """The moments that ``text`` names as hours, in order; ``said_at`` is the moment of saying, in the local zone."""
    found = [*_english(text, said_at), *_korean(text, said_at), *_ago(text, said_at)]
    kept: list[Hour] = []
    for one in sorted(found, key=lambda hour: (hour.start, -hour.end)):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return tuple(kept)


def _ago(text: str, said_at: datetime) -> Iterator[Hour]:
    for match in _AGO_EN.finditer(text):
        if match["halfhour"]:
            minutes = 30.0
        elif match["m"]:
            minutes = float(_COUNTS.get(match["m"].casefold()) or match["m"])
        else:
            said = match["h"].casefold()
            hours = {"an": 1.0, "a couple of": 2.0}.get(said) or _counted(said)
            minutes = 60 * (hours + (0.5 if match["half"] else 0.0))
        yield Hour(said_at - timedelta(minutes=minutes), match.start(), match.end())
    for match in _AGO_KO.finditer(text):
        if match["m"] or match["halfhour"]:
            minutes = float(match["m"] or 30)
        else:
            minutes = 60 * (_counted(match["h"]) + (0.5 if match["half"] else 0.0))
        yield Hour(said_at - timedelta(minutes=minutes), match.start(), match.end())
    for match in _NOW.finditer(text):
        yield Hour(said_at, match.start(), match.end())


def _counted(said: str) -> float:
    if said in _NAMES:
        return _NAMES.index(said) + 1.0
    return _NATIVE.index(said) + 1.0 if said in _NATIVE else float(said)


def _english(text: str, said_at: datetime) -> Iterator[Hour]:
    for match in _ENGLISH.finditer(text):
        parts = match.groupdict()
        if match["word"]:
            hour, minute, half = {"midnight": 0}.get(match["word"].casefold(), 12), 0, "24"
        elif match["part"]:
            hour, half, said = int(_counted(match["ph"].casefold())), parts["p1"] or "", match["part"].casefold()
            if said in _MINUTES:
                minute = _MINUTES[said]
            else:
                count, _, direction = (
                    said.replace(" minutes", "")
                    .replace(" mins", "")
                    .replace(" minute", "")
                    .replace(" min", "")
                    .rpartition(" ")
                )
                minute = int(_COUNTS.get(count) or count) * (1 if direction == "past" else -1)
            if minute < 0:
                hour, minute = hour - 1 or _NOON, 60 + minute
        else:
            key = next(each for each in "2345" if parts[f"h{each}"])
            hour = int(_counted(parts[f"h{key}"].casefold()))
            minute, half = int(parts.get(f"m{key}") or 0), parts[f"p{key}"] or ""
        if hour <= 23 and minute <= 59:
            before = text[max(0, match.start() - 12) : match.start()].casefold()
            past_day = "yesterday" in half.casefold() or "yesterday" in before
            yield Hour(_moment(said_at, hour, minute, half.casefold(), yesterday=past_day), match.start(), match.end())


def _korean(text: str, said_at: datetime) -> Iterator[Hour]:
    for match in _KOREAN.finditer(text):
        hour, minute = int(_counted(match["h"])), int(match["m"] or (30 if match["half_hour"] else 0))
        if hour <= 24 and minute <= 59 and not match["now"]:
            half = {"오전": "am", "아침": "am", "새벽": "am", None: ""}.get(match["half"], "pm")
            if match["half"] in ("밤", "새벽") and hour == _NOON:
                half = "am"
            yield Hour(
                _moment(said_at, hour % 24, minute, half, yesterday=match["day"] == "어제"), match.start(), match.end()
            )


def _moment(said_at: datetime, hour: int, minute: int, half: str, *, yesterday: bool = False) -> datetime:
    day = said_at.replace(minute=minute, second=0, microsecond=0)
    if half == "24":
        hours = [hour]
    elif half.startswith(
        (
            "a",
            "this morning",
            "in the morning",
            "morning",
            "o'clock this morning",
            "o'clock in the morning",
            "yesterday morning",
        )
    ):
        hours = [hour % _NOON if hour <= _NOON else hour]
    elif half.startswith(_LATE_EN) or "afternoon" in half or "evening" in half:
        hours = [hour % _NOON + _NOON if hour <= _NOON else hour]
    else:
        hours = [hour] if hour > _NOON else [hour % _NOON, hour % _NOON + _NOON]
    if yesterday:
        return day.replace(hour=hours[-1]) - timedelta(days=1)
    past = [one for one in (day.replace(hour=each) for each in hours) if one <= said_at + timedelta(minutes=5)]
    return max(past) if past else day.replace(hour=hours[-1]) - timedelta(days=1)
