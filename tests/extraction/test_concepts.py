from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.naming.concepts import Recogniser, lexicon_words
from extraction.naming.lexicon import Lexicon, read_tables
from extraction.naming.matcher import DictionaryMatcher, longest
from extraction.naming.medcat.matcher import MedcatMatcher
from extraction.naming.name_forms import name_forms, names
from extraction.text.kiwi import shared_kiwi, singular, stems
from tests.shipped import vocabulary

SMALL = read_tables([Path(__file__).parent / "tables"])
RECOGNISER = Recogniser(SMALL)


@pytest.fixture(scope="module")
def shipped() -> Recogniser:
    return vocabulary().recogniser


def found(text: str, recogniser: Recogniser = RECOGNISER) -> list[tuple[str, str]]:
    mentions = recogniser.find(text)
    assert all(text[mention.start : mention.end] == mention.surface for mention in mentions)
    assert all(left.end <= right.start for left, right in pairwise(mentions))
    return [(mention.surface, mention.entry.concept_id) for mention in mentions]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("고혈압약복용중이에요", [("고혈압약", "antihypertensive")]),
        ("당화 혈색소가 7.2 나왔어요", [("당화 혈색소", "hba1c")]),
        ("머리가 너무 많이 아파요", [("머리가 너무 많이 아파", "headache")]),
        ("숨이 차고 메스꺼워요", [("숨이 차", "dyspnea"), ("메스꺼워", "nausea")]),
        ("노바스크먹고있어요", [("노바스크", "amlodipine")]),
        ("HbA1c가 7.2%였어요", [("HbA1c", "hba1c")]),
        ("제2형당뇨병입니다", [("제2형당뇨병", "type_2_diabetes")]),
        ("type2 diabetes and headaches", [("type2 diabetes", "type_2_diabetes"), ("headaches", "headache")]),
        ("아버지가 당뇨병이셨어요", [("아버지", "father"), ("당뇨병", "diabetes")]),
    ],
)
def test_names_are_found_inflected_spaced_and_unspaced(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "시간이 없어요",
        "약간 피곤",
        "두 통 먹었어요",
        "열 번 했어요",
        "혈압계를 샀어요",
        "키위를 먹었어요",
        "the dmv opened ms paint",
        "이가 가지런해요",
    ],
)
def test_short_names_are_not_found_inside_other_words(text: str) -> None:
    assert found(text) == []


def test_a_particle_keeps_two_nouns_apart() -> None:
    assert found("당뇨는 약을 먹어요") == [("당뇨", "diabetes")]
    assert found("당뇨 약을 먹어요") == [("당뇨 약", "antidiabetic")]


def test_the_longest_name_wins_and_then_the_most_specific_table() -> None:
    assert found("빈혈 수치가 낮아요") == [("빈혈 수치", "hemoglobin")]
    assert found("빈혈이에요") == [("빈혈", "anemia")]
    (mention,) = RECOGNISER.find("아스피린 알레르기")
    assert mention.entry.kind == "medications"


def test_abbreviations_that_are_words_must_be_capitals() -> None:
    assert found("I was told MS runs in the family") == [("MS", "multiple_sclerosis")]
    assert found("it took 20 ms") == []
    assert found("bp 138/86") == [("bp", "blood_pressure")]


@pytest.mark.parametrize(
    ("text", "concept_id"),
    [
        ("메트폴민 먹어요", "metformin"),
        ("고협압 있어요", "hypertension"),
        ("아트로바스타틴도 먹어요", "atorvastatin"),
        ("I take metfornin", "metformin"),
        ("두드레기가 났어요", "hives"),
    ],
)
def test_misspelt_names_are_found_with_less_confidence(text: str, concept_id: str) -> None:
    (mention,) = RECOGNISER.find(text)
    assert mention.entry.concept_id == concept_id
    assert mention.confidence < 1.0


@pytest.mark.parametrize(
    "text",
    [
        "로바스타틴을 먹어요",
        "고나트륨혈증이래요",
        "statistics at the station",
        "I was aspiring to more",
        "메모를 했어요",
    ],
)
def test_other_words_are_no_misspellings(text: str) -> None:
    assert found(text) == []


def matched(matcher: DictionaryMatcher | MedcatMatcher, lexicon: Lexicon, text: str) -> set[str]:
    parts = stems(shared_kiwi(lexicon_words(lexicon)), text)
    return {each.entry.concept_id for each in longest(matcher.candidates(text, parts))}


def test_medcat_and_the_dictionary_agree_on_every_name() -> None:
    kiwi = shared_kiwi(lexicon_words(SMALL))
    medcat = MedcatMatcher(SMALL, lambda text: stems(kiwi, text))
    forms = name_forms(SMALL, lambda text: stems(kiwi, text))
    dictionary = DictionaryMatcher(zip(names(SMALL), forms.folded, forms.keys, strict=True))
    for name in ("고혈압", "메트포르민", "두통이 있어요", "BP 130", "머리가 아파요", "당뇨약을 먹어요", "headaches"):
        assert matched(medcat, SMALL, name) == matched(dictionary, SMALL, name) != set()


def test_kiwi_is_one_instance_for_one_set_of_words() -> None:
    assert shared_kiwi(lexicon_words(SMALL)) is shared_kiwi(reversed(lexicon_words(SMALL)))


def test_stems_keep_their_place_among_emoji_and_latin() -> None:
    text = "😀 HbA1c가 8.1이고 두통도 있어요"
    parts = stems(shared_kiwi(lexicon_words(SMALL)), text)
    assert [text[part.start : part.end] for part in parts if part.noun] == ["HbA1c", "8.1", "두통"]


@pytest.mark.parametrize(
    ("one", "many"), [("headache", "headaches"), ("rash", "rashes"), ("allergy", "allergies"), ("virus", "virus")]
)
def test_plurals_share_a_key(one: str, many: str) -> None:
    assert singular(one) == singular(many)


def test_threads_get_the_same_answers() -> None:
    texts = ["고혈압약 먹어요", "메트폴민 500", "headaches and BP 130/80", "숨이 차요"] * 8
    alone = [RECOGNISER.find(text) for text in texts]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(RECOGNISER.find, texts)) == alone


@given(st.text(alphabet="가간갑고나다당두메병비스아압약열요은이키통트포르민혈aDMScost 0123.,/-%\n😀ㅠ", max_size=40))
def test_any_text_is_read_in_order_without_overlap(text: str) -> None:
    found(text)


def test_shipped_names_are_found_as_their_own_concepts(shipped: Recogniser) -> None:
    lexicon = vocabulary().lexicon
    missed = []
    sample = lexicon.entries()[::5]
    for entry in sample:
        for name in {entry.name, entry.name_ko} - {""}:
            whole = [mention for mention in shipped.find(name) if mention.surface == name]
            known_as = [mention for mention in whole if lexicon.by_name(name, (mention.entry.kind,)) == mention.entry]
            if not known_as:
                missed.append((entry.kind, name))
    assert len(missed) <= 0.01 * len(sample), missed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("아트로바스타틴을 먹어요", ["atorvastatin"]),
        ("로바스타틴을 먹어요", ["lovastatin"]),
        ("간이 안 좋아요", ["liver_disease"]),
        ("위에 적은 그대로예요", []),
        ("머리를 감기 전에 빗어요", []),
        ("The radiation vessels always process the program", []),
    ],
)
def test_the_shipped_names_do_not_get_in_each_others_way(shipped: Recogniser, text: str, expected: list[str]) -> None:
    assert [mention.entry.concept_id for mention in shipped.find(text)] == expected
