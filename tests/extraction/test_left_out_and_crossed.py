"""What an end leaves out, what a cross or "not one" denies, and what one who speaks for another tells of oneself."""

from __future__ import annotations

import pytest

from tests.extraction.test_what_the_record_settles import after, medicines

ASPIRIN = {"slot": "medications", "name": "Aspirin", "dose": "100mg"}
NAPROXEN = {"slot": "medications", "name": "Naproxen", "dose": "500mg"}
SERTRALINE = {"slot": "medications", "name": "Sertraline", "dose": "50mg"}


@pytest.mark.parametrize(
    "text",
    [
        "아스피린 빼고 나머지는 다 끊었어요", "아스피린만 남기고 전부 끊었습니다",
        "I stopped everything except the aspirin", "all stopped, just the aspirin left now",
        "everything but my aspirin went in the bin",
    ],
)  # fmt: skip
def test_what_an_end_leaves_out_goes_on(text: str) -> None:
    assert medicines(after(text, ASPIRIN, NAPROXEN))["Aspirin"] == "active"


@pytest.mark.parametrize("text", ["아스피린은 오늘부터 뺐어요", "아스피린은 끊었어요", "I only stopped the aspirin"])
def test_what_is_ended_and_not_left_out_ends(text: str) -> None:
    assert medicines(after(text, ASPIRIN, NAPROXEN))["Aspirin"] == "stopped"


def test_what_is_left_out_of_what_goes_on_has_ended() -> None:
    agent = "Are you still taking all of them?"
    facts = medicines(after("All except the aspirin, which she stopped in May", ASPIRIN, NAPROXEN, agent=agent))
    assert facts["Aspirin"] == "stopped"


def test_a_dose_that_is_halved_is_that_of_its_own_medicine() -> None:
    facts = medicines(after("They stopped the naproxen and the sertraline's halved", NAPROXEN, SERTRALINE))
    assert facts == {"Naproxen": "stopped", "Sertraline": "active"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("담배x 술은 가끔 마셔요", "smoking"), ("술은 한 잔도 못 해요", "alcohol"), ("기침x 콧물만 있어요", "cough"),
        ("소주 한 방울도 안 마십니다", "alcohol"),
    ],
)  # fmt: skip
def test_a_cross_or_not_a_single_one_denies(text: str, name: str) -> None:
    told = {one.content.concept.name: one.content.polarity.value for one in after(text)}
    assert told.get(name, "negated") == "negated"


@pytest.mark.parametrize("text", ["담배는 하루 한 갑 피워요", "소주 한 잔만 마셔요"])
def test_one_of_them_is_no_denial(text: str) -> None:
    assert [one.content.polarity.value for one in after(text)] == ["affirmed"]


@pytest.mark.parametrize(
    "text",
    [
        "He's 71 with Parkinson's. I'm his wife, I take metformin myself",
        "She had a stroke in May. I'm on metformin, that's mine not hers",
        "His heart is weak. I am on metformin but that is me",
    ],
)
def test_who_speaks_for_another_tells_nothing_of_that_one_by_oneself(text: str) -> None:
    assert "Metformin" not in medicines(after(text))


@pytest.mark.parametrize("text", ["I'm 71 and I take metformin", "my wife says I'm forgetful. I take metformin"])
def test_who_speaks_for_oneself_takes_it(text: str) -> None:
    assert medicines(after(text)) == {"Metformin": "active"}
