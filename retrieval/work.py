"""The slow part of building an index, batch by batch: what is done is kept, so a build that was cut short goes on.

Kept by content, so adding to a corpus costs only what was added, and by tokenizer and encoder, so another one never
meets old work. The file may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np

from retrieval.dense import Encoder, FloatArray
from retrieval.errors import EncoderUnavailable
from retrieval.tokens import Tokenizer

BATCH = 256
FILE = "work.db"

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is, and of how much."""


def unheard(_stage: str, _done: int, _of: int) -> None:
    """Progress that nobody watches."""


class Work:
    """Tokenises and encodes texts. Without a database nothing is kept."""

    def __init__(self, kept: sqlite3.Connection | None = None, progress: Progress = unheard) -> None:
        self._kept = kept
        self._progress = progress
        self._used: set[bytes] = set()

    def terms(self, tokenizer: Tokenizer, texts: Sequence[str]) -> list[list[str]]:
        """The index terms of each text."""

        def compute(batch: Sequence[str]) -> list[bytes]:
            return ["\n".join(terms).encode() for terms in tokenizer.terms_of(batch)]

        return [row.decode().split("\n") if row else [] for row in self._done("words", tokenizer.id, texts, compute)]

    def vectors(self, encoder: Encoder, texts: Sequence[str]) -> FloatArray:
        """The vector of each text, one row each. Raises EncoderUnavailable."""

        def compute(batch: Sequence[str]) -> list[bytes]:
            return [vector.astype(np.float32).tobytes() for vector in encoder.encode(batch)]

        rows = [np.frombuffer(row, dtype=np.float32) for row in self._done("vectors", encoder.id, texts, compute)]
        if len({row.size for row in rows}) > 1:
            raise EncoderUnavailable("The encoder gives vectors of different lengths.")
        return np.stack(rows)

    def forget_unused(self) -> None:
        """Drop what was kept for texts that were not asked for since this object was made."""
        if self._kept is None:
            return
        with self._kept:
            stale = [key for (key,) in self._kept.execute("SELECT key FROM work") if key not in self._used]
            self._kept.executemany("DELETE FROM work WHERE key = ?", ((key,) for key in stale))

    def _done(
        self, stage: str, maker: str, texts: Sequence[str], compute: Callable[[Sequence[str]], list[bytes]]
    ) -> list[bytes]:
        rows: list[bytes] = []
        for batch in _batches(texts):
            keys = [hashlib.sha256(f"{maker}\0{text}".encode()).digest() for text in batch]
            found = self._read(keys)
            missing = {key: text for key, text in zip(keys, batch, strict=True) if key not in found}
            if missing:
                new = dict(zip(missing, compute(list(missing.values())), strict=True))
                self._write(new)
                found |= new
            rows.extend(found[key] for key in keys)
            self._progress(stage, len(rows), len(texts))
        return rows

    def _read(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        if self._kept is None:
            return {}
        self._used.update(keys)
        marks = ",".join("?" * len(keys))
        return dict(self._kept.execute(f"SELECT key, done FROM work WHERE key IN ({marks})", keys))  # noqa: S608

    def _write(self, new: dict[bytes, bytes]) -> None:
        if self._kept is not None:
            with self._kept:
                self._kept.executemany("INSERT OR REPLACE INTO work VALUES (?, ?)", new.items())


@contextmanager
def kept_work(directory: Path, progress: Progress = unheard) -> Iterator[Work]:
    """Work that is kept in the directory of an index; a damaged file is begun anew."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / FILE
    try:
        connection = _opened(path)
    except sqlite3.DatabaseError:
        path.unlink()
        connection = _opened(path)
    with closing(connection):
        yield Work(connection, progress)


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path)
    try:
        connection.execute("CREATE TABLE IF NOT EXISTS work (key BLOB PRIMARY KEY, done BLOB NOT NULL) WITHOUT ROWID")
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection


def _batches(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    return (texts[start : start + BATCH] for start in range(0, len(texts), BATCH))
