"""What the guards let a model do that is right: each a way in which people refer to a fact, or show what is done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from agent.understanding.guards import Guards
from agent.understanding.merged import Merged
from agent.understanding.merging import merge
from agent.understanding.seen import Seen
from agent.understanding.told import Told
from agent.understanding.words import Words
from domain.patient import PatientState
from domain.values import SlotKind, Status
from extraction.reading.items import MEMORY_ITEMS
from tests.agent.hostile_model import Reading
from tests.agent.test_guards import row
from tests.shipped import reader, vocabulary
from training.playing import ZONE, play


@pytest.fixture(scope="module")
def reading() -> Iterator[Reading]:
    yield Reading(vocabulary(), reader())


def medicine(name: str, dose: str | None = None, **fields: Any) -> dict[str, Any]:
    return {"slot": "medications", "name": name, **({"dose": dose} if dose else {}), **fields}


def a1c(value: float, day: str) -> dict[str, Any]:
    return {"slot": "labs", "name": "HbA1c", "value": value, "unit": "%", "date": day}


def heard(reading: Reading, said: dict[str, Any], *told: Told, spoken_of: bool = False) -> tuple[PatientState, Merged]:
    """The patient after a message, and what became of what a model tells of it; targets "F:words" and "R:words" stand
    for the labels of the lines with these words, as they were shown. The reader is told what was ``spoken_of`` last.
    """
    kept: list[Merged] = []

    def read(text: str, at: Any, language: Any, state: PatientState, agent: str) -> Any:
        newest = sorted(state.ledger.current(), key=lambda one: one.version, reverse=True)
        found = reading.reader.read(
            text, said_at=at, time_zone=ZONE, language=language, agent_said=agent,
            spoken_of=tuple(fact.content for fact in newest[: MEMORY_ITEMS if spoken_of else 0]),
        )  # fmt: skip
        lexicon, recogniser = reading.vocabulary.lexicon, reading.vocabulary.recogniser
        words = Words.of(text, lexicon, recogniser, at, ZONE, language)
        seen = Seen.of(state.ledger, words, found.proposals, None, recogniser.find(agent) if agent else (), None, agent)
        lines = [*seen.fact_lines(language), *seen.read_lines(language)]
        guards = Guards(words, seen, state.ledger, lexicon, found.understanding, "understand@3/test")
        merged = merge([replace(one, target=_label(lines, one.target)) for one in told], guards, found.proposals)
        kept.append(merged)
        return merged.proposals

    return play(said, reading.vocabulary.lexicon, read).state, kept[0]


def _label(lines: list[str], target: str) -> str:
    kind, _, words = target.partition(":")
    return next((line.split()[0] for line in lines if line.startswith(kind) and words in line), "F99")


def values(state: PatientState, name: str) -> dict[str, Any]:
    return {one.clinical_day: one.content.value for one in state.ledger.current() if one.content.concept.name == name}


def doses(state: PatientState) -> dict[str, tuple[str | None, Status | None]]:
    medicines = state.ledger.current(SlotKind.MEDICATIONS)
    return {one.content.concept.name: (one.content.dose, one.content.status) for one in medicines}


@pytest.mark.parametrize("text", ["left. LEFT hip, you have it wrong", "no, the left hip, that was my mistake"])
def test_a_part_of_a_name_that_no_other_fact_bears_names_it_and_the_side_is_told_alone(
    reading: Reading, text: str
) -> None:
    pains = [{"slot": "symptoms", "name": name} for name in ("Right hip pain", "Left knee pain", "Right shoulder pain")]
    state, _ = heard(reading, row(text, "en", *pains), Told(do="correct", quote=text, target="F:hip", name="left hip"))
    names = {one.content.concept.name.casefold() for one in state.ledger.current(SlotKind.SYMPTOMS)}
    assert "left hip pain" in names and "right hip pain" not in names


def test_a_part_of_a_name_that_two_facts_bear_names_neither(reading: Reading) -> None:
    text = "the hip is wrong, sorry, delete it"
    pains = [{"slot": "symptoms", "name": name} for name in ("Right hip pain", "Left hip pain")]
    state, _ = heard(reading, row(text, "en", *pains), Told(do="retract", quote=text, target="F:Right hip"))
    assert len(list(state.ledger.current(SlotKind.SYMPTOMS))) == 2


@pytest.mark.parametrize(
    ("text", "language", "agent"),
    [
        ("마지막 거 빼 주세요", "ko", "어지럼증, 이명, 메스꺼움이 있다고 적었습니다."),
        ("take the last one off, I never had that", "en", "I have dizziness, ringing in the ears and nausea."),
    ],
)
def test_a_place_among_what_was_just_listed_is_asked_about_or_done_and_no_other_touched(
    reading: Reading, text: str, language: str, agent: str
) -> None:
    listed = [{"slot": "symptoms", "name": name} for name in ("dizziness", "ringing in ears", "nausea")]
    state, merged = heard(
        reading, row(text, language, *listed, agent=agent), Told(do="retract", quote=text, target="F:nausea")
    )
    names = {one.content.concept.name for one in state.ledger.current(SlotKind.SYMPTOMS)}
    assert {"dizziness", "ringing in ears"} <= names
    assert "nausea" not in names or merged.asks


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("당화혈색소 8.1이 아니라 7.1이에요, 6월 7.9는 맞고요", "ko"),
        ("hba1c was 7.1 not 8.1, the 7.9 in june is right", "en"),
    ],
)
def test_of_two_readings_that_are_said_the_one_that_is_denied_is_meant(
    reading: Reading, text: str, language: str
) -> None:
    known = row(text, language, a1c(7.9, "2025-06-02"), a1c(8.1, "2026-03-09"))
    state, _ = heard(reading, known, Told(do="correct", quote=text, target="F:8.1", value="7.1"), spoken_of=True)
    assert values(state, "HbA1c") == {"2025-06-02": 7.9, "2026-03-09": 7.1}


def test_two_readings_told_to_be_the_wrong_way_round_change_places(reading: Reading) -> None:
    text = "hba1c 7.4 was march and 8.1 was june, you have them backwards"
    known = row(text, "en", a1c(7.4, "2025-06-02"), a1c(8.1, "2025-03-03"))
    state, _ = heard(
        reading, known, Told(do="correct", quote=text, target="F:8.1", value="7.4"),
        Told(do="correct", quote=text, target="F:7.4", value="8.1"),
    )  # fmt: skip
    assert values(state, "HbA1c") == {"2025-06-02": 8.1, "2025-03-03": 7.4}


@pytest.mark.parametrize("quote", ["penicillin was never mine, delete it", "the penicillin was my brother, not me"])
def test_an_allergy_that_the_words_deny_is_asked_about_and_stands_until_a_yes(reading: Reading, quote: str) -> None:
    known = row(quote, "en", {"slot": "allergies", "name": "Penicillin", "reaction": "hives"})
    state, merged = heard(reading, known, Told(do="retract", quote=quote, target="F:Penicillin"))
    stands = bool(state.ledger.current(SlotKind.ALLERGIES))
    by_model = [one for one in merged.proposals if one.extractor == "understand@3/test"]
    assert all(one.doubt is not None for one in by_model)
    assert stands or any(one.operation == "retract" for one in merged.proposals if one not in by_model)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("synthroid is back down to 75 now. Cytomel untouched.", "en"),
        ("synthroid 75 since monday, and the cytomel, no change there", "en"),
    ],
)
def test_what_is_told_to_stay_is_not_stopped_by_a_reader_that_a_model_contradicts(
    reading: Reading, text: str, language: str
) -> None:
    known = row(text, language, medicine("Liothyronine", "5mcg"), medicine("Levothyroxine", "88mcg"))
    told = Told(do="not_stated", quote=text, target="R:Liothyronine")
    state, _ = heard(reading, known, told)
    assert doses(state)["Liothyronine"] == ("5mcg", Status.ACTIVE)


def test_a_number_that_tells_one_medicine_moves_no_other(reading: Reading) -> None:
    text = "5미리 그거 지난주부터 반 알만 먹으라고 하셨어요"
    known = row(
        text, "ko", medicine("Amlodipine", "5mg"), medicine("Telmisartan", "40mg"), medicine("Atorvastatin", "10mg"),
        agent="암로디핀 5mg, 텔미사르탄 40mg, 아토르바스타틴 10mg을 드시고 계십니다.",
    )  # fmt: skip
    others = [Told(do="not_stated", quote=text, target=f"R:{one}") for one in ("Telmisartan", "Atorvastatin")]
    state, _ = heard(reading, known, Told(do="change", quote=text, target="F:Amlodipine", dose="반 알"), *others)
    assert doses(state)["Telmisartan"][0] == "40mg" and doses(state)["Atorvastatin"][0] == "10mg"


def test_a_larger_part_that_was_not_read_makes_no_number_of_the_rest(reading: Reading) -> None:
    """It was asked whether the pressure was 26, and a yes would have written that down."""
    text = "my blood pressure was hundred and twenty six over seventy nine, sorry, wrong before"
    known = row(text, "en", {"slot": "vitals", "name": "Systolic blood pressure", "value": 142, "date": "2026-03-10"})
    _, merged = heard(
        reading, known, Told(do="correct", quote=text, target="F:Systolic", value="hundred and twenty six")
    )
    by_model = [one.content for one in merged.proposals if one.extractor == "understand@3/test"]
    assert [one.value for one in by_model if one is not None] in ([], [126])


@pytest.mark.parametrize(
    ("text", "known", "told"),
    [
        ("예정일이 1월 14일로 밀렸어요", ("Estimated date of delivery", "2027-01-07"), "1월 14일"),
        ("the due date moved to 14 january", ("Estimated date of delivery", "2027-01-07"), "14 january"),
    ],
)
def test_a_date_on_record_moves_within_the_year_that_is_nearest(
    reading: Reading, text: str, known: tuple[str, str], told: str
) -> None:
    language = "en" if text.isascii() else "ko"
    fact = {"slot": "conditions", "name": known[0], "value": known[1]}
    _, merged = heard(reading, row(text, language, fact), Told(do="change", quote=text, target="F:", value=told))
    moved = [one.content.value for one in merged.proposals if one.extractor == "understand@3/test" and one.content]
    assert moved == ["2027-01-14"]


def test_who_somebody_is_is_only_asked_about(reading: Reading) -> None:
    text = "the smoking thing is wrong, I work nights in a bar and it is 10 a day there"
    known = row(text, "en", {"slot": "social_history", "name": "occupation", "value": "bus driver"})
    told = Told(do="correct", quote=text, target="F:ccupation", value="nights in a bar")
    _, merged = heard(reading, known, told)
    by_model = [one for one in merged.proposals if one.extractor == "understand@3/test"]
    assert all(one.doubt is not None for one in by_model)
