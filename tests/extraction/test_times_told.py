"""On which days and at which times of the day a medicine is taken, told, moved and put right."""

from __future__ import annotations

from typing import Any

import pytest

from domain.values import SlotKind
from tests.extraction.test_what_the_record_settles import after


def times(text: str, *known: dict[str, Any], agent: str = "") -> dict[str, tuple[str | None, str | None]]:
    """How often and when each medicine is taken after ``text``."""
    facts = [one.content for one in after(text, *known, agent=agent) if one.content.slot is SlotKind.MEDICATIONS]
    return {one.concept.concept_id: (one.frequency, one.timing) for one in facts}


def taken(name: str, frequency: str, timing: str | None = None, dose: str = "10mg") -> dict[str, Any]:
    return {"slot": "medications", "name": name, "dose": dose, "frequency": frequency, "timing": timing}


PERINDOPRIL = taken("Perindopril", "QD", "MORN", "4mg")
ROSUVASTATIN = taken("Rosuvastatin", "QHS")
METHOTREXATE = taken("Methotrexate", "weekly", "fri")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I take perindopril 4 mg every morning", {"perindopril": ("QD", "MORN")}),
        ("Bisoprolol 2.5 mg with my breakfast", {"bisoprolol": ("QD", "CM")}),
        (
            "lansoprazole 30 mg before breakfast, rosuvastatin 10 mg at night, methotrexate 15 mg on Fridays",
            {"lansoprazole": ("QD", "ACM"), "rosuvastatin": ("QHS", None), "methotrexate": ("weekly", "fri")},
        ),
        ("Apixaban 5 mg twice daily, 7am and 7pm", {"apixaban": ("BID", "07:00 19:00")}),
        ("metformin 850 mg with breakfast and supper", {"metformin": ("BID", "CM CV")}),
        ("azithromycin 250 mg on Mondays and Fridays", {"azithromycin": ("2/week", "mon fri")}),
        (
            "In the morning I take bisoprolol 5 mg and aspirin 75 mg, and rosuvastatin 10 mg in the evening",
            {"bisoprolol": ("QD", "MORN"), "aspirin": ("QD", "MORN"), "rosuvastatin": ("QD", "EVE")},
        ),
        ("losartan and bisoprolol in the morning", {"losartan": ("QD", "MORN"), "bisoprolol": ("QD", "MORN")}),
        ("페린도프릴 4mg 아침 식후에 먹어요", {"perindopril": ("QD", "PCM")}),
        ("메토트렉세이트 매주 금요일 저녁에 먹습니다", {"methotrexate": ("weekly", "fri EVE")}),
        ("저녁 먹고 나서 로수바스타틴 10mg 먹고 자기 전에 졸피뎀 5mg 먹어요",
         {"rosuvastatin": ("QD", "PCV"), "zolpidem": ("QHS", None)}),
        ("아침저녁 식후에 메트포르민 500mg 먹어요", {"metformin": ("BID", "PCM PCV")}),
    ],
)  # fmt: skip
def test_a_time_is_its_own_medicines(text: str, expected: dict[str, tuple[str, str | None]]) -> None:
    assert times(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Perindopril makes me cough in the evening",
        "I take perindopril 4 mg, and my knee aches at night",
        "I took perindopril 4 mg this morning",
        "Should I take my perindopril at night?",
        "my sugar was 7 before breakfast, I take perindopril 4 mg",
        "페린도프릴 4mg 먹는데 저녁에 다리가 부어요",
        "오늘 저녁에 페린도프릴 4mg 먹었어요",
        "페린도프릴을 저녁에 먹어도 되나요?",
        "perindopril in the morning or in the evening",
    ],
)
def test_when_something_else_comes_or_one_dose_was_taken_is_no_time(text: str) -> None:
    assert {timing for _, timing in times(text).values()} <= {None}


def test_a_time_in_a_sentence_of_its_own_is_the_one_medicines() -> None:
    assert times("I'm on perindopril 4 mg. I have it after dinner.") == {"perindopril": ("QD", "PCV")}
    assert times("after lunch", taken("Perindopril", "QD"), agent="When do you take Perindopril?") == {
        "perindopril": ("QD", "PCD")
    }


def test_a_time_of_all_of_them_is_each_ones() -> None:
    known = [taken(name, "QD") for name in ("Perindopril", "Bisoprolol", "Aspirin")]
    assert {timing for _, timing in times("I take all three in the morning", *known).values()} == {"MORN"}
    assert {timing for _, timing in times("셋 다 저녁에 먹어요", *known).values()} == {"EVE"}
    assert {timing for _, timing in times("I take both in the morning", *known).values()} == {None}


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("I moved the perindopril to the evening", "perindopril", ("QD", "EVE")),
        ("I have my perindopril with lunch now", "perindopril", ("QD", "CD")),
        ("Evening, not morning", "perindopril", ("QD", "EVE")),
        ("Sorry, it's Sundays, not Fridays", "methotrexate", ("weekly", "sun")),
        ("no, wednesday not friday", "methotrexate", ("weekly", "wed")),
        ("the doctor changed my rosuvastatin from bedtime to the morning", "rosuvastatin", ("QD", "MORN")),
        ("페린도프릴은 저녁으로 옮겼어요", "perindopril", ("QD", "EVE")),
        ("금요일이 아니라 일요일이에요", "methotrexate", ("weekly", "sun")),
        ("아 요일을 잘못 말했네요. 메토트렉세이트는 금요일이 아니고 일요일이에요", "methotrexate", ("weekly", "sun")),
        ("Now the rosuvastatin is two times a day, morning and night", "rosuvastatin", ("BID", "MORN NIGHT")),
        ("아침 말고 점심이에요", "perindopril", ("QD", "NOON")),
    ],
)
def test_a_time_is_moved_and_put_right(text: str, name: str, expected: tuple[str, str]) -> None:
    found = times(text, PERINDOPRIL, ROSUVASTATIN, METHOTREXATE)
    assert found[name] == expected
    others = {"perindopril": ("QD", "MORN"), "rosuvastatin": ("QHS", None), "methotrexate": ("weekly", "fri")}
    assert {key: value for key, value in found.items() if key != name} == {
        key: value for key, value in others.items() if key != name
    }


def test_of_two_times_only_the_one_that_is_named_moves() -> None:
    known = taken("Metformin", "BID", "MORN EVE", "500mg")
    assert times("I moved the evening dose to bedtime", known)["metformin"] == ("BID", "MORN HS")
    assert times("저녁 약을 자기 전으로 옮겼어요", known)["metformin"] == ("BID", "MORN HS")


@pytest.mark.parametrize(
    "text", ["I moved my appointment to Sunday", "the scan is Sunday, not Friday", "진료를 일요일로 옮겼어요"]
)
def test_another_thing_that_is_moved_moves_no_medicine(text: str) -> None:
    assert times(text, METHOTREXATE)["methotrexate"] == ("weekly", "fri")


def test_doses_of_which_each_has_its_hour_are_kept_whole() -> None:
    (fact,) = after("furosemide 40 mg in the morning and 20 mg at 2 o'clock")
    assert (fact.content.dose, fact.content.frequency) == ("40mg morning, 20mg afternoon", "BID")


@pytest.mark.parametrize("text", ["I only take one iron a day now", "I take iron once a day now"])
def test_one_a_day_now_is_a_rhythm_and_no_day(text: str) -> None:
    (fact,) = after(text, taken("ferrous sulfate", "BID", dose="1 tab"))
    assert fact.content.frequency == "QD"


def test_every_sunday_morning_is_no_day_on_which_a_medicine_began() -> None:
    (fact,) = after("Risedronate 35 mg Sunday mornings before breakfast")
    assert (fact.content.timing, fact.content.valid_from) == ("sun ACM", None)
