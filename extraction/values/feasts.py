"""Days that people name by a feast: "크리스마스", "작년 추석", "at Easter", "since New Year's"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from extraction.text.lazy_regex import lazy_regex
from extraction.text.needed_letters import Rows
from extraction.values.partial_dates import Partial, Reading, day_of, month_of

_FIXED: Final = (
    (12, 24, r"christmas eve|xmas eve|크리스마스\s?이브|성탄\s?전야"),
    (12, 25, r"christmas(?: day)?|xmas|크리스마스|성탄절"),
    (12, 31, r"new year'?s eve|hogmanay|섣달\s?그믐"),
    (1, 1, r"new year(?:'?s)?(?: day)?|신정|새해\s?첫날"),
    (2, 14, r"valentine'?s(?: day)?|발렌타인(?:\s?데이)?|밸런타인(?:\s?데이)?"),
    (3, 1, r"삼일절|3\.1절"),
    (3, 17, r"(?:st\.? patrick'?s|paddy'?s) day"),
    (5, 5, r"어린이날"),
    (5, 8, r"어버이날"),
    (5, 15, r"스승의\s?날"),
    (6, 6, r"현충일"),
    (7, 4, r"(?:the )?(?:fourth|4th) of july|independence day"),
    (8, 15, r"광복절"),
    (10, 3, r"개천절"),
    (10, 9, r"한글날"),
    (10, 31, r"hallowe?'?en|핼러윈|할로윈"),
    (11, 5, r"bonfire night|guy fawkes(?: night)?"),
    (12, 26, r"boxing day"),
)

SEOLLAL: Final = {
    2015: (2, 19), 2016: (2, 8), 2017: (1, 28), 2018: (2, 16), 2019: (2, 5), 2020: (1, 25), 2021: (2, 12),
    2022: (2, 1), 2023: (1, 22), 2024: (2, 10), 2025: (1, 29), 2026: (2, 17), 2027: (2, 7), 2028: (1, 27),
    2029: (2, 13), 2030: (2, 3),
}  # fmt: skip
"""The first day of the lunar year in Korea (Korea Astronomy and Space Science Institute)."""

CHUSEOK: Final = {
    2015: (9, 27), 2016: (9, 15), 2017: (10, 4), 2018: (9, 24), 2019: (9, 13), 2020: (10, 1), 2021: (9, 21),
    2022: (9, 10), 2023: (9, 29), 2024: (9, 17), 2025: (10, 6), 2026: (9, 25), 2027: (9, 15), 2028: (10, 3),
    2029: (9, 22), 2030: (9, 12),
}  # fmt: skip
"""The fifteenth day of the eighth lunar month in Korea (Korea Astronomy and Space Science Institute)."""

_MOVING: Final = {
    "seollal": r"(?:구정|설날?|음력\s?설)(?=\s?(?:에|때|전|쯤|연휴|명절|지나|쇠|부터|날)|[,.!?]|$)",
    "chuseok": r"추석|한가위",
    "easter": r"easter(?: sunday| monday)?|부활절",
    "thanksgiving": r"thanksgiving",
}

_YEARS_KO: Final = {"재작년": -2, "작년": -1, "지난해": -1, "올해": 0, "올": 0, "이번": 0, "내년": 1}
_SHIFT: Final = (
    rf"(?:(?<![가-힣])(?P<year>{'|'.join(sorted(_YEARS_KO, key=len, reverse=True))})\s?)?"
    r"(?:\b(?P<shift>last|this|next) )?"
)
_EDGES: Final = r"(?<![가-힣a-z])(?:{names})(?![a-z])"
_FEASTS: Final[Rows[tuple[re.Pattern[str], str | tuple[int, int]]]] = Rows((
    *(
        (lazy_regex(_SHIFT + _EDGES.format(names=names), re.IGNORECASE), (month, day))
        for month, day, names in _FIXED
    ),
    *((lazy_regex(_SHIFT + _EDGES.format(names=names), re.IGNORECASE), feast) for feast, names in _MOVING.items()),
), lambda row: row[0])  # fmt: skip
_SOON: Final = 21
"""Days ahead within which a feast without a year is the one to come."""


def feast_dates(text: str, today: date) -> Iterator[Reading]:
    """The feasts of normalised `text`: days, but months for those that move, around which people speak of them."""
    for pattern, feast in _FEASTS.worth_trying(text):
        for match in pattern.finditer(text):
            found = _of(feast, match, today)
            if found is not None:
                yield Reading(found[0], found[1], match.start(), match.end())


def _of(feast: str | tuple[int, int], match: re.Match[str], today: date) -> Partial | None:
    year = today.year
    if match["year"]:
        year += _YEARS_KO[match["year"]]
    else:
        days = [one for one in (_day(feast, year + by) for by in (-1, 0, 1)) if one is not None]
        past = [one for one in days if (one - today).days <= (0 if match["shift"] == "last" else _SOON)]
        if match["shift"] == "next":
            past = [one for one in days if one > today][:1]
        if not past:
            return None
        year = past[-1].year
    day = _day(feast, year)
    if day is None:
        return None
    return day_of(day.year, day.month, day.day) if isinstance(feast, tuple) else month_of(day.year, day.month)


def _day(feast: str | tuple[int, int], year: int) -> date | None:
    """The day of a feast in a year; None where no table knows it."""
    if isinstance(feast, tuple):
        return date(year, *feast)
    if feast == "easter":
        return easter(year)
    if feast == "thanksgiving":
        first = date(year, 11, 1)
        return first + timedelta(days=(3 - first.weekday()) % 7 + 21)
    told = (SEOLLAL if feast == "seollal" else CHUSEOK).get(year)
    return date(year, *told) if told is not None else None


def easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar (the anonymous algorithm printed in Nature, 20 April 1876)."""
    golden, (century, rest) = year % 19, divmod(year, 100)
    leaps, over = divmod(century, 4)
    correction = (century - (century + 8) // 25 + 1) // 3
    epact = (19 * golden + century - leaps - correction + 15) % 30
    quarter, single = divmod(rest, 4)
    weekday = (32 + 2 * over + 2 * quarter - epact - single) % 7
    moon = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * moon + 114, 31)
    return date(year, month, day + 1)
