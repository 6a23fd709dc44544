"""How an utterance was read, as a message of the wire contract."""

from __future__ import annotations

from typing import Final

from domain.values import SlotKind
from extraction.reading.items import Item
from extraction.reading.understanding import Request, Understanding
from protos.anamnesis.v1 import conversation_pb2 as pb
from server.translate import slot_number

_SLOTS: Final = {
    "conditions": SlotKind.CONDITIONS, "symptoms": SlotKind.SYMPTOMS, "medications": SlotKind.MEDICATIONS,
    "drug_classes": SlotKind.MEDICATIONS, "labs": SlotKind.LABS, "vitals": SlotKind.VITALS,
    "allergens": SlotKind.ALLERGIES, "procedures": SlotKind.PROCEDURES, "social": SlotKind.SOCIAL_HISTORY,
    "age": SlotKind.DEMOGRAPHICS, "gender": SlotKind.DEMOGRAPHICS,
}  # fmt: skip
"""The slot of a fact about an item of each kind."""


def understood_message(understanding: Understanding) -> pb.Understood:
    """The message of ``understanding``."""
    return pb.Understood(
        acts=[act.kind for act in understanding.acts],
        asks=[_ask(request) for request in understanding.requests],
        red_flag=understanding.red_flag,
        doubt=understanding.doubt,
        readers=understanding.readers,
    )


def _ask(request: Request) -> pb.Ask:
    named = zip(request.about, request.said, strict=True)
    return pb.Ask(op=request.op, about=[_about(item, said) for item, said in named])


def _about(item: Item, said: str) -> pb.AskedAbout:
    slot = item.slot or _SLOTS[item.kind]
    return pb.AskedAbout(slot=slot_number(slot), name=item.entry.name if item.entry else "", said=said)
