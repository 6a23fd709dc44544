"""The values of one test, kept in order: whoever has a meter at home has thousands of them, and a turn adds one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from domain.derived import Change, spliced
from domain.values import SERIES_SLOTS, Content, Polarity, SlotKind

if TYPE_CHECKING:
    from domain.ledger import Fact


class SeriesKey(NamedTuple):
    """What the values of a series have in common."""

    slot: SlotKind
    subject: str
    concept_id: str
    polarity: Polarity
    qualifier: str
    unit: str | None
    is_number: bool
    broader: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Series:
    """Current values of one test and kind, in one unit, by clinical day; never empty.

    ``mentions`` is how often they were said, together, ``first`` the lowest version among them, and ``disputed`` those
    in open contradictions.
    """

    facts: tuple[Fact, ...]
    mentions: int
    first: int
    disputed: tuple[Fact, ...]

    @property
    def last(self) -> Fact:
        """The value of the latest clinical day, of one day the one that was told last."""
        return self.facts[-1]

    @property
    def last_day(self) -> tuple[Fact, ...]:
        """The values of the latest clinical day, the one told last first."""
        day = self.last.clinical_day
        return tuple(takewhile(lambda fact: fact.clinical_day == day, reversed(self.facts)))

    @classmethod
    def of(cls, facts: Iterable[Fact]) -> Series:
        """The series of these facts."""
        ordered = tuple(sorted(facts, key=by_day))
        return cls(
            ordered,
            sum(fact.mentions for fact in ordered),
            min(fact.version for fact in ordered),
            tuple(fact for fact in ordered if fact.disputed),
        )


SeriesByKey = Mapping[SeriesKey, Series]


NEWER_READING: Final = "newer reading"
"""Why a value gives way to one of the same day that was taken after it: both were measured."""


def is_taken_often(content: Content) -> bool:
    """Whether a test is one that people take several times a day: a second value of a day is no contradiction."""
    return content.slot is SlotKind.VITALS or content.concept.concept_id == _GLUCOSE


_GLUCOSE: Final = "glucose"


def by_day(fact: Fact) -> tuple[str, int]:
    """The order of a series: the clinical day, then when it was told."""
    return fact.clinical_day, fact.version


def series_key(fact: Fact) -> SeriesKey:
    """The series to which a value belongs."""
    content = fact.content
    return SeriesKey(
        content.slot,
        content.subject,
        content.concept.concept_id,
        content.polarity,
        content.qualifier or "",
        content.unit,
        as_number(fact) is not None,
        content.concept.broader,
    )


def as_number(fact: Fact) -> float | None:
    """The fact's value as a number, or None; a truth value is none."""
    value = fact.content.value
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def all_series(facts: Iterable[Fact]) -> SeriesByKey:
    """The series among current facts, in the order in which the first value of each comes."""
    found: dict[SeriesKey, list[Fact]] = {}
    for fact in facts:
        if fact.content.slot in SERIES_SLOTS:
            found.setdefault(series_key(fact), []).append(fact)
    return {key: Series.of(values) for key, values in found.items()}


def with_changes(known: SeriesByKey, changes: Sequence[Change]) -> SeriesByKey | None:
    """The series after these changes, or None where they must be made anew."""
    touched: dict[SeriesKey, list[Change]] = {}
    for before, after in changes:
        own = {series_key(one) for one in (before, after) if one is not None and one.content.slot in SERIES_SLOTS}
        for key in own:
            touched.setdefault(key, []).append((before, after))
    if not touched:
        return known
    series = dict(known)
    for key, own_changes in touched.items():
        found = _changed(series.get(key), key, own_changes)
        if found is None:
            return None
        if found.facts:
            series[key] = found
        else:
            series.pop(key, None)
    return series


_EMPTY = Series((), 0, 0, ())


def _changed(series: Series | None, key: SeriesKey, changes: Sequence[Change]) -> Series | None:
    known = series or _EMPTY
    facts = spliced(known.facts, changes, by_day, lambda fact: fact.current and series_key(fact) == key)
    disputed = spliced(known.disputed, changes, by_day, lambda fact: fact.disputed and series_key(fact) == key)
    if facts is None or disputed is None:
        return None
    if not facts:
        return _EMPTY
    gained, gone, come = 0, set[int](), set[int]()
    for before, after in changes:
        if before is not None and before.current and series_key(before) == key:
            gained -= before.mentions
            gone.add(before.version)
            come.discard(before.version)
        if after.current and series_key(after) == key:
            gained += after.mentions
            come.add(after.version)
    kept = bool(known.facts) and known.first not in gone
    first = min((known.first, *come)) if kept else min(fact.version for fact in facts)
    return Series(facts, known.mentions + gained, first, disputed)
