"""The patient's own tests named with a slip ("당화혈색서") or run into the next word, where recognition found none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_LEAST_HANGUL: Final = 4
_LEAST_LATIN: Final = 7
"""Letters of a name from which one wrong letter still leaves it unmistakable."""


def named_nearly(text: str, names: Iterable[str]) -> bool:
    """Whether one of ``names`` stands in ``text`` with at most one letter replaced, spaces and case aside."""
    squeezed = _squeeze(text)
    return any(_stands_in(_squeeze(name), squeezed) for name in names)


def _stands_in(name: str, text: str) -> bool:
    least = _LEAST_HANGUL if any("가" <= letter <= "힣" for letter in name) else _LEAST_LATIN
    if len(name) < least:
        return False
    half = len(name) // 2
    # One letter leaves the other half of the name as it is.
    if name[:half] not in text and name[half:] not in text:
        return False
    windows = (text[start : start + len(name)] for start in range(len(text) - len(name) + 1))
    return any(sum(a != b for a, b in zip(name, window, strict=True)) <= 1 for window in windows)


def _squeeze(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())
