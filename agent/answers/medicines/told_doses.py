"""A dose that the conversation told: how much of which strength, and at what hour it was given."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from agent.answers.consultation import Consultation
from agent.words.figures import number
from extraction.text.lazy_regex import lazy_regex

_STRENGTH: Final = lazy_regex(
    r"(?P<mg>\d+(?:\.\d+)?)\s?mg\s?(?:/|per|in|는|에)\s?(?:(?P<ml>\d+(?:\.\d+)?)\s?)?ml"
    r"|(?:1\s?)?ml\s?(?:당|에)\s?(?P<each>\d+(?:\.\d+)?)\s?mg"
    r"|(?<![\d.])(?P<bare>\d{2,3})\s?(?:/|in)\s?(?P<bare_ml>5)(?![\d.])",
    re.IGNORECASE,
)
"""How strong a syrup is: "120 mg/5 ml", "32mg/ml", "1ml에 32mg", "160/5"."""
_VOLUME: Final = lazy_regex(
    r"(?<![\d./])(?P<n>\d{1,2}(?:\.\d+)?)\s?(?:mls?\b|ml(?![a-z])|밀리|미리|cc|시시)", re.IGNORECASE
)
_MILLIGRAMS: Final = lazy_regex(r"(?<![\d./])(?P<n>\d{2,4})\s?mg(?!\s?(?:/|per|in|는|에))", re.IGNORECASE)
_LINES: Final = 4
"""Lines back to which an amount or a strength still is the one that is meant."""
_GAVE: Final = lazy_regex(
    r"\b(?:gave|given|give him|give her|had|took|taken|dose)\b|먹였|먹인|줬|먹었|드셨|투여|먹고", re.IGNORECASE
)
_CLOCK_EN: Final = lazy_regex(
    r"\b(?:at|around|about|@) ?(?P<h>\d{1,2})(?:[:.](?P<m>\d{2}))? ?"
    r"(?P<half>a\.?m|p\.?m|(?:(?:this|in the) )?(?:morning|afternoon|evening)|last night|tonight)?\b"
    r"(?! ?(?:ml|mg|kg|%|months"
    r"|weeks))"
    r"|\b(?P<h2>\d{1,2})(?:[:.](?P<m2>\d{2}))? ?(?P<half2>a\.?m|p\.?m)\b",
    re.IGNORECASE,
)
_CLOCK_KO: Final = lazy_regex(
    r"(?P<half>오전|아침|새벽|오후|저녁|밤|낮|점심)?\s?(?P<h>\d{1,2})\s?시(?!간)\s?(?:(?P<m>\d{1,2})\s?분"
    r"|(?P<half_hour>반))?"
)
_JUST_NOW: Final = lazy_regex(r"\bjust (?:gave|had|given|took)\b|방금|지금 막|막 먹", re.IGNORECASE)
_AFTER_NOON: Final = (
    "p",
    "this a",
    "in the a",
    "afternoon",
    "this e",
    "in the e",
    "evening",
    "last night",
    "tonight",
    "오후",
    "저녁",
    "밤",
    "낮",
    "점심",
)
_NOON: Final = 12


@dataclass(frozen=True, slots=True)
class Given:
    """An amount that was given; ``milligrams`` None where the strength is not known, ``at`` where no hour was told."""

    milligrams: float | None = None
    volume: float | None = None
    at: datetime | None = None

    def words(self, language: str) -> str:
        """The amount as it was told, and what it holds: "5 mL = 160 mg"."""
        held = f"{number(round(self.milligrams or 0.0, 1))} mg"
        if self.volume is None:
            return held
        return f"{number(self.volume)}mL({held})" if language == "ko" else f"{number(self.volume)} mL ({held})"

    def after(self, hours: int) -> Given:
        """The moment so many hours later."""
        assert self.at is not None
        return Given(at=self.at + timedelta(hours=hours))

    def clock(self, language: str) -> str:
        """The hour, as it is said."""
        assert self.at is not None
        hour, minute = self.at.hour % _NOON or _NOON, self.at.minute
        late = self.at.hour >= _NOON
        if language == "ko":
            return f"{'오후' if late else '오전'} {hour}시" + (f" {minute}분" if minute else "")
        return f"{hour}:{minute:02d} {'pm' if late else 'am'}"


def strength_of(consultation: Consultation) -> float | None:
    """Milligrams in a millilitre of the syrup, as last told."""
    for text, _ in _lately(consultation):
        if match := _STRENGTH.search(text):
            if match["each"]:
                return float(match["each"])
            milligrams, millilitres = match["mg"] or match["bare"], match["ml"] or match["bare_ml"] or "1"
            return float(milligrams) / float(millilitres) if float(millilitres) else None
    return None


def volume_of(consultation: Consultation) -> float | None:
    """Millilitres that were told last, the ones of a strength left out."""
    for text, _ in _lately(consultation):
        if match := _VOLUME.search(_STRENGTH.sub(" ", text)):
            return float(match["n"])
    return None


def last_given(consultation: Consultation) -> Given | None:
    """The dose that was told last, with its hour where that was told; None where none was."""
    volume, strength = volume_of(consultation), strength_of(consultation)
    milligrams = volume * strength if volume is not None and strength else _milligrams(consultation)
    moment = _moment(consultation)
    if milligrams is None and volume is None and moment is None:
        return None
    return Given(milligrams, volume, moment)


def dose_before(consultation: Consultation) -> Given | None:
    """The dose that was told last before these words, with its hour; None where no hour of one was told."""
    for text, said_at in _lately(consultation)[1:]:
        if not _GAVE.search(text):
            continue
        moment = _hour(text, said_at) or (said_at if _JUST_NOW.search(text) else None)
        if moment is not None:
            # An hour that has not come yet was yesterday's.
            moment = moment if moment <= said_at else moment - timedelta(days=1)
            plain = _STRENGTH.sub(" ", text)
            volume, milligrams = _VOLUME.search(plain), _MILLIGRAMS.search(plain)
            return Given(float(milligrams["n"]) if milligrams else None, float(volume["n"]) if volume else None, moment)
    return None


def _milligrams(consultation: Consultation) -> float | None:
    for text, _ in _lately(consultation):
        if match := _MILLIGRAMS.search(_STRENGTH.sub(" ", text)):
            return float(match["n"])
    return None


def _moment(consultation: Consultation) -> datetime | None:
    """When the last dose was given: at the hour told with it, or the moment of "just gave him"."""
    for text, said_at in _lately(consultation):
        if not _GAVE.search(text):
            continue
        if found := _hour(text, said_at):
            return found
        if _JUST_NOW.search(text):
            return said_at
    return None


def _hour(text: str, said_at: datetime) -> datetime | None:
    text = _IN_WORDS.sub(_in_figures, text)
    english, korean = _CLOCK_EN.search(text), _CLOCK_KO.search(text)
    match = english or korean
    if match is None:
        return None
    parts = match.groupdict()
    hour = int(parts["h"] or parts.get("h2") or 0)
    minute = int(parts["m"] or parts.get("m2") or (30 if parts.get("half_hour") else 0))
    half = (parts["half"] or parts.get("half2") or "").casefold()
    if hour > 23 or minute > 59:
        return None
    day = said_at.replace(minute=minute, second=0, microsecond=0)
    if half:
        late = half.startswith(_AFTER_NOON)
        return day.replace(hour=hour % _NOON + (_NOON if late else 0) if hour <= _NOON else hour)
    # Without a half of the day the last such hour before it was told is meant.
    hours = [hour] if hour > _NOON else [hour % _NOON, hour % _NOON + _NOON]
    past = [one for one in (day.replace(hour=each) for each in hours) if one <= said_at]
    return max(past) if past else day.replace(hour=hours[-1]) - timedelta(days=1)


_HOURS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_IN_WORDS: Final = lazy_regex(
    rf"\b(?:(?P<part>half past|half|quarter past|quarter to) )(?P<hour>{'|'.join(_HOURS)}|\d{{1,2}})\b"
    rf"|\bat (?P<whole>{'|'.join(_HOURS)})\b",
    re.IGNORECASE,
)
"""Hours in words: "half past eight", "quarter to ten", "at nine"."""
_MINUTES: Final = {"half past": 30, "half": 30, "quarter past": 15, "quarter to": -15}


def _in_figures(match: re.Match[str]) -> str:
    said = (match["hour"] or match["whole"]).casefold()
    hour = int(said) if said.isdigit() else _HOURS.index(said) + 1
    minutes = _MINUTES[match["part"].casefold()] if match["part"] else 0
    hour, minutes = (hour, minutes) if minutes >= 0 else (hour - 1 or _NOON, 60 + minutes)
    return f"{'' if match['part'] else 'at '}at {hour}:{minutes:02d}".replace("at at", "at")


def _lately(consultation: Consultation) -> list[tuple[str, datetime]]:
    """What was said lately with its moment in the patient's zone, these words first."""
    question = consultation.situation.question
    zone = ZoneInfo(question.time_zone)
    lines = consultation.situation.view.tiers.lines
    before = [(line.question, line.said_at) for turn, line in sorted(lines.items()) if turn < question.turn_number]
    lately = [(question.text, question.said_at), *before[::-1][:_LINES]]
    return [(text, moment.astimezone(zone)) for text, moment in lately]
