"""Results of tests that are told in words: what they are called on record, and whose they are."""

from __future__ import annotations

import pytest

from domain.values import SlotKind
from extraction.reading.figures.results import find_results, result_of, works_well
from tests.extraction.test_what_the_record_settles import after


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("독감 검사는 음성이었어요", "negative"),
        ("b형간염 (-) 나왔음", "negative"), ("it came back negative", "negative"),
        ("코로나 양성 떴어요", "positive"), ("strep was positive", "positive"),
        ("갑상선은 정상이래요", "normal"), ("간수치 이상 없대요", "normal"), ("the b12 is fine", "normal"),
        ("the result was inconclusive", "indeterminate"),
    ],
)  # fmt: skip
def test_a_result_in_words_is_heard(text: str, value: str) -> None:
    assert [one.value for one in find_results(text)] == [value]


@pytest.mark.parametrize(
    "text",
    [
        "정상이 아니래요",
        "비정상이래요",
        "it isn't normal",
        "not clear",
        "정상 범위가 얼마예요",
        "the normal range",
        "양성 종양이래요",
    ],
)
def test_what_is_denied_or_names_a_range_or_a_growth_is_no_result(text: str) -> None:
    assert list(find_results(text)) == []


def test_a_result_belongs_to_the_test_that_it_stands_beside() -> None:
    text = "hb was 9.4, ferritin 6 and b12 normal. tsh not done yet"
    names = {name: text.index(name) for name in ("hb", "ferritin", "b12", "tsh")}

    def of(name: str) -> str | None:
        others = tuple(place for other, place in names.items() if other != name)
        found = result_of(text, names[name], names[name] + len(name), others)
        return found.value if found is not None else None

    assert {name: of(name) for name in names} == {"hb": None, "ferritin": None, "b12": "normal", "tsh": None}


def test_a_result_may_stand_before_its_test_or_alone_behind_it() -> None:
    assert (found := result_of("a negative covid test", 11, 21, ())) is not None
    assert found.value == "negative"
    assert (found := result_of("coeliac screen. negative.", 0, 14, ())) is not None
    assert found.value == "negative"
    assert result_of("the strep test is tomorrow. everything else is normal", 4, 14, ()) is None


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("HBV DNA는 검출 안 됐대요", "HBV DNA", "not detected"),
        ("소변검사에서 단백뇨 2+ 나왔어요", "Urine protein", "2+"),
        ("Urine protein 3+, creatinine 1.1", "Urine protein", "3+"),
        ("bloods: ferritin 9, B12 fine", "Vitamin B12", "normal"),
        ("골밀도 T-score 마이나스 2.9 나왔어요", "Bone density T-score", -2.9),
    ],
)
def test_a_result_that_is_no_plain_number_is_kept_as_it_was_told(text: str, name: str, value: object) -> None:
    assert (name, value) in [(one.content.concept.name, one.content.value) for one in after(text)]


def test_a_result_on_record_is_put_right_in_words() -> None:
    flu = {"slot": "labs", "name": "Influenza test", "value": "positive", "date": "2025-12-27"}
    facts = after("독감 검사 양성 아니고 음성이에요", flu)
    assert [one.content.value for one in facts if one.content.slot is SlotKind.LABS] == ["negative"]


@pytest.mark.parametrize(("text", "well"), [("숨도 잘 쉬고 열도 없어요", True), ("숨을 잘 못 쉬고", False)])
def test_a_function_that_works_is_no_complaint(text: str, well: bool) -> None:
    end = text.index("쉬") + 1
    assert works_well(text, 0, end) is well


def test_a_result_in_words_has_the_day_at_the_head_of_its_list() -> None:
    facts = after("Bloods on January 2nd: Hb 10.4, ferritin 9, B12 fine")
    assert {one.content.valid_from for one in facts if one.content.slot is SlotKind.LABS} == {"2026-01-02"}
