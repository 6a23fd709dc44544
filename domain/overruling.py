"""What keeps an older reading from coming back: the words that a person has corrected, and what was told since."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from domain.comparison import agrees
from domain.events import (
    ClarificationRequested,
    ContradictionFound,
    ContradictionResolved,
    CorrectionReverted,
    Payload,
    SlotChanged,
    SlotCorrected,
    SlotRetracted,
)
from domain.interpretation import Interpretation
from domain.ledger import Fact, Ledger, key_of, local_day
from domain.proposals import Proposal
from domain.setting import Setting
from domain.values import Content, Source

Span = tuple[int | None, int | None]
"""A place in an utterance, [start, end) in characters; None where an event does not say."""


def overlap(left: Span, right: Span) -> int:
    """How many characters two places in one text share; none where a place is unknown."""
    (start, end), (other_start, other_end) = left, right
    if start is None or end is None or other_start is None or other_end is None:
        return 0
    return max(0, min(end, other_end) - max(start, other_start))


def told_in(fact: Fact) -> str:
    """The id of the event that holds the words by which the fact came to be known."""
    return fact.evidence[0].event_id


def span_of(fact: Fact) -> Span:
    """Where in those words it stands."""
    return fact.evidence[0].start, fact.evidence[0].end


def overruled(ledger: Ledger, content: Content | None, said_at: datetime, utterance_event_id: str) -> str | None:
    """Why a claim of an old utterance must not be put beside what was told since; None when nothing speaks against it.

    A value that was withdrawn does not come back through older words, and an older statement displaces no later one.
    What the utterance itself led to is no reason: its place in the text decides about that.
    """
    if content is None:
        return None
    if any(told_in(fact) != utterance_event_id for fact in ledger.withdrawn(content)):
        return "corrected later"
    for fact in ledger.with_key(key_of(content, local_day(said_at, ledger.time_zone))):
        if _told_later(fact, said_at, utterance_event_id) and not agrees(fact.content, content):
            return "told differently later"
    return None


def claim_overruled(ledger: Ledger, proposal: Proposal, setting: Setting) -> str | None:
    """Why a claim must not be interpreted over what is known now, in the ``setting`` of its old utterance, or None.

    Beyond :func:`overruled`, older words end, dispute or revert nothing that was told after them, and ask nothing.
    """
    utterance_event_id = setting.evidence_event_id or ""
    why = overruled(ledger, proposal.content, setting.said_at, utterance_event_id)
    if why is not None:
        return why
    events = Interpretation(ledger.copy(), setting).take((proposal,))
    if any(isinstance(payload, ClarificationRequested) for payload in events):
        return "its target is not clear"
    touched = (ledger.facts[fact_id] for fact_id in _touched(events) if fact_id in ledger.facts)
    return "told later" if any(_told_later(fact, setting.said_at, utterance_event_id) for fact in touched) else None


def _told_later(fact: Fact, said_at: datetime, utterance_event_id: str) -> bool:
    """Whether a person spoke of the fact after ``said_at``; a chart that came later may be contradicted."""
    by_a_person = any(one.source is not Source.RECORD for one in fact.evidence)
    return told_in(fact) != utterance_event_id and fact.last_said_at > said_at and by_a_person


def _touched(events: Iterable[Payload]) -> Iterable[str]:
    """The facts that these events end, dispute or restore."""
    for payload in events:
        match payload:
            case SlotChanged():
                yield payload.supersedes
            case SlotCorrected():
                yield from payload.supersedes
            case SlotRetracted():
                yield payload.fact_id
            case CorrectionReverted():
                yield from (payload.fact_id, *payload.restored)
            case ContradictionFound():
                yield from payload.conflicts_with
            case ContradictionResolved():
                yield from (payload.kept, *payload.dropped)
            case _:
                continue
