"""Ranking one shelf for one query: legs, gates, fusion, and the lift that shared concepts give."""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from retrieval.corpus import Passage
from retrieval.dense import FloatArray, unit_rows
from retrieval.errors import EncoderUnavailable
from retrieval.fusion import RRF_K, FusionName, Scores, can_represent, ranks, rrf, weighted
from retrieval.shelf import Shelf
from retrieval.tokens import Tokenizer

# Candidates that a leg hands to fusion.
POOL = 100
# A synonym that the patient did not say is weaker evidence than a word they said.
EXPANSION_WEIGHT = 0.5
# The most that shared concepts add to a fused score in [0, 1]: enough to lift a near miss over its like.
CONCEPT_BOOST = 0.3

WORDS, VECTORS, CONCEPTS = "bm25", "dense", "concepts"

DENSE_DROPPED = "dense_dropped"
ENCODER_UNAVAILABLE = "encoder_unavailable"

Weights = Mapping[str, Mapping[str, float]]
# For LSA vectors, measured as nDCG@10. Korean questions and utterances: words alone .686 and .393, at .5 .704 and .436.
# English (PubMedQA, part of MedQuAD): words alone .968 and .664, at .1 .971 and .657, at .5 .968 and .614, so there LSA
# does little but settle near ties. A trained English encoder deserves .6 to .7.
DEFAULT_WEIGHTS: Weights = MappingProxyType(
    {
        "ko": MappingProxyType({WORDS: 0.5, VECTORS: 0.5}),
        "en": MappingProxyType({WORDS: 0.9, VECTORS: 0.1}),
    }
)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Policy:
    """How legs are combined. ``weights``: language -> leg -> weight. ``hybrid`` off leaves the vector leg out."""

    fusion: FusionName = "weighted"
    weights: Weights = field(default_factory=lambda: DEFAULT_WEIGHTS)
    hybrid: bool = True


DEFAULT_POLICY = Policy()


@dataclass(frozen=True, slots=True)
class Ranking:
    """Scores by document id, the rank of each document in each leg, and what went without."""

    scores: Mapping[str, float]
    legs: Mapping[str, Mapping[str, int]]
    warnings: tuple[str, ...]


def rank_shelf(
    shelf: Shelf,
    tokenizer: Tokenizer,
    language: str,
    text: str,
    expansions: Sequence[str],
    concepts: Sequence[str],
    policy: Policy,
) -> Ranking:
    """Score the passages of a shelf that match by word, meaning or concept; ``language`` is that of the query."""
    warnings: list[str] = []
    terms, *added = tokenizer.terms_of([text, *expansions])
    words = shelf.word_scores(terms, [term for each in added for term in each], EXPANSION_WEIGHT, POOL)
    found: dict[str, Scores] = {WORDS: words} if words else {}
    if policy.hybrid and text.strip():
        try:
            vector = _query_vector(shelf, text, expansions)
        except EncoderUnavailable as error:
            _log.warning("searching without vectors: %s", error)
            warnings.append(ENCODER_UNAVAILABLE)
        else:
            if can_represent(shelf.encoder.languages, language, vector):
                found[VECTORS] = shelf.vector_scores(vector, POOL)
            else:
                warnings.append(DENSE_DROPPED)
    shared = _shared_concepts(shelf.passages, concepts)
    scores = _fuse(found, shelf.language, policy)
    for document, count in shared.items():
        scores[document] = scores.get(document, 0.0) + concept_boost(count)
    legs = {leg: ranks(scored) for leg, scored in found.items() if scored}
    if shared:
        legs[CONCEPTS] = ranks(shared)
    return Ranking(scores, legs, tuple(warnings))


def concept_boost(shared: float) -> float:
    """What ``shared`` common concepts add: half of CONCEPT_BOOST for one, three quarters for two, never all of it."""
    return CONCEPT_BOOST * (1 - math.exp2(-shared))


def _fuse(legs: Mapping[str, Scores], language: str, policy: Policy) -> dict[str, float]:
    if policy.fusion == "weighted":
        return weighted(legs, policy.weights.get(language, {}))
    # The best that rrf can give is first place in every leg; dividing by it makes both fusions end in [0, 1].
    best = len(legs) / (RRF_K + 1)
    return {document: score / best for document, score in rrf(legs).items()}


def _query_vector(shelf: Shelf, text: str, expansions: Sequence[str]) -> FloatArray:
    said = shelf.encoder.encode([text])
    if expansions:
        said = unit_rows(said + EXPANSION_WEIGHT * shelf.encoder.encode([" ".join(expansions)]))
    vector: FloatArray = said[0]
    return vector


def _shared_concepts(passages: Sequence[Passage], concepts: Sequence[str]) -> dict[str, float]:
    wanted = frozenset(concepts)
    counts = {passage.document_id: len(wanted.intersection(passage.concepts)) for passage in passages}
    return {document: float(count) for document, count in counts.items() if count}
