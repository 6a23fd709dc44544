"""An answer taken apart into pieces: its days in any form, its numbers, and the day that each stands with.

"7/6", "7월 6일", "6 July" and "Monday 6th" are one day. A number alone, or a day of the week, is the day of that number
or name that the patient told of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import Final

from agent.skills.kept_words import KeptWords, NamedAt, pieces_of
from agent.skills.told_amounts import Amount, Clock, amounts_in, clocks_in
from agent.sources import SENTENCE
from extraction.text.lazy_regex import lazy_regex

WEEKDAY: Final = lazy_regex(
    r"(?P<en>\b(?:mon|tues?|wednes|weds?|thurs?|thu|fri|satur|sat|sun)(?:day)?\b)|(?P<ko>[월화수목금토일])(?:요일|욜|(?=\)))",
    re.IGNORECASE,
)
_WEEK_EN: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEK_KO: Final = "월화수목금토일"
_LASTS: Final = lazy_regex(
    r"\s?(?:간격|간(?![가-힣]{2})|차이|지[났나]|만(?:이|에|(?![가-힣]))|걸[렸려]|동안|됐|되|전|뒤|후|치|분|째|이상|넘|[이가은는]?\s?남|[을를]?\s?(?:쉬|드시|먹))"
)
"""What makes "14일" a span, and no day of the month."""
_SPAN_WORDS: Final = lazy_regex(
    r"(?:일간|일째|째|[이사나열닷엿여]\S?[틀흘새]\S*|\d\s?(?:주|달|개월|년)\S*|됐|\b(?:days?|nights?|weeks?|months?|years?))$",
    re.IGNORECASE,
)
_RELATIVE: Final = lazy_regex(
    r"전|뒤|후|지난|어제|오늘|내일|\b(?:ago|later|last|past|yesterday|today|tomorrow|this|next)\b", re.IGNORECASE
)
_NAMES_DAY: Final = lazy_regex(
    r"\d\s?월|\d\s?일(?!\s?(?:동안|간))|\d/\d|\d{4}-\d|어제|오늘|그제|그저께|내일|모레|글피|요일|욜|지난|\d\s?일\s?전|사흘\s?전|이틀\s?전|나흘\s?전"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\d(?:st|nd|rd|th)\b|day\b|\b(?:mon|tues?|weds?"
    r"|thurs?|fri|sat|sun)\b|tonight|last night|\bago\b|(?<=[, ])\d{1,2}$|^\d{1,2}$",
    re.IGNORECASE,
)
_AFTER: Final = lazy_regex(r"[일주달]\s?(?:뒤|후)|\b(?:later|after)\b", re.IGNORECASE)
_ALONE: Final = lazy_regex(r"(?:the )?(?P<d>\d{1,2})(?:일|st|nd|rd|th)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Told:
    """A number of the answer with the words around it and the days that it stands with."""

    amount: Amount
    words: str
    stems: frozenset[str]
    days: tuple[NamedAt, ...]
    place: int


@dataclass(slots=True)
class Answer:
    """An answer taken apart."""

    text: str
    plain: str
    days: list[NamedAt] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    clocks: list[tuple[Clock, str]] = field(default_factory=list)
    parts: list[tuple[int, int]] = field(default_factory=list)


_QUOTATION: Final = lazy_regex(r"“([^”]{4,})”|\"([^\"]{4,})\"|‘([^’]{4,})’|'([^']{6,})'")


def without_quotations(text: str, kept: KeptWords) -> str:
    """``text`` without what it repeats of the patient word for word."""

    def said(found: re.Match[str]) -> str:
        words = "".join(next(filter(None, found.groups())).strip(" .…").split())
        return " " * len(found[0]) if words in kept.folded else found[0]

    return _QUOTATION.sub(said, text)


def taken_apart(text: str, kept: KeptWords) -> Answer:
    """The pieces of ``text`` with what stands in each."""
    days = [*days_of(text, kept)]
    plain = text
    for one in days:
        plain = f"{plain[: one.start]}{' ' * (one.end - one.start)}{plain[one.end :]}"
    found = Answer(text, plain, days)
    amounts, hours = amounts_in(plain), clocks_in(plain)
    lent: dict[int, tuple[NamedAt, ...]] = {}
    at = 0
    for sentence in [*SENTENCE.split(text)]:
        begin = text.index(sentence, at) if sentence else at
        at = begin + len(sentence)
        places = [(begin + start, begin + end) for start, end in pieces_of(sentence)]
        found.parts += places
        lent.update(_lent(places, days, amounts, plain, kept))
    for start, end in found.parts:
        own = tuple(one for one in days if start <= one.start < end)
        words = text[start:end]
        free = own
        for amount in amounts:
            if start <= amount.start < end and amount.unit not in ("월", "년도"):
                near = lent.get(start) or _day_beside(amount, free, text)
                last = found.told[-1] if found.told and found.told[-1].place == start else None
                if last is not None and text[last.amount.end : amount.start].strip() == "/":
                    # "148/84 on 1 October": both are of one day.
                    near = last.days
                if len(near) == 1 and near[0].start >= amount.end:
                    # "26.4 on 14 September to 25.6 now": a day that stands behind a number is of that one.
                    free = tuple(one for one in free if one is not near[0])
                found.told.append(Told(amount, words, kept.stems_of(plain[start:end]), near, start))
        found.clocks += [(one, words) for one in hours if start <= one.start < end]
    return found


def _lent(
    places: Sequence[tuple[int, int]], days: Sequence[NamedAt], amounts: Sequence[Amount], plain: str, kept: KeptWords
) -> Iterator[tuple[int, tuple[NamedAt, ...]]]:
    """The day of each piece that names none, where one that is nothing but a day is beside it: "136/78, on 30 April".

    Where such a piece begins the sentence its day is that of what comes behind, else of what stands before.
    """
    own = [tuple(one for one in days if start <= one.start < end) for start, end in places]
    told = [any(start <= one.start < end for one in amounts) for start, end in places]
    alone = [
        len(named) == 1 and not holds and not kept.stems_of(plain[start:end])
        for (start, end), named, holds in zip(places, own, told, strict=True)
    ]
    if any(one and other for one, other in pairwise(alone)):
        # Days in a row are a list, which is counted.
        return
    way = 1 if alone and alone[0] else -1
    for at, is_alone in enumerate(alone):
        other = at + way
        if is_alone and 0 <= other < len(places) and told[other] and not own[other]:
            yield places[other][0], own[at]


def _day_beside(amount: Amount, own: tuple[NamedAt, ...], text: str) -> tuple[NamedAt, ...]:
    """The day that a number stands right behind, or right before; all of its piece where that is open."""
    behind = next((one for one in own if one.start >= amount.end), None)
    if behind is not None and _WITH_DAY.fullmatch(text[amount.end : behind.start]):
        return (behind,)
    before = [one for one in own if one.end <= amount.start]
    between = text[before[-1].end : amount.start] if before else "1"
    if not _NUMBER.search(between) and (len(own) == 1 or len(between) <= _BESIDE):
        return (before[-1],)
    return own if len(own) > 1 else ()


_WITH_DAY: Final = lazy_regex(r"\S{0,4}\s?\(|\S{0,8}\s(?:on|from|since)\s(?:the )?")
_NUMBER: Final = lazy_regex(r"\d")
_BESIDE: Final = 14


def days_of(text: str, kept: KeptWords) -> Iterator[NamedAt]:
    """The days that an answer names, of several ways to read one those that were told of."""
    months = frozenset[str]()
    bare = [*_bare_days(text, kept)]
    read = [one for one in kept.days_in(text) if not any(each.start <= one.start < each.end for each in bare)]
    for one in sorted((*read, *bare), key=lambda one: one.start):
        words = text[one.start : one.end]
        if WEEKDAY.fullmatch(words.strip()) and _dated_behind(one, read, text):
            continue
        if (
            (_LASTS.match(text, one.end) and _ALONE.match(words))
            or not _NAMES_DAY.search(words)
            or _AFTER.search(words)
        ):
            continue
        if _SPAN_WORDS.search(words) and not _RELATIVE.search(words):
            continue
        if re.fullmatch(r"\d{1,2}일", words) and not one.days & kept.days and not _by_number(words, months, kept):
            # "6월 11일부터 7월 10일까지 29일."
            continue
        days = one.days & kept.days or one.days
        if _THROUGH.search(words):
            # All days of a run are named, whatever was told of each.
            days = frozenset(day for day in one.days if day[:4] in {each[:4] for each in days})
        if not one.days & kept.days:
            days = _by_number(words, months, kept) or _by_weekday(words, kept) or one.days
        months = frozenset(day[:7] for day in days)
        yield NamedAt(days, one.start, one.end)


_THROUGH: Final = lazy_regex(r"\d\s?[~–-]\s?\d{1,2}(?!\d|-)")


def _dated_behind(one: NamedAt, read: Sequence[NamedAt], text: str) -> bool:
    """Whether a day of the week is told with its date behind it: "Sunday night, 3 May"."""
    behind = next((each for each in read if each.start >= one.end), None)
    found = WEEKDAY.search(text[one.start : one.end])
    if behind is None or found is None or behind.start - one.end > _BESIDE:
        return False
    week = weekday_of(found)
    return any(date.fromisoformat(day).weekday() == week for day in behind.days)


def _bare_days(text: str, kept: KeptWords) -> Iterator[NamedAt]:
    """Days of a list that are told by their number alone: "4/22 100, 24 100, 26 60"."""
    for found in _WITH_WEEKDAY.finditer(text):
        week = _WEEK_EN.index(found["w"].casefold())
        number = f"-{int(found['d']):02d}"
        days = frozenset(one for one in kept.days if one.endswith(number) and date.fromisoformat(one).weekday() == week)
        if days:
            yield NamedAt(days, *found.span())
    if not _STROKE.search(text):
        return
    for found in _BARE.finditer(text):
        days = frozenset(one for one in kept.days if one.endswith(f"-{int(found['d']):02d}"))
        if days:
            yield NamedAt(days, found.start("d"), found.end("d"))


_WITH_WEEKDAY: Final = lazy_regex(
    r"\b(?P<w>mon|tue|wed|thu|fri|sat|sun)[a-z]* (?:the )?(?P<d>\d{1,2})(?:st|nd|rd|th)?(?![\d:./]| (?:jan|feb|mar"
    r"|apr|may|jun|jul|aug|sep|oct|nov|dec|am|pm|puff|tab|mg))",
    re.IGNORECASE,
)
_STROKE: Final = lazy_regex(r"\d/\d")
_BARE: Final = lazy_regex(r"(?<=, )(?P<d>\d{1,2})(?= \d)")


def _by_number(words: str, months: frozenset[str], kept: KeptWords) -> frozenset[str]:
    """The days told of by their number alone, in the months that were spoken of before it."""
    found = _ALONE.fullmatch(words.strip())
    if found is None:
        return frozenset()
    number = f"-{int(found['d']):02d}"
    days = frozenset(one for one in kept.days if one.endswith(number))
    return frozenset(one for one in days if one[:7] in months) or days


def _by_weekday(words: str, kept: KeptWords) -> frozenset[str]:
    found = WEEKDAY.search(words)
    if found is None or re.search(r"\d", words):
        return frozenset()
    return frozenset(one for one in kept.days if date.fromisoformat(one).weekday() == weekday_of(found))


def weekday_of(found: re.Match[str]) -> int:
    """The number of the day of the week that was found, Monday first."""
    return _WEEK_EN.index(found["en"][:3].casefold()) if found["en"] else _WEEK_KO.index(found["ko"])
