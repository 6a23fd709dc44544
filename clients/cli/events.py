"""The log of a patient: `events list`, `events tail`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clients.cli.options import DEFAULT_ADDRESS, Address, AsJson, Patient

if TYPE_CHECKING:
    from protos.anamnesis.v1 import audit_pb2

app = typer.Typer(no_args_is_help=True, help="Read the log of a patient.")

Topics = Annotated[
    list[str] | None, typer.Option("--topic", help="Only this kind of event, such as SlotCorrected; may be repeated.")
]


@app.command("list")
def list_events(
    patient: Patient,
    topic: Topics = None,
    after: Annotated[int, typer.Option("--after", min=0, help="Only after this position.")] = 0,
    address: Address = DEFAULT_ADDRESS,
    json: AsJson = False,
) -> None:
    """List the events of a patient in order."""
    from clients import AnamnesisClient

    with AnamnesisClient(address) as client:
        _show(client.events(patient, after_position=after, topics=_topics(topic)), json)


@app.command("tail")
def tail(
    patient: Patient,
    count: Annotated[int, typer.Option("-n", "--count", min=0, help="How many of the last events to show.")] = 10,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Go on with new events until Ctrl-C.")] = False,
    topic: Topics = None,
    address: Address = DEFAULT_ADDRESS,
    json: AsJson = False,
) -> None:
    """Show the last events of a patient, and follow the log."""
    from clients import AnamnesisClient

    with AnamnesisClient(address) as client:
        position, topics = 0, _topics(topic)
        last: deque[audit_pb2.Event] = deque(maxlen=count)
        for event in client.events(patient, topics=topics):
            position = event.position
            last.append(event)
        _show(last, json)
        if follow:
            new = client.watch(patient, after_position=position)
            _show((event for event in new if not topics or event.topic in topics), json)


def _topics(names: list[str] | None) -> list[str]:
    return [name if "." in name else f"anamnesis.Patient.{name}.v1" for name in names or []]


def _show(events: Iterable[audit_pb2.Event], json: bool) -> None:
    from clients.cli.output import print_json_lines, results

    if json:
        print_json_lines(map(_data, events))
        return
    console = results()
    for event in events:
        moment = event.recorded_at.ToDatetime().isoformat(sep=" ", timespec="milliseconds")
        name = event.topic.removeprefix("anamnesis.Patient.")
        console.print(f"{event.position:>8}  v{event.version:<5} {moment}  {name}")


def _data(event: audit_pb2.Event) -> dict[str, Any]:
    import json as codec

    from clients.cli.output import as_data

    data = as_data(event)
    data["payload"] = codec.loads(data.pop("payload_json"))
    return data
