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
    locale: Annotated[
        str | None, typer.Option("--locale", help="Language of a new patient: ko or en; that of the terminal if none.")
    ] = None,
    time_zone: Annotated[str | None, typer.Option("--time-zone", help="IANA time zone of a new patient.")] = None,
    profile: Annotated[str | None, typer.Option("--profile", help="Ablation profile of the turns.")] = None,
    address: Address = DEFAULT_ADDRESS,
) -> None:
    """Talk to the service; /help lists what else can be asked, an empty line or Ctrl-D ends the conversation."""
    from clients import AnamnesisClient
    from clients.cli.chat_commands import ChatCommands
    from clients.cli.output import messages, results
    from clients.cli.turn_printer import TurnPrinter
    from clients.cli.words import Words

    notes, console = messages(), results()
    with AnamnesisClient(address) as client:
        if patient is None:
            words = Words(locale or "")
            language = locale or words.language
            zone = time_zone or TIME_ZONES.get(language, "UTC")
            patient = client.register_patient(locale=language, time_zone=zone)
            notes.print(words("chat.greeting"), soft_wrap=False)
        else:
            known = client.profile(patient)
            words = Words(locale or _language(client, patient))
            notes.print(words("chat.back", count=sum(fact.current for fact in known.facts)))
        notes.print(words("chat.try"), markup=False, soft_wrap=False)
        notes.print(words("chat.patient", patient=patient), style="dim")
        printer = TurnPrinter(console, words=words, as_logged=False)
        commands = ChatCommands(client, patient, words, console)
        while line := _read_line():
            if not line.startswith("/"):
                printer.show(commands.heard(client.converse(patient, line, profile=profile)))
            elif not commands.run(line):
                break
    notes.print(words("chat.end", command=f"anamnesis profile {patient} --address {address}"))


def _language(client: object, patient: str) -> str:
    """The patient's own language, where the caller may see the list that tells it."""
    from clients import AnamnesisClient
    from clients.errors import ServiceError

    assert isinstance(client, AnamnesisClient)
    try:
        return next((one.locale for one in client.patients() if one.patient_id == patient), "")
    except ServiceError:
        # A patient's own credential lists nobody; the terminal's language then serves.
        return ""


def _read_line() -> str:
    import sys

    try:
        return input("> " if sys.stdin.isatty() else "").strip()
    except EOFError:
        return ""
