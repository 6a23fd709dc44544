"""Numbers of what was fetched, is left or was missed are no dose; what is taken is one, also "as well" of degrees."""

from __future__ import annotations

import pytest

from tests.extraction.test_told_by_parts import dose
from tests.extraction.test_what_the_record_settles import after


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("심비코트 두 개 받았어요", "budesonide_formoterol_inhaler"),
        ("벤토린 하나 새로 처방받아 왔어요", "albuterol_inhaler"),
        ("나조넥스 두개 주셨어요", "mometasone_nasal_spray"),
        ("타이레놀 두 개 사놨어요", "acetaminophen"),
        ("타이레놀 열 알 남았어요", "acetaminophen"),
        ("메트포르민 두 알 빼먹었어요", "metformin"),
        ("I picked up 2 Ventolin from the chemist", "albuterol_inhaler"),
        ("The doctor gave me two Symbicort", "budesonide_formoterol_inhaler"),
        ("I bought two ibuprofen at the garage", "ibuprofen"),
        ("I collected 28 tablets of ramipril today", "ramipril"),
        ("I've 3 prednisolone left", "prednisolone"),
        ("I missed 2 tablets of metformin", "metformin"),
        ("I have 10 tablets of diazepam", "diazepam"),
    ],
)
def test_what_is_fetched_held_or_missed_is_no_dose(text: str, name: str) -> None:
    assert [one.content.dose for one in after(text) if one.content.concept.concept_id == name] == [None]


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("타이레놀 두 개 먹었어요", "acetaminophen", "2 tab"),
        ("타이레놀 두 알씩 처방받았어요", "acetaminophen", "2 tab"),
        ("벤토린 두 번 흡입해요", "albuterol_inhaler", "2 puff"),
        ("I get 2 paracetamol at night", "acetaminophen", "2 tab"),
        ("I have 2 ventolin in the morning", "albuterol_inhaler", "2 puff"),
        ("I was prescribed 2 paracetamol every 6 hours", "acetaminophen", "2 tab"),
        ("I put 2 drops of latanoprost in the left eye", "latanoprost", "2 drop"),
        ("I take 2 tablets of metformin", "metformin", "2 tab"),
        ("2 puffs ventolin twice a day", "albuterol_inhaler", "2 puff"),
    ],
)
def test_what_is_taken_is_one(text: str, name: str, expected: str) -> None:
    assert dose(text, name) == expected


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("아스피린 100도 같이 먹고 있고요", "aspirin", "100mg"),
        ("아스피린은 100도 먹어요", "aspirin", "100mg"),
        ("리피토 20에 아스피린 100도요", "aspirin", "100mg"),
        ("텔미사르탄 40도 먹고 있어요", "telmisartan", "40mg"),
    ],
)
def test_a_dose_that_is_taken_as_well_has_no_degrees(text: str, name: str, expected: str) -> None:
    assert dose(text, name) == expected


@pytest.mark.parametrize("text", ["열이 38도라 타이레놀 먹었어요", "체온이 39도 해열제 먹였어요"])
def test_a_fever_for_which_a_medicine_is_taken_keeps_its_degrees(text: str) -> None:
    fevers = [one.content for one in after(text) if one.content.concept.concept_id == "body_temperature"]
    assert [one.unit for one in fevers] == ["Cel"]


@pytest.mark.parametrize(
    ("medicine", "text", "status"),
    [
        ("Amlodipine", "My amlodipine has finished and the chemist has none", "active"),
        ("Losartan", "my losartan is all gone, what do I do", "active"),
        ("Metformin", "my metformin tablets have finished since yesterday", "active"),
        ("Amlodipine", "I am finished with amlodipine, the doctor stopped it", "stopped"),
        ("Amoxicillin", "my amoxicillin has finished, all seven days done", "stopped"),
        ("Amoxicillin", "I have finished the amoxicillin", "stopped"),
    ],
)
def test_an_empty_box_ends_no_medicine_for_good_but_a_course(medicine: str, text: str, status: str) -> None:
    found = after(text, {"slot": "medications", "name": medicine, "dose": "10mg"})
    assert [
        one.content.status.value for one in found if one.content.concept.name == medicine and one.content.status
    ] == [status]
