"""Fitting the share of the vector leg on judged sets: chosen on some folds of queries, judged on the fold left out.

The default weights are one set for all texts, so this is for someone whose own texts differ and who has judgements. It
maximises the mean over sets, each set counting alike, and of the shares that come within ``TOLERANCE`` of the best it
takes the one whose worst set stands best against that set's better leg: a peak of the mean is often noise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.judged_set import JudgedSet
from evaluation.ranking_metrics import Interval, interval, ndcg
from evaluation.retrieval import documents_in_order, index_of, legs_of
from retrieval.dense import Encoder
from retrieval.legs import VECTORS, WORDS, Legs
from retrieval.ranking import Policy, fused
from retrieval.shelf import Shelf
from retrieval.tokens import Tokenizer

SHARES = tuple(round(0.05 * step, 2) for step in range(20))
FOLDS = 5
TOLERANCE = 0.002

Curves = Mapping[str, NDArray[np.float64]]
"""By set: nDCG@10, one row a query, one column a share."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The share fitted for one language and kind of vectors.

    ``held_out`` is the gain over the default on queries the share was not chosen on, by set; ``curve`` the mean over
    sets at each of SHARES.
    """

    language: str
    vector_leg: str
    share: float
    curve: tuple[float, ...]
    held_out: Mapping[str, Interval]


def fit_weights(
    sets: Sequence[JudgedSet],
    tokenizer: Tokenizer,
    encoders: Sequence[Encoder] = (),
    default: Policy | None = None,
    progress: Callable[[str, int, int], None] = lambda _name, _done, _of: None,
) -> list[Fit]:
    """One fit for each language and kind of vectors that the sets have. Raises EncoderUnavailable."""
    curves: dict[tuple[str, str], dict[str, NDArray[np.float64]]] = {}
    single: dict[tuple[str, str], dict[str, float]] = {}
    for judged in sets:
        index = index_of(judged, tokenizer, encoders)
        rows: dict[tuple[str, str], list[list[float]]] = {}
        for number, query in enumerate(judged.queries):
            legs, shelf = legs_of(index, query.text)[0]
            values = _row(legs, shelf, judged.grades[query.document_id], default or Policy())
            rows.setdefault((shelf.language, shelf.vector_leg), []).append(values)
            progress(judged.name, number + 1, len(judged.queries))
        for key, found in rows.items():
            table = np.array(found)
            curves.setdefault(key, {})[judged.name] = table[:, 2:]
            single.setdefault(key, {})[judged.name] = float(table[:, :2].mean(axis=0).max())
    return [_fit(language, leg, curves[language, leg], single[language, leg]) for language, leg in sorted(curves)]


def _row(legs: Legs, shelf: Shelf, grades: Mapping[str, float], default: Policy) -> list[float]:
    """nDCG@10 of words, of vectors, under each of SHARES, and under the default."""
    policies = [Policy(weights={shelf.language: {shelf.vector_leg: share}}) for share in SHARES]
    scored = [legs.scores.get(WORDS, {}), legs.scores.get(VECTORS, {})]
    scored += [fused(legs, shelf.language, shelf.vector_leg, policy) for policy in (*policies, default)]
    return [ndcg(documents_in_order(scores, shelf), grades) for scores in scored]


def _fit(language: str, leg: str, curves: Curves, single: Mapping[str, float]) -> Fit:
    by_share: Curves = {name: values[:, : len(SHARES)] for name, values in curves.items()}
    held_out = {name: np.zeros(len(values)) for name, values in curves.items()}
    for fold in range(FOLDS):
        training = {name: values[_folds(values) != fold] for name, values in by_share.items()}
        chosen = _chosen({name: values for name, values in training.items() if len(values)}, single)
        for name, values in curves.items():
            left_out = _folds(values) == fold
            held_out[name][left_out] = values[left_out, chosen] - values[left_out, -1]
    return Fit(
        language,
        leg,
        SHARES[_chosen(by_share, single)],
        tuple(np.mean([values.mean(axis=0) for values in by_share.values()], axis=0).round(4).tolist()),
        {name: interval(gains) for name, gains in held_out.items()},
    )


def _folds(values: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.arange(len(values)) % FOLDS


def _chosen(curves: Curves, single: Mapping[str, float]) -> int:
    means = np.array([values.mean(axis=0) for values in curves.values()])
    best = np.array([single[name] for name in curves])
    overall = means.mean(axis=0)
    worst = (means - best[:, None]).min(axis=0)
    near = overall >= overall.max() - TOLERANCE
    return int(np.where(near, worst, -np.inf).argmax())
