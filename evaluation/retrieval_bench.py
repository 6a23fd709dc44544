"""What a hybrid search costs at scale, beside bare bm25s and bare FAISS calls on the same arrays in the same run.

    python -m evaluation.retrieval_bench [--sizes 10000 100000] [--million] [--queries N]

Passages are synthetic: term ids from a Zipf law, 80 a passage, and unit vectors around topics, so no text is tokenised
or encoded; tokenising is timed apart, on a real sentence. All times are CPU time on one thread, for these machines are
noisy, the three kinds of call interleaved query by query; the ratio is that of the medians, hybrid to both bare calls.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import bm25s
import numpy as np
from bm25s.selection import topk
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from retrieval.bm25 import K1, B, word_index
from retrieval.corpus import Passage
from retrieval.dense import FloatArray, unit_rows
from retrieval.fusion import in_order
from retrieval.legs import POOL, score_legs
from retrieval.ranking import DEFAULT_POLICY, fused
from retrieval.shelf import ENCODER, Engines, Shelf, ShelfContents
from retrieval.sparse import SparseRows
from retrieval.terms import TermCounts
from retrieval.tokens import Tokenizer, load_analyser
from retrieval.vectors import FaissSearch, search_graph

SIZES = (10_000, 100_000)
MILLION = 1_000_000
T = TypeVar("T")
VOCABULARY = 50_000
TERMS_A_PASSAGE, TERMS_A_QUERY = 80, 8
DIMENSIONS, TOPICS, SPREAD = 384, 500, 0.6
LEAST_QUERIES = 200
SENTENCE = "요즘 자고 일어나면 머리가 띵하고 혈압이 150 넘게 나오는데 약을 바꿔야 하나요?"


@dataclass(frozen=True, slots=True)
class Costs:
    """One size: p50 and p95 in milliseconds of each kind of call, seconds to build, resident megabytes."""

    size: int
    milliseconds: dict[str, tuple[float, float]]
    build_seconds: dict[str, float]
    resident: int

    @property
    def overhead(self) -> float:
        """The hybrid's median over those of bare bm25s and bare FAISS together."""
        return self.milliseconds["hybrid"][0] / (self.milliseconds["bm25s"][0] + self.milliseconds["faiss"][0])


class Unused:
    """Stands where an encoder belongs: the bench brings vectors."""

    id = "synthetic"
    languages = frozenset({"en"})

    def encode(self, texts: Sequence[str]) -> FloatArray:
        """Never asked."""
        raise TypeError("the bench searches by vectors of its own")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 0."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.retrieval_bench", description="Cost of retrieval.")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES), help="passages")
    parser.add_argument(
        "--million", action="store_true", help="also a million passages: gigabytes, and minutes to build"
    )
    parser.add_argument("--queries", type=int, default=LEAST_QUERIES, help="queries a size")
    options = parser.parse_args(arguments)
    for size in [*options.sizes, *([MILLION] if options.million else [])]:
        for line in report(measure(size, options.queries)):
            sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{tokenising()}\n")
    return 0


def measure(size: int, queries: int) -> Costs:
    """The costs at one size."""
    drawn = np.random.default_rng(size)
    terms, vectors = _terms(drawn, size), _vectors(drawn, size)
    seconds: dict[str, float] = {}
    words = _timed("bm25s index", seconds, lambda: word_index(terms))
    graph = _timed("faiss index", seconds, lambda: search_graph(vectors))
    contents = ShelfContents(terms, words, None, vectors, vectors[:0], graph)
    passages = [Passage(f"p{row:07d}", "", "en", "", "", "", (), "", "", 0, "") for row in range(size)]
    shelf = _timed("shelf", seconds, lambda: Shelf("en", passages, contents, Unused(), Engines(vector="faiss")))
    # The very same indexes: two copies would fight for the caches.
    bare_words = bm25s.BM25(k1=K1, b=B, method="lucene")
    bare_words.nonoccurrence_array = None
    bare_words.scores = {"data": words.data, "indices": words.indices, "indptr": words.starts, "num_docs": size}
    bare_vectors = shelf.vector_engine
    if not isinstance(bare_vectors, FaissSearch):
        raise SystemExit("The bench compares with FAISS: install the extra `cpu` or `gpu`.")
    names = list(terms.vocabulary)
    asked = _zipf(drawn, queries * TERMS_A_QUERY).reshape(queries, TERMS_A_QUERY)
    near = unit_rows(vectors[drawn.integers(0, size, queries)] + _noise(drawn, queries) * 0.3)
    kinds: dict[str, Callable[[int], object]] = {
        "hybrid": lambda query: _hybrid(shelf, [names[term] for term in asked[query]], near[query]),
        "bm25s": lambda query: topk(bare_words.get_scores_from_ids(asked[query].tolist()), POOL, sorted=True),
        "faiss": lambda query: bare_vectors.index.search(near[query][None, :], POOL),
    }
    taken: dict[str, list[float]] = {kind: [] for kind in kinds}
    for query in range(queries):
        # Whoever comes first finds the caches cold, so each kind takes its turn at that.
        order = list(kinds)[query % len(kinds) :] + list(kinds)[: query % len(kinds)]
        for kind in order:
            began = time.process_time()
            kinds[kind](query)
            taken[kind].append((time.process_time() - began) * 1000)
    return Costs(
        size,
        {kind: (float(np.quantile(each, 0.5)), float(np.quantile(each, 0.95))) for kind, each in taken.items()},
        seconds,
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    )


def report(costs: Costs) -> list[str]:
    """The lines that a reader sees."""
    build = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in costs.build_seconds.items())
    calls = [f"  {kind:8s} p50 {p50:8.2f} ms   p95 {p95:8.2f} ms" for kind, (p50, p95) in costs.milliseconds.items()]
    return [
        f"retrieval: {costs.size:,} passages, {DIMENSIONS} dimensions; {build}; at most {costs.resident:,} MB resident",
        *calls,
        f"  overhead of the hybrid over both bare calls: {costs.overhead:.2f}",
    ]


def tokenising() -> str:
    """What one Korean sentence costs to tokenise; an encoder comes on top, LSA costs the same again."""
    tokenizer = Tokenizer(load_analyser())
    tokenizer.terms(SENTENCE)
    taken = []
    for _ in range(LEAST_QUERIES):
        began = time.process_time()
        tokenizer.terms(SENTENCE)
        taken.append((time.process_time() - began) * 1000)
    return f"tokenising a Korean sentence: p50 {np.quantile(taken, 0.5):.2f} ms   p95 {np.quantile(taken, 0.95):.2f} ms"


def _hybrid(shelf: Shelf, terms: Sequence[str], vector: FloatArray) -> list[Passage]:
    scores = fused(score_legs(shelf, terms, (), vector), shelf.language, ENCODER, DEFAULT_POLICY)
    return [shelf.passages[row] for row in in_order(scores)[:15]]


def _terms(drawn: np.random.Generator, size: int) -> TermCounts:
    rows = np.repeat(np.arange(size), TERMS_A_PASSAGE)
    columns = _zipf(drawn, size * TERMS_A_PASSAGE)
    counts = csr_matrix((np.ones(len(rows), np.int32), (rows, columns)), shape=(size, VOCABULARY))
    counts.sum_duplicates()
    rows_of = SparseRows(counts.data, counts.indices, counts.indptr, (size, VOCABULARY))
    return TermCounts({f"t{number:05d}": number for number in range(VOCABULARY)}, rows_of)


def _zipf(drawn: np.random.Generator, count: int) -> NDArray[np.int64]:
    # The head of the law is left out, as stop words are: no term stands in more than about one passage in ten.
    return np.minimum(drawn.pareto(1.0, count) * 300, VOCABULARY - 1).astype(np.int64)


def _vectors(drawn: np.random.Generator, size: int) -> FloatArray:
    topics = drawn.standard_normal((TOPICS, DIMENSIONS), dtype=np.float32)
    vectors = topics[drawn.integers(0, TOPICS, size)]
    for start in range(0, size, 100_000):
        part = vectors[start : start + 100_000]
        part += SPREAD * drawn.standard_normal(part.shape, dtype=np.float32)
    return unit_rows(vectors)


def _noise(drawn: np.random.Generator, count: int) -> FloatArray:
    return unit_rows(drawn.standard_normal((count, DIMENSIONS), dtype=np.float32))


def _timed(name: str, seconds: dict[str, float], task: Callable[[], T]) -> T:
    began = time.process_time()
    made = task()
    seconds[name] = time.process_time() - began
    return made


if __name__ == "__main__":
    raise SystemExit(main())
