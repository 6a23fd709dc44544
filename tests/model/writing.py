"""What the model writes: pieces drawn one by one, freely or so that a JSON schema is followed whatever it wants to say.

Where a schema leaves no choice its own words are read in one pass; only what is left open is drawn.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from tests.model.network import Network, Text
from tests.model.pieces import END, SPECIAL, Pieces
from tests.model.weights import Floats

LIKELIEST = 40
"""Pieces of which one is drawn; the rest of the distribution is noise."""
MOST_ITEMS = 1
"""Items of a list: so small a model would go on without end."""
LONGEST_STRING = 28
"""Pieces of a string in JSON; a sentence or two, after which nothing new comes of it."""
SEEN, LESS = 48, 1.2
"""Pieces last written whose scores are lowered, and by how much (llama.cpp's way): else it says one thing for ever."""
QUOTE = b'"'

Wanted = Mapping[str, Any]


class CutOff(Exception):
    """The longest answer is reached."""


class Writer:
    """One answer in the making. ``say`` gets every piece of it as it is written."""

    def __init__(
        self, network: Network, pieces: Pieces, text: Text, scores: Floats, *,
        most: int, temperature: float, seed: int, say: Callable[[bytes], None],
    ) -> None:  # fmt: skip
        self._network, self._pieces, self._text, self._scores = network, pieces, text, scores
        self._most = most
        self._temperature = temperature
        self._chance = np.random.default_rng(seed)
        self._say = say
        self.written = 0
        self._recent: deque[int] = deque(maxlen=SEEN)

    def freely(self) -> None:
        """Write until the model ends its message. Raises CutOff."""
        end = self._pieces.marks[END]
        barred = np.zeros(len(self._scores), bool)
        barred[:SPECIAL] = True
        barred[end] = False
        while (one := self._drawn(~barred, again=LESS)) != end:
            self._wrote(self._pieces.words[one], [one])

    def as_told(self, schema: Wanted) -> None:
        """Write JSON that follows ``schema``. Raises CutOff."""
        self._value(schema, schema.get("$defs", {}))

    def _value(self, schema: Wanted, defined: Wanted) -> None:
        if "$ref" in schema:
            schema = defined[schema["$ref"].rpartition("/")[2]]
        if "enum" in schema:
            self._one_of([json.dumps(one) for one in schema["enum"]])
            return
        match schema["type"]:
            case "object":
                for number, (name, field) in enumerate(schema["properties"].items()):
                    self._forced(f"{'{' if number == 0 else ', '}{json.dumps(name)}: ")
                    self._value(field, defined)
                self._forced("}")
            case "array":
                self._items(schema["items"], defined)
            case "string":
                self._string()
            case "boolean":
                self._one_of(["true", "false"])
            case "number":
                self._one_of([f"{tenth / 10}" for tenth in range(11)])
            case other:
                raise ValueError(f"no way to write {other}")

    def _items(self, schema: Wanted, defined: Wanted) -> None:
        self._forced("[")
        for number in range(MOST_ITEMS):
            goes_on = ", " if number else ""
            opening = {"string": '"', "object": "{"}[self._kind(schema, defined)]
            if self._one_of(["]", goes_on + opening], shown=False) == "]":
                break
            self._forced(goes_on)
            self._value(schema, defined)
        self._forced("]")

    def _kind(self, schema: Wanted, defined: Wanted) -> str:
        kind: str = defined[schema["$ref"].rpartition("/")[2]]["type"] if "$ref" in schema else schema["type"]
        return kind

    def _string(self) -> None:
        self._forced('"')
        allowed = _within_strings(self._pieces)
        # So that what comes after it still has room, no string takes more than half of what is left.
        for _ in range(max(1, min(LONGEST_STRING, (self._most - self.written) // 2))):
            one = self._drawn(allowed, again=LESS)
            if self._pieces.words[one] == QUOTE:
                break
            self._wrote(self._pieces.words[one], [one])
        self._forced('"')

    def _one_of(self, options: Sequence[str], *, shown: bool = True) -> str:
        """The option that is drawn by its first piece and then by what tells the others apart."""
        left, at = [option.encode() for option in options], 0
        while len(left) > 1:
            starts = {self._first(option[at:]) for option in left if len(option) > at}
            if not starts:
                break
            allowed = np.zeros(len(self._scores), bool)
            allowed[list(starts)] = True
            one = self._drawn(allowed)
            word = self._pieces.words[one]
            left = [option for option in left if option[at : at + len(word)] == word]
            at += len(word)
            if not shown:
                break
            self._wrote(word, [one])
        chosen = left[0].decode()
        if shown:
            self._forced(left[0][at:].decode())
        return chosen

    def _first(self, rest: bytes) -> int:
        return self._pieces.of(rest.decode())[0]

    def _forced(self, words: str) -> None:
        if words:
            self._wrote(words.encode(), self._pieces.of(words))

    def _wrote(self, words: bytes, tokens: list[int]) -> None:
        if self.written + len(tokens) > self._most:
            raise CutOff
        self.written += len(tokens)
        self._say(words)
        if len(tokens) == 1:
            self._recent += tokens
        self._scores = self._network.read(self._text, tokens)

    def _drawn(self, allowed: np.ndarray[Any, np.dtype[np.bool_]], *, again: float = 1.0) -> int:
        scores = np.where(allowed, self._scores, -np.inf)
        seen = list(self._recent)
        scores[seen] = np.where(scores[seen] > 0, scores[seen] / again, scores[seen] * again)
        if self._temperature <= 0:
            return int(scores.argmax())
        best = np.argpartition(scores, -LIKELIEST)[-LIKELIEST:]
        weights = np.exp((scores[best] - scores[best].max()) / self._temperature, dtype=np.float64)
        return int(self._chance.choice(best, p=weights / weights.sum()))


def _within_strings(pieces: Pieces) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """The pieces that may stand in a JSON string as they are, and the quotation mark that ends it."""
    if id(pieces) not in _PLAIN:
        _PLAIN[id(pieces)] = np.fromiter((_plain(word) for word in pieces.words), bool, len(pieces.words))
    return _PLAIN[id(pieces)]


_PLAIN: dict[int, np.ndarray[Any, np.dtype[np.bool_]]] = {}


def _plain(word: bytes) -> bool:
    return word == QUOTE or (bool(word) and all(byte >= 0x20 and byte not in b'"\\' for byte in word))
