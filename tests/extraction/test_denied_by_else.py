"""A complaint beside a denial of something else is had; what is denied itself is not."""

from __future__ import annotations

import pytest

from domain.values import Polarity
from tests.extraction.conversing import after


def polarity(text: str, symptom: str) -> list[Polarity]:
    return [one.content.polarity for one in after(text) if one.content.concept.concept_id == symptom]


@pytest.mark.parametrize(
    ("text", "symptom", "had"),
    [
        ("dentist gave me nothing for it, cough is bad", "cough", True),
        ("no cough medicine in the house, coughing badly", "cough", True),
        ("no antibiotics for my cough please", "cough", True),
        ("doctor gave me nothing for the headache", "headache", True),
        ("haven't taken anything for my headache", "headache", True),
        ("nothing works, cough is worse", "cough", True),
        ("no painkillers here, headache is awful", "headache", True),
        ("no fever, cough since monday", "cough", True),
        ("no tablets for my dizziness yet", "dizziness", True),
        ("기침약은 없고 기침이 나요", "cough", True),
        ("열은 없고 기침은 심해요", "cough", True),
        ("두통약 안 먹었는데 두통이 심해요", "severe_headache", True),
        ("sore throat, no fever or cough", "cough", False),
        ("no cough, no fever", "cough", False),
        ("I don't have a headache", "headache", False),
        ("no headache for three days", "headache", False),
        ("it's not a cough", "cough", False),
        ("no dizziness today", "dizziness", False),
        ("기침은 없어요", "cough", False),
        ("두통은 없고 열만 나요", "headache", False),
    ],
)
def test_only_what_is_denied_itself_is_not_had(text: str, symptom: str, had: bool) -> None:
    told = polarity(text, symptom)
    assert Polarity.AFFIRMED in told if had else Polarity.AFFIRMED not in told
    assert not had or Polarity.NEGATED not in told
