"""The analysis tables on disk: written in any number of steps, they are what one step gives."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow.parquet as pq
import pytest
from hypothesis import strategies as st

from domain.events import PatientErased, Recorded, event_id_at
from domain.records import PatientRecords
from projections.event_log import EventLog
from projections.event_parts import EventParts
from projections.event_tables import SCHEMAS, VIEWS
from tests.builders import NOW, PATIENT_ID, claim, extraction, lab, register, utterance
from tests.properties.effort import EFFORT, for_all
from tests.properties.histories import PATIENTS, Step, histories, play, played

Tables = dict[str, list[dict[str, Any]]]


def tables(log: EventLog) -> Tables:
    with log.connected() as connection:
        return {
            name: connection.sql(f"FROM {name} ORDER BY ALL").to_arrow_table().to_pylist()
            for name in (*SCHEMAS, *VIEWS)
        }


def exported(records: PatientRecords) -> Tables:
    """What one export of the whole log gives."""
    with TemporaryDirectory() as folder:
        log = EventLog(Path(folder))
        log.catch_up(records)
        return tables(log)


def erase(records: PatientRecords, patient_id: str) -> None:
    version = len(records.stream(patient_id)) + 1
    payload = PatientErased(request_id="-", certificate_hash="-")
    erased = Recorded(patient_id, version, event_id_at(patient_id, version), NOW, payload)
    records.append((erased,))


def talk(records: PatientRecords, patient_id: str = PATIENT_ID) -> None:
    records.execute(register(patient_id, request=f"register {patient_id}"))
    records.execute(utterance(1, patient_id=patient_id))
    records.execute(extraction(1, claim(lab(7.2)), patient_id=patient_id))


@EFFORT
def test_parts_written_in_steps_are_one_export(examples: int) -> None:
    def holds(example: tuple[list[Step], list[int], int]) -> None:
        history, pages, erased_after = example
        with played([]) as (records, folder):
            for number, page in enumerate(pages):
                play(records, history[number :: len(pages)], first=1 + 100 * number)
                if number == erased_after:
                    erase(records, PATIENTS[1])
                    history = [step for step in history if step.patient_id != PATIENTS[1]]
                EventLog(folder / "analysis", page_rows=page).catch_up(records)
            assert tables(EventLog(folder / "analysis")) == exported(records)

    few = st.lists(st.integers(4, 40), min_size=1, max_size=3)
    for_all(examples, st.tuples(histories(8), few, st.integers(0, 4)), holds)


def test_small_steps_stay_in_few_parts_and_old_ones_are_left_alone(records: PatientRecords, tmp_path: Path) -> None:
    directory = tmp_path / "analysis"
    for number in range(16):
        talk(records, PATIENTS[0] if number == 0 else event_id_at(PATIENT_ID, number))
        before = {part.path.name: part.file("events").stat().st_mtime_ns for part in EventParts(directory).parts()}
        EventLog(directory, page_rows=1_000).catch_up(records)
        after = {part.path.name: part.file("events").stat().st_mtime_ns for part in EventParts(directory).parts()}
        assert {name: before[name] for name in before.keys() & after.keys()}.items() <= after.items()
        assert len(after) <= 5

    assert EventParts(directory).reached() == records.head()
    assert len({part.path for part in EventParts(directory).parts()}) == len(list((directory / "v1").iterdir()))


def test_an_interrupted_export_goes_on_after_its_last_whole_part(records: PatientRecords, tmp_path: Path) -> None:
    talk(records)
    directory = tmp_path / "analysis"

    def interrupt(position: int, head: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        EventLog(directory, page_rows=3).catch_up(records, interrupt)
    assert EventParts(directory).reached() == 3
    # What a kill in the middle of a write leaves behind.
    (directory / "v1" / ".unfinished-000000000004-000000000005").mkdir()
    (directory / "v1" / ".unfinished-000000000004-000000000005" / "events.parquet").write_bytes(b"PAR1")

    EventLog(directory).catch_up(records)

    assert tables(EventLog(directory)) == exported(records)
    assert not list((directory / "v1").glob(".unfinished-*"))


@pytest.mark.parametrize("hurt", ["cut off", "overwritten", "gone", "no events"])
def test_a_damaged_part_is_written_again(records: PatientRecords, tmp_path: Path, hurt: str) -> None:
    talk(records)
    directory = tmp_path / "analysis"
    EventLog(directory, page_rows=2).catch_up(records)
    first = EventParts(directory).parts()[0]
    match hurt:
        case "cut off":
            file = first.file("events")
            file.write_bytes(file.read_bytes()[:-7])
        case "overwritten":
            first.file("slots").write_bytes(b"PAR1" + b"?" * 64 + b"PAR1")
        case "gone":
            for _, file in first.files():
                file.unlink()
            first.path.rmdir()
        case _:
            first.file("events").unlink()

    EventLog(directory).catch_up(records)

    assert tables(EventLog(directory)) == exported(records)


def test_parts_of_another_log_are_written_anew(records: PatientRecords, tmp_path: Path) -> None:
    directory = tmp_path / "analysis"
    talk(records)
    EventLog(directory).catch_up(records)
    with PatientRecords(tmp_path / "other.db") as other:
        talk(other, PATIENTS[0])
        talk(other, PATIENTS[1])
        EventLog(directory).catch_up(other)
        assert tables(EventLog(directory)) == exported(other)
    EventLog(directory).catch_up(records)
    assert tables(EventLog(directory)) == exported(records)


def test_a_forgotten_patient_leaves_the_skeleton_and_others_stay_as_they_were(
    records: PatientRecords, tmp_path: Path
) -> None:
    for patient_id in PATIENTS:
        talk(records, patient_id)
    directory = tmp_path / "analysis"
    log = EventLog(directory, page_rows=4)
    log.catch_up(records)
    before = tables(log)

    assert log.forget(PATIENTS[1]) > 0
    after = tables(log)

    for name in before.keys() - {"events"}:
        assert after[name] == [row for row in before[name] if row["patient_id"] != PATIENTS[1]]
    assert [row["event_id"] for row in after["events"]] == [row["event_id"] for row in before["events"]]
    for file in directory.rglob("*.parquet"):
        for row in pq.read_table(file, partitioning=None).to_pylist():
            if row["patient_id"] == PATIENTS[1]:
                assert row["request_id"] is row["actor"] is row["turn_number"] is None
    assert log.forget(PATIENTS[1]) == 0

    erase(records, PATIENTS[1])
    log.catch_up(records)
    assert tables(log) == exported(records)


def test_several_writers_write_everything_once(records: PatientRecords, tmp_path: Path) -> None:
    directory = tmp_path / "analysis"
    for patient_id in PATIENTS:
        talk(records, patient_id)
        with ThreadPoolExecutor(4) as pool:
            logs = [EventLog(directory, page_rows=rows) for rows in (2, 3, 5, 1_000)]
            heads = list(pool.map(lambda log: log.catch_up(records), logs))
        assert set(heads) == {records.head()}

    assert tables(EventLog(directory)) == exported(records)


def test_tables_of_an_older_program_do_not_outlive_an_erasure(records: PatientRecords, tmp_path: Path) -> None:
    directory = tmp_path / "analysis"
    talk(records)
    EventLog(directory).catch_up(records)
    (directory / "v1").rename(directory / "v0")
    EventLog(directory).forget(PATIENT_ID)
    assert [path for path in directory.rglob("*") if path.suffix == ".parquet"] == []
