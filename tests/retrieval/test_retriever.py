from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from retrieval import Policy, RetrievalQuery, RetrievalResult, Retriever, Tokenizer
from retrieval.dense import FloatArray
from retrieval.errors import EncoderUnavailable
from retrieval.index import Index, build_index
from retrieval.ranking import CONCEPT_BOOST, concept_boost
from tests.retrieval.sample import passages


def ids(result: RetrievalResult) -> list[str]:
    return [hit.passage.document_id for hit in result.hits]


@pytest.mark.parametrize(
    ("text", "language", "first"),
    [
        ("소금은 하루에 얼마나 먹어도 돼요?", "ko", "ko-salt"),
        ("메트포르민 먹고 메스꺼워요", "ko", "ko-metformin"),
        ("HbA1c가 뭐예요", "ko", "ko-a1c"),
        ("무릎이 아파요", "ko", "ko-knee"),
        ("can I take ibuprofen with warfarin?", "en", "en-warfarin"),
        ("my inhaler for wheezing", "en", "en-asthma"),
        ("What does HbA1c show?", "en", "en-hba1c"),
    ],
)
def test_the_passage_that_answers_comes_first(retriever: Retriever, text: str, language: str, first: str) -> None:
    result = retriever.search(RetrievalQuery(text, language, 3))
    assert ids(result)[0] == first
    assert result.hits[0].legs == {"bm25": 1, "dense": 1}
    assert [hit.rank for hit in result.hits] == list(range(1, len(result.hits) + 1))


@pytest.mark.parametrize("fusion", ["weighted", "rrf"])
def test_scores_fall_within_a_language_and_stay_bounded(index: Index, fusion: str) -> None:
    policy = Policy(fusion="rrf" if fusion == "rrf" else "weighted")
    query = RetrievalQuery("혈압과 혈당을 재는 법", "ko", 8, concepts=("hypertension", "hypoglycemia"))
    scores = [hit.score for hit in Retriever(index, policy).search(query).hits if hit.passage.language == "ko"]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 + CONCEPT_BOOST for score in scores)


def test_the_querys_language_comes_first_and_another_only_fills_up(retriever: Retriever) -> None:
    few = retriever.search(RetrievalQuery("혈압", "ko", 1, concepts=("hypertension",)))
    assert (ids(few), few.warnings) == (["ko-bp"], ())
    many = retriever.search(RetrievalQuery("HbA1c", "ko", 14, concepts=("asthma",)))
    languages = [hit.passage.language for hit in many.hits]
    assert languages == sorted(languages, reverse=True)
    assert {"en-asthma", "en-hba1c"} <= set(ids(many))
    assert "other_language" in many.warnings


def test_concepts_bring_passages_whose_words_do_not_match(retriever: Retriever) -> None:
    result = retriever.search(RetrievalQuery("zzz", "ko", 2, concepts=("hypertension", "heart_failure")))
    assert ids(result) == ["ko-salt", "ko-bp"]
    assert [dict(hit.legs) for hit in result.hits] == [{"concepts": 1}, {"concepts": 2}]


def test_concepts_lift_but_do_not_outrank_a_clear_match(retriever: Retriever) -> None:
    plain = retriever.search(RetrievalQuery("불면으로 잠이 오지 않아요", "ko", 8))
    lifted = retriever.search(RetrievalQuery("불면으로 잠이 오지 않아요", "ko", 8, concepts=("osteoarthritis",)))
    assert ids(plain)[0] == ids(lifted)[0] == "ko-sleep"
    assert ids(lifted).index("ko-knee") <= [*ids(plain), "ko-knee"].index("ko-knee")


def test_the_concept_boost_grows_and_is_bounded() -> None:
    boosts = [concept_boost(count) for count in range(1, 12)]
    assert boosts == sorted(boosts)
    assert boosts[-1] <= CONCEPT_BOOST


def test_expansions_find_what_the_patient_did_not_say(retriever: Retriever) -> None:
    assert not retriever.search(RetrievalQuery("puffer", "en", 3)).hits
    assert ids(retriever.search(RetrievalQuery("puffer", "en", 3, expansions=("inhaler",))))[0] == "en-asthma"


@pytest.mark.parametrize("text", ["", "   \n"])
def test_an_empty_query_finds_nothing_and_says_so(retriever: Retriever, text: str) -> None:
    assert retriever.search(RetrievalQuery(text, "ko", 3)) == RetrievalResult((), 1.0, (), ("empty_query",))


def test_a_query_of_unknown_words_says_so(retriever: Retriever) -> None:
    result = retriever.search(RetrievalQuery("zzz qqq", "en", 3))
    assert not result.hits
    assert {"dense_dropped", "nothing_found"} <= set(result.warnings)


@pytest.mark.parametrize("k", [0, -1, 101])
def test_k_is_limited(k: int) -> None:
    with pytest.raises(ValueError, match="k must be"):
        RetrievalQuery("혈압", "ko", k)


def test_words_alone_when_hybrid_is_off(index: Index) -> None:
    result = Retriever(index, Policy(hybrid=False)).search(RetrievalQuery("혈압이 높아요", "ko", 3))
    assert result.legs_used == ("bm25",)


def test_a_corpus_of_one_document_is_searched(tokenizer: Tokenizer) -> None:
    single = Retriever(build_index(passages()[:1], tokenizer))
    result = single.search(RetrievalQuery("혈압이 높아요", "ko", 3))
    assert (ids(result), result.consistency) == (["ko-bp"], 1.0)
    assert single.search(RetrievalQuery("blood pressure", "en", 3, concepts=("hypertension",))).hits


def test_passages_are_found_by_id(retriever: Retriever) -> None:
    found = retriever.passage("ko-flu")
    assert found is not None
    assert found.title == "독감 예방접종"
    assert retriever.passage("absent") is None


def test_consistency_is_higher_among_documents_of_one_topic(tokenizer: Tokenizer) -> None:
    rows: list[dict[str, object]] = [
        {"id": f"s{number}", "text": f"소금과 나트륨을 줄이면 혈압이 내려갑니다 {number}"} for number in range(4)
    ]
    rows += [{"id": f"k{number}", "text": f"무릎이 아프면 체중을 줄이고 운동합니다 {number}"} for number in range(4)]
    retriever = Retriever(build_index(passages(rows), tokenizer))
    alike = retriever.search(RetrievalQuery("나트륨 혈압", "ko", 4)).consistency
    mixed = retriever.search(RetrievalQuery("줄이기", "ko", 8)).consistency
    assert -1 <= mixed < alike <= 1


def test_similarity_is_a_cosine_matrix(retriever: Retriever) -> None:
    texts = ["혈압이 높아요", "혈압 높은데요", "무릎이 아파요", "zzz", "zzz"]
    cosines = retriever.similarity(texts, "ko")
    np.testing.assert_allclose(cosines, cosines.T, atol=1e-6)
    np.testing.assert_allclose(np.diag(cosines), 1)
    assert cosines[0, 1] > 0.85 > cosines[0, 2]
    assert cosines[3, 4] == 1
    assert cosines[0, 3] == 0


def test_similarity_serves_a_language_without_passages(tokenizer: Tokenizer) -> None:
    korean_only = Retriever(build_index(passages()[:8], tokenizer))
    same, other = korean_only.similarity(["take salt", "salt taken", "knee pain"], "en")[0, 1:]
    assert same > other == 0
    assert korean_only.similarity([], "en").shape == (0, 0)


class EnglishOnly:
    id = "english-only/1"
    languages = frozenset({"en"})

    def __init__(self) -> None:
        self.down = False

    def encode(self, texts: Sequence[str]) -> FloatArray:
        if self.down:
            raise EncoderUnavailable
        return np.array([[1, 0] if "salt" in text else [0, 1] for text in texts], dtype=np.float32)


def test_an_encoder_serves_its_own_language_alone(tokenizer: Tokenizer) -> None:
    encoder = EnglishOnly()
    index = build_index(passages(), tokenizer, [encoder])
    assert index.shelves["en"].encoder is encoder
    assert index.manifest.encoders["en"] == encoder.id != index.manifest.encoders["ko"]
    assert Retriever(index).search(RetrievalQuery("salt", "en", 1)).legs_used == ("bm25", "dense")
    english_shelf_only = Retriever(build_index(passages()[8:], tokenizer, [encoder]))
    from_korean = english_shelf_only.search(RetrievalQuery("HbA1c", "ko", 2))
    assert from_korean.legs_used == ("bm25",)
    assert from_korean.warnings == ("other_language", "dense_dropped")


def test_an_encoder_that_is_down_costs_only_its_leg(tokenizer: Tokenizer) -> None:
    encoder = EnglishOnly()
    retriever = Retriever(build_index(passages(), tokenizer, [encoder]))
    encoder.down = True
    result = retriever.search(RetrievalQuery("eat less salt", "en", 1))
    assert ids(result) == ["en-bp"]
    assert "encoder_unavailable" in result.warnings
