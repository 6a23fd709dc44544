"""Words to the pieces that the model knows and back: byte pairs, joined in the order in which they were learnt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import tiktoken

SPLIT = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+|\s+(?=\p{N})|\s+(?!\S)|\s+"
"""SmolLM's way to split a text before pieces are looked for: GPT-2's, with every digit by itself."""
BEGIN, END = "<|im_start|>", "<|im_end|>"
"""The marks about a message of the chat format."""
SPECIAL = 17
"""The first pieces are marks; none of them can be written."""


class Pieces:
    """The model's vocabulary."""

    def __init__(self, pieces: Sequence[str]) -> None:
        byte_of = {character: byte for byte, character in _characters().items()}
        self.words = [b"" if at < SPECIAL else bytes(byte_of[one] for one in piece) for at, piece in enumerate(pieces)]
        self.marks = {piece: at for at, piece in enumerate(pieces[:SPECIAL])}
        ranks = {word: at for at, word in enumerate(self.words) if word}
        # Bytes that no text in UTF-8 holds have no piece; the encoder wants one of each.
        unknown = (bytes([byte]) for byte in range(256) if bytes([byte]) not in ranks)
        ranks |= {byte: at for at, byte in enumerate(unknown, len(pieces))}
        self._known = len(pieces)
        self._encoding = tiktoken.Encoding("smollm2", pat_str=SPLIT, mergeable_ranks=ranks, special_tokens={})
        self.number = {word: at for at, word in enumerate(self.words) if word}

    def of(self, text: str) -> list[int]:
        """The pieces of a text; what has none becomes the unknown mark."""
        return [one if one < self._known else 0 for one in self._encoding.encode_ordinary(text)]

    def chat(self, messages: Iterable[tuple[str, str]]) -> list[int]:
        """A conversation of (role, text), open for the assistant's words."""
        told = []
        for role, text in messages:
            told += [self.marks[BEGIN], *self.of(f"{role}\n{text}"), self.marks[END], *self.of("\n")]
        return [*told, self.marks[BEGIN], *self.of("assistant\n")]


def _characters() -> dict[int, str]:
    """By byte, the character that stands for it in the vocabulary (GPT-2's table)."""
    printable = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    others = [byte for byte in range(256) if byte not in printable]
    return {byte: chr(byte) for byte in printable} | {byte: chr(256 + at) for at, byte in enumerate(others)}
