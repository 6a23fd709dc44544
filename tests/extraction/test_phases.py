"""Phases of what is on record: what had ended comes back, a plan is carried out or called off, a device is put away."""

from __future__ import annotations

from typing import Any

import pytest

from domain.ledger import Fact
from domain.values import Status, Temporality
from tests.extraction.test_what_the_record_settles import after, medicines

GAVE_UP = {"slot": "social_history", "name": "smoking", "status": "stopped"}
GONE = {"slot": "symptoms", "name": "Night sweats", "status": "resolved"}
PLANNED = {"slot": "procedures", "name": "Cholecystectomy", "status": "planned"}
BRACE = {"slot": "procedures", "name": "CPAP therapy"}
RAMIPRIL = {"slot": "medications", "name": "Ramipril", "dose": "5mg"}
PAROXETINE = {"slot": "medications", "name": "Paroxetine", "dose": "20mg"}
FUROSEMIDE = {"slot": "medications", "name": "Furosemide", "dose": "40mg"}
SPIRONOLACTONE = {"slot": "medications", "name": "Spironolactone", "dose": "25mg"}
NAPROXEN = {"slot": "medications", "name": "Naproxen", "dose": "500mg"}
ACETAMINOPHEN = {"slot": "medications", "name": "Acetaminophen", "dose": "500mg"}


def only(facts: list[Fact], slot: str) -> Fact:
    """The one fact of a slot."""
    return next(one for one in facts if one.content.slot.value == slot)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("지난주부터 다시 하루 네 개비 피워요", GAVE_UP),
        ("I'm smoking again, four a day since Monday", GAVE_UP),
        ("밤에 땀나는 게 다시 시작됐어요", GONE),
        ("the night sweats are back", GONE),
    ],
)
def test_what_had_ended_and_comes_back_is_there(text: str, known: dict[str, Any]) -> None:
    assert only(after(text, known), known["slot"]).content.status is Status.ACTIVE


@pytest.mark.parametrize(
    "text", ["담배는 여전히 끊은 채로 지내요", "still off the cigarettes", "담배는 2019년에 끊었어요"]
)
def test_what_has_ended_stays_so_however_often_it_is_told(text: str) -> None:
    assert only(after(text, GAVE_UP), "social_history").content.status is Status.STOPPED


@pytest.mark.parametrize("text", ["지난주에 담낭 떼어냈어요", "they removed my gallbladder and I am home again"])
def test_a_plan_that_is_carried_out_is_no_plan_any_more(text: str) -> None:
    content = only(after(text, PLANNED), "procedures").content
    assert content.status is not Status.PLANNED
    assert content.temporality is Temporality.PAST


@pytest.mark.parametrize("text", ["수술은 다음 주로 잡혔어요", "the gallbladder op is next week"])
def test_a_plan_that_is_still_to_come_stays_one(text: str) -> None:
    assert only(after(text, PLANNED), "procedures").content.status is Status.PLANNED


@pytest.mark.parametrize("text", ["양압기는 답답해서 반납했어요", "I stopped using the CPAP last month"])
def test_a_device_that_is_given_back_is_used_no_more(text: str) -> None:
    assert only(after(text, BRACE), "procedures").content.status is Status.STOPPED


@pytest.mark.parametrize(
    ("text", "known", "ended"),
    [
        ("기침 때문에 어제 로사르탄 50으로 갈았어요", RAMIPRIL, "Ramipril"),
        ("they switched me to losartan 50 because of the cough", RAMIPRIL, "Ramipril"),
        ("지난달에 벤라팍신 37.5로 바꿔 받았어요", PAROXETINE, "Paroxetine"),
    ],
)
def test_one_for_the_same_takes_the_place_of_the_only_one(text: str, known: dict[str, Any], ended: str) -> None:
    assert medicines(after(text, known))[ended] == "stopped"


def test_of_two_that_are_alike_the_likest_gives_way() -> None:
    facts = medicines(after("가슴이 커져서 에플레레논으로 바꿨어요", FUROSEMIDE, SPIRONOLACTONE))
    assert (facts["Furosemide"], facts["Spironolactone"]) == ("active", "stopped")


def test_one_that_is_for_something_else_takes_no_place() -> None:
    facts = medicines(after("they changed me to losartan 50", NAPROXEN))
    assert facts["Naproxen"] == "active"


@pytest.mark.parametrize(
    "text", ["둘 다 오늘부터 그만 먹기로 했어요", "I've stopped both of them", "두 가지 모두 지난주에 끊었어요"]
)
def test_both_of_two_end(text: str) -> None:
    assert set(medicines(after(text, NAPROXEN, RAMIPRIL)).values()) == {"stopped"}


@pytest.mark.parametrize(
    "text", ["둘 다 끊어도 되나요?", "can I stop both of them?", "both of my knees stopped aching"]
)
def test_both_go_on_where_it_is_only_asked(text: str) -> None:
    assert set(medicines(after(text, NAPROXEN, RAMIPRIL)).values()) == {"active"}


@pytest.mark.parametrize(
    ("text", "agent"),
    [
        ("그거 속이 쓰려서 안 먹은 지 한참 됐는데", "나프록센은 계속 드시고 계신가요?"),
        ("haven't touched it since the spring", "Are you still taking the naproxen?"),
    ],
)
def test_an_end_that_is_told_without_a_no_ends_what_was_asked(text: str, agent: str) -> None:
    assert medicines(after(text, NAPROXEN, RAMIPRIL, agent=agent)) == {"Naproxen": "stopped", "Ramipril": "active"}


@pytest.mark.parametrize(
    "text",
    [
        "삭센다 3.0 시작하려다 비싸서 접었어요", "마운자로 맞을까 하다가 포기했어요", "로페라미드 먹어 말어",
        "the consultant mentioned letrozole for later on. Not on it yet",
        "교수님이 라모트리진 권하셨는데 아직 안 먹어요",
        "They offered me sertraline, I've said no",
        "I was going to start Ozempic but couldn't get it", "nearly started sertraline but chickened out",
    ],
)  # fmt: skip
def test_what_was_never_begun_is_not_taken(text: str) -> None:
    assert not {"active", "planned"} & set(medicines(after(text)).values())


@pytest.mark.parametrize(
    "text",
    [
        "삭센다 3.0 시작했는데 비싸요",
        "I started Ozempic last week, it was dear",
    ],
)
def test_what_was_begun_is_taken(text: str) -> None:
    assert list(medicines(after(text)).values()) == ["active"]


@pytest.mark.parametrize(
    ("text", "name"),
    [("나프록센은 토해서 더는 못 먹겠어요", "Naproxen"), ("haven't touched the naproxen since March", "Naproxen")],
)
def test_what_is_taken_no_more_is_no_missed_dose(text: str, name: str) -> None:
    assert medicines(after(text, NAPROXEN))[name] == "stopped"


def test_a_dose_that_is_lowered_to_an_end_has_ended() -> None:
    assert list(medicines(after("프레드니솔론 여섯 알씩 먹다 줄여서 사흘 전에 끝냈어요")).values()) == ["stopped"]


def test_the_entry_that_is_removed_is_the_allergy_on_record() -> None:
    facts = after("please remove the codeine entry", {"slot": "allergies", "name": "Codeine"})
    assert not facts
