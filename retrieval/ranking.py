"""Ranking one shelf for one query: the legs fused, and the lift that shared concepts give."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from retrieval.fusion import RRF_K, FusionName, ranks, rrf, weighted
from retrieval.legs import VECTORS, WORDS, Legs, search_legs
from retrieval.shelf import ENCODER, LATENT, Shelf
from retrieval.tokens import Tokenizer

# The most that shared concepts add to a fused score in [0, 1]: enough to lift a near miss over its like.
CONCEPT_BOOST = 0.3

CONCEPTS = "concepts"

Weights = Mapping[str, Mapping[str, float]]
# The share of the vector leg by language and kind of vectors; words have the rest. Halves, which trust tilts by query:
# shares fitted to three judged sets gained nothing that held on queries left out. English LSA only settles near ties.
DEFAULT_WEIGHTS: Weights = MappingProxyType(
    {
        "ko": MappingProxyType({LATENT: 0.5, ENCODER: 0.5}),
        "en": MappingProxyType({LATENT: 0.05, ENCODER: 0.5}),
    }
)


@dataclass(frozen=True, slots=True)
class Policy:
    """How legs are combined. ``weights``: language -> "lsa" or "encoder" -> share of that vector leg, 0 to 1.

    ``by_trust`` off counts both legs alike whatever the query. ``hybrid`` off leaves the vector leg out.
    """

    fusion: FusionName = "weighted"
    weights: Weights = field(default_factory=lambda: DEFAULT_WEIGHTS)
    by_trust: bool = True
    hybrid: bool = True


DEFAULT_POLICY = Policy()


@dataclass(frozen=True, slots=True)
class Ranking:
    """Scores by row, the rank of each row in each leg, and what went without."""

    scores: Mapping[int, float]
    legs: Mapping[str, Mapping[int, int]]
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
    legs = search_legs(shelf, tokenizer, language, text, expansions, policy.hybrid)
    shared = shelf.shared_concepts(concepts)
    scores = fused(legs, shelf.language, shelf.vector_leg, policy)
    for row, count in shared.items():
        scores[row] = scores.get(row, 0.0) + concept_boost(count)
    placed = {leg: ranks(scored) for leg, scored in legs.scores.items() if scored}
    if shared:
        placed[CONCEPTS] = ranks(shared)
    return Ranking(scores, placed, legs.warnings)


def concept_boost(shared: float) -> float:
    """What ``shared`` common concepts add: half of CONCEPT_BOOST for one, three quarters for two, never all of it."""
    return CONCEPT_BOOST * (1 - math.exp2(-shared))


def fused(legs: Legs, language: str, vector_leg: str, policy: Policy) -> dict[int, float]:
    """One score in [0, 1] by row; ``language`` is that of the passages, ``vector_leg`` their kind of vectors.

    A language or leg without a weight in the policy has the default one.
    """
    if policy.fusion == "rrf":
        # The best that rrf can give is first place in every leg; dividing by it makes both fusions end in [0, 1].
        best = len(legs.scores) / (RRF_K + 1)
        return {row: score / best for row, score in rrf(legs.scores).items()}
    share = policy.weights.get(language, {}).get(vector_leg, DEFAULT_WEIGHTS[language][vector_leg])
    weights = {WORDS: 1 - share, VECTORS: share}
    if policy.by_trust:
        weights = {leg: weight * legs.trust[leg] for leg, weight in weights.items()}
    return weighted(legs.scores, weights)
