"""What a model that reads a message rightly adds to the record, and where it is asked about or left out instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from agent.understanding.told import Told
from domain.proposals import Doubt, Operation
from domain.values import Certainty, Content, Polarity, SlotKind, Status, Temporality
from tests.agent.hostile_model import Reading
from tests.agent.test_guards import row
from tests.agent.test_guards_let_through import a1c, doses, heard, medicine, values
from tests.shipped import reader, vocabulary

POTASSIUM = {"slot": "labs", "name": "Potassium", "value": 4.1, "unit": "mmol/L", "date": "2026-05-01"}
WEIGHT = {"slot": "vitals", "name": "Body weight", "value": 91.0, "unit": "kg", "date": "2026-04-13"}


@pytest.fixture(scope="module")
def reading() -> Iterator[Reading]:
    yield Reading(vocabulary(), reader())


def contents(state: Any, slot: SlotKind) -> list[Content]:
    return [one.content for one in state.ledger.current(slot)]


@pytest.mark.parametrize(
    ("language", "text", "name", "value"),
    [
        ("en", "A corncob on Sundays, two bowls of it at most.", "corncob", "two bowls"),
        ("ko", "쌍화탕은 하루 세 잔씩 마셔요.", "쌍화탕", "하루 세 잔"),
    ],
)
def test_a_habit_that_nothing_lists_is_kept_in_its_own_words_with_its_amount(
    reading: Reading, language: str, text: str, name: str, value: str
) -> None:
    told = Told(do="state", quote=text, slot=SlotKind.SOCIAL_HISTORY, name=name, value=value)
    state, _ = heard(reading, row(text, language), told)
    (habit,) = [one for one in contents(state, SlotKind.SOCIAL_HISTORY) if one.concept.name == name]
    assert habit.value == value
    assert habit.certainty is Certainty.UNCERTAIN


def test_an_amount_that_the_words_do_not_hold_is_none(reading: Reading) -> None:
    text = "A corncob on Sundays."
    told = Told(do="state", quote=text, slot=SlotKind.SOCIAL_HISTORY, name="corncob", value="5 bowls")
    state, _ = heard(reading, row(text, "en"), told)
    assert [one.value for one in contents(state, SlotKind.SOCIAL_HISTORY) if one.concept.name == "corncob"] == [None]


def test_an_age_on_record_is_only_asked_about(reading: Reading) -> None:
    known = {"slot": "demographics", "name": "age", "value": 8}
    text = "Her birthday was yesterday, so make that nine, not eight."
    told = Told(do="change", quote=text, target="F:8", value="nine")
    state, merged = heard(reading, row(text, "en", known), told)
    assert [one.value for one in contents(state, SlotKind.DEMOGRAPHICS)] == [8.0]
    assert all(one.doubt for one in merged.proposals if one.extractor == "understand@3/test")


@pytest.mark.parametrize(("target", "told_of"), [("F:HbA1c", True), ("F:potassium", False)])
def test_of_readings_that_nobody_names_the_only_one_a_number_can_follow_is_meant(
    reading: Reading, target: str, told_of: bool
) -> None:
    text = "Sorry, I had my glasses off. It was 7.2, not 7.9."
    said = row(text, "en", a1c(7.9, "2026-05-04"), POTASSIUM)
    state, _ = heard(reading, said, Told(do="correct", quote="It was 7.2, not 7.9", target=target, value="7.2"))
    assert values(state, "Potassium") == {"2026-05-01": 4.1}
    assert values(state, "HbA1c") == {"2026-05-04": 7.2 if told_of else 7.9}


def test_a_number_that_several_readings_may_become_picks_none(reading: Reading) -> None:
    text = "Sorry, wrong: it ought to be 89."
    pulse = {"slot": "vitals", "name": "Heart rate", "value": 80.0, "unit": "/min", "date": "2026-04-13"}
    told = Told(do="correct", quote="it ought to be 89", target="F:weight", value="89")
    state, _ = heard(reading, row(text, "en", WEIGHT, pulse), told)
    assert values(state, "Body weight") == {"2026-04-13": 91.0}


@pytest.mark.parametrize(("others", "status"), [((), Status.STOPPED), ((medicine("Ramipril", "5mg"),), Status.ACTIVE)])
def test_an_end_without_a_name_is_of_the_only_medicine_there_is(
    reading: Reading, others: tuple[dict[str, Any], ...], status: Status
) -> None:
    text = "I gave up on that stuff at Easter."
    said = row(text, "en", medicine("Metformin", "500mg"), *others)
    state, merged = heard(reading, said, Told(do="stop", quote=text, target="F:etformin"))
    assert doses(state)["Metformin"][1] is status
    if others:
        assert any(one.doubt is Doubt.UNSURE_READING for one in merged.proposals)


@pytest.mark.parametrize(
    "text", ["Who on earth says I stopped the metformin?", "I never said I had stopped the metformin, did I."]
)
def test_an_end_that_somebody_wonders_at_is_none(reading: Reading, text: str) -> None:
    told = Told(do="stop", quote=text, target="F:")
    state, _ = heard(reading, row(text, "en", medicine("Metformin", "500mg")), told)
    assert doses(state)["Metformin"][1] is Status.ACTIVE


def test_an_allergy_told_against_none_at_all_is_recorded(reading: Reading) -> None:
    text = 'Your "no known allergies" is wrong. Penicillin brought me out in hives.'
    known = {"slot": "allergies", "name": "*", "polarity": "negated"}
    told = Told(
        do="correct", quote="Penicillin brought me out in hives", target="F:none", slot=SlotKind.ALLERGIES,
        name="Penicillin", reaction="hives",
    )  # fmt: skip
    state, _ = heard(reading, row(text, "en", known), told)
    assert [(one.concept.name, one.polarity) for one in contents(state, SlotKind.ALLERGIES)] == [
        ("Penicillin", Polarity.AFFIRMED)
    ]


def test_what_follows_a_question_mark_less_question_is_left_out_and_what_comes_before_it_is_told(
    reading: Reading,
) -> None:
    text = "My knee clicked yesterday, should I see somebody?"
    told = Told(do="state", quote="My knee clicked yesterday", slot=SlotKind.SYMPTOMS, name="knee clicked")
    state, _ = heard(reading, row(text, "en"), told)
    assert any("knee" in one.concept.name.casefold() for one in contents(state, SlotKind.SYMPTOMS))
    asked = "Should I see somebody when my knee clicked?"
    told = Told(do="state", quote="my knee clicked", slot=SlotKind.SYMPTOMS, name="knee clicked")
    _, merged = heard(reading, row(asked, "en"), told)
    assert ("asked_not_told", "left_out") in merged.refused


def test_what_is_felt_may_be_over_by_a_models_word_and_what_is_taken_may_not(reading: Reading) -> None:
    text = "As a boy I had hepatitis, and metformin."
    told = [
        Told(do="state", quote="I had hepatitis", slot=SlotKind.CONDITIONS, name="hepatitis", status="resolved"),
        Told(do="state", quote="metformin", slot=SlotKind.MEDICATIONS, name="metformin", status="stopped"),
    ]
    _, merged = heard(reading, row(text, "en"), *told)
    illness = [one.content for one in merged.proposals if one.content and one.content.slot is SlotKind.CONDITIONS]
    assert [one.temporality for one in illness] == [Temporality.PAST]
    assert all(one.operation is Operation.ASSERT for one in merged.proposals)


def test_a_medicine_that_one_hears_taken_and_the_other_put_off_is_uncertain(reading: Reading) -> None:
    text = "I take ramipril 5 mg, ezetimibe 10 mg."
    quote = "ezetimibe 10 mg"
    told = Told(do="state", quote=quote, slot=SlotKind.MEDICATIONS, name="ezetimibe", status="on_hold")
    state, _ = heard(reading, row(text, "en"), told)
    known = {one.concept.name: one.certainty for one in contents(state, SlotKind.MEDICATIONS)}
    assert known == {"Ramipril": Certainty.CONFIRMED, "Ezetimibe": Certainty.UNCERTAIN}


def test_a_reading_that_only_a_model_names_is_uncertain_and_of_no_day_that_nobody_reads(reading: Reading) -> None:
    text = "The wobblemeter said 96 on the morrowfeast."
    told = Told(
        do="state", quote=text, slot=SlotKind.VITALS, name="wobblemeter", standard_name="Heart rate", value="96",
        date="on the morrowfeast",
    )  # fmt: skip
    state, _ = heard(reading, row(text, "en"), told)
    (pulse,) = contents(state, SlotKind.VITALS)
    assert (pulse.concept.name, pulse.value, pulse.valid_from) == ("Heart rate", 96.0, None)
    assert pulse.certainty is Certainty.UNCERTAIN


def test_a_reading_that_only_a_model_names_takes_no_number_of_what_the_words_name(reading: Reading) -> None:
    text = "The wobblemeter and my potassium 4.4, both fine."
    told = Told(
        do="state", quote=text, slot=SlotKind.LABS, name="wobblemeter", standard_name="Creatinine", value="4.4"
    )  # fmt: skip
    _, merged = heard(reading, row(text, "en"), told)
    assert ("value_of_another", "left_out") in merged.refused


@pytest.mark.parametrize(
    ("text", "refused"), [("The cuff said 148 over 92.", False), ("The cuff wants under 148.", True)]
)
def test_one_pressure_over_the_other_is_no_limit(reading: Reading, text: str, refused: bool) -> None:
    told = Told(
        do="state", quote=text, slot=SlotKind.VITALS, name="cuff", standard_name="Systolic blood pressure", value="148"
    )  # fmt: skip
    _, merged = heard(reading, row(text, "en"), told)
    assert (("value_is_a_limit", "left_out") in merged.refused) is refused
