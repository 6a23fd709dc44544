"""Several readings of one test are said back in a row, as people say them; what numbers them stays on record."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from domain.proposals import Proposal
from tests.agent.conversation import Conversation, lab, states, vital

_DAY = "2024-05-01"


def _pressures(*pairs: tuple[int, int, str | None, str]) -> list[Proposal]:
    told = []
    for upper, lower, qualifier, day in pairs:
        for concept, value in (("systolic_blood_pressure", upper), ("diastolic_blood_pressure", lower)):
            told.append(states(vital(concept, value, "mm[Hg]", day).with_fields(qualifier=qualifier)))
    return told


@pytest.mark.parametrize(
    ("language", "said", "expected"),
    [
        ("en", "BP today 152/94, 149/92, 155/95", "blood pressure 152/94, 149/92, 155/95 mmHg (1 May 2024)"),
        ("ko", "오늘 혈압 152/94, 149/92, 155/95", "혈압 152/94, 149/92, 155/95 mmHg(2024년 5월 1일)"),
    ],
)
def test_readings_of_one_day_are_said_in_a_row(language: Language, said: str, expected: str) -> None:
    told = _pressures((152, 94, "1 of 3", _DAY), (149, 92, "2 of 3", _DAY), (155, 95, None, _DAY))
    text = Conversation(language).said(said, told).text
    assert expected in text
    assert "of 3" not in text and "회 중" not in text


def test_a_row_taken_at_home_is_called_so_once() -> None:
    told = _pressures((152, 94, "1 of 2", _DAY), (155, 95, "home", _DAY))
    text = Conversation("en").said("home BP 152/94, 155/95", told).text
    assert "at home blood pressure 152/94, 155/95 mmHg (1 May 2024)" in text


def test_pressures_of_several_days_keep_their_days_and_their_halves_together() -> None:
    told = _pressures((152, 95, None, "2024-04-29"), (146, 90, None, "2024-04-30"))
    text = Conversation("en").said("Monday 152/95, Tuesday 146/90", told).text
    assert "blood pressure 152/95 mmHg (29 Apr 2024), 146/90 mmHg (30 Apr 2024)" in text


def test_other_values_of_one_day_stand_in_a_row_with_one_unit() -> None:
    values = ((7.1, "1 of 2"), (8.2, None))
    told = [states(lab("potassium", value, "mmol/L", _DAY).with_fields(qualifier=mark)) for value, mark in values]
    text = Conversation("en").said("potassium 7.1, then 8.2", told).text
    assert "potassium 7.1, 8.2 mmol/L (1 May 2024)" in text


def test_readings_that_their_words_set_apart_keep_their_words() -> None:
    told = _pressures((152, 94, "morning", _DAY), (139, 88, None, _DAY))
    text = Conversation("en").said("BP 152/94 in the morning, 139/88 now", told).text
    assert "morning blood pressure 152/94 mmHg" in text and "; blood pressure 139/88 mmHg" in text
