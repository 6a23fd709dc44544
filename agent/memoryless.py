"""What an answer may see of the patient: the whole memory, or for profiles without one, this turn alone.

What is said is stored and corrected whatever the profile; only the reading differs, so that an ablation measures what
memory is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from agent.profiles import AblationProfile
from domain.events import ContradictionFound, Recorded, SlotChanged, SlotCorrected, SlotReaffirmed, SlotRecorded
from projections.patient_view import PatientView

_STATES_A_FACT = (SlotRecorded, SlotChanged, SlotCorrected, SlotReaffirmed, ContradictionFound)


def seen(view: PatientView, profile: AblationProfile, events: Sequence[Recorded] = ()) -> PatientView:
    """``view`` itself, or a view of nothing but the facts that ``events``, those of this turn, state."""
    if profile.remembers:
        return view
    bare = PatientView(view.patient_id)
    if view.registered is not None:
        bare.apply(Recorded(view.patient_id, 1, "", datetime.min.replace(tzinfo=UTC), view.registered))
    for event in heard(view, profile, events):
        bare.apply(event)
    bare.position = view.position
    return bare


def heard(view: PatientView, profile: AblationProfile, events: Sequence[Recorded]) -> tuple[Recorded, ...]:
    """``events`` themselves, or without a memory one recorded fact for each that they state; ``view`` holds them.

    Who remembers nothing hears of no correction, only of what is said now.
    """
    if profile.remembers:
        return tuple(events)
    facts: dict[str, Recorded] = {}
    for event in events:
        payload = event.payload
        if isinstance(payload, _STATES_A_FACT) and payload.fact_id in view.ledger.facts:
            fact = view.ledger.facts[payload.fact_id]
            told = SlotRecorded(
                actor=payload.actor,
                request_id=payload.request_id,
                turn_number=payload.turn_number,
                fact_id=fact.fact_id,
                content=fact.content,
                evidence=payload.evidence,
                said_at=payload.said_at,
            )
            facts.setdefault(fact.fact_id, msgspec.structs.replace(event, payload=told))
    return tuple(facts.values())
