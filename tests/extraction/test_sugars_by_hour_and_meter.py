"""Sugars by the hour of a tolerance test and by a meter, fevers told for a medicine, and what is only asked."""

from __future__ import annotations

import pytest

from tests.extraction.test_what_the_record_settles import after


def sugars(text: str) -> dict[str | None, str | None]:
    """The sugars on record after ``text`` as they were stated, by their circumstance."""
    facts = [one.content for one in after(text) if one.content.concept.concept_id == "glucose"]
    return {one.qualifier: one.value_stated for one in facts}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tolerance test back: fasting 4.9, one hour 8.8, two hour 7.1", {"fasting": "4.9", "1h": "8.8", "2h": "7.1"}),
        ("glucose test: fasting 88, 1h 165, 2h 140, 3h 120",
         {"fasting": "88", "1h": "165", "2h": "140", "3h": "120"}),
        ("임당검사 공복 85, 1시간 170, 2시간 150 나왔어요", {"fasting": "85", "1h": "170", "2h": "150"}),
        ("two hours after eating 9.1", {"postprandial": "9.1"}),
        ("식후 2시간 140", {"postprandial": "140"}),
    ],
)  # fmt: skip
def test_one_test_at_several_hours_has_them_all(text: str, expected: dict[str | None, str | None]) -> None:
    assert sugars(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("came over all shaky and sweaty, meter says 58, had some juice", ["58"]),
        ("felt wobbly, meter showed 3.2", ["3.2"]),
        ("peak flow meter says 350", []),
        ("felt shaky, the parking meter says 20 minutes", []),
    ],
)
def test_a_meter_beside_a_low_shows_a_sugar(text: str, expected: list[str]) -> None:
    assert list(sugars(text).values()) == expected


@pytest.mark.parametrize(
    ("text", "fevers"),
    [
        ("he's at 101.3 right now, can I give him tylenol?", [38.5]),
        ("she's running 102.4, is motrin ok", [39.11]),
        ("the LDL is at 101.3, can I take tylenol", []),
    ],
)
def test_a_number_that_a_fever_medicine_is_asked_for_is_a_fever(text: str, fevers: list[float]) -> None:
    told = [one.content.value for one in after(text) if one.content.concept.concept_id == "body_temperature"]
    assert told == fevers


@pytest.mark.parametrize("text", ["fasting was 4.9, have i gestational diabetes", "and has he gout"])
def test_a_question_without_its_mark_puts_nothing_on_record(text: str) -> None:
    assert not [one for one in after(text) if one.content.slot.value == "conditions"]


@pytest.mark.parametrize("text", ["I've gout and have had gestational diabetes", "have had gout for years"])
def test_what_is_told_in_the_order_of_a_statement_is(text: str) -> None:
    assert "Gout" in [one.content.concept.name for one in after(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("손이 벌벌 떨리고 식은땀 나고 혈당기 찍으니 오십팔이래 좋은거여 나쁜거여?", ["58"]),
        ("혈당기가 백이십이래 괜찮은 거죠?", ["120"]),
        ("기계가 52래요 식은땀 나요", ["52"]),
        ("machine says sixty two. trembling and starving", ["62"]),
        ("shaky, forty nine on the meter", ["49"]),
        ("pricked my finger, got 55, sweaty and hungry", ["55"]),
        ("it says 58 and I'm shaking like a leaf", ["58"]),
        ("the reading is 60, she's trembling", ["60"]),
        ("it says 58 on the scale, kilos I mean, feel shaky", []),
        ("pulse thing says 58, feel sweaty after the gym", []),
        ("혈압계에 58 나왔어요 식은땀이 나요", []),
        ("it says 58 and I feel fine", []),
    ],
)
def test_a_bare_number_is_a_sugar_of_who_takes_what_lowers_it(text: str, expected: list[str]) -> None:
    told = after(text, {"slot": "medications", "name": "Gliclazide", "dose": "80mg"})
    assert [f"{one.content.value:.0f}" for one in told if one.content.concept.concept_id == "glucose"] == expected


_THINNED = ({"slot": "medications", "name": "Warfarin"},)
_BOTH = (*_THINNED, {"slot": "conditions", "name": "Type 2 diabetes mellitus"})
_DIABETES = ({"slot": "conditions", "name": "Type 2 diabetes mellitus"},)


@pytest.mark.parametrize(
    ("known", "text", "test", "value"),
    [
        (_THINNED, "finger stick at home says 4.4. what now?", "inr", 4.4),
        (_THINNED, "my finger prick this morning was 3.9", "inr", 3.9),
        (_THINNED, "the machine at home says 6.2", "inr", 6.2),
        (_THINNED, "it came back 1.6", "inr", 1.6),
        (_BOTH, "finger stick says 5.4", None, None),
        (_DIABETES, "finger stick says 5.4", "glucose", 97.29),
        (_THINNED, "the pain is 5 out of 10, it was 3", None, None),
        (_THINNED, "the sugar meter says 5.2", "glucose", 93.68),
    ],
)
def test_a_pricked_finger_tells_the_clotting_of_whose_blood_is_thinned(
    known: tuple[dict[str, str], ...], text: str, test: str | None, value: float | None
) -> None:
    found = {one.content.concept.concept_id: one.content.value for one in after(text, *known)}
    assert {name: found[name] for name in ("inr", "glucose") if name in found} == ({test: value} if test else {})
