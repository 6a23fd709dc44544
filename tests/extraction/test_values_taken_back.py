"""A value on record is taken back by its number alone; a dose or an end told in passing is a change."""

from __future__ import annotations

import pytest

from domain.values import Polarity, SlotKind, Status
from tests.extraction.test_what_the_record_settles import after, medicines

RECORD = (
    {"slot": "labs", "name": "INR", "value": 2.4, "date": "2025-11-16"},
    {"slot": "labs", "name": "INR", "value": 3.6, "date": "2025-12-13"},
    {"slot": "vitals", "name": "Systolic blood pressure", "value": 148, "unit": "mmHg", "date": "2025-12-01"},
    {"slot": "vitals", "name": "Diastolic blood pressure", "value": 92, "unit": "mmHg", "date": "2025-12-01"},
    {"slot": "vitals", "name": "Systolic blood pressure", "value": 138, "unit": "mmHg", "date": "2025-12-08"},
    {"slot": "vitals", "name": "Diastolic blood pressure", "value": 86, "unit": "mmHg", "date": "2025-12-08"},
)
PROPRANOLOL = {"slot": "medications", "name": "Propranolol", "dose": "10mg", "frequency": "TID"}
METHIMAZOLE = {"slot": "medications", "name": "Methimazole", "dose": "10mg", "frequency": "BID"}
ALL = [2.4, 3.6, 86.0, 92.0, 138.0, 148.0]


def values(text: str) -> list[float]:
    """The values that stand after ``text``, in order."""
    return sorted(fact.content.value for fact in after(text, *RECORD) if isinstance(fact.content.value, float))


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("that three point six isn't mine, they mixed us up", [3.6]),
        ("the 2.4 was somebody else's", [2.4]),
        ("please ignore the 2.4", [2.4]),
        ("The 2.4 came from the other clinic. Delete that one.", [2.4]),
        ("the 148/92 was right after the stairs, toss that one", [148.0, 92.0]),
        ("그 2.4는 지워주세요", [2.4]),
        ("3.6은 제 게 아니에요", [3.6]),
        ("2.4는 남편 거였어요", [2.4]),
        ("148에 92 나온 건 계단 오르고 잰 거라 빼주세요", [148.0, 92.0]),
    ],
)
def test_the_number_says_which_value_is_taken_back(text: str, gone: list[float]) -> None:
    assert values(text) == [value for value in ALL if value not in gone]


@pytest.mark.parametrize(
    "text",
    [
        "was the 2.4 really mine?",
        "please don't delete the 2.4",
        "the 7.7 isn't mine",
        "2.4 지워도 되나요",
        "2.4는 지우지 마세요",
        "7.7은 제 게 아니에요",
    ],
)
def test_what_is_asked_denied_or_not_on_record_takes_nothing_back(text: str) -> None:
    assert values(text) == ALL


def test_ones_own_value_takes_the_place_of_another_persons() -> None:
    assert values("the 2.4 is my husband's. Mine is 3.1") == [3.1, *ALL[1:]]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("인데놀은 그만 먹으래요", Status.STOPPED),
        ("선생님이 인데놀은 이제 빼자고 하셨어요", Status.STOPPED),
        ("인데놀 그만 먹으라고 하면 어떡하죠", Status.ACTIVE),
    ],
)
def test_an_order_to_stop_that_is_reported_stops(text: str, status: Status) -> None:
    taken = medicines(after(text, PROPRANOLOL, METHIMAZOLE))
    assert (taken["Propranolol"], taken["Methimazole"]) == (status.value, Status.ACTIVE.value)


@pytest.mark.parametrize(
    "text",
    [
        "hb was 124. she also says it's now propranolol once a day. when did I first say I bleed?",
        "오늘 나트륨은 139였고 프로프라놀롤은 하루 한 번이 되었습니다. 괜찮은 수준입니까?",
    ],
)
def test_a_rhythm_told_beside_other_news_changes_and_is_not_disputed(text: str) -> None:
    told = [fact for fact in after(text, PROPRANOLOL) if fact.content.concept.name == "Propranolol"]
    assert [(fact.content.dose, fact.content.frequency, fact.disputed) for fact in told] == [("10mg", "QD", False)]


SHRIMP, LATEX, PENICILLIN = ({"slot": "allergies", "name": name} for name in ("Shrimp", "Latex", "Penicillin"))
METFORMIN = {"slot": "medications", "name": "Metformin", "dose": "500mg"}


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("It's not shrimp, it's crab. The shrimp she eats every fiesta, no problem.", ["Crab", "Latex", "Penicillin"]),
        ("It's hair dye I come up with, not the latex gloves.", ["Hair dye", "Penicillin", "Shrimp"]),
        ("새우가 아니라 게 알레르기예요", ["Crab", "Latex", "Penicillin"]),
        ("I was never allergic to penicillin, that was my cousin", ["Latex", "Shrimp"]),
    ],
)
def test_an_allergy_is_put_right_or_taken_back_alone(text: str, left: list[str]) -> None:
    facts = after(text, SHRIMP, LATEX, PENICILLIN, METFORMIN)
    allergies = [one for one in facts if one.content.slot is SlotKind.ALLERGIES]
    assert sorted(one.content.concept.name for one in allergies if one.content.polarity is Polarity.AFFIRMED) == left
    assert medicines(facts) == {"Metformin": "active"}


EMPAGLIFLOZIN = {"slot": "medications", "name": "Empagliflozin", "dose": "10mg"}
AMLODIPINE = {"slot": "medications", "name": "Amlodipine", "dose": "5mg"}
WHICH = "Which one did you stop, the metformin or the empagliflozin?"
WHICH_KO = "메트포르민과 엠파글리플로진 중 어느 것을 끊으셨나요?"


@pytest.mark.parametrize(
    ("agent", "text", "stopped"),
    [
        (WHICH, "Both.", {"Metformin", "Empagliflozin"}),
        (WHICH, "the second one", {"Empagliflozin"}),
        (WHICH, "neither", set()),
        (WHICH_KO, "둘 다요", {"Metformin", "Empagliflozin"}),
        (WHICH_KO, "뒤에 거요", {"Empagliflozin"}),
        ("You stopped one of your diabetes tablets. Was it the metformin?", "the other one", {"Empagliflozin"}),
        ("Do you take metformin or empagliflozin in the morning?", "both", set()),
    ],
)
def test_a_short_answer_picks_what_was_stopped(agent: str, text: str, stopped: set[str]) -> None:
    taken = medicines(after(text, METFORMIN, EMPAGLIFLOZIN, AMLODIPINE, agent=agent))
    assert {name for name, status in taken.items() if status == "stopped"} == stopped


RAMIPRIL = {"slot": "medications", "name": "Ramipril", "dose": "5mg", "frequency": "QD"}
SEMAGLUTIDE = {"slot": "medications", "name": "Semaglutide", "dose": "0.5mg", "frequency": "QW"}


@pytest.mark.parametrize(
    ("text", "doses"),
    [
        ("라미프릴 두 배로 늘렸어요", {"Ramipril": "10mg", "Amlodipine": "5mg"}),
        ("라미프릴을 2배로 올렸어요", {"Ramipril": "10mg", "Amlodipine": "5mg"}),
        ("they doubled the ramipril", {"Ramipril": "10mg", "Amlodipine": "5mg"}),
        ("혈압약을 두 배로 늘렸어요", {"Ramipril": "5mg", "Amlodipine": "5mg"}),
        ("I stopped the blood pressure pills", {"Ramipril": "5mg", "Amlodipine": "5mg"}),
    ],
)
def test_how_many_times_as_much_is_no_dose_and_a_class_of_two_is_not_guessed(text: str, doses: dict[str, str]) -> None:
    facts = after(text, RAMIPRIL, AMLODIPINE)
    assert {fact.content.concept.name: fact.content.dose for fact in facts} == doses
    assert set(medicines(facts).values()) == {"active"}


def test_tablets_of_a_class_are_none_that_is_injected() -> None:
    facts = after("They doubled my sugar tablets", METFORMIN, SEMAGLUTIDE)
    assert {one.content.concept.name: one.content.dose for one in facts} == {
        "Metformin": "1000mg",
        "Semaglutide": "0.5mg",
    }
