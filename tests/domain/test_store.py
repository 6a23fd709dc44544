"""What the log promises: append-only rows, positions that are never used twice, and followers that miss nothing."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from domain.records import PatientRecords
from tests.builders import PATIENT_ID, an_id, register, utterance


def test_rows_are_never_changed_and_never_vanish(database: Path, records: PatientRecords) -> None:
    records.execute(register())
    connection = sqlite3.connect(database)
    for statement in ("UPDATE stored_events SET state = '{}'", "DELETE FROM stored_events"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(statement)
    connection.close()
    assert len(records.stream(PATIENT_ID)) == 1


def test_a_position_is_never_used_twice(database: Path, records: PatientRecords) -> None:
    for turn in range(3):
        records.execute(register(an_id(f"p{turn}"), request=f"r{turn}"))
    vandal = sqlite3.connect(database)
    vandal.execute("DROP TRIGGER stored_events_never_vanish")
    vandal.execute("DELETE FROM stored_events WHERE rowid = 3")
    vandal.commit()
    vandal.close()
    assert records.execute(register()).position == 4


def test_one_save_is_one_transaction_with_consecutive_positions(records: PatientRecords) -> None:
    records.execute(register())
    records.execute(utterance(1))
    assert [row.id for row in records.rows(0, 10)] == [1, 2]


def test_rows_page_by_position_and_choose_by_patient_and_topic(records: PatientRecords) -> None:
    other = an_id("other")
    records.execute(register())
    records.execute(register(other, request="other"))
    records.execute(utterance(1))
    assert [row.id for row in records.rows(1, 1)] == [2]
    assert [row.id for row in records.rows(0, 10, up_to=2)] == [1, 2]
    assert [row.id for row in records.rows(0, 10, patient_id=PATIENT_ID)] == [1, 3]
    assert [row.id for row in records.rows(0, 10, topics=["anamnesis.Patient.UtteranceReceived.v1"])] == [3]


def test_the_file_is_durable_and_marked(database: Path, records: PatientRecords) -> None:
    with records.rows_log.datastore.transaction(commit=False) as cursor:
        for pragma, value in {"journal_mode": "wal", "synchronous": 2, "secure_delete": 1}.items():
            cursor.execute(f"PRAGMA {pragma}")
            assert cursor.fetchone()[0] == value


def test_a_follower_sees_what_was_and_what_comes_from_any_writer(database: Path, records: PatientRecords) -> None:
    records.execute(register())
    with PatientRecords(database) as other, records.rows_log.subscribe(gt=0) as following:
        assert next(following).id == 1
        records.execute(utterance(1))
        assert next(following).id == 2
        other.execute(utterance(2))
        assert next(following).id == 3


def test_a_follower_starts_after_its_position(records: PatientRecords) -> None:
    records.execute(register())
    records.execute(utterance(1))
    with records.rows_log.subscribe(gt=1) as following:
        assert next(following).id == 2


def test_a_stopped_follower_ends(records: PatientRecords) -> None:
    with records.rows_log.subscribe(gt=0) as following:
        following.stop()
        assert list(following) == []
