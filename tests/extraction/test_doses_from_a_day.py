"""A dose told with its day changes what is taken from that day on; what is only thought of, or of others, does not."""

from __future__ import annotations

from typing import Any

import pytest

from domain.ledger import Fact
from tests.extraction.test_what_the_record_settles import after

TODAY = "2026-01-05"
"""The day on which :func:`after` has words said: a Monday."""


def medicine(name: str, dose: str | None = None, frequency: str | None = None) -> dict[str, Any]:
    told = {"slot": "medications", "name": name, "dose": dose, "frequency": frequency}
    return {key: value for key, value in told.items() if value is not None}


def of(text: str, concept: str, *known: dict[str, Any]) -> Fact:
    found = [one for one in after(text, *known) if one.content.concept.concept_id == concept]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    ("text", "name", "before", "dose", "day"),
    [
        ("nurse says go up to 5 from Monday", "Bisoprolol", "2.5mg", "5mg", "2026-01-12"),
        ("they want me on 5 from Thursday", "Bisoprolol", "2.5mg", "5mg", "2026-01-08"),
        ("starting tomorrow it's 5 mg", "Bisoprolol", "2.5mg", "5mg", "2026-01-06"),
        ("clinic rang, 6mg from tonight", "Warfarin", "5mg", "6mg", TODAY),
        ("as of tomorrow 6mg a day", "Warfarin", "5mg", "6mg", "2026-01-06"),
        ("INR 3.6, leave out tonight's and then 4mg a day from tomorrow", "Warfarin", "5mg", "4mg", "2026-01-06"),
        ("dosage drops to 3 mg starting Thursday", "Warfarin", "5mg", "3mg", "2026-01-08"),
        ("수요일부터 3mg으로 내리래요", "Warfarin", "5mg", "3mg", "2026-01-07"),
        ("다음 주부터 6으로 올리기로 했어요", "Warfarin", "5mg", "6mg", "2026-01-12"),
        ("INR이 1.7이라 오늘 저녁부터 6미리 먹으래요", "Warfarin", "5mg", "6mg", TODAY),
        ("모레부터 와파린 4mg", "Warfarin", "5mg", "4mg", "2026-01-07"),
        ("와파린은 어제부터 4로 줄였어요", "Warfarin", "5mg", "4mg", "2026-01-04"),
        ("TSH 6.2 나와서 내일부터 75로 올린대요", "Levothyroxine", "50mcg", "75mcg", "2026-01-06"),
        ("TSH 6.2, so 75 from tomorrow", "Levothyroxine", "50mcg", "75mcg", "2026-01-06"),
        ("doc is putting me up to 100 starting Saturday", "Sertraline", "50mg", "100mg", "2026-01-10"),
        ("too restless, going to 25 as of today", "Sertraline", "50mg", "25mg", TODAY),
        ("20 mg today", "Prednisolone", "30mg", "20mg", TODAY),
        ("오늘은 20mg", "Prednisolone", "30mg", "20mg", TODAY),
        ("down to 20 as of this morning, itching better", "Prednisolone", "30mg", "20mg", TODAY),
    ],
)
def test_a_dose_holds_from_its_day(text: str, name: str, before: str, dose: str, day: str) -> None:
    fact = of(text, name.casefold(), medicine(name, before))
    assert (fact.content.dose, fact.content.valid_from, fact.disputed) == (dose, day, False)


@pytest.mark.parametrize(
    ("text", "concept", "dose"),
    [
        ("Furosemide went from 40 to 80 today", "furosemide", "80mg"),
        ("lamotrigine goes from 100 to 150 mg from tomorrow", "lamotrigine", "150mg"),
        ("케프라 500에서 750으로 내일부터 올리래요", "levetiracetam", "750mg"),
        ("TSH 7.1. 씬지로이드 50에서 75로 오늘부터 올림", "levothyroxine", "75mcg"),
        ("metformin from 500 to 1000", "metformin", "1000mg"),
    ],
)
def test_both_doses_of_a_medicine_new_to_the_record_are_kept(text: str, concept: str, dose: str) -> None:
    fact = of(text, concept)
    assert fact.content.dose == dose
    assert fact.supersedes
    assert not any(one.content.slot.value == "labs" and str(one.content.value) == "75" for one in after(text))


@pytest.mark.parametrize(
    ("text", "name", "dose"),
    [
        ("she might put me up to 100 from Monday", "Sertraline", "50mg"),
        ("if it is no better we go to 100 from Monday", "Sertraline", "50mg"),
        ("내일부터 100으로 올릴까 고민 중이에요", "Sertraline", "50mg"),
        ("다음 달에 100으로 올릴 수도 있대요", "Sertraline", "50mg"),
        ("내일부터 100으로 올려도 되나요?", "Sertraline", "50mg"),
        ("I walk 75 minutes a day from today", "Sertraline", "50mg"),
        ("아침 산책을 내일부터 30분으로 늘리래요", "Sertraline", "50mg"),
        ("my sister goes up to 100 from tomorrow", "Sertraline", "50mg"),
        ("언니는 내일부터 100으로 올린대요", "Sertraline", "50mg"),
        ("weight is down to 75 from today", "Sertraline", "50mg"),
        ("blood pressure dropped from 150 to 130 today", "Amlodipine", "5mg"),
        ("혈압이 150에서 130으로 내렸어요 오늘", "Amlodipine", "5mg"),
        ("heart rate came down to 60 from today", "Amlodipine", "5mg"),
        ("I took 5 mg yesterday and 5 mg today", "Amlodipine", "5mg"),
        ("gp says no change, stay on 10 from today", "Lisinopril", "10mg"),
    ],
)
def test_what_is_no_change_of_it_leaves_a_dose(text: str, name: str, dose: str) -> None:
    fact = of(text, name.casefold(), medicine(name, dose))
    assert (fact.content.dose, fact.disputed) == (dose, False)


def test_the_way_a_dose_went_says_which_medicine_is_meant() -> None:
    known = (medicine("Amlodipine", "5mg"), medicine("Atorvastatin", "20mg"))
    doses = {one.content.concept.concept_id: one.content.dose for one in after("내일부터 10으로 올리래요", *known)}
    assert doses == {"amlodipine": "10mg", "atorvastatin": "20mg"}


@pytest.mark.parametrize(
    ("text", "dose"),
    [
        ("cut the evening one to 500, morning stays 1000", "1000mg morning, 500mg evening"),
        ("evening down to 500", "1000mg morning, 500mg evening"),
        ("저녁 약만 500으로 줄였어요", "1000mg morning, 500mg evening"),
        ("저녁것만 500으로 줄이고 아침은 1000 그대로예요", "1000mg morning, 500mg evening"),
        ("저녁에 라면 500칼로리 먹었어요", "1000mg"),
        ("blood pressure in the evening 140", "1000mg"),
        ("I had 2 biscuits in the evening", "1000mg"),
    ],
)
def test_one_dose_of_two_a_day_is_moved_by_itself(text: str, dose: str) -> None:
    assert of(text, "metformin", medicine("Metformin", "1000mg", "BID")).content.dose == dose


@pytest.mark.parametrize(
    ("text", "name", "status"),
    [
        ("metformin changed to slow release 1000 at teatime", "Metformin", "active"),
        ("메트포르민은 서방정으로 바꿔 주셨어요", "Metformin", "active"),
        ("they switched my venlafaxine to the XL capsules", "Venlafaxine", "active"),
        ("omeprazole stopped, changed to lansoprazole capsules", "Omeprazole", "stopped"),
    ],
)
def test_another_form_of_it_is_no_end(text: str, name: str, status: str) -> None:
    assert of(text, name.casefold(), medicine(name)).content.status == status


@pytest.mark.parametrize(
    ("text", "name", "status"),
    [
        ("took the last one today, all done", "Prednisolone", "stopped"),
        ("had my last tablet this morning", "Amoxicillin", "stopped"),
        ("finished the tablets yesterday", "Amoxicillin", "stopped"),
        ("오늘 마지막 알 먹었어요", "Prednisolone", "stopped"),
        ("약은 어제 다 먹었어요", "Amoxicillin", "stopped"),
        ("haven't had the last one yet", "Prednisolone", "active"),
        ("when I've finished the tablets I'll ring", "Amoxicillin", "active"),
        ("took the last one today", "Amlodipine", "active"),
    ],
)
def test_a_course_ends_with_its_last_tablet(text: str, name: str, status: str) -> None:
    assert of(text, name.casefold(), medicine(name, "20mg")).content.status == status


@pytest.mark.parametrize(
    "text",
    [
        "GP wants me on candesartan 8 instead of the amlodipine, chemist gets it Thursday so carry on till then",
        "switching to candesartan 8 next week, stay on the amlodipine until then",
    ],
)
def test_what_is_taken_goes_on_until_the_new_one_comes(text: str) -> None:
    known = medicine("Amlodipine", "5mg")
    assert of(text, "amlodipine", known).content.status == "active"
    assert of(text, "candesartan", known).content.status == "planned"
