"""The day on which somebody was born: "born 8 April 1958", "DOB 04/09/1958", "58년 4월 8일생", "생년월일 1958.4.8".

Of a day in figures alone the order is that of the words' own country where one number is no month; else the day comes
first, as Britain, Ireland, India and Australia write it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Final

from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_MONTHS: Final = {
    name: at for at, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), start=1)
}
_MONTH: Final = (
    r"(?P<m>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY: Final = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?"
_YEAR: Final = r"(?P<y>(?:19|20)\d{2}|['’]?\d{2})(?!\d|[./-]\d|\s?(?:mg|kg|%|weeks|and a half))"
_CUE: Final = (
    r"\b(?P<cue>d\.?o\.?b\.?|date of birth|birth ?date|birthday(?:'s|’s| is)?|b-?day(?: is)?|born(?: on| in)?"
    r"|b\.)\s?(?:is|was|:|=|-)?\s?(?:on )?(?:the )?"
)
_WORDED: Final = lazy_regex(
    rf"{_CUE}(?:{_DAY}\s?(?:of )?{_MONTH}(?:,? {_YEAR})?|{_MONTH.replace('<m>', '<m2>')}\s(?:the "
    rf")?{_DAY.replace('<d>', '<d2>')}(?!\d)(?:,? {_YEAR.replace('<y>', '<y2>')})?"
    rf"|{_MONTH.replace('<m>', '<m3>')},?\s(?:of )?{_YEAR.replace('<y>', '<y3>')})"
)
_FIGURES: Final = lazy_regex(
    rf"{_CUE}(?:(?P<y>(?:19|20)\d{{2}})[-./](?P<m>\d{{1,2}})[-./](?P<d>\d{{1,2}})|(?P<a>\d{{1,2}})[-./](?P<b>\d{{1,2}})[-./](?P<y2>(?:19|20)?\d{{2}}))(?!\d)"
)
_KO_CUE: Final = r"(?P<cue>생년월일|생일|생신|출생일)(?:은|는|이|가)?\s?[:：]?\s?"
_KO: Final = lazy_regex(
    rf"(?:{_KO_CUE})?(?<!\d)(?P<y>(?:19|20)?\d{{2}})\s?년\s?(?P<m>\d{{1,2}})\s?월\s?(?P<d>\d{{1,2}})\s?일\s?(?P<born>에?\s?생(?!리|활|신|각|존|산|겼|긴|기)|에?\s?태어|출생)?"
    rf"|{_KO_CUE.replace('<cue>', '<cue2>')}(?P<y2>(?:19"
    rf"|20)?\d{{2}})[-./]\s?(?P<m2>\d{{1,2}})[-./]\s?(?P<d2>\d{{1,2}})(?!\d)"
    rf"|{_KO_CUE.replace('<cue>', '<cue3>')}(?P<six>\d{{6}}|\d{{8}})(?!\d)"
    rf"|{_KO_CUE.replace('<cue>', '<cue4>')}(?P<m4>\d{{1,2}})\s?월\s?(?P<d4>\d{{1,2}})\s?일"
)
_AMERICAN: Final = lazy_regex(r"\b(?:er\b|medicaid|medicare|cvs|walgreens|mom|tylenol|lbs?|pounds|pcp|highschool)")
_OLDEST: Final = 120


def birth_told(sheet: Sheet) -> Iterator[tuple[str, int, int]]:
    """The day of a birth as an ISO date ("--04-08" where no year is told), with its place in the text."""
    today = date.fromisoformat(sheet.day)
    for value, start, end in _korean(sheet, today) if sheet.language == "ko" else _english(sheet, today):
        if value:
            yield value, start, end


def _english(sheet: Sheet, today: date) -> Iterator[tuple[str, int, int]]:
    low = sheet.folded
    for match in _WORDED.finditer(low):
        groups = match.groupdict()
        month = _MONTHS[(groups["m"] or groups["m2"] or groups["m3"])[:3]]
        day, year = groups["d"] or groups["d2"], groups["y"] or groups["y2"] or groups["y3"]
        if year is None and groups["cue"].startswith(("born", "b.")):
            yield _recent(today, month, int(day)) if day else "", match.start(), match.end()
        else:
            yield _iso(today, year, month, int(day) if day else None), match.start(), match.end()
    for match in _FIGURES.finditer(low):
        if match["y"]:
            yield _iso(today, match["y"], int(match["m"]), int(match["d"])), match.start(), match.end()
            continue
        day, month = int(match["a"]), int(match["b"])
        if month > 12 or (day <= 12 and _AMERICAN.search(low)):
            day, month = month, day
        yield _iso(today, match["y2"], month, day), match.start(), match.end()


def _korean(sheet: Sheet, today: date) -> Iterator[tuple[str, int, int]]:
    for match in _KO.finditer(sheet.folded):
        one = match.groupdict()
        if one["y"] and (one["cue"] or one["born"]):
            yield _iso(today, one["y"], int(one["m"]), int(one["d"])), match.start(), match.end()
        elif one["y2"]:
            yield _iso(today, one["y2"], int(one["m2"]), int(one["d2"])), match.start(), match.end()
        elif one["six"]:
            digits = one["six"]
            yield _iso(today, digits[:-4], int(digits[-4:-2]), int(digits[-2:])), match.start(), match.end()
        elif one["m4"]:
            yield _iso(today, None, int(one["m4"]), int(one["d4"])), match.start(), match.end()


def _iso(today: date, year: str | None, month: int, day: int | None) -> str:
    """An ISO date, of which the day or the year may be open; "" where there is no such day."""
    whole = _century(today, int(year.strip("'’"))) if year else None
    try:
        checked = date(whole or 2000, month, day or 1)
    except ValueError:
        return ""
    if whole is None:
        return f"--{checked.isoformat()[5:]}"
    if checked > today or whole < today.year - _OLDEST:
        return ""
    return checked.isoformat() if day else checked.isoformat()[:7]


def _century(today: date, year: int) -> int:
    if year >= 100:
        return year
    return year + (2000 if year <= today.year % 100 else 1900)


def _recent(today: date, month: int, day: int) -> str:
    """A birth without a year: of a newborn the last such day, where it is not long ago."""
    try:
        told = date(today.year, month, day)
        told = told if told <= today else date(today.year - 1, month, day)
    except ValueError:
        return ""
    return told.isoformat() if (today - told).days <= _NEWBORN else f"--{told.isoformat()[5:]}"


_NEWBORN: Final = 120
"""Days in which a birth without a year is that of a newborn."""
