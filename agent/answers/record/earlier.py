"""The ledger as it stood before a turn's events, rebuilt from the marks that the facts carry."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.events import CorrectionReverted, Recorded
from domain.ledger import CORRECTED, Fact, Ledger


def ledger_before(ledger: Ledger, events: Sequence[Recorded]) -> Ledger:
    """The facts before ``events``, the last ones that were folded into ``ledger``; mentions are left as they are."""
    if not events:
        return ledger
    first = min(event.version for event in events)
    ids = {event.event_id for event in events}
    restored = {
        fact_id
        for event in events
        if isinstance(event.payload, CorrectionReverted)
        for fact_id in event.payload.restored
    }
    facts = {fact.fact_id: _before(fact, ids, restored) for fact in ledger.facts.values() if fact.version < first}
    return Ledger.of(ledger.time_zone, facts, {})


def _before(fact: Fact, ids: set[str], restored: set[str]) -> Fact:
    if fact.fact_id in restored:
        return replace(fact, ended=CORRECTED)
    if fact.ended_by in ids:
        return replace(fact, ended=None, ended_by=None, ended_at=None, superseded_by=None)
    return fact
