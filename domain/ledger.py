"""The one fold of facts: what is believed, what replaced what, and what is disputed.

The aggregate decides on it and the profile, timeline and tiers present it; nobody else interprets fact events. A
ledger is changed by :meth:`Ledger.apply` alone; facts are frozen, so a copy shares everything until one side changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import TypeVar
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace

from domain.comparison import agrees
from domain.derived import Advance, Change, Derived, spliced
from domain.events import (
    FACT_EVENTS,
    ContradictionFound,
    ContradictionResolved,
    CorrectionReverted,
    Recorded,
    SlotChanged,
    SlotCorrected,
    SlotReaffirmed,
    SlotRecorded,
    SlotRetracted,
)
from domain.fact_index import FactIndex
from domain.mentions import Mentions
from domain.series import SeriesByKey, all_series, by_day, with_changes
from domain.values import ANY, PATIENT, SERIES_SLOTS, Content, Evidence, SlotKind

_FACT_EVENTS = frozenset(FACT_EVENTS)

T = TypeVar("T")

FactKey = tuple[str, str, str, str, str]
"""Slot, concept, subject, qualifier, and for a series the clinical day: two current facts of one key disagree."""

CORRECTED, CHANGED, RETRACTED, REVERTED, RESOLVED = "corrected", "changed", "retracted", "reverted", "resolved"
_WITHDRAWN = (CORRECTED, RETRACTED)


class Fact(msgspec.Struct, frozen=True, gc=False):
    """One fact with its whole life: content, evidence of every mention, and how and by which event it ended.

    ``said_at`` is the clock of the first mention, ``last_said_at`` of the last; ``day`` the local day of the first,
    which stands in for an undated value. ``ended`` is None while the fact is current; ``ended_at`` is the clinical date
    of the end, ``ended_recorded_at`` when we learnt of it. ``line`` is the first of the facts that this one continues.
    """

    fact_id: str
    content: Content
    evidence: Mentions
    event_id: str
    recorded_at: datetime
    said_at: datetime
    last_said_at: datetime
    day: str
    version: int
    supersedes: tuple[str, ...] = ()
    superseded_by: str | None = None
    ended: str | None = None
    ended_by: str | None = None
    ended_at: str | None = None
    reason: str = ""
    question_id: str | None = None
    line: str = ""
    ended_recorded_at: datetime | None = None

    @property
    def current(self) -> bool:
        """Neither superseded nor retracted; ``content.status`` says whether it is in force."""
        return self.ended is None

    @property
    def disputed(self) -> bool:
        """Part of an open contradiction."""
        return self.current and self.question_id is not None

    @property
    def mentions(self) -> int:
        """How often the fact was said, the first time included."""
        return len(self.evidence)

    @property
    def clinical_day(self) -> str:
        """The (partial) date the value belongs to: as stated, else the day it was said."""
        return self.content.valid_from or self.day

    @property
    def key(self) -> FactKey:
        """The identity under which two current facts would disagree."""
        return key_of(self.content, self.day)


def _reaffirmed(fact: Fact, payload: SlotReaffirmed) -> Fact:
    return replace(
        fact,
        content=payload.details or fact.content,
        evidence=fact.evidence.and_(payload.evidence),
        last_said_at=max(fact.last_said_at, payload.said_at),
    )


def _ended(fact: Fact, how: str, event: Recorded, by: str | None, at: str | None, why: str) -> Fact:
    return replace(
        fact,
        superseded_by=by,
        ended=how,
        ended_by=event.event_id,
        ended_at=at,
        reason=why,
        ended_recorded_at=event.recorded_at,
    )


def key_of(content: Content, day: str) -> FactKey:
    """The key of a claim made on ``day`` (local ISO date): slot, concept, subject, qualifier, day of a series."""
    when = (content.valid_from or day) if content.slot in SERIES_SLOTS else ""
    return (content.slot, content.concept.concept_id, content.subject, content.qualifier or "", when)


def by_version(fact: Fact) -> int:
    """The order of recording, in which no two facts are equal."""
    return fact.version


@lru_cache(maxsize=1_024)
def local_day(moment: datetime, time_zone: str) -> str:
    """The ISO date of ``moment`` in the patient's zone; in UTC where the zone's day would fall off the calendar."""
    try:
        return moment.astimezone(ZoneInfo(time_zone)).date().isoformat()
    except OverflowError:
        # Such moments are refused now, and logs from before hold some.
        return moment.date().isoformat()


@dataclass(slots=True)
class Ledger:
    """All facts of one patient, folded from the events."""

    time_zone: str = "Asia/Seoul"
    facts: dict[str, Fact] = field(default_factory=dict)
    disputes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Open contradictions: question id -> the fact ids that disagree."""
    _index: FactIndex = field(default_factory=FactIndex)
    _shared: bool = field(default=False, compare=False)
    """Whether a copy reads the same dictionaries: the next change is made to dictionaries of our own."""
    _touched: list[str] = field(default_factory=list, compare=False)
    _changes: list[Change] = field(default_factory=list, compare=False)
    _read: Derived = field(default_factory=Derived, compare=False)

    @classmethod
    def of(cls, time_zone: str, facts: dict[str, Fact], disputes: dict[str, tuple[str, ...]]) -> Ledger:
        """A ledger restored from its facts and open disputes."""
        ledger = cls(time_zone, dict(facts), dict(disputes))
        for fact in facts.values():
            ledger._note(fact)
        return ledger

    def copy(self) -> Ledger:
        """An independent ledger with the same facts, whose number costs nothing before one of the two changes."""
        self._shared = True
        return Ledger(self.time_zone, self.facts, self.disputes, self._index, True, _read=self._read)

    def current(self, slot: SlotKind | None = None) -> Iterator[Fact]:
        """Current facts in the order in which they were first recorded, optionally of one slot."""
        found: tuple[Fact, ...] = self._read.get(
            ("current", slot),
            lambda: self._current(slot),
            lambda known, changes: spliced(
                known, changes, by_version, lambda fact: fact.current and (slot is None or fact.content.slot == slot)
            ),
        )
        return iter(found)

    def _current(self, slot: SlotKind | None) -> tuple[Fact, ...]:
        keys = (ids for key, ids in self._index.by_key.items() if slot is None or key[0] == slot)
        return tuple(sorted((self.facts[fact_id] for ids in keys for fact_id in ids), key=by_version))

    def latest(self, slot: SlotKind, concept_id: str, subject: str) -> Fact | None:
        """The current fact about this concept or a narrower one with the latest clinical day."""
        about = self.about(slot, concept_id, subject)
        return about[-1] if about else None

    def ended(self) -> tuple[Fact, ...]:
        """Facts that are superseded, retracted or resolved, in the order in which they were first recorded."""
        return self._read.get(
            "ended",
            lambda: tuple(sorted((fact for fact in self.facts.values() if not fact.current), key=by_version)),
            lambda known, changes: spliced(known, changes, by_version, lambda fact: not fact.current),
        )

    def series(self) -> SeriesByKey:
        """The current values of tests by what they have in common."""
        return self._read.get(
            "series", lambda: all_series(fact for slot in SERIES_SLOTS for fact in self.current(slot)), with_changes
        )

    def derived(self, name: object, make: Callable[[], T], advance: Advance[T] | None = None) -> T:
        """What ``make`` makes of these facts, made once for all copies of this moment.

        ``make`` reads the ledger and nothing that may change beside it; ``name`` is the reader's own. With a change it
        is dropped, or where ``advance`` is given brought forward by it when it is next asked for.
        """
        return self._read.get(name, make, advance)

    def with_key(self, key: FactKey) -> tuple[Fact, ...]:
        """Current facts of exactly this key; more than one only while disputed."""
        return tuple(
            sorted((self.facts[fact_id] for fact_id in self._index.by_key.get(key, ())), key=lambda one: one.version)
        )

    def about(self, slot: SlotKind, concept_id: str, subject: str, *, on: str | None = None) -> tuple[Fact, ...]:
        """Current facts about this concept or a narrower one, oldest clinical day first.

        With ``on`` (a partial date) those that a date of their own excludes from that day may be left out.
        """
        if on is not None:
            ids = self._index.about_on(slot, subject, concept_id, on)
            return tuple(sorted((self.facts[fact_id] for fact_id in ids), key=by_day))
        return self._read.get(
            ("about", slot, subject, concept_id),
            lambda: tuple(
                sorted((self.facts[fact_id] for fact_id in self._index.about(slot, subject, concept_id)), key=by_day)
            ),
            lambda known, changes: spliced(
                known,
                changes,
                by_day,
                lambda fact: (
                    fact.current
                    and fact.content.slot == slot
                    and fact.content.subject == subject
                    and (concept_id == fact.content.concept.concept_id or concept_id in fact.content.concept.broader)
                ),
            ),
        )

    def others_at(self, content: Content, day: str, *besides: str) -> tuple[Fact, ...]:
        """Current facts under the key that ``content`` has on ``day``, other than ``besides`` (fact ids)."""
        return tuple(fact for fact in self.with_key(key_of(content, day)) if fact.fact_id not in besides)

    def withdrawn(self, content: Content) -> tuple[Fact, ...]:
        """Facts of this key and value that were corrected or retracted: a later record must not revive them."""
        key = key_of(content, "")
        anywhere = content.slot in SERIES_SLOTS and not content.valid_from
        ids = self._index.withdrawn_on_any_day(key) if anywhere else self._index.withdrawn(key)
        found = (self.facts[fact_id] for fact_id in ids)
        told = (fact for fact in found if fact.key == key_of(content, fact.day) and agrees(fact.content, content))
        return tuple(sorted(told, key=by_version))

    def whole_slot(self, slot: SlotKind, subject: str = PATIENT) -> Fact | None:
        """The current statement about a whole slot ("no medicines", "allergies unknown"), if there is one."""
        about_all = (self.facts[fact_id] for fact_id in self._index.about(slot, subject, ANY))
        return min((fact for fact in about_all if fact.content.concept.concept_id == ANY), key=by_version, default=None)

    def believed_on(self, day: str) -> Iterator[Fact]:
        """Facts held to be true of ``day`` (ISO date): current ones and later changed ones, within their period."""
        for fact in self.facts.values():
            if fact.ended not in (None, CHANGED):
                continue
            start, end = fact.content.valid_from, fact.ended_at or fact.content.valid_to
            if (start is None or start <= day[: len(start)]) and (end is None or end > day[: len(end)]):
                yield fact

    def apply(self, event: Recorded) -> Sequence[str]:
        """Fold one event; the ids of the facts that it changed. Events that say nothing about facts change none."""
        if type(event.payload) not in _FACT_EVENTS:
            return ()
        if self._shared:
            self.facts, self.disputes, self._index = dict(self.facts), dict(self.disputes), self._index.copy()
            self._shared = False
        self._touched, self._changes = [], []
        try:
            self._fold(event)
        finally:
            self._read = self._read.after(self._changes)
        return self._touched

    def _fold(self, event: Recorded) -> None:
        payload = event.payload
        match payload:
            case SlotRecorded():
                self._add(event, payload, ())
            case SlotReaffirmed():
                self._put(_reaffirmed(self.facts[payload.fact_id], payload))
            case SlotChanged():
                self._end(
                    payload.supersedes, CHANGED, event, by=payload.fact_id, at=payload.ended_at, why=payload.reason
                )
                self._add(event, payload, (payload.supersedes,), continues=payload.supersedes)
            case SlotCorrected():
                for fact_id in payload.supersedes:
                    self._end(fact_id, CORRECTED, event, by=payload.fact_id, why=payload.reason)
                self._add(event, payload, payload.supersedes, continues=payload.supersedes[0])
            case SlotRetracted():
                self._end(payload.fact_id, RETRACTED, event, why=payload.reason)
            case CorrectionReverted():
                self._end(payload.fact_id, REVERTED, event, why=payload.reason)
                for fact_id in payload.restored:
                    self._revive(fact_id, payload.evidence)
                self._dispute_again(payload)
            case ContradictionFound():
                self._dispute(event, payload)
            case ContradictionResolved():
                self._resolve(event, payload)

    def _add(
        self,
        event: Recorded,
        payload: SlotRecorded | SlotChanged | SlotCorrected | ContradictionFound,
        supersedes: tuple[str, ...],
        *,
        continues: str | None = None,
        question_id: str | None = None,
    ) -> None:
        self._put(
            Fact(
                fact_id=payload.fact_id,
                content=payload.content,
                evidence=Mentions(payload.evidence),
                event_id=event.event_id,
                recorded_at=event.recorded_at,
                said_at=payload.said_at,
                last_said_at=payload.said_at,
                day=self._day_of(payload, supersedes),
                version=event.version,
                supersedes=supersedes,
                question_id=question_id,
                line=self.facts[continues].line if continues else payload.fact_id,
            )
        )

    def _day_of(
        self, payload: SlotRecorded | SlotChanged | SlotCorrected | ContradictionFound, supersedes: tuple[str, ...]
    ) -> str:
        """The day that stands in for an undated value; correcting it later does not move it."""
        if isinstance(payload, SlotCorrected):
            wrong = self.facts[supersedes[0]]
            if wrong.content.concept.concept_id != ANY:
                return wrong.day
        return local_day(payload.said_at, self.time_zone)

    def _put(self, fact: Fact) -> None:
        before = self.facts.get(fact.fact_id)
        self.facts[fact.fact_id] = fact
        self._touched.append(fact.fact_id)
        self._changes.append((before, fact))
        if before is not None:
            if before.ended == fact.ended and fact.content is before.content:
                return
            if before.ended is None:
                self._index.remove(before)
            elif before.ended in _WITHDRAWN:
                self._index.restore(before)
        self._note(fact)

    def _note(self, fact: Fact) -> None:
        if fact.ended is None:
            self._index.add(fact)
        elif fact.ended in _WITHDRAWN:
            self._index.withdraw(fact)

    def _end(
        self, fact_id: str, how: str, event: Recorded, *, by: str | None = None, at: str | None = None, why: str = ""
    ) -> None:
        self._close_dispute_of(self.facts[fact_id])
        self._put(_ended(self.facts[fact_id], how, event, by, at, why))

    def _revive(self, fact_id: str, evidence: Evidence) -> None:
        fact = self.facts[fact_id]
        self._put(
            replace(
                fact,
                evidence=fact.evidence.and_(evidence),
                ended=None,
                ended_by=None,
                ended_at=None,
                ended_recorded_at=None,
                superseded_by=None,
                reason="",
            )
        )

    def _dispute(self, event: Recorded, payload: ContradictionFound) -> None:
        sides = list(payload.conflicts_with)
        for fact_id in payload.conflicts_with:
            question = self.facts[fact_id].question_id
            if question is not None:
                sides.extend(other for other in self.disputes.pop(question, ()) if other not in sides)
        self._add(event, payload, (), continues=payload.conflicts_with[0], question_id=payload.question_id)
        self._open(payload.question_id, (*sides, payload.fact_id))

    def _dispute_again(self, payload: CorrectionReverted) -> None:
        """Sides of a contradiction that one correction had replaced together are disputed as before."""
        for fact_id in payload.restored:
            sides = self.with_key(self.facts[fact_id].key)
            if len(sides) > 1 and not self.facts[fact_id].disputed:
                self._open(f"{payload.fact_id}:{fact_id}", tuple(side.fact_id for side in sides))

    def _open(self, question_id: str, sides: tuple[str, ...]) -> None:
        for fact_id in sides:
            fact = self.facts[fact_id]
            if fact.current:
                self._put(replace(fact, question_id=question_id))
        self.disputes[question_id] = sides

    def _resolve(self, event: Recorded, payload: ContradictionResolved) -> None:
        self.disputes.pop(payload.question_id, None)
        kept = self.facts[payload.kept]
        if not kept.current:
            self._revive(payload.kept, payload.evidence)
            kept = self.facts[payload.kept]
        self._put(replace(kept, question_id=None, last_said_at=max(kept.last_said_at, payload.said_at)))
        for fact_id in payload.dropped:
            fact = replace(self.facts[fact_id], question_id=None)
            if fact.current:
                self._put(fact)
                self._end(fact_id, RESOLVED, event, by=payload.kept)

    def _close_dispute_of(self, fact: Fact) -> None:
        question = fact.question_id
        if question is None or question not in self.disputes:
            return
        others = [other for other in self.disputes[question] if other != fact.fact_id and self.facts[other].current]
        self._put(replace(fact, question_id=None))
        if len(others) > 1:
            self.disputes[question] = tuple(others)
            return
        del self.disputes[question]
        for other in others:
            self._put(replace(self.facts[other], question_id=None))
