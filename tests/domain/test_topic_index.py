"""What a start asks the log for is found in indexes, in logs of earlier versions too."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.events import ExtractionCompleted, PatientErased, UtteranceReceived
from domain.records import PatientRecords
from domain.store.ports import LogStore
from domain.store.sqlite import LogRecorder, reading
from domain.store.topic_index import INDEXES
from tests.builders import PATIENT_ID, an_id, register, utterance
from tests.domain.sealed import Log
from tests.postgres import on_every_backend


def _answers(log: LogStore) -> tuple[list[str], ...]:
    said, read, erased = UtteranceReceived.topic(), ExtractionCompleted.topic(), PatientErased.topic()
    more = log.patients_with_more(said, read), log.patients_with_more(read, said)
    return *more, log.patients_with(said), log.patients_with(read), log.patients_with(erased)


@on_every_backend
def test_a_log_of_an_earlier_version_is_indexed_when_it_is_opened_and_says_the_same(log: Log) -> None:
    with PatientRecords(log.place) as records:
        records.execute(register())
        records.execute(utterance(1))
        indexed = _answers(records.rows_log)
    with log.vandal() as hands:
        for name in INDEXES.values():
            hands.execute(f"DROP INDEX {name}")
    with log.reading() as without:
        assert _answers(without) == indexed == ([PATIENT_ID], [], [PATIENT_ID], [], [])
    with PatientRecords(log.place) as records:
        assert _answers(records.rows_log) == indexed
    with log.vandal() as hands:
        for name in INDEXES.values():
            hands.execute(f"DROP INDEX {name}")


@pytest.mark.parametrize("others", [20, 200])
def test_what_a_start_asks_for_costs_no_more_in_a_longer_log(tmp_path: Path, others: int) -> None:
    database = tmp_path / "log.db"
    with PatientRecords(database) as records:
        records.execute(register())
        records.execute(utterance(1))
        for number in range(others):
            records.execute(register(an_id(f"p{number}"), request=f"r{number}"))
    with reading(database) as log:
        assert _steps(log) < 200


def _steps(log: LogRecorder) -> int:
    """Steps of SQLite's machine for all that a start asks."""
    counted = 0

    def step() -> int:
        nonlocal counted
        counted += 1
        return 0

    with log.datastore.transaction(commit=False) as c:
        connection = c.sqlite_cursor.connection
    connection.set_progress_handler(step, 1)
    try:
        log.patients_with_more(UtteranceReceived.topic(), ExtractionCompleted.topic())
        log.patients_with(PatientErased.topic())
    finally:
        connection.set_progress_handler(None, 1)
    assert counted
    return counted
