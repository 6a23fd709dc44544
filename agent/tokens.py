"""Counting tokens: with tiktoken where its file is present, else with a conservative estimate. Never the network."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

O200K_FILE = "fb374d419588a4632f3f557e76b4b70aebbca790"
"""The name under which tiktoken keeps o200k_base in ``TIKTOKEN_CACHE_DIR`` (the SHA-1 of its address)."""

_PIECES = re.compile(
    r"(?P<hangul>[가-힣ᄀ-ᇿ㄰-㆏]+)|(?P<latin>[A-Za-z]+)|(?P<digits>\d+)|(?P<newlines>\n+)|(?P<punct>[!-/:-@\[-`{-~])|(?P<other>\S)"
)


@dataclass(frozen=True, slots=True)
class TokenCounter:
    """Counts tokens; ``name`` says how ("o200k_base" or "estimate") and is recorded beside every count."""

    name: str
    count: Callable[[str], int]


def token_counter() -> TokenCounter:
    """The o200k_base of tiktoken when ``TIKTOKEN_CACHE_DIR`` holds its file, the estimate otherwise."""
    folder = os.environ.get("TIKTOKEN_CACHE_DIR", "")
    if folder and (Path(folder) / O200K_FILE).is_file():
        import tiktoken

        encoding = tiktoken.get_encoding("o200k_base")
        return TokenCounter("o200k_base", lambda text: len(encoding.encode(text, disallowed_special=())))
    return TokenCounter("estimate", estimate)


def estimate(text: str) -> int:
    """An upper estimate of o200k tokens from runs of script.

    Measured against o200k on Korean and English medical text it never fell below the true count
    (reference: dependencies.md 3; coefficients .72 a Hangul syllable and .45 a run, 1.08 a Latin run and .22 a letter
    past five, 1.6 a group of three digits, 1 a punctuation mark, .5 a byte of other characters, 1 a run of newlines).
    """
    total = 2.0
    for match in _PIECES.finditer(text):
        piece = match[0]
        match match.lastgroup:
            case "hangul":
                total += 0.72 * len(piece) + 0.45
            case "latin":
                total += 1.08 + 0.22 * max(0, len(piece) - 5)
            case "digits":
                total += 1.6 * -(-len(piece) // 3)
            case "punct" | "newlines":
                total += 1.0
            case _:
                total += 0.5 * len(piece.encode())
    return int(total + 0.999)
