"""What a diary holds: its rows with their entries by day, what was had, and the row that bare numbers continue."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from extraction.values.diary_amounts import AmountKind

COUNTED: Final = frozenset({"tablets", "puffs", "times", "things", "measure"})
"""Kinds of amounts that are added up."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What one day had of a row, as it stands; ``was`` what was told of it first, where it was put right."""

    day: str
    value: float
    turn: int
    was: float | None = None
    night: bool = False
    """Whether it was told of the night that began on the day."""
    hour: str = ""
    """Its hour as it was told, where it was logged by the hour; ``at`` the hour and minute on a dial of twelve."""
    at: tuple[int, int] | None = None


@dataclass(slots=True)
class Row:
    """A thing that was counted or rated: by what kind of amount, how it is called, and its entries by day."""

    kind: AmountKind
    name: str
    concept_id: str = ""
    entries: list[Entry] = field(default_factory=list)
    counter: str = ""
    """The Korean word that its things are counted by."""
    listed: bool = False
    """Whether it was told as a list of days, each of which is once."""
    unit: str = ""
    """The unit of what was logged by the hour, as it was told."""

    @property
    def nightly(self) -> bool:
        """Whether all of it was told of nights: what is told next without its day is the night before, too."""
        return bool(self.entries) and all(one.night for one in self.entries)

    @property
    def by_day_and_turn(self) -> list[Entry]:
        """Its entries in the order of their days, and as they were told."""
        return sorted(self.entries, key=lambda entry: (entry.day, entry.turn))

    @property
    def by_day(self) -> dict[str, float]:
        """The days in order, each with what it had: what is counted is added up, of what is rated the last stands."""
        found: dict[str, float] = {}
        for one in self.by_day_and_turn:
            adds = self.kind in COUNTED and one.day in found
            found[one.day] = found[one.day] + one.value if adds else one.value
        return found


@dataclass(slots=True)
class Finding:
    """A complaint or an illness by its name, and the days on which it was told of, with the turns that did."""

    name: str
    days: list[str] = field(default_factory=list)
    turns: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Diary:
    """The rows, and the one that bare numbers continue."""

    rows: list[Row] = field(default_factory=list)
    lead: Row | None = None
    rates: str = ""
    """What was said to be rated, "pain" or "mood", before any number of it was told."""
    latest: tuple[int, Row] | None = None
    """The row that was told of last, with its turn: a bare number of the same turn goes on with that one."""
    announced: str = ""
    """What was said to be counted or written down; the name of a row that no words beside its numbers name."""
    sleeps: bool = False
    """Whether it was sleep that was said to be written down."""
    unheard: dict[int, list[str]] = field(default_factory=dict)
    """By turn, the words of numbers and of taking back that no row and no reading took in."""
    days: set[str] = field(default_factory=set)
    findings: dict[str, Finding] = field(default_factory=dict)
    """What was had, by concept: on which days it was told."""
    turns: set[int] = field(default_factory=set)
    """The turns that told an entry, or something that was had."""

    def row(self, kind: AmountKind, name: str, concept_id: str = "") -> Row:
        """The row of a thing; a new one where there is none."""
        for one in self.rows:
            if one.kind == kind and _is_same(one, name, concept_id):
                return one
        made = Row(kind, name, concept_id)
        self.rows.append(made)
        return made

    def last_of(self, kinds: Collection[str]) -> Row | None:
        """The row of one of these kinds that was told of last."""
        told = [one for one in self.rows if one.kind in kinds and one.entries]
        return max(told, key=lambda row: max((one.turn, one.day) for one in row.entries), default=None)


def _is_same(row: Row, name: str, concept_id: str) -> bool:
    if row.concept_id or concept_id:
        return row.concept_id == concept_id and bool(concept_id)
    own, other = row.name.casefold(), name.casefold()
    short, long = sorted((_singular(own), _singular(other)), key=len)
    return short == long or (row.kind == "things" and bool(short) and long.endswith(f" {short}"))


def _singular(name: str) -> str:
    if name.endswith(("sses", "ches", "shes", "xes")):
        return name[:-2]
    return name if name.endswith("ss") else name.removesuffix("s")
