"""What a researcher gets: every planted trace of a person is gone, and what a study needs is kept."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import InvalidQuery
from domain.records import PatientRecords
from domain.values import Coding, Concept, Content, SlotKind, Status
from projections.deidentified import LEAST_PATIENTS, MOST_DAYS, OLDEST_AGE, TABLES, Pseudonyms, deidentified
from projections.event_log import query_tables
from tests.builders import NOW, age, an_id, claim, condition, extraction, lab, later, medicine, register, utterance

KEY, OTHER_KEY = b"k" * 32, b"o" * 32
NAME = "홍길동"
SNOMED = "http://snomed.info/sct"
GOUT = Concept(concept_id="gout", name="Gout", display="통풍", codings=(Coding(system=SNOMED, code="90560007"),))
OWN_CODE = Concept(
    concept_id="SNOMED:195967001", name=f"{NAME}의 천식", codings=(Coding(system=SNOMED, code="195967001"),)
)
LOCAL = Concept(concept_id="chart", name="Chart", codings=(Coding(system="urn:hospital:chart", code="850101-1234567"),))
PATIENTS = [an_id(f"p{number}") for number in range(LEAST_PATIENTS)]


def _coded(concept: Concept, **more: Any) -> Content:
    return Content(slot=SlotKind.CONDITIONS, concept=concept, status=Status.ACTIVE, **more)


@pytest.fixture
def history(records: PatientRecords) -> PatientRecords:
    """Eleven patients with a common medicine; the first also has all that could tell who it is."""
    for number, patient in enumerate(PATIENTS):
        records.execute(register(patient, request=f"r{number}"))
        records.execute(utterance(1, f"{NAME}입니다", patient_id=patient, now=later(minutes=1)))
        facts = [medicine("500 mg"), age(95 if number == 0 else 40 + number), lab(7.2, "2025-03-01")]
        if number == 0:
            facts += [
                _coded(GOUT, valid_from="2024-12"),
                _coded(OWN_CODE, valid_from="1930"),
                _coded(LOCAL),
                condition(f"{NAME} syndrome"),
                medicine(f"two for {NAME}", name=f"{NAME}'s tea", frequency=NAME),
                Content(slot=SlotKind.DEMOGRAPHICS, concept=Concept(concept_id="sex", name="sex"), value="Female"),
                Content(slot=SlotKind.DEMOGRAPHICS, concept=Concept(concept_id="job", name="job"), value=NAME),
            ]
        claims = [claim(one) for one in facts]
        records.execute(extraction(1, *claims, patient_id=patient, now=later(minutes=1)))
    return records


def test_nothing_that_tells_who_somebody_is_stands_in_any_table(history: PatientRecords) -> None:
    told = {name: str(table.to_pylist()) for name, table in deidentified(history, KEY).items()}

    planted = (NAME, "850101", "1930", *PATIENTS, "urn:hospital", "2025-03-01", "2024-12", NOW.date().isoformat())
    assert {(name, trace) for name, text in told.items() for trace in planted if trace in text} == set()
    assert all(len(text) > 2 for name, text in told.items() if name in ("people", "facts", "turns"))


def test_what_a_study_needs_is_kept(history: PatientRecords) -> None:
    tables = deidentified(history, KEY)

    people = {row["person"]: row for row in tables["people"].to_pylist()}
    assert sorted(row["age"] for row in people.values()) == [*range(41, 41 + LEAST_PATIENTS - 1), OLDEST_AGE]
    assert [row["sex"] for row in people.values() if row["age"] == OLDEST_AGE] == ["female"]
    facts = tables["facts"].to_pylist()
    metformin = [row for row in facts if row["name"] == "metformin"]
    assert len(metformin) == LEAST_PATIENTS and {row["dose"] for row in metformin} == {"500 mg"}
    assert {row["value"] for row in facts if row["slot"] == "labs"} == {7.2}
    assert [row["codes"] for row in facts if row["name"] == "Gout"] == [["SNOMED:90560007"]]
    # A record's own code is kept, its words are not.
    assert [row["name"] for row in facts if row["codes"] == ["SNOMED:195967001"]] == [None]


def test_what_lies_between_two_dates_of_a_person_is_kept_and_the_days_are_not_the_same_for_all(
    history: PatientRecords,
) -> None:
    tables = deidentified(history, KEY)

    between = set()
    for row in tables["facts"].to_pylist():
        if row["slot"] == "labs":
            between.add(row["at"].date() - date.fromisoformat(row["valid_from"]))
    assert between == {later(minutes=1).date() - date(2025, 3, 1)}
    assert len({row["at"] for row in tables["turns"].to_pylist()}) > LEAST_PATIENTS // 2


def test_two_studies_cannot_be_joined_and_one_can_be_gone_on_with(history: PatientRecords) -> None:
    def hashes(key: bytes) -> set[str]:
        tables = deidentified(history, key)
        people = {row["person"] for row in tables["people"].to_pylist()}
        return people | {row["fact"] for row in tables["facts"].to_pylist()}

    assert hashes(KEY) == hashes(KEY)
    assert not hashes(KEY) & hashes(OTHER_KEY)


def test_a_word_that_one_patient_fewer_shares_is_left_out(records: PatientRecords) -> None:
    for number, patient in enumerate(PATIENTS[1:]):
        records.execute(register(patient, request=f"r{number}"))
        records.execute(utterance(1, patient_id=patient, now=later(minutes=1)))
        records.execute(extraction(1, claim(condition("own word")), patient_id=patient, now=later(minutes=1)))

    assert {row["name"] for row in deidentified(records, KEY)["facts"].to_pylist()} == {None}


def test_a_query_reads_these_tables_and_nothing_else(history: PatientRecords) -> None:
    tables = deidentified(history, KEY)

    found = query_tables(tables, "SELECT count(DISTINCT person) AS n FROM facts WHERE name = 'metformin'")
    assert found.to_pylist() == [{"n": LEAST_PATIENTS}]
    assert set(query_tables(tables, "SHOW TABLES").column(0).to_pylist()) == set(TABLES)
    for beyond in ("FROM events", "FROM slots", "FROM read_text('/etc/hostname')", "DROP TABLE facts"):
        with pytest.raises(InvalidQuery):
            query_tables(tables, beyond)


@given(st.binary(min_size=32, max_size=32), st.uuids().map(str), st.dates(date(1950, 1, 1), date(2100, 1, 1)))
def test_a_date_is_moved_by_at_most_a_year_and_never_stands(key: bytes, patient: str, day: date) -> None:
    names = Pseudonyms(key)
    moved = names.moved_date(patient, day.isoformat())

    assert moved is not None
    assert timedelta(1) <= abs(date.fromisoformat(moved) - day) <= timedelta(MOST_DAYS)
    moment = datetime.combine(day, NOW.timetz())
    assert names.moved(patient, moment) - moment == date.fromisoformat(moved) - day


@pytest.mark.parametrize("partial", ["2024-13", "20240101", "x" * 10, "", "next May", "9999-12-31"])
def test_what_is_no_date_is_left_out_or_moved_within_the_calendar(partial: str) -> None:
    moved = Pseudonyms(KEY).moved_date("p", partial)

    assert moved is None or date.fromisoformat(moved) < date(9999, 12, 31)
