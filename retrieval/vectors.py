"""Exact inner-product search: FAISS where it is installed, on a GPU where one is there, else NumPy; same ranking."""

from __future__ import annotations

import logging
from importlib.util import find_spec
from threading import Lock
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from retrieval.dense import FloatArray

VectorEngineName = Literal["auto", "faiss", "numpy"]
# The engines sum in different orders and agree to about 1e-7: scores equal to this digit count as ties.
SCORE_DIGITS = 5
# Ties at the cut are settled by row among this many further candidates.
TIE_MARGIN = 32

_log = logging.getLogger(__name__)


class VectorSearch(Protocol):
    """Finds the rows nearest to a vector."""

    def nearest(self, vector: FloatArray, count: int) -> list[tuple[int, float]]:
        """Up to ``count`` (row, inner product), best first, equal scores by row."""
        ...


def vector_search(vectors: FloatArray, engine: VectorEngineName = "auto") -> VectorSearch:
    """A search over these rows; "auto" takes FAISS when it is installed. Raises ImportError for a missing "faiss"."""
    if engine == "numpy" or not vectors.size:
        return NumpySearch(vectors)
    if engine == "auto" and find_spec("faiss") is None:
        return NumpySearch(vectors)
    return FaissSearch(vectors)


class NumpySearch:
    """One matrix product."""

    def __init__(self, vectors: FloatArray) -> None:
        self._vectors = vectors

    def nearest(self, vector: FloatArray, count: int) -> list[tuple[int, float]]:
        """As VectorSearch says."""
        scores = self._vectors @ vector
        return _ordered(np.arange(len(scores)), scores)[:count]


class FaissSearch:
    """IndexFlatIP, exact. A lock guards it: FAISS's GPU indexes may not be searched by two threads at once."""

    def __init__(self, vectors: FloatArray) -> None:
        import faiss

        self._size = len(vectors)
        self._lock = Lock()
        self._index = _on_device(faiss, faiss.IndexFlatIP(vectors.shape[1]))
        self._index.add(np.ascontiguousarray(vectors))

    def nearest(self, vector: FloatArray, count: int) -> list[tuple[int, float]]:
        """As VectorSearch says."""
        with self._lock:
            scores, rows = self._index.search(
                np.ascontiguousarray(vector[None, :]), min(self._size, count + TIE_MARGIN)
            )
        return _ordered(rows[0], scores[0])[:count]


def _on_device(faiss: Any, index: Any) -> Any:
    try:
        if hasattr(faiss, "StandardGpuResources") and faiss.get_num_gpus() > 0:
            return faiss.index_cpu_to_gpu(faiss.StandardGpuResources(), 0, index)
    except RuntimeError as error:
        _log.warning("the vector index stays on the CPU: %s", error)
    return index


def _ordered(rows: NDArray[np.int64], scores: FloatArray) -> list[tuple[int, float]]:
    rounded = np.round(scores.astype(np.float64), SCORE_DIGITS)
    order = np.lexsort((rows, -rounded))
    return [(int(rows[position]), float(rounded[position])) for position in order]
