"""Who opens by telling of one relative and what that one takes speaks for a patient; who tells of himself does not."""

from __future__ import annotations

from typing import Any

import pytest

from domain.values import SlotKind
from tests.extraction.test_what_the_record_settles import after


def _told(text: str, *known: dict[str, Any]) -> dict[str, str]:
    return {one.content.concept.concept_id: one.content.slot.value for one in after(text, *known)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("My son Leo, 7, has asthma and uses Flovent two puffs twice a day",
         {"age": "demographics", "gender": "demographics", "name": "demographics", "asthma": "conditions",
          "fluticasone_inhaler": "medications"}),
        ("My wife Ann (66) has AF and takes apixaban 5 mg twice daily.",
         {"age": "demographics", "gender": "demographics", "name": "demographics",
          "atrial_fibrillation": "conditions", "apixaban": "medications"}),
        ("우리 엄마 82세 치매 있고 도네페질 10mg 드세요",
         {"age": "demographics", "gender": "demographics", "dementia": "conditions", "donepezil": "medications"}),
        ("남편이 통풍이 있어서 페북소스타트 40 먹고 있어요. 콜라 마셔도 되나요?",
         {"gender": "demographics", "gout": "conditions", "febuxostat": "medications"}),
    ],
)  # fmt: skip
def test_an_opening_about_one_relative_and_what_that_one_takes_is_of_the_patient(text: str, told: Any) -> None:
    found = after(text)
    assert {one.content.concept.concept_id: one.content.slot.value for one in found} == told
    assert {one.content.subject for one in found} == {"patient"}


@pytest.mark.parametrize(
    "text",
    [
        "My brother has diabetes and takes insulin, I have neither",
        "My mum has dementia",
        "I live with my mother-in-law who takes warfarin, not me.",
        "어머니가 당뇨가 있으시고 메트포민 드세요. 저는 없어요",
        "My wife has lupus and takes Plaquenil.",
        "아버지가 당뇨가 있으시고 메트포민 드세요",
    ],
)
def test_a_family_told_by_the_patient_stays_the_family(text: str) -> None:
    own = {SlotKind.CONDITIONS.value, SlotKind.MEDICATIONS.value}
    assert own.isdisjoint(_told(text).values())


def test_with_a_record_of_the_patient_a_relative_is_a_relative() -> None:
    known = {"slot": "medications", "name": "Amlodipine", "dose": "5mg"}
    told = _told("My father has gout and takes allopurinol", known)
    assert told.get("gout") == "family_history"
    assert "allopurinol" not in told


@pytest.mark.parametrize(
    ("agent", "slot"),
    [("Hello! How can I help you today?", "conditions"), ("Does anything run in the family?", "family_history")],
)
def test_behind_a_greeting_one_speaks_for_a_patient_and_behind_a_question_for_the_family_does_not(
    agent: str, slot: str
) -> None:
    facts = {
        one.content.concept.concept_id: one.content.slot.value
        for one in after("My husband is 66, he has gout and takes allopurinol", agent=agent)
    }
    assert facts["gout"] == slot


def test_a_habit_without_an_amount_has_no_value_of_its_own() -> None:
    facts = {one.content.concept.concept_id: one.content for one in after("I do yoga, and I smoke")}
    assert facts["exercise"].value is None
    assert facts["smoking"].value == "current"
