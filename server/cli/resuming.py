"""How far a long command has come through the patients of a log, kept in its data directory until it is through."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any


class Resuming:
    """The mark of one command; one that was left by another, or by the same to do something else, is not gone on from.

    A position of the log and what was asked for stand in it: nothing of a patient.
    """

    def __init__(self, file: Path, asked: dict[str, Any]) -> None:
        self._file = file
        self._asked = json.loads(json.dumps(asked))

    @property
    def after(self) -> int:
        """Where to go on: 0 at the beginning."""
        try:
            left = json.loads(self._file.read_bytes())
            return int(left["after"]) if left["asked"] == self._asked else 0
        except (OSError, ValueError, KeyError, TypeError):
            return 0

    def note(self, position: int) -> None:
        """Keep how far it has come, whole or not at all."""
        fresh = self._file.with_suffix(".new")
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump({"after": position, "asked": self._asked}, file)
        fresh.replace(self._file)

    def forget(self) -> None:
        """Begin anew the next time."""
        with suppress(FileNotFoundError):
            self._file.unlink()
