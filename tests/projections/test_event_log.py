"""The log as tables: what they say, what they never say, and what a query may not do."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa
import pytest

from domain.commands import CompleteTurn, CorrectSlot
from domain.errors import InvalidQuery
from domain.events import DocumentsRetrieved, PatientErased, QualityAssessed, RetrievedDocument, TurnFailed
from domain.proposals import Operation, Proposal
from domain.records import PatientRecords
from domain.store.mapper import encode
from domain.values import SlotKind
from projections.event_log import READY_QUERIES, EventLog
from projections.event_tables import SCHEMAS, VIEWS
from tests.builders import (
    PATIENT_ID,
    an_id,
    answer,
    claim,
    extraction,
    lab,
    later,
    medicine,
    register,
    utterance,
)
from tests.projections import poison

SECRET = "홍길동의 당화혈색소"


def stamped(proposal: Proposal) -> Proposal:
    return proposal.with_fields(quote=SECRET)


@pytest.fixture(autouse=True)
def _history(records: PatientRecords) -> None:
    """A turn that states, an answer, a turn that corrects and changes, an edit by hand, and a turn without an end."""
    records.execute(register())
    records.execute(utterance(1, SECRET, now=later(minutes=1)))
    records.execute(extraction(1, stamped(claim(lab(7.2))), claim(medicine("500 mg")), now=later(minutes=1)))
    fact_id = next(records.inspect(PATIENT_ID, lambda state: state.ledger.current())).fact_id
    retrieved = DocumentsRetrieved(
        iteration=0,
        query=SECRET,
        k=3,
        documents=(RetrievedDocument(document_id="d", content_hash="h", rank=1, score=0.75),),
        consistency=0.4,
        legs=("bm25", "lsa"),
        corpus_hash="c",
    )
    quality: dict[str, Any] = {"grounding": 0.9, "completeness": 0.8, "accuracy": 0.7, "overall": 0.82}
    assessed = QualityAssessed(
        iteration=0, **quality, threshold=0.5, verdict="accepted", missing=(SECRET,), judge="rules"
    )
    trace = (retrieved, assessed, answer(1, fact_id, text=SECRET))
    same: dict[str, Any] = {"patient_id": PATIENT_ID, "request_id": an_id("turn 1")}
    records.execute(CompleteTurn(**same, now=later(minutes=2), turn_number=1, trace=trace))
    records.execute(utterance(2, SECRET, now=later(minutes=11)))
    correction = claim(lab(6.9, None), Operation.CORRECT, slot=SlotKind.LABS, old=7.2, reason="not")
    raised = claim(medicine("1000 mg"), Operation.CHANGE)
    records.execute(extraction(2, correction, raised, now=later(minutes=11)))
    fact_id = next(records.inspect(PATIENT_ID, lambda state: state.ledger.current(SlotKind.MEDICATIONS))).fact_id
    edit: dict[str, Any] = {"patient_id": PATIENT_ID, "request_id": an_id("edit"), "now": later(minutes=12)}
    records.execute(CorrectSlot(**edit, fact_id=fact_id, replacement=medicine("850 mg"), reason=SECRET))
    failed: dict[str, Any] = {"patient_id": PATIENT_ID, "request_id": an_id("turn 2"), "now": later(minutes=13)}
    records.execute(CompleteTurn(**failed, turn_number=2, trace=(TurnFailed(reason="MODEL_UNAVAILABLE"),)))


@pytest.fixture
def log(records: PatientRecords, tmp_path: Path) -> EventLog:
    return EventLog(tmp_path / "analysis")


def told(log: EventLog, records: PatientRecords, sql: str, **options: Any) -> pa.Table:
    log.catch_up(records)
    return log.query(sql, **options)


def rows(records: PatientRecords, sql: str) -> list[tuple[Any, ...]]:
    """The answer of tables that are written for this one question."""
    with TemporaryDirectory() as folder:
        table = told(EventLog(Path(folder)), records, sql)
    return [tuple(row.values()) for row in table.to_pylist()]


def test_every_event_is_there_once(records: PatientRecords) -> None:
    assert rows(records, "SELECT count(*), max(position), count(DISTINCT event_id) FROM events") == [
        (records.head(), records.head(), records.head())
    ]


def test_facts_with_their_values(records: PatientRecords) -> None:
    assert rows(records, "SELECT event, slot, name, value, dose, turn_number FROM slots ORDER BY position") == [
        ("SlotRecorded", "labs", "hba1c", 7.2, None, 1),
        ("SlotRecorded", "medications", "metformin", None, "500 mg", 1),
        ("SlotCorrected", "labs", "hba1c", 6.9, None, 2),
        ("SlotChanged", "medications", "metformin", None, "1000 mg", 2),
        ("SlotCorrected", "medications", "metformin", None, "850 mg", None),
    ]


def test_corrections_with_the_life_of_the_wrong_value(records: PatientRecords) -> None:
    sql = "SELECT old_value, new_value, old_dose, new_dose, seconds, reason FROM corrections ORDER BY position"
    assert rows(records, sql) == [
        (7.2, 6.9, None, None, 600.0, "not"),
        (None, None, "1000 mg", "850 mg", 60.0, "interface"),
    ]


def test_turns_with_their_outcome(records: PatientRecords) -> None:
    sql = "SELECT turn_number, outcome, failure, seconds, characters, proposals FROM turns ORDER BY position"
    assert rows(records, sql) == [
        (1, "answered", None, 60.0, len(SECRET), 2),
        (2, "failed", "MODEL_UNAVAILABLE", 120.0, len(SECRET), 2),
    ]


def test_answers_stages_and_what_became_of_them(records: PatientRecords) -> None:
    assert rows(records, "SELECT intent, quality, facts, tokens, from_cache FROM answers") == [
        ("recall", 0.8, 1, 3, False)
    ]
    assert rows(records, "SELECT stage, milliseconds FROM stages") == [("generate_answer", 1.5)]
    assert rows(records, "SELECT answer_turn_number, reason, turn_number FROM invalidations") == [(1, "corrected", 2)]
    assert rows(records, "SELECT documents, best_score, consistency, legs FROM retrievals") == [
        (1, 0.75, 0.4, ["bm25", "lsa"])
    ]
    assert rows(records, "SELECT overall, verdict, judge FROM quality") == [(0.82, "accepted", "rules")]


def test_nothing_that_was_said_is_in_any_table_unless_it_is_asked_for(log: EventLog, records: PatientRecords) -> None:
    for name in (*SCHEMAS, *VIEWS):
        assert SECRET not in str(told(log, records, f"FROM {name}").to_pylist())
    with pytest.raises(InvalidQuery):
        log.query("FROM texts")
    found = log.query("SELECT DISTINCT kind, text FROM texts ORDER BY kind", with_text=records).to_pylist()
    assert found == [{"kind": kind, "text": SECRET} for kind in ("answer", "quote", "utterance")]


@pytest.mark.parametrize("name", READY_QUERIES)
def test_a_ready_query_runs_and_finds_something(records: PatientRecords, name: str) -> None:
    ready = READY_QUERIES[name]
    found = rows(records, ready.sql)
    assert ready.title.endswith("?") and len(found[0]) > 1


@pytest.mark.parametrize("name", READY_QUERIES)
def test_a_ready_query_runs_on_an_empty_log(tmp_path: Path, name: str) -> None:
    with PatientRecords(tmp_path / "empty.db") as empty:
        assert told(EventLog(tmp_path / "analysis"), empty, READY_QUERIES[name].sql).num_columns > 1


def test_there_are_a_dozen_ready_queries() -> None:
    assert len(READY_QUERIES) >= 12


@pytest.mark.parametrize(
    "sql", ["SHOW TABLES", "DESCRIBE events", "WITH e AS (SELECT 1 AS one) SELECT one FROM e", " select 1 ; "]
)
def test_reading_is_allowed(records: PatientRecords, sql: str) -> None:
    assert rows(records, sql)


def test_a_query_is_limited(log: EventLog, records: PatientRecords) -> None:
    assert told(log, records, "SELECT position FROM events", limit=3).num_rows == 3
    assert log.query("SELECT position FROM events", limit=None).num_rows == records.head()


@pytest.mark.parametrize(
    "sql",
    [
        "",
        "SELECT 1; SELECT 2",
        "DROP VIEW events",
        "CREATE TABLE t AS SELECT 1",
        "INSERT INTO events SELECT * FROM events",
        "WITH e AS (SELECT 1) DELETE FROM events",
        "COPY events TO 'x.csv'",
        "ATTACH 'x.db'",
        "INSTALL sqlite",
        "LOAD sqlite",
        "SET enable_external_access = true",
        "PRAGMA database_list",
        "CALL pragma_version()",
        "SELECT * FROM read_csv('pyproject.toml')",
        "SELECT * FROM 'pyproject.toml'",
        "SELECT * FROM read_text('/etc/hostname')",
        "SELECT * FROM glob('*')",
        "COPY (SELECT 1) TO 'x.csv'",
        "EXPORT DATABASE 'x'",
        "EXPLAIN ANALYZE SELECT 1",
        "VACUUM",
        "SELECT * FROM sql",
        "SELECT nothing FROM events",
        "SELEC",
    ],
)
def test_anything_else_is_refused_by_name(log: EventLog, records: PatientRecords, sql: str) -> None:
    with pytest.raises(InvalidQuery):
        told(log, records, sql)
    assert told(log, records, "FROM events").num_rows == records.head()


def test_a_row_that_cannot_be_read_is_counted_and_no_more(database: Path, records: PatientRecords) -> None:
    version = len(records.stream(PATIENT_ID)) + 1
    poison.insert(database, poison.UNKNOWN_TOPIC, version)
    assert rows(records, "SELECT event FROM events ORDER BY position DESC LIMIT 1") == [("SlotDreamt",)]


def test_an_erased_patient_leaves_the_skeleton(database: Path, records: PatientRecords) -> None:
    version = len(records.stream(PATIENT_ID)) + 1
    erased = PatientErased(certificate_hash="-")
    poison.insert(database, (erased.topic(), encode(erased)), version)
    assert rows(records, "SELECT count(*) FROM events") == [(version,)]
    assert rows(records, "SELECT count(*) FROM events WHERE request_id IS NOT NULL") == [(0,)]
    for name in SCHEMAS.keys() - {"events"}:
        assert rows(records, f"SELECT count(*) FROM {name}") == [(0,)]
