"""Plain ways to say one thing, each with several names: what is on record afterwards, by kind.

`tables/plain_sayings.tsv` holds the frames. Each is filled with one of the names of its kind, which are taken in turn,
so that frames and names meet in many ways and no sentence is known by heart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from domain.ledger import Fact
from domain.values import Certainty, Content, Polarity, SlotKind, Status, Temporality
from tests.extraction.test_what_the_record_settles import after

Known = dict[str, Any]
Names = Sequence[tuple[str, str, str, str]]
"""The name on record, the name as it is said, the number on record and another one."""

MEDICINES: Final[Mapping[str, Names]] = {
    "en": (
        ("Ramipril", "ramipril", "5mg", "10mg"), ("Metformin", "metformin", "500mg", "1000mg"),
        ("Levothyroxine", "levothyroxine", "75mcg", "100mcg"), ("Insulin glargine", "Lantus", "18U", "22U"),
    ),
    "ko": (
        ("Amlodipine", "노바스크", "5mg", "10mg"), ("Metformin", "메트포르민", "500mg", "1000mg"),
        ("Levothyroxine", "씬지로이드", "75mcg", "100mcg"), ("Insulin glargine", "란투스", "18U", "22U"),
    ),
}  # fmt: skip
TESTS: Final[Mapping[str, Names]] = {
    "en": (
        ("HbA1c", "A1c", "7.2", "6.9"), ("Creatinine", "creatinine", "1.1", "1.4"),
        ("LDL cholesterol", "LDL", "130", "104"), ("TSH", "TSH", "2.5", "6.3"),
    ),
    "ko": (
        ("HbA1c", "당화혈색소", "7.2", "6.9"), ("Potassium", "칼륨", "4.1", "5.2"),
        ("LDL cholesterol", "LDL", "130", "104"), ("Hemoglobin", "혈색소", "11.2", "12.4"),
    ),
}  # fmt: skip
ILLNESSES: Final = {"en": ("asthma", "gout", "type 2 diabetes", "glaucoma"), "ko": ("천식", "통풍", "고혈압", "녹내장")}
COMPLAINTS: Final = {"en": ("back pain", "dizziness", "nausea"), "ko": ("두통", "기침", "어지럼증")}
COMPLAINTS_NAMED: Final = {"dizziness": "dizziness", "nausea": "nausea", "back pain": "back pain"} | {
    "두통": "headache", "기침": "cough", "어지럼증": "dizziness",
}  # fmt: skip
SUBSTANCES: Final = {
    "en": ("penicillin", "peanuts", "ibuprofen", "latex"), "ko": ("페니실린", "땅콩", "아스피린", "복숭아"),
}  # fmt: skip
OTHER: Final = {"slot": "medications", "name": "Omeprazole", "dose": "20mg", "frequency": "QD"}
EACH: Final = 1


def frames() -> Iterator[tuple[int, str, str, str]]:
    table = Path(__file__).parent / "tables" / "plain_sayings.tsv"
    for number, line in enumerate(table.read_text(encoding="utf-8").splitlines()[1:]):
        kind, frame = line.split("\t")
        yield number, kind.rpartition(".")[0], kind.rpartition(".")[2], frame


def rows(*kinds: str) -> list[Any]:
    """The frames of some kinds, each with the index of one of its names."""
    return [
        pytest.param(kind, language, frame, (number + nth) % 4, id=f"{frame}|{nth}")
        for number, kind, language, frame in frames()
        if kind in kinds
        for nth in range(EACH)
    ]


def written(dose: str | None) -> str:
    return (dose or "").replace(" units", "U").replace("IU", "U")


def in_force(facts: Sequence[Fact], name: str) -> list[Content]:
    """The contents of one name that hold now."""
    over = (Status.STOPPED, Status.ON_HOLD, Status.RESOLVED, Status.PLANNED)
    own = [one.content for one in facts if one.content.concept.name == name]
    return [one for one in own if one.status not in over and one.temporality is not Temporality.PAST]


@pytest.mark.parametrize(("kind", "language", "frame", "at"), rows("dose", "stop", "kept"))
def test_a_medicine_on_record(kind: str, language: str, frame: str, at: int) -> None:
    name, said, old, new = MEDICINES[language][at]
    text = frame.format(m=said, o=old.rstrip("mcgU"), v=new.rstrip("mcgU"))
    facts = after(text, {"slot": "medications", "name": name, "dose": old, "frequency": "QD"}, OTHER)
    expected = {"dose": [new], "stop": [], "kept": [old]}[kind]
    assert [written(one.dose) for one in in_force(facts, name)] == expected
    assert [one.dose for one in in_force(facts, "Omeprazole")] == ["20mg"]


@pytest.mark.parametrize(
    ("kind", "language", "frame", "at"), rows("value.told", "value.right", "value.kept", "value.next")
)
def test_a_value(kind: str, language: str, frame: str, at: int) -> None:
    name, said, old, new = TESTS[language][at]
    day = "2025-10-02" if kind == "value.next" else "2026-01-05"
    known: list[Known] = [{"slot": "labs", "name": name, "value": float(old), "date": day}]
    facts = after(frame.format(t=said, a=old, b=new), *(known if kind != "value.told" else ()))
    found = [one.value for one in in_force(facts, name) if isinstance(one.value, float)]
    if kind == "value.next":
        # What was said to have been before may give way to it, or stand beside it with its day.
        assert float(new) in [pytest.approx(one, abs=0.02) for one in found]
        return
    expected = {"value.told": new, "value.right": new, "value.kept": old}[kind]
    assert found == [pytest.approx(float(expected), abs=0.02)]


def own(facts: Sequence[Fact], slot: SlotKind) -> list[Content]:
    return [one.content for one in facts if one.content.slot is slot and one.content.subject == "patient"]


def affirmed(contents: Sequence[Content]) -> list[Content]:
    return [
        one for one in contents
        if one.polarity is Polarity.AFFIRMED and one.status is not Status.RESOLVED
        and one.temporality is not Temporality.PAST
    ]  # fmt: skip


def sure(contents: Sequence[Content]) -> list[Content]:
    return [one for one in contents if one.certainty is Certainty.CONFIRMED]


Check = Callable[[list[Content]], bool]
ILLNESS: Final[Mapping[str, Check]] = {
    "illness.told": lambda found: len(sure(affirmed(found))) == 1,
    "illness.denied": lambda found: not affirmed(found) and bool(found),
    "illness.others": lambda found: not affirmed(found),
    "illness.asked": lambda found: not sure(affirmed(found)),
}


@pytest.mark.parametrize(("kind", "language", "frame", "at"), rows(*ILLNESS))
def test_an_illness(kind: str, language: str, frame: str, at: int) -> None:
    found = own(after(frame.format(c=ILLNESSES[language][at])), SlotKind.CONDITIONS)
    assert ILLNESS[kind](found), found


@pytest.mark.parametrize(
    ("kind", "language", "frame", "at"), rows("complaint.told", "complaint.denied", "complaint.over")
)
def test_a_complaint(kind: str, language: str, frame: str, at: int) -> None:
    said = COMPLAINTS[language][at % 3]
    known = [{"slot": "symptoms", "name": COMPLAINTS_NAMED[said]}] if kind == "complaint.over" else []
    found = own(after(frame.format(s=said), *known), SlotKind.SYMPTOMS)
    assert bool(affirmed(found)) is (kind == "complaint.told")
    assert found


ALLERGY: Final[Mapping[str, Check]] = {
    "allergy.told": lambda found: len(affirmed(found)) == 1,
    "allergy.denied": lambda found: not affirmed(found),
    "allergy.asked": lambda found: not sure(affirmed(found)),
}


@pytest.mark.parametrize(("kind", "language", "frame", "at"), rows(*ALLERGY))
def test_an_allergy(kind: str, language: str, frame: str, at: int) -> None:
    facts = after(frame.format(x=SUBSTANCES[language][at]))
    assert ALLERGY[kind](own(facts, SlotKind.ALLERGIES))
    if kind == "allergy.told":
        assert not [one for one in own(facts, SlotKind.MEDICATIONS) if one.status is Status.ACTIVE]


HABIT: Final[Mapping[str, Check]] = {
    "habit.told": lambda found: len(affirmed(found)) == 1,
    "habit.denied": lambda found: bool(found) and all(one.polarity is Polarity.NEGATED for one in found),
    "habit.over": lambda found: bool(found) and not affirmed(found),
}


@pytest.mark.parametrize(("kind", "language", "frame", "at"), rows(*HABIT))
def test_a_habit(kind: str, language: str, frame: str, at: int) -> None:
    assert HABIT[kind](own(after(frame), SlotKind.SOCIAL_HISTORY))
