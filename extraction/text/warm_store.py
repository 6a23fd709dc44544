"""Tables derived from the lexicon, kept on disk so that later starts of any process read them.

A file is data alone, named by everything that it follows from, and begins with the digest of the rest. Whatever cannot
be read, is damaged, or could have been written by another user is derived anew; what cannot be written is not kept.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Final, TypeVar

import msgspec

MANY_WORDS: Final = 2_000
"""Words from which on what is derived from them is kept; that of fewer is derived as quickly as it is read."""

KEPT_FILES: Final = 4
"""Files of one name that are kept, the newest: several versions of the lexicon or of the program may be in use."""

_DERIVING: Final = (
    "text/kiwi.py", "text/normalise.py", "text/vernacular.py", "text/words/vernacular_ko.tsv",
    "text/words/vernacular_en.tsv", "naming/matcher.py", "naming/mentions.py", "naming/name_forms.py",
    "naming/medcat/matcher.py", "naming/medcat/plugin.py", "naming/medcat/concept_table.py", "text/needed_letters.py",
)  # fmt: skip
"""The modules that tables follow from: with another word in them, the tables are others."""
_LIBRARIES: Final = ("kiwipiepy", "kiwipiepy_model", "medcat")
_DIGEST: Final = hashlib.sha256

T = TypeVar("T")

_named: list[Path] = []
_beforehand: list[Callable[[], None]] = []


def keep_in(directory: Path) -> None:
    """Keep the tables of this process in ``directory``, which need not exist, and not in the user's cache."""
    _named[:] = [directory]


def directory() -> Path | None:
    """Where tables are kept: as named, or in the user's cache directory; None for a user without a home."""
    if _named:
        return _named[0]
    # As other programs do: the XDG base directories on Linux, and their like on macOS.
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if named.is_absolute():
        return named / "anamnesis"
    with suppress(RuntimeError):
        home = Path.home()
        return home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "anamnesis"
    return None


def kept(name: str, words: Iterable[str], kind: type[T], derive: Callable[[], T]) -> T:
    """The table ``name`` over ``words``, as kept, or as ``derive`` gives it, which is then kept for the next start.

    ``derive`` must follow from the words alone, by the code of this version.
    """
    folder = directory()
    if folder is None:
        return derive()
    path = folder / f"{name}-{_key(words)}.table"
    table = _read(path, kind)
    if table is None and _beforehand and _is_writable(folder):
        _beforehand.pop()()
        table = _read(path, kind)
    if table is None:
        table = derive()
        _write(path, msgspec.msgpack.encode(table))
    return table


@contextmanager
def derived_apart(derive_all: Callable[[], None]) -> Iterator[None]:
    """Within the block the first table that is not kept has ``derive_all`` called, which is to have all of them kept.

    What it leaves out is derived as ever. It is not called where nothing can be kept.
    """
    _beforehand[:] = [derive_all]
    try:
        yield
    finally:
        _beforehand.clear()


def shared_place(name: str) -> Path | None:
    """A directory of this user for what another part derives and checks by itself; None where there is none to trust.

    ``name`` ends with a dash and what tells its versions apart; of those only the newest stay.
    """
    folder = directory()
    if folder is None:
        return None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_ours(folder.stat()):
            return None
        place = folder / name
        place.mkdir(exist_ok=True)
        for old in _older(folder, f"{name.rpartition('-')[0]}-*", besides=place):
            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return None
    return place


def _is_writable(folder: Path) -> bool:
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return os.access(folder, os.W_OK | os.X_OK) and _is_ours(folder.stat())
    return False


def _is_ours(status: os.stat_result) -> bool:
    """Whether nobody but this user can have written it."""
    return status.st_uid == os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _older(folder: Path, pattern: str, besides: Path) -> list[Path]:
    """What is there beyond the newest of a name."""
    others = sorted(folder.glob(pattern), key=lambda one: one.stat().st_mtime, reverse=True)
    return [one for one in others if one != besides][KEPT_FILES - 1 :]


def _key(words: Iterable[str]) -> str:
    digest = _DIGEST(_program())
    digest.update("".join([f"{word}\0" for word in words]).encode())
    return digest.hexdigest()[:24]


@cache
def _program() -> bytes:
    """What tables follow from besides words: the code that derives them, and its libraries."""
    digest = _DIGEST()
    for module in _DERIVING:
        digest.update(files("extraction").joinpath(module).read_bytes() + b"\0")
    for library in _LIBRARIES:
        digest.update(f"{library}={version(library)}\0".encode())
    return digest.digest()


def _read(path: Path, kind: type[T]) -> T | None:
    """The table in a file; None where there is none, or none to be trusted."""
    try:
        with path.open("rb") as file:
            if not _is_ours(os.fstat(file.fileno())):
                return None
            content = memoryview(file.read())
        digest = _DIGEST().digest_size
        if _DIGEST(content[digest:]).digest() != content[:digest]:
            return None
        return msgspec.msgpack.decode(content[digest:], type=kind)
    except (OSError, msgspec.MsgspecError):
        return None


def _write(path: Path, content: bytes) -> None:
    """Keep a table, whole or not at all, and let the oldest of its name go."""
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, unfinished = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
        try:
            with open(handle, "wb") as file:
                file.write(_DIGEST(content).digest() + content)
            os.replace(unfinished, path)
        except OSError:
            os.unlink(unfinished)
            raise
        for old in _older(path.parent, f"{path.name.rpartition('-')[0]}-*.table", besides=path):
            old.unlink(missing_ok=True)
