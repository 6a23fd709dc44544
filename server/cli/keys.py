"""`keys`: the master key and what it wraps."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from domain.errors import InvalidCommand
from server.cli.failures import Command
from server.cli.options import DEFAULT_DATA, Data

if TYPE_CHECKING:
    from domain.store.master_key import MasterKey
    from server.data_directory import DataDirectory

app = typer.Typer(help="Look after the master key and what it wraps.", no_args_is_help=True)


class NewKeyNeeded(InvalidCommand):
    """The master key comes from elsewhere, and so must the new one."""

    reason = "NEW_KEY_NEEDED"
    advice = "Put a new key there under another name, name it with --to, and repeat."


class NoSuchBackup(InvalidCommand):
    """The list of backups has none of this place."""

    reason = "NO_SUCH_BACKUP"
    advice = "`anamnesis keys backups` lists them, each with its whole path."


@app.callback()
def keys() -> None:
    """Look after the master key and what it wraps."""


@app.command(cls=Command)
def rotate(
    new: Annotated[
        Path | None,
        typer.Option(
            "--new-master-key-file",
            metavar="FILE",
            help="Wrap by the key in this file, which is made where there is none, and leave the old file as it is.",
        ),
    ] = None,
    to: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="SOURCE",
            help="Wrap by the key from here (file:PATH, env:NAME or command:PROGRAM ...) and leave the old one as it "
            "is. Put it there before; serve with this source afterwards.",
        ),
    ] = "",
    data: Data = None,
) -> None:
    """Replace the master key, with no server running. Interrupted at any moment, it is finished by its repetition.

    No event is touched. Backups made before are opened by the old key: `anamnesis keys former` gives it out. With the
    log in PostgreSQL no server of any machine may run, and each is given the new key before it starts again.
    """
    from clients.cli.output import messages
    from domain.errors import StoreLocked
    from domain.store.keyring import make_master_key
    from domain.store.master_key import KeyFile, named_source
    from domain.store.rotation import rewrap
    from domain.store.rotation import rotate as replace
    from server.cli.log import directory_with_log
    from server.settings import load_settings

    if new and to:
        raise typer.BadParameter("Name the new key once: with --to, or with --new-master-key-file.")
    keeping = load_settings().keeping
    directory = directory_with_log(data or DEFAULT_DATA, keeping)
    current = _current(directory)
    target = KeyFile(new) if new else named_source(to) if to else None
    if target is None and not isinstance(current, KeyFile):
        raise NewKeyNeeded(f"The master key comes from {current}, where no new one can be written.")
    try:
        with directory.locked(), closing(directory.key_store(keeping)) as store:
            if target is None:
                assert isinstance(current, KeyFile)
                count = replace(store, current.path)
            else:
                if new is not None:
                    make_master_key(new)
                count = rewrap(store, current.read(), target.read())
    except StoreLocked:
        if keeping.store:
            raise
        raise StoreLocked("A server runs on this data directory: stop it first.") from None
    messages().print(f"The keys of {count} patients are wrapped by the new master key.")
    if new is not None:
        messages().print(f"Serve with ANAMNESIS_MASTER_KEY_FILE={new} from now on.", markup=False)
    elif target is not None:
        messages().print("Serve with this source in ANAMNESIS_MASTER_KEY_SOURCE from now on.", markup=False)
    if keeping.store and target is None:
        messages().print("Copy the new key to the data directory of every other server before it starts again.")
    messages().print(
        "Copy the new key to where the old one was kept. Backups made before are opened by the old one, which "
        "`anamnesis keys former` writes to a file."
    )


@app.command(cls=Command)
def former(
    into: Annotated[Path, typer.Argument(metavar="DIR", help="Where to write them, as former-1.key and so on.")],
    data: Data = None,
) -> None:
    """Write the master keys that were replaced to files, the last as former-1.key: backups from then need them."""
    from clients.cli.output import messages
    from domain.store.keyring import make_master_key
    from domain.store.rotation import former_keys
    from server.cli.log import directory_with_log, open_log
    from server.settings import load_settings

    keeping = load_settings().keeping
    directory = directory_with_log(data or DEFAULT_DATA, keeping)
    # Opened for the line in the access log: whoever has these keys reads every backup from then.
    with open_log(directory.path), closing(directory.key_store(keeping)) as store:
        found = former_keys(store, _current(directory))
    into.mkdir(mode=0o700, parents=True, exist_ok=True)
    for number, key in enumerate(found, start=1):
        make_master_key(into / f"former-{number}.key", key)
    messages().print(f"{len(found)} keys written to {into}. Keep them from everybody who may not read the backups.")


@app.command(cls=Command)
def backups(
    forget: Annotated[
        Path | None,
        typer.Option("--forget", metavar="DIR", help="Take this one out of the list, for its medium was destroyed."),
    ] = None,
    note: Annotated[
        Path | None,
        typer.Option(
            "--note",
            metavar="PATH",
            help="Put one into the list that was made by other means, such as a dump of a database, a snapshot of a "
            "disk or tables that were given away: erasures name it.",
        ),
    ] = None,
    data: Data = None,
) -> None:
    """List the backups that were made, which every erasure reaches or names."""
    from clients.cli.output import messages, results
    from server.cli.log import open_log

    with open_log(data or DEFAULT_DATA) as records:
        assert records.seal is not None
        keyring = records.seal.keyring
        if forget is not None:
            if not keyring.forget_backup(forget.resolve()):
                raise NoSuchBackup(f"No backup was made in {forget}.")
            messages().print(f"No erasure looks for {forget} any more.", markup=False)
            return
        if note is not None:
            keyring.note_backup(note.resolve(), datetime.now(UTC))
            messages().print(f"Every erasure reaches {note} or names it from now on.", markup=False)
            return
        for place, made in keyring.backups():
            there = "" if (place / "keys.db").is_file() or place.is_file() else "  (not there)"
            results().print(f"{made:%Y-%m-%d %H:%M} UTC  {place}{there}", markup=False)


def _current(directory: DataDirectory) -> MasterKey:
    """Where the master key of a data directory comes from now."""
    from domain.store.backup import MASTER_KEY
    from domain.store.master_key import KeyFile
    from server.settings import load_settings

    return load_settings().master_key or KeyFile(directory.path / MASTER_KEY)
