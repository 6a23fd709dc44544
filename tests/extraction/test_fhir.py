from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import InvalidRecord
from domain.values import ANY, Certainty, Content, Polarity, Precision, SlotKind, Status, Temporality
from extraction.naming.lexicon import read_tables
from extraction.records.card import CardReading
from extraction.records.fhir.bundle import read_bundle

LEXICON = read_tables([Path(__file__).parent / "tables"])
SNOMED, LOINC = "http://snomed.info/sct", "http://loinc.org"
RXNORM = "http://www.nlm.nih.gov/research/umls/rxnorm"
IPS = "http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips"
ME = {"reference": "Patient/p1"}
Json = dict[str, Any]


def coded(system: str, code: str, display: str | None = None) -> Json:
    return {"coding": [{"system": system, "code": code, **({"display": display} if display else {})}]}


def status(word: str) -> Json:
    return {"coding": [{"code": word}]}


def bundle(*resources: Json, kind: str = "collection") -> Json:
    return {"resourceType": "Bundle", "type": kind, "entry": [{"resource": resource} for resource in resources]}


def reading(*resources: Json) -> CardReading:
    return read_bundle(json.dumps(bundle(*resources)), LEXICON, "en")


def read(*resources: Json) -> list[Content]:
    return [proposal.content for proposal in reading(*resources).proposals if proposal.content is not None]


def condition(code: str = "38341003", display: str = "Hypertension", **fields: Any) -> Json:
    return {"resourceType": "Condition", "code": coded(SNOMED, code, display), "subject": ME, **fields}


def allergy(code: Json, **fields: Any) -> Json:
    return {"resourceType": "AllergyIntolerance", "code": code, "patient": ME, **fields}


def request(name: str = "Metformin 500 MG Oral Tablet", **fields: Any) -> Json:
    medicine = {"medicationCodeableConcept": {"text": name}}
    base = {"resourceType": "MedicationRequest", "status": "active", "intent": "order", "subject": ME}
    return {**base, **({} if "medicationReference" in fields else medicine), **fields}


def observation(code: Json, category: str = "laboratory", **fields: Any) -> Json:
    base = {
        "resourceType": "Observation",
        "status": "final",
        "subject": ME,
        "effectiveDateTime": "2020-02-06T05:40:19Z",
    }
    return {**base, "category": [coded("", category)], "code": code, **fields}


def quantity(value: float, unit: str) -> Json:
    return {"value": value, "unit": unit, "system": "http://unitsofmeasure.org", "code": unit}


def test_of_the_person_only_age_and_sex_are_read() -> None:
    person = {
        "resourceType": "Patient", "id": "p1", "gender": "female", "birthDate": "1960-08-03",
        "name": [{"family": "Schroeder"}], "identifier": [{"value": "999-97-9710"}], "telecom": [{"value": "555-1"}],
        "address": [{"city": "Holbrook"}],
    }  # fmt: skip
    found = reading(person, condition(onsetDateTime="2020-08-02"))
    facts = [(p.content.concept.concept_id, p.content.value) for p in found.proposals if p.content]
    assert facts[:2] == [("age", 59.0), ("gender", "female")] and found.as_of == "2020-08-02"
    carried = "".join(repr(proposal) for proposal in found.proposals)
    assert not any(word in carried for word in ("Schroeder", "999-97", "555-1", "Holbrook", "1960"))


@pytest.mark.parametrize(
    ("verification", "polarity", "certainty"),
    [
        ("confirmed", Polarity.AFFIRMED, Certainty.CONFIRMED),
        ("provisional", Polarity.AFFIRMED, Certainty.UNCERTAIN),
        ("differential", Polarity.AFFIRMED, Certainty.UNCERTAIN),
        ("unconfirmed", Polarity.AFFIRMED, Certainty.UNCERTAIN),
        ("refuted", Polarity.NEGATED, Certainty.CONFIRMED),
    ],
)
def test_verification_says_whether_and_how_surely(verification: str, polarity: Polarity, certainty: Certainty) -> None:
    (fact,) = read(condition(verificationStatus=status(verification), clinicalStatus=status("active")))
    assert (fact.polarity, fact.certainty) == (polarity, certainty)


def test_what_was_entered_in_error_is_counted_and_not_read() -> None:
    wrong = [
        condition(verificationStatus=status("entered-in-error")),
        observation(coded(LOINC, "4548-4"), status="entered-in-error", valueQuantity=quantity(7, "%")),
        request(status="entered-in-error"),
        {"resourceType": "Encounter", "status": "finished"},
        condition(modifierExtension=[{"url": "urn:other:not", "valueBoolean": True}]),
    ]
    assert reading(*wrong).counts == {"skipped": 5}


def test_a_resolved_condition_is_past_and_has_its_dates() -> None:
    period = {"onsetDateTime": "2019-05", "abatementDateTime": "2020-01-31T09:00:00+09:00"}
    (fact,) = read(condition(clinicalStatus=status("resolved"), **period))
    assert (fact.status, fact.temporality) == (Status.RESOLVED, Temporality.PAST)
    assert (fact.valid_from, fact.precision, fact.valid_to) == ("2019-05", Precision.MONTH, "2020-01-31")


def test_the_code_is_trusted_over_its_display() -> None:
    (diabetes,) = read(condition("44054006", "Diabetes"))
    assert (diabetes.concept.concept_id, diabetes.certainty) == ("type_2_diabetes", Certainty.CONFIRMED)


def test_a_code_and_a_name_that_clearly_differ_make_the_fact_uncertain() -> None:
    (fact,) = read(condition("38341003", "Type 2 diabetes"))
    assert (fact.concept.concept_id, fact.certainty) == ("hypertension", Certainty.UNCERTAIN)
    assert {"38341003", "44054006"} <= {coding.code for coding in fact.concept.codings}


def test_no_known_allergy_and_no_information_are_statements_about_the_slot() -> None:
    for code in (coded(SNOMED, "716186003"), coded(IPS, "no-known-allergies")):
        (none,) = read(allergy(code, clinicalStatus=status("active")))
        assert (none.concept.concept_id, none.polarity) == (ANY, Polarity.NEGATED)
    (unknown,) = read(allergy(coded(IPS, "no-allergy-info")))
    assert (unknown.concept.concept_id, unknown.certainty) == (ANY, Certainty.UNKNOWN)
    (drugs,) = read(allergy(coded(SNOMED, "409137002")))
    assert (drugs.concept.concept_id, drugs.polarity) == ("medication", Polarity.NEGATED)


def test_allergies_by_either_code_system_with_their_reactions() -> None:
    hives = {"manifestation": [{"text": "Hives (disorder)"}, {"text": "Dyspnea (finding)"}], "severity": "severe"}
    peanut, aspirin = read(
        allergy(coded(SNOMED, "91935009", "Allergy to peanuts"), reaction=[hives]),
        allergy(coded(RXNORM, "1191", "Aspirin")),
    )
    assert (peanut.concept.concept_id, peanut.reaction, peanut.severity) == ("peanut", "Hives, Dyspnea", "severe")
    assert (aspirin.slot, aspirin.concept.concept_id) == (SlotKind.ALLERGIES, "aspirin")


def test_none_is_dropped_beside_something_concrete() -> None:
    found = reading(allergy(coded(SNOMED, "716186003")), allergy(coded(RXNORM, "1191")))
    assert dict(found.counts) == {"allergies": 1, "superseded": 1}


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("active", Status.ACTIVE), ("completed", Status.STOPPED), ("stopped", Status.STOPPED),
        ("on-hold", Status.ON_HOLD), ("intended", Status.PLANNED), ("unknown", None),
    ],
)  # fmt: skip
def test_statuses_of_medicines(word: str, meaning: Status | None) -> None:
    statement = {**request(), "resourceType": "MedicationStatement", "status": word, "effectiveDateTime": "2019-05"}
    (fact,) = read(statement)
    assert (fact.concept.concept_id, fact.status, fact.valid_from) == ("metformin", meaning, "2019-05")


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("dosage", "dose", "frequency"),
    [
        ({"timing": {"code": coded("", "BID")}}, "500 mg", "BID"),
        ({"timing": {"repeat": {"frequency": 1, "period": 1.0, "periodUnit": "d"}}}, "500 mg", "QD"),
        ({"timing": {"repeat": {"period": 4, "periodUnit": "h"}}, "asNeededBoolean": True}, "500 mg", "Q4H PRN"),
        ({"timing": {"repeat": {"frequency": 3, "period": 1, "periodUnit": "wk"}}}, "500 mg", "3/week"),
        ({"timing": {"repeat": {"when": ["HS"]}}}, "500 mg", "QHS"),
        ({"asNeededBoolean": True, "text": "Take as needed."}, "500 mg", "PRN"),
        ({"doseAndRate": [{"doseQuantity": {"value": 2}}]}, "1000 mg", None),
        ({"doseAndRate": [{"doseQuantity": {"value": 850, "unit": "mg"}}]}, "850 mg", None),
        ({"text": "850 mg twice a day"}, "850 mg", "BID"),
    ],
)  # fmt: skip
def test_dosage(dosage: Json, dose: str, frequency: str | None) -> None:
    (fact,) = read(request(dosageInstruction=[dosage]))
    assert (fact.dose, fact.frequency) == (dose, frequency)


@pytest.mark.parametrize(
    ("timing", "frequency", "times"),
    [
        ({"repeat": {"frequency": 1, "period": 1, "periodUnit": "d", "when": ["EVE.late"]}}, "QD", "EVE"),
        ({"repeat": {"frequency": 1, "period": 1, "periodUnit": "wk", "dayOfWeek": ["thu"]}}, "weekly", "thu"),
        ({"repeat": {"frequency": 2, "period": 1, "periodUnit": "d", "timeOfDay": ["20:00:00", "08:00:00"]}}, "BID",
         "08:00 20:00"),
        ({"repeat": {"when": ["HS"]}}, "QHS", None),
        ({"repeat": {"frequency": 1, "period": 1, "periodUnit": "d", "when": ["PHS"]}}, "QD", None),
        ({"code": coded("", "AM")}, "QD", "MORN"),
    ],
)  # fmt: skip
def test_days_and_times_of_a_dosage(timing: Json, frequency: str, times: str | None) -> None:
    (fact,) = read(request(dosageInstruction=[{"timing": timing}]))
    assert (fact.frequency, fact.timing) == (frequency, times)


def test_a_medicine_is_found_where_it_is_referred_to() -> None:
    medication = {"resourceType": "Medication", "id": "m", "code": coded(RXNORM, "6809")}
    contained = request(medicationReference={"reference": "#m"}, contained=[medication])
    stated = {**request(medicationReference={"reference": "Medication/m"}), "authoredOn": "2020"}
    for resources in ((contained,), (stated, medication)):
        found = reading(*resources)
        assert [p.content.concept.concept_id for p in found.proposals if p.content] == ["metformin"]
        assert "skipped" not in found.counts


def test_of_one_ingredient_twice_the_latest_start_stands() -> None:
    found = reading(
        request("Metformin 850 MG", authoredOn="2015-01-01"),
        request("Metformin 500 MG", authoredOn="2019-01-01"),
        request("Metformin 250 MG", authoredOn="2020-01-01", status="stopped"),
    )
    (fact,) = (proposal.content for proposal in found.proposals)
    assert fact is not None and (fact.dose, fact.valid_from) == ("500 mg", "2019-01-01")
    assert found.counts["superseded"] == 2


def test_a_pressure_panel_gives_both_of_its_components() -> None:
    parts = [
        {"code": coded(LOINC, code), "valueQuantity": quantity(value, "mm[Hg]")}
        for code, value in (("8462-4", 79.5), ("8480-6", 124.5))
    ]
    facts = read(observation(coded(LOINC, "55284-4", "Blood Pressure"), "vital-signs", component=parts))
    assert [(fact.slot, fact.concept.concept_id, fact.value) for fact in facts] == [
        (SlotKind.VITALS, "diastolic_blood_pressure", 79.5),
        (SlotKind.VITALS, "systolic_blood_pressure", 124.5),
    ]
    assert {fact.valid_from for fact in facts} == {"2020-02-06"}


def test_several_codes_of_one_test_and_another_unit() -> None:
    old, new = read(
        observation(coded(LOINC, "2339-0"), valueQuantity=quantity(90, "mg/dL")),
        observation(coded(LOINC, "2345-7"), valueQuantity={**quantity(8, "mmol/L"), "comparator": ">"}),
    )
    assert old.concept.concept_id == new.concept.concept_id == "glucose"
    assert isinstance(new.value, float) and new.value == pytest.approx(144.128)
    assert (new.unit, new.comparator) == ("mg/dL", ">")
    assert (new.value_stated, new.unit_stated) == ("8", "mmol/L")


def test_invisible_characters_are_dropped_from_names() -> None:
    (fact,) = read(
        observation(coded(LOINC, "1-8", "Leukocytes [#/\u200bvolume]"), valueQuantity=quantity(9, "10*3/uL"))
    )
    assert fact.concept.name == "Leukocytes [#/volume]" and fact.slot is SlotKind.LABS


def test_words_ranges_and_missing_values() -> None:
    cloudy = observation(coded(LOINC, "2-6"), valueCodeableConcept={"text": "Cloudy"})
    span = observation(coded(LOINC, "4548-4"), valueRange={"low": {"value": 6}, "high": quantity(7, "%")})
    absent = observation(coded(LOINC, "718-7"), dataAbsentReason=status("unknown"))
    found = reading(cloudy, span, absent)
    first, second = (proposal.content for proposal in found.proposals)
    assert first is not None and first.value == "Cloudy"
    assert second is not None and (second.value_low, second.value_high, second.unit) == (6.0, 7.0, "%")
    assert found.counts["skipped"] == 1


def test_procedures_and_relatives() -> None:
    procedure = {
        "resourceType": "Procedure", "status": "completed", "code": coded(SNOMED, "73761001", "Colonoscopy"),
        "subject": ME, "performedPeriod": {"start": "2018-03-01T10:00:00Z", "end": "2018-03-01T10:15:00Z"},
    }  # fmt: skip
    family = {
        "resourceType": "FamilyMemberHistory", "status": "completed", "patient": ME,
        "relationship": coded("http://terminology.hl7.org/CodeSystem/v3-RoleCode", "NMTH"),
        "condition": [{"code": coded(SNOMED, "44054006")}],
    }  # fmt: skip
    done, inherited = read(procedure, family)
    assert (done.slot, done.valid_from, done.valid_to) == (SlotKind.PROCEDURES, "2018-03-01", None)
    assert (inherited.slot, inherited.subject) == (SlotKind.FAMILY_HISTORY, "mother")
    assert inherited.concept.concept_id == "type_2_diabetes"


@pytest.mark.parametrize("kind", ["transaction", "collection", "document", "searchset"])
def test_every_bundle_that_states_something_is_read(kind: str) -> None:
    assert read_bundle(json.dumps(bundle(condition(), kind=kind)), LEXICON, "en").counts == {"conditions": 1}


def test_one_resource_a_line_is_read_too() -> None:
    lines = "\n".join(json.dumps(resource) for resource in (condition(), request()))
    assert read_bundle(lines.encode(), LEXICON, "en").counts == {"conditions": 1, "medications": 1}


def test_the_resources_of_several_patients_are_not_mixed() -> None:
    other = request(subject={"reference": "Patient/p2"})
    with pytest.raises(InvalidRecord, match="one patient"):
        reading(condition(), other)
    mine = read_bundle(json.dumps(bundle(condition(), other)), LEXICON, "en", patient="p2")
    assert mine.counts == {"medications": 1, "skipped": 1}


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("record", "path"),
    [
        ("{", "$"),
        ("[]", "$"),
        ('{"resourceType": "Bundle", "type": "history"}', "$.type"),
        (json.dumps(bundle({"id": "secret"})), "$.entry[0].resource.resourceType"),
        (json.dumps(bundle(condition(subject=None))), "$.entry[0].resource.subject"),
        (json.dumps(bundle({**condition(), "code": {}})), "$.entry[0].resource.code"),
        (json.dumps(bundle(condition(onsetDateTime="secret"))), "$.entry[0].resource.onsetDateTime"),
        (json.dumps(bundle(condition(clinicalStatus=status("secret")))), "$.entry[0].resource.clinicalStatus"),
        (
            json.dumps(bundle(request(medicationReference={"reference": "Medication/secret"}))),
            "$.entry[0].resource.medicationReference.reference",
        ),
        (
            json.dumps(bundle({"resourceType": "Patient", "id": "secret"}, condition())),
            "$.entry[1].resource.subject.reference",
        ),
        (json.dumps(condition()) + "\nsecret", "$[1]"),
        ('{"resourceType": "Parameters"}', "$.resourceType"),
    ],
)
def test_a_record_that_cannot_be_read_is_refused_by_place_and_never_by_content(record: str, path: str) -> None:
    with pytest.raises(InvalidRecord) as refusal:
        read_bundle(record, LEXICON, "en")
    assert refusal.value.details["path"] == path
    assert "secret" not in str(refusal.value)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["code", "coding", "value"]), inner),
    max_leaves=8,
)
WHOLE = (
    condition(verificationStatus=status("confirmed"), onsetDateTime="2020", severity={"text": "mild"}),
    allergy(coded(RXNORM, "1191"), reaction=[{"manifestation": [{"text": "hives"}]}]),
    request(dosageInstruction=[{"timing": {"repeat": {"frequency": 1, "period": 1, "periodUnit": "d"}}}]),
    observation(coded(LOINC, "4548-4"), valueQuantity=quantity(7, "%")),
)


@given(st.sampled_from(WHOLE), st.data())
def test_whatever_stands_in_a_resource_it_is_read_or_refused(resource: Json, data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(sorted(resource)))
    broken = {**resource, key: data.draw(JSON_VALUES)}
    try:
        read(broken)
    except InvalidRecord as refusal:
        assert str(refusal.details["path"]).startswith("$")


@pytest.mark.parametrize(
    ("sites", "side"),
    [
        ([coded(SNOMED, "7771000", "Left")], "left"),
        ([{"text": "Right knee region"}], "right"),
        ([{"text": "Left eye"}, {"text": "Right eye"}], "both"),
        ([{"text": "Abdomen"}], None),
    ],
)
def test_a_site_tells_the_side_of_the_body(sites: list[Json], side: str | None) -> None:
    (problem,) = read(condition(bodySite=sites))
    assert problem.qualifier == side
