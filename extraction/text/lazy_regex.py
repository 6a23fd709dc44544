"""Patterns that are compiled when they are first looked for: the modules hold thousands, and most texts need few.

Compiling them all took a second of every start, of every command and of every test process.
"""

from __future__ import annotations

import re
from typing import Any, Final, cast

_LOOKED_UP: Final = (
    "search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split", "groups", "groupindex",
)  # fmt: skip


def lazy_regex(words: str, flags: int = 0) -> re.Pattern[str]:
    """What ``re.compile`` gives for ``words``, compiled at its first use; only then is a mistake in them an error.

    It has the attributes and methods of a pattern, which the functions of :mod:`re` do not take in its place. Flags are
    given beside the words, never in them.
    """
    return cast(re.Pattern[str], _Lazy(words, flags))


class _Lazy:
    """Stands for a pattern. Once one of its methods has been asked for, they are the compiled pattern's own."""

    __slots__ = ("_given", "pattern", *_LOOKED_UP)

    def __init__(self, words: str, flags: int) -> None:
        self.pattern = words
        self._given = flags

    @property
    def flags(self) -> int:
        """As a compiled pattern has them."""
        return int(self._given) | (0 if self._given & re.ASCII else int(re.UNICODE))

    def __getattr__(self, name: str) -> Any:
        # Python asks here for what no slot holds yet.
        if name not in _LOOKED_UP:
            raise AttributeError(f"A pattern has no {name}.")
        compiled = re.compile(self.pattern, self._given)
        for each in _LOOKED_UP:
            setattr(self, each, getattr(compiled, each))
        return getattr(self, name)
