"""Retrieval measured on a judged set: every leg and fusion on the same queries, through the product's own code."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.judged_set import JudgedSet
from evaluation.ranking_metrics import Grades, Interval, interval, ndcg, precision, recall, reciprocal_rank
from retrieval.corpus import Passage, passage_of
from retrieval.dense import Encoder
from retrieval.fusion import in_order
from retrieval.index import Index, build_index
from retrieval.legs import POOL, VECTORS, WORDS, Legs, search_legs
from retrieval.ranking import DEFAULT_POLICY, Policy, fused
from retrieval.retriever import MAX_QUERY_CHARACTERS, RetrievalQuery, Retriever
from retrieval.shelf import Shelf
from retrieval.tokens import Tokenizer, script_language

# Between a document's id and the number of its part; no file can hold it, for the reader removes control characters.
PART = "\x1f"
DEFAULT_SYSTEM = "default"
MAIN_MEASURE = "nDCG@10"
MEASURES: Mapping[str, Callable[[Sequence[str], Grades], float]] = {
    MAIN_MEASURE: ndcg,
    "R@3": lambda ranked, grades: recall(ranked, grades, 3),
    "R@8": lambda ranked, grades: recall(ranked, grades, 8),
    "R@15": lambda ranked, grades: recall(ranked, grades, 15),
    "MRR": reciprocal_rank,
    "P@3": lambda ranked, grades: precision(ranked, grades, 3),
    "P@8": lambda ranked, grades: precision(ranked, grades, 8),
    "P@15": lambda ranked, grades: precision(ranked, grades, 15),
}
"""3, 8 and 15 are how many documents simple, moderate and complex questions get."""

HALVES = {language: {"lsa": 0.5, "encoder": 0.5} for language in ("ko", "en")}

Progress = Callable[[str, int, int], None]
Rank = Callable[[Legs, Shelf], Sequence[str]]


@dataclass(frozen=True, slots=True)
class SystemScores:
    """One leg or fusion: each measure with its interval, and its nDCG@10 less the default's, paired by query."""

    name: str
    measures: Mapping[str, Interval]
    against_default: Interval
    by_query: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Report:
    """What was measured on one set. ``milliseconds`` are p50 and p95 of whole searches, each query alone.

    ``unjudged`` and ``parts`` are as JudgedSet has them; ``vectors`` is the kind of the vector leg.
    """

    name: str
    documents: int
    queries: int
    unjudged: int
    parts: int
    languages: Mapping[str, int]
    vectors: str
    build_seconds: float
    milliseconds: tuple[float, float]
    systems: tuple[SystemScores, ...]


def index_of(judged: JudgedSet, tokenizer: Tokenizer, encoders: Sequence[Encoder] = ()) -> Index:
    """The corpus of a judged set, indexed as the product does. Raises EncoderUnavailable."""
    seen: Counter[str] = Counter()
    passages: list[Passage] = []
    for document in judged.corpus:
        seen[document.document_id] += 1
        part = f"{document.document_id}{PART}{seen[document.document_id]:06d}"
        passages.append(passage_of(part, document.text, title=document.title))
    return build_index(passages, tokenizer, encoders)


def documents_in_order(scores: Mapping[int, float], shelf: Shelf) -> list[str]:
    """Document ids, best first; a document stands where its best part does."""
    return list(dict.fromkeys(shelf.passages[row].document_id.rpartition(PART)[0] for row in in_order(scores)))


def measure(
    judged: JudgedSet,
    tokenizer: Tokenizer,
    encoders: Sequence[Encoder] = (),
    policy: Policy = DEFAULT_POLICY,
    progress: Progress = lambda _name, _done, _of: None,
) -> Report:
    """Index the corpus and run every query through every leg and fusion. Raises EncoderUnavailable."""
    began = time.perf_counter()
    index = index_of(judged, tokenizer, encoders)
    built = time.perf_counter() - began
    vectors = next(iter(index.shelves.values())).vector_leg
    systems = _systems(vectors, policy)
    values: dict[str, list[list[float]]] = {name: [] for name in systems}
    retriever, milliseconds = Retriever(index, policy), []
    for number, query in enumerate(judged.queries):
        began = time.perf_counter()
        retriever.search(RetrievalQuery(query.text, script_language(query.text), 15))
        milliseconds.append((time.perf_counter() - began) * 1000)
        searched = legs_of(index, query.text)
        grades = judged.grades[query.document_id]
        for name, rank in systems.items():
            ranked = list(dict.fromkeys(document for each in searched for document in rank(*each)))[:POOL]
            values[name].append([measured(ranked, grades) for measured in MEASURES.values()])
        progress(judged.name, number + 1, len(judged.queries))
    return Report(
        name=judged.name,
        documents=len(judged.corpus),
        queries=len(judged.queries),
        unjudged=judged.unjudged,
        parts=judged.parts,
        languages={language: len(shelf.passages) for language, shelf in index.shelves.items()},
        vectors=vectors,
        build_seconds=built,
        milliseconds=(float(np.quantile(milliseconds, 0.5)), float(np.quantile(milliseconds, 0.95))),
        systems=_scored({name: np.array(rows) for name, rows in values.items()}),
    )


def legs_of(index: Index, text: str) -> list[tuple[Legs, Shelf]]:
    """The legs on each shelf, that of the query's language first, as the retriever searches them."""
    language, text = script_language(text), text[:MAX_QUERY_CHARACTERS]
    shelves = sorted(index.shelves.values(), key=lambda shelf: (shelf.language != language, shelf.language))
    return [(search_legs(shelf, index.tokenizer, language, text), shelf) for shelf in shelves]


def _systems(vectors: str, policy: Policy) -> dict[str, Rank]:
    fusions = {
        DEFAULT_SYSTEM: policy,
        "min-max .5": Policy(weights=HALVES, by_trust=False),
        "RRF 60": Policy(fusion="rrf"),
    }
    return {"bm25": _leg(WORDS), vectors: _leg(VECTORS)} | {name: _fusion(each) for name, each in fusions.items()}


def _leg(name: str) -> Rank:
    return lambda legs, shelf: documents_in_order(legs.scores.get(name, {}), shelf)


def _fusion(policy: Policy) -> Rank:
    return lambda legs, shelf: documents_in_order(fused(legs, shelf.language, shelf.vector_leg, policy), shelf)


def _scored(values: Mapping[str, NDArray[np.float64]]) -> tuple[SystemScores, ...]:
    default = values[DEFAULT_SYSTEM][:, 0]
    return tuple(
        SystemScores(
            name,
            {measure: interval(rows[:, place]) for place, measure in enumerate(MEASURES)},
            interval(rows[:, 0] - default),
            rows[:, 0],
        )
        for name, rows in values.items()
    )
