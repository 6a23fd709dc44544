"""The key of Parquet that leaves the house: in a file of its own, to be handed over apart from the tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from domain.errors import InvalidCommand, KeyringUnavailable

ExportKey = Annotated[
    Path | None,
    typer.Option(
        "--table-key",
        metavar="FILE",
        help="Encrypt the Parquet under the key in this file, 32 bytes in base64; it is made where there is none.",
    ),
]


class InvalidExportKey(InvalidCommand):
    """The file is no key, or cannot be made."""

    reason = "INVALID_KEY_FILE"
    advice = "Name a file that holds 32 bytes in base64, or one that is not there in a folder that you may write to."


def export_key(file: Path) -> bytes:
    """The key in a file, which is made, for its owner alone, where it is not there. Raises InvalidExportKey."""
    from domain.store.keyring import make_master_key, read_master_key

    try:
        make_master_key(file)
        return read_master_key(file)
    except KeyringUnavailable:
        raise InvalidExportKey(f"{file} is not a key, or cannot be read or made.") from None
