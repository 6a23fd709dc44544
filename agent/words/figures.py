"""How numbers, units, dates and frequencies are written for a patient, in Korean and English."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_UNITS: Final = {
    "mm[Hg]": "mmHg",
    "mL/min/{1.73_m2}": "mL/min/1.73m²",
    "mL/min/1.73m2": "mL/min/1.73m²",
    "kg/m2": "kg/m²",
    "ug": "mcg",
    "Cel": "°C",
    "[degF]": "°F",
    "meq/L": "mEq/L",
    "m[IU]/L": "mIU/L",
    "[lb_av]": "lb",
    "[in_i]": "in",
    "{degree}": "°",
    "{score}": "/10",
}
"""UCUM codes whose printed form differs from the code."""
_MARKS: Final = lazy_regex(r"\{[^{}]*\}|[\[\]]")
"""What UCUM adds to a unit for machines: annotations in braces ("{INR}") and the brackets of customary units."""
_ONE_DECIMAL: Final = frozenset({"%", "g/dL", "mmol/L"})
"""Units whose tests are customarily reported to one decimal place."""
_MOST_DECIMALS: Final = {"%": 1, "g/dL": 1, "mm[Hg]": 0, "mg/dL": 1}
_DEFAULT_DECIMALS: Final = 2
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAY: Final = len("2026-01-31")
_TIMES_KO: Final = {1: "한", 2: "두", 3: "세", 4: "네", 5: "다섯", 6: "여섯"}
_TIMES_EN: Final = {1: "once", 2: "twice", 3: "three times", 4: "four times"}
_FREQUENCIES: Final = {
    "QD": ("하루 한 번", "once a day"),
    "BID": ("하루 두 번", "twice a day"),
    "TID": ("하루 세 번", "three times a day"),
    "QID": ("하루 네 번", "four times a day"),
    "QHS": ("자기 전에 한 번", "at bedtime"),
    "QOD": ("이틀에 한 번", "every other day"),
    "PRN": ("필요할 때", "as needed"),
    "WEEKLY": ("일주일에 한 번", "once a week"),
    "MONTHLY": ("한 달에 한 번", "once a month"),
    "YEARLY": ("일 년에 한 번", "once a year"),
    "CONTINUOUS": ("계속", "continuously"),
    "ONCE": ("한 번만", "one time only"),
}
"""Customary prescription abbreviations (see extraction/values/frequencies.py), in words."""
_PERIODS: Final = {
    "h": ("시간", "hours"),
    "d": ("일", "days"),
    "wk": ("주", "weeks"),
    "mo": ("개월", "months"),
    "y": ("년", "years"),
}
_EVERY: Final = lazy_regex(r"q(\d+)(h|d|wk|mo|y)", re.IGNORECASE)
_COUNTED: Final = lazy_regex(r"(\d+)(?:-(\d+))?/(day|week|month|year)", re.IGNORECASE)
_COUNTED_PERIODS: Final = {
    "day": ("하루", "day"),
    "week": ("일주일에", "week"),
    "month": ("한 달에", "month"),
    "year": ("일 년에", "year"),
}


_MOST: Final = 1e15


def number(value: float, unit: str | None = None) -> str:
    """``value`` in plain digits: as many decimals as it has, within what its unit is reported to.

    No measurement has sixteen digits before the point; a number that has is written with an exponent.
    """
    if not abs(value) < _MOST:
        return f"{value:g}"
    most = _MOST_DECIMALS.get(unit or "", _DEFAULT_DECIMALS)
    exact = Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-most), rounding=ROUND_HALF_UP)
    digits = format(exact.normalize(), "f")
    return f"{digits}.0" if unit in _ONE_DECIMAL and "." not in digits else digits


def unit_text(unit: str | None) -> str:
    """A UCUM unit as people write it."""
    if unit in (None, "", "1"):
        return ""
    return _UNITS.get(unit) or _MARKS.sub("", unit.replace("10*", "10^"))


def quantity(value: float, unit: str | None) -> str:
    """A number with its unit: "6.3%", "107 mg/dL"."""
    written = unit_text(unit)
    joint = "" if written in ("%", "°C", "°F", "°", "", "/10") else " "
    return f"{number(value, unit)}{joint}{written}"


def difference(earlier: float, later: float, unit: str | None) -> float:
    """``later`` minus ``earlier`` as they are printed, so that the answer's arithmetic can be checked by its reader."""
    return float(Decimal(number(later, unit)) - Decimal(number(earlier, unit)))


def difference_text(amount: float, unit: str | None, language: str) -> str:
    """The size of a change with its unit; percentages differ in percentage points."""
    if unit != "%":
        return quantity(abs(amount), unit)
    points = number(abs(amount), unit)
    return f"{points}%p" if language == "ko" else f"{points} percentage points"


def day_text(day: str, language: str) -> str:
    """A day of a row of days, without its year: "6월 1일", "1 Jun"; a month or a year told for one as it is."""
    if len(day) < _DAY:
        return date_text(day, language)
    month, of_month = int(day[5:7]), int(day[8:10])
    return f"{month}월 {of_month}일" if language == "ko" else f"{of_month} {_MONTHS[month - 1]}"


def span_text(days: int, language: str) -> str:
    """So many days: "3일", "1 day"."""
    return f"{days}일" if language == "ko" else f"{days} day{'' if days == 1 else 's'}"


def date_text(day: str, language: str) -> str:
    """A partial ISO date in words: 2020년 12월 13일, 13 Dec 2020; anything else as it stands."""
    parts = day[:10].split("-")
    if not all(part.isdigit() for part in parts) or not 1 <= len(parts) <= 3:
        return day
    numbers = [int(part) for part in parts]
    if language == "ko":
        return " ".join(f"{value}{name}" for value, name in zip(numbers, ("년", "월", "일"), strict=False))
    words = [str(numbers[0])]
    if len(numbers) > 1:
        words.insert(0, _MONTHS[(numbers[1] - 1) % 12])
    if len(numbers) > 2:
        words.insert(0, str(numbers[2]))
    return " ".join(words)


def birth_text(day: str, language: str) -> str:
    """A day of birth in words, of which the year may be open ("--04-08"): 8 Apr 1958, 4월 8일."""
    if not day.startswith("--"):
        return date_text(day, language)
    month, number = (int(part) for part in day[2:].split("-"))
    return f"{month}월 {number}일" if language == "ko" else f"{number} {_MONTHS[month - 1]}"


def times_text(count: int, language: str) -> str:
    """How often something happened: "세 번", "3 times", "once"."""
    if language == "ko":
        return f"{_TIMES_KO[count]} 번" if count in _TIMES_KO else f"{count}번"
    return "once" if count == 1 else f"{count} times"


def frequency_text(code: str, language: str) -> str:
    """A frequency code in words; a code that is not known stands as it is."""
    which = 0 if language == "ko" else 1
    known = _FREQUENCIES.get(code.upper())
    if known:
        return known[which]
    if every := _EVERY.fullmatch(code):
        period = _PERIODS[every[2].lower()]
        return f"{every[1]}{period[0]}마다" if language == "ko" else f"every {every[1]} {period[1]}"
    if counted := _COUNTED.fullmatch(code):
        return _counted_text(counted, language)
    return code


def _counted_text(counted: re.Match[str], language: str) -> str:
    low, high, period = counted[1], counted[2], _COUNTED_PERIODS[counted[3].lower()]
    if language == "ko":
        times = f"{low}~{high}" if high else _TIMES_KO.get(int(low), low)
        return f"{period[0]} {times} 번"
    times = f"{low} to {high} times" if high else _TIMES_EN.get(int(low), f"{low} times")
    return f"{times} a {period[1]}"
