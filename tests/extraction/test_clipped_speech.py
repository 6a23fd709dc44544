"""Lists, notes and half sentences: what a word is, its neighbours tell."""

from __future__ import annotations

from datetime import datetime

import pytest

from domain.values import Content
from extraction.rules.pipeline import Extractor

SAID_AT = datetime.fromisoformat("2025-03-10T12:00:00+09:00")


def stated(extractor: Extractor, text: str) -> dict[str, Content]:
    reading = extractor.read(text, said_at=SAID_AT, time_zone="Asia/Seoul")
    return {one.content.concept.concept_id: one.content for one in reading.proposals if one.content is not None}


@pytest.mark.parametrize(
    ("text", "test", "value"),
    [
        ("ferritin 20, B12 180", "vitamin_b12", 180),
        ("비타민 D가 18로 낮대요.", "vitamin_d_25oh", 18),
        ("My vitamin D was 22.", "vitamin_d_25oh", 22),
        ("마그네슘 2.1 나왔어요.", "magnesium", 2.1),
    ],
)
def test_a_level_of_a_substance_is_a_test(extractor: Extractor, text: str, test: str, value: float) -> None:
    content = stated(extractor, text)[test]
    assert (content.slot, content.value) == ("labs", value)


@pytest.mark.parametrize("text", ["비타민 D 1000 먹어요.", "I take vitamin D 22 every day.", "B12 500mcg"])
def test_a_dose_of_it_is_a_medicine(extractor: Extractor, text: str) -> None:
    (content,) = stated(extractor, text).values()
    assert content.slot == "medications"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("History of stroke.", "resolved"),
        ("I beat lymphoma.", "resolved"),
        ("예전에 뇌졸중", "resolved"),
        ("History of hypertension.", "active"),
    ],
)
def test_what_is_over_is_past_and_what_is_chronic_lasts(extractor: Extractor, text: str, status: str) -> None:
    (content,) = stated(extractor, text).values()
    assert content.status == status


def test_height_and_weight_in_feet_and_pounds(extractor: Extractor) -> None:
    for text in ("5'7 and 160 pounds", "I'm 5 feet 7 inches, 160 lbs"):
        contents = stated(extractor, text)
        assert contents["body_height"].value == pytest.approx(170.18, abs=0.1)
        assert contents["body_weight"].value == pytest.approx(72.6, abs=0.1)
    assert stated(extractor, "I lost 10 pounds since May.").get("body_weight") is None


@pytest.mark.parametrize(("text", "celsius"), [("fever of 102", 38.89), ("열이 38.5까지 올랐어요.", 38.5)])
def test_a_number_of_a_fever_is_a_temperature(extractor: Extractor, text: str, celsius: float) -> None:
    content = stated(extractor, text)["body_temperature"]
    assert (content.value, content.unit_stated) == (celsius, None)


@pytest.mark.parametrize(
    ("text", "stage"),
    [("만성 신장병 3기예요.", "3"), ("CKD 4기", "4"), ("CKD stage 3b", "3"), ("콩팥병 2기래요.", "2")],
)
def test_a_staged_disease_is_the_disease_with_its_stage(extractor: Extractor, text: str, stage: str) -> None:
    (content,) = stated(extractor, text).values()
    assert (content.concept.concept_id, content.stage) == ("chronic_kidney_disease", stage)


@pytest.mark.parametrize(
    ("text", "concept_id"),
    [
        ("통풍, 천식, 발작 있어요.", "seizure_disorder"),
        ("지병은 발작이랑 통풍이에요.", "seizure_disorder"),
        ("어제 발작이 있었어요.", "seizure"),
    ],
)
def test_a_word_for_an_attack_in_a_list_of_diseases_is_one(extractor: Extractor, text: str, concept_id: str) -> None:
    assert concept_id in stated(extractor, text)


def test_a_number_in_an_unnamed_unit_stands_right_after_its_test(extractor: Extractor) -> None:
    assert stated(extractor, "HbA1c 48")["hba1c"].value == pytest.approx(6.54, abs=0.01)
    assert "hba1c" not in stated(extractor, "당화혈색소는 못 재고 나이가 48이라 걱정이에요.")


def test_a_misspelt_disease_before_its_pill_is_the_pill(extractor: Extractor) -> None:
    (content,) = stated(extractor, "고협압 약 먹어요.").values()
    assert (content.slot, content.concept.concept_id) == ("medications", "antihypertensive")


@pytest.mark.parametrize("text", ["나 여자 68세", "저 여자고 68세예요", "여자 68세입니다"])
def test_sex_and_age_side_by_side(extractor: Extractor, text: str) -> None:
    contents = stated(extractor, text)
    assert (contents["gender"].value, contents["age"].value) == ("female", 68)


def test_spelt_out_numbers_run_together(extractor: Extractor) -> None:
    assert stated(extractor, "당화 육점팔아니고 칠점팔")["hba1c"].value == 7.8


@pytest.mark.parametrize("text", ["혈소판 수치는 13만이에요.", "혈소판이 13만 나왔어요.", "혈소판 130"])
def test_tens_of_thousands_of_cells(extractor: Extractor, text: str) -> None:
    assert stated(extractor, text)["platelets"].value == 130


def test_an_onset_at_the_head_of_a_sentence_is_shared_by_the_symptoms_joined_to_it(extractor: Extractor) -> None:
    contents = stated(extractor, "어제부터 열이 나고 어지러워요.")
    assert {contents[name].valid_from for name in ("fever", "dizziness")} == {"2025-03-09"}
    assert stated(extractor, "어제부터 로사르탄을 먹고 어지러워요.")["dizziness"].valid_from is None


@pytest.mark.parametrize("text", ["간 쪽 병은 없어요.", "I have no heart conditions."])
def test_no_disease_of_one_organ_is_not_no_disease(extractor: Extractor, text: str) -> None:
    assert "*" not in stated(extractor, text)
