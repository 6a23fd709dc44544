"""Memory put right by hand: `correct` and `retract`, by the name of a fact or its id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from clients.cli.options import DEFAULT_ADDRESS, Address, AsJson, Patient
from clients.cli.words import Words

if TYPE_CHECKING:
    from clients import AnamnesisClient
    from protos.anamnesis.v1 import fact_pb2, memory_pb2

FactName = Annotated[
    str,
    typer.Argument(metavar="FACT", help="Its name, such as HbA1c, or the beginning of its id (profile --json)."),
]
Reason = Annotated[str, typer.Option("--reason", help="Why; kept with the change.")]
On = Annotated[str, typer.Option("--on", metavar="DATE", help="Of several with one name the one of this date.")]
SHORTEST_ID = 6
"""Characters of an id that can name a fact."""


def correct(
    patient: Patient,
    fact: FactName,
    value: Annotated[str | None, typer.Option("--value", help="The value that is true.")] = None,
    unit: Annotated[str, typer.Option("--unit", help="Unit of the value, where it is another one.")] = "",
    dose: Annotated[str, typer.Option("--dose", help="The dose that is true, such as 500mg.")] = "",
    frequency: Annotated[str, typer.Option("--frequency", help="How often that is true, such as BID.")] = "",
    date: Annotated[str, typer.Option("--date", metavar="DATE", help="The date that is true.")] = "",
    name: Annotated[str, typer.Option("--name", help="The name that is true, where it is something else.")] = "",
    on: On = "",
    reason: Reason = "",
    address: Address = DEFAULT_ADDRESS,
    json: AsJson = False,
) -> None:
    """Replace a fact that was never true; what no option names stays as it was."""
    if value is None and not any((unit, dose, frequency, date, name)):
        raise typer.BadParameter(Words()("usage.true_value"))
    from clients import AnamnesisClient
    from protos.anamnesis.v1 import fact_pb2

    with AnamnesisClient(address) as client:
        wrong = _named(client, patient, fact, on)
        right = fact_pb2.Fact(
            slot=wrong.slot, name=name or wrong.name, unit=unit, dose=dose, frequency=frequency, valid_from=date
        )
        if value is not None:
            _set_value(right, value, wrong)
        _show(client.correct(patient, wrong.fact_id, right, reason=reason), json)


def retract(
    patient: Patient,
    fact: FactName,
    on: On = "",
    reason: Reason = "",
    address: Address = DEFAULT_ADDRESS,
    json: AsJson = False,
) -> None:
    """Withdraw a fact that is not so; it stays in the timeline."""
    from clients import AnamnesisClient

    with AnamnesisClient(address) as client:
        _show(client.retract(patient, _named(client, patient, fact, on).fact_id, reason=reason), json)


def _named(client: AnamnesisClient, patient: str, wanted: str, on: str) -> fact_pb2.Fact:
    """The one current fact that is meant; BadParameter where there is none, or which one is not said."""
    from clients.cli.wording import fact_text

    name = wanted.strip().casefold()
    found = [
        fact
        for fact in client.profile(patient).facts
        if (name in (fact.name.casefold(), fact.display.casefold()) and fact.valid_from.startswith(on))
        or (len(name) >= SHORTEST_ID and fact.fact_id.startswith(name))
    ]
    if not found:
        raise typer.BadParameter(Words()("usage.no_fact", name=wanted))
    if len(found) > 1:
        lines = "\n".join(f"  {fact.fact_id}  {fact_text(fact)}" for fact in found)
        raise typer.BadParameter(Words()("usage.many_facts", name=wanted, lines=lines))
    return found[0]


def _set_value(fact: fact_pb2.Fact, value: str, wrong: fact_pb2.Fact) -> None:
    if wrong.WhichOneof("value") == "text":
        fact.text = value
        return
    if wrong.WhichOneof("value") == "flag":
        if value.casefold() not in ("true", "false"):
            raise typer.BadParameter(Words()("usage.flag"))
        fact.flag = value.casefold() == "true"
        return
    try:
        fact.number = float(value)
    except ValueError:
        raise typer.BadParameter(Words()("usage.number", value=value)) from None


def _show(reply: memory_pb2.CorrectSlotResponse | memory_pb2.RetractSlotResponse, json: bool) -> None:
    from clients.cli.output import as_data, print_json, results
    from clients.cli.wording import outcome_lines

    if json:
        print_json(as_data(reply))
        return
    console = results()
    for line in outcome_lines(reply.slot_events, reply.invalidated, Words(), plain=not console.is_terminal):
        console.print(line)
