"""A pressure that is on record in words is no number, and stands in the way of nothing."""

from __future__ import annotations

from tests.extraction.test_what_the_record_settles import after

KNOWN = (
    {"slot": "vitals", "name": "Systolic blood pressure", "value": "130s", "unit": "mmHg"},
    {"slot": "vitals", "name": "Diastolic blood pressure", "value": 80, "unit": "mmHg"},
)


def test_a_correction_beside_a_pressure_in_words_is_read() -> None:
    said = {one.content.concept.concept_id: one.content.value for one in after("no wait, I meant 85", *KNOWN)}
    assert said["systolic_blood_pressure"] == "130s"
    assert len(said) == 2
