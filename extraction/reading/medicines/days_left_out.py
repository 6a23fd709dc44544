"""For how many days something was left out, as words near it tell: counted, named in native Korean, since a weekday."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from extraction.reading.medicines.counts_of_lapses import is_of_the_lapse
from extraction.text.lazy_regex import lazy_regex

_ENGLISH: Final = {
    word: float(place)
    for place, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
} | {"a": 1.0, "an": 1.0, "couple": 2.0, "couple of": 2.0, "a couple of": 2.0, "few": 3.0, "a few": 3.0, "several": 3.0}
_NATIVE: Final = {
    "하루": 1.0, "이틀": 2.0, "사흘": 3.0, "사날": 3.0, "나흘": 4.0, "닷새": 5.0, "엿새": 6.0, "이레": 7.0,
    "여드레": 8.0, "아흐레": 9.0, "열흘": 10.0, "보름": 15.0, "일주일": 7.0, "한 주": 7.0, "두 주": 14.0,
    "한 달": 30.0, "한달": 30.0, "며칠": 3.0,
}  # fmt: skip
_SINO: Final = {"이": 2.0, "삼": 3.0, "사": 4.0, "오": 5.0, "육": 6.0, "칠": 7.0, "팔": 8.0, "구": 9.0, "십": 10.0}
_UNITS: Final = {
    "day": 1.0,
    "night": 1.0,
    "morning": 1.0,
    "evening": 1.0,
    "week": 7.0,
    "fortnight": 14.0,
    "month": 30.0,
}
_COUNTED: Final = lazy_regex(
    rf"(?<![\d.])(?P<n>\d{{1,2}}|{'|'.join(sorted(_ENGLISH, key=len, reverse=True))})[\s-]"
    r"(?:whole |full |straight |entire )?(?P<unit>day|night|morning|evening|week|fortnight|month)s?\b(?! old\b"
    r"| later\b)",
    re.IGNORECASE,
)
_COUNTED_KO: Final = lazy_regex(
    rf"(?<![\d가-힣.])(?:(?P<d>\d{{1,2}})\s?일(?!\s?(?:오전|오후|아침|저녁|요일|에\s?한|[에날]))|(?P<w>\d{{1,2}})\s?주(?:일|째|\s?동안|\s?정도|간|\s?못|\s?[됐되넘])"
    rf"|(?P<m>\d)\s?(?:개월|달)(?:째|\s?동안|간|\s?못|\s?[됐되넘])|(?P<s>[{''.join(_SINO)}])\s?일(?=\s?(?:째|동안|간|못|안|이나|치|분))"
    rf"|(?P<native>{'|'.join(sorted(_NATIVE, key=len, reverse=True))})(?!에\s?(?:한|두|세|\d))(?!\s?(?:한|두|세)\s?번))"
)
_WEEKDAYS_EN: Final = "mon tue wed thu fri sat sun".split()
_WEEKDAYS_KO: Final = "월화수목금토일"
_SINCE: Final = lazy_regex(
    r"\b(?:since|from|on|last) (?:last )?(?P<en>mon|tue|wed|thu|fri|sat|sun)\w*|\bus (?P<en2>mon|tue|wed|thu|fri"
    r"|sat|sun)\w*"
    r"|(?<![가-힣])(?P<ko>[월화수목금토일])요일?\s?(?:부터|날\s?부터|이후|저녁부터|아침부터)",
    re.IGNORECASE,
)
_YESTERDAY: Final = lazy_regex(
    r"\b(?:since|from) (?:yesterday|last night)\b|(?:어제|어젯밤|간밤)\s?(?:부터|저녁부터)", re.IGNORECASE
)
_TWO_DAYS: Final = lazy_regex(
    r"\byesterday (?:and|\+|&) (?:also )?today\b|어제\s?(?:하고|랑|와|,)?\s?오늘|그저께부터|그제부터", re.IGNORECASE
)
_ONE_OF: Final = lazy_regex(r"\b(?:last night|yesterday|today|this morning|tonight)'?s\b(?= \w)", re.IGNORECASE)
"""The dose of one time: "forgot last night's"."""
_RANGE: Final = lazy_regex(
    r"(?<![\d.])(?P<first>\d{1,2})일\s?(?:부터|에서|[~-])\s?(?:\d{1,2}월\s?)?(?P<last>\d{1,2})일(?!\s?(?:분|치))"
    r"(?:\s?까지)?"
    r"|(?<![\d.])(?P<m>\d{1,2})[/.](?P<first2>\d{1,2})\s?(?:부터|[~-]|to|till|until|through)"
    r"\s?(?P=m)[/.](?P<last2>\d{1,2})(?:\s?까지)?"
    r"|\b(?:from |between )?(?:the )?(?P<first3>\d{1,2})(?:st|nd|rd|th)(?: of \w+)? (?:to|til|till|until|through"
    r"|thru|and) (?:the )?(?P<last3>\d{1,2})(?:st|nd|rd|th)\b",
    re.IGNORECASE,
)
"""The first and the last day of a lapse, both of them in it."""
_ALL_WEEK: Final = lazy_regex(r"\b(?:all|this whole|the whole) week\b|일주일\s?내내|한\s?주\s?내내", re.IGNORECASE)
_TODAY: Final = lazy_regex(
    r"\b(?:this morning|today|last night|tonight|yesterday|one dose|a dose|one tablet|one pill"
    r"|an? (?:tablet|pill|capsule))\b"
    r"|오늘|어제|어젯밤|아까|한\s?번(?!도)|한\s?알",
    re.IGNORECASE,
)
_LISTED_EN: Final = lazy_regex(
    r"\b(?:mon|tue|wed|thu|fri|sat|sun)(?:\w*day)?\b(?:[,\s]+(?:night|morning|evening|all(?: day)?|and|&"
    r"|the whole of)\b)*"
    r"(?:[,\s]+(?:mon|tue|wed|thu|fri|sat|sun)(?:\w*day)?\b(?:[,\s]+(?:night|morning|evening|all(?: day)?|and|&)\b)*)+",
    re.IGNORECASE,
)
_LISTED_KO: Final = lazy_regex(r"(?<![가-힣])(?:[월화수목금토일](?:요일)?[,\s]?){2,7}(?=\s|[.,]|$)")
_DAY_EN: Final = lazy_regex(r"\b(?:mon|tue|wed|thu|fri|sat|sun)", re.IGNORECASE)
_OF_MORE: Final = lazy_regex(r"^\s?(?:since|after|ago|post|into|old|전에|전\s|만에)", re.IGNORECASE)
"""Words behind a span that make it one since something else: "two months since the operation"."""
_FAR: Final = 110
"""Characters between a span and what it is of."""
_ROUGH, _LONG = 40, 60
"""Characters by which "today" stands farther than a count beside it, and months than days."""


def days_near(text: str, span: tuple[int, int], today: date) -> float | None:
    """The days that the words nearest to ``span`` tell of it; None where none does."""
    folded = text.lower()
    told = sorted(
        (_gap(span, at) + farther, -days)
        for at, days, farther in _told(text, today)
        if farther == _ROUGH or is_of_the_lapse(folded, at, span)
    )
    return -told[0][1] if told and told[0][0] <= _FAR else None


def _gap(span: tuple[int, int], other: tuple[int, int]) -> int:
    return max(0, other[0] - span[1], span[0] - other[1])


def _told(text: str, today: date) -> Iterator[tuple[tuple[int, int], float, int]]:
    """Where spans stand, what each comes to, and how much farther than it stands it is taken to be."""
    for match in _COUNTED.finditer(text):
        number = match["n"].casefold()
        count = float(number) if number.isdigit() else _ENGLISH[number]
        if not _OF_MORE.match(text, match.end()):
            days = count * _UNITS[match["unit"].casefold()]
            yield match.span(), days, _LONG if days >= _MONTH else 0
    ranges = [one for one in _RANGE.finditer(text) if _length(one) > 0]
    yield from ((one.span(), _length(one), 0) for one in ranges)
    for match in _COUNTED_KO.finditer(text):
        if any(one.start() <= match.start() < one.end() for one in ranges):
            # "10일부터 13일까지" are four days, and neither ten nor thirteen.
            continue
        if match["native"] == "며칠" and _HOW_LONG.match(text, match.end()) is not None:
            continue
        days = _korean(match)
        yield match.span(), days, _LONG if days >= _MONTH else 0
    for match in _SINCE.finditer(text):
        english = match["en"] or match["en2"]
        place = _WEEKDAYS_EN.index(english.casefold()[:3]) if english else _WEEKDAYS_KO.index(match["ko"])
        yield match.span(), float((today.weekday() - place) % 7 or 7), 0
    for match in _LISTED_EN.finditer(text):
        yield match.span(), float(len(_DAY_EN.findall(match[0]))), 0
    for match in _LISTED_KO.finditer(text):
        yield match.span(), float(len(set(match[0]) & set(_WEEKDAYS_KO))), 0
    for pattern, days in ((_TWO_DAYS, 2.0), (_YESTERDAY, 1.0), (_ONE_OF, 1.0), (_ALL_WEEK, 7.0)):
        yield from ((match.span(), days, 0) for match in pattern.finditer(text))
    yield from ((match.span(), 1.0, _ROUGH) for match in _TODAY.finditer(text))


_MONTH: Final = 30.0
_HOW_LONG: Final = lazy_regex(
    r"(?:이나|을|동안)?\s?(?:빼|까|못|안|거른|거르|놓|빠|깜|잊)[^.?!]{0,10}(?:거|건|걸|[었았]\S{0,2}(?:죠|지|나|냐|까|\?))"
)
"""Behind "며칠" it asks for the days: "며칠 빼먹은 거죠"."""


def _length(match: re.Match[str]) -> float:
    first, last = (
        next(int(match[name + at]) for at in ("", "2", "3") if match[name + at]) for name in ("first", "last")
    )
    return float(last - first + 1) if last > first else 0.0


def _korean(match: re.Match[str]) -> float:
    if match["native"]:
        return _NATIVE[match["native"]]
    if match["s"]:
        return _SINO[match["s"]]
    return float(match["d"] or 0) + 7 * float(match["w"] or 0) + 30 * float(match["m"] or 0)
