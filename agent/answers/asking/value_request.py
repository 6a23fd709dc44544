"""What an utterance asks of measured values, read by a closed grammar: fold, window of time, limit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from typing import Final

from agent.answers.asking.newest import newest_asked
from agent.answers.asking.value_cues import (
    APART,
    BETWEEN,
    CHANGED,
    COMPARED,
    DATE,
    DEFINING,
    FOLDS,
    HOW_MUCH,
    IN_ORDER,
    LOWER,
    MEANING,
    OTHER_ASKING,
    SINCE_FIRST,
    TEST,
    UPPER,
    Fold,
)
from domain.remembering import remembered
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention, find_dates
from extraction.values.quantities import Comparator, find_quantities

Cue = tuple[tuple[str, ...], tuple[str, ...]]
_POSSESSIVE: Final = ("'s", "\N{RIGHT SINGLE QUOTATION MARK}s")
_YEAR: Final = 4
"""Digits of a year."""
_MONTHS: Final = frozenset("jan feb mar apr may jun jul aug sep oct nov dec".split())
OF_A_SERIES: Final = frozenset({"average", "count", "highest", "lowest", "best", "worst", "trend"})
"""What may be wanted of the newest readings as of all of them."""
_TOGETHER: Final = frozenset({"average", "highest", "lowest"})
"""What is asked for in one breath of the same values."""
_SHORTEST: Final = 10
"""Characters of a partial date that names a day."""


@dataclass(frozen=True, slots=True)
class Window:
    """A span of clinical time by partial ISO dates, both ends within; None is open. ``on`` is one date alone."""

    first: str | None = None
    last: str | None = None

    @property
    def on(self) -> bool:
        """Whether both ends are one date."""
        return self.first is not None and self.first == self.last

    def holds(self, day: str) -> bool:
        """Whether a (partial) day lies within, by the coarser of the two precisions."""
        after = self.first is None or day[: len(self.first)] >= self.first[: len(day)]
        return after and (self.last is None or day[: len(self.last)] <= self.last[: len(day)])


@dataclass(frozen=True, slots=True)
class Limit:
    """A number that values are held against, in the unit of the values; ``part`` names one of a blood pressure."""

    side: Comparator
    number: float
    part: str | None = None

    def holds(self, value: float) -> bool:
        """Whether ``value`` is on this side."""
        match self.side:
            case ">":
                return value > self.number
            case "<":
                return value < self.number
            case ">=":
                return value >= self.number
            case _:
                return value <= self.number


@dataclass(frozen=True, slots=True)
class ValueRequest:
    """One question for values: what is wanted of the series, of which time, beyond which limit, of how many newest."""

    fold: Fold | None
    window: Window | None = None
    limit: Limit | None = None
    newest: int | None = None
    also: tuple[Fold, ...] = ()
    """What else is wanted of the same values: "the highest and the average"."""

    @property
    def asks(self) -> bool:
        """Whether anything was recognised at all."""
        return self.fold is not None or self.window is not None or self.limit is not None or self.newest is not None


class Masked:
    """An utterance without its names, dates and case, to look cues up in."""

    def __init__(self, text: str, mentions: Sequence[Mention], dates: Sequence[DateMention]) -> None:
        masks = [(date.start, date.end, DATE) for date in dates]
        masks += [
            (one.start, one.end, TEST)
            for one in mentions
            if not any(date.start < one.end and one.start < date.end for date in dates)
        ]
        self.words, self.compact = _masked(text, tuple(sorted(masks)))
        self._said = frozenset(self.words.split())

    def has(self, cue: Cue) -> bool:
        """Whether one of the cue's Korean or English words stands here."""
        korean, english = cue
        if any([one in self.compact for one in korean]):
            return True
        single, phrases = _parted(english)
        return not single.isdisjoint(self._said) or any([one in self.words for one in phrases])


@remembered
def _masked(text: str, masks: tuple[tuple[int, int, str], ...]) -> tuple[str, str]:
    """The words of ``text`` with a mask for each stretch, each between spaces, and the text without any."""
    said, reached = [], 0
    for start, end, mask in masks:
        if start >= reached:
            said += [text[reached:start], f" {mask} "]
            reached = end
    folded = "".join((*said, text[reached:])).casefold()
    for suffix in _POSSESSIVE:
        folded = folded.replace(suffix, " ")
    spaced = "".join([ch if ch.isalnum() or ch in (TEST, DATE, ".") else " " for ch in folded.replace("'", "")])
    words = f" {' '.join(spaced.replace(TEST, 'TEST').replace(DATE, 'DATE').split())} ".replace(". ", " ")
    # In these "all" counts nothing.
    words = words.replace(" all right ", " alright ").replace(" at all ", " ").replace(" after all ", " ")
    return words, "".join(folded.split())


@cache
def _parted(english: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    """The words of a cue, and its phrases between spaces: words are looked up, phrases looked for."""
    single = frozenset(one for one in english if " " not in one)
    return single, tuple(f" {one} " for one in english if one not in single)


def read_values(text: str, mentions: Sequence[Mention], dates: Sequence[DateMention]) -> ValueRequest | None:
    """The question for values in ``text``, None where it asks for something else; ``text`` is normalised.

    ``dates`` are those of :func:`dates_in`. Pure and deterministic.
    """
    masked = Masked(text, mentions, dates)
    if masked.has(OTHER_ASKING):
        return None
    limit = _limit(text, masked)
    changed = masked.has(CHANGED)
    asks_what = masked.has(((), ("what does", "what do"))) and masked.has(((), ("mean",)))
    # "What's the eGFR mean" ends with the verb.
    verb = masked.words.endswith(" mean ") and not masked.words.endswith(" the mean ")
    meaning = masked.has(MEANING) or asks_what or verb
    folds = (name for name, ko, en in FOLDS if masked.has((ko, en)) and not (name == "average" and meaning))
    fold: Fold | None = next(folds, None)
    if masked.has(IN_ORDER):
        fold = "all"
    if fold in OF_A_SERIES:
        dates = _asked_within(text, dates)
    window = _window(dates, masked, changed=changed)
    if window is None and (several := _of_several(masked, fold, limit, changed=changed)) is not None:
        return several
    if changed and fold not in ("since", "count", "average", "highest", "lowest") and window is not None:
        if masked.has(HOW_MUCH) or masked.has(COMPARED):
            return ValueRequest("difference", _since(window, dates), limit)
    if window is not None and fold in ("latest", "previous"):
        # "The last six months", "the values of last December": the date says all.
        fold = None if not (fold == "latest" and limit is not None) else fold
    if fold in (None, "all") and window is None and masked.has(DEFINING):
        return None
    more = (name for name, ko, en in FOLDS if name in _TOGETHER and name != fold and masked.has((ko, en)))
    also = tuple(more) if fold in _TOGETHER and not meaning else ()
    request = ValueRequest(fold, window, limit, also=also)
    return request if request.asks else None


def _asked_within(text: str, dates: Sequence[DateMention]) -> Sequence[DateMention]:
    """``dates`` without the days of sentences that only tell: "INR today, 2.6. What was the highest?" asks of all."""
    asking, opening = [], 0
    for sentence in SENTENCE_END.split(text):
        start = text.index(sentence, opening)
        opening = start + len(sentence)
        if sentence.endswith("?"):
            asking.append((start, opening))
    if not asking:
        return dates
    return [one for one in dates if one.kind != "point" or any(low <= one.start < high for low, high in asking)]


SENTENCE_END: Final = lazy_regex(r"(?<=[.!?])\s+")
"""Between two sentences; a point within a number is no end."""


def _of_several(masked: Masked, fold: Fold | None, limit: Limit | None, *, changed: bool) -> ValueRequest | None:
    """A question for so many of the newest readings, or for the way from the first to the last; None where neither."""
    apart = changed or masked.has(COMPARED) or masked.has(APART)
    newest = newest_asked(masked.words, masked.compact)
    if newest is not None:
        if fold in OF_A_SERIES:
            return ValueRequest(fold, None, limit, newest)
        return ValueRequest("difference" if apart else "all", None, limit, newest)
    latest = any(name == "latest" and masked.has((ko, en)) for name, ko, en in FOLDS)
    ends = fold == "first" and apart and (latest or masked.has(SINCE_FIRST))
    return ValueRequest("difference", None, limit) if ends else None


def dates_in(text: str, said_at: datetime, zone: str) -> tuple[DateMention, ...]:
    """The dates of a question, said at ``said_at`` (aware) in ``zone`` (IANA), but for those that only give a year."""
    found = find_dates(text, said_at, zone)
    years = [one.value for one in found]
    # "올해 1월에서 6월까지": the year is the context of the months, no date of its own.
    own = tuple(
        one for one in found if not any(other != one.value and other.startswith(f"{one.value}-") for other in years)
    )
    return _with_opening(text, own, said_at, zone)


def period_named(text: str, mentions: Sequence[Mention], dates: Sequence[DateMention]) -> Window | None:
    """The span of time that an utterance names, whatever it asks of it: "this week", "since May", "in June"."""
    return _window(dates, Masked(text, mentions, dates), changed=False)


def _with_opening(text: str, dates: tuple[DateMention, ...], said_at: datetime, zone: str) -> tuple[DateMention, ...]:
    """``dates`` with the month that "between" opens: a bare "March" is a date only after a preposition of time."""
    lowered = text.casefold()
    at = lowered.find("between ")
    if at < 0 or not dates:
        return dates
    # As long as the original, so that spans hold: "between" is 7 characters, "from" and blanks as many.
    opened = find_dates(text[:at] + "   from" + text[at + 7 :], said_at, zone)
    merged = {(one.start, one.end): one for one in (*opened, *dates)}
    return tuple(sorted(merged.values(), key=lambda one: one.start))


def _window(dates: Sequence[DateMention], masked: Masked, *, changed: bool) -> Window | None:
    points = [one for one in dates if one.value]
    if not points:
        return None
    joined = changed or masked.has(BETWEEN) or masked.has(COMPARED) or any(one.kind != "point" for one in points)
    if len(points) > 1 and joined:
        return _span(points[0], points[1])
    first = points[0]
    if first.kind == "since":
        return Window(first=first.value)
    if first.kind == "until":
        return Window(last=first.value)
    if first.precision == "week":
        return Window(_week_start(first.value), _week_end(first.value))
    return Window(first.value, first.value)


def _span(first: DateMention, last: DateMention) -> Window:
    """From one date to the other; of two months without a year the second is the one that follows the first."""
    low, high = first.value, last.value
    bare = _names_month(last.words) and _names_month(first.words)
    if high < low and bare and not any(len(part) == _YEAR for part in _digits(last.words)):
        high = f"{int(high[:_YEAR]) + 1}{high[_YEAR:]}"
    return Window(*sorted((low, high)))


def _names_month(words: str) -> bool:
    """Whether a date is a month by its name, not one that counts from today ("three months ago")."""
    korean = words.endswith("월") or "월 " in words
    return korean or any(word[:3] in _MONTHS for word in words.casefold().split())


def _digits(words: str) -> list[str]:
    return "".join(ch if ch.isdecimal() else " " for ch in words).split()


def _since(window: Window, dates: Sequence[DateMention]) -> Window:
    """For a difference one date is where it begins: "how much lower than last December"."""
    return Window(first=window.first or window.last) if len(dates) < 2 else window


def _week_start(day: str) -> str:
    return _shifted(day, -1)


def _week_end(day: str) -> str:
    return _shifted(day, 1)


def _shifted(day: str, end: int) -> str:
    """The Monday (-1) or the Sunday (1) of the week of an ISO day; a coarser date stays."""
    if len(day) < _SHORTEST:
        return day
    moment = date.fromisoformat(day)
    days = -moment.weekday() if end < 0 else 6 - moment.weekday()
    return (moment + timedelta(days=days)).isoformat()


def _limit(text: str, masked: Masked) -> Limit | None:
    """The number that values are to be beyond ("over 140", "7 이상"); of a blood pressure, which of its numbers."""
    part = "systolic" if masked.has(UPPER) else "diastolic" if masked.has(LOWER) else None
    for quantity in find_quantities(text):
        if quantity.comparator is not None and quantity.value is not None:
            return Limit(quantity.comparator, quantity.value, part)
    return None
