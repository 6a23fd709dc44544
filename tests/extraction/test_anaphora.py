"""Corrections that name only what was wrong: a day, a unit, a number, a beginning."""

from __future__ import annotations

from typing import Any

import pytest

from domain.events import SlotCorrected
from extraction.rules.pipeline import Extractor
from tests.extraction.talking import Talk


@pytest.mark.parametrize(
    ("told", "corrected", "expected"),
    [
        ("1월 12일 요산은 6.4였어요.", "12일이 아니라 21일에 쟀어요.", {"value": 6.4, "valid_from": "2025-01-21"}),
        (
            "My uric acid on January 12 was 6.4.",
            "It was taken on the 21st, not the 12th.",
            {"value": 6.4, "valid_from": "2025-01-21"},
        ),
        ("2월 3일 요산은 6.4였어요.", "2월 요산은 6.4가 아니고 5.4예요.", {"value": 5.4, "valid_from": "2025-02-03"}),
        ("로사르탄 50mg 먹어요.", "사실 100이었어요.", {"dose": "100mg"}),
        ("I take losartan 50 mg.", "Actually it's 100.", {"dose": "100mg"}),
        ("로사르탄 50mg 먹어요.", "로사르탄 사실 100이었어요.", {"dose": "100mg"}),
        ("요산은 6.4예요.", "사실 6.9였어요.", {"value": 6.9, "unit": "mg/dL"}),
        ("레보티록신 50mg 먹어요.", "mg이 아니라 마이크로그램이에요.", {"dose": "50mcg"}),
        ("I take levothyroxine 50 mg.", "Sorry, it's micrograms, not milligrams.", {"dose": "50mcg"}),
        ("지난주부터 두통이 있어요.", "아니 지난주가 아니라 어제부터요.", {"valid_from": "2025-03-08"}),
    ],
)
def test_correct_what_was_spoken_of_last(
    extractor: Extractor, told: str, corrected: str, expected: dict[str, Any]
) -> None:
    talk = Talk(extractor)
    talk.say(told)
    (event,) = talk.say(corrected)
    assert isinstance(event, SlotCorrected)
    (fact,) = talk.believed
    assert {name: getattr(fact.content, name) for name in expected} == expected


@pytest.mark.parametrize(
    "text",
    [
        "사실 저는 58세예요.",
        "사실 한 달에 두 번 운동해요.",
        "사실 150이었어요.",
        "사실 6.9였나요?",
        "12일이 아니라 21일에 가요.",
    ],
)
def test_numbers_of_something_else_correct_nothing(extractor: Extractor, text: str) -> None:
    talk = Talk(extractor)
    talk.say("2월 3일 요산은 6.4였어요.")
    assert not [event for event in talk.say(text) if isinstance(event, SlotCorrected)]


def test_a_unit_that_no_living_patient_can_have_is_not_believed(extractor: Extractor) -> None:
    talk = Talk(extractor)
    talk.say("혈당이 100mg/dL이었어요.")
    assert talk.say("mg이 아니라 mmol이에요.") == ()
