from __future__ import annotations

import json
from typing import Any

import pytest

from domain.ages import BIRTH_DATE
from domain.proposals import Operation, Proposal, Target
from domain.speaking_for import NAME, RESIDENCE
from domain.values import Certainty, Concept, Content, Polarity, SlotKind, Source, Status
from projections.fhir_export import export_bundle
from projections.ips_document import export_ips
from tests.builders import NOW, TODAY, age, allergy, concept, condition, lab, medicine, none_of, symptom, vital
from tests.projections.fhir_patients import Json, Stream
from tests.projections.fhir_rules import check_bundle, check_ips


def resources(bundle: Json, kind: str) -> list[Json]:
    return [entry["resource"] for entry in bundle["entry"] if entry["resource"]["resourceType"] == kind]


def the(bundle: Json, kind: str) -> Json:
    (found,) = resources(bundle, kind)
    return found


def exported(*contents: Content) -> Json:
    stream = Stream()
    stream.record(*contents)
    bundle = stream.export()
    check_bundle(bundle)
    return bundle


def code(concept_: Json) -> str:
    return str(concept_["coding"][0]["code"])


def test_the_patient_is_an_id_and_a_sex() -> None:
    gender = Content(slot=SlotKind.DEMOGRAPHICS, concept=concept("gender"), value="female")
    bundle = exported(gender, age(61))
    patient = the(bundle, "Patient")
    assert patient.keys() == {"resourceType", "id", "extension", "gender"}
    assert patient["gender"] == "female" and len(resources(bundle, "Observation")) == 2
    assert bundle["timestamp"] == NOW.isoformat() and bundle["type"] == "collection"


def test_name_home_and_day_of_birth_stay_in_the_record() -> None:
    details = ((NAME, "Maria Lopez"), (RESIDENCE, "Leeds"), (BIRTH_DATE, "1958-04-08"))
    contents = [
        Content(slot=SlotKind.DEMOGRAPHICS, concept=Concept(concept_id=one, name=one), value=value)
        for one, value in details
    ]
    text = json.dumps(exported(*contents))
    assert not any(value in text for _, value in details)


def test_what_is_told_of_a_sister_stays_in_the_record() -> None:
    hers = [
        Content(
            slot=SlotKind.DEMOGRAPHICS, concept=concept("name"), value="Poppy", subject="sister", qualifier="Poppy"
        ),
        vital(16.0, name="body_weight").with_fields(subject="sister", qualifier="Poppy"),
        medicine("5mL", name="acetaminophen").with_fields(subject="sister", qualifier="Poppy"),
    ]
    text = json.dumps(exported(age(2), *hers))
    assert "Poppy" not in text and "body_weight" not in text and "acetaminophen" not in text.casefold()


def test_a_condition_says_how_sure_it_is_and_whether_it_is_over() -> None:
    bundle = exported(
        condition("gout", certainty=Certainty.UNCERTAIN),
        condition("asthma", polarity=Polarity.NEGATED),
        condition("anemia", status=Status.RESOLVED, valid_from="2019-05", valid_to="2020"),
        symptom(severity="severe"),
    )
    gout, asthma, anemia, headache = resources(bundle, "Condition")
    assert code(gout["verificationStatus"]) == "unconfirmed"
    assert (code(asthma["verificationStatus"]), code(asthma["clinicalStatus"])) == ("refuted", "inactive")
    assert (anemia["onsetDateTime"], anemia["abatementDateTime"]) == ("2019-05", "2020")
    assert code(anemia["clinicalStatus"]) == "resolved"
    assert headache["category"][0]["text"] == "symptom" and code(headache["severity"]) == "24484000"


def test_a_medicine_carries_its_dosage() -> None:
    statement = the(exported(medicine("500 mg", frequency="BID PRN", route="oral")), "MedicationStatement")
    (dosage,) = statement["dosage"]
    assert statement["status"] == "active"
    assert dosage["doseAndRate"][0]["doseQuantity"] == {
        "value": 500.0, "unit": "mg", "system": "http://unitsofmeasure.org", "code": "mg",
    }  # fmt: skip
    assert dosage["timing"]["repeat"] == {"frequency": 2, "period": 1, "periodUnit": "d"}
    assert dosage["asNeededBoolean"] is True and code(dosage["route"]) == "26643006"


def test_a_medicine_is_taken_on_its_days_and_at_its_times() -> None:
    weekly = the(exported(medicine(frequency="weekly", timing="mon PCV")), "MedicationStatement")
    (dosage,) = weekly["dosage"]
    assert dosage["timing"]["repeat"] == {
        "frequency": 1, "period": 1, "periodUnit": "wk", "dayOfWeek": ["mon"], "when": ["PCV"],
    }  # fmt: skip
    (clock,) = the(exported(medicine(frequency="BID", timing="08:00 20:00")), "MedicationStatement")["dosage"]
    assert clock["timing"]["repeat"]["timeOfDay"] == ["08:00:00", "20:00:00"]


def test_observations_keep_bounds_ranges_and_days() -> None:
    bundle = exported(
        lab(8.0, "2024-12", comparator=">="),
        vital(0, None).with_fields(value=None, value_low=60.0, value_high=70.0),
    )
    bounded, ranged = resources(bundle, "Observation")
    assert bounded["valueQuantity"]["comparator"] == ">=" and bounded["effectiveDateTime"] == "2024-12"
    assert ranged["valueRange"]["low"]["value"] == 60.0 and ranged["effectiveDateTime"] == TODAY
    assert (code(bounded["category"][0]), code(ranged["category"][0])) == ("laboratory", "vital-signs")


def test_what_a_relative_does_not_have_is_a_modifier_and_no_note() -> None:
    denied = condition("stroke", subject="mother", polarity=Polarity.NEGATED)
    history = the(exported(denied), "FamilyMemberHistory")
    assert code(history["relationship"]) == "MTH"
    assert history["condition"][0]["modifierExtension"] == [{"url": "urn:anamnesis:negated", "valueBoolean": True}]


@pytest.mark.parametrize(
    ("slot", "kind", "none", "unknown"),
    [
        (SlotKind.ALLERGIES, "AllergyIntolerance", "no-known-allergies", "no-allergy-info"),
        (SlotKind.CONDITIONS, "Condition", "no-known-problems", "no-problem-info"),
        (SlotKind.PROCEDURES, "Procedure", "no-known-procedures", "no-procedure-info"),
        (SlotKind.MEDICATIONS, "MedicationStatement", "no-known-medications", "no-medication-info"),
    ],
)
def test_none_and_unknown_are_codes(slot: SlotKind, kind: str, none: str, unknown: str) -> None:
    name = "medicationCodeableConcept" if slot is SlotKind.MEDICATIONS else "code"
    assert code(the(exported(none_of(slot)), kind)[name]) == none
    open_question = none_of(slot, polarity=Polarity.AFFIRMED, certainty=Certainty.UNKNOWN)
    assert code(the(exported(open_question), kind)[name]) == unknown


def test_a_corrected_value_is_an_error_and_its_correction_says_so() -> None:
    stream = Stream()
    stream.record(lab(7.2))
    stream.correct(stream.current[0], lab(6.9))
    wrong, right = resources(stream.export(), "Observation")
    assert (wrong["status"], right["status"]) == ("entered-in-error", "corrected")
    made, corrected = resources(stream.export(), "Provenance")
    assert (made["activity"]["text"], corrected["activity"]["text"]) == ("create", "correct")
    roles = {one["role"]: one["what"] for one in corrected["entity"]}
    assert roles["revision"] == {"reference": f"urn:uuid:{wrong['id']}"}
    assert roles["source"]["identifier"]["value"] == stream.current[0].event_id


def test_a_changed_dose_has_ended_and_a_retracted_fact_was_never_so() -> None:
    stream = Stream()
    stream.say(Proposal(content=medicine("500 mg"), extractor="rules@1"), Proposal(content=condition("gout")))
    target = Target(slot=SlotKind.MEDICATIONS, concept_id="metformin")
    stream.say(Proposal(operation=Operation.CHANGE, content=medicine("850 mg"), target=target), days=3)
    stream.retract(next(fact for fact in stream.current if fact.content.slot is SlotKind.CONDITIONS))
    bundle = stream.export()
    check_bundle(bundle)
    old, new = resources(bundle, "MedicationStatement")
    assert (old["status"], old["effectivePeriod"]) == ("completed", {"end": "2025-03-12"})
    assert new["status"] == "active"
    gout = the(bundle, "Condition")
    assert code(gout["verificationStatus"]) == "entered-in-error" and "clinicalStatus" not in gout
    activities = [one["activity"]["text"] for one in resources(bundle, "Provenance")]
    assert activities == ["create", "create", "retract", "change"]
    first = resources(bundle, "Provenance")[0]
    assert [code(agent["type"]) for agent in first["agent"]] == ["informant", "assembler"]
    assert first["agent"][1]["who"]["identifier"]["value"] == "rules@1"


def test_a_disputed_value_is_preliminary() -> None:
    stream = Stream()
    stream.record(lab(7.2))
    stream.record(lab(6.9))
    assert [one["status"] for one in resources(stream.export(), "Observation")] == ["preliminary", "preliminary"]


def test_the_bundle_names_the_past_that_it_describes() -> None:
    stream = Stream()
    stream.record(lab(7.2))
    bundle = export_bundle(stream.view, at=NOW, language="en", known_at=NOW)
    (extension,) = bundle["meta"]["extension"]
    parts: dict[str, Any] = {part.pop("url"): next(iter(part.values())) for part in extension["extension"]}
    assert parts == {"version": 2, "position": "20", "known-at": NOW.isoformat()}


def test_the_summary_has_what_is_true_now_in_its_sections() -> None:
    stream = Stream()
    stream.record(
        condition("gout"),
        condition("asthma", polarity=Polarity.NEGATED),
        condition("anemia", status=Status.RESOLVED),
        none_of(SlotKind.ALLERGIES),
        lab(7.2),
        vital(70),
        medicine("500 mg", status=Status.STOPPED),
        Content(slot=SlotKind.SOCIAL_HISTORY, concept=concept("smoking <daily>"), value="former"),
        condition("stroke", subject="father"),
    )
    stream.correct(next(fact for fact in stream.current if fact.content.slot is SlotKind.LABS), lab(6.9))
    document = export_ips(stream.view, at=NOW, language="en")
    check_ips(document)
    sections = {code(one["code"]): one for one in document["entry"][0]["resource"]["section"]}
    assert list(sections) == ["11450-4", "48765-2", "10160-0", "30954-2", "8716-3", "29762-2", "11348-0", "10157-6"]
    assert code(sections["10160-0"]["emptyReason"]) == "unavailable"
    assert "none known" in sections["48765-2"]["text"]["div"]
    assert "hba1c 6.9 % 2025-03-09" in sections["30954-2"]["text"]["div"]
    assert "smoking &lt;daily&gt; former" in sections["29762-2"]["text"]["div"]
    assert "asthma" not in str(document) and "7.2" not in str(document)


def test_a_patient_of_whom_nothing_is_known_has_a_summary_that_says_so() -> None:
    document = export_ips(Stream().view, at=NOW, language="ko")
    check_ips(document)
    sections = document["entry"][0]["resource"]["section"]
    assert [code(section["emptyReason"]) for section in sections] == ["unavailable"] * 3


def test_reading_an_export_keeps_what_fhir_has_no_place_for() -> None:
    stream, copy = Stream(), Stream("b2b4f3a0-0000-4000-8000-000000000002")
    glucose = lab(144.1, name="glucose", value_stated="8", unit_stated="mmol/L", qualifier="fasting")
    stream.record(glucose, allergy("penicillin", reaction="hives"), medicine("반 알", frequency="3/week"))
    copy.take_in(stream.export())
    first, second, third = (fact.content for fact in copy.current)
    assert (first.value_stated, first.unit_stated, first.qualifier) == ("8", "mmol/L", "fasting")
    assert (second.reaction, second.status) == ("hives", None)
    assert (third.dose, third.frequency, third.status) == ("반 알", "3/week", Status.ACTIVE)
    assert all(fact.evidence[0].source is Source.RECORD for fact in copy.current)


def test_a_status_that_another_system_has_changed_is_read() -> None:
    stream = Stream()
    stream.record(allergy("penicillin"))
    bundle = stream.export()
    system = "http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical"
    the(bundle, "AllergyIntolerance")["clinicalStatus"] = {"coding": [{"system": system, "code": "resolved"}]}
    copy = Stream("b2b4f3a0-0000-4000-8000-000000000003")
    copy.take_in(bundle)
    assert copy.current[0].content.status is Status.RESOLVED


@pytest.mark.parametrize(("side", "snomed"), [("left", "7771000"), ("right", "24028007"), ("both", "51440002")])
def test_the_side_of_the_body_is_the_site_of_a_condition(side: str, snomed: str) -> None:
    told = the(exported(condition("cataract", qualifier=side)), "Condition")
    assert [code(one) for one in told["bodySite"]] == [snomed]
