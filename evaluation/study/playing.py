"""Play one scenario in one mode against a server, and score every turn from the stream, the profile and the log.

A scenario that is played again is a conversation of a new patient: a turn that the server has answered before would
come back without its documents. Ids are in no result, so the rows of both are equal.
"""

from __future__ import annotations

import json
import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from clients.client import AnamnesisClient
from evaluation.study import remembered
from evaluation.study.corrections import memory_keys
from evaluation.study.patients import InvalidStudy
from evaluation.study.remembered import Held, Key
from evaluation.study.scoring import (
    WEIGHTS,
    WEIGHTS_WITH_EVIDENCE,
    Retrieved,
    answer_metrics,
    fact_texts,
    points,
    retrieval_metrics,
    total,
    verdicts,
)
from evaluation.study.simulator import Said, Scenario
from protos.anamnesis.v1 import audit_pb2, fact_pb2

Row = dict[str, Any]
System = Literal["llm", "basic_rag", "agent"]
SYSTEMS: tuple[System, ...] = ("llm", "basic_rag", "agent")
"""No memory and no search; one search; all of it. What is said is stored under each."""


@dataclass(slots=True)
class _Heard:
    """What one turn's stream brought."""

    answer: str = ""
    cited: list[str] = field(default_factory=list)
    quotes: list[str] = field(default_factory=list)
    retrievals: list[Retrieved] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    turn_number: int = 0
    position: int = 0
    failure: str = ""


@dataclass(slots=True)
class Played:
    """A scenario's rows, one a turn; times apart, for they are the machine's and no result of the study."""

    rows: list[Row] = field(default_factory=list)
    milliseconds: list[float | None] = field(default_factory=list)


def play(client: AnamnesisClient, scenario: Scenario, system: System) -> Played:
    """Play a scenario with a patient of its own. Raises InvalidStudy for a refused turn, and the client's failures."""
    patient_id = client.register_patient(locale=scenario.play.language, time_zone="Asia/Seoul")
    conversation_id = str(uuid.uuid4())
    history = _History(held={})
    if scenario.record is not None:
        record = json.dumps(scenario.record, ensure_ascii=False)
        imported = client.import_card(patient_id, record)
        history.held = _held_at(client, patient_id, imported.position)
    disclosed: set[str] | None = None if scenario.record is not None else set()
    played, turn_numbers = Played(), list[int]()
    for index, said in enumerate(scenario.turns):
        heard = _turn(client, patient_id, said, scenario, system, conversation_id)
        if disclosed is not None:
            disclosed.update(said.template.discloses)
        after = _held_at(client, patient_id, heard.position)
        row = _described(scenario, said, system, index) | _scored(said, heard, history)
        played.rows.append(row | _remembered(said, after, history, disclosed))
        turn_numbers.append(heard.turn_number)
        history.held = after
    used = _used(list(client.events(patient_id)))
    for row, number in zip(played.rows, turn_numbers, strict=True):
        spent = used[number]
        played.milliseconds.append(spent.pop("milliseconds"))
        row.update(spent)
    return played


@dataclass(slots=True)
class _History:
    """What earlier turns left behind: memory, the last retrieval, what was corrected."""

    held: Held
    documents: frozenset[str] | None = None
    found: set[str] = field(default_factory=set)
    stale: list[Key] = field(default_factory=list)


def _held_at(client: AnamnesisClient, patient_id: str, position: int) -> Held:
    """Memory as it stood at a position of the log, whatever later turns made of it."""
    return remembered.held(client.profile(patient_id, as_of=fact_pb2.AsOf(position=position)).facts)


def _turn(
    client: AnamnesisClient, patient_id: str, said: Said, scenario: Scenario, system: System, conversation_id: str
) -> _Heard:
    heard = _Heard()
    for message in client.converse(
        patient_id,
        said.text,
        conversation_id=conversation_id,
        said_at=said.at,
        locale=scenario.play.language,
        profile=system,
    ):
        heard.turn_number = message.turn_number or heard.turn_number
        heard.position = message.position or heard.position
        match message.WhichOneof("payload"):
            case "documents_retrieved":
                documents = message.documents_retrieved.documents
                heard.retrievals.append(
                    Retrieved(tuple((one.document_id, f"{one.title} {one.topic}") for one in documents))
                )
            case "answer":
                heard.answer = message.answer.text
                heard.cited = [one.document_id for one in message.answer.citations]
                heard.quotes = [f"{one.title} {one.quote}" for one in message.answer.citations]
            case "turn_failed":
                if not message.turn_number:
                    raise InvalidStudy(f"The server refuses {system}: {message.turn_failed.message}")
                heard.failure = message.turn_failed.reason
    return heard


def _described(scenario: Scenario, said: Said, system: System, index: int) -> Row:
    play, patient = scenario.play, scenario.patient
    return {
        "scenario_id": scenario.scenario_id,
        "system": system,
        "patient_id": patient.patient_id,
        "cohort": patient.cohort,
        "level": patient.level,
        "protocol": "P6",
        "language": play.language,
        "mode": play.mode,
        "intake": play.intake,
        "shape": play.shape,
        "turn_index": index,
        "turn_id": said.turn_id,
        "turn_type": said.template.turn,
        "template": said.template.id,
        "discloses": list(said.template.discloses),
        "uses": list(said.template.uses),
        "at": said.at.isoformat(),
        "truth": json.dumps({" ".join(key): value for key, value in sorted(memory_keys(said.truth).items())}),
        "question": said.question,
        "said": said.text,
    }


def _scored(said: Said, heard: _Heard, history: _History) -> Row:
    history.found.update(document for one in heard.retrievals for document, _ in one.documents)
    # Only what was found in this conversation is evidence: a passage cited without a search is not.
    passed = verdicts(said.checks, heard.answer, len(set(heard.cited) & history.found))
    scores = points(said.checks, passed)
    sources = [*heard.quotes, *fact_texts(said.truth), said.text]
    row: Row = {
        "answer": heard.answer,
        "citations": heard.cited,
        "failure": heard.failure,
        "checks_failed": [name for name, good in passed.items() if not good],
        **scores,
        "total": total(scores, WEIGHTS),
        "total_with_evidence": total(scores, WEIGHTS_WITH_EVIDENCE),
        "clean": float(all(passed.values())) if passed else None,
        **answer_metrics(said.checks, passed, said.question, heard.answer, sources),
        **retrieval_metrics(heard.retrievals, history.documents, set(heard.cited), said.truth),
        "retrievals": len(heard.retrievals),
        "retrieval_rate": float(bool(heard.retrievals)),
    }
    if heard.retrievals:
        history.documents = frozenset(document for document, _ in heard.retrievals[-1].documents)
    latest = [good for name, good in passed.items() if name in ("latest value", "stale value")]
    row["answered_uptake"] = float(all(latest)) if said.template.turn == "T6" and latest and history.stale else None
    return row


def _remembered(said: Said, after: Held, history: _History, disclosed: set[str] | None) -> Row:
    memory = remembered.score(after, remembered.expected(said.truth, disclosed))
    row: Row = {f"memory_{name}": value for name, value in asdict(memory).items()}
    row |= {"uptake": None, "collateral": None, "false_apply": None, "resurrection": None}
    if said.template.turn in ("T5", "T5b"):
        change = remembered.corrected(history.held, after, said.before, said.truth, said.stale)
        row |= {"uptake": float(change.uptake), "collateral": change.collateral, "false_apply": change.false_apply}
        history.stale += sorted(said.stale)
    elif said.template.turn == "T6" and history.stale:
        row["resurrection"] = float(remembered.resurrected(after, said.truth, history.stale))
    return row


def _used(events: Sequence[audit_pb2.Event]) -> Mapping[int, Row]:
    """Tokens, cost, drafts, model calls and time of each turn, from the log."""
    rows: dict[int, Row] = defaultdict(
        lambda: {"tokens": 0, "cost": 0.0, "iterations": None, "model_calls": 0, "milliseconds": None}
    )
    began = dict[int, float]()
    assembled, called = defaultdict[int, int](int), defaultdict[int, int](int)
    for event in events:
        payload, name = json.loads(event.payload_json), event.topic.split(".")[-2]
        number = payload.get("turn_number")
        if number is None:
            continue
        row, at = rows[number], event.recorded_at.ToMicroseconds() / 1000
        match name:
            case "UtteranceReceived":
                began[number] = at
            case "ModelCalled":
                row["model_calls"] += 1
                called[number] += sum((payload.get("tokens") or {}).values())
            case "ContextAssembled":
                assembled[number] += payload["tokens"]["total"]
            case "AnswerGiven":
                row["cost"] += payload["cost"]
                row["iterations"] = payload["iterations"] or None
                row["milliseconds"] = at - began[number] if number in began else None
                assembled[number] += (payload.get("tokens") or {}).get("answer", 0)
    for number, row in rows.items():
        # By rule, the prompt that a model would have read and the text stand in for calls.
        row["tokens"] = called[number] or assembled[number]
    return rows
