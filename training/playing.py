"""One annotated utterance played over a real ledger: what is on record before it, and what stands after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid5

from domain.commands import Command, ReceiveUtterance, RecordExtraction, RecordSlots, RegisterPatient
from domain.events import Recorded, event_id_at
from domain.ledger import Fact
from domain.patient import PatientState, decide, evolve
from domain.proposals import Proposal
from domain.values import (
    ANY,
    SIDES,
    Certainty,
    Concept,
    Content,
    Polarity,
    SlotKind,
    Source,
    Status,
    Temporality,
)
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Kind
from extraction.reading.items import MEMORY_ITEMS
from extraction.values.units import unit_at

ZONE: Final = "Asia/Seoul"
_NAMESPACE: Final = UUID("5f0d3c1e-98a2-5c55-8a8e-1d1f3ad0c0aa")
_TABLES: Final[dict[str, tuple[Kind, ...]]] = {
    "conditions": ("conditions", "symptoms"),
    "symptoms": ("symptoms", "conditions"),
    "medications": ("medications", "drug_classes"),
    "vitals": ("vitals",),
    "labs": ("labs",),
    "allergies": ("allergens", "medications", "drug_classes"),
    "family_history": ("conditions", "symptoms"),
    "social_history": ("social",),
    "procedures": ("procedures",),
    "demographics": (),
}

Read = Callable[[str, datetime, str, PatientState, str], Sequence[Proposal]]
"""Reads a text said at a moment in a language over a state, after what the agent said: the proposals."""


@dataclass(frozen=True, slots=True)
class Played:
    """A reading after its turn: the state, and the facts that were not there before."""

    state: PatientState
    new: frozenset[str]


def play(reading: Mapping[str, Any], lexicon: Lexicon, read: Read) -> Played:
    """The state after ``reading``, read by ``read``."""
    said_at = datetime.fromisoformat(f"{reading['at']}T03:00:00+00:00")
    state = known_state(reading, lexicon)
    before = set(state.ledger.facts)
    proposals = tuple(read(reading["text"], said_at, reading["lang"], state, reading.get("agent_said") or ""))
    patient_id = state.patient_id
    request = str(uuid5(_NAMESPACE, f"turn {reading['id']}"))
    _apply(
        state,
        ReceiveUtterance(
            request_id=request, patient_id=patient_id, now=said_at, conversation_id="readings",
            text=reading["text"], language=reading["lang"], said_at=said_at,
        ),
    )  # fmt: skip
    _apply(
        state,
        RecordExtraction(
            request_id=request, patient_id=patient_id, now=said_at, turn_number=1, proposals=proposals, extractors={}
        ),
    )
    return Played(state, frozenset(fact.fact_id for fact in state.ledger.current() if fact.fact_id not in before))


def known_state(reading: Mapping[str, Any], lexicon: Lexicon) -> PatientState:
    """The state that an utterance meets: its patient, with the facts of ``known`` on record."""
    said_at = datetime.fromisoformat(f"{reading['at']}T03:00:00+00:00")
    patient_id = str(uuid5(_NAMESPACE, reading["id"]))
    state = PatientState(patient_id)
    yesterday = min(said_at - timedelta(days=1), datetime.now(UTC))
    _apply(
        state,
        RegisterPatient(
            request_id=str(uuid5(_NAMESPACE, f"register {reading['id']}")), patient_id=patient_id, now=yesterday,
            tenant="training", locale=reading["lang"], time_zone=ZONE,
        ),
    )  # fmt: skip
    for index, known in enumerate(reading.get("known") or ()):
        content = content_of(known, lexicon, reading["lang"])
        _apply(
            state,
            RecordSlots(
                request_id=str(uuid5(_NAMESPACE, f"known {index} {reading['id']}")), patient_id=patient_id,
                now=yesterday, contents=(content,), source=Source.PATIENT,
            ),
        )  # fmt: skip
    return state


def content_of(fact: Mapping[str, Any], lexicon: Lexicon, language: str) -> Content:
    """An annotated fact as content, its concept from the lexicon where that knows the name."""
    slot = SlotKind(fact["slot"])
    value = fact.get("value")
    number = _number(value)
    status = Status(fact["status"]) if fact.get("status") in set(Status) else None
    if status is None and slot in (SlotKind.MEDICATIONS, SlotKind.CONDITIONS) and fact.get("polarity") != "negated":
        status = Status.ACTIVE
    unit = fact.get("unit")
    return Content(
        slot=slot,
        concept=concept_of(slot, str(fact["name"]), lexicon, language),
        value=number if number is not None else (None if value in (None, "") else str(value)),
        value_stated=None if number is None else f"{number:g}",
        unit=_ucum(str(unit)) if unit else None,
        dose=_text(fact.get("dose")),
        frequency=_text(fact.get("frequency")),
        timing=_text(fact.get("timing")),
        qualifier=fact.get("qualifier") if fact.get("qualifier") in SIDES else None,
        status=status,
        polarity=Polarity(fact.get("polarity") or "affirmed"),
        certainty=Certainty(fact.get("certainty") or "confirmed"),
        subject=str(fact.get("subject") or "patient"),
        temporality=Temporality(fact.get("temporality") or "current"),
        reaction=_text(fact.get("reaction")),
        valid_from=_text(fact.get("date")),
        valid_to=_text(fact.get("end")),
    )


def concept_of(slot: SlotKind, name: str, lexicon: Lexicon, language: str) -> Concept:
    """The lexicon's concept of a name, or the name itself."""
    if name in ("*", "none"):
        return Concept(concept_id=ANY, name=ANY)
    plain = name.casefold().replace(" ", "_")
    if slot is SlotKind.DEMOGRAPHICS or (
        slot is SlotKind.SOCIAL_HISTORY and plain in ("smoking", "alcohol", "exercise")
    ):
        return Concept(concept_id={"sex": "gender"}.get(plain, plain), name=name)
    entry = lexicon.by_name(name, _TABLES[slot.value])
    return entry.concept(language) if entry is not None else Concept(concept_id=plain, name=name, display=name)


def spoken_of(state: PatientState) -> tuple[Content, ...]:
    """What a conversation over ``state`` spoke of last, the newest first: what the service shows the readers."""
    newest = sorted(
        state.ledger.current(), key=lambda one: (one.evidence[-1].turn_number or 0, one.version), reverse=True
    )
    return tuple(fact.content for fact in newest[:MEMORY_ITEMS])


def predicted(reading: Mapping[str, Any], played: Played) -> list[dict[str, Any]]:
    """The live facts as the scorer of the readings takes them."""
    return [fact_line(fact, new=fact.fact_id in played.new) for fact in played.state.ledger.current()]


def fact_line(fact: Fact, *, new: bool) -> dict[str, Any]:
    """One fact in the form of the readings."""
    content = fact.content
    value = content.value if content.value is not None else content.value_low
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return {
        "slot": content.slot.value, "name": content.concept.name, "quote": fact.evidence[-1].quote if new else "",
        "new": new, "value": value, "stated": content.value_stated, "unit": content.unit, "dose": content.dose,
        "frequency": content.frequency,
        "date": content.valid_from, "end": content.valid_to, "polarity": content.polarity.value,
        "subject": content.subject, "temporality": content.temporality.value, "certainty": content.certainty.value,
        "status": content.status.value if content.status else None,
    }  # fmt: skip


def _apply(state: PatientState, command: Command) -> None:
    for payload in decide(state, command):
        version = state.version + 1
        evolve(
            state,
            Recorded(
                patient_id=state.patient_id, version=version, event_id=event_id_at(state.patient_id, version),
                recorded_at=command.now, payload=payload, position=version,
            ),
        )  # fmt: skip


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _ucum(unit: str) -> str:
    match = unit_at(f"1 {unit}", 1, 1.0)
    return match.code if match is not None and match.code else unit


def _text(value: Any) -> str | None:
    return None if value in (None, "") else str(value)
