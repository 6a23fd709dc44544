"""Where the facts of a ledger are found, so that finding one costs the same among ten thousand as among ten.

Only ids are held, in tuples that are never changed: a copy shares them with its original.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from domain.ledger import Fact, FactKey
    from domain.values import SlotKind

Ids = tuple[str, ...]
Named = tuple[str, str, str]
"""Slot, subject and concept: what a fact is about. A fact is about the broader concepts of its own, too."""

K = TypeVar("K")
V = TypeVar("V")

_DATE_LENGTHS = (4, 7, 10)
"""Characters of a year, a month and a day."""


@dataclass(slots=True)
class FactIndex:
    """Ids of current facts by key, by what they are about and by date; of withdrawn ones by key."""

    by_key: dict[FactKey, Ids] = field(default_factory=dict)
    _about: dict[Named, Ids] = field(default_factory=dict)
    _dated: dict[tuple[Named, str], Ids] = field(default_factory=dict)
    _withdrawn: dict[FactKey, Ids] = field(default_factory=dict)
    _withdrawn_keys: dict[FactKey, tuple[FactKey, ...]] = field(default_factory=dict)
    """Keys of withdrawn facts by the same key without its date."""

    def copy(self) -> FactIndex:
        """An independent index of the same facts."""
        return FactIndex(
            dict(self.by_key), dict(self._about), dict(self._dated), dict(self._withdrawn), dict(self._withdrawn_keys)
        )

    def add(self, fact: Fact) -> None:
        """Note a fact that is current."""
        _append(self.by_key, fact.key, fact.fact_id)
        for name in _names(fact):
            _append(self._about, name, fact.fact_id)
            _append(self._dated, (name, fact.content.valid_from or ""), fact.fact_id)

    def remove(self, fact: Fact) -> None:
        """Forget a fact that was current."""
        _take_out(self.by_key, fact.key, fact.fact_id)
        for name in _names(fact):
            _take_out(self._about, name, fact.fact_id)
            _take_out(self._dated, (name, fact.content.valid_from or ""), fact.fact_id)

    def about(self, slot: SlotKind, subject: str, concept_id: str) -> Ids:
        """Current facts about this concept or a narrower one."""
        return self._about.get((slot, subject, concept_id), ())

    def about_on(self, slot: SlotKind, subject: str, concept_id: str, date: str) -> Ids:
        """The same, without most of those whose (partial) date says that they are of another day than ``date``."""
        name = (slot, subject, concept_id)
        if len(date) < _DATE_LENGTHS[-1]:
            return self._about.get(name, ())
        dates = ("", *(date[:length] for length in _DATE_LENGTHS))
        return tuple(fact_id for one in dates for fact_id in self._dated.get((name, one), ()))

    def withdraw(self, fact: Fact) -> None:
        """Note a fact that was corrected or retracted."""
        key = fact.key
        if key not in self._withdrawn:
            undated = _undated(key)
            self._withdrawn_keys[undated] = (*self._withdrawn_keys.get(undated, ()), key)
        _append(self._withdrawn, key, fact.fact_id)

    def restore(self, fact: Fact) -> None:
        """Forget that a fact was withdrawn."""
        key = fact.key
        _take_out(self._withdrawn, key, fact.fact_id)
        if key not in self._withdrawn:
            _take_out(self._withdrawn_keys, _undated(key), key)

    def withdrawn(self, key: FactKey) -> Ids:
        """Withdrawn facts of exactly this key."""
        return self._withdrawn.get(key, ())

    def withdrawn_on_any_day(self, key: FactKey) -> Ids:
        """Withdrawn facts of this key whatever their date."""
        keys = self._withdrawn_keys.get(_undated(key), ())
        return tuple(fact_id for one in keys for fact_id in self._withdrawn[one])


def _names(fact: Fact) -> list[Named]:
    concept = fact.content.concept
    slot, subject = fact.content.slot, fact.content.subject
    return [(slot, subject, concept_id) for concept_id in dict.fromkeys((concept.concept_id, *concept.broader))]


def _undated(key: FactKey) -> FactKey:
    return (*key[:4], "")


def _append(index: dict[K, tuple[V, ...]], key: K, value: V) -> None:
    index[key] = (*index.get(key, ()), value)


def _take_out(index: dict[K, tuple[V, ...]], key: K, value: V) -> None:
    place = index[key].index(value)
    left = index[key][:place] + index[key][place + 1 :]
    if left:
        index[key] = left
    else:
        del index[key]
