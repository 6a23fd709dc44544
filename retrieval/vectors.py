"""Nearest vectors by inner product: FAISS where there are many and it is installed, on a GPU where one is, else NumPy.

Up to ``EXACT_UP_TO`` vectors all are compared, and every engine ranks alike: NumPy does it unless FAISS is asked for,
which takes 30 MiB and holds the vectors a second time. Above that FAISS searches a graph (HNSW), and above
``GRAPH_UP_TO`` an inverted file (IVF), which both may miss a few; the misses are measured in tests.
"""

from __future__ import annotations

import logging
from importlib.util import find_spec
from threading import Lock
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from retrieval.dense import FloatArray

VectorEngineName = Literal["auto", "faiss", "numpy"]
# 100,000 vectors of 384 dimensions take 17 ms to compare one by one on a CPU thread, half as many half of that.
EXACT_UP_TO = 50_000
GRAPH_UP_TO = 1_000_000
NEIGHBOURS, BUILD_EFFORT, SEARCH_EFFORT = 32, 80, 256
# An inverted file of 4 sqrt(n) cells of which a sixteenth is searched.
CELLS_A_ROOT, CELLS_SEARCHED = 4, 1 / 16
TRAINING_ROUNDS, TRAINING_POINTS = 10, 64
# The engines sum in different orders and agree to about 1e-7: scores equal to this digit count as ties.
SCORE_DIGITS = 5
# Ties at the cut are settled by row among this many further candidates.
TIE_MARGIN = 32
# Queries by which a device is compared with the CPU before it may serve, and what their scores may differ.
PROBES, PROBE_DEPTH, PROBE_TOLERANCE = 8, 10, 1e-3

_log = logging.getLogger(__name__)


class VectorSearch(Protocol):
    """Finds the rows nearest to a vector."""

    def nearest(self, vector: FloatArray, count: int) -> list[tuple[int, float]]:
        """Up to ``count`` (row, inner product), best first, equal scores by row."""
        ...


def search_graph(vectors: FloatArray) -> NDArray[np.uint8] | None:
    """FAISS's index of many vectors as bytes, to be stored; None for so few that all are compared, or without FAISS."""
    if len(vectors) <= EXACT_UP_TO or find_spec("faiss") is None:
        return None
    import faiss

    rows: NDArray[np.uint8] = faiss.serialize_index(approximate_index(faiss, vectors))
    return rows


def vector_search(
    vectors: FloatArray, engine: VectorEngineName = "auto", graph: NDArray[np.uint8] | None = None
) -> VectorSearch:
    """A search over these rows; "auto" takes FAISS for many of them, where it is installed.

    Raises ImportError for a missing "faiss".
    """
    if engine == "numpy" or not vectors.size:
        return NumpySearch(vectors)
    if engine == "auto" and (len(vectors) <= EXACT_UP_TO or find_spec("faiss") is None):
        return NumpySearch(vectors)
    return FaissSearch(vectors, graph)


class NumpySearch:
    """One matrix product."""

    def __init__(self, vectors: FloatArray) -> None:
        self._vectors = vectors

    def nearest(self, vector: FloatArray, count: int) -> list[tuple[int, float]]:
        """As VectorSearch says."""
        scores = self._vectors @ vector
        rows = np.arange(len(scores))
        if len(scores) > count:
            rows = np.flatnonzero(scores >= np.partition(scores, -count)[-count] - 10.0**-SCORE_DIGITS)
        return _ordered(rows, scores[rows], count)


class FaissSearch:
    """FAISS's index. A lock guards it: its GPU indexes may not be searched by two threads at once."""

    def __init__(self, vectors: FloatArray, graph: NDArray[np.uint8] | None = None) -> None:
        import faiss

        self._size = len(vectors)
        self._lock = Lock()
        index: Any
        if graph is None:
            index = faiss.IndexFlatIP(vectors.shape[1])
            index.add(np.ascontiguousarray(vectors))
        else:
            index = faiss.deserialize_index(np.asarray(graph))
        self.index = _on_device(faiss, index, np.ascontiguousarray(vectors[:PROBES]))

    def nearest(self, vector: FloatArray, count: int) -> list[tuple[int, float]]:
        """As VectorSearch says."""
        with self._lock:
            scores, rows = self.index.search(np.ascontiguousarray(vector[None, :]), min(self._size, count + TIE_MARGIN))
        # An approximate index fills up with -1 when it visits fewer vectors than were asked for.
        found = rows[0] >= 0
        return _ordered(rows[0][found], scores[0][found], count)


def approximate_index(faiss: Any, vectors: FloatArray) -> Any:
    """A graph, or for very many vectors an inverted file; the same one for the same vectors on one thread."""
    rows = np.ascontiguousarray(vectors)
    dimensions = rows.shape[1]
    if len(rows) <= GRAPH_UP_TO:
        index: Any = faiss.IndexHNSWFlat(dimensions, NEIGHBOURS, faiss.METRIC_INNER_PRODUCT)
        index.hnsw.efConstruction, index.hnsw.efSearch = BUILD_EFFORT, SEARCH_EFFORT
    else:
        cells = int(CELLS_A_ROOT * len(rows) ** 0.5)
        index = faiss.IndexIVFFlat(faiss.IndexFlatIP(dimensions), dimensions, cells, faiss.METRIC_INNER_PRODUCT)
        # As many rounds over as many points as FAISS takes by itself would train for hours on one thread.
        index.cp.niter, index.cp.max_points_per_centroid = TRAINING_ROUNDS, TRAINING_POINTS
        index.nprobe = max(1, int(cells * CELLS_SEARCHED))
        index.train(rows)
    index.add(rows)
    return index


def _on_device(faiss: Any, index: Any, probes: FloatArray) -> Any:
    """The index on the first GPU, if there is one that gives the CPU's results; else as it is."""
    try:
        if not hasattr(faiss, "StandardGpuResources") or faiss.get_num_gpus() == 0:
            return index
        moved = faiss.index_cpu_to_gpu(faiss.StandardGpuResources(), 0, index)
        depth = min(PROBE_DEPTH, index.ntotal)
        expected, found = index.search(probes, depth)[0], moved.search(probes, depth)[0]
    except RuntimeError as error:
        # HNSW has no version for devices, and a device may have too little memory.
        _log.warning("the vector index stays on the CPU: %s", error)
        return index
    if not np.allclose(expected, found, atol=PROBE_TOLERANCE):
        _log.warning("the vector index stays on the CPU: the device gave other results")
        return index
    return moved


def _ordered(rows: NDArray[np.int64], scores: FloatArray, count: int) -> list[tuple[int, float]]:
    rounded = scores.astype(np.float64).round(SCORE_DIGITS)
    order = np.lexsort((rows, -rounded))[:count]
    return list(zip(rows[order].tolist(), rounded[order].tolist(), strict=True))
