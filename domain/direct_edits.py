"""Facts recorded, corrected and retracted through the interface: by their id, with no words to interpret."""

from __future__ import annotations

from itertools import zip_longest

from domain.commands import CorrectSlot, RecordSlots, RetractSlot
from domain.comparison import overlay
from domain.consequences import cascade
from domain.errors import ConflictingUpdate, FactNotFound
from domain.events import ClarificationRequested, Payload, SlotCorrected, SlotRetracted, Stamp, event_id_at, fact_id_of
from domain.interpretation import Interpretation
from domain.patient_state import PatientState
from domain.proposals import Operation, Proposal
from domain.setting import Setting
from domain.targets import superseded_by_correction
from domain.values import Certainty, Evidence


def edit_slots(state: PatientState, command: RecordSlots | CorrectSlot | RetractSlot) -> tuple[Payload, ...]:
    """The events of a fact that is recorded, corrected or retracted through the interface, by id.

    Raises ConflictingUpdate when the patient is no longer at the expected version, and FactNotFound.
    """
    if command.expected_version is not None and command.expected_version != state.version:
        raise ConflictingUpdate(current_version=state.version)
    setting = state.setting(command, command.now, command.source, None, None)
    if isinstance(command, RecordSlots):
        proposals = tuple(
            Proposal(content=content, extractor="interface", doubt=doubt)
            for content, doubt in zip_longest(command.contents, command.doubts)
        )
        facts = Interpretation(state.ledger.copy(), setting).take(proposals)
    else:
        facts = _edit_fact(state, command, setting)
    stamped = tuple(
        payload.with_fields(request_hash=command.fingerprint()) if index == 0 else payload
        for index, payload in enumerate(facts)
    )
    return (*stamped, *cascade(state, command, stamped, None))


def _edit_fact(state: PatientState, command: CorrectSlot | RetractSlot, setting: Setting) -> tuple[Payload, ...]:
    fact = state.ledger.facts.get(command.fact_id)
    if fact is None or not fact.current:
        raise FactNotFound(fact_id=command.fact_id)
    evidence = Evidence(
        event_id=event_id_at(state.patient_id, state.version + 1), source=command.source, extractor="interface"
    )
    base = Stamp(actor=command.actor, request_id=command.request_id, turn_number=None)
    if isinstance(command, RetractSlot):
        return (
            SlotRetracted(
                **base, fact_id=fact.fact_id, reason=command.reason, evidence=evidence, said_at=setting.said_at
            ),
        )
    content = overlay(command.replacement, fact.content)
    if command.doubt is not None:
        content = content.with_fields(certainty=Certainty.UNCERTAIN)
    corrected = SlotCorrected(
        **base,
        fact_id=fact_id_of(command.request_id, 1),
        supersedes=superseded_by_correction(state.ledger, fact, content),
        content=content,
        reason=command.reason,
        evidence=evidence,
        said_at=setting.said_at,
    )
    if command.doubt is None:
        return (corrected,)
    claimed = Proposal(operation=Operation.CORRECT, content=content, extractor="interface", doubt=command.doubt)
    asked = ClarificationRequested.of(
        {
            **base,
            "question_id": fact_id_of(command.request_id, 2),
            "kind": command.doubt,
            "proposal": claimed,
            "candidates": (corrected.fact_id,),
            "said_at": setting.said_at,
        }
    )
    return corrected, asked
