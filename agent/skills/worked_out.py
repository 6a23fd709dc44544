"""Numbers of an answer that follow from what it lists: a span between two days, a count of days, a sum, a mean, what is
left, how far two amounts lie apart.

Each is worked out again from the other numbers and days of the answer. A count that stands beside a list is that of the
list, and refused where it is another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations, pairwise, permutations
from typing import Final

from agent.skills.kept_words import KeptWords, NamedAt
from agent.skills.told_amounts import Amount, Clock, amounts_in, is_alike, value_as
from extraction.text.lazy_regex import lazy_regex

_DAYS_OF: Final = {"일": 1.0, "주": 7.0, "달": 30.44, "년": 365.25}
_HALF_DAY: Final = 720
MOVED: Final = lazy_regex(
    r"차이|높|낮|보다|좋아|나아|나빠|올[라랐렸]|오른|오르|떨어|줄|늘|증가|감소|내[려렸린]|만큼|커[졌지]|컸|빠[졌지]|남|쪘|쪄|찐|더\s|부족|모자|느리|빠르"
    r"|\b(?:higher|lower|above|below|over|under|rose|rise|fell|fall|drop\w*|down|up|by|more|less|than|gain\w*|lost"
    r"|lose|put on|between"
    r"|difference|apart|heavier|lighter|grew|grown|left|remain\w*|late|later|early|earlier|gap|increase\w*"
    r"|decrease\w*|short|from|to)\b",
    re.IGNORECASE,
)
_MEAN: Final = lazy_regex(r"평균|\b(?:average|avg|mean|per (?:day|week|night)|a (?:day|week|night))\b", re.IGNORECASE)
_LEFT: Final = lazy_regex(r"남[은았아겠으을는음]|\b(?:left|remain\w*|still in|over)\b", re.IGNORECASE)
_TIMES: Final = lazy_regex(r"[×x*]|씩|하루|매일|배|\b(?:a day|per day|each|every|times|daily|for)\b", re.IGNORECASE)
_MOST: Final = 14
"""Amounts of an answer from which something is worked out; a longer list is added up as a whole."""


@dataclass(frozen=True, slots=True)
class Listed:
    """What an answer lists: its amounts, days and hours in their order."""

    amounts: tuple[Amount, ...]
    days: tuple[NamedAt, ...]
    clocks: tuple[Clock, ...]
    text: str
    plain: str
    kept: KeptWords
    dated: frozenset[Amount] = frozenset()
    """The amounts that stand with one day: they tell of it, and count nothing of the answer."""

    def reckoned_days(self) -> Iterator[NamedAt]:
        """The days that lie so far from one that is held as a span of the answer, or of what is asked, says."""
        known = {date.fromisoformat(day) for one in self.days for day in one.days & self.kept.days}
        known |= {date.fromisoformat(self.kept.today)}
        spans = {*_spans(self.amounts), *_products(self.amounts)}
        spans |= {*_spans(_asked_amounts(self))}
        for one in self.days:
            if one.days & self.kept.days:
                continue
            if any(_is_apart(begun, date.fromisoformat(day), spans) for begun in known for day in one.days):
                yield one

    def comes_to(self, one: Amount) -> bool:
        """Whether a number is how many days are listed, or what the listed amounts come to."""
        known = [each for each in self.amounts if each is not one]
        return _is_of_days(one, self) or _is_worked_out(one, known, self)

    def works_out(self, one: Amount) -> bool:
        """Whether a number is how long it was between two days, or what other amounts come to."""
        known = [each for each in self.amounts if each is not one]
        span = one.unit in _DAYS_OF and any(_is_span(one, a, b) for a, b in _pairs(one, self))
        return span or _behind_is_span(one, self) or _is_worked_out(one, known, self)

    def sentence_of(self, one: Amount) -> tuple[int, int]:
        """The place of the sentence in which a number stands."""
        return sentence_of(one.start, self.text)

    def is_hour(self, clock: Clock) -> bool:
        """Whether an hour lies so far from another one of the answer as a span of it says."""
        minutes = {one.value * 60 for one in self.amounts if one.unit == "시간"} | {
            one.value for one in self.amounts if one.unit == "분"
        }
        told = {one.minutes for one in self.clocks if one is not clock}
        told |= {one.minutes for piece in self.kept.pieces for one in piece.clocks}
        return any(
            (begun + span - clock.minutes) % _HALF_DAY == 0 or (begun - span - clock.minutes) % _HALF_DAY == 0
            for begun in told
            for span in minutes
        )


def _spans(amounts: Sequence[Amount]) -> Iterator[tuple[float, str]]:
    yield from ((one.value, one.unit) for one in amounts if one.unit in _DAYS_OF)


def _products(amounts: Sequence[Amount]) -> Iterator[tuple[float, str]]:
    for one in amounts:
        if one.unit in ("알", "") and one.value == int(one.value) and one.value > 1:
            yield one.value, "일"


def _is_apart(begun: date, day: date, spans: set[tuple[float, str]]) -> bool:
    for value, unit in spans:
        if unit == "일" and abs(abs((day - begun).days) - value) <= 1 and (day - begun).days:
            return True
        if unit == "주" and abs(abs((day - begun).days) - 7 * value) <= 1:
            return True
        if unit in ("달", "년"):
            months = int(value * (12 if unit == "년" else 1))
            at = begun.month - 1 + months
            if (day.year, day.month) == (begun.year + at // 12, at % 12 + 1) and abs(day.day - begun.day) <= 3:
                return True
    return False


def follows(listed: Listed, held: Sequence[Amount]) -> set[Amount]:
    """The amounts that follow from the days of the answer, from those that are ``held``, and from one another."""
    found = {one for one in listed.amounts if one not in held and _is_of_days(one, listed)}
    for _ in range(3):
        known = [one for one in listed.amounts if one in held or one in found]
        more = {
            one for one in listed.amounts
            if one not in known and _is_worked_out(one, [each for each in known if each != one], listed)
        }  # fmt: skip
        if not more:
            break
        found |= more
    return found


def _is_of_days(one: Amount, listed: Listed) -> bool:
    if _behind_is_span(one, listed):
        return True
    if one.unit in _DAYS_OF and any(_is_span(one, a, b) for a, b in _pairs(one, listed)):
        return True
    if one.unit in ("시간", "분") and _is_between_hours(one, listed):
        return True
    if one in listed.dated or one.unit not in COUNTING:
        return False
    return one.value == int(one.value) and one.value > 1 and int(one.value) in _counts(listed)


COUNTING: Final = frozenset(
    {
        "",
        "번",
        "일",
        "알",
        "군데",
        "episode",
        "attack",
        "fit",
        "fall",
        "on",
        "of",
        "in",
        "separate",
        "day",
        "이",
        "예",
        "입",
    }
)
"""What a number of days may count."""


def _behind_is_span(one: Amount, listed: Listed) -> bool:
    """Whether the brackets behind a number name the two ends of so many days: "26 (6 February to 4 March)"."""
    group = _ENDS.match(listed.text, one.end)
    if group is None:
        return False
    ends = sorted(min(each.days) for each in listed.days if group.start() <= each.start < group.end())
    return len(ends) == 2 and (date.fromisoformat(ends[1]) - date.fromisoformat(ends[0])).days in (
        one.value,
        one.value - 1,
    )


_ENDS: Final = lazy_regex(r"\s?(?:일|days?|nights?)?\s?\([^()]*\)", re.IGNORECASE)


def _counts(listed: Listed) -> set[int]:
    """How many days the answer lists, as a whole, in each of its sentences, and in brackets; how many hours there."""
    found = {sum(map(size_of, listed.days)), len({one.days for one in listed.days})}
    places = [(one.start(), one.end()) for one in _GROUP.finditer(listed.text)]
    at = 0
    for sentence in _SENTENCE.split(listed.text):
        start = listed.text.index(sentence, at) if sentence else at
        at = start + len(sentence)
        places.append((start, at))
    for start, end in places:
        own = [one for one in listed.days if start <= one.start < end]
        found |= {sum(map(size_of, own)), len({one.days for one in own})}
    for group in _GROUP.finditer(listed.text):
        found.add(len([one for one in listed.clocks if group.start() <= one.start < group.end()]))
    return found - {0, 1}


_GROUP: Final = lazy_regex(r"\([^()]*\)")
_SENTENCE: Final = lazy_regex(r"(?<=[.!?。])\s+|\n+|;\s")


def size_of(one: NamedAt) -> int:
    """How many days some words name: "2, 5 and 9 March" are three, of one day in two years either is meant."""
    return len({day[5:] for day in one.days})


def _pairs(amount: Amount, listed: Listed) -> Iterator[tuple[date, date]]:
    """The days that may be the ends of a span: those of the answer and today, else those told of what is asked."""
    start, end = sentence_of(amount.start, listed.text)
    within = {date.fromisoformat(day) for one in listed.days if start <= one.start < end for day in one.days}
    own = within if len(within) > 1 else {date.fromisoformat(day) for one in listed.days for day in one.days}
    ends = own | ({date.fromisoformat(listed.kept.today)} if len(own) < 2 or _NOW.search(listed.text) else set())
    if len(own) < 2:
        told = [
            one for one in listed.kept.pieces if one.stems & (listed.kept.asked | listed.kept.stems_of(listed.text))
        ]
        ends |= {date.fromisoformat(day) for one in told for day in one.days}
    yield from combinations(sorted(ends), 2)


_NOW: Final = lazy_regex(r"오늘|지금|이제|현재|\b(?:today|now|so far|by now|to date)\b", re.IGNORECASE)


def _is_span(one: Amount, begun: date, ended: date) -> bool:
    days = (ended - begun).days
    if one.unit == "일":
        return one.value in (days, days + 1)
    length = _DAYS_OF[one.unit]
    return days > 0 and abs(days / length - one.value) <= (0.35 if one.unit == "주" else 0.5)


def _is_between_hours(one: Amount, listed: Listed) -> bool:
    wanted = one.value * (60 if one.unit == "시간" else 1)
    own = [each.minutes for each in listed.clocks]
    told = [piece for piece in listed.kept.pieces if piece.stems & listed.kept.asked]
    near = own if len(own) > 1 else [*own, *(each.minutes for piece in told for each in piece.clocks)]
    return any((b - a - wanted) % _HALF_DAY == 0 for a, b in permutations(near, 2))


def _is_worked_out(one: Amount, known: Sequence[Amount], listed: Listed) -> bool:
    if one in listed.dated:
        return False
    alike = [each for each in known if is_alike(each, one)]
    if any(_comes_to(one, each) for each in _rows(one, alike, listed)):
        return True
    values = [value_as(each, one) for each in alike[:_MOST]]
    sentence, said = _sentence_of(one, listed.text), f"{listed.text} {listed.kept.question}"
    for group in _groups(one, alike, listed):
        total = sum(value_as(each, one) for each in group)
        if len(group) > 1 and abs(total - one.value) < _NEAR:
            return True
        if len(group) > 1 and _MEAN.search(said) and abs(total / len(group) - one.value) <= _ROUNDED:
            return True
        if _LEFT.search(said) and any(
            abs(value_as(each, one) - total + (value_as(each, one) if each in group else 0) - one.value) < _NEAR
            for each in alike
        ):
            return True
    if MOVED.search(sentence) and any(abs(abs(a - b) - one.value) < _NEAR for a, b in combinations(values, 2)):
        return True
    if _is_distinct(one) and any(abs(abs(a - b) - one.value) < _NEAR for a, b in pairwise(values)):
        return True
    everything = [each.value for each in known[:_MOST]]
    everything += [float(count) for count in _counts_near(one, listed)]
    if _TIMES.search(listed.text) and any(
        abs(a * b - one.value) < _NEAR for a, b in combinations(everything, 2) if min(a, b) > 1
    ):
        return True
    if _MEAN.search(said) and any(b and abs(a / b - one.value) <= _ROUNDED for a, b in permutations(everything, 2)):
        return True
    return (
        _is_of_weeks(one, known, listed)
        or _is_told_sum(one, listed)
        or (bool(MOVED.search(said)) and _is_told_difference(one, sentence, listed))
    )


def _is_of_weeks(one: Amount, known: Sequence[Amount], listed: Listed) -> bool:
    """Whether it is the days, or a daily piece for each day, of so many weeks."""
    return one.unit in ("일", "알") and any(
        each.unit == "주" and each.value * 7 == one.value for each in (*known, *_asked_amounts(listed))
    )


def _is_distinct(one: Amount) -> bool:
    """Whether it is hardly by chance that two numbers lie so far apart."""
    return one.value >= _TELLING or one.value != int(one.value)


_TELLING: Final = 10


def _rows(one: Amount, alike: Sequence[Amount], listed: Listed) -> Iterator[list[float]]:
    """The rows of numbers from which it may be worked out without a word that says so: all that stand in the brackets
    or behind the colon right behind it, or in its sentence before it.
    """
    start, end = sentence_of(one.start, listed.text)
    behind = _WORKING.match(listed.text, one.end)
    if behind is not None:
        closed = listed.text.find(")", behind.end()) if behind[0].endswith("(") else -1
        stop = closed if closed >= 0 else end
        yield [value_as(each, one) for each in alike if behind.end() <= each.start < stop]
    yield [value_as(each, one) for each in alike if start <= each.start < one.start]


_WORKING: Final = lazy_regex(r"[^\d.!?:(]{0,24}[:(=]\s?")


def _comes_to(one: Amount, row: Sequence[float]) -> bool:
    """Whether a number is the sum of a row, or what is left of its first where the others are taken away."""
    if len(row) < 2:
        return False
    return abs(sum(row) - one.value) < _NEAR or abs(2 * row[0] - sum(row) - one.value) < _NEAR


def _counts_near(one: Amount, listed: Listed) -> set[int]:
    """How many days the sentence, or the piece, of a number lists before it."""
    start, _ = sentence_of(one.start, listed.text)
    before = [each for each in listed.days if start <= each.start < one.start]
    return {size_of(before[-1]), sum(map(size_of, before))} - {0, 1} if before else set()


def _asked_amounts(listed: Listed) -> tuple[Amount, ...]:
    return amounts_in(listed.kept.question)


_NEAR: Final = 0.011
_ROUNDED: Final = 0.051


def _groups(one: Amount, alike: Sequence[Amount], listed: Listed) -> Iterator[list[Amount]]:
    """What a sum may be of: all that the answer lists, what stands in its sentence, before it, behind it, in"
    " brackets.
    """
    start, end = sentence_of(one.start, listed.text)
    own = [each for each in alike if start <= each.start < end]
    outer = [each for each in alike if not _in_brackets(each, listed.text)]
    for some in (alike, own):
        yield list(some)
        yield [each for each in some if each.start < one.start]
        yield [each for each in some if each.start > one.start]
    yield outer
    yield [each for each in outer if start <= each.start < end]
    for group in re.finditer(r"\([^()]*\)", listed.text):
        yield [each for each in alike if group.start() <= each.start < group.end()]


def _in_brackets(one: Amount, text: str) -> bool:
    before = text[: one.start]
    return before.count("(") > before.count(")")


def sentence_of(place: int, text: str) -> tuple[int, int]:
    """Where the sentence begins and ends in which a place of a text stands; the whole text where it is in none."""
    at = 0
    for sentence in re.split(r"(?<=[.!?。])\s+|\n+", text):
        start = text.index(sentence, at) if sentence else at
        at = start + len(sentence)
        if start <= place < at:
            return start, at
    return 0, len(text)


def _sentence_of(one: Amount, text: str) -> str:
    start, end = sentence_of(one.start, text)
    return text[start:end]


def _is_told_sum(one: Amount, listed: Listed) -> bool:
    """Whether it is the sum of all that was told of what is asked, in the same unit."""
    if not one.unit:
        return False
    told = [
        each for piece in listed.kept.pieces if piece.stems & listed.kept.asked and not _PACK.search(piece.words)
        for each in piece.amounts if each.unit == one.unit
    ]  # fmt: skip
    return len(told) > 1 and abs(sum(each.value for each in told) - one.value) < _NEAR


def _is_told_difference(one: Amount, sentence: str, listed: Listed) -> bool:
    """Whether so much lies between two readings in a row, or the first and the last, of what the sentence names."""
    stems = listed.kept.stems_of(sentence) | listed.kept.asked
    rows: dict[str, list[float]] = {}
    for piece in listed.kept.pieces:
        if piece.stems & stems:
            for each in piece.amounts:
                if (each.unit or each.value != int(each.value)) and is_alike(each, one):
                    rows.setdefault(each.unit, []).append(value_as(each, one))
    return any(
        abs(abs(a - b) - one.value) < _NEAR
        for row in rows.values() if _is_distinct(one) and len(row) > 1
        for a, b in (*pairwise(row), (row[0], row[-1]))
    )  # fmt: skip


_PACK: Final = lazy_regex(
    r"짜리|한\s?통|처방|받[아았]|\b(?:pack|box|bottle|strip|prescribed|supply) of\b|\bin the (?:box|pack)\b",
    re.IGNORECASE,
)
"""Words of what there is of a thing, not of what was taken of it."""
