"""Days of the month told without their month, in Korean: "9일 142/88, 10일 136/84", "3일 2알, 5일 1알", "6일도 두 알".

"일" counts days as well as it names one ("1일 2알" is a rhythm, "3일 2알씩" a span). It names one before a pressure,
in a row of days that run on and have a value or a count of one kind each, behind a day told so with its month, or
where "도" adds it to days told before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Final

from extraction.text.lazy_regex import lazy_regex
from extraction.values.partial_dates import Partial, Reading, day_of, shifted_month

_COUNTER: Final = r"(?P<unit>알|정|캡슐|캡|개|포|봉지?|병|번|회|모금|퍼프|칙)"
_WHAT: Final = (
    r"(?=\s?(?:아침|저녁|점심|오전|오후|밤|새벽)?(?:에는?|엔)?\s?[:=]?\s?"
    r"(?:(?P<pressure>\d{2,3}\s?(?:/|에)\s?\d{2,3}(?!\d))"
    rf"|(?P<count>\d{{1,2}}|한|두|세|네|다섯|반)\s?{_COUNTER}(?!\s?씩)(?![가-힣]{{2,}}마다)"
    r"|(?P<value>\d{2,3}(?:\.\d+)?|\d\.\d+)(?![\d/])(?!\s?(?:[가-힣]{0,2}(?:정|알|개|원|만|분|명|점|캡슐|일|회|번|세|살|보|걸음)|mc?g))))"
)
_DAY: Final = lazy_regex(
    r"(?<![\d가-힣./:~-])(?<!월\s)(?P<d>\d{1,2})일(?P<with>에도|에는|엔|은|는|도|날|에)?" + _WHAT, re.ASCII
)
_BEHIND_MONTH: Final = lazy_regex(r"(?:에도|에는|엔|은|는|도|날|에)?" + _WHAT, re.ASCII)
_CHAIN: Final = lazy_regex(
    r"(?<![\d가-힣./:~-])(?<!월\s)(?:\d{1,2}일\s?(?:,|·|과|와|하고|이랑|랑|그리고)\s?)+"
    r"(?=\d{1,2}일(?:에|날|도|은))",
    re.ASCII,
)
_NUMBER: Final = lazy_regex(r"(?P<d>\d{1,2})일", re.ASCII)
_ENDED: Final = lazy_regex(r"[!?\n]|\.(?!\d)")
_TO_COME: Final = lazy_regex(r"예정|[을를]?\s?(?:먹|드)(?:으래|으라|시래|시라|을\s?거)|해야|하래|하라")
_COUNTS: Final = {"한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "반": 0}
_ADDING: Final = frozenset({"도", "에도"})


@dataclass(frozen=True, slots=True)
class _Told:
    """A day by its number, and of what kind it has a figure; ``month`` where it was told with one."""

    day: int
    kind: str
    count: int
    start: int
    end: int
    particle: str
    month: tuple[int, int] | None = None


def days_of_month(text: str, readings: Sequence[Reading], today: date) -> Iterator[Reading]:
    """The days of normalised ``text`` told by their number alone; ``readings`` are the dates that were found before."""
    if _NUMBER.search(text) is None:
        return
    yield from _chained(text, readings)
    for row in _rows([*_told(text, readings)], text):
        if _TO_COME.search(text, row[-1].end, row[-1].end + 30) is not None:
            continue
        month = None
        for one in row:
            month = one.month or month
            if one.month is None and (one.kind == "pressure" or _names_days(row)):
                found = _past(one.day, month, today)
                if found is not None:
                    yield Reading(*found, one.start, one.end)


def _chained(text: str, readings: Sequence[Reading]) -> Iterator[Reading]:
    """The days before the last of a list that is a day: "2일, 5일, 9일에 먹었어요"."""
    for chain in _CHAIN.finditer(text):
        days = [*_NUMBER.finditer(text, chain.start(), chain.end())]
        last = next((one for one in readings if one.start == chain.end() and one.precision == "day"), None)
        numbers = [int(one["d"]) for one in days]
        if last is None or not all(one < other for one, other in pairwise((*numbers, int(last.value[8:])))):
            continue
        for match in days:
            found = day_of(int(last.value[:4]), int(last.value[5:7]), int(match["d"]))
            if found is not None and not any(one.start < match.end() and match.start() < one.end for one in readings):
                yield Reading(*found, match.start(), match.end())


def _told(text: str, readings: Sequence[Reading]) -> Iterator[_Told]:
    whole = [one for one in readings if one.precision == "day" and text[one.start : one.end].endswith("일")]
    matches: list[tuple[int, int, str, re.Match[str], tuple[int, int] | None]] = []
    for one in whole:
        match = _BEHIND_MONTH.match(text, one.end)
        if match is not None:
            matches.append((one.start, one.end, one.value[8:], match, (int(one.value[:4]), int(one.value[5:7]))))
    taken = {place for one in readings for place in range(one.start, one.end)}
    for match in _DAY.finditer(text):
        end = match.end("d") + 1
        if taken.isdisjoint(range(match.start(), end)):
            matches.append((match.start(), end, match["d"], match, None))
    for start, end, day, match, month in sorted(matches, key=lambda each: each[0]):
        kind = "pressure" if match["pressure"] else "value" if match["value"] else str(match["unit"])
        count = match["count"] or "0"
        particle = match["with"] or "" if month is None else ""
        yield _Told(int(day), kind, _COUNTS.get(count, 0) or _digits(count), start, end, particle, month)


def _digits(word: str) -> int:
    return int(word) if word.isdecimal() else 0


def _rows(told: Sequence[_Told], text: str) -> Iterator[list[_Told]]:
    """Runs of days within one sentence that have a figure of one kind each."""
    row: list[_Told] = []
    for one in told:
        if row and (one.kind != row[-1].kind or _ENDED.search(text, row[-1].end, one.start) is not None):
            yield row
            row = []
        row.append(one)
    if row:
        yield row


def _names_days(row: Sequence[_Told]) -> bool:
    """Whether the numbers of a row are days, and neither a rhythm nor how long something was taken."""
    if all(one.particle in _ADDING for one in row):
        return True
    runs_on = len(row) > 1 and all(one.day < other.day for one, other in pairwise(row) if other.month is None)
    # "1일 2알 3일 6알" multiplies: two a day, six in three days.
    first, last = row[0], row[-1]
    multiplied = first.month is None and first.day == 1 and first.count > 0 and last.count == first.count * last.day
    # "3일에 한 알" is every third day, unless days with their month go before.
    every = first.month is None and any(one.particle == "에" and one.count for one in row)
    often = first.month is None and first.day == 1 and first.kind in ("회", "번")
    return runs_on and not multiplied and not every and not often


def _past(day: int, month: tuple[int, int] | None, today: date) -> Partial | None:
    """The day in the month that was told before it, else the last such day that is not after ``today``."""
    if month is not None:
        return day_of(*month, day)
    for months in range(3):
        found = day_of(*shifted_month(today, -months), day)
        if found is not None and found[0] <= today.isoformat():
            return found
    return None
