"""Fits the linear model and the trees of a :class:`extraction.reading.learned.weigher.Weigher`.

Needs scikit-learn. The same rows and machine give the same arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from extraction.reading.learned.weigher import LEAF

_LINEAR: Final = 0.3
"""The inverse of the linear model's regularisation."""
_TREES: Final[dict[str, Any]] = {
    "n_estimators": 200, "learning_rate": 0.05, "max_leaf_nodes": 8, "max_depth": None, "min_samples_leaf": 20,
    "max_features": 0.4, "subsample": 0.7, "random_state": 0,
}  # fmt: skip


def weights(given: Sequence[Sequence[float]], answers: Sequence[bool]) -> dict[str, NDArray[Any]]:
    """The arrays of the linear model and of the trees that are fitted on rows of features."""
    from sklearn.ensemble import GradientBoostingClassifier
    from sklearn.linear_model import LogisticRegression

    rows, right = np.asarray(given), np.asarray(answers)
    mean, spread = rows.mean(axis=0), np.maximum(rows.std(axis=0), 1e-9)
    linear = LogisticRegression(C=_LINEAR, max_iter=4000).fit((rows - mean) / spread, right)
    grown = GradientBoostingClassifier(**_TREES).fit(rows, right)
    trees = [one.tree_ for one in grown.estimators_[:, 0]]
    most = max(one.node_count for one in trees)
    shape = (len(trees), most)
    found = {name: np.full(shape, LEAF) for name in ("features", "lows", "highs")}
    found |= {name: np.zeros(shape) for name in ("bounds", "values")}
    for at, tree in enumerate(trees):
        nodes = slice(tree.node_count)
        inner = tree.children_left != LEAF
        found["features"][at, nodes] = np.where(inner, tree.feature, LEAF)
        found["lows"][at, nodes], found["highs"][at, nodes] = tree.children_left, tree.children_right
        found["bounds"][at, nodes] = np.where(inner, tree.threshold, 0.0)
        found["values"][at, nodes] = tree.value[:, 0, 0] * grown.learning_rate
    share = right.mean()
    return found | {
        "mean": mean, "spread": spread, "weights": linear.coef_[0], "bias": linear.intercept_,
        "start": np.array([np.log(share / (1 - share))]),
    }  # fmt: skip


def weights_of_nothing(count: int) -> dict[str, NDArray[Any]]:
    """The arrays of a weigher of so many features that weighs nothing: for whoever only lays features out."""
    zeros, one = np.zeros(count), np.zeros((1, 1))
    ends = np.full((1, 1), LEAF)
    return {
        "mean": zeros, "spread": zeros + 1, "weights": zeros, "bias": np.zeros(1), "start": np.zeros(1), "bounds": one,
        "values": one, "features": ends, "lows": ends, "highs": ends,
    }  # fmt: skip
