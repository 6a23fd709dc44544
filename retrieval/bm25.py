"""The word leg: BM25 with Lucene's idf, ln((N - n + .5) / (n + .5) + 1), which is positive for every N and n.

k1 1.5 and b .75 are the thesis's; k1 .9 / b .4 was measured worse on long answers. rank-bm25's own idf gives zero or
less on tiny corpora, so it stands here only with Lucene's idf, as the slow reference that tests compare with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from retrieval.terms import TermCounts

K1 = 1.5
B = 0.75

FloatScores = NDArray[np.floating[Any]]
LexicalEngineName = Literal["bm25s", "rank_bm25"]


class LexicalEngine(Protocol):
    """Scores every passage for one query."""

    def scores(self, terms: Sequence[str]) -> FloatScores:
        """One score a passage, 0 where no term matches; repeated query terms count again."""
        ...


@dataclass(frozen=True, slots=True)
class WordIndex:
    """The score that every term gives to every passage, computed once: a sparse matrix by column, a term each."""

    data: NDArray[np.float32]
    indices: NDArray[np.int32]
    starts: NDArray[np.int64]


def word_index(counts: TermCounts) -> WordIndex:
    """The scores of these passages, by bm25s."""
    if not counts.vocabulary:
        return WordIndex(np.zeros(0, np.float32), np.zeros(0, np.int32), np.zeros(1, np.int64))
    # Loaded here: with SciPy and its own helpers it takes 40 MiB, and an index is built once.
    import bm25s

    model = bm25s.BM25(k1=K1, b=B, method="lucene")
    model.index((counts.term_ids(), dict(counts.vocabulary)), create_empty_token=False, show_progress=False)
    scores = model.scores
    return WordIndex(scores["data"], scores["indices"], scores["indptr"])


def lexical_engine(
    counts: TermCounts, name: LexicalEngineName = "bm25s", index: WordIndex | None = None
) -> LexicalEngine:
    """The named engine over these passages, with their word index where it is made already. Both rank alike."""
    return Bm25s(counts, index) if name == "bm25s" else RankBm25(counts)


class Bm25s:
    """BM25 with the scores that bm25s computes when it indexes; they are added up here as it does."""

    def __init__(self, counts: TermCounts, index: WordIndex | None = None) -> None:
        self._vocabulary = counts.vocabulary
        self._size = counts.size
        self._index = index or word_index(counts)

    def scores(self, terms: Sequence[str]) -> FloatScores:
        """As LexicalEngine says."""
        known = _known(terms, self._vocabulary)
        if not known:
            return np.zeros(self._size)
        data, indices, starts = self._index.data, self._index.indices, self._index.starts
        scores = np.zeros(self._size, dtype=np.float32)
        for term in known:
            own = slice(starts[term], starts[term + 1])
            # A passage has a term once at the most.
            scores[indices[own]] += data[own]
        return scores


class RankBm25:
    """BM25 by rank-bm25 with Lucene's idf: the reference."""

    def __init__(self, counts: TermCounts) -> None:
        from rank_bm25 import BM25Okapi

        self._vocabulary = counts.vocabulary
        self._size = counts.size
        if self._vocabulary:
            self._model = BM25Okapi(counts.term_ids(), k1=K1, b=B)
            self._model.idf = dict(enumerate(lucene_idf(counts).tolist()))

    def scores(self, terms: Sequence[str]) -> FloatScores:
        """As LexicalEngine says."""
        known = _known(terms, self._vocabulary)
        if not known:
            return np.zeros(self._size)
        # rank-bm25 keeps the factor k1 + 1 that Lucene dropped; without it the two engines give equal scores.
        return np.asarray(self._model.get_scores(known), dtype=np.float64) / (K1 + 1)


def lucene_idf(counts: TermCounts) -> NDArray[np.float64]:
    """The idf of each term: what one occurrence adds to a score at the very most."""
    frequencies = counts.document_frequencies()
    idf: NDArray[np.float64] = np.log((counts.size - frequencies + 0.5) / (frequencies + 0.5) + 1)
    return idf


def _known(terms: Sequence[str], vocabulary: Mapping[str, int]) -> list[int]:
    return [vocabulary[term] for term in terms if term in vocabulary]
