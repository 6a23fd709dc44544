"""What the service answers, as small JSON values that fit into a model's prompt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from protos.anamnesis.v1 import conversation_pb2, fact_pb2

Json = dict[str, Any]

_DETAILS = ("dose", "frequency", "route", "status", "qualifier", "severity", "stage", "reaction")
_USUAL = {"polarity": "affirmed", "certainty": "confirmed", "subject": "patient", "temporality": "current"}


def fact_json(fact: fact_pb2.Fact) -> Json:
    """A fact without what is empty or as usual: whose it is, whether it is denied, are said where it matters."""
    told: Json = {"fact_id": fact.fact_id, "slot": slot_name(fact.slot), "name": fact.name}
    if fact.display and fact.display != fact.name:
        told["display"] = fact.display
    which = fact.WhichOneof("value")
    if which is not None:
        told["value"] = getattr(fact, which)
    for bound in ("value_low", "value_high"):
        if fact.HasField(bound):
            told[bound] = getattr(fact, bound)
    for name in ("comparator", "unit", *_DETAILS, "valid_from", "valid_to"):
        if getattr(fact, name):
            told[name] = getattr(fact, name)
    for name, usual in _USUAL.items():
        if getattr(fact, name) not in ("", usual):
            told[name] = getattr(fact, name)
    if fact.disputed:
        told["disputed"] = True
    return told


def slot_name(slot: fact_pb2.SlotKind) -> str:
    """The slot as people write it: "labs"."""
    return fact_pb2.SlotKind.Name(slot).removeprefix("SLOT_KIND_").lower()


def event_json(event: fact_pb2.SlotEvent) -> Json:
    """What became of a statement."""
    told: Json = {"kind": fact_pb2.SlotEventKind.Name(event.kind).removeprefix("SLOT_EVENT_KIND_").lower()}
    if event.HasField("fact"):
        told["fact"] = fact_json(event.fact)
    if event.HasField("previous"):
        told["before"] = fact_json(event.previous)
    if event.question:
        told["question"] = event.question
    return told


def observed_json(observed: conversation_pb2.ObserveResponse) -> Json:
    """What an utterance was understood as, and what of it an agent has to act on."""
    return {
        "turn_number": observed.turn_number,
        "understood": [event_json(event) for event in observed.slot_events],
        "answers_that_no_longer_hold": stale_json(observed.invalidated),
        "warnings": [warning.message for warning in observed.warnings],
        "red_flag": observed.understood.red_flag,
    }


def stale_json(invalidated: Iterable[fact_pb2.Invalidated]) -> list[Json]:
    """Earlier answers that a correction has overtaken."""
    return [{"turn_number": one.turn_number, "reason": one.reason} for one in invalidated]
