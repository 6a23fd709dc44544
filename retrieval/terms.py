"""Term counts of a set of passages: the one table that both the word leg and the latent leg are computed from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from retrieval.sparse import SparseRows


@dataclass(frozen=True, slots=True)
class TermCounts:
    """``counts[row, vocabulary[term]]`` = how often the term stands in the passage of that row."""

    vocabulary: dict[str, int]
    counts: SparseRows

    @property
    def size(self) -> int:
        """The number of passages."""
        return int(self.counts.shape[0])

    def document_frequencies(self) -> NDArray[np.int64]:
        """In how many passages each term stands."""
        return np.bincount(self.counts.indices, minlength=len(self.vocabulary)).astype(np.int64)

    def term_ids(self) -> list[list[int]]:
        """Each passage as its term ids, repetitions kept, in id order."""
        starts, data, indices = self.counts.indptr, self.counts.data, self.counts.indices
        return [np.repeat(indices[begin:end], data[begin:end]).tolist() for begin, end in pairwise(starts)]


def count_terms(documents: Sequence[Sequence[str]]) -> TermCounts:
    """Count the terms of each document; the vocabulary is in code-point order, so equal input gives equal ids."""
    vocabulary = {term: number for number, term in enumerate(sorted({term for terms in documents for term in terms}))}
    return TermCounts(vocabulary, term_vectors(documents, vocabulary))


def term_vectors(documents: Sequence[Sequence[str]], vocabulary: dict[str, int]) -> SparseRows:
    """Counts of the known terms of each document, one row a document."""
    data: list[int] = []
    indices: list[int] = []
    starts = [0]
    for terms in documents:
        known = Counter(vocabulary[term] for term in terms if term in vocabulary)
        for term_id in sorted(known):
            indices.append(term_id)
            data.append(known[term_id])
        starts.append(len(indices))
    return SparseRows(
        np.array(data, dtype=np.int32),
        np.array(indices, dtype=np.int32),
        np.array(starts, dtype=np.int32),
        (len(documents), len(vocabulary)),
    )
