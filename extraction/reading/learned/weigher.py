"""How likely a row of features is of the kind that was learnt: a linear model and grown trees, and the mean of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

LEAF: Final = -1
"""What stands in the place of a feature where a tree ends."""
_NUMBERS: Final = ("spread", "weights", "bounds", "values", "mean")
_WHOLE: Final = ("features", "lows", "highs")

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Weigher:
    """Both models over F features, without state of its own, so threads may share it.

    With T trees of at most M nodes ``mean``, ``spread`` and ``weights`` (F) and ``bias`` are the linear model's;
    ``features``, ``lows`` and ``highs`` (T, M), ``bounds`` and ``values`` (T, M) the trees', whose sum begins with
    ``start``.
    """

    mean: Floats
    spread: Floats
    weights: Floats
    bias: float
    features: NDArray[np.int64]
    bounds: Floats
    lows: NDArray[np.int64]
    highs: NDArray[np.int64]
    values: Floats
    start: float

    @classmethod
    def of(cls, arrays: Mapping[str, NDArray[Any]]) -> Weigher:
        """The models of a file's arrays."""
        mean, spread, weights, bounds, values = (
            arrays[name].astype(np.float64) for name in ("mean", "spread", "weights", "bounds", "values")
        )
        features, lows, highs = (arrays[name].astype(np.int64) for name in _WHOLE)
        return cls(
            mean, spread, weights, float(arrays["bias"][0]), features, bounds, lows, highs, values,
            float(arrays["start"][0]),
        )  # fmt: skip

    def probabilities(self, rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
        """How likely each row of F features is of the kind, rounded to three digits."""
        if not rows:
            return ()
        given = np.asarray(rows, dtype=np.float64)
        linear = ((given - self.mean) / self.spread) @ self.weights + self.bias
        # Trees were grown on rows of 32 bits.
        both = (_logistic(linear) + _logistic(self._grown(given.astype(np.float32)))) / 2
        return tuple(float(one) for one in np.round(both, 3))

    def _grown(self, given: NDArray[np.float32]) -> Floats:
        """The sum of the trees for each row: all rows and trees go down a level at a time."""
        rows = np.arange(len(given))[:, None]
        trees = np.arange(len(self.features))[None, :]
        nodes = np.zeros((len(given), len(self.features)), dtype=np.int64)
        while True:
            features = self.features[trees, nodes]
            inner = features != LEAF
            if not inner.any():
                found: Floats = self.values[trees, nodes].sum(axis=1) + self.start
                return found
            lower = given[rows, np.where(inner, features, 0)] <= self.bounds[trees, nodes]
            nodes = np.where(inner, np.where(lower, self.lows[trees, nodes], self.highs[trees, nodes]), nodes)


def stored(arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The arrays of a :class:`Weigher` in the types in which a file keeps them."""
    kept = {name: arrays[name].astype(np.float64) for name in (*_NUMBERS, "bias", "start")}
    return kept | {name: arrays[name].astype(np.int16) for name in _WHOLE}


def _logistic(scores: Floats) -> Floats:
    found: Floats = 1 / (1 + np.exp(-np.clip(scores, -50, 50)))
    return found
