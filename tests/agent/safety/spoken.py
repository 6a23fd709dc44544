"""A patient who speaks to the service's own reader: what is known, then one utterance, then what the rules heed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Any, Literal
from uuid import NAMESPACE_OID, uuid5

from agent.skills.ports import Intent, Language, Question, Situation
from domain.commands import Command, ReceiveUtterance, RecordExtraction, RecordSlots, RegisterPatient
from domain.events import Recorded, event_id_at
from domain.patient import PatientState, decide, evolve
from domain.values import Content, SlotKind, Source, Status
from extraction.reading.understanding import UNLIKE
from projections.patient_view import PatientView
from tests.agent.conversation import NOW, ZONE
from tests.shipped import reader, vocabulary

_KINDS: dict[str, tuple[SlotKind, str]] = {
    "conditions": (SlotKind.CONDITIONS, "conditions"),
    "medications": (SlotKind.MEDICATIONS, "medications"),
    "allergies": (SlotKind.ALLERGIES, "allergens"),
    "symptoms": (SlotKind.SYMPTOMS, "symptoms"),
    "procedures": (SlotKind.PROCEDURES, "procedures"),
    "labs": (SlotKind.LABS, "labs"),
    "vitals": (SlotKind.VITALS, "vitals"),
}


@dataclass(frozen=True, slots=True)
class Utterance:
    """One line of red_flags.jsonl: what is on record, what is said, and how soon it should be seen."""

    line_id: str
    language: Language
    half: Literal["seen", "held"]
    known: tuple[str, ...]
    text: str
    level: str | None


def utterances(path: Path) -> Iterator[Utterance]:
    """The lines of a file of judged utterances."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row: dict[str, Any] = json.loads(line)
        yield Utterance(row["id"], row["lang"], row["half"], tuple(row["known"]), row["text"], row["level"])


def known(named: str, value: float | None = None, unit: str | None = None, **fields: object) -> Content:
    """A fact on record, by "slot:concept id"."""
    slot, concept_id = named.split(":")
    kind, table = _KINDS[slot]
    concept = vocabulary().lexicon.entry(table, concept_id).concept("ko")  # type: ignore[arg-type]
    status = Status.ACTIVE if kind in (SlotKind.CONDITIONS, SlotKind.MEDICATIONS) else None
    today = NOW.date().isoformat()
    measured = {"value": value, "unit": unit, "valid_from": today} if value is not None else {}
    return Content.of({"slot": kind, "concept": concept, "status": status} | measured | fields)


def spoken(language: Language, facts: Sequence[Content], text: str, *, urgent: bool | None = None) -> Situation:
    """The situation after ``text``, as the agent builds it; ``urgent`` overrules what the reader hears."""
    state, view = PatientState(_PATIENT), PatientView(_PATIENT)
    base: dict[str, Any] = {"patient_id": _PATIENT, "now": NOW}

    def do(count: int, kind: type[Command], **fields: Any) -> tuple[Recorded, ...]:
        events = []
        for payload in decide(state, kind(request_id=str(uuid5(NAMESPACE_OID, f"{count}")), **base, **fields)):
            version = state.version + 1
            event = Recorded(_PATIENT, version, event_id_at(_PATIENT, version), NOW, payload)
            evolve(state, event)
            view.apply(event)
            events.append(event)
        return tuple(events)

    do(1, RegisterPatient, tenant="test", locale=language, time_zone=ZONE)
    if facts:
        do(2, RecordSlots, contents=tuple(facts), source=Source.PATIENT)
    reading = reader().read(text, said_at=NOW, time_zone=ZONE, language=language, spoken_of=tuple(facts))
    do(3, ReceiveUtterance, conversation_id="c", text=text, language=language)
    heard = do(3, RecordExtraction, turn_number=1, proposals=reading.proposals, extractors={})
    understood = reading.understanding
    situation = Situation(
        question=Question(text, language, NOW, ZONE, 1),
        intent=Intent("other", "simple", False, 0, 0),
        view=view,
        turn_events=heard,
        hits=(),
        urgent=understood is not None and understood.red_flag,
        urgency=understood.urgency if understood is not None else inf,
        at_once=understood.at_once if understood is not None else inf,
        likeness=understood.likeness if understood is not None else UNLIKE,
        calm=understood is not None and understood.calm,
    )
    return situation if urgent is None else replace(situation, urgent=urgent, urgency=inf, at_once=inf)


_PATIENT = str(uuid5(NAMESPACE_OID, "spoken"))
