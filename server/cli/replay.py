"""`replay`: step through a patient's stream as it was recorded, with what every event did to memory."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clients.cli.words import Words
from server.cli.options import DEFAULT_DATA, Data

if TYPE_CHECKING:
    from domain.events import AnswerGiven, Payload, Recorded
    from domain.ledger import Fact
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
        raise typer.BadParameter(Words()("usage.step_or_json"))
    patient_id = checked_uuid("patient", patient)
    read = _over_the_wire(address, patient_id) if address else _in_place(data or DEFAULT_DATA, patient_id)
    events = told_stream(patient_id, read)
    events = until_turn(events, until) if until is not None else events
    steps = stepped(patient_id, events)
    if json:
        print_json_lines(map(_as_data, steps))
        return
    console, words = results(), Words()
    for number, (one, last) in enumerate(_with_turn_ends(steps, events), start=1):
        for line in _lines(one, words):
            console.print(line, markup=False)
        if step and last and number < len(events) and not _go_on(words):
            return
    if events:
        console.print(_summary(one.view, words), markup=False)


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


def _go_on(words: Words) -> bool:
    print(words("replay.go_on"), file=sys.stderr, end="", flush=True)
    answer = sys.stdin.readline()
    return bool(answer) and answer.strip().lower() not in ("q", "quit")


def _lines(step: Step, words: Words) -> Iterator[str]:
    event = step.event
    moment = event.recorded_at.isoformat(sep=" ", timespec="milliseconds")
    number = event.payload.turn_number
    turn = f"  {words('replay.turn', turn=number)}" if number else ""
    name = type(event.payload).__name__
    yield f"{event.position:>8}  v{event.version:<5} {moment}  {words(f'event.{name}', name)}{turn}"
    for change in step.changes:
        yield f"{'':10}{SIGNS[change.kind]} {_change_text(change, words)}"
    for line in _told(event.payload, step.view, words):
        yield indent(line, " " * 10)


def _change_text(change: Change, words: Words) -> str:
    match change.kind:
        case "begun":
            how = ""
        case "ended":
            how = f"  ({words(f'ended.{change.fact.ended}', change.fact.ended)})"
        case kind:
            how = f"  ({words(f'replay.{kind}')})"
    return f"{told_fact(change.fact, words)}{how}"


def told_fact(fact: Fact, words: Words) -> str:
    """A fact of the ledger with its category, in words."""
    from clients.cli.wording import fact_text, slot_text
    from server.translate import content_message

    shown = content_message(fact.content)
    return f"{slot_text(shown.slot, words)}: {fact_text(shown, words)}"


def _told(payload: Payload, view: PatientView, words: Words) -> Iterator[str]:
    """What an event tells beside the facts that it changed."""
    from domain import events as e

    match payload:
        case e.UtteranceReceived():
            yield f'"{payload.text}"'
        case e.RecordImported():
            yield f"{payload.source} {payload.source_hash[:12]}"
        case e.DocumentsRetrieved():
            ids = ", ".join(one.document_id for one in payload.documents)
            yield words("replay.passages", count=len(payload.documents), ids=ids)
        case e.ContextAssembled():
            tokens, digest = payload.tokens.get("total", 0), payload.prompt_hash[:12]
            yield words("replay.context", facts=len(payload.fact_ids), tokens=tokens, hash=digest)
        case e.QualityAssessed():
            scores = {"overall": f"{payload.overall:.2f}", "threshold": f"{payload.threshold:.2f}"}
            yield words("replay.quality", verdict=words(f"verdict.{payload.verdict}", payload.verdict), **scores)
        case e.ModelCalled():
            yield f"{words(f'skill.{payload.skill}', payload.skill)}: {payload.model}"
        case e.FallbackUsed():
            yield f"{words(f'skill.{payload.skill}', payload.skill)}: {payload.reason}"
        case e.CheckFailed():
            yield f"{words(f'skill.{payload.skill}', payload.skill)}: {payload.check} ({payload.outcome})"
        case e.AnswerGiven():
            yield from _answer(payload, view, words)
        case e.AnswerInvalidated():
            done = words(f"ended.{payload.reason}", payload.reason)
            yield words("replay.invalidated", turn=payload.answer_turn_number, done=done)
        case e.TurnFailed():
            yield words(f"problem.{payload.reason}", payload.reason)


def _answer(given: AnswerGiven, view: PatientView, words: Words) -> Iterator[str]:
    yield f'"{given.text}"'
    for fact_id in given.facts_used:
        fact = view.ledger.facts.get(fact_id)
        yield words("replay.from", what=told_fact(fact, words)) if fact else words("replay.from_fact", id=fact_id)
    for citation in given.citations:
        yield words("replay.from_passage", id=citation.document_id, title=citation.title)
    if given.cached_from:
        yield words("replay.from_answer", id=given.cached_from)


def _summary(view: PatientView, words: Words) -> str:
    current = sum(1 for _ in view.ledger.current())
    fingerprint = view.profile_fingerprint()[:12]
    return words("replay.summary", count=current, version=view.version, fingerprint=fingerprint)


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
