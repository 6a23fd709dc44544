"""The meaning leg: a port for encoders, and latent semantic analysis (LSA), which needs no model but the corpus.

LSA on the index terms adds .03 nDCG@10 to BM25 on formal Korean questions and .06 on colloquial utterances; no
Korean encoder can be installed without a model hub, and an English one ruins Korean ranking.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from retrieval.sparse import SparseRows
from retrieval.terms import TermCounts, term_vectors
from retrieval.tokens import Tokenizer

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

FloatArray = NDArray[np.float32]

MAX_DIMENSIONS = 256
# With as many dimensions as passages LSA is plain TF-IDF and generalises nothing. On 100, 250 and 966 Korean passages
# about a quarter as many was best; under 16 passages there is too little to generalise from.
PASSAGES_PER_DIMENSION = 4
MIN_DIMENSIONS = 16
# A dimension counts by the square root of its strength. nDCG@10 of LSA alone moves little (Korean questions .692 to
# .688, utterances .456 to .467), but what it adds to words grows: broad topics are what words miss.
STRENGTH_EXPONENT = 0.5
EXACT_UP_TO = 1024
NEGLIGIBLE = 1e-6


class Encoder(Protocol):
    """Texts to vectors."""

    @property
    def id(self) -> str:
        """Model and version; an index made by another id is stale."""
        ...

    @property
    def languages(self) -> frozenset[str]:
        """The languages it was measured to represent."""
        ...

    def encode(self, texts: Sequence[str]) -> FloatArray:
        """One vector a text, of length 1, or all zero for a text it cannot represent.

        Raises EncoderUnavailable when it cannot answer just now.
        """
        ...


@dataclass(frozen=True, slots=True)
class LatentSpace:
    """What LSA learns of a corpus: the idf of each term, and the projection (terms x dimensions).

    ``strengths`` are the dimensions' singular values relative to the first, so 1 or less.
    """

    idf: FloatArray
    projection: FloatArray
    strengths: FloatArray

    def leading(self, dimensions: int) -> LatentSpace:
        """The same space cut to its strongest dimensions, which tell topics apart and not passages."""
        return LatentSpace(self.idf, self.projection[:, :dimensions], self.strengths[:dimensions])

    def emphasised(self, vectors: FloatArray) -> FloatArray:
        """Vectors of this space as they are searched: strong dimensions count more, length 1 again."""
        return unit_rows(vectors * self.strengths**STRENGTH_EXPONENT)


class LsaEncoder:
    """Encodes by a latent space; equal by ranking, and to 1e-5, on every machine."""

    def __init__(self, language: str, tokenizer: Tokenizer, vocabulary: dict[str, int], space: LatentSpace) -> None:
        self.id = lsa_id(tokenizer)
        self.languages = frozenset({language})
        self._tokenizer = tokenizer
        self._vocabulary = vocabulary
        self._space = space

    def encode(self, texts: Sequence[str]) -> FloatArray:
        """As Encoder says; all zero for a text without a term of the corpus."""
        return self.encode_counts(term_vectors(self._tokenizer.terms_of(texts), self._vocabulary))

    def encode_counts(self, counts: SparseRows) -> FloatArray:
        """As ``encode``, for texts that are counted already."""
        return unit_rows(_tf_idf(counts, self._space.idf).times(self._space.projection).astype(np.float32))


def lsa_id(tokenizer: Tokenizer) -> str:
    """The id of LSA over this tokenizer's terms."""
    return f"lsa{MAX_DIMENSIONS}/2 {tokenizer.id}"


def latent_dimensions(passages: int) -> int:
    """How many dimensions suit a corpus of this size: a quarter of it, 16 to 256."""
    return min(MAX_DIMENSIONS, max(MIN_DIMENSIONS, passages // PASSAGES_PER_DIMENSION))


def adequacy(passages: int) -> float:
    """How many dimensions LSA has of those that a corpus of this size deserves, in (0, 1]; its vote counts as much.

    On 4,600 English passages, where 256 dimensions are a fifth of them, LSA alone is .25 nDCG@10 below words.
    """
    return min(1.0, latent_dimensions(passages) * PASSAGES_PER_DIMENSION / max(1, passages))


def fit_latent_space(terms: TermCounts, dimensions: int | None = None) -> LatentSpace:
    """The leading right singular vectors of the TF-IDF matrix, signs fixed, negligible ones left out."""
    frequencies = terms.document_frequencies()
    idf = (np.log((1 + terms.size) / (1 + frequencies)) + 1).astype(np.float32)
    matrix = _tf_idf(terms.counts, idf).scipy().astype(np.float64)
    if not matrix.nnz:
        return LatentSpace(idf, np.zeros((len(terms.vocabulary), 0), dtype=np.float32), np.zeros(0, dtype=np.float32))
    directions = _right_singular_vectors(matrix, dimensions or latent_dimensions(terms.size))
    strengths = np.linalg.norm(matrix @ directions, axis=0)
    return LatentSpace(idf, _fix_signs(directions).astype(np.float32), (strengths / strengths.max()).astype(np.float32))


def unit_rows(vectors: FloatArray) -> FloatArray:
    """Each row scaled to length 1; all-zero rows stay."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: FloatArray = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > NEGLIGIBLE)
    return scaled


def _tf_idf(counts: SparseRows, idf: FloatArray) -> SparseRows:
    """Each row's logarithmic counts times ``idf``, scaled to length 1.

    Reckoned on the arrays: a line of memory has ten terms, and scipy's products of matrices cost a hundred times that.
    """
    starts = counts.indptr.astype(np.int64)
    rows = np.repeat(np.arange(counts.shape[0]), np.diff(starts))
    weighted = (1 + np.log(counts.data)) * idf[counts.indices]
    lengths = np.zeros(counts.shape[0], dtype=weighted.dtype)
    filled = np.flatnonzero(np.diff(starts))
    lengths[filled] = np.sqrt(np.add.reduceat(weighted * weighted, starts[filled])) if len(filled) else 0
    scaled = np.divide(1, lengths, out=np.zeros_like(lengths), where=lengths > 0)[rows] * weighted
    # Rows are added up from their last term on, as they always were: indexes stay the same to the last bit.
    backwards = starts[rows] + starts[rows + 1] - 1 - np.arange(len(rows))
    return SparseRows(scaled[backwards], counts.indices[backwards], counts.indptr, counts.shape)


def _right_singular_vectors(matrix: csr_matrix, dimensions: int) -> NDArray[np.float64]:
    # Loaded here: it takes a sixth of a second, and an index is built once.
    from scipy.sparse.linalg import svds

    if min(matrix.shape) > EXACT_UP_TO:
        # ARPACK starts from a random vector unless told; this one is fixed and has no symmetry a corpus could share.
        start = np.cos(np.arange(min(matrix.shape), dtype=np.float64) ** 2)
        _, values, rows = svds(matrix, k=dimensions, v0=start)
        order = np.argsort(-values, kind="stable")
        kept = order[values[order] > NEGLIGIBLE * values.max()]
        return np.asarray(rows[kept].T)
    # svds cannot give as many vectors as the smaller side has, so small corpora are decomposed exactly.
    if matrix.shape[0] > matrix.shape[1]:
        eigenvalues, right = np.linalg.eigh((matrix.T @ matrix).toarray())
        return np.asarray(right[:, _strongest(eigenvalues, dimensions)])
    eigenvalues, left = np.linalg.eigh((matrix @ matrix.T).toarray())
    kept = _strongest(eigenvalues, dimensions)
    directions: NDArray[np.float64] = np.asarray(matrix.T @ left[:, kept]) / np.sqrt(eigenvalues[kept])
    return directions


def _strongest(eigenvalues: NDArray[np.float64], count: int) -> NDArray[np.int64]:
    order: NDArray[np.int64] = np.argsort(-eigenvalues, kind="stable")[:count]
    kept: NDArray[np.int64] = order[eigenvalues[order] > NEGLIGIBLE * eigenvalues.max()]
    return kept


def _fix_signs(directions: NDArray[np.float64]) -> NDArray[np.float64]:
    largest = np.abs(directions).argmax(axis=0)
    negative = directions[largest, np.arange(directions.shape[1])] < 0
    return np.asarray(np.where(negative, -directions, directions))
