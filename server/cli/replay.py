"""`replay`: step through a patient's stream as it was recorded, with what every event did to memory."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Annotated, Any

import typer

from server.cli.options import DEFAULT_DATA, Data

if TYPE_CHECKING:
    from domain.events import Payload, Recorded
    from projections.patient_view import PatientView
    from projections.steps import Change, Step

SIGNS = {"begun": "+", "ended": "-", "revived": "+", "repeated": "=", "disputed": "?", "settled": "="}
"""How the line of a change begins."""


def replay(
    patient: Annotated[str, typer.Argument(metavar="PATIENT", help="The patient's UUID.")],
    until: Annotated[
        int | None, typer.Option("--until", metavar="TURN", min=1, help="Up to the end of this turn.")
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every turn; q ends.")] = False,
    data: Data = None,
    address: Annotated[
        str | None,
        typer.Option("--address", metavar="HOST:PORT", help="Ask this server instead of reading --data."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON, a line for each event.")] = False,
) -> None:
    """Replay what was said, what memory made of it and what was answered from it, from the log alone."""
    from clients.cli.output import print_json_lines, results
    from domain.utterance import checked_uuid
    from projections.steps import stepped, told_stream, until_turn

    if step and json:
        raise typer.BadParameter("--step is for reading along and --json for programs: give one of them.")
    patient_id = checked_uuid("patient", patient)
    read = _over_the_wire(address, patient_id) if address else _in_place(data or DEFAULT_DATA, patient_id)
    events = told_stream(patient_id, read)
    events = until_turn(events, until) if until is not None else events
    steps = stepped(patient_id, events)
    if json:
        print_json_lines(map(_as_data, steps))
        return
    console = results()
    for number, (one, last) in enumerate(_with_turn_ends(steps, events), start=1):
        for line in _lines(one):
            console.print(line, markup=False)
        if step and last and number < len(events) and not _go_on():
            return
    if events:
        console.print(_summary(one.view), markup=False)


def _in_place(data: Path, patient_id: str) -> Sequence[Recorded]:
    from server.cli.log import open_log

    with open_log(data) as records:
        return records.stream(patient_id)


def _over_the_wire(address: str, patient_id: str) -> Sequence[Recorded]:
    from datetime import UTC

    from clients import AnamnesisClient
    from domain.errors import PatientErased
    from domain.events import PatientErased as Erasure
    from domain.events import Recorded
    from domain.store.mapper import decode

    with AnamnesisClient(address) as client:
        found = list(client.events(patient_id))
        if any(event.topic == Erasure.topic() for event in found):
            raise PatientErased(patient_id=patient_id)
        return [
            Recorded(
                patient_id=event.patient_id,
                version=event.version,
                event_id=event.event_id,
                recorded_at=event.recorded_at.ToDatetime(tzinfo=UTC),
                payload=decode(event.topic, event.payload_json.encode()),
                position=event.position,
            )
            for event in found
        ]


def _with_turn_ends(steps: Iterator[Step], events: Sequence[Recorded]) -> Iterator[tuple[Step, bool]]:
    """Every step, and whether the next event belongs to another turn."""
    for one, following in zip(steps, [*events[1:], None], strict=True):
        yield one, following is None or following.payload.turn_number != one.event.payload.turn_number


def _go_on() -> bool:
    print("-- Enter goes on, q ends --", file=sys.stderr, end="", flush=True)
    answer = sys.stdin.readline()
    return bool(answer) and answer.strip().lower() not in ("q", "quit")


def _lines(step: Step) -> Iterator[str]:
    event = step.event
    moment = event.recorded_at.isoformat(sep=" ", timespec="milliseconds")
    turn = f"  turn {event.payload.turn_number}" if event.payload.turn_number else ""
    yield f"{event.position:>8}  v{event.version:<5} {moment}  {type(event.payload).__name__}{turn}"
    for change in step.changes:
        yield f"{'':10}{SIGNS[change.kind]} {_change_text(change)}"
    for line in _told(event.payload, step.view):
        yield indent(line, " " * 10)


def _change_text(change: Change) -> str:
    from server.translate import short

    fact = change.fact
    how = {"begun": "", "ended": f"  ({fact.ended})", "revived": "  (holds again)", "repeated": "  (said again)"}
    return f"{fact.content.slot}: {short(fact.content)}{how.get(change.kind, f'  ({change.kind})')}"


def _told(payload: Payload, view: PatientView) -> Iterator[str]:
    """What an event tells beside the facts that it changed."""
    from domain import events as e
    from server.translate import short

    match payload:
        case e.UtteranceReceived():
            yield f'"{payload.text}"'
        case e.RecordImported():
            yield f"{payload.source} {payload.source_hash[:12]}"
        case e.DocumentsRetrieved():
            yield f"{len(payload.documents)} passages: {', '.join(one.document_id for one in payload.documents)}"
        case e.ContextAssembled():
            yield f"{len(payload.fact_ids)} facts, {payload.tokens.get('total', 0)} tokens, {payload.prompt_hash[:12]}"
        case e.QualityAssessed():
            yield f"overall {payload.overall:.2f} of {payload.threshold:.2f}: {payload.verdict}"
        case e.ModelCalled():
            yield f"{payload.skill}: {payload.model}"
        case e.FallbackUsed():
            yield f"{payload.skill}: {payload.reason}"
        case e.CheckFailed():
            yield f"{payload.skill}: {payload.check} ({payload.outcome})"
        case e.AnswerGiven():
            yield f'"{payload.text}"'
            for fact_id in payload.facts_used:
                fact = view.ledger.facts.get(fact_id)
                yield f"from {fact.content.slot}: {short(fact.content)}" if fact else f"from fact {fact_id}"
            for citation in payload.citations:
                yield f"from passage {citation.document_id}: {citation.title}"
            if payload.cached_from:
                yield f"repeated from answer {payload.cached_from}"
        case e.AnswerInvalidated():
            yield f"the answer of turn {payload.answer_turn_number} rests on a fact that was {payload.reason}"
        case e.TurnFailed():
            yield payload.reason


def _summary(view: PatientView) -> str:
    current = sum(1 for _ in view.ledger.current())
    return f"{current} facts held, version {view.version}, fingerprint {view.profile_fingerprint()[:12]}"


def _as_data(step: Step) -> dict[str, Any]:
    event = step.event
    return {
        "position": event.position,
        "version": event.version,
        "event_id": event.event_id,
        "recorded_at": event.recorded_at.isoformat(),
        "event": type(event.payload).__name__,
        "turn_number": event.payload.turn_number,
        "payload": event.payload.plain(),
        "changes": [
            {
                "kind": change.kind,
                "fact_id": change.fact.fact_id,
                "content": change.fact.content.plain(),
                **({"ended": change.fact.ended} if change.fact.ended else {}),
            }
            for change in step.changes
        ],
        "facts": sum(1 for _ in step.view.ledger.current()),
    }
