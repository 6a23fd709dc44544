"""`copy`: a log with its keys from files to PostgreSQL, or from there to files."""

from __future__ import annotations

import shutil
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from domain.errors import InvalidCommand

if TYPE_CHECKING:
    from server.data_directory import DataDirectory, Keeping


class OneOfThemADatabase(InvalidCommand):
    """One of the two places is a database, and the other a data directory."""

    reason = "ONE_OF_THEM_A_DATABASE"
    advice = "Name one by its URL, postgresql://..., and the other by its directory; --data is the server's, beside it."


def copy(
    source: Annotated[
        str, typer.Option("--from", metavar="PLACE", help="A data directory, or the URL of a PostgreSQL database.")
    ],
    target: Annotated[str, typer.Option("--to", metavar="PLACE", help="The other; it holds no log yet.")],
    data: Annotated[
        Path,
        typer.Option(
            "--data", metavar="DIR", help="The data directory that a server on the database has or is to have."
        ),
    ],
) -> None:
    """Copy a log with its keys to another database, proved by the digest that its chain ends with.

    Nothing is decrypted, and the source stays as it is; its service must not run. Stopped or killed, it goes on where
    it stood when it is run again. The views are not copied: the log gives them again.
    """
    from clients.cli.output import messages, results
    from domain.store.copying import copy_keyring, copy_log, head_of
    from domain.store.places import is_postgres
    from domain.store.verification import verify
    from server.settings import load_settings

    if is_postgres(source) == is_postgres(target):
        raise OneOfThemADatabase
    keeping = replace(load_settings().keeping, store="", anchor_file=None)
    old, new = (_directory(place, data) for place in (source, target))
    kept = [replace(keeping, store=place if is_postgres(place) else "") for place in (source, target)]
    if not is_postgres(source):
        _check_there(Path(source))
    with ExitStack() as held:
        for directory in (old, new):
            held.enter_context(directory.locked())
        here = held.enter_context(old.records(kept[0]))
        _share(old, new, kept[0])
        with closing(old.key_store(kept[0])) as keys, closing(new.key_store(kept[1])) as copied:
            copy_keyring(keys, copied)
        there = held.enter_context(new.records(kept[1]))
        with messages().status("copying") as status:
            for done in copy_log(here, there):
                status.update(f"{done.rows:,} events")
        assert here.seal is not None and there.seal is not None
        here.seal.checkpoints.copy_to(new.path / "checkpoints.jsonl", up_to=done.head.position)
        if head_of(here.rows_log) != head_of(there.rows_log):
            raise InvalidCommand("The source went on meanwhile: stop its service, and run the copy again.")
        with messages().status("verifying"):
            faults = [one for step in verify(there.rows_log, there.seal) for one in step.findings]
    results().print(f"{done.rows:,} events copied, head {done.head.position:,} {done.head.digest.hex()[:12]}")
    for fault in faults:
        results().print(f"{fault.kind} at position {fault.position}: {fault.detail}", markup=False)
    if faults:
        from server.cli.failures import VERIFICATION_FAILED

        raise typer.Exit(VERIFICATION_FAILED)


def _directory(place: str, data: Path) -> DataDirectory:
    from domain.store.places import is_postgres
    from server.data_directory import DataDirectory

    return DataDirectory(data if is_postgres(place) else Path(place))


def _check_there(source: Path) -> None:
    from server.cli.log import checked_directory

    checked_directory(source)


def _share(old: DataDirectory, new: DataDirectory, keeping: Keeping) -> None:
    """Give the target the master key, where it is a file beside the data, and the register of erasures."""
    from domain.store.backup import MASTER_KEY
    from domain.store.keyring import make_master_key, read_master_key
    from domain.store.master_key import KeyFile

    if keeping.master_key is None:
        make_master_key(new.path / MASTER_KEY, read_master_key(KeyFile(old.path / MASTER_KEY)))
    if old.erasures.is_file():
        shutil.copyfile(old.erasures, new.erasures)
