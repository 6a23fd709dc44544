"""What an utterance was read as: the events that its words led to, each at its place in the text.

What one reading says and takes back itself ("130, no, 140") is left out, so that readings compare by their outcome.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from domain.comparison import agrees
from domain.events import (
    ClarificationRequested,
    ContradictionFound,
    ContradictionResolved,
    CorrectionReverted,
    Payload,
    SlotChanged,
    SlotCorrected,
    SlotReaffirmed,
    SlotRecorded,
    SlotRetracted,
)
from domain.ledger import Ledger
from domain.overruling import Span, overlap
from domain.proposals import Operation, Proposal
from domain.values import Content

MADE = frozenset({SlotRecorded, SlotChanged, SlotCorrected, ContradictionFound})
"""The acts that bring a new fact."""

_COSMETIC = ("concept", "value_stated", "unit_stated", "precision")
_OPERATIONS: dict[type[Payload], Operation] = {SlotChanged: Operation.CHANGE, SlotCorrected: Operation.CORRECT}


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing that an utterance was read as.

    ``act`` is the event it became, ``fact_id`` the fact that it made, and ``upon`` the earlier facts that it acts on.
    ``reviewed`` says that a person accepted it: then it may be another act than its words would have been at the time.
    """

    act: type[Payload]
    span: Span
    quote: str
    content: Content | None
    upon: tuple[str, ...] = ()
    fact_id: str | None = None
    reviewed: bool = False

    def same_as(self, fresh: Reading) -> bool:
        """Whether a ``fresh`` reading of the words finds nothing else in them."""
        if not (overlap(self.span, fresh.span) or self.span == fresh.span):
            return False
        if self.content is None or fresh.content is None or not _same_subject(self.content, fresh.content):
            return self.content is fresh.content and self.act is fresh.act
        if self.reviewed or self.act is SlotReaffirmed:
            return agrees(self.content, fresh.content)
        if (self.act, self.upon) != (fresh.act, fresh.upon):
            return False
        return self.act not in MADE or _meaning(self.content) == _meaning(fresh.content)

    def claim(self, proposals: Iterable[Proposal]) -> Proposal:
        """The one of ``proposals`` that this reading came from; a value that was repaired at once, as one claim."""
        here = [proposal for proposal in proposals if (proposal.start, proposal.end) == self.span]
        like = max(here, key=lambda proposal: _likeness(self.content, proposal.content))
        repaired = like.operation is Operation.CORRECT and self.act is not SlotCorrected and not self.upon
        if not repaired or self.act not in MADE or like.target is None:
            return like
        operation = _OPERATIONS.get(self.act, Operation.ASSERT)
        return like.with_fields(operation=operation, content=self.content, target=None)


def readings(payloads: Sequence[Payload], ledger: Ledger) -> list[Reading]:
    """What these events of one utterance come to; ``ledger`` holds the facts that they name."""
    made: dict[str, Reading] = {}
    other: list[Reading] = []
    for payload in payloads:
        match payload:
            case SlotRecorded():
                made[payload.fact_id] = _made(payload, ())
            case ContradictionFound():
                made[payload.fact_id] = _made(payload, payload.conflicts_with)
            case SlotChanged():
                made[payload.fact_id] = _replacing(payload, (payload.supersedes,), made)
            case SlotCorrected():
                made[payload.fact_id] = _replacing(payload, payload.supersedes, made)
            case SlotReaffirmed() | SlotRetracted() | CorrectionReverted():
                known = made.get(payload.fact_id)
                if known is None:
                    other.append(_upon(payload, payload.fact_id, ledger))
                elif not isinstance(payload, SlotReaffirmed):
                    del made[payload.fact_id]
            case ContradictionResolved():
                other.append(_upon(payload, payload.kept, ledger))
            case ClarificationRequested():
                asked = payload.proposal
                other.append(Reading(ClarificationRequested, (asked.start, asked.end), asked.quote, asked.content))
            case _:
                continue
    return [*made.values(), *other]


def _made(payload: SlotRecorded | SlotChanged | SlotCorrected | ContradictionFound, upon: tuple[str, ...]) -> Reading:
    told = payload.evidence
    return Reading(
        type(payload),
        (told.start, told.end),
        told.quote,
        payload.content,
        upon,
        payload.fact_id,
        reviewed=payload.turn_number is None,
    )


def _replacing(payload: SlotChanged | SlotCorrected, superseded: tuple[str, ...], made: dict[str, Reading]) -> Reading:
    own = [made.pop(fact_id) for fact_id in superseded if fact_id in made]
    elsewhere = tuple(fact_id for fact_id in superseded if fact_id not in {reading.fact_id for reading in own})
    reading = _made(payload, elsewhere)
    return replace(reading, act=own[0].act, upon=own[0].upon) if own and not elsewhere else reading


def _upon(
    payload: SlotReaffirmed | SlotRetracted | CorrectionReverted | ContradictionResolved, fact_id: str, ledger: Ledger
) -> Reading:
    told = payload.evidence
    content = ledger.facts[fact_id].content
    reviewed = payload.turn_number is None
    return Reading(type(payload), (told.start, told.end), told.quote, content, (fact_id,), reviewed=reviewed)


def _same_subject(left: Content, right: Content) -> bool:
    return (left.slot, left.concept.concept_id, left.subject, left.qualifier) == (
        right.slot,
        right.concept.concept_id,
        right.subject,
        right.qualifier,
    )


def _likeness(content: Content | None, claimed: Content | None) -> tuple[bool, bool, bool]:
    """How well a claim explains a content: it says the same, agrees as far as it goes, or is about the same thing."""
    if content is None or claimed is None:
        return content is claimed, False, False
    return content == claimed, agrees(claimed, content), _same_subject(content, claimed)


def _meaning(content: Content) -> dict[str, object]:
    return {name: getattr(content, name) for name in content.__struct_fields__ if name not in _COSMETIC}
