"""Where each exported fact comes from: the event that brought it, who said it, who read it, and what it replaced."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from domain.ledger import CHANGED, RETRACTED, REVERTED, Fact, Ledger
from domain.values import Source
from projections.fhir_elements import EVENT_ID, EXTRACTOR, TERMINOLOGY, Json, coded, id_of, reference

_CREATE, _CORRECT, _CHANGE, _RETRACT = "create", "correct", "change", "retract"
_OPERATIONS: Final = {_CREATE: "CREATE", _CORRECT: "UPDATE", _CHANGE: "UPDATE", _RETRACT: "NULLIFY"}
"""Activities in HL7 v3 DataOperation."""


def provenance_of(fact: Fact, ledger: Ledger, patient_id: str, ended_at: datetime | None) -> Iterator[Json]:
    """How the fact came to be and, when it was withdrawn at `ended_at`, how it went."""
    replaced = [ledger.facts[old] for old in fact.supersedes]
    activity = _CREATE
    if replaced:
        activity = _CHANGE if all(old.ended == CHANGED for old in replaced) else _CORRECT
    revised = [_entity("revision", reference(id_of("fact", old.fact_id))) for old in replaced]
    yield {
        **_head(fact, activity, fact.recorded_at),
        "occurredDateTime": fact.said_at.isoformat(),
        "agent": [*_authors(fact, patient_id), *_readers(fact)],
        "entity": [_entity("source", _event(fact.evidence[0].event_id)), *revised],
    }
    if fact.ended in (RETRACTED, REVERTED) and ended_at is not None and fact.ended_by is not None:
        yield {
            **_head(fact, _RETRACT, ended_at),
            "agent": _authors(fact, patient_id),
            "entity": [
                _entity("source", _event(fact.ended_by)),
                _entity("removal", reference(id_of("fact", fact.fact_id))),
            ],
        }


def _head(fact: Fact, activity: str, recorded: datetime) -> Json:
    return {
        "resourceType": "Provenance",
        "id": id_of("provenance", activity, fact.fact_id),
        "target": [reference(id_of("fact", fact.fact_id))],
        "recorded": recorded.isoformat(),
        "activity": coded(f"{TERMINOLOGY}/v3-DataOperation", _OPERATIONS[activity], activity),
    }


def _authors(fact: Fact, patient_id: str) -> list[Json]:
    source = fact.evidence[0].source
    if source is Source.PATIENT:
        return [_agent("informant", reference(patient_id))]
    return [_agent("author", {"display": "clinician" if source is Source.CLINICIAN else "imported record"})]


def _readers(fact: Fact) -> list[Json]:
    extractor = fact.evidence[0].extractor
    device = {"type": "Device", "identifier": {"system": EXTRACTOR, "value": extractor}}
    return [_agent("assembler", device)] if extractor else []


def _agent(kind: str, who: Json) -> Json:
    return {"type": coded(f"{TERMINOLOGY}/provenance-participant-type", kind), "who": who}


def _entity(role: str, what: Json) -> Json:
    return {"role": role, "what": what}


def _event(event_id: str) -> Json:
    return {"identifier": {"system": EVENT_ID, "value": event_id}}
