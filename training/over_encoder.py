"""What the classifiers over the encoder are fitted on, and their files. Needs scipy (extra ``training``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from agent.answers.asking.request import Finder
from extraction.reading.learned.encoder_files import load_evidence_reader, load_sentence_encoder
from extraction.reading.learned.linear import LinearModel
from extraction.reading.learned.meaning import meaning
from extraction.reading.learned.over_encoder import BUCKETS, heard, letters_of, packed, tuned_version, what_is_named
from extraction.text.normalise import normalise


def meanings(texts: Sequence[str]) -> NDArray[np.float32]:
    """What each text means; (texts, H)."""
    encoder = load_sentence_encoder()
    return np.stack([meaning(encoder, text) for text in texts])


def features(texts: Sequence[str], finder: Finder, meant: NDArray[np.float32] | None = None) -> Any:
    """A row for each text: what the encoder hears of it, what sets its meaning apart where given, then its letters."""
    encoder = load_evidence_reader().encoder
    dense = np.stack([heard(encoder, text) for text in texts])
    if meant is not None:
        dense = np.hstack([dense, meant])
    buckets = [
        letters_of(text, what_is_named(found.entry for found in finder.find(normalise(text).text))) for text in texts
    ]
    ends = np.cumsum([0, *map(len, buckets)])
    weights = np.repeat([1 / np.sqrt(max(1, len(one))) for one in buckets], [len(one) for one in buckets])
    letters = sp.csr_matrix((weights, np.concatenate(buckets), ends), shape=(len(texts), BUCKETS))
    return sp.hstack([sp.csr_matrix(dense.astype(np.float64)), letters]).tocsr()


def file_of(
    labels: tuple[str, ...],
    weights: NDArray[np.float64],
    biases: NDArray[np.float64],
    centre: NDArray[np.float32] | None = None,
) -> bytes:
    """The bytes of the model file of ``weights`` (labels, 2 H or 3 H + buckets) and ``biases`` (labels).

    ``centre`` is the mean meaning where meanings are looked at.
    """
    width = weights.shape[1] - BUCKETS
    encoder = tuned_version(load_evidence_reader())
    return packed(weights[:, :width].T, _rounded(labels, weights[:, width:], biases), encoder, centre)


def _rounded(labels: tuple[str, ...], weights: NDArray[np.float64], biases: NDArray[np.float64]) -> LinearModel:
    scales = np.abs(weights).max(axis=1) / 127
    whole = np.rint(weights / scales[:, None]).astype(np.int8)
    used = np.flatnonzero(np.any(whole != 0, axis=0))
    row_of = np.full(BUCKETS, -1, dtype=np.int32)
    row_of[used] = np.arange(len(used), dtype=np.int32)
    return LinearModel(labels, np.ascontiguousarray(whole[:, used].T), row_of, scales.round(9), biases.round(6))
