"""`backup`, `restore` and `convert`: copies of a log, each checked before it is said to be done."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from domain.errors import InvalidCommand
from domain.store.master_key import MasterKey
from server.cli.failures import VERIFICATION_FAILED
from server.cli.options import DEFAULT_DATA, Data


class AlreadyEncrypted(InvalidCommand):
    """The log is encrypted already."""

    reason = "ALREADY_ENCRYPTED"
    advice = "Serve the directory as it is; if the service takes it for unencrypted, `anamnesis verify` says why."


class MasterKeyNeeded(InvalidCommand):
    """A backup does not hold the master key, and without it nothing of the backup can be read."""

    reason = "MASTER_KEY_NEEDED"
    advice = "Name its file with --master-key, or where it comes from with ANAMNESIS_MASTER_KEY_FILE or _SOURCE."


def backup(
    target: Annotated[Path, typer.Argument(metavar="DIR", help="A directory that holds no log; it is made.")],
    data: Data = None,
) -> None:
    """Copy log, keys, anchor, checkpoints and access log while the service runs. The master key is not among them.

    The access log is there to be kept; a restored directory begins one of its own.
    """
    from clients.cli.output import messages, results
    from domain.store.backup import back_up
    from server.access_log.journal import FILE
    from server.cli.log import open_log
    from server.data_directory import DataDirectory

    directory = DataDirectory(data or DEFAULT_DATA)
    with open_log(directory.path) as records, closing(directory.accesses(records)) as journal:
        done = back_up(records, target)
        assert records.seal is not None
        records.seal.keyring.note_backup(target.resolve(), datetime.now(UTC))
        journal.copy_to(target / FILE)
    results().print(f"{done.position:,} positions, {done.size:,} bytes, head {done.digest[:12]}")
    messages().print("The master key is not in it. Who is erased later is erased here too, as long as it stands there;")
    messages().print("one that was moved is reached by `anamnesis erase PATIENT --confirm PATIENT --backup DIR`.")


def restore(
    source: Annotated[Path, typer.Argument(metavar="BACKUP", help="What `anamnesis backup` wrote.")],
    data: Annotated[Path, typer.Option("--data", metavar="DIR", help="A data directory that holds no log.")],
    master_key: Annotated[
        Path | None,
        typer.Option("--master-key", metavar="FILE", help="Copied to DIR/master.key; else the setting names it."),
    ] = None,
    erased: Annotated[
        list[str] | None,
        typer.Option(
            "--erased",
            metavar="WHO",
            help="Who was erased since: the data directory that was, a newer backup, a certificate in JSON, or a "
            "patient's UUID; may be repeated.",
        ),
    ] = None,
) -> None:
    """Bring a backup back as a new data directory, and verify it; exit code 3 when it has a fault.

    Patients whom DIR, the backup or --erased know as erased are erased in the copy as well. Views and tables that
    stand in DIR are of another log, and are removed.
    """
    from clients.cli.output import messages, results
    from domain.store.backup import KEYS
    from domain.store.erasures import known_erased, note_erased
    from domain.store.keys_file import destroyed_in
    from domain.store.restoration import restore as restoring
    from server.data_directory import DataDirectory

    directory, unlocked_by = DataDirectory(data), _unlocking(data)
    if master_key is None and unlocked_by is None:
        raise MasterKeyNeeded
    sources = [*(erased or ()), *([str(data)] if data.is_dir() else ())]
    known = frozenset(patient for one in sources for patient in known_erased(one))
    if not directory.log.exists():
        directory.discard_derived()
    again = restoring(source, data, master_key, now=datetime.now(UTC), unlocked_by=unlocked_by, erased=known)
    note_erased(directory.erasures, known)
    for patient in again:
        messages().print(f"Erased again: patient {patient}, whom this backup still knew.")
    if set(again).difference(destroyed_in(source / KEYS)):
        messages().print(f"The backup itself is as it was: `anamnesis erase PATIENT --data {data} --backup {source}`.")
    if not erased:
        messages().print("Who was erased since the backup was made, and is not named above, is back: see --erased.")
    results().print(f"Restored to {data}: {_verified(data)}")


def _unlocking(data: Path) -> MasterKey | None:
    """The master key that the restored log will be opened with, where none is copied."""
    from domain.store.backup import MASTER_KEY
    from domain.store.master_key import KeyFile
    from server.settings import load_settings

    named, beside = load_settings().master_key, data / MASTER_KEY
    return named or (KeyFile(beside) if beside.is_file() else None)


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
    messages().print(f"{source} still holds everything in the clear, also of whoever is erased from now on: delete it.")


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
