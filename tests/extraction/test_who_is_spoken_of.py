"""Whose years, sex, work, habits and medicines are told: the speaker's, or those of whom the speaker cares for."""

from __future__ import annotations

from typing import Any

import pytest

from domain.ledger import Fact
from domain.values import Polarity, SlotKind
from tests.extraction.test_what_the_record_settles import after
from tests.shipped import vocabulary


def person(facts: list[Fact]) -> dict[str, Any]:
    return {
        one.content.concept.concept_id: one.content.value for one in facts if one.content.slot is SlotKind.DEMOGRAPHICS
    }


def habits(facts: list[Fact]) -> dict[str, tuple[Polarity, Any]]:
    return {
        one.content.concept.concept_id: (one.content.polarity, one.content.value)
        for one in facts
        if one.content.slot is SlotKind.SOCIAL_HISTORY
    }


def taken(facts: list[Fact]) -> set[str]:
    return {one.content.concept.concept_id for one in facts if one.content.slot is SlotKind.MEDICATIONS}


@pytest.mark.parametrize(
    ("text", "years", "sex"),
    [
        ("딸 10세인데 오르필시럽 하루 두 번 6cc씩 먹여요", 10, "female"),
        ("12살 아들이 아빌리파이 1mg 먹고 있어요", 12, "male"),
        ("My mum, 81, takes levothyroxine 50 every morning.", 81, "female"),
        ("우리 어머니 올해 여든넷인데 암로디핀 5mg 드세요", 84, "female"),
    ],
)
def test_who_is_cared_for_has_the_years_told_of_them(text: str, years: int, sex: str) -> None:
    found = person(after(text))
    assert found["age"] == years
    assert found.get("gender", sex) == sex


@pytest.mark.parametrize(
    "text",
    [
        "My mother died of breast cancer at 45 and I take tamoxifen.",
        "My wife measured my pressure, 148 over 92. I take ramipril 5mg.",
        "엄마가 68세에 돌아가셨고 저는 메트포르민 먹어요",
        "My dad has diabetes, he is 70. I take metformin.",
    ],
)
def test_a_relatives_years_are_not_the_patients_where_the_patient_speaks(text: str) -> None:
    assert person(after(text)) == {}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("My wife has hypothyroidism and takes levothyroxine 50mcg daily.", "levothyroxine"),
        ("My brother has gout, and is on allopurinol 300.", "allopurinol"),
    ],
)
def test_a_relatives_medicine_beside_the_relatives_illness_is_not_the_patients(text: str, name: str) -> None:
    assert name not in taken(after(text))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("My mother has diabetes and I take metformin 500.", "metformin"),
        ("I have gout and take allopurinol 100.", "allopurinol"),
    ],
)
def test_the_patients_medicine_beside_a_relatives_illness_is_the_patients(text: str, name: str) -> None:
    assert name in taken(after(text))


@pytest.mark.parametrize(
    ("text", "habit"),
    [
        ("I've never smoked.", "smoking"),
        ("I don't drink at all.", "alcohol"),
        ("담배는 안 피워요", "smoking"),
        ("술은 입에도 안 대요", "alcohol"),
    ],
)
def test_a_habit_that_is_denied_is_negated(text: str, habit: str) -> None:
    assert habits(after(text))[habit] == (Polarity.NEGATED, None)


DENIED = {"slot": "social_history", "name": "smoking", "polarity": "negated"}
DENIED_IN_AN_OLDER_LOG = {"slot": "social_history", "name": "smoking", "value": "never"}


@pytest.mark.parametrize("known", [DENIED, DENIED_IN_AN_OLDER_LOG])
@pytest.mark.parametrize("text", ["요즘 하루 반 갑 피워요 담배", "담배를 다시 피워요 하루 반 갑"])
def test_a_habit_that_was_denied_is_taken_up(known: dict[str, Any], text: str) -> None:
    (only,) = after(text, known)
    assert (only.content.polarity, only.content.value) == (Polarity.AFFIRMED, 0.5)


@pytest.mark.parametrize("known", [DENIED, DENIED_IN_AN_OLDER_LOG])
def test_a_habit_that_is_denied_again_is_one_fact(known: dict[str, Any]) -> None:
    assert len(after("I have never smoked.", known)) == 1


def test_a_habit_given_up_was_one() -> None:
    assert habits(after("담배는 10년 전에 끊었어요"))["smoking"] == (Polarity.AFFIRMED, "former")


@pytest.mark.parametrize(
    ("text", "work"),
    [
        ("I'm a plumber and my back hurts.", "plumber"),
        ("저는 환경미화원이에요", "street cleaner"),
        ("I work as a violinist.", "violinist"),
        ("저는 도선사인데 잠을 잘 못 자요", "harbour pilot"),
    ],
)
def test_work_is_told_by_its_name(text: str, work: str) -> None:
    assert habits(after(text))["occupation"] == (Polarity.AFFIRMED, work)


@pytest.mark.parametrize(
    "text", ["My neighbour is a plumber.", "우리 사위가 소방관이에요", "Should I see a carpenter?"]
)
def test_anothers_work_is_not_the_patients(text: str) -> None:
    assert "occupation" not in habits(after(text))


@pytest.mark.parametrize("text", ["내끼 아이라 마누라 약이더라", "오십년 됐어요"])
def test_another_short_word_is_no_slip_of_a_name(text: str) -> None:
    assert not [one for one in after(text) if one.content.slot in (SlotKind.MEDICATIONS, SlotKind.CONDITIONS)]


def test_a_short_name_with_another_vowel_is_one() -> None:
    assert "venlafaxine" in taken(after("이팩사 먹어요"))


def test_a_short_name_as_it_is_spoken_is_one() -> None:
    assert [one.content.concept.concept_id for one in after("병원에서 고혀랍이라고 들었어요")] == ["hypertension"]


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("I walked 8000 steps today", True),
        ("Give it to me in three steps", False),
        ("What are the next steps?", False),
    ],
)
def test_steps_to_be_taken_one_by_one_are_no_walk(text: str, counted: bool) -> None:
    found = vocabulary().recogniser.find(text)
    assert any(one.entry.concept_id == "step_count" for one in found) is counted
