from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.fusion import RRF_K, can_represent, in_order, min_max, ranks, rrf, weighted

scores = st.dictionaries(st.sampled_from("abcdefgh"), st.floats(-1e3, 1e3, allow_nan=False), max_size=8)
legs = st.dictionaries(st.sampled_from(["bm25", "dense", "third"]), scores, max_size=3)
weights = st.dictionaries(st.sampled_from(["bm25", "dense", "third"]), st.floats(0, 10), max_size=3)


@given(scores)
def test_min_max_stays_within_bounds_and_keeps_the_order(given_scores: dict[str, float]) -> None:
    scaled = min_max(given_scores)
    assert scaled.keys() == given_scores.keys()
    assert all(0 <= score <= 1 for score in scaled.values())
    for first in scaled:
        for second in scaled:
            if given_scores[first] > given_scores[second]:
                assert scaled[first] >= scaled[second]


@given(legs, weights)
def test_weighted_is_within_bounds_and_covers_every_document(
    given_legs: dict[str, dict[str, float]], given_weights: dict[str, float]
) -> None:
    fused = weighted(given_legs, given_weights)
    assert fused.keys() == {document for leg in given_legs.values() for document in leg}
    assert all(0 <= score <= 1 + 1e-9 for score in fused.values())


@given(legs)
def test_rrf_is_its_formula(given_legs: dict[str, dict[str, float]]) -> None:
    fused = rrf(given_legs)
    for document, score in fused.items():
        places = [in_order(leg).index(document) + 1 for leg in given_legs.values() if document in leg]
        assert score == pytest.approx(sum(1 / (RRF_K + place) for place in places))


def test_one_leg_keeps_its_ranking_under_both_fusions() -> None:
    leg = {"bm25": {"a": 3.0, "b": 9.0, "c": 5.0}}
    assert in_order(weighted(leg, {"bm25": 0.2})) == in_order(rrf(leg)) == ["b", "c", "a"]


def test_weights_decide_between_legs() -> None:
    opposed = {"bm25": {"a": 2.0, "b": 1.0}, "dense": {"a": 0.1, "b": 0.9}}
    assert in_order(weighted(opposed, {"bm25": 0.7, "dense": 0.3}))[0] == "a"
    assert in_order(weighted(opposed, {"bm25": 0.3, "dense": 0.7}))[0] == "b"


def test_equal_scores_are_ranked_by_document_id() -> None:
    assert ranks({"b": 1.0, "a": 1.0, "c": 2.0}) == {"c": 1, "a": 2, "b": 3}


def test_a_leg_is_dropped_for_a_foreign_language_or_an_empty_vector() -> None:
    english, some, none = frozenset({"en"}), np.ones(3, dtype=np.float32), np.zeros(3, dtype=np.float32)
    assert can_represent(english, "en", some)
    assert not can_represent(english, "ko", some)
    assert not can_represent(english, "en", none)
