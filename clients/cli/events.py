"""The log: `events list`, `events tail`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clients.cli.options import DEFAULT_ADDRESS, Address, AsJson
from clients.cli.words import Words

if TYPE_CHECKING:
    from protos.anamnesis.v1 import audit_pb2

app = typer.Typer(no_args_is_help=True, help="Read the log.")

Whose = Annotated[str | None, typer.Argument(metavar="[PATIENT]", help="The patient's UUID; all patients if none.")]

Topics = Annotated[
    list[str] | None, typer.Option("--topic", help="Only this kind of event, such as SlotCorrected; may be repeated.")
]


@app.command("list")
def list_events(
    patient: Whose = None,
    topic: Topics = None,
    after: Annotated[int, typer.Option("--after", min=0, help="Only after this position.")] = 0,
    address: Address = DEFAULT_ADDRESS,
    json: AsJson = False,
) -> None:
    """List the events of a patient, or of all, in order."""
    from clients import AnamnesisClient

    with AnamnesisClient(address) as client:
        _show(client.events(patient or "", after_position=after, topics=_topics(topic)), json, bool(patient))


@app.command("tail")
def tail(
    patient: Whose = None,
    count: Annotated[int, typer.Option("-n", "--count", min=0, help="How many of the last events to show.")] = 10,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Go on with new events until Ctrl-C.")] = False,
    after: Annotated[
        int | None, typer.Option("--after", metavar="POSITION", min=0, help="All after this position instead of -n.")
    ] = None,
    topic: Topics = None,
    address: Address = DEFAULT_ADDRESS,
    json: AsJson = False,
) -> None:
    """Show the last events, and follow the log; go on where you stopped with the last position as --after."""
    from clients import AnamnesisClient

    with AnamnesisClient(address) as client:
        topics = _topics(topic)
        position = after or 0
        if after is None or not follow:
            last: deque[audit_pb2.Event] = deque(maxlen=count if after is None else None)
            for event in client.events(patient or "", after_position=position, topics=topics):
                position = event.position
                last.append(event)
            _show(last, json, bool(patient))
        if follow:
            new = client.watch(patient or "", after_position=position)
            _show((event for event in new if not topics or event.topic in topics), json, bool(patient))


def _topics(names: list[str] | None) -> list[str]:
    """The topics of events that are named as the log does, or as they are shown."""
    words = Words()
    shown = {told.casefold(): name for name, told in words.beginning("event.")}
    return [name if "." in name else f"anamnesis.Patient.{shown.get(name.casefold(), name)}.v1" for name in names or []]


def _show(events: Iterable[audit_pb2.Event], json: bool, of_one: bool) -> None:
    from clients.cli.output import print_json_lines, results

    if json:
        print_json_lines(map(_data, events))
        return
    console, words = results(), Words()
    for event in events:
        moment = event.recorded_at.ToDatetime().isoformat(sep=" ", timespec="milliseconds")
        name, _, version = event.topic.removeprefix("anamnesis.Patient.").rpartition(".")
        told = words(f"event.{name}", name)
        told = f"{name}.{version}" if told == name else told
        whose = "" if of_one else f"{event.patient_id}  "
        console.print(f"{event.position:>8}  {whose}v{event.version:<5} {moment}  {told}", markup=False)


def _data(event: audit_pb2.Event) -> dict[str, Any]:
    import json as codec

    from clients.cli.output import as_data

    data = as_data(event)
    # Absent where nothing can be read, as of an erased patient.
    data["payload"] = codec.loads(data.pop("payload_json", "null"))
    return data
