from __future__ import annotations

import numpy as np
import pytest

from retrieval import vectors as engines
from retrieval.dense import FloatArray, unit_rows
from retrieval.vectors import FaissSearch, NumpySearch, approximate_index

faiss = pytest.importorskip("faiss")


def clustered(count: int) -> FloatArray:
    drawn = np.random.default_rng(5)
    topics = drawn.standard_normal((40, 32)).astype(np.float32)
    noise = drawn.standard_normal((count, 32)).astype(np.float32)
    return unit_rows(topics[drawn.integers(0, 40, count)] + 0.5 * noise)


@pytest.mark.parametrize(("kind", "graph_up_to"), [("IndexHNSWFlat", 10_000), ("IndexIVFFlat", 1_000)])
def test_approximate_indexes_find_nearly_all(monkeypatch: pytest.MonkeyPatch, kind: str, graph_up_to: int) -> None:
    monkeypatch.setattr(engines, "GRAPH_UP_TO", graph_up_to)
    rows = clustered(4_000)
    index = approximate_index(faiss, rows)
    assert type(index).__name__ == kind
    search = FaissSearch(rows, faiss.serialize_index(index))
    exact = NumpySearch(rows)
    shared = [
        len({row for row, _ in search.nearest(query, 10)} & {row for row, _ in exact.nearest(query, 10)})
        for query in clustered(4_100)[-100:]
    ]
    assert np.mean(shared) >= 9.5


def test_few_vectors_are_compared_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert engines.search_graph(clustered(100)) is None
    monkeypatch.setattr(engines, "EXACT_UP_TO", 50)
    assert engines.search_graph(clustered(100)) is not None


def test_an_approximate_index_may_find_fewer_than_asked() -> None:
    rows = clustered(20)
    found = FaissSearch(rows, faiss.serialize_index(approximate_index(faiss, rows))).nearest(rows[3], 100)
    assert found[0][0] == 3
    assert len(found) == len({row for row, _ in found}) <= 20
