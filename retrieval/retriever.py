"""Search over the index: the one door to retrieval. It knows nothing of patients; a query brings what it needs."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from retrieval.cards import Cards
from retrieval.corpus import Passage
from retrieval.errors import EncoderUnavailable
from retrieval.fusion import in_order
from retrieval.index import Index
from retrieval.ranking import DEFAULT_POLICY, Policy, Ranking, rank_shelf
from retrieval.shelf import Shelf
from retrieval.terms import count_terms
from retrieval.tokens import Tokenizer

MAX_K = 100
MAX_QUERY_CHARACTERS = 4_000
CONSISTENCY_DOCUMENTS = 8

NO_CARDS = Cards()

_log = logging.getLogger(__name__)

EMPTY_QUERY = "empty_query"
NOTHING_FOUND = "nothing_found"
OTHER_LANGUAGE = "other_language"


@dataclass(frozen=True, slots=True)
class RetrievalQuery:
    """What to look for. ``expansions`` are synonyms of what the text says; ``concepts`` what the patient has or asks.

    ``language`` ("ko" or "en") is that of the answer wanted; of ``text`` the first 4,000 characters are searched.
    ``hybrid`` off leaves the vector leg out of this search.
    Raises ValueError unless 1 <= ``k`` <= 100.
    """

    text: str
    language: str
    k: int
    expansions: tuple[str, ...] = ()
    concepts: tuple[str, ...] = ()
    hybrid: bool = True

    def __post_init__(self) -> None:
        if not 1 <= self.k <= MAX_K:
            raise ValueError(f"k must be 1 to {MAX_K}")


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage found. ``legs`` gives its rank, from 1, in each leg that found it: bm25, dense, concepts.

    ``score`` is at most 1.3 and relative to this query and the passage's language: it orders, it is no probability.
    """

    passage: Passage
    score: float
    rank: int
    legs: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class RetrievalResult:
    """Hits, best first. ``consistency`` is how alike the first documents are, 1.0 for fewer than two.

    ``warnings`` are codes: empty_query, nothing_found, other_language, dense_dropped, encoder_unavailable.
    """

    hits: tuple[Hit, ...]
    consistency: float
    legs_used: tuple[str, ...]
    warnings: tuple[str, ...]


class Retriever:
    """Finds passages, in the query's language first. Deterministic; may be used by many threads."""

    def __init__(
        self,
        index: Index,
        policy: Policy = DEFAULT_POLICY,
        degraded: Sequence[str] = (),
        cards: Cards = NO_CARDS,
    ) -> None:
        """``degraded`` are warning codes of what the index had to go without; every search gives them.

        ``cards`` are found by what they are about; no search finds them.
        """
        self._index = index
        self._cards = cards
        self._policy = policy
        self.degraded = tuple(degraded)

    @property
    def corpus_hash(self) -> str:
        """The hash of the corpus that is searched now."""
        return self._index.manifest.corpus_hash

    @property
    def tokenizer(self) -> Tokenizer:
        """What texts are searched by."""
        return self._index.tokenizer

    def take_over(self, newer: Retriever) -> None:
        """Search what the other one searches from now on; a search in progress ends with what it began with."""
        self._index, self._policy, self.degraded = newer._index, newer._policy, newer.degraded
        self._cards = newer._cards

    def search(self, query: RetrievalQuery) -> RetrievalResult:
        """The ``k`` best passages: those of the query's language before those of another, which only fill up."""
        text = query.text[:MAX_QUERY_CHARACTERS]
        if not (text.strip() or query.expansions or query.concepts):
            return RetrievalResult((), 1.0, (), (EMPTY_QUERY,))
        hits: list[Hit] = []
        legs: list[str] = []
        policy = self._policy if query.hybrid else replace(self._policy, hybrid=False)
        warnings = list(self.degraded)
        index = self._index
        for shelf in _shelves(index, query.language):
            if len(hits) == query.k:
                break
            ranking = rank_shelf(shelf, index.tokenizer, query.language, text, query.expansions, query.concepts, policy)
            new = _hits(shelf, ranking, first_rank=len(hits) + 1, room=query.k - len(hits))
            if shelf.language == query.language:
                warnings.extend(ranking.warnings)
            elif new:
                warnings.extend((OTHER_LANGUAGE, *ranking.warnings))
            if new:
                legs.extend(ranking.legs)
            hits.extend(new)
        if not hits:
            warnings.append(NOTHING_FOUND)
        return RetrievalResult(
            tuple(hits), _consistency(index, hits), tuple(dict.fromkeys(legs)), tuple(dict.fromkeys(warnings))
        )

    def passage(self, document_id: str) -> Passage | None:
        """The passage or card of this id, or None."""
        return self._index.by_id.get(document_id) or self._cards.by_id.get(document_id)

    def card(self, language: str, aspect: str, subjects: Sequence[str]) -> Passage | None:
        """The card of this aspect about the first of ``subjects`` (concept ids) that has one, or None."""
        return self._cards.find(language, aspect, subjects)

    def similarity(self, texts: Sequence[str], language: str) -> NDArray[np.float32]:
        """Pairwise cosine in [-1, 1], 1 on the diagonal, by the encoder of this language's passages.

        Pairs with a text that the encoder cannot represent are compared by their index terms instead, and so are all
        when it cannot answer just now.
        """
        index = self._index
        shelf = index.shelves.get(language)
        if shelf is None or language not in shelf.encoder.languages:
            return _term_cosines(index.tokenizer.terms_of(texts))
        try:
            vectors = shelf.encoder.encode(texts)
        except EncoderUnavailable as error:
            _log.warning("comparing texts by their words: %s", error)
            return _term_cosines(index.tokenizer.terms_of(texts))
        seen = vectors.any(axis=1)
        cosines: NDArray[np.float32] = np.clip(vectors @ vectors.T, -1, 1).astype(np.float32)
        if not seen.all():
            by_terms = _term_cosines(index.tokenizer.terms_of(texts))
            cosines = np.where(np.outer(seen, seen), cosines, by_terms).astype(np.float32)
        np.fill_diagonal(cosines, 1.0)
        return cosines


def _shelves(index: Index, language: str) -> list[Shelf]:
    return sorted(index.shelves.values(), key=lambda shelf: (shelf.language != language, shelf.language))


def _hits(shelf: Shelf, ranking: Ranking, first_rank: int, room: int) -> list[Hit]:
    return [
        Hit(
            passage=shelf.passages[row],
            score=ranking.scores[row],
            rank=rank,
            legs={leg: placed[row] for leg, placed in ranking.legs.items() if row in placed},
        )
        for rank, row in enumerate(in_order(ranking.scores)[:room], start=first_rank)
    ]


def _consistency(index: Index, hits: Sequence[Hit]) -> float:
    # The vectors of two languages share no space, so only documents in the language of the first are compared.
    first = [hit.passage for hit in hits[:CONSISTENCY_DOCUMENTS]]
    alike = [passage for passage in first if passage.language == first[0].language]
    if len(alike) < 2:
        return 1.0
    shelf = index.shelves[alike[0].language]
    heads = np.stack([shelf.head(passage.document_id) for passage in alike])
    above_diagonal = (heads @ heads.T)[np.triu_indices(len(alike), k=1)]
    return float(np.clip(above_diagonal.mean(), -1, 1))


def _term_cosines(documents: Sequence[Sequence[str]]) -> NDArray[np.float32]:
    counts = count_terms(documents).counts.toarray().astype(np.float32)
    lengths = np.linalg.norm(counts, axis=1, keepdims=True)
    unit = np.divide(counts, lengths, out=np.zeros_like(counts), where=lengths > 0)
    cosines = np.clip(unit @ unit.T, -1, 1)
    np.fill_diagonal(cosines, 1.0)
    return np.asarray(cosines, dtype=np.float32)
