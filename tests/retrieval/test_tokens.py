from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval import Tokenizer, load_analyser
from retrieval.tokens import script_language


def test_particles_and_endings_do_not_hide_a_korean_word(tokenizer: Tokenizer) -> None:
    said, written = set(tokenizer.terms("머리가 아파요")), set(tokenizer.terms("머리는 아프고"))
    assert {"머리", "아프다"} <= said & written


def test_an_unknown_korean_name_is_found_by_its_bigrams(tokenizer: Tokenizer) -> None:
    assert {"글루", "루코"} <= set(tokenizer.terms("글루코파지를")) & set(tokenizer.terms("글루코파지정"))


def test_english_is_stemmed_without_function_words(tokenizer: Tokenizer) -> None:
    assert tokenizer.terms("The headaches were worsening") == tokenizer.terms("headache worsens")


def test_negations_stay(tokenizer: Tokenizer) -> None:
    assert tokenizer.terms("no fever") != tokenizer.terms("fever")


def test_codes_and_numbers_inside_korean_stay_whole(tokenizer: Tokenizer) -> None:
    assert {"hba1c", "7.2", "sglt2"} <= set(tokenizer.terms("HbA1c가 7.2%인데 SGLT2 억제제는요?"))


def test_width_and_case_do_not_matter(tokenizer: Tokenizer) -> None:
    assert tokenizer.terms("ＨｂＡ１ｃ") == tokenizer.terms("hba1c")


def test_many_texts_are_read_as_one_by_one(tokenizer: Tokenizer) -> None:
    texts = ["혈압이 높아요", "", "blood pressure", "HbA1c 수치는?", "..."]
    assert tokenizer.terms_of(texts) == [tokenizer.terms(text) for text in texts]


def test_without_an_analyser_bigrams_stand_in() -> None:
    plain = Tokenizer(None)
    assert plain.terms("혈압이 A1c") == ["a1c", "혈압", "압이"]
    assert plain.terms("간") == ["간"]
    assert plain.id != Tokenizer(load_analyser()).id


def test_the_id_tells_user_words_apart_whatever_their_order() -> None:
    analyser = load_analyser()
    assert Tokenizer(analyser, ("가", "나")).id == Tokenizer(analyser, ("나", "가")).id != Tokenizer(analyser).id


def test_a_process_has_one_analyser() -> None:
    assert load_analyser() is load_analyser()


@given(st.text(max_size=60))
def test_any_text_gives_terms_without_spaces(text: str) -> None:
    assert all(term and not any(character.isspace() for character in term) for term in Tokenizer(None).terms(text))


@pytest.mark.parametrize(
    ("text", "language"),
    [("혈압이 높아요", "ko"), ("HbA1c 수치", "ko"), ("blood pressure", "en"), ("7.2", "en"), ("", "en")],
)
def test_the_script_tells_the_language(text: str, language: str) -> None:
    assert script_language(text) == language
