"""The words of one patient's memory, kept between searches: only what is new or has changed since is read again.

Scores are those of BM25 with Lucene's idf (:mod:`retrieval.bm25`) over all documents of the patient, computed for the
terms of the query alone.
"""

from __future__ import annotations

import math
import threading
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retrieval.bm25 import K1, B
from retrieval.tokens import Tokenizer

LEAST_REBUILT = 64
"""Places of documents that are gone, from which on an index of mostly such places is made anew."""

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Document:
    """What is searched: ``source`` is the very object that the words are made from, by which a change is seen."""

    key: Hashable
    source: object
    words: Callable[[], str]


class MemoryIndex:
    """Term frequencies of a patient's documents. Threads may share it; each search brings it to its own documents."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._lock = threading.Lock()
        self._last: tuple[Sequence[Document], NDArray[np.int64]] | None = None
        self._clear()

    def word_scores(self, query: str, documents: Sequence[Document]) -> Scores:
        """BM25 of each as a share of the best, times the share of the query's terms in it; 0 where none is."""
        asked = self._tokenizer.terms(query)
        with self._lock:
            places = self._brought_to(documents)
            scores, covered = self._scored(asked, len(places))
        found, share = scores[places], covered[places]
        best = float(found.max(initial=0.0))
        return found / best * share if best > 0 else np.zeros(len(documents))

    def _clear(self) -> None:
        self._places: dict[Hashable, tuple[object, int]] = {}
        self._postings: dict[str, dict[int, int]] = {}
        self._terms: list[tuple[str, ...]] = []
        self._lengths: list[int] = []
        self._arrays: dict[str, tuple[NDArray[np.int64], Scores]] = {}
        """Postings of terms that were asked for, as places and counts; one that has changed since is not in it."""
        self._length_array: Scores | None = None
        self._tokens = 0

    def _brought_to(self, documents: Sequence[Document]) -> NDArray[np.int64]:
        """The places of these documents, after those that are gone or have changed were taken out."""
        if self._last is not None and self._last[0] is documents:
            return self._last[1]
        known = self._places
        changed = [one for one in documents if (found := known.get(one.key)) is None or found[0] is not one.source]
        if changed or len(known) > len(documents):
            keys = {one.key for one in documents}
            for key in [key for key in known if key not in keys]:
                self._remove(key)
            for one in changed:
                self._remove(one.key)
            if len(self._terms) > LEAST_REBUILT and len(self._terms) > 2 * len(documents):
                self._clear()
                changed = list(documents)
            texts = [one.words() for one in changed]
            for one, terms in zip(changed, self._tokenizer.terms_of(texts) if texts else (), strict=True):
                self._add(one, terms)
        places = np.fromiter((self._places[one.key][1] for one in documents), np.int64, len(documents))
        self._last = documents, places
        return places

    def _add(self, document: Document, terms: Sequence[str]) -> None:
        place, counts = len(self._terms), Counter(terms)
        for term, count in counts.items():
            self._postings.setdefault(term, {})[place] = count
            self._arrays.pop(term, None)
        self._terms.append(tuple(counts))
        self._lengths.append(len(terms))
        self._length_array = None
        self._tokens += len(terms)
        self._places[document.key] = (document.source, place)

    def _remove(self, key: Hashable) -> None:
        found = self._places.pop(key, None)
        if found is None:
            return
        place = found[1]
        for term in self._terms[place]:
            held = self._postings[term]
            del held[place]
            self._arrays.pop(term, None)
            if not held:
                del self._postings[term]
        self._tokens -= self._lengths[place]
        self._terms[place], self._lengths[place], self._length_array = (), 0, None

    def _held(self, term: str) -> tuple[NDArray[np.int64], Scores]:
        """Where a term stands, and how often in each place."""
        found = self._arrays.get(term)
        if found is None:
            held = self._postings[term]
            found = self._arrays[term] = (
                np.fromiter(held.keys(), np.int64, len(held)),
                np.fromiter(held.values(), np.float64, len(held)),
            )
        return found

    def _scored(self, asked: Sequence[str], count: int) -> tuple[Scores, Scores]:
        scores, covered = np.zeros(len(self._terms)), np.zeros(len(self._terms))
        average = self._tokens / count if count else 0.0
        if self._length_array is None:
            self._length_array = np.asarray(self._lengths, np.float64)
        lengths = self._length_array
        wanted = Counter(asked)
        for term, times in wanted.items():
            if term not in self._postings:
                continue
            places, counts = self._held(term)
            idf = math.log((count - len(places) + 0.5) / (len(places) + 0.5) + 1)
            norm = K1 * (1 - B + B * lengths[places] / average)
            scores[places] += times * idf * counts / (counts + norm)
            covered[places] += 1 / len(wanted)
        return scores, covered
