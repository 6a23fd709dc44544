"""`chat`: a conversation of one's own."""

from __future__ import annotations

from typing import Annotated

import typer

from clients.cli.options import DEFAULT_ADDRESS, Address

TIME_ZONES = {"ko": "Asia/Seoul", "en": "UTC"}
"""Time zone of a patient who is registered on the way, by language."""


def chat(
    patient: Annotated[
        str | None, typer.Option("--patient", metavar="UUID", help="Go on as this patient; without it a new one.")
    ] = None,
    locale: Annotated[str, typer.Option("--locale", help="Language of a new patient: ko or en.")] = "ko",
    time_zone: Annotated[str | None, typer.Option("--time-zone", help="IANA time zone of a new patient.")] = None,
    profile: Annotated[str | None, typer.Option("--profile", help="Ablation profile of the turns.")] = None,
    address: Address = DEFAULT_ADDRESS,
) -> None:
    """Talk to the service; an empty line or Ctrl-D ends the conversation."""
    from clients import AnamnesisClient
    from clients.cli.output import messages, results
    from clients.cli.turn_printer import TurnPrinter

    notes, console = messages(), results()
    with AnamnesisClient(address) as client:
        if patient is None:
            zone = time_zone or TIME_ZONES.get(locale, "UTC")
            patient = client.register_patient(locale=locale, time_zone=zone)
            notes.print(f"New patient {patient}. An empty line ends the conversation.")
        else:
            client.profile(patient)
        printer = TurnPrinter(console)
        while line := _read_line():
            printer.show(client.converse(patient, line, profile=profile))
    notes.print(f"See what was remembered: anamnesis profile {patient} --address {address}")


def _read_line() -> str:
    import sys

    try:
        return input("> " if sys.stdin.isatty() else "").strip()
    except EOFError:
        return ""
