"""What a correction brings down with it: the answers and summaries that rest on a fact that is no longer true."""

from __future__ import annotations

from collections.abc import Iterable

from domain.commands import Command
from domain.events import (
    AnswerInvalidated,
    ContradictionFound,
    ContradictionResolved,
    CorrectionReverted,
    Payload,
    SlotCorrected,
    SlotRetracted,
    Stamp,
    SummaryInvalidated,
)
from domain.patient_state import PatientState

Stale = tuple[str, str]
"""A fact id that stopped being true, and why: corrected, retracted, reverted or resolved."""


def cascade(
    state: PatientState, command: Command, facts: Iterable[Payload], turn_number: int | None
) -> tuple[Payload, ...]:
    """What a correction brings down with it: earlier answers and summaries that used the fact."""
    stamp = Stamp(actor=command.actor, request_id=command.request_id, turn_number=turn_number)
    found: list[Payload] = []
    for fact_id, reason in _stale_facts(facts):
        found.extend(
            AnswerInvalidated.of(
                {
                    **stamp,
                    "answer_event_id": answer.event_id,
                    "answer_turn_number": answer.turn_number,
                    "fact_id": fact_id,
                    "reason": reason,
                }
            )
            for answer in state.answers.values()
            if fact_id in answer.facts_used and fact_id not in answer.invalidated_by
        )
        found.extend(
            SummaryInvalidated(**stamp, summary_id=summary_id, fact_id=fact_id)
            for summary_id, used in state.summaries.items()
            if fact_id in used
        )
    return tuple(found)


def _stale_facts(facts: Iterable[Payload]) -> list[Stale]:
    stale: list[Stale] = []
    for payload in facts:
        match payload:
            case SlotCorrected():
                stale.extend((fact_id, "corrected") for fact_id in payload.supersedes)
            case SlotRetracted():
                stale.append((payload.fact_id, "retracted"))
            case CorrectionReverted():
                stale.append((payload.fact_id, "reverted"))
            case ContradictionResolved():
                stale.extend((fact_id, "resolved") for fact_id in payload.dropped)
            case ContradictionFound() | _:
                continue
    return stale
