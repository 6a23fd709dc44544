from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.errors import InvalidRecord
from domain.values import ANY, Certainty, Content, Polarity, SlotKind, Status, Temporality
from extraction.naming.lexicon import read_tables
from extraction.records.card import read_card

LEXICON = read_tables([Path(__file__).parent / "tables"])
SNOMED = "http://snomed.info/sct"


def read(language: str = "ko", **card: Any) -> list[Content]:
    reading = read_card(json.dumps(card), LEXICON, language)
    assert sum(reading.counts.values()) == len(reading.proposals)
    return [proposal.content for proposal in reading.proposals if proposal.content is not None]


def condition(**fields: Any) -> dict[str, Any]:
    return {"name": "Hypertension", "name_ko": "고혈압", "system": SNOMED, "code": "38341003", **fields}


def test_age_and_gender_are_the_only_things_of_the_person() -> None:
    secret = {"patient_id": "P-77", "name": "홍길순", "birth_date": "1960-02-03", "address": "Elm Road", "ssn": "999-1"}
    reading = read_card(json.dumps({"age": 65, "gender": "Female", **secret}), LEXICON, "ko")
    facts = [(p.content.concept.concept_id, p.content.value) for p in reading.proposals if p.content]
    assert facts == [("age", 65), ("gender", "female")]
    carried = "".join(repr(proposal) for proposal in reading.proposals)
    assert not any(value in carried for value in secret.values())


def test_a_condition_keeps_the_records_code_before_the_lexicons() -> None:
    (fact,) = read(diagnosis_coded=[condition(code="59621000", onset="2009-05-11", clinical_status="active")])
    assert (fact.slot, fact.status) == (SlotKind.CONDITIONS, Status.ACTIVE)
    assert (fact.concept.concept_id, fact.concept.name, fact.concept.display) == (
        "hypertension",
        "Hypertension",
        "고혈압",
    )
    assert [coding.code for coding in fact.concept.codings] == ["59621000", "38341003"]
    assert (fact.valid_from, fact.precision) == ("2009-05-11", "day")


def test_the_code_decides_over_the_display() -> None:
    (fact,) = read(diagnosis_coded=[condition(name="Diabetes", name_ko="당뇨", code="44054006")])
    assert fact.concept.concept_id == "type_2_diabetes"
    assert fact.concept.broader == ("diabetes",)


def test_what_the_lexicon_does_not_know_is_its_own_concept() -> None:
    unknown = condition(name="Whiplash injury", name_ko="편타 손상", code="39848009")
    (fact,) = read(diagnosis_coded=[unknown])
    assert (fact.concept.concept_id, fact.concept.name) == ("SNOMED:39848009", "Whiplash injury")
    assert fact.concept.display == "편타 손상"
    (fact,) = read(diagnosis=["Whiplash  Injury"])
    assert fact.concept.concept_id == "whiplashinjury"


def test_invisible_characters_do_not_hide_a_name() -> None:
    (fact,) = read(diagnosis=["Hyper​tension"])
    assert fact.concept.concept_id == "hypertension"


def test_history_and_resolved_are_past() -> None:
    facts = read(
        diagnosis=["Hypertension"],
        diagnosis_coded=[condition()],
        history_coded=[condition(clinical_status="active")],
        resolved_coded=[condition(clinical_status="resolved", onset="2019-10", abatement="2019-11-02")],
    )
    assert [(fact.status, fact.temporality) for fact in facts] == [
        (Status.ACTIVE, Temporality.CURRENT),
        (Status.RESOLVED, Temporality.PAST),
        (Status.RESOLVED, Temporality.PAST),
    ]
    assert (facts[2].valid_from, facts[2].valid_to, facts[2].precision) == ("2019-10", "2019-11-02", "month")


@pytest.mark.parametrize(
    ("verification", "polarity", "certainty"),
    [
        ("confirmed", Polarity.AFFIRMED, Certainty.CONFIRMED),
        ("refuted", Polarity.NEGATED, Certainty.CONFIRMED),
        ("provisional", Polarity.AFFIRMED, Certainty.UNCERTAIN),
    ],
)
def test_verification_status(verification: str, polarity: Polarity, certainty: Certainty) -> None:
    (fact,) = read(diagnosis_coded=[condition(verification_status=verification)])
    assert (fact.polarity, fact.certainty) == (polarity, certainty)


def test_what_was_entered_in_error_is_no_fact() -> None:
    assert read(diagnosis=["Hypertension"], diagnosis_coded=[condition(verification_status="entered-in-error")]) == []


def test_a_medicine_is_known_by_its_ingredient() -> None:
    names = [
        "Metoprolol succinate",
        "24 HR Metoprolol succinate 50 MG Extended Release Oral Tablet",
        "metoprolol 25 mg",
    ]
    facts = read(medications=[{"name": name, "dosage": "50mg", "frequency": "QD", "rxnorm": "1"} for name in names])
    assert {fact.concept.concept_id for fact in facts} == {"metoprolol"}
    assert {(fact.dose, fact.frequency, fact.status) for fact in facts} == {("50mg", "QD", Status.ACTIVE)}
    assert facts[0].concept.codings[0].system == "http://www.nlm.nih.gov/research/umls/rxnorm"


def test_a_combination_is_not_one_of_its_parts() -> None:
    (fact,) = read(medications=[{"name": "Amlodipine/atorvastatin"}])
    assert fact.concept.concept_id == "amlodipine/atorvastatin"


def test_past_medicines_are_stopped() -> None:
    (fact,) = read(past_medications=[{"name": "Metformin", "start": "2015-03-01"}])
    assert (fact.status, fact.temporality, fact.valid_from) == (Status.STOPPED, Temporality.PAST, "2015-03-01")


@pytest.mark.parametrize(("key", "slot"), [("medications", "medications"), ("allergy", "allergies")])
def test_none_and_unknown_are_facts_and_silence_is_not(key: str, slot: str) -> None:
    (none,) = read(**{key: "없음"})
    assert (none.slot, none.concept.concept_id, none.polarity) == (slot, ANY, Polarity.NEGATED)
    (unknown,) = read(**{key: "모름"})
    assert (unknown.concept.concept_id, unknown.certainty) == (ANY, Certainty.UNKNOWN)
    nothing: dict[str, Any] = {key: []}
    assert read(**nothing) == read() == []


def test_allergies_are_read_once() -> None:
    peanut = {"name": "Peanut", "name_ko": "땅콩", "system": SNOMED, "code": "91935009"}
    facts = read(allergy=["Peanut", "Aspirin"], allergy_coded=[peanut])
    assert [fact.concept.concept_id for fact in facts] == ["peanut", "aspirin"]
    assert all(fact.slot is SlotKind.ALLERGIES for fact in facts)


def lab(**fields: Any) -> dict[str, Any]:
    return {"date": "2024-12-05", "test": "HbA1c", "value": 7.2, "unit": "%", "loinc": "4548-4", **fields}


def test_a_result_has_a_value_a_unit_and_a_date() -> None:
    (fact,) = read(lab_results=[lab()])
    assert (fact.slot, fact.concept.concept_id, fact.value, fact.unit) == (SlotKind.LABS, "hba1c", 7.2, "%")
    assert (fact.valid_from, fact.precision) == ("2024-12-05", "day")


def test_a_unit_is_spelled_in_ucum_and_converted_to_the_tests_own() -> None:
    (egfr,) = read(lab_results=[lab(test="eGFR", loinc="33914-3", value=58, unit="mL/min/1.73m2")])
    assert (egfr.value, egfr.unit, egfr.value_stated) == (58, "mL/min/{1.73_m2}", None)
    (glucose,) = read(lab_results=[lab(test="Glucose", loinc="2345-7", value=5.5, unit="mmol/L")])
    assert glucose.value == pytest.approx(99.088)
    assert (glucose.unit, glucose.value_stated, glucose.unit_stated) == ("mg/dL", "5.5", "mmol/L")


def test_bounds_and_findings_in_words() -> None:
    below, words = read(lab_results=[lab(value="<4.0"), lab(test="HBsAg", loinc="", value="음성", unit=None)])
    assert (below.value, below.comparator) == (4.0, "<")
    assert (words.value, words.concept.concept_id) == ("음성", "hbsag")


@pytest.mark.parametrize("row", [{"value": "138/86"}, {"value": {"systolic": 138, "diastolic": 86}}])
def test_a_pressure_panel_is_two_facts(row: dict[str, Any]) -> None:
    panel = {"date": "2025-01-02", "vital": "Blood pressure", "unit": "mmHg", "loinc": "85354-9", **row}
    top, bottom = read(vitals=[panel])
    assert [(fact.concept.concept_id, fact.value, fact.unit) for fact in (top, bottom)] == [
        ("systolic_blood_pressure", 138, "mm[Hg]"),
        ("diastolic_blood_pressure", 86, "mm[Hg]"),
    ]


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("card", "path"),
    [
        ('{"age": NaN}', "$"),
        ('{"age"', "$"),
        ("[]", "$"),
        (b"\xff\xfe", "$"),
        ("[" * 100_000, "$"),
        ('{"age": true}', "$.age"),
        ('{"age": 1e999}', "$.age"),
        ('{"age": 250}', "$.age"),
        ('{"gender": 1}', "$.gender"),
        ('{"gender": "\\ud800"}', "$.gender"),
        ('{"diagnosis": "secret words"}', "$.diagnosis"),
        ('{"diagnosis": [1]}', "$.diagnosis[0]"),
        ('{"diagnosis_coded": ["secret words"]}', "$.diagnosis_coded[0]"),
        ('{"medications": [{"dosage": "5mg"}]}', "$.medications[0].name"),
        ('{"medications": [{"name": "x", "status": "secret words"}]}', "$.medications[0].status"),
        ('{"medications": [{"name": "x", "start": "2021-02-30"}]}', "$.medications[0].start"),
        ('{"lab_results": [{"test": "x", "value": null}]}', "$.lab_results[0].value"),
        ('{"lab_results": [{"test": "x", "value": [1]}]}', "$.lab_results[0].value"),
        ('{"lab_results": [{"test": "HbA1c", "value": -4}]}', "$.lab_results[0].value"),
        ('{"lab_results": [{"test": "x", "value": 1, "date": "secret words"}]}', "$.lab_results[0].date"),
        ('{"as_of": "0012-01-01"}', "$.as_of"),
    ],
)
def test_a_bad_card_is_refused_by_path_without_its_words(card: str | bytes, path: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        read_card(card, LEXICON, "ko")
    assert caught.value.details["path"] == path
    assert "secret" not in str(caught.value)


def test_the_hash_is_that_of_the_bytes_and_bytes_read_as_text() -> None:
    card = '{"age": 3, "as_of": "2020-06-15T10:00:00Z", "later_section": [1]}'
    text, raw = read_card(card, LEXICON, "en"), read_card(card.encode(), LEXICON, "en")
    assert text == raw
    assert (len(text.source_hash), text.as_of) == (64, "2020-06-15")


JSON = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(
    ["age", "gender", "diagnosis", "diagnosis_coded", "medications", "allergy", "lab_results", "vitals"]
)


# Slow to draw beside other work, which says nothing of the reader.
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(KEYS, JSON, max_size=4))
def test_any_json_is_read_or_refused(card: dict[str, Any]) -> None:
    try:
        read_card(json.dumps(card), LEXICON, "en")
    except InvalidRecord as refusal:
        assert refusal.details["path"].startswith("$")
