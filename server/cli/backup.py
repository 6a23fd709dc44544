"""`backup`, `restore` and `convert`: copies of a log, each checked before it is said to be done."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from domain.errors import InvalidCommand
from server.cli.failures import VERIFICATION_FAILED
from server.cli.options import DEFAULT_DATA, Data


class AlreadyEncrypted(InvalidCommand):
    """The log is encrypted already."""

    reason = "ALREADY_ENCRYPTED"
    advice = "Serve the directory as it is; if the service takes it for unencrypted, `anamnesis verify` says why."


class MasterKeyNeeded(InvalidCommand):
    """A backup does not hold the master key, and without it nothing of the backup can be read."""

    reason = "MASTER_KEY_NEEDED"
    advice = "Name its file with --master-key, or with ANAMNESIS_MASTER_KEY_FILE."


def backup(
    target: Annotated[Path, typer.Argument(metavar="DIR", help="A directory that holds no log; it is made.")],
    data: Data = None,
) -> None:
    """Copy log, keys, anchor and checkpoints while the service runs. The master key is not among them."""
    from clients.cli.output import messages, results
    from domain.store.backup import back_up
    from server.cli.log import open_log

    with open_log(data or DEFAULT_DATA) as records:
        done = back_up(records, target)
    results().print(f"{done.position:,} positions, {done.size:,} bytes, head {done.digest[:12]}")
    messages().print("The master key is not in it. Who is erased later is still in this copy: erase there too.")


def restore(
    source: Annotated[Path, typer.Argument(metavar="BACKUP", help="What `anamnesis backup` wrote.")],
    data: Annotated[Path, typer.Option("--data", metavar="DIR", help="A data directory that holds no log.")],
    master_key: Annotated[
        Path | None,
        typer.Option("--master-key", metavar="FILE", help="Copied to DIR/master.key; else the setting names it."),
    ] = None,
) -> None:
    """Bring a backup back as a new data directory, and verify it; exit code 3 when it has a fault."""
    from clients.cli.output import results
    from domain.store.backup import restore as restoring
    from server.settings import load_settings

    kept_key = load_settings().keeping.master_key_file
    if master_key is None and not (kept_key or data / "master.key").is_file():
        raise MasterKeyNeeded
    restoring(source, data, master_key, kept_key=kept_key)
    results().print(f"Restored to {data}: {_verified(data)}")


def convert(
    source: Annotated[Path, typer.Argument(metavar="OLD", help="The data directory of a log from before encryption.")],
    into: Annotated[Path, typer.Option("--into", metavar="NEW", help="A data directory that holds no log.")],
) -> None:
    """Copy a log from before encryption to a new data directory, encrypted and chained; the old one stays as it is.

    Stopped or killed, it goes on where it stood when it is run again.
    """
    from clients.cli.output import messages, results
    from domain.records import PatientRecords
    from domain.store.conversion import convert as converting
    from server.cli.log import checked_directory
    from server.data_directory import DataDirectory
    from server.settings import load_settings

    old, new = checked_directory(source), DataDirectory(into)
    if old.keys.exists():
        raise AlreadyEncrypted
    with old.locked(), new.locked(), messages().status("copying") as status:
        plain = PatientRecords(old.log)
        try:
            sealed = new.records(load_settings().keeping)
            try:
                for copied in converting(plain, sealed):
                    status.update(f"{copied:,} events")
            finally:
                sealed.close()
        finally:
            plain.close()
    results().print(f"Converted to {into}: {_verified(into)}")


def _verified(data: Path) -> str:
    from clients.cli.output import messages
    from domain.store.verification import verify
    from server.cli.log import open_to_verify

    events, faults = 0, 0
    with open_to_verify(data) as (log, seal):
        for step in verify(log, seal):
            events, faults = step.events, faults + len(step.findings)
    if faults:
        messages().print(f"{faults} faults: run `anamnesis verify --data {data}`.")
        raise typer.Exit(VERIFICATION_FAILED)
    return f"{events:,} events, no fault"
