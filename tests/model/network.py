"""The forward pass of a Llama in numpy: a prompt goes through in blocks, and what was read is kept for what follows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tests.model.weights import Floats, Layer, Weights

BLOCK = 512
"""Tokens that go through together: one matrix product for all of them, and scores that still fit into the caches."""
ROOM = 64
"""Places by which the memory of a text grows at a time."""


class Text:
    """Tokens that were read, with the keys and values that each layer made of them."""

    def __init__(self, tokens: list[int], keys: Floats, values: Floats) -> None:
        self.tokens = tokens
        self.keys = keys
        self.values = values

    @classmethod
    def empty(cls, weights: Weights) -> Text:
        width = weights.embedding.shape[1] // weights.heads
        shape = (len(weights.layers), weights.key_heads, 0, width)
        return cls([], np.zeros(shape, np.float32), np.zeros(shape, np.float32))

    def beginning(self, length: int) -> Text:
        """A text of its own that begins alike."""
        return Text(self.tokens[:length], self.keys[:, :, :length].copy(), self.values[:, :, :length].copy())

    def shared(self, tokens: Sequence[int]) -> int:
        """How many tokens this text and ``tokens`` begin with alike."""
        pairs = zip(self.tokens, tokens, strict=False)
        return next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(self.tokens), len(tokens)))

    def grow(self, more: int) -> None:
        """Make room for ``more`` tokens."""
        missing = len(self.tokens) + more - self.keys.shape[2]
        if missing > 0:
            room = [(0, 0), (0, 0), (0, missing + ROOM), (0, 0)]
            self.keys, self.values = np.pad(self.keys, room), np.pad(self.values, room)


class Network:
    """Reads tokens and tells how likely each piece is to come next."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._width = weights.embedding.shape[1] // weights.heads
        exponents = np.arange(0, self._width, 2, dtype=np.float32) / self._width
        self._speeds = (weights.rope_base**-exponents).astype(np.float32)

    def read(self, text: Text, tokens: Sequence[int]) -> Floats:
        """Go on with ``tokens``, at least one; the scores of every piece as the next one."""
        for start in range(0, len(tokens), BLOCK):
            last = self._block(text, list(tokens[start : start + BLOCK]))
        return np.asarray(self.weights.embedding @ last, dtype=np.float32)

    def _block(self, text: Text, tokens: list[int]) -> Floats:
        text.grow(len(tokens))
        told = self.weights.embedding[tokens]
        for number, layer in enumerate(self.weights.layers):
            told = told + self._attention(text, number, layer, self._normed(told, layer.attention_norm))
            gate, up = np.split(self._normed(told, layer.feed_norm) @ layer.gate_up.T, 2, axis=1)
            told = told + (gate / (1 + np.exp(-np.clip(gate, -80, 80))) * up) @ layer.down.T
        text.tokens += tokens
        return np.asarray(self._normed(told[-1:], self.weights.norm)[0], dtype=np.float32)

    def _attention(self, text: Text, number: int, layer: Layer, told: Floats) -> Floats:
        heads, key_heads, width = self.weights.heads, self.weights.key_heads, self._width
        before, count = len(text.tokens), len(told)
        after = before + count
        read = (told @ layer.query_key_value.T).reshape(count, heads + 2 * key_heads, width).transpose(1, 0, 2)
        turned = self._turned(read[: heads + key_heads], before)
        text.keys[number, :, before:after] = turned[heads:]
        text.values[number, :, before:after] = read[heads + key_heads :]
        unseen = np.triu(np.full((count, after), -np.inf, np.float32), before + 1)
        gathered = np.empty((count, heads, width), np.float32)
        group = heads // key_heads
        for one in range(key_heads):
            keys, values = text.keys[number, one, :after], text.values[number, one, :after]
            for head in range(one * group, (one + 1) * group):
                scores = turned[head] @ keys.T / np.float32(np.sqrt(width)) + unseen
                scores = np.exp(scores - scores.max(axis=1, keepdims=True))
                gathered[:, head] = scores @ values / scores.sum(axis=1, keepdims=True)
        return np.asarray(gathered.reshape(count, -1) @ layer.attention_out.T, dtype=np.float32)

    def _turned(self, vectors: Floats, before: int) -> Floats:
        """Rotary positions, over neighbouring pairs as a GGUF file of this architecture has them."""
        angles = np.arange(before, before + vectors.shape[1], dtype=np.float32)[:, None] * self._speeds
        cosines, sines = np.cos(angles), np.sin(angles)
        even, odd = vectors[..., 0::2], vectors[..., 1::2]
        turned = np.empty_like(vectors)
        turned[..., 0::2] = even * cosines - odd * sines
        turned[..., 1::2] = even * sines + odd * cosines
        return turned

    def _normed(self, vectors: Floats, scale: Floats) -> Floats:
        mean = np.mean(vectors * vectors, axis=1, keepdims=True) + self.weights.epsilon
        return np.asarray(vectors / np.sqrt(mean) * scale, dtype=np.float32)
