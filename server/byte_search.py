"""Looking for values in every file of some folders, in a process of its own: see :mod:`server.file_search`.

A value is looked for as UTF-8 and as JSON escapes it, in composed and decomposed Unicode. Values and what is found stay
in the two processes: the outcome names files and numbers alone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from domain.errors import InvalidCommand, StoreUnavailable

LEAST_BYTES, MOST_VALUES = 4, 10_000
"""Of values to look for: how short they may be, and how many; a Korean syllable takes three bytes."""

_ROOT = Path(__file__).parent.parent
_SEARCHER = "server.file_search"


@dataclass(frozen=True, slots=True)
class Search:
    """What a search came to: texts looked for, files and bytes read, and the files that still hold one of them."""

    values: int = 0
    files: int = 0
    size: int = 0
    found_in: tuple[str, ...] = ()


def checked_values(texts: Sequence[str]) -> None:
    """Raises InvalidCommand, which names the place of a value and never the value, for one that proves nothing."""
    if len(texts) > MOST_VALUES:
        raise InvalidCommand("There are too many values to look for.", limit=MOST_VALUES, got=len(texts))
    for number, text in enumerate(texts, start=1):
        if len(text.encode()) < LEAST_BYTES:
            raise InvalidCommand(f"Value {number} is so short that it stands in any file.", least_bytes=LEAST_BYTES)


def search(
    folder: Path,
    texts: Sequence[str],
    *,
    keys: Iterable[bytes] = (),
    also: Sequence[Path] = (),
    tables_key: bytes = b"",
) -> Search:
    """Look for ``texts``, and for ``keys`` as they are, in every file under ``folder`` and the folders ``also``.

    Analysis tables that are encrypted are opened by what ``tables_key`` gives. Files of ``folder`` are named relative
    to it, the others by their whole path. Raises StoreUnavailable for a file that cannot be read, and where the search
    came to no end.
    """
    secrets = [key.hex() for key in keys if key]
    if not secrets and not any(texts):
        return Search()
    folders = [str(one) for one in also]
    asked = {"folder": str(folder.absolute()), "texts": list(texts), "keys": secrets, "also": folders}
    asked["tables_key"] = tables_key.hex()
    # By the same code as this process, wherever it was started from; -P keeps other code of that place out.
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-P", "-m", _SEARCHER],
        input=json.dumps(asked).encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH"))))},
        check=False,
    )
    if ran.returncode != 0:
        raise StoreUnavailable("The erasure is done, but the search of the files came to no end: repeat it.")
    found = json.loads(ran.stdout)
    if unreadable := found.get("unreadable"):
        raise StoreUnavailable(f"The erasure is done, but {unreadable} cannot be read and was not searched.")
    return Search(len({text for text in texts if text}), found["files"], found["size"], tuple(found["found_in"]))
