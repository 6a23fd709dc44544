from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.naming.lexicon import surfaces
from extraction.text.jamo import jamo, jamo_distance
from extraction.text.normalise import fold, normalise
from tests.shipped import vocabulary

korean = st.text(alphabet="가나다라혈압당뇨약이어요먹머거ㅠㅛab", max_size=8)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("５００㎎", "500mg"),
        ("３６．５℃", "36.5°C"),
        ("94％", "94%"),
        ("120㎜Hg", "120mmHg"),
        ("75µg", "75μg"),
        ("120～140", "120~140"),
        ("5–10", "5-10"),
        ("Leukocytes [#/\u200bvolume]", "Leukocytes [#/volume]"),
        ("\ufeff안녕", "안녕"),
        ("열이  나고\n\t아파요", "열이 나고 아파요"),
        ("I’m “fine”", 'I\'m "fine"'),
        ("당뇨ㅛ… ㅠㅠ", "당뇨… "),
        (unicodedata.normalize("NFD", "혈압약"), "혈압약"),
    ],
)
def test_one_spelling_for_every_sign(typed: str, read: str) -> None:
    assert normalise(typed).text == read


def test_a_span_leads_back_to_the_words_as_typed() -> None:
    typed = "혈당\u200b이   ５００㎎"
    read = normalise(typed)
    start = read.text.index("500mg")
    first, last = read.span(start, start + 5)
    assert typed[first:last] == "５００㎎"


def test_a_span_of_decomposed_hangul_covers_all_its_jamo() -> None:
    typed = unicodedata.normalize("NFD", "약 먹음")
    read = normalise(typed)
    first, last = read.span(0, 1)
    assert unicodedata.normalize("NFC", typed[first:last]) == "약"


def test_a_span_outside_the_text_is_refused() -> None:
    with pytest.raises(ValueError):
        normalise("약").span(0, 2)


@given(st.text())
def test_is_idempotent_and_its_spans_stay_inside(text: str) -> None:
    read = normalise(text)
    assert normalise(read.text).text == read.text
    for at in range(len(read.text)):
        start, end = read.span(at, at + 1)
        assert 0 <= start < end <= len(text)
    start, end = read.span(len(read.text), len(read.text))
    assert 0 <= start == end <= len(text)


@given(st.text())
def test_a_key_ignores_case_and_spaces(text: str) -> None:
    assert " " not in fold(text)
    assert fold("Lipitor  20") == fold("lipitor20")


@given(st.one_of(st.text(), korean, st.text(alphabet="aB 약-/'(5\u200b\uff15")))
def test_a_key_is_that_of_the_normalised_text(text: str) -> None:
    assert fold(text) == normalise(text).text.casefold().replace(" ", "")


@pytest.mark.parametrize(
    ("left", "right", "distance"),
    [
        ("고혈압", "고혈얍", 1),
        ("먹어요", "머거요", 1),
        ("없어요", "업어요", 1),
        ("당뇨", "당뇨", 0),
        ("알레르기", "알래르기", 1),
        ("abcd", "acbd", 1),
        ("losartan", "losartin", 1),
    ],
)
def test_typos_are_near_in_jamo(left: str, right: str, distance: int) -> None:
    assert jamo_distance(left, right, 3) == distance


def test_a_distance_above_the_limit_is_cut_off() -> None:
    assert jamo_distance("당뇨병", "고혈압", 2) == 3
    with pytest.raises(ValueError):
        jamo_distance("가", "나", -1)


def test_syllables_come_apart_and_lone_jamo_stay() -> None:
    assert jamo("닭ㅛa") == "ㄷㅏㄺㅛa"


@given(korean, korean)
def test_distance_is_symmetric_and_zero_only_for_equal_spellings(left: str, right: str) -> None:
    assert jamo_distance(left, right, 30) == jamo_distance(right, left, 30)
    assert (jamo_distance(left, right, 30) == 0) == (jamo(left) == jamo(right))


@given(korean, korean, st.integers(0, 10))
def test_the_limit_changes_nothing_below_it(left: str, right: str, limit: int) -> None:
    assert jamo_distance(left, right, limit) == min(jamo_distance(left, right, 60), limit + 1)


@pytest.mark.parametrize(
    ("typed", "read"),
    [("i dont take it", "i don't take it"), ("Cant", "Can't"), ("ive stopped", "i've stopped"),
     ("IM injection", "IM injection"),
     ("its well", "its well")],
)  # fmt: skip
def test_an_apostrophe_that_was_left_out_is_put_in(typed: str, read: str) -> None:
    found = normalise(typed)
    assert found.text == read
    assert found.span(0, len(read)) == (0, len(typed))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("i am alergic to eggs", "i am allergic to eggs"),
        ("teh docter diagnozed gout becuase of it", "the doctor diagnosed gout because of it"),
        ("my presure, my cholestrol and my glucos", "my pressure, my cholesterol and my glucose"),
        ("혈얍계로 재니 혀랍이 높아요", "혈압계로 재니 혈압이 높아요"),
        ("경계성 당료", "경계성 당뇨"),
        ("고혈얍, 당료가 있고 약을 복욕해요", "고혈압, 당뇨가 있고 약을 복용해요"),
        ("겸사에서 혈탕이 높대요", "검사에서 혈당이 높대요"),
    ],
)
def test_slips_in_the_words_that_patients_tell_by_are_put_right(typed: str, meant: str) -> None:
    read = normalise(typed)
    assert read.text == meant
    assert [typed[slice(*read.span(0, len(meant)))], read.span(len(meant), len(meant))] == [typed, (len(typed),) * 2]


@pytest.mark.parametrize(
    "typed",
    [
        "she stooped, drooped and wheezed over the sugary pressing of dosages",
        "migraines, allergies, medicines, haemoglobin, diarrhoea and anaemia",
        "propranolol, propanolol, prednisone, hydroxyzine, Zantac and Allergex",
        "ask Marin at the Persure Clinic, mail teh@cholestrol.org",
        "감사합니다, 콩밭에서 일하고 진로를 정했어요",
        "부족한 수지, 중상을 입고 평원을 지나 부착용 패치를 샀어요",
    ],
)
def test_words_of_their_own_stay_as_they_are(typed: str) -> None:
    assert normalise(typed).text == typed


def test_no_name_of_the_lexicon_becomes_another_ones() -> None:
    lexicon = vocabulary().lexicon
    named = [(entry, name, normalise(name).text) for entry in lexicon.entries() for name in surfaces(entry)]
    turned = ((entry, name, lexicon.by_name(to, (entry.kind,))) for entry, name, to in named if to != name)
    lost = [name for entry, name, to in turned if to is not None and to.concept_id != entry.concept_id]
    assert lost == []
