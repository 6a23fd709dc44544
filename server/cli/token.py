"""`token`: who is recognised by a static token or a client certificate."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

import typer

from clients.cli.words import Words
from domain.errors import InvalidCommand
from server.cli.options import DEFAULT_DATA, Data

app = typer.Typer(help="Say who may use the service: static tokens and client certificates.", no_args_is_help=True)

ROLES = "patient, caregiver, clinician, agent, auditor, operator or researcher"
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}

File = Annotated[
    Path | None,
    typer.Option(
        "--file",
        envvar="ANAMNESIS_PRINCIPALS_FILE",
        metavar="FILE",
        help="The principals' file; principals.json in the data directory unless it is named.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


class InvalidDuration(InvalidCommand):
    """The duration is not valid."""

    reason = "INVALID_DURATION"
    advice = "Write a number and m, h, d or w, such as 30d; or `never`."


def duration(words: str) -> timedelta:
    """A length of time such as 12h or 30d. Raises InvalidDuration."""
    unit = _UNITS.get(words[-1:])
    if unit is None or not words[:-1].isascii() or not words[:-1].isdigit() or not 0 < int(words[:-1]) <= 100_000:
        raise InvalidDuration(f"{words!r} is no length of time.")
    return timedelta(**{unit: int(words[:-1])})


@app.command()
def create(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Whose it is: a person's or a program's short name.")],
    role: Annotated[str, typer.Option("--role", help=f"{ROLES}.")],
    patient: Annotated[
        list[str] | None,
        typer.Option("--patient", metavar="UUID", help="Grant this patient; repeat it for more. Others are then shut."),
    ] = None,
    tenant: Annotated[
        str, typer.Option("--tenant", help="The tenant; `*` for an auditor or operator of the whole installation.")
    ] = "",
    expires: Annotated[str, typer.Option("--expires", help="For how long: 12h, 30d, or `never`.")] = "90d",
    certificate: Annotated[
        str | None,
        typer.Option(
            "--certificate", metavar="NAME", help="Recognise a client certificate by this name (SAN or CN); no token."
        ),
    ] = None,
    break_glass: Annotated[
        bool, typer.Option("--break-glass", help="In an emergency this clinician reads patients who are not granted.")
    ] = False,
    file: File = None,
    data: Data = None,
    json: AsJson = False,
) -> None:
    """Make a principal, and print its token once: only its hash is kept."""
    from clients.cli.output import messages, print_json
    from server.authentication.principals_file import create_token

    end = None if expires == "never" else datetime.now(UTC).replace(microsecond=0) + duration(expires)
    entry, token = create_token(
        _file(file, data),
        name,
        role,
        tenant=tenant,
        patients=tuple(patient) if patient else None,
        expires_at=end,
        certificate=certificate,
        break_glass=break_glass,
    )
    if json:
        print_json(entry.model_dump(mode="json", exclude={"token_sha256"}) | ({"token": token} if token else {}))
        return
    words = Words()
    until = words("token.until", end=end.isoformat()) if end else words("token.no_end")
    shown = {"role": words(f"role.{entry.role}"), "name": entry.name, "id": entry.id}
    messages().print(words("token.made", until=until, **shown), markup=False)
    if token:
        messages().print(words("token.once"), markup=False)
        print(token)


@app.command("list")
def list_entries(file: File = None, data: Data = None, json: AsJson = False) -> None:
    """List the principals, without anything secret."""
    from clients.cli.output import print_json, results
    from server.authentication.principals_file import entries_of
    from server.cli.tabular import table_of

    rows = [
        one.model_dump(mode="json", exclude={"token_sha256"}) | {"by": "certificate" if one.certificate else "token"}
        for one in entries_of(_file(file, data))
    ]
    if json:
        print_json(rows)
        return
    words = Words()
    columns = ("id", "role", "name", "tenant", "patients", "by", "expires_at")
    named = ({**row, "role": words(f"role.{row['role']}"), "by": words(f"token.by.{row['by']}")} for row in rows)
    shown = ([str(row[column] or "") if row[column] != [] else "" for column in columns] for row in named)
    headings = [words("access.role") if column == "role" else words(f"token.{column}") for column in columns]
    results().print(table_of(headings, shown))


@app.command()
def revoke(
    identifier: Annotated[str, typer.Argument(metavar="ID", help="The credential, as `list` names it.")],
    file: File = None,
    data: Data = None,
) -> None:
    """Take a principal out of the file; a server that runs refuses it from its next message on."""
    from clients.cli.output import messages
    from server.authentication.principals_file import revoke_token

    entry = revoke_token(_file(file, data), identifier)
    words = Words()
    told = words("token.revoked", role=words(f"role.{entry.role}"), name=entry.name, id=entry.id)
    messages().print(told, markup=False)


def _file(file: Path | None, data: Path | None) -> Path:
    from server.authentication.principals_file import FILE

    return file or (data or DEFAULT_DATA) / FILE
