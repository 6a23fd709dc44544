"""The small model as a whole: it reads a conversation, remembers how prompts begin, and writes answers."""

from __future__ import annotations

import codecs
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.model.network import Network, Text
from tests.model.pieces import Pieces
from tests.model.weights import Weights
from tests.model.writing import CutOff, Writer

KEPT = 4
"""Prompts whose beginning is remembered, 46 kB a token: the instructions of a skill are read once."""


@dataclass(frozen=True)
class Wish:
    """What is asked for; ``schema`` None asks for plain words."""

    messages: tuple[tuple[str, str], ...]
    most: int
    temperature: float
    schema: Mapping[str, Any] | None = None
    samples: int = 1


@dataclass(frozen=True)
class Told:
    """How an answer ended ("stop" or "length") and the pieces that it took."""

    finish: str
    written: int


class TooLong(Exception):
    """The prompt and its answer are longer than the model can read."""


class SmallModel:
    """Answers one wish at a time, as a server of one slot does."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._network = Network(weights)
        self._pieces = Pieces(weights.pieces)
        self._kept: OrderedDict[int, Text] = OrderedDict()
        self._slot = threading.Lock()
        self._asked = 0

    def answer(self, wish: Wish, say: Callable[[int, str], None]) -> tuple[int, list[Told]]:
        """Write every sample, ``say`` (its number, words) as it goes on; the prompt's pieces, and how each one ended.

        Raises TooLong, and whatever ``say`` raises, which ends the writing.
        """
        with self._slot:
            prompt = self._pieces.chat(wish.messages)
            if len(prompt) + wish.most > self._weights.context:
                raise TooLong
            text = self._beginning(prompt)
            scores = self._network.read(text, prompt[len(text.tokens) :])
            told = []
            for number in range(wish.samples):
                self._asked += 1
                characters = codecs.getincrementaldecoder("utf-8")("replace")
                writer = Writer(
                    self._network, self._pieces, text.beginning(len(prompt)), scores,
                    most=wish.most, temperature=wish.temperature, seed=self._asked,
                    say=_saying(say, number, characters),
                )  # fmt: skip
                try:
                    if wish.schema is None:
                        writer.freely()
                    else:
                        writer.as_told(wish.schema)
                    finish = "stop"
                except CutOff:
                    finish = "length"
                told.append(Told(finish, writer.written))
            return len(prompt), told

    def _beginning(self, prompt: list[int]) -> Text:
        """What was read before of a prompt that begins alike; at least its last piece is left to read."""
        empty = Text.empty(self._weights)
        best = max((empty, *self._kept.values()), key=lambda one: one.shared(prompt))
        text = best.beginning(min(best.shared(prompt), len(prompt) - 1))
        self._kept[id(text)] = text
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return text


def _saying(
    say: Callable[[int, str], None], number: int, characters: codecs.IncrementalDecoder
) -> Callable[[bytes], None]:
    def piece(words: bytes) -> None:
        if told := characters.decode(words):
            say(number, told)

    return piece


def conversation(messages: Iterable[Mapping[str, str]]) -> tuple[tuple[str, str], ...]:
    """The messages of the protocol as the model reads them."""
    return tuple((one["role"], one["content"]) for one in messages)
