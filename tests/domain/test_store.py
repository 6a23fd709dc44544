"""What the log promises on every backend: rows that never change, positions that are never used twice, and followers
that miss nothing."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from threading import Barrier, Thread

import pytest

from domain.errors import LogNotSealed, LogSealed, StoreLocked
from domain.events import ExtractionCompleted, UtteranceReceived
from domain.records import PatientRecords
from tests.builders import PATIENT_ID, an_id, register, utterance
from tests.domain.sealed import Log, connection_of
from tests.postgres import on_every_backend


@on_every_backend
class TestRows:
    def test_are_never_changed_and_never_vanish(self, log: Log, records: PatientRecords) -> None:
        records.execute(register())
        for statement in ("UPDATE stored_events SET event_id = 'x'", "DELETE FROM stored_events"):
            with log.guarded() as hands, pytest.raises(Exception, match="append-only"):
                hands.execute(statement)
        assert len(records.stream(PATIENT_ID)) == 1
        assert records.rows_log.missing_triggers() == []

    def test_get_positions_that_are_never_used_twice(self, log: Log, records: PatientRecords) -> None:
        for turn in range(3):
            records.execute(register(an_id(f"p{turn}"), request=f"r{turn}"))
        records.close()
        with log.vandal() as hands:
            hands.execute("DELETE FROM stored_events WHERE rowid = 3")
        with PatientRecords(log.place) as reopened:
            assert reopened.rows_log.last_used_position() == 3
            assert reopened.execute(register()).position == 4

    def test_page_by_position_and_are_chosen_by_patient_and_topic(self, records: PatientRecords) -> None:
        other = an_id("other")
        records.execute(register())
        records.execute(register(other, request="other"))
        records.execute(utterance(1))
        assert [row.id for row in records.rows(1, 1)] == [2]
        assert [row.id for row in records.rows(0, 10, up_to=2)] == [1, 2]
        assert [row.id for row in records.rows(0, 10, patient_id=PATIENT_ID)] == [1, 3]
        assert [row.id for row in records.rows(0, 10, topics=["anamnesis.Patient.UtteranceReceived.v1"])] == [3]
        assert [event.position for event in records.stream(PATIENT_ID, position=2)] == [1]

    def test_are_counted_and_named_by_patient(self, records: PatientRecords) -> None:
        first, second = sorted((an_id("a"), an_id("b")))
        records.execute(register(second, request="second"))
        records.execute(register(first, request="first"))
        records.execute(utterance(1, patient_id=second))
        log, said = records.rows_log, UtteranceReceived.topic()
        assert log.patients_after("", 10, 3) == [(first, 1), (second, 2)]
        assert log.patients_after(first, 10, 2) == [(second, 1)]
        assert log.patients_between(1, 3) == [first, second] and log.patients_between(2, 3) == [second]
        assert log.patients_with(said) == [second] and log.patients_with(said, after=3) == []
        assert log.patients_with_more(said, ExtractionCompleted.topic()) == [second]
        assert log.patients_with_more(said, said) == []
        assert (log.count_of(second, 2), log.events_up_to(2), log.select_last_position(3)) == (1, 2, 2)
        assert [row.id for row in log.patient_rows(second, but=[said])] == [1]
        assert [row.id for row in log.patient_rows(second, after_version=1, up_to=3)] == [3]


@on_every_backend
class TestSaves:
    def test_are_one_transaction_with_consecutive_positions(self, records: PatientRecords) -> None:
        records.execute(register())
        records.execute(utterance(1))
        assert [row.id for row in records.rows(0, 10)] == [1, 2]

    def test_wait_for_whoever_appends_and_give_up_by_name(self, log: Log) -> None:
        with PatientRecords(log.place, lock_timeout=1) as records:
            records.execute(register())
            with log.holder(), pytest.raises(StoreLocked):
                records.execute(utterance(1))
            assert records.execute(utterance(1)).version == 2

    def test_of_many_threads_and_two_writers_stand_in_the_order_of_their_positions(self, log: Log) -> None:
        with PatientRecords(log.place) as one, PatientRecords(log.place) as two:
            start = Barrier(8)

            def work(number: int) -> None:
                records = (one, two)[number % 2]
                start.wait()
                for turn in range(5):
                    records.execute(register(an_id(f"{number} {turn}"), request=f"{number} {turn}"))

            with one.rows_log.subscribe(gt=0) as following:
                threads = [Thread(target=work, args=(number,)) for number in range(8)]
                for thread in threads:
                    thread.start()
                assert [next(following).id for _ in range(40)] == list(range(1, 41))
                for thread in threads:
                    thread.join()


@on_every_backend
class TestAFollower:
    def test_sees_what_was_and_what_comes_from_any_writer(self, log: Log, records: PatientRecords) -> None:
        records.execute(register())
        with PatientRecords(log.place) as other, records.rows_log.subscribe(gt=0) as following:
            assert next(following).id == 1
            records.execute(utterance(1))
            assert next(following).id == 2
            other.execute(utterance(2))
            assert next(following).id == 3

    def test_starts_after_its_position(self, records: PatientRecords) -> None:
        records.execute(register())
        records.execute(utterance(1))
        with records.rows_log.subscribe(gt=1) as following:
            assert next(following).id == 2

    def test_that_is_stopped_ends(self, records: PatientRecords) -> None:
        with records.rows_log.subscribe(gt=0) as following:
            following.stop()
            assert list(following) == []
        assert records.rows_log.followed == 0


@on_every_backend
def test_a_log_is_sealed_or_in_the_clear_for_good(log: Log) -> None:
    with log.records() as records:
        records.execute(register())
    with pytest.raises(LogSealed):
        PatientRecords(log.place)


@on_every_backend
def test_a_log_in_the_clear_is_not_sealed_afterwards(log: Log, records: PatientRecords) -> None:
    records.execute(register())
    with pytest.raises(LogNotSealed), log.records():
        pytest.fail("a log in the clear was opened under a seal")


def test_the_file_is_durable_and_marked(database: Path, records: PatientRecords) -> None:
    for pragma, value in {"synchronous": 2, "secure_delete": 1, "journal_mode": "wal"}.items():
        with closing(connection_of(records)) as connection:
            assert connection.execute(f"PRAGMA {pragma}").fetchone()[0] == value
