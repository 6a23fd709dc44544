"""One language's passages, indexed: its words, its latent space, its vectors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retrieval.bm25 import FloatScores, LexicalEngineName, WordIndex, lexical_engine, lucene_idf, word_index
from retrieval.corpus import Passage
from retrieval.dense import Encoder, FloatArray, LatentSpace, LsaEncoder, adequacy, fit_latent_space
from retrieval.errors import EncoderUnavailable
from retrieval.terms import TermCounts, count_terms
from retrieval.tokens import Tokenizer
from retrieval.vectors import VectorEngineName, search_graph, vector_search
from retrieval.work import Work

LATENT, ENCODER = "lsa", "encoder"
HEAD_CHARACTERS = 500
TIE = 1e-6
# Consistency asks whether documents share a topic, with .5 as the line. In all dimensions even the best eight documents
# of a question have a median cosine of .2 to .4; in the first eight .6 to .9, and random ones .35 to .5 (4 corpora).
TOPIC_DIMENSIONS = 8


@dataclass(frozen=True, slots=True)
class Engines:
    """Which implementations search; both choices of each rank alike."""

    lexical: LexicalEngineName = "bm25s"
    vector: VectorEngineName = "auto"


@dataclass(frozen=True, slots=True)
class WordMatches:
    """BM25 by row, and ``coverage``: the best score as a share of what the query's words could give at most."""

    scores: dict[int, float]
    coverage: float


@dataclass(frozen=True, slots=True)
class ShelfContents:
    """What is computed from the passages once and can be stored. Row n belongs to the n-th passage by document id.

    ``heads`` encode the first 500 characters of each text: what consistency compares. ``space`` is None when a given
    encoder made the vectors; ``graph`` is FAISS's own index of them where there are too many to compare with all.
    """

    terms: TermCounts
    words: WordIndex
    space: LatentSpace | None
    vectors: FloatArray
    heads: FloatArray
    graph: NDArray[np.uint8] | None = None


class Shelf:
    """Searches the passages of one language. A row is a passage's place in ``passages``, which are sorted by id."""

    def __init__(
        self,
        language: str,
        passages: Sequence[Passage],
        contents: ShelfContents,
        encoder: Encoder,
        engines: Engines,
    ) -> None:
        self.language = language
        self.passages = tuple(passages)
        self.contents = contents
        self.encoder = encoder
        self.lexical = lexical_engine(contents.terms, engines.lexical, contents.words)
        self.vector_engine = vector_search(contents.vectors, engines.vector, contents.graph)
        self._idf = lucene_idf(contents.terms)
        self._frequencies = contents.terms.document_frequencies()
        self._by_concept: dict[str, list[int]] = {}
        for row, passage in enumerate(self.passages):
            for concept in set(passage.concepts):
                self._by_concept.setdefault(concept, []).append(row)
        self._rows = {passage.document_id: row for row, passage in enumerate(self.passages)}

    def word_scores(
        self, terms: Sequence[str], expansions: Sequence[str], expansion_weight: float, count: int
    ) -> WordMatches:
        """The best ``count`` passages that share a term; expansion terms count ``expansion_weight`` each."""
        scores = self.lexical.scores(terms)
        most = self._most(terms)
        added = sorted(set(expansions) - set(terms))
        if added:
            scores = scores + expansion_weight * self.lexical.scores(added)
            most += expansion_weight * self._most(added)
        best = _best_rows(scores, count)
        if not best.size:
            return WordMatches({}, 0.0)
        found = scores[best].tolist()
        return WordMatches(dict(zip(best.tolist(), found, strict=True)), min(1.0, max(found) / most))

    def vector_scores(self, vector: FloatArray, count: int) -> dict[int, float]:
        """By row, the cosine of the best ``count`` passages, those above 0 only.

        Raises EncoderUnavailable for a vector of another dimension: the encoder is not the one that filled the shelf.
        """
        if vector.shape != self.contents.vectors.shape[1:] and self.contents.vectors.size:
            raise EncoderUnavailable(
                f"The encoder gave {vector.size} dimensions and the index has {self.contents.vectors.shape[1]}."
            )
        space = self.contents.space
        searched = vector if space is None else space.emphasised(vector[None, :])[0]
        return {row: score for row, score in self.vector_engine.nearest(searched, count) if score > 0}

    @property
    def vector_leg(self) -> str:
        """Which kind of vectors these are, as weights name it: LSA's or a trained encoder's."""
        return LATENT if self.contents.space is not None else ENCODER

    @property
    def vector_adequacy(self) -> float:
        """How far the vectors' vote counts, in (0, 1]: less than 1 only for LSA on many passages."""
        return adequacy(len(self.passages)) if self.contents.space is not None else 1.0

    def shared_concepts(self, concepts: Sequence[str]) -> dict[int, float]:
        """By row, how many of these concepts a passage has, for those that have any."""
        shared = Counter(row for concept in set(concepts) for row in self._by_concept.get(concept, ()))
        return {row: float(count) for row, count in sorted(shared.items())}

    def frequency(self, term: str) -> int:
        """In how many passages the term stands."""
        number = self.contents.terms.vocabulary.get(term)
        return 0 if number is None else int(self._frequencies[number])

    def head(self, document_id: str) -> FloatArray:
        """The vector of the first 500 characters of a passage on this shelf."""
        vector: FloatArray = self.contents.heads[self._rows[document_id]]
        return vector

    def _most(self, terms: Sequence[str]) -> float:
        vocabulary = self.contents.terms.vocabulary
        return float(sum(self._idf[vocabulary[term]] for term in terms if term in vocabulary))


def fill_shelf(passages: Sequence[Passage], tokenizer: Tokenizer, encoder: Encoder | None, work: Work) -> ShelfContents:
    """Compute a shelf's contents, by the encoder when one is given, else by LSA. Deterministic.

    Raises EncoderUnavailable from a given encoder.
    """
    texts = [indexed_text(passage) for passage in passages]
    heads = [passage.text[:HEAD_CHARACTERS] for passage in passages]
    terms = count_terms(work.terms(tokenizer, texts))
    words = word_index(terms)
    if encoder is not None:
        vectors = work.vectors(encoder, texts)
        return ShelfContents(terms, words, None, vectors, work.vectors(encoder, heads), search_graph(vectors))
    space = fit_latent_space(terms)
    language = passages[0].language
    vectors = space.emphasised(LsaEncoder(language, tokenizer, terms.vocabulary, space).encode_counts(terms.counts))
    topics = LsaEncoder(language, tokenizer, terms.vocabulary, space.leading(TOPIC_DIMENSIONS))
    return ShelfContents(terms, words, space, vectors, topics.encode(heads), search_graph(vectors))


def _best_rows(scores: FloatScores, count: int) -> NDArray[np.int64]:
    """Rows of the ``count`` best scores above 0, best first, scores equal to six digits by row."""
    # Sorting a million scores would cost far more than computing them; only those that can be chosen are sorted.
    least = np.partition(scores, -count)[-count] - TIE if len(scores) > count else 0.0
    rows = np.flatnonzero(scores > max(least, 0.0))
    order: NDArray[np.int64] = rows[np.argsort(-scores[rows].round(6), kind="stable")[:count]]
    return order


def indexed_text(passage: Passage) -> str:
    """What of a passage is searched: its title and its text."""
    return f"{passage.title}\n{passage.text}" if passage.title else passage.text
