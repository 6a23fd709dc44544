"""Dates by the calendar: "2020년 3월 22일", "2020-08-21", "3월 2일", "March 2nd", "2019년에", "in 2019"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from extraction.text.lazy_regex import lazy_regex
from extraction.text.needed_letters import Rows
from extraction.values.partial_dates import (
    Partial,
    Reading,
    day_of,
    latest_day,
    latest_month,
    month_of,
    months_from,
    year_of,
)

_SINO: Final = {char: value for value, char in enumerate("영일이삼사오육칠팔구")} | {"공": 0, "유": 6, "시": 10}
_NUMBER_KO: Final = r"(?:\d{1,2}|[일이삼사오육칠팔구]?십[일이삼사오육칠팔구]?|[일이삼사오육칠팔구])"
_MONTH_KO: Final = r"(?:\d{1,2}|십[일이]?|[일이삼사오유육칠팔구시])"
_YEAR_KO: Final = r"(?:(?<!\d)\d{4}|(?<!\d)'?\d{2}|이천[일이삼사오육칠팔구십]{0,3}|천구백[일이삼사오육칠팔구십]{1,3})"
_MONTHS_EN: Final = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
         "september sept sep", "october oct", "november nov", "december dec"), start=1)
    for name in names.split()
}  # fmt: skip
_NAME_EN: Final = rf"(?P<name>{'|'.join(sorted(_MONTHS_EN, key=len, reverse=True))})\b\.?"
_FULL_NAME_EN: Final = r"(?P<name>january|february|april|june|july|august|september|october|november|december)\b"
_SHORT_NAME_EN: Final = r"(?P<name>jan|feb|apr|jul|aug|sept?|oct|nov|dec)\b\.?"
"""The short names that are no other word."""
_DAY_EN: Final = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?(?!\d|\.\d)"
_YEAR_EN: Final = r"(?P<y>(?:19|20)\d{2})(?!\d)"
_NO_YEAR_EN: Final = r"(?!,? (?!19|20)\d{4}(?! ?(?:mg|mcg|ml|steps|units|calories|kcal)\b|[\d.,/-]))"
_NO_YEAR_KO: Final = r"(?!\s?(?!19|20)\d{4}\s?년)"
"""No year out of reach behind a day: "1 January 9999" is no day of this year."""
_SPOKEN: Final = {
    word: number
    for number, word in enumerate(
        "oh one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
        " eighteen nineteen twenty".split()
    )
} | {word: 10 * number for number, word in enumerate("thirty forty fifty sixty seventy eighty ninety".split(), start=3)}
"""What is said behind "nineteen", "twenty" or "two thousand" where a year is."""
_MONTH_CUE: Final = (
    r"\b(?:in|since|from|until|till|by|during|around|about|early|late|mid|last|this|back in|of) (?:early |late |mid-?)?"
)

_MONTH_NUMBER: Final = r"(?:0?[1-9]|1[0-2])"
_DAY_NUMBER: Final = r"(?:0?[1-9]|[12]\d|3[01])"
_DATED_BY: Final = (
    r"(?:에(?![서게])|부터|부로|자로|까지|날|일자)"
    r"|\s(?:\d{2,3}\s?/\s?\d{2,3}(?!\d)|[일이]?백[일이삼사오육칠팔구십]*에\s)"
)
"""What makes "11/30" a day and no strength or share: a particle of time, or a pressure that was taken then."""
_TESTED_KO: Final = (
    r"(?:피검|피\s?검사|혈액\s?검사|채혈|재검|검사|결과|외래|진료|퇴원|입원|수술|시술|촬영|접종|방문|검진)"
)
_COUNTED_KO: Final = (
    r"(?:정|알|개|병|잔|컵|갑|팩|포|봉|쪽|씩|만큼|분량|용량|확률|(?:반|한|두|세)\s?(?:알|정|개|포)"
    r"|하루|아침|저녁|점심|매일|먹|복용)"
)
"""What stands behind a share or a strength ("1/2 알"): no day then."""

_REL_YEAR_EN: Final = "the year before last|last year|this year|next year"
_PATTERNS: Final = Rows(
    (
        (rank, lazy_regex(pattern, re.IGNORECASE | re.ASCII))
        for rank, pattern in enumerate((
        r"(?<![\d.,/-])(?P<y>(?:19|20)\d{2})(?P<sep>\s?[-./]\s?)(?P<m>\d{1,2})(?P=sep)(?P<d>\d{1,2})(?!\d)",
        rf"(?P<y>{_YEAR_KO})\s?년\s?(?P<m>{_MONTH_KO})\s?월\s?(?P<d>{_NUMBER_KO})\s?일",
        rf"(?P<y>{_YEAR_KO})\s?년\s?(?P<m>{_MONTH_KO})\s?월",
        rf"(?P<rel>작년|지난해|재작년|올해|금년|내년)\s?(?P<m>{_MONTH_KO})\s?월(?:\s?(?P<d>{_NUMBER_KO})\s?일)?",
        rf"(?<![가-힣\d.])(?P<m>{_MONTH_KO})\s?월\s?(?P<d>{_NUMBER_KO})\s?일(?!\s?(?:동안|간|째)){_NO_YEAR_KO}",
        r"(?<![가-힣\d.])(?P<m>\d{1,2})\s?월(?!\s?\d{1,2}\s?일)",
        r"(?:(?<!\d)(?P<y>(?:19|20)\d{2})|(?<![가-힣])(?P<yk>이천[일이삼사오육칠팔구십]{0,3}"
        r"|천구백[일이삼사오육칠팔구십]{1,3}))\s?년도?(?!\s?\d{1,2}\s?월)",
        r"(?<![\d.])'?(?P<y>\d{2})년(?:도|(?=에(?!\s?(?:한|두|세|\d)))|(?=생)|(?=\s?(?:봄|여름|가을|겨울|초(?!등)|말(?!고)|상반기"
        r"|하반기)))",
        r"(?<![\d./-])(?P<y>(?:19|20)\d{2})\.\s?(?P<m>0?[1-9]|1[0-2])(?![\d./-]|\s?(?:mg|mcg|ml|%))",
        r"(?<![\d./-])(?P<short>\d{1,2}/\d{1,2}/\d{2})(?![\d/])",
        r"(?<![\d./-])(?P<us>\d{1,2}/\d{1,2}/(?:19|20)\d{2})(?!\d)",
        rf"(?<![\w./-])(?P<m>{_MONTH_NUMBER})/(?P<d>{_DAY_NUMBER})(?={_DATED_BY})",
        rf"(?<![\w./-])(?P<m>{_MONTH_NUMBER})/(?P<d>{_DAY_NUMBER})(?=\s?(?:{_TESTED_KO}|:\s?[a-z가-힣]))",
        rf"(?:^|(?<=[.!?,;\n] )|(?<=[요여죠다임끝] ))(?P<m>{_MONTH_NUMBER})/(?P<d>{_DAY_NUMBER})"
        rf"(?=\s(?!{_COUNTED_KO})[가-힣])",
        rf"(?<=\bon )(?P<m>{_MONTH_NUMBER})/(?P<d>{_DAY_NUMBER})(?![\w/])",
        rf"(?<=\bsince )(?P<m>{_MONTH_NUMBER})/(?P<d>{_DAY_NUMBER})(?![\w/])",
        r"(?<![\d가-힣./])(?P<alone>\d{1,2})일(?=(?:에는?|은|는|엔)?\s?(?:아침|저녁|오전|오후|밤|새벽)?\s?:?\s?\d+(?:\.\d|\d|/\d))",
        rf"\b(?:on|from|since|of|until|by) (?P<d>1[3-9]|2\d|3[01])/(?P<m>{_MONTH_NUMBER})(?![\w/.])",
        rf"(?<![\w./-])(?P<d>1[3-9]|2\d|3[01])/(?P<m>{_MONTH_NUMBER})(?=:)",
        r"(?<![\d.])(?P<d>\d{1,2})\.(?P<m>0?[1-9]|1[0-2])\.(?P<y>20\d{2}|\d{2})(?![\d.])",
        rf"(?<![\w-])(?P<d>\d{{1,2}})-{_NAME_EN[:-4]}-(?P<y>(?:19|20)\d{{2}})(?!\d)",
        rf"(?:^|(?<=[,;\n] )|(?<=\())(?P<m>{_MONTH_NUMBER})/(?P<d>{_DAY_NUMBER})(?=\)|:| - )",
        r"\b(?:in|since|from|around|about|of|back in|year) "
        r"(?P<year>(?:nineteen|twenty|two thousand)(?: and| hundred and)?"
        rf"(?:[ -](?:{'|'.join(_SPOKEN)}))+)\b",
        rf"\b{_NAME_EN} (?:the )?{_DAY_EN},? (?:of )?(?P<rel>{_REL_YEAR_EN})\b",
        rf"(?<!\d)(?<!\d\.){_DAY_EN} (?:of )?{_NAME_EN},? (?:of )?(?P<rel>{_REL_YEAR_EN})\b",
        rf"(?:{_MONTH_CUE})(?P<month>{_NAME_EN},? (?:of )?(?P<rel>{_REL_YEAR_EN}))\b",
        rf"\b{_NAME_EN},? (?:of )?(?P<rel>{_REL_YEAR_EN})\b",
        rf"\b{_NAME_EN} ?['’](?P<y>\d{{2}})(?!\d)",
        rf"\b{_NAME_EN} (?:the )?{_DAY_EN},? {_YEAR_EN}",
        rf"(?<!\d)(?<!\d\.){_DAY_EN} (?:of )?{_NAME_EN},? {_YEAR_EN}",
        rf"\b{_NAME_EN},? (?:of )?{_YEAR_EN}",
        rf"\b{_NAME_EN} (?:the )?{_DAY_EN}(?!,? (?:19|20)\d\d){_NO_YEAR_EN}",
        # "129/95 May 5": no day of May is the 95th, nor is what stands behind a stroke.
        r"(?<!\d)(?<!\d\.)(?<!\d/)(?!(?:3[2-9]|[4-9]\d) \w+\.? \d)"
        rf"{_DAY_EN} (?:of )?{_NAME_EN}(?!,? (?:19|20)\d\d){_NO_YEAR_EN}",
        rf"(?:{_MONTH_CUE})(?P<month>{_NAME_EN})(?! \d)",
        rf"\bthe (?P<month>{_NAME_EN})(?= (?:one|value|number|reading|results?|test)\b)",
        rf"\b(?P<month>{_FULL_NAME_EN})(?! \d)",
        rf"\b(?P<month>{_SHORT_NAME_EN})(?! \d)",
        r"\b(?:in|since|from|until|till|by|during|around|about|of|year|early|late|mid) "
        r"(?P<year>(?:19|20)\d{2})(?![\d/-])(?!\.\d)(?! ?(?:mg|mcg|ml|steps|units))",
        r"\b(?:in|since|from|until|till|by|during|around|about|of|year|early|late|mid) "
        r"['’](?P<year>\d{2})(?![\d/-]|\.\d)",
        r"(?<![\w'’])['’](?P<year>\d{2})(?![\d/'’-]|\.\d|s\b)",
        ))
    ),
    lambda row: row[1],
)  # fmt: skip


_NEAR: Final = 20
"""Characters between a year alone and a month that may belong to it ("2024년에 당화혈색소 3월 7.1")."""

_SINCE: Final = lazy_regex(r"부터|\bsince\b|이후|~")


def absolute_dates(text: str, today: date) -> Iterator[Reading]:
    """Yield the calendar dates of normalised `text`.

    An impossible date (30 February) gives nothing, nor does a part of it. A date without a year takes the year that an
    earlier date of the text named, or a year alone that stands near, else it is the nearest past one: "diabetic since
    2019, A1c on 10 February" speaks of no day of 2019.
    """
    found = []
    for rank, pattern in _PATTERNS.worth_trying(text):
        found += [(match.start(), rank, match) for match in pattern.finditer(text)]
    reached, named_year, dated = 0, None, False
    last: date | None = None
    for _, _, match in sorted(found, key=lambda item: (item[0], item[1])):
        start, end = match.span(_span_group(match))
        if start < reached:
            continue
        groups = {key: value for key, value in match.groupdict().items() if value}
        near = named_year is not None and (dated or start - reached <= _NEAR)
        near = near and _OF_LATE.search(text[reached:start]) is None and _ENDED.search(text[reached:start]) is None
        if "alone" in groups:
            within = last is not None and _ONE_SENTENCE.fullmatch(text[reached:start]) is not None
            partial = day_of(last.year, last.month, int(groups["alone"])) if last is not None and within else None
            if partial is None:
                continue
        else:
            to_come = "name" in groups or "m" in groups
            to_come = to_come and "d" not in groups and _is_to_come(text, start, end)
            partial = _resolve(groups, today, named_year if near else None, to_come=to_come)
        reached = end
        if partial is None:
            continue
        if "d" in groups and not near and not {"y", "yk", "rel"} & groups.keys():
            partial = _soon(partial, today)
        if {"y", "yk", "us", "short", "year"} & groups.keys():
            named_year, dated = int(partial[0][:4]), partial[1] != "year"
            if not dated and _SINCE.search(text[max(0, start - 6) : end + 3]):
                named_year = None
        elif not near:
            # What stands too far from the year told before takes no year of it, and no more does what follows.
            named_year = None
        last = date.fromisoformat(partial[0]) if partial[1] == "day" else None
        yield Reading(partial[0], partial[1], start, end)


_ONE_SENTENCE: Final = lazy_regex(r"(?:[^.!?\n]|(?<=\d)\.(?=\d)){0,48}")
"""What may stand between a day with its month and a day told by its number alone: "3월 14일 64.2, 16일 65.4"."""
_SOON_MONTHS: Final = 3
"""Months ahead within which a month that is to come is the next such, not the last."""
_TO_COME_EN: Final = lazy_regex(
    r"\b(?:will|going to|gonna|is to be|are to|to be|is due|booked|scheduled|appointment)\b[^.!?\n]{0,40}$"
    r"|\b(?:until|till|by|from|starting)(?: in| early| late)? $"
)
_TO_COME_KO: Final = lazy_regex(
    r"^[^.!?\n]{0,20}(?:예정|하기로|기로\s?했|잡았|잡혔|잡아|예약|[할갈볼될을]\s?거|받을|까지\s?(?:먹|드|복용)|[자재]고\s?(?:하|했|해))"
    r"|^(?:부터|에)[^.!?\n]{0,16}(?:래요|대요|랍니다|답니다|란다|으래|하래|라네|다네)"
)


def _is_to_come(text: str, start: int, end: int) -> bool:
    """Whether the words around a month tell of something that is still to come."""
    ahead, behind = text[max(0, start - 60) : start].lower(), text[end : end + 40]
    return _TO_COME_EN.search(ahead) is not None or _TO_COME_KO.search(behind) is not None


_ENDED: Final = lazy_regex(r"[.!?\n](?!\d)")
_OF_LATE: Final = lazy_regex(r"최근|이번|오늘|어제|요즘|\b(?:latest|recent(?:ly)?|today|yesterday|nowadays)\b")
"""Words that begin a time of their own, whatever year was told before."""
_SOON: Final = 60
"""Days ahead within which a day without a year is the one to come: of 629 such days that 45 authors marked 93 lay
there, and one nearly a year back."""


def _soon(partial: Partial, today: date) -> Partial:
    """The same day a year later where that is near: last year's would be long past."""
    past = date.fromisoformat(partial[0])
    ahead = day_of(past.year + 1, past.month, past.day)
    return ahead if ahead is not None and 0 < (date.fromisoformat(ahead[0]) - today).days <= _SOON else partial


def _span_group(match: re.Match[str]) -> str | int:
    groups = match.groupdict()
    return "month" if groups.get("month") else "year" if groups.get("year") else 0


def _resolve(groups: dict[str, str], today: date, named_year: int | None, *, to_come: bool) -> Partial | None:
    if written := groups.get("us") or groups.get("short"):
        first, second, us_year = map(int, written.split("/"))
        us_year += 0 if us_year > 99 else 2000 if us_year <= today.year % 100 else 1900
        return day_of(us_year, first, second) or day_of(us_year, second, first)
    year = _year(groups, today)
    month = _month(groups)
    if month is None:
        return None if year is None else year_of(year)
    year = named_year if year is None else year
    if "d" in groups:
        day = _number(groups["d"])
        return latest_day(today, month, day) if year is None else day_of(year, month, day)
    if year is not None:
        return month_of(year, month)
    ahead = (month - today.month) % 12
    return months_from(today, ahead) if 0 < ahead <= _SOON_MONTHS and to_come else latest_month(today, month)


def _month(groups: dict[str, str]) -> int | None:
    if "name" in groups:
        return _MONTHS_EN[groups["name"].lower()]
    return _number(groups["m"]) if "m" in groups else None


_RELATIVE_YEARS: Final = {
    "재작년": -2, "작년": -1, "지난해": -1, "내년": 1, "last year": -1, "the year before last": -2, "next year": 1,
}  # fmt: skip


def _year(groups: dict[str, str], today: date) -> int | None:
    if "rel" in groups:
        return today.year + _RELATIVE_YEARS.get(groups["rel"].lower(), 0)
    told = groups.get("y") or groups.get("yk") or groups.get("year")
    if told is None:
        return None
    digits = told.lstrip("'’")
    if digits[:1].isalpha() and digits.isascii():
        return _spoken_year(digits.lower())
    if not digits.isdigit():
        return _number(digits)
    # Two digits: this century up to the present year, the last one beyond it.
    return int(digits) if len(digits) == 4 else int(digits) + (2000 if int(digits) <= today.year % 100 else 1900)


def _spoken_year(words: str) -> int | None:
    """The year of "nineteen ninety one", "twenty nineteen" or "two thousand and six"; None for what is no year."""
    said, century = next(one for one in _CENTURIES.items() if words.startswith(one[0]))
    told = [_SPOKEN[word] for word in words.removeprefix(said).replace("-", " ").split() if word in _SPOKEN]
    if not told or len(told) > _MOST_SPOKEN or (said == "twenty" and told[0] < _TEENS):
        return None
    if len(told) == _MOST_SPOKEN and not (told[0] == 0 or (told[0] >= 2 * _TEENS and told[1] < _TEENS)):
        return None
    return century + sum(told)


_CENTURIES: Final = {"nineteen": 1900, "twenty": 2000, "two thousand": 2000}
_MOST_SPOKEN: Final = 2
_TEENS: Final = 10


def _number(words: str) -> int:
    if words.isdigit():
        return int(words)
    total, digit = 0, None
    for char in words:
        place = {"십": 10, "백": 100, "천": 1000}.get(char)
        if place is None:
            digit = _SINO[char]
        else:
            total, digit = total + (1 if digit is None else digit) * place, None
    return total + (digit or 0)
