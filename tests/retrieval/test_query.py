from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval import RetrievalQuery, Retriever, Tokenizer
from retrieval.compression import extractive, hybrid
from retrieval.index import build_index
from retrieval.query import LONG_CHARACTERS, compose_query, condense, other_names
from tests.retrieval.sample import passages

STORY = (
    "안녕하세요, 저는 부산에 사는 예순여덟 살 주부이고 작년 가을부터 딸네 집에서 손주를 돌보고 있습니다. "
    "지난주에는 날씨가 좋아서 온 가족이 바닷가에 다녀왔는데 회도 먹고 사진도 많이 찍었습니다. "
    "당뇨약으로 메트포르민을 먹은 지 십 년쯤 되었습니다. 요즘 먹고 나면 속이 메스꺼워요. 식사와 함께 먹어도 되나요? "
    "그리고 손주가 감기에 걸려서 밤에 잠을 잘 못 자고 있어서 낮에 조금씩 눈을 붙이고 있습니다. "
    "늘 친절하게 답해 주셔서 고맙습니다."
)


def test_a_long_message_is_condensed_to_its_question() -> None:
    assert len(STORY) > LONG_CHARACTERS
    assert condense(STORY) == "요즘 먹고 나면 속이 메스꺼워요. 식사와 함께 먹어도 되나요?"
    assert condense("짧은 질문인가요?") == "짧은 질문인가요?"


@given(
    st.lists(st.sampled_from(["혈압이 높습니다.", "약을 안 먹어요.", "언제 먹나요?", "I do not smoke."]), max_size=60)
)
def test_condensing_keeps_whole_sentences(told: list[str]) -> None:
    text = " ".join(told)
    assert condense(text) == text if len(text) <= LONG_CHARACTERS else set(condense(text).split()) <= set(text.split())


def test_a_concept_is_searched_by_its_names_in_both_languages(retriever: Retriever) -> None:
    names = [("천식", "asthma", "기관지천식", "bronchial asthma", "third")]
    assert other_names("천식이 있어요", names) == ("asthma", "기관지천식", "bronchial asthma")
    composed = compose_query("천식 흡입기", "ko", 3, names, ("asthma",), age=70)
    assert composed.expansions == ("asthma", "기관지천식", "bronchial asthma", "고령 노인")
    assert "en-asthma" in [hit.passage.document_id for hit in retriever.search(composed).hits]


def test_words_that_no_document_uses_find_those_that_mean_the_same(tokenizer: Tokenizer) -> None:
    rows: list[dict[str, object]] = [
        {"id": "urine", "text": "소변을 자주 보면 방광을 살핍니다."},
        {"id": "knee", "text": "무릎을 굽혔다 폅니다."},
        {"id": "salt", "text": "소금을 줄입니다."},
    ]
    found = Retriever(build_index(passages(rows), tokenizer)).search(RetrievalQuery("오줌", "ko", 1))
    assert [hit.passage.document_id for hit in found.hits] == ["urine"]


PASSAGE = (
    "메트포르민은 제2형 당뇨병에 씁니다. 신장이 나쁘면 용량을 줄입니다. 메스꺼우면 식사와 함께 먹습니다. "
    "술을 많이 마시지 마십시오. 조영제 검사 전에는 의료진과 상의합니다. 비타민 B12를 가끔 확인합니다."
)


def test_extraction_keeps_what_was_asked_word_for_word(tokenizer: Tokenizer) -> None:
    short = extractive(PASSAGE, "먹고 메스꺼워요", tokenizer)
    assert "메스꺼우면 식사와 함께 먹습니다." in short
    assert len(short) <= len(PASSAGE) / 2


@given(
    st.lists(st.sampled_from(PASSAGE.split(". ")), min_size=1, max_size=20), st.sampled_from(["신장", "술", "", "x"])
)
def test_extraction_only_leaves_sentences_out(told: list[str], query: str) -> None:
    text = ". ".join(told) + "."
    short = extractive(text, query, Tokenizer(None))
    assert short
    assert len(short) <= max(len(text) / 2, max(map(len, told)) + 1)
    position = 0
    for sentence in short.split(". "):
        position = text.index(sentence.rstrip("."), position)


@pytest.mark.parametrize("answer", ["", "x" * 10_000])
def test_a_model_that_shortens_nothing_is_not_believed(tokenizer: Tokenizer, answer: str) -> None:
    by_rule = hybrid(PASSAGE, "메스꺼워요", tokenizer)
    assert hybrid(PASSAGE, "메스꺼워요", tokenizer, lambda _text, _room: answer) == by_rule
    assert hybrid(PASSAGE, "메스꺼워요", tokenizer, lambda _text, _room: "식사와 함께.") == "식사와 함께."
    assert len(by_rule) <= 0.3 * len(PASSAGE)
