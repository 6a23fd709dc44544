"""The legs of one query on one shelf: words and vectors, each with how far it can be trusted for this very query."""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from retrieval.dense import FloatArray, unit_rows
from retrieval.errors import EncoderUnavailable
from retrieval.fusion import can_represent
from retrieval.shelf import Shelf
from retrieval.synonyms import near_terms
from retrieval.tokens import Tokenizer

# Candidates that a leg hands to fusion.
POOL = 100
# A synonym that the patient did not say is weaker evidence than a word they said.
EXPANSION_WEIGHT = 0.5

WORDS, VECTORS = "bm25", "dense"

DENSE_DROPPED = "dense_dropped"
ENCODER_UNAVAILABLE = "encoder_unavailable"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Legs:
    """Scores by row in each leg that found something, how far each may be trusted, and what went without.

    ``trust`` is in (0, 1]: of words the square root of how much of the query their best passage covers, for a long
    message whose words lie scattered over passages says less than a term that one passage answers; of LSA vectors
    how many of the dimensions they have that the corpus deserves; of an encoder's 1. Scaling words so, instead of
    trusting both legs alike whatever the query, gave colloquial Korean +.009 nDCG@10 and questions the same.
    """

    scores: Mapping[str, Mapping[int, float]]
    trust: Mapping[str, float]
    warnings: tuple[str, ...]


def search_legs(
    shelf: Shelf, tokenizer: Tokenizer, language: str, text: str, expansions: Sequence[str] = (), hybrid: bool = True
) -> Legs:
    """Search every leg of a shelf; ``language`` is that of the query. An encoder that fails costs only its leg."""
    terms, *added = tokenizer.terms_of([text, *expansions])
    near = near_terms(tokenizer.analyser, text, shelf.frequency) if language == "ko" else []
    widened = [*near, *(term for each in added for term in each)]
    if not hybrid or not text.strip():
        return score_legs(shelf, terms, widened, None)
    try:
        # An encoder of other languages is not even asked: a served one costs time and money.
        vector = _query_vector(shelf, text, expansions) if language in shelf.encoder.languages else None
        if vector is None or not can_represent(shelf.encoder.languages, language, vector):
            return replace(score_legs(shelf, terms, widened, None), warnings=(DENSE_DROPPED,))
        return score_legs(shelf, terms, widened, vector)
    except EncoderUnavailable as error:
        _log.warning("searching without vectors: %s", error)
        return replace(score_legs(shelf, terms, widened, None), warnings=(ENCODER_UNAVAILABLE,))


def score_legs(shelf: Shelf, terms: Sequence[str], widened: Sequence[str], vector: FloatArray | None) -> Legs:
    """The legs of a query that is tokenised and encoded; ``widened`` are terms it was widened by.

    Raises EncoderUnavailable for a vector of another dimension than the shelf's.
    """
    words = shelf.word_scores(terms, widened, EXPANSION_WEIGHT, POOL)
    found: dict[str, Mapping[int, float]] = {WORDS: words.scores} if words.scores else {}
    if vector is not None:
        found[VECTORS] = shelf.vector_scores(vector, POOL)
    return Legs(found, {WORDS: math.sqrt(words.coverage), VECTORS: shelf.vector_adequacy}, ())


def _query_vector(shelf: Shelf, text: str, expansions: Sequence[str]) -> FloatArray:
    said = shelf.encoder.encode([text])
    if expansions:
        said = unit_rows(said + EXPANSION_WEIGHT * shelf.encoder.encode([" ".join(expansions)]))
    vector: FloatArray = said[0]
    return vector
