"""Who there is, and what they say to an agent of one's own: `patients`, `register`, `observe`."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

import typer

from clients.cli.chat import TIME_ZONES
from clients.cli.options import DEFAULT_ADDRESS, Address, AsJson, Patient

CONVERSATION = "command-line"
"""The conversation of what is told on the command line."""


def patients(
    tenant: Annotated[str, typer.Option("--tenant", help="Only those of this organisation.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most so many.")] = 1_000,
    address: Address = DEFAULT_ADDRESS,
    json: AsJson = False,
) -> None:
    """List the patients who are not erased, in the order of their registration."""
    from clients import AnamnesisClient
    from clients.cli.output import as_data, messages, print_json, results
    from clients.cli.words import Words

    words = Words()
    with AnamnesisClient(address) as client:
        found = list(islice(client.patients(tenant=tenant), limit + 1))
    if json:
        print_json([as_data(patient) for patient in found[:limit]])
    elif found:
        # No table: it would cut the ids that are copied from here.
        for patient in found[:limit]:
            last = patient.last_recorded_at.ToDatetime().isoformat(sep=" ", timespec="seconds")
            events = words("patients.line", count=patient.version, last=last)
            results().print(f"{patient.patient_id}  {patient.locale}  {patient.tenant}  {events}", markup=False)
    else:
        messages().print(words("patients.none"))
    if len(found) > limit:
        messages().print(words("patients.more", limit=limit))


def register(
    patient: Annotated[
        str | None, typer.Option("--patient", metavar="UUID", help="The pseudonym; without it a fresh one.")
    ] = None,
    locale: Annotated[str, typer.Option("--locale", help="The patient's language: ko or en.")] = "ko",
    time_zone: Annotated[str | None, typer.Option("--time-zone", help="IANA name, such as Asia/Seoul.")] = None,
    tenant: Annotated[str, typer.Option("--tenant", help="The organisation that the patient belongs to.")] = "",
    address: Address = DEFAULT_ADDRESS,
) -> None:
    """Make a patient known, and print the UUID."""
    from clients import AnamnesisClient

    with AnamnesisClient(address) as client:
        zone = time_zone or TIME_ZONES.get(locale, "UTC")
        print(client.register_patient(patient, locale=locale, time_zone=zone, tenant=tenant))


def observe(
    patient: Patient,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What the patient said.")],
    agent_said: Annotated[
        str | None, typer.Option("--agent-said", metavar="TEXT", help="What your agent said just before.")
    ] = None,
    request_id: Annotated[
        str | None, typer.Option("--request-id", metavar="UUID", help="That of an earlier try, to repeat it.")
    ] = None,
    address: Address = DEFAULT_ADDRESS,
    json: AsJson = False,
) -> None:
    """Store and understand what a patient said to an agent of your own, without an answer."""
    from clients import AnamnesisClient
    from clients.cli.output import as_data, messages, print_json, results
    from clients.cli.wording import outcome_lines
    from clients.cli.words import Words

    with AnamnesisClient(address) as client:
        # A repetition must be the same request, whichever process it comes from.
        found = client.observe(
            patient, text, agent_said=agent_said, conversation_id=CONVERSATION, request_id=request_id
        )
    if json:
        print_json(as_data(found))
        return
    console, words = results(), Words()
    for line in outcome_lines(found.slot_events, found.invalidated, words, plain=not console.is_terminal):
        console.print(line)
    for warning in found.warnings:
        told: str = warning.message
        messages().print(f"! {told}", markup=False)
    messages().print(words("observe.kept", turn=found.turn_number, count=len(found.slot_events)))
