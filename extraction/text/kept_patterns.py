"""Regular expressions compiled by an earlier start: two thousand of them are two fifths of importing the rooms.

Python compiles a pattern to a list of numbers by code of its own, slowly, and makes the object of it at once. The
numbers follow from the pattern, its flags and the version of Python alone, and are kept beside the other tables.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from extraction.text.warm_store import kept

T = TypeVar("T")

_ROOMS: Final = Path(__file__).parents[2]
_PACKAGES: Final = ("domain", "extraction", "projections", "retrieval", "agent", "server")


class Compiled(msgspec.Struct, frozen=True, array_like=True):
    """What Python makes a pattern's object of."""

    pattern: str
    asked: int
    """The flags that it was asked for with."""
    flags: int
    code: list[int]
    groups: int
    names: dict[str, int]


def with_kept_patterns(load: Callable[[], T]) -> T:
    """What ``load`` gives, which imports the rooms; what they compile is taken from an earlier start, or kept.

    Nothing else may import meanwhile. Where this Python compiles in another way, they compile for themselves.
    """
    if sys.implementation.name != "cpython" or not _knows_how():
        return load()
    found: list[T] = []

    def derive() -> list[Compiled]:
        made: list[Compiled] = []
        with _compiling(lambda pattern, flags: _noted(made, pattern, flags)):
            found.append(load())
        return made

    table = kept("patterns", [sys.version, str(_machine().MAGIC), *_sources()], list[Compiled], derive)
    if found:
        return found[0]
    known = {(one.pattern, one.asked): one for one in table}
    with _compiling(lambda pattern, flags: _given(known, pattern, flags)):
        return load()


def _knows_how() -> bool:
    try:
        return all(callable(one) for one in (_compiler().compile, _compiler()._code, _machine().compile))
    except (ImportError, AttributeError):
        return False


def _compiler() -> Any:
    return import_module("re._compiler")


def _machine() -> Any:
    return import_module("_sre")


def _sources() -> Iterator[str]:
    """The modules that there are, and when they were written: with another the patterns are others."""
    for package in _PACKAGES:
        for path in sorted((_ROOMS / package).rglob("*.py")):
            status = path.stat()
            yield f"{path.relative_to(_ROOMS)} {status.st_size} {status.st_mtime_ns}"


@contextmanager
def _compiling(by: Callable[[str, int], re.Pattern[str]]) -> Iterator[None]:
    """Meanwhile patterns of text are compiled ``by`` this."""
    compiler = _compiler()
    own = compiler.compile

    def compiled(pattern: Any, flags: int = 0) -> Any:
        return by(pattern, int(flags)) if isinstance(pattern, str) and not flags & re.DEBUG else own(pattern, flags)

    compiler.compile = compiled
    try:
        yield
    finally:
        compiler.compile = own


def _noted(made: list[Compiled], pattern: str, flags: int) -> re.Pattern[str]:
    """The pattern, compiled as Python does it, and noted down."""
    compiler = _compiler()
    parsed = compiler._parser.parse(pattern, flags)
    code = [int(each) for each in compiler._code(parsed, flags)]
    state = parsed.state
    made.append(Compiled(pattern, flags, flags | state.flags, code, state.groups - 1, dict(state.groupdict)))
    return _object_of(made[-1])


def _given(known: dict[tuple[str, int], Compiled], pattern: str, flags: int) -> re.Pattern[str]:
    found = known.get((pattern, flags))
    return _object_of(found) if found is not None else _noted([], pattern, flags)


def _object_of(one: Compiled) -> re.Pattern[str]:
    places: list[str | None] = [None] * (one.groups + 1)
    for name, place in one.names.items():
        places[place] = name
    found: re.Pattern[str] = _machine().compile(one.pattern, one.flags, one.code, one.groups, one.names, tuple(places))
    return found
