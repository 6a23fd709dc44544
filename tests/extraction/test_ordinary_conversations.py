"""What ordinary conversations leave on record: rows by kind, each with look-alikes that must stay as they are."""

from __future__ import annotations

from typing import Any, Final

import pytest

from domain.ledger import Fact
from tests.extraction.test_what_the_record_settles import after

Known = dict[str, Any]


def medicine(name: str, dose: str | None = None, frequency: str | None = None) -> Known:
    told = {"slot": "medications", "name": name, "dose": dose, "frequency": frequency}
    return {key: value for key, value in told.items() if value is not None}


WARFARIN: Final = medicine("Warfarin", "3mg", "QD")
METFORMIN: Final = medicine("Metformin", "500mg", "BID")
AMLODIPINE: Final = medicine("Amlodipine", "5mg", "QD")
ATORVASTATIN: Final = medicine("Atorvastatin", "20mg", "QD")
APIXABAN: Final = medicine("Apixaban", "5mg", "BID")
COLCHICINE: Final = medicine("Colchicine", "0.6mg", "BID")
INHALER: Final = medicine("Albuterol inhaler")
TRIPLE: Final = (medicine("Clarithromycin"), medicine("Amoxicillin"), medicine("Lansoprazole"))
FEVER: Final = {"slot": "symptoms", "name": "fever"}
BACK: Final = {"slot": "symptoms", "name": "back pain"}
KNEE: Final = {"slot": "symptoms", "name": "knee pain"}
TEMPERATURE: Final = {"slot": "vitals", "name": "Body temperature", "value": 38.9, "unit": "Cel", "date": "2026-01-05"}
HBA1C: Final = {"slot": "labs", "name": "HbA1c", "value": 7.8, "unit": "%", "date": "2026-01-05"}


def lines(facts: list[Fact], *slots: str) -> list[str]:
    """The facts of some slots, each as what it names, how much, how often, and whether it is in force."""
    found = []
    for one in facts:
        content = one.content
        if content.slot.value in slots:
            status = content.status.value if content.status is not None else None
            told = (content.concept.concept_id, content.dose, content.frequency, status)
            found.append(" ".join(part for part in told if part))
    return sorted(found)


def taken(text: str, *known: Known) -> list[str]:
    return lines(after(text, *known), "medications")


@pytest.mark.parametrize(
    ("text", "known", "expected"),
    [
        ("Forgot the warfarin last night. Should she have two this evening?", WARFARIN, "warfarin 3mg QD active"),
        ("what happens if I take 10 of amlodipine instead of 5?", AMLODIPINE, "amlodipine 5mg QD active"),
        ("어젯밤 와파린을 못 먹었어요. 오늘 두 알 먹어도 되나요?", WARFARIN, "warfarin 3mg QD active"),
        ("아토르바스타틴 이번 달에 세 번 빼먹었어요", ATORVASTATIN, "atorvastatin 20mg QD active"),
        ("used my salbutamol 4 times since Friday", INHALER, "albuterol_inhaler active"),
        ("He needed his inhaler 3 times today", INHALER, "albuterol_inhaler active"),
        ("아토르바스타틴을 40으로 올렸어요. 괜찮을까요?", ATORVASTATIN, "atorvastatin 40mg QD active"),
        ("They put the atorvastatin up to 40. Should I take it at night?", ATORVASTATIN, "atorvastatin 40mg QD active"),
        ("벤토린 하루 세 번 써요", INHALER, "albuterol_inhaler TID active"),
    ],
)
def test_doses_of_a_day_are_no_regimen(text: str, known: Known, expected: str) -> None:
    assert taken(text, known) == [expected]


@pytest.mark.parametrize(
    "text",
    ["Didn't take the bisoprolol on Saturday, does that matter?", "어제 아침 비소프롤롤을 빼먹었는데 지금 먹을까요?"],
)
def test_a_missed_dose_is_no_beginning(text: str) -> None:
    found = after(text, medicine("Bisoprolol", "2.5mg", "QD"))
    assert [one.content.valid_from for one in found] == [None]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "I'm on ramipril 5mg twice a day, amlodipine 10 mg in the morning and simvastatin 40 at night.",
            ["amlodipine 10mg QD active", "ramipril 5mg BID active", "simvastatin 40mg QHS active"],
        ),
        (
            "메트포르민 500 하루 두 번이랑 암로디핀 5 아침, 아토르바스타틴 20 저녁에 드세요",
            ["amlodipine 5mg QD active", "atorvastatin 20mg QD active", "metformin 500mg BID active"],
        ),
        (
            "I have an albuterol inhaler when needed and beclomethasone 100, 2 puffs twice a day",
            ["albuterol_inhaler PRN active", "beclomethasone_inhaler 2 puff (100) BID active"],
        ),
    ],
)
def test_each_medicine_of_a_list_has_its_own_times(text: str, expected: list[str]) -> None:
    assert taken(text) == expected


@pytest.mark.parametrize(
    ("text", "known", "over"),
    [
        ("my back is fine now", BACK, True),
        ("knee's all better now", KNEE, True),
        ("열 내리니까 밥을 잘 먹네요", FEVER, True),
        ("무릎은 다 나았어요", KNEE, True),
        ("will my back be fine by monday?", BACK, False),
        ("fever won't come down", FEVER, False),
        ("열 내리면 밥 먹여도 되나요?", FEVER, False),
        ("열이 안 내려요", FEVER, False),
    ],
)
def test_a_complaint_is_over_where_it_is_said_to_be(text: str, known: Known, *, over: bool) -> None:
    found = [one.content.status for one in after(text, known) if one.content.slot.value == "symptoms"]
    assert [status is not None and status.value == "resolved" for status in found] == [over]


@pytest.mark.parametrize(
    ("text", "known", "status"),
    [
        ("They stopped the apixaban for now till she's seen in the clinic", APIXABAN, "on_hold"),
        ("제균약 먹는 일주일은 콜히친 쉬고 끝나면 다시 먹으래요", COLCHICINE, "on_hold"),
        ("아토르바스타틴은 일주일만 쉬었다가 다시 먹으라고 하셨어요", ATORVASTATIN, "on_hold"),
        ("they stopped the apixaban for good", APIXABAN, "stopped"),
        ("콜히친 쉬어도 되나요?", COLCHICINE, "active"),
    ],
)
def test_what_is_stopped_for_a_while_waits(text: str, known: Known, status: str) -> None:
    found = {one.content.concept.name: one.content.status for one in after(text, known)}
    assert found[known["name"]] == status


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("제균약은 23일에 다 먹었고 이제 속 편해요", "stopped"),
        ("finished the H. pylori triple therapy on Friday", "stopped"),
        ("항생제 다 먹어야 하나요?", "active"),
    ],
)
def test_a_course_ends_with_all_of_its_medicines(text: str, status: str) -> None:
    found = {
        one.content.concept.concept_id: one.content.status
        for one in after(text, *TRIPLE, METFORMIN)
        if one.content.slot.value == "medications"
    }
    assert found["metformin"] == "active"
    assert {found["clarithromycin"], found["amoxicillin"]} == {status}


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("amoxicillin 500mg three times a day for 7 days", "2026-01-11"),
        ("아지스로마이신 500mg 하루 한 번 3일치 받았어요", "2026-01-07"),
        ("metformin 500mg twice a day for 3 years", None),
        ("I've been on prednisolone for 5 days", None),
    ],
)
def test_what_is_given_for_some_days_has_an_end(text: str, ends: str | None) -> None:
    assert [one.content.valid_to for one in after(text)] == [ends]


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        ("약국 이부프로펜을 드시려고 해요", {"planned"}),
        ("내일부터 홍삼을 먹어보려고요", {"planned"}),
        ("thinking of trying melatonin tonight", {"planned"}),
        ("이부프로펜을 먹고 있어요", {"active"}),
    ],
)
def test_what_is_meant_to_be_taken_is_not_taken(text: str, statuses: set[str]) -> None:
    found = after(text, WARFARIN)
    assert {one.content.status for one in found if one.content.concept.concept_id != "warfarin"} <= statuses


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("I drive trucks around Perth mostly and have gout", ["gout"]),
        ("I live near Paget in Bermuda and have gout", ["gout"]),
        ("I have perthes disease since childhood", ["perthes_disease"]),
        ("my graves disease is back", ["graves_disease"]),
    ],
)
def test_a_place_is_no_disease(text: str, named: list[str]) -> None:
    assert [one.content.concept.concept_id for one in after(text) if one.content.slot.value == "conditions"] == named


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Runny nose since Sunday but drinking well and running about", ["runny_nose"]),
        ("he's laughing and playing, just a mild cough", ["cough"]),
        ("물도 잘 마시고 소변도 잘 봐요. 콧물만 조금 나요", ["runny_nose"]),
        ("lots of bruises all over my legs for no reason", ["easy_bruising"]),
        ("my poop's gone black", ["melena"]),
    ],
)
def test_what_people_do_all_day_is_no_complaint(text: str, named: list[str]) -> None:
    assert [one.content.concept.concept_id for one in after(text) if one.content.slot.value == "symptoms"] == named


@pytest.mark.parametrize(
    ("text", "known", "expected"),
    [
        (
            "She put me up to 100 mcg. My ferritin is low, 11, so she wants me on ferrous sulfate 300 mg once a day.",
            (medicine("Levothyroxine", "75mcg", "QD"),),
            ["ferrous_sulfate 300mg QD active", "levothyroxine 100mcg QD active"],
        ),
        (
            "병원에서 100으로 올리래요. 그럼 75는 안 먹고 100짜리 하나만 먹는 거 맞죠?",
            (medicine("Levothyroxine", "75mcg", "QD"),),
            ["levothyroxine 100mcg QD active"],
        ),
        ("should they put me up to 40?", (ATORVASTATIN,), ["atorvastatin 20mg QD active"]),
        ("They put me up to 2 litres of oxygen", (AMLODIPINE,), ["amlodipine 5mg QD active"]),
    ],
)
def test_a_dose_moved_without_a_name_is_of_the_one_medicine(
    text: str, known: tuple[Known, ...], expected: list[str]
) -> None:
    assert taken(text, *known) == expected


def test_one_bruise_is_no_tendency() -> None:
    found = after("got a bruise on her knee from falling off the bed")
    assert "easy_bruising" not in {one.content.concept.concept_id for one in found}


def test_values_without_a_unit_are_in_the_one_in_which_they_are_usual() -> None:
    assert [one.content.value for one in after("uric acid 0.56")] == [pytest.approx(9.41, abs=0.01)]
    assert [one.content.value for one in after("uric acid 7.9")] == [7.9]


def test_a_value_is_put_right_once_and_on_its_own_day() -> None:
    assert [one.content.value for one in after("it's 39.1 not 38.9", TEMPERATURE)] == [39.1]
    found = after("The paper says HbA1c 7.2. The 7.8 was last year's", HBA1C)
    assert [(one.content.value, str(one.content.valid_from)[:4]) for one in found] == [(7.2, "2026")]
