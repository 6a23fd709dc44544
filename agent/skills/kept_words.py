"""What the patient said and what is kept of it, piece by piece, each with the days that it tells of.

A piece is what stands between two commas. It tells of the days that it names, else of those named before it in the
turn or of the day on which it was said. What was withdrawn since is cut out of it, and what it asks tells nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import cached_property
from math import log
from typing import Final

from agent.answers.events.days import days_read
from agent.answers.events.sentences import is_asked, sentences_told
from agent.skills.grounding import MONTHS
from agent.skills.people_named import groups_named
from agent.skills.told_amounts import Amount, Clock, amounts_in, clocks_in, is_alike, value_as
from domain.ledger import CHANGED, Ledger, local_day
from domain.remembering import remembered
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.values.partial_dates import day_of, shifted_month
from projections.markers import marks_of_replaced
from projections.tiers import Tiers, TurnLine

Names = Callable[[str], Sequence[Mention]]

_DIGIT: Final = lazy_regex(r"\d")
_PUT_RIGHT: Final = lazy_regex(
    r"(?P<old>\d+(?:[./]\d+)?)\s?[가-힣%a-z]{0,5}\s?(?:[이가은는도]\s?)?(?:아니[고라구었네]|말고)"
    r"|\bnot (?:the |a )?(?P<en>\d+(?:\.\d+)?)\b",
    re.IGNORECASE,
)
"""A number that is told to be wrong, with the right one beside it."""
_JOINTS: Final = lazy_regex(
    r",\s(?!\d{3}\b)|;\s?|\s?→\s?|\s/\s|\s·\s|\s[-–—]\s|\s\|\s|\n+|\b(?:and|then|but)\b|그리고|그다음"
)
_GROUP: Final = lazy_regex(r"\([^()]*\)")
_WORDS: Final = lazy_regex(
    r"[A-Za-z][A-Za-z'’]+|[가-힣]{2,}|(?<![가-힣])[열피약침뼈](?=[은는이가을를도만]?(?![가-힣]))"
)
_LETTERS: Final = 5
_SYLLABLES: Final = 2
_COMMON: Final = frozenset(
    "the and you your was were for with that this had have has are not but from him his her she they them then when"
    " what which who how did does about after before into off out all any each one two three last first next since"
    " told said say says tell today yesterday day days time times week weeks month months more most been being its"
    " it's i'm on in at of to my me we our us an as is be by or if so no up ago just only also there their morn"
    " eveni night after still over than".split()
)
_COMMON_KO: Final = frozenset(
    "오늘 어제 그날 그때 그리 그래 하루 아침 점심 저녁 새벽 오전 오후 밤에 다음 지금 제가"
    " 내가 우리 그거 이거 저거 언제 얼마 며칠 몇번 시간 번쯤 번씩 가지 개월 말씀 하셨 하신"
    " 라고 다고 셨어 셨고 예요 이에 이고 했어 했다 하고 해서 있었 있어 없어 없다 있다 이에"
    " 예요 입니 에서 까지 부터 정도 모두 전부 처음 마지 이번 지난 같이 먹은 그런 그게 이제"
    " 다시 조금 많이 너무".split()
)
MOST_TURNS: Final = 400
"""Turns that are read, the newest first; a patient may have ten thousand."""
_DATE: Final = lazy_regex(r"\d\s?[월일/]|\d(?:st|nd|rd|th)|[a-z]{3}\w* \d|\d [a-z]{3}", re.IGNORECASE)
_LEADS: Final = 8
"""Characters before the day of a piece that tells of that day alone."""
_NAME: Final = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_RANGE: Final = lazy_regex(
    r"(?P<m>\d{1,2})\s?월\s?(?P<d>\d{1,2})\s?일?(?P<more>(?:[ \t]?[·~,\-–/][ \t]?\d{1,2})+)\s?일"
    r"|(?<![\d.~/월])(?<!월 )(?P<nd>[12]?\d|3[01])(?P<nmore>(?:[ \t]?[·~,\-–][ \t]?\d{1,2})+)일"
    rf"|\b(?:(?P<en>{_NAME})\.? (?P<ed>\d{{1,2}})(?P<emore>[ \t]?[–-][ \t]?\d{{1,2}})(?!\d)"
    rf"|(?P<bd>\d{{1,2}})(?P<bmore>[ \t]?[/–-][ \t]?\d{{1,2}}) (?P<ben>{_NAME}))"
    r"|(?<![\d/])(?P<dm>\d{1,2})/(?P<dd>\d{1,2})(?=\s정[가-힣])"
    r"|(?<![\d/])(?P<sm>\d{1,2})/(?P<sd>\d{1,2})(?P<smore>(?:[ \t]?[·~\-–][ \t]?\d{1,2}"
    r"|,\s?\d{1,2}(?=\s?[,)]))+)(?![\d/])",
    re.IGNORECASE,
)
"""Days of one month that are run together: "6월 6·7일", "8월 30~31일"."""


@dataclass(frozen=True, slots=True)
class NamedAt:
    """The days that some words may name (ISO), and their place; several where the year or the week is open."""

    days: frozenset[str]
    start: int
    end: int


def _is_of_time_alone(one: Amount, other: Amount) -> bool:
    """Whether one number is of years, weeks or a row, which is said of each such number, and the other is of nothing
    that is named.
    """
    return (not one.unit or not other.unit) and ((one.unit or other.unit) in _OF_TIME)


_OF_TIME: Final = frozenset({"년", "세", "살", "차", "주", "달"})


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of what was said, without what was withdrawn since.

    ``days`` are those it tells of and ``named`` those of its own words; ``people`` are groups of people beside the
    patient that it names, ``stems`` the beginnings of its words and the concepts that it names.
    """

    words: str
    turn: int
    on: str
    days: frozenset[str]
    named: frozenset[str]
    amounts: tuple[Amount, ...]
    clocks: tuple[Clock, ...]
    stems: frozenset[str]
    people: frozenset[str]
    near: frozenset[str] = frozenset()
    """All days that its turn may tell of: that of the turn, those named in it, and those so far from them as a span of
    it says.
    """

    def tells(self, amount: Amount) -> bool:
        """Whether it tells this number of what may be the same thing: years of age are no tablets."""
        for one in self.amounts:
            if value_as(one, amount) == amount.value and is_alike(one, amount) and not _is_of_time_alone(one, amount):
                return True
        return (
            not amount.unit and self.holds(amount.value) and not any(one.value == amount.value for one in self.amounts)
        )

    def holds(self, value: float) -> bool:
        """Whether it tells this number, be it as an hour or a minute of the clock."""
        return any(one.value == value for one in self.amounts) or any(
            value % 12 == one.minutes // 60 or value == one.minutes % 60 for one in self.clocks
        )


@dataclass(frozen=True)
class KeptWords:
    """The pieces of all kept turns, read when they are first looked at."""

    tiers: Tiers | None = None
    question: str = ""
    said_at: datetime | None = None
    zone: str = "UTC"
    names: Names = lambda text: ()
    _cache: dict[str, frozenset[str]] = field(default_factory=dict, compare=False)

    @cached_property
    def today(self) -> str:
        """The day on which it is asked; "" where nothing is asked."""
        return local_day(self.said_at, self.zone) if self.said_at is not None else ""

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """What was told, in the order in which it was said."""
        if self.tiers is None:
            return ()
        return tuple(
            one
            for line in self._lines[-MOST_TURNS:]
            for one in _with_near(self._pieces_of(line, _still_told(line, self.tiers.ledger)))
        )

    @cached_property
    def days(self) -> frozenset[str]:
        """All days on which something was said, or that were named."""
        return frozenset(day for one in self.pieces for day in (*one.days, *one.named, one.on)) | {self.today}

    @cached_property
    def reckoned(self) -> frozenset[str]:
        """The days that follow from a day and a span that were told in one turn."""
        return frozenset(day for one in self.pieces for day in one.near) - self.days

    def weight(self, stems: frozenset[str]) -> float:
        """How much it tells that two texts share some stems: one that few turns hold tells more."""
        return sum(self._weights.get(one, 0.0) for one in stems)

    @cached_property
    def _weights(self) -> dict[str, float]:
        turns: dict[str, set[int]] = {}
        for piece in self.pieces:
            for one in piece.stems:
                turns.setdefault(one, set()).add(piece.turn)
        every = len({piece.turn for piece in self.pieces})
        return {one: log(1 + every / len(found)) / log(1 + every) for one, found in turns.items()}

    @cached_property
    def last(self) -> int:
        """The number of the turn that asks: what it names is asked for, and told of no day."""
        lines = () if self.tiers is None else self.tiers.lines.values()
        return max((line.turn_number for line in lines if line.question == self.question), default=0)

    @cached_property
    def turns(self) -> frozenset[int]:
        """The numbers of all turns that are kept, what they tell or not."""
        return frozenset(self.as_said)

    @cached_property
    def as_said(self) -> dict[int, str]:
        """What was said in each turn, word for word."""
        return {line.turn_number: line.question for line in self._lines}

    @cached_property
    def still_told(self) -> dict[int, str]:
        """What was said in each turn, without the numbers that were withdrawn since."""
        return {line.turn_number: _still_told(line, self.tiers.ledger) for line in self._lines} if self.tiers else {}

    @cached_property
    def _lines(self) -> tuple[TurnLine, ...]:
        return () if self.tiers is None else (*self.tiers.told.values(), *self.tiers.lines.values())

    @cached_property
    def folded(self) -> str:
        """All that was told, without white space, by which a quotation is known."""
        return "".join("".join(line.question.split()) for line in self._lines)

    @cached_property
    def months(self) -> frozenset[str]:
        """The months of those days."""
        return frozenset(one[:7] for one in self.days)

    @cached_property
    def asked(self) -> frozenset[str]:
        """The stems of what is asked now."""
        return self.stems_of(" ".join(self._asking))

    @cached_property
    def asked_of(self) -> frozenset[str]:
        """The people whom what is asked now names."""
        return groups_named(self.question)

    @cached_property
    def _asking(self) -> tuple[str, ...]:
        told = sentences_told(self.question)
        return tuple(one for one in told if is_asked(one)) or told[-1:]

    def stems_of(self, words: str) -> frozenset[str]:
        """The beginnings of the words that mean something, and the concepts that are named."""
        if words not in self._cache:
            self._cache[words] = frozenset(_stems(words)) | {
                f"#{each}" for one in self.names(words) for each in (one.entry.concept_id, *one.entry.broader[:1])
            }
        return self._cache[words]

    def days_in(self, words: str, *, ahead: bool | None = None) -> tuple[NamedAt, ...]:
        """The days that words of an answer name; of two ways to read one, those that were told of are taken."""
        if self.said_at is None:
            return ()
        return days_named(words, self.said_at, self.zone, None if ahead is None else ahead)

    def _pieces_of(self, line: TurnLine, text: str) -> Iterator[Piece]:
        on = local_day(line.said_at, self.zone)
        carried = frozenset[str]()
        for sentence in sentences_told(text):
            asked = is_asked(sentence)
            named = days_named(sentence, line.said_at, self.zone, None)
            for start, end in pieces_of(sentence):
                words = sentence[start:end]
                # "The sixth day of it" tells when it began, and nothing of that day.
                own = frozenset(
                    day for one in named
                    if start <= one.start < end and not sentence[one.start : one.end].endswith("째")
                    for day in one.days
                )  # fmt: skip
                carried = own or carried
                if asked and not own:
                    continue
                dates = [
                    one for one in named if start <= one.start < end and _DATE.search(sentence[one.start : one.end])
                ]
                plain = _blank(words, [(one.start - start, one.end - start) for one in dates])
                # "37.6, and I took two of them yesterday": what stands before a day may be of another one.
                late = min((one.start for one in named if start <= one.start < end), default=start) > start + _LEADS
                days = own if own and not late else (own or carried) | {on}
                yield Piece(
                    words, line.turn_number, on, days, own,
                    amounts_in(plain), clocks_in(plain), self.stems_of(words), groups_named(words),
                )  # fmt: skip


def _with_near(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces of one turn, each with all days that the turn may tell of."""
    told = tuple(pieces)
    named = frozenset(day for one in told for day in (*one.days, one.on))
    spans = [(each.value, each.unit) for one in told for each in one.amounts if each.unit in SPANS]
    near = named | {day for begun in named for value, unit in spans for day in days_apart(begun, value, unit)}
    yield from (replace(one, near=near) for one in told)


def days_apart(begun: str, value: float, unit: str) -> Iterator[str]:
    """The days (ISO) that lie so far before and behind a day; a month has the number of its day in another month."""
    day = date.fromisoformat(begun)
    for way in (1, -1):
        if unit in ("일", "주"):
            yield (day + timedelta(days=way * round(value * (7 if unit == "주" else 1)))).isoformat()
        else:
            year, month = shifted_month(day, way * round(value * (12 if unit == "년" else 1)))
            whole = day_of(year, month, min(day.day, 28) if day.day > 28 else day.day)
            if whole is not None:
                yield whole[0]


SPANS: Final = frozenset({"일", "주", "달", "년"})
"""Units in which a span of time is told."""


def _still_told(line: TurnLine, ledger: Ledger) -> str:
    """The words of a turn without the numbers that were never so: withdrawn, corrected since, or at once."""
    text, never = line.question, list[tuple[int, int]]()
    for fact_id, start, end in line.spans:
        fact = ledger.facts.get(fact_id)
        if fact is not None and not fact.current and fact.ended != CHANGED:
            never.append((start, end))
    for fact in (ledger.facts[one] for one in line.fact_ids if one in ledger.facts):
        never += [(one.start, one.end) for one in marks_of_replaced(ledger, fact, text)]
    for start, end in never:
        text = f"{text[:start]}{_DIGIT.sub(' ', text[start:end])}{text[end:]}"
    return _PUT_RIGHT.sub(lambda found: _DIGIT.sub(" ", found[0]), text)


def pieces_of(sentence: str) -> list[tuple[int, int]]:
    """The places of the pieces of a sentence; what stands in brackets is a piece of its own where it lists"
    " something.
    """
    inner = [one.span() for one in _GROUP.finditer(sentence) if _JOINTS.search(one[0])]
    found, at = [], 0
    for joint in _JOINTS.finditer(sentence):
        if any(start < joint.start() < end for start, end in (one.span() for one in _GROUP.finditer(sentence))):
            continue
        found.append((at, joint.start()))
        at = joint.end()
    found.append((at, len(sentence)))
    split: list[tuple[int, int]] = []
    for start, end in found:
        nested = [one for one in inner if start <= one[0] < end]
        place = start
        for begin, stop in nested:
            split.append((place, begin))
            place = begin + 1
            for joint in _JOINTS.finditer(sentence, begin + 1, stop - 1):
                split.append((place, joint.start()))
                place = joint.end()
            split.append((place, stop - 1))
            place = stop
        split.append((place, end))
    return [one for one in split if sentence[one[0] : one[1]].strip()]


@remembered
def days_named(text: str, said_at: datetime, zone: str, ahead: bool | None) -> tuple[NamedAt, ...]:
    """The whole days that a text names; both the past and the coming one of a date without its year."""
    plain = text.casefold()
    if len(plain) != len(text):
        plain = text
    found: dict[tuple[int, int], set[str]] = {}
    runs = [*_RANGE.finditer(plain)]
    blank = _blank(plain, [one.span() for one in runs])
    for forward in (False, True) if ahead is None else (ahead,):
        for one in days_read(blank, said_at, zone, ahead=forward).days:
            found.setdefault((one.start, one.end), set()).add(one.day)
    today = date.fromisoformat(local_day(said_at, zone))
    for run in runs:
        named = run["en"] or run["ben"]
        before = [one["month"] for one in _MONTH_BEFORE.finditer(plain, 0, run.start())]
        told = run["m"] or run["sm"] or run["dm"] or (before[-1] if before else today.month)
        month = MONTHS.index(named[:3].casefold()) + 1 if named else int(told)
        first = run["d"] or run["sd"] or run["ed"] or run["bd"] or run["dd"] or run["nd"]
        more = run["more"] or run["smore"] or run["emore"] or run["bmore"] or run["nmore"] or ""
        numbers = [int(one) for one in re.findall(r"\d+", f"{first} {more}")]
        if len(numbers) == 2 and numbers[0] < numbers[1] and _THROUGH.search(more):
            numbers = [*range(numbers[0], numbers[1] + 1)]
        if 1 <= month <= 12:
            days = {day.isoformat() for number in numbers for day in _near(month, number, today)}
            found[run.span()] = days
    return tuple(_with_year(plain, NamedAt(frozenset(days), *place)) for place, days in sorted(found.items()) if days)


_MONTH_BEFORE: Final = lazy_regex(r"(?<!\d)(?P<month>1[0-2]|[1-9])\s?월")
_THROUGH: Final = lazy_regex(r"[~–-]")
"""Between the two ends of a run of days."""


def _with_year(text: str, one: NamedAt) -> NamedAt:
    """A day with the year that stands before or behind it, which decides where several could be meant."""
    before, behind = _YEAR_BEFORE.search(text, 0, one.start), _YEAR_BEHIND.match(text, one.end)
    found = before or behind
    if found is None:
        return one
    days = frozenset(f"{found['y']}{day[4:]}" for day in one.days)
    return NamedAt(days, before.start() if before else one.start, one.end if before else found.end())


_YEAR_BEFORE: Final = lazy_regex(r"(?P<y>20\d\d)\s?(?:년|[./-])\s?$")
_YEAR_BEHIND: Final = lazy_regex(r",?\s(?P<y>20\d\d)(?!\d|\s?(?:mg|ml|steps))")


def _near(month: int, number: int, today: date) -> Iterator[date]:
    for year in (today.year - 1, today.year, today.year + 1):
        try:
            day = date(year, month, number)
        except ValueError:
            continue
        if timedelta(days=-300) <= day - today <= timedelta(days=200):
            yield day


def _stems(words: str) -> Iterator[str]:
    for one in _WORDS.finditer(words):
        word = one[0].casefold()
        if word[0].isascii():
            if len(word) > 2 and word not in _COMMON and word[:_LETTERS] not in _COMMON:
                yield word[:_LETTERS]
        elif word[:_SYLLABLES] not in _COMMON_KO:
            yield word[:_SYLLABLES]


def _blank(text: str, places: Sequence[tuple[int, int]]) -> str:
    for start, end in places:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text
