"""Ends that are asked about, doses still taken, and numbers that are an age, a reason or another thing's count."""

from __future__ import annotations

from typing import Any

import pytest

from domain.values import SlotKind
from tests.extraction.test_what_the_record_settles import after

ESCITALOPRAM = {"slot": "medications", "name": "Escitalopram", "dose": "10mg"}
GLIMEPIRIDE = {"slot": "medications", "name": "Glimepiride", "dose": "1mg", "status": "stopped"}
ALPRAZOLAM = {"slot": "medications", "name": "Alprazolam", "dose": "0.25mg"}
FEBUXOSTAT = {"slot": "medications", "name": "Febuxostat", "dose": "40mg", "frequency": "QD"}
VALPROATE = {"slot": "medications", "name": "Valproic acid", "dose": "500mg", "frequency": "QHS"}


def medicines(text: str, *known: dict[str, Any]) -> dict[str, tuple[str | None, str | None]]:
    facts = [one.content for one in after(text, *known) if one.content.slot is SlotKind.MEDICATIONS]
    return {one.concept.concept_id: (one.dose, one.status.value if one.status else None) for one in facts}


@pytest.mark.parametrize(
    "text",
    [
        "그럼 나 렉사프로 언제 시작했고 지금 몇미리죠 뭐 끊은거고", "지금 먹는 약 적어줘 끊은 것도",
        "내가 끊은 약은 뭐지", "what was stopped and what am I on now", "when did I stop which, and why",
    ],
)  # fmt: skip
def test_whoever_asks_what_was_stopped_stops_nothing(text: str) -> None:
    told = medicines(text, ESCITALOPRAM, GLIMEPIRIDE)
    assert told == {"escitalopram": ("10mg", "active"), "glimepiride": ("1mg", "stopped")}


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("오늘부터 렉사프로 20이래요. 자낙스는 이제 먹지말래", "stopped"),
        ("자낙스는 끊으래요", "stopped"),
        ("자낙스 이제 먹지 말까요?", "active"),
        ("자낙스는 빈속에 먹지 말래요", "active"),
    ],
)
def test_what_is_no_longer_to_be_taken_has_ended(text: str, status: str) -> None:
    assert medicines(text, ESCITALOPRAM, ALPRAZOLAM)["alprazolam"][1] == status


@pytest.mark.parametrize(
    ("text", "name", "known"),
    [
        ("페브릭은 80으로 올렸다가 간수치 땜에 다시 40", "febuxostat", FEBUXOSTAT),
        ("went up to 80 of febuxostat but back to 40 because of my liver", "febuxostat", FEBUXOSTAT),
        ("데파코트 다음달부터 250으로 줄인대요 아직은 500", "valproic_acid", VALPROATE),
        ("Depakote goes down to 250 next month, still 500 for now", "valproic_acid", VALPROATE),
    ],
)
def test_a_dose_told_as_taken_still_or_again_stays(text: str, name: str, known: dict[str, Any]) -> None:
    assert medicines(text, known) == {name: (known["dose"], "active")}
    assert not [one for one in after(text, known) if one.content.slot is SlotKind.LABS]


@pytest.mark.parametrize(
    ("text", "name", "dose"),
    [
        ("im on rigevidon, 19, uni in dundee", "levonorgestrel_ethinyl_estradiol", None),
        ("sertraline, 23, student in leeds", "sertraline", None),
    ],
)
def test_years_of_a_person_are_no_dose(text: str, name: str, dose: str | None) -> None:
    facts = after(text)
    assert medicines(text)[name][0] == dose
    assert [one.content.value for one in facts if one.content.concept.concept_id == "age"]


def test_years_of_a_person_are_no_pressure() -> None:
    text = "노바스크 5 먹어. 나 68이고 혈압은 15년 됐어"
    told = {one.content.concept.concept_id: one.content.value for one in after(text)}
    assert "systolic_blood_pressure" not in told


def test_stents_are_no_cigarettes() -> None:
    told = {one.content.concept.concept_id: one.content.value for one in after("스텐트 두개 박았고 담배 아직 피운다")}
    assert told["smoking"] == "current"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("copper coil since 2022, period's 10 days late", "active"),
        ("came off the copper coil in 2022, period's late", "stopped"),
    ],
)
def test_what_is_had_since_a_day_is_had(text: str, status: str) -> None:
    assert [one[1] for one in medicines(text).values()] == [status]


@pytest.mark.parametrize("text", ["산소 예초기 돌리다가 허리 삐끗", "할아버지 산소에 벌초하러 갔다가 벌에 쏘임"])
def test_graves_and_tools_are_no_oxygen(text: str) -> None:
    assert medicines(text) == {}


def test_oxygen_is_breathed() -> None:
    assert "oxygen" in medicines("재택산소 2리터 써요")
