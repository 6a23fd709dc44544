"""Virtual patients have the thesis's shares, fit charts, and are the same for the same seed."""

from __future__ import annotations

import json
import statistics
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clients import AnamnesisClient
from evaluation.study.cards import Card, card, card_schema, cards_text
from evaluation.study.patients import InvalidStudy, generate
from evaluation.study.vocabulary import vocabulary


def test_eighty_patients_have_the_shares_of_the_thesis() -> None:
    patients = generate(80, seed=42)
    diseases = Counter(name for one in patients for name in one.diagnoses)
    assert (diseases["type_2_diabetes"], diseases["hypertension"], diseases["asthma"]) == (28, 22, 12)
    ages = [one.age for one in patients]
    assert statistics.fmean(ages) == pytest.approx(52.3, abs=0.3) and (min(ages), max(ages)) == (18, 85)
    assert Counter(one.gender for one in patients) == {"female": 40, "male": 40}
    assert Counter(one.cohort for one in patients) == {"Full": 32, "No-Meds": 24, "No-Trend": 24}
    assert {known: sum((one.allergies is None) is known for one in patients) for known in (True,)} == {True: 16}


@settings(max_examples=25)
@given(st.integers(1, 60), st.integers(0, 10_000))
def test_every_chart_fits_its_cohort_its_diagnoses_and_the_schema(count: int, seed: int) -> None:
    words = vocabulary()
    patients = generate(count, seed)
    assert len({one.patient_id for one in patients}) == count
    for one in patients:
        assert len(set(one.diagnoses)) == len(one.diagnoses) >= 1
        treated = {name for disease in one.diagnoses for name in words.conditions[disease].medicines}
        barred = {*one.diagnoses, *(one.allergies or ()), *(taken.medicine for taken in one.medications)}
        for taken in one.medications:
            assert taken.medicine in treated and taken.dose in words.medicines[taken.medicine].doses
            assert barred.isdisjoint(words.medicines[taken.medicine].not_with)
        days = [lab.day for lab in one.series]
        assert days == sorted(set(days)) and days[-1] <= one.as_of
        assert len(days) == 1 if one.cohort == "No-Trend" else len(days) >= 2
        assert all(first.value != second.value for first, second in zip(one.series, one.series[1:], strict=False))
        if one.cohort == "No-Meds":
            assert card(one).medications == "none"
    assert [Card.model_validate_json(line) for line in cards_text(patients).splitlines()] == [card(p) for p in patients]


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others() -> None:
    assert cards_text(generate(20, 7)) == cards_text(generate(20, 7)) != cards_text(generate(20, 8))


def test_none_and_unknown_stay_apart_on_a_card() -> None:
    known = {json.dumps(card(one).allergy) for one in generate(40) if not one.allergies}
    assert known == {'"none"', '"unknown"'}
    assert card_schema()["properties"]["allergy"]["anyOf"][0]["enum"] == ["none", "unknown"]


def test_a_study_without_patients_is_refused() -> None:
    with pytest.raises(InvalidStudy, match="0 patients"):
        generate(0)


def test_the_service_reads_every_name_of_the_vocabulary_from_cards(address: str) -> None:
    words = vocabulary()
    with AnamnesisClient(address) as client:
        for one in generate(12, seed=3):
            patient_id = client.register_patient(locale="en")
            client.import_card(patient_id, card(one).model_dump_json())
            remembered = {fact.name.casefold() for fact in client.profile(patient_id).facts}
            tests = {words.tests[lab.test].en.casefold() for lab in one.labs}
            medicines = {words.medicines[taken.medicine].en.casefold() for taken in one.medications}
            assert tests | medicines <= remembered
