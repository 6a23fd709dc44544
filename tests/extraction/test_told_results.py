"""Measured values and results as sheets and patients write them: rows by kind, with what must not be read so."""

from __future__ import annotations

import pytest

from domain.values import SlotKind
from tests.extraction.test_what_the_record_settles import after

_TESTS = (SlotKind.LABS, SlotKind.VITALS)


def told(text: str, *, stated: bool = False) -> list[tuple[str, object]]:
    """The tests on record after ``text``: each by its concept, with its value, or with the number as it was said."""
    contents = [one.content for one in after(text) if one.content.slot in _TESTS]
    return [(one.concept.concept_id, one.value_stated if stated else one.value) for one in contents]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Labs today: Na 141 K 3.9 Cr 0.8 Mg 1.9", ("potassium", 3.9)),
        ("Labs today: Na 141 K 3.9 Cr 0.8 Mg 1.9", ("magnesium", 1.9)),
        ("월례검사 Hb 11.2 P 5.4 알부민 3.9", ("phosphate", 5.4)),
        ("칼륨 5.2, 인 6.1 나왔어요", ("phosphate", 6.1)),
        ("어제부터 맥이 45까지 떨어져요", ("heart_rate", 45.0)),
        ("heart 126 lying down", ("heart_rate", 126.0)),
        ("심장이 110 넘게 뛰어요", ("heart_rate", 110.0)),
        ("his oxygen was 89 this morning", ("oxygen_saturation", 89.0)),
        ("걸으면 산소가 87까지 떨어져요", ("oxygen_saturation", 87.0)),
    ],
)
def test_a_short_name_beside_a_value_is_a_test(text: str, expected: tuple[str, object]) -> None:
    assert expected in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "my heart 40 percent they said",
        "심장이 70프로 막혔대요",
        "took 5 mg 3 times",
        "I walked 5 k at ten",
        "산소 2리터 해요",
    ],
)
def test_a_share_a_dose_or_a_way_is_none(text: str) -> None:
    assert not {"heart_rate", "magnesium", "potassium", "oxygen_saturation"} & {name for name, _ in told(text)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hb 95 day 3, home on day 5", [("hemoglobin", "95")]),
        ("FSH 9.4 day 2", [("fsh", "9.4")]),
        ("HBV DNA 3.4 million", [("hbv_dna", "3.4e+06")]),
        ("platelets 52 thousand", [("platelets", "52000")]),
        ("A1c 6.9 (was 9.1 feb)", [("hba1c", "6.9"), ("hba1c", "9.1")]),
        ("CEA 88→12→3.1", [("cea", "88"), ("cea", "12"), ("cea", "3.1")]),
        ("TSH 5.8, it was 9.9 in 2023", [("tsh", "5.8"), ("tsh", "9.9")]),
    ],
)
def test_a_value_is_read_whole_and_with_those_told_beside_it(text: str, expected: list[tuple[str, object]]) -> None:
    assert told(text, stated=True) == expected


def test_a_day_right_behind_one_value_is_not_the_others() -> None:
    days = {one.content.value: one.content.valid_from for one in after("A1c 6.9 (was 9.1 feb)")}
    assert (days[6.9], days[9.1]) == (None, "2025-02")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("26, tired for weeks, monospot positive on monday", ("ebv_test", "positive")),
        ("Male 44. HBsAg positive since 2011", ("hbsag", "positive")),
        ("grade two, HER2 negative, one node of four", ("her2", "negative")),
        ("HIV negative, Hb 12.1", ("hiv_test", "negative")),
        ("헬리코박터는 음성이었어요", ("h_pylori_antibody", "negative")),
        ("독감 음성 나왔어요", ("flu_test", "negative")),
        ("아침에 임신테스트기 두 줄 떴어요 마지막 생리는 8월 2일", ("pregnancy_test", "positive")),
        ("생리가 늦는데 테스트기는 한 줄이에요", ("pregnancy_test", "negative")),
        ("The covid test showed two lines, my throat is raw", ("covid_test", "positive")),
    ],
)
def test_a_result_in_words_is_the_test_s_and_no_number_apart_from_it(text: str, expected: tuple[str, object]) -> None:
    found = told(text)
    assert expected in found
    assert not [value for name, value in found if name == expected[0] and isinstance(value, float)]


@pytest.mark.parametrize("text", ["HIV positive since 2015", "코로나 걸렸어요", "I've had hep B since I was a child"])
def test_who_is_positive_has_the_infection(text: str) -> None:
    assert [one.content.slot for one in after(text)] == [SlotKind.CONDITIONS]


def test_a_number_right_behind_a_result_in_words_is_its_value() -> None:
    assert told("the JC virus came up positive 1.4") == [("jc_virus_antibody", 1.4)]


@pytest.mark.parametrize(
    ("text", "kilograms"),
    [
        ("He was born at 30 weeks and 1.4 kilos", 1.4),
        ("우리 애는 38주 2.7kg로 태어났고 지금 8.1kg이에요", 2.7),
        ("born at 33 weeks, 1850 grams", 1.85),
    ],
)
def test_what_a_newborn_weighs_is_its_birth_weight(text: str, kilograms: float) -> None:
    assert ("birth_weight", kilograms) in told(text)


@pytest.mark.parametrize("text", ["since he was born I lost 4 kg", "born in Leeds in 1980, 82 kg"])
def test_a_loss_or_a_grown_weight_is_none(text: str) -> None:
    assert "birth_weight" not in {name for name, _ in told(text)}


@pytest.mark.parametrize(
    ("text", "millimetres"),
    [("담석이 9미리짜리래요", 9.0), ("간에 물혹 14미리 있대요", 14.0), ("심실중격결손 5mm 래요", 5.0)],
)
def test_the_size_of_a_finding_may_be_told_in_what_is_a_dose_elsewhere(text: str, millimetres: float) -> None:
    assert [one.content.value for one in after(text) if one.content.slot is SlotKind.CONDITIONS] == [millimetres]


def test_milligrams_of_a_medicine_stay_its_dose() -> None:
    assert [one.content.dose for one in after("이부프로펜 400미리 먹었어요")] == ["400mg"]


@pytest.mark.parametrize(
    ("text", "celsius"),
    [
        ("port site is red and oozing, 102.8 and I can't stop shivering", 39.33),
        ("terrible cough, 101.4 since last night", 38.56),
    ],
)
def test_a_bare_fever_beside_complaints_is_a_temperature(text: str, celsius: float) -> None:
    assert ("body_temperature", celsius) in told(text)


@pytest.mark.parametrize(
    "text", ["bad cough, LDL 101.5", "weight 104.5 and a headache", "echo EF 48, 106.4, ECG flutter"]
)
def test_a_weight_or_another_test_is_no_fever(text: str) -> None:
    assert "body_temperature" not in {name for name, _ in told(text)}


def test_the_next_test_is_no_unit_of_the_value_before_it() -> None:
    assert "body_temperature" not in {name for name, _ in told("UPCR 1.6 C3 61 C4 9")}


def test_a_value_that_has_fallen_is_no_goal() -> None:
    assert ("hemoglobin", 8.9) in told("Hb는 8.9까지 내려가서 페린젝트 맞았어요")


def test_calprotectin_alone_is_a_test_of_the_stool() -> None:
    assert told("calprotectin was 75 in october") == [("fecal_calprotectin", 75.0)]


@pytest.mark.parametrize(
    "text", ["his oxygen was 89 this morning, he's usually 94", "peak flow 350 today, normally 420"]
)
def test_what_is_usual_is_no_further_value(text: str) -> None:
    assert len(told(text)) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("vitamin D came back 24 nmol/L", ("vitamin_d_25oh", "24")),
        ("비타민D 30 nmol/L 나왔어요", ("vitamin_d_25oh", "30")),
        ("my B12 was 190 pmol/L", ("vitamin_b12", "190")),
    ],
)
def test_a_level_keeps_the_unit_of_other_laboratories(text: str, expected: tuple[str, object]) -> None:
    assert told(text, stated=True) == [expected]
    # Moles are never read as the grams of the test's own unit.
    assert told(text) != [(expected[0], float(str(expected[1])))]


def test_units_of_a_dose_are_no_level() -> None:
    assert told("I take B12 500 mcg daily") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("당화 때문에 재 봤더니 6.3이더라고요", ("hba1c", 6.3)),
        ("혈당 때문에 병원 갔는데 132 나왔어요", ("glucose", 132.0)),
        ("I went in because of my A1c and it was 6.3", ("hba1c", 6.3)),
    ],
)
def test_what_was_measured_for_a_reason_keeps_its_value(text: str, expected: tuple[str, object]) -> None:
    assert expected in told(text)


@pytest.mark.parametrize("text", ["혈압 때문에 아모디핀 5 먹어요", "I take lisinopril 20 because of my blood pressure"])
def test_the_dose_of_what_is_taken_for_a_test_is_no_value_of_it(text: str) -> None:
    assert told(text) == []
