from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from retrieval.bm25 import K1, B, Bm25s, FloatScores, RankBm25, lexical_engine
from retrieval.terms import count_terms


def ranked(scores: FloatScores) -> list[int]:
    """Rows, best first, scores equal to five digits by row."""
    order: list[int] = np.argsort(-np.round(scores, 5), kind="stable").tolist()
    return order


words = st.sampled_from(["혈압", "당뇨", "두통", "salt", "sleep", "knee", "flu", "warfarin", "7.2"])
documents = st.lists(st.lists(words, min_size=1, max_size=12), min_size=3, max_size=9)


@given(documents, st.lists(words, min_size=1, max_size=4))
def test_both_engines_give_the_same_scores(texts: list[list[str]], query: list[str]) -> None:
    counts = count_terms(texts)
    np.testing.assert_allclose(Bm25s(counts).scores(query), RankBm25(counts).scores(query), rtol=1e-4, atol=1e-6)


@given(documents, st.integers(1, 4))
def test_a_rare_term_ranks_as_in_plain_rank_bm25(texts: list[list[str]], holders: int) -> None:
    held = [[*text, "rare"] if row < min(holders, (len(texts) - 1) // 2) else text for row, text in enumerate(texts)]
    ours = Bm25s(count_terms(held)).scores(["rare"])
    theirs = BM25Okapi(held, k1=K1, b=B).get_scores(["rare"])
    assert ranked(ours) == ranked(theirs)


def test_the_score_is_lucenes_formula() -> None:
    counts = count_terms([["a", "a", "b"], ["b"], ["c", "c"]])
    idf = math.log((3 - 1 + 0.5) / (1 + 0.5) + 1)
    saturation = 2 / (2 + K1 * (1 - B + B * 3 / 2))
    assert lexical_engine(counts).scores(["a"])[0] == pytest.approx(idf * saturation, rel=1e-5)


@pytest.mark.parametrize("name", ["bm25s", "rank_bm25"])
def test_two_documents_still_score_above_zero(name: str) -> None:
    engine = Bm25s if name == "bm25s" else RankBm25
    scores = engine(count_terms([["혈압", "약"], ["두통"]])).scores(["혈압"])
    assert scores[0] > 0 == scores[1]


@pytest.mark.parametrize("engine", [Bm25s, RankBm25])
def test_unknown_terms_empty_queries_and_empty_documents_score_zero(engine: type[Bm25s] | type[RankBm25]) -> None:
    assert not engine(count_terms([["a"], ["b"]])).scores(["zzz"]).any()
    assert not engine(count_terms([["a"], ["b"]])).scores([]).any()
    assert engine(count_terms([[], []])).scores(["a"]).tolist() == [0, 0]
    assert engine(count_terms([["a"], []])).scores(["a"])[1] == 0
