"""The table of alarms: signs that are said together, over what is on record, and how soon each should be seen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal, get_args

from agent.safety.placing import Told
from agent.safety.record import Record
from agent.safety.tables import table
from domain.remembering import remembered
from extraction.text.lazy_regex import lazy_regex
from extraction.text.needed_letters import Rows

Level = Literal["now", "today", "this_week"]
"""How soon: an ambulance or emergency room, a clinic the same day, an appointment within the week."""
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
_SAID: Final = "~"
"""Marks a sign that only has to be said, wherever it is placed: a risk of long ago is a risk."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Alarm:
    """One rule of alarms.yaml; ``signs`` are groups of names, ``known`` groups of tokens of the record."""

    alarm_id: str
    signs: tuple[tuple[str, ...], ...]
    known: tuple[tuple[str, ...], ...]
    unless: tuple[str, ...]
    level: Level
    name_ko: str
    name_en: str
    source: str
    first: str
    self_harm: bool
    sure: bool

    @property
    def firm(self) -> bool:
        """Whether no calm overrules it: it rests on the record, on a value that is told, or on words without doubt."""
        return self.sure or bool(self.known) or any(sign.endswith(_VALUE) for group in self.signs for sign in group)


_VALUE: Final = "_value"
"""How the names of signs end that are measured."""


@dataclass(frozen=True, slots=True)
class Raised:
    """An alarm that words and record raise together, with the facts that it rests on."""

    alarm: Alarm
    facts: tuple[str, ...]


@cache
def alarms() -> tuple[Alarm, ...]:
    """The shipped rules, in the order of the table."""
    return tuple(_alarm(name, row) for name, row in table("alarms").items())


@cache
def _beginnings() -> tuple[tuple[Alarm, frozenset[str]], ...]:
    """The rules, each with the signs of its first group."""
    return tuple(
        (one, frozenset(sign.removeprefix(_SAID) for group in one.signs[:1] for sign in group)) for one in alarms()
    )


@cache
def signs() -> Mapping[str, tuple[re.Pattern[str], re.Pattern[str]]]:
    """The shipped signs: the Korean and the English pattern of each."""
    return {name: (_pattern(row["ko"]), _pattern(row["en"])) for name, row in table("signs").items()}


@cache
def _signs() -> Rows[tuple[str, re.Pattern[str]]]:
    """Each sign with each of its patterns."""
    return Rows([(name, one) for name, patterns in signs().items() for one in patterns], lambda row: row[1])


@cache
def sources() -> Mapping[str, str]:
    """Where the rules come from, by key."""
    return {name: str(text) for name, text in table("sources").items()}


def raised(text: str, record: Record) -> tuple[Raised, ...]:
    """The alarms that ``text`` (normalised) raises over ``record``, the most urgent first, in the table's order."""
    heard = _heard(text)
    found = []
    for alarm, begin in _beginnings():
        if begin and begin.isdisjoint(heard.near):
            continue
        held = [record.holding(group) for group in alarm.known]
        if not all(held) or not heard.all_of(alarm.signs) or any(heard.spans(sign) for sign in alarm.unless):
            continue
        facts = dict.fromkeys(fact.fact_id for group in held for fact in group)
        found.append(Raised(alarm, tuple(facts)))
    return tuple(sorted(found, key=lambda one: LEVELS.index(one.alarm.level)))


def signs_in(text: str) -> frozenset[str]:
    """The signs that ``text`` (normalised) tells as so now, whatever they would call for."""
    heard = _heard(text)
    return frozenset(name for name in heard.near if heard.spans(name))


def is_said(sign: str, text: str) -> bool:
    """Whether ``text`` (normalised) says a sign at all, wherever it places it."""
    return any(pattern.search(text) for pattern in signs()[sign])


@remembered
def _heard(text: str) -> _Heard:
    return _Heard(Told(text))


class _Heard:
    """The places of each sign in one utterance, looked for once."""

    def __init__(self, told: Told) -> None:
        self._told = told
        self._patterns: dict[str, list[re.Pattern[str]]] = {}
        for sign, pattern in _signs().worth_trying(told.text):
            self._patterns.setdefault(sign, []).append(pattern)
        self._spans: dict[str, tuple[Span, ...]] = {}

    @property
    def near(self) -> Set[str]:
        """The signs that may stand in the utterance; none of the others does."""
        return self._patterns.keys()

    def spans(self, sign: str) -> tuple[Span, ...]:
        """Where ``sign`` is told as so now; with the mark, where it is said at all."""
        patterns = self._patterns.get(sign.removeprefix(_SAID))
        if patterns is None:
            return ()
        if sign not in self._spans:
            self._spans[sign] = tuple(self._found(sign, patterns))
        return self._spans[sign]

    def all_of(self, groups: Sequence[Sequence[str]]) -> bool:
        """Whether each group is met by a sign of its own, in words of its own."""
        return self._met(groups, (), ())

    def _found(self, sign: str, patterns: Sequence[re.Pattern[str]]) -> Iterator[Span]:
        for pattern in patterns:
            for match in pattern.finditer(self._told.text):
                if sign.startswith(_SAID) or self._told.stands(match.start(), match.end()):
                    yield match.span()

    def _met(self, groups: Sequence[Sequence[str]], taken: tuple[Span, ...], used: tuple[str, ...]) -> bool:
        if not groups:
            return True
        for sign in groups[0]:
            if sign in used:
                continue
            for start, end in self.spans(sign):
                apart = all(end <= first or last <= start for first, last in taken)
                if apart and self._met(groups[1:], (*taken, (start, end)), (*used, sign)):
                    return True
        return False


def _pattern(written: str) -> re.Pattern[str]:
    # What stands in two sentences is not one finding.
    return lazy_regex(written.replace(".{", r"[^.!?\n]{"), re.IGNORECASE)


def _alarm(name: str, row: Mapping[str, Any]) -> Alarm:
    return Alarm(
        alarm_id=name,
        signs=_groups(row["signs"]),
        known=_groups(row.get("known", ())),
        unless=tuple(row.get("unless", ())),
        level=row["level"],
        name_ko=row["ko"],
        name_en=row["en"],
        source=row["source"],
        first=row.get("first", ""),
        self_harm=bool(row.get("self_harm", False)),
        sure=bool(row.get("sure", False)),
    )


def _groups(rows: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(each.strip() for each in row.split("|")) for row in rows)
