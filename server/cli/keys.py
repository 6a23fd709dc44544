"""`keys`: the master key and what it wraps."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from server.cli.failures import Command
from server.cli.options import DEFAULT_DATA, Data

app = typer.Typer(help="Look after the master key and what it wraps.", no_args_is_help=True)


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
    data: Data = None,
) -> None:
    """Replace the master key, with no server running. Interrupted at any moment, it is finished by its repetition.

    No event is touched. Backups made before are opened by the old key: `anamnesis keys former` gives it out.
    """
    from clients.cli.output import messages
    from domain.errors import StoreLocked
    from domain.store.backup import MASTER_KEY
    from domain.store.keyring import make_master_key, read_master_key
    from domain.store.rotation import rewrap
    from domain.store.rotation import rotate as replace
    from server.cli.log import checked_directory
    from server.settings import load_settings

    directory = checked_directory(data or DEFAULT_DATA)
    current = load_settings().master_key_file or directory.path / MASTER_KEY
    try:
        with directory.locked():
            if new is None:
                count = replace(directory.keys, current)
            else:
                make_master_key(new)
                count = rewrap(directory.keys, read_master_key(current), read_master_key(new))
    except StoreLocked:
        raise StoreLocked("A server runs on this data directory: stop it first.") from None
    messages().print(f"The keys of {count} patients are wrapped by the new master key.")
    if new is not None:
        messages().print(f"Serve with ANAMNESIS_MASTER_KEY_FILE={new} from now on.", markup=False)
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
    from domain.store.backup import MASTER_KEY
    from domain.store.keyring import make_master_key
    from domain.store.rotation import former_keys
    from server.cli.log import checked_directory
    from server.settings import load_settings

    directory = checked_directory(data or DEFAULT_DATA)
    found = former_keys(directory.keys, load_settings().master_key_file or directory.path / MASTER_KEY)
    into.mkdir(mode=0o700, parents=True, exist_ok=True)
    for number, key in enumerate(found, start=1):
        make_master_key(into / f"former-{number}.key", key)
    messages().print(f"{len(found)} keys written to {into}. Keep them from everybody who may not read the backups.")
