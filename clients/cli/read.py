"""What is known of a patient: `profile`, `timeline`, `as-of`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from clients.cli.options import DEFAULT_ADDRESS, Address, AsJson, Patient
from clients.cli.words import Words

if TYPE_CHECKING:
    from rich.text import Text

    from protos.anamnesis.v1 import fact_pb2, memory_pb2

TURN_HELP = "What was known when this turn was answered."


def profile(
    patient: Patient,
    address: Address = DEFAULT_ADDRESS,
    history: Annotated[bool, typer.Option("--history", help="Also show what was corrected or withdrawn.")] = False,
    json: AsJson = False,
) -> None:
    """Show what is known of a patient now."""
    _show_profile(patient, address, None, history, json)


def as_of(
    patient: Patient,
    turn: Annotated[int | None, typer.Option("--turn", min=1, help=TURN_HELP)] = None,
    position: Annotated[int | None, typer.Option("--position", min=1, help="Up to this position of the log.")] = None,
    at: Annotated[str | None, typer.Option("--at", metavar="TIME", help="What was known then (ISO 8601).")] = None,
    address: Address = DEFAULT_ADDRESS,
    history: Annotated[bool, typer.Option("--history", help="Also show what was corrected or withdrawn.")] = False,
    json: AsJson = False,
) -> None:
    """Show what was known of a patient at an earlier point: give one of --turn, --position and --at."""
    if sum(choice is not None for choice in (turn, position, at)) != 1:
        raise typer.BadParameter(Words()("usage.one_moment"))
    from clients import AnamnesisClient
    from clients import as_of as moment

    known_at = _time(at) if at is not None else None
    if turn is not None:
        with AnamnesisClient(address) as client:
            position = client.position_of_turn(patient, turn)
    _show_profile(patient, address, moment(position=position, known_at=known_at), history, json)


def timeline(
    patient: Patient,
    slot: Annotated[str, typer.Option("--slot", help="Only this slot, such as labs or medications.")] = "",
    name: Annotated[str, typer.Option("--name", help="Only this concept, by its name.")] = "",
    address: Address = DEFAULT_ADDRESS,
    json: AsJson = False,
) -> None:
    """Show every version of what was known, and how each ended."""
    from clients import AnamnesisClient
    from clients.cli.output import as_data, print_json, results

    with AnamnesisClient(address) as client:
        try:
            histories = list(client.timeline(patient, slot=slot, name=name))
        except ValueError:
            from clients.cli.wording import slot_names

            raise typer.BadParameter(Words()("usage.slot", slot=slot, slots=", ".join(slot_names()))) from None
    if json:
        print_json([as_data(history) for history in histories])
        return
    console, words = results(), Words()
    for history in histories:
        for line in _history_lines(history, words, plain=not console.is_terminal):
            console.print(line)


def _show_profile(patient: str, address: str, moment: fact_pb2.AsOf | None, history: bool, json: bool) -> None:
    from clients import AnamnesisClient
    from clients.cli.output import as_data, print_json, results

    with AnamnesisClient(address) as client:
        found = client.profile(patient, as_of=moment, include_history=history)
    if json:
        print_json(as_data(found))
        return
    console = results()
    words = Words()
    console.print(profile_table(found, words))
    standing = {"version": found.version, "position": found.position, "fingerprint": found.fingerprint[:12]}
    console.print(words("profile.standing", **standing))


def profile_table(found: memory_pb2.GetProfileResponse, words: Words) -> object:
    """The facts in a table, in words."""
    from rich import box
    from rich.table import Table

    from clients.cli.wording import marks, name_text, slot_text, value_text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    dated = any(fact.valid_from for fact in found.facts)
    for column in ("slot", "what", "value", *(["since"] if dated else []), "said", "marks"):
        table.add_column(words(f"column.{column}"), justify="right" if column == "said" else "left", overflow="fold")
    before = ""
    for fact in found.facts:
        slot = slot_text(fact.slot, words)
        noted = [
            *marks(fact, words),
            *([words("memory.pinned")] if fact.pinned else []),
            *([] if fact.current else [words("mark.not_believed")]),
        ]
        table.add_row(
            "" if slot == before else slot,
            name_text(fact, words),
            value_text(fact, words),
            *([fact.valid_from] if dated else []),
            str(fact.mentions),
            ", ".join(noted),
        )
        before = slot
    return table


def _history_lines(history: memory_pb2.FactHistory, words: Words, *, plain: bool) -> Iterator[Text]:
    """The versions of a fact as they were learnt, and how each ended."""
    from rich.text import Text

    from clients.cli.wording import fact_text, name_text, slot_text, struck
    from protos.anamnesis.v1 import fact_pb2

    name = name_text(history.versions[-1].fact, words) if history.versions else history.name
    yield Text(f"{slot_text(history.slot, words)}: {name}", style="bold")
    for version in history.versions:
        recorded = version.fact.recorded_at.ToDatetime().isoformat(sep=" ", timespec="seconds")
        line = Text(f"  {recorded}  ")
        if version.fact.current:
            yield line.append(fact_text(version.fact, words))
            continue
        how = fact_pb2.SlotEventKind.Name(version.ended_kind).removeprefix("SLOT_EVENT_KIND_")
        # What a person gave as the reason stands as it was said.
        why = words(f"why.ended.{version.reason}", version.reason)
        yield line.append_text(struck(fact_text(version.fact, words), plain=plain)).append(
            f"  {words(f'ended.{how}')}{f': {why}' if why else ''}"
        )


def _time(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(Words()("usage.time", value=text)) from None
    return moment.astimezone() if moment.tzinfo is None else moment
