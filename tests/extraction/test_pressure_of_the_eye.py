"""A pressure is the eye's where the words speak of eyes, and the blood's elsewhere."""

from __future__ import annotations

import pytest

from tests.extraction.test_what_the_record_settles import after


def pressures(text: str) -> dict[str, list[float]]:
    """The values of each pressure told, in order."""
    told: dict[str, list[float]] = {}
    for fact in after(text):
        if isinstance(fact.content.value, float) and fact.content.concept.concept_id.endswith("pressure"):
            told.setdefault(fact.content.concept.concept_id, []).append(fact.content.value)
    return {concept: sorted(values) for concept, values in told.items()}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Today's pressures are right eye 19 mmHg and left eye 23 mmHg.", {"intraocular_pressure": [19.0, 23.0]}),
        ("the eye doctor said my pressure was 24 in the left", {"intraocular_pressure": [24.0]}),
        ("오늘 안압이 오른쪽 19, 왼쪽 23 나왔어요", {"intraocular_pressure": [19.0, 23.0]}),
        ("I have glaucoma. My pressure was 128 this morning.", {"systolic_blood_pressure": [128.0]}),
        (
            "my pressure was 150/90 and my eyes are blurry",
            {"systolic_blood_pressure": [150.0], "diastolic_blood_pressure": [90.0]},
        ),
    ],
)
def test_whose_pressure_it_is(text: str, told: dict[str, list[float]]) -> None:
    assert pressures(text) == told
