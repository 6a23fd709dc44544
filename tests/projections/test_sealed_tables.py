"""Analysis tables that are encrypted: they tell what those in the clear tell, and nothing without the key."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from domain.errors import InvalidQuery
from domain.records import PatientRecords
from projections.event_log import EventLog, TablesDamaged
from projections.event_parts import SEALED, EventParts
from projections.event_tables import SCHEMAS
from tests.builders import PATIENT_ID
from tests.projections.test_event_parts import erase, exported, tables, talk
from tests.properties.effort import EFFORT, for_all
from tests.properties.histories import PATIENTS, Step, histories, play, played

KEY, ANOTHER = bytes(range(32)), bytes(range(1, 33))


@pytest.fixture
def analysis(tmp_path: Path) -> Path:
    return tmp_path / "analysis"


def _files(analysis: Path) -> list[Path]:
    return sorted(analysis.rglob("*.parquet"))


@EFFORT
def test_encrypted_tables_tell_what_those_in_the_clear_tell(examples: int) -> None:
    def holds(history: list[Step]) -> None:
        with played([]) as (records, folder):
            for number in range(2):
                play(records, history[number::2], first=1 + 100 * number)
                EventLog(folder / "analysis", KEY, page_rows=7).catch_up(records)
            assert tables(EventLog(folder / "analysis", KEY)) == exported(records)

    for_all(examples // 5, histories(8), holds)


def test_no_file_holds_a_word_or_opens_without_its_key(records: PatientRecords, analysis: Path, tmp_path: Path) -> None:
    talk(records)
    EventLog(tmp_path / "clear").catch_up(records)
    EventLog(analysis, KEY).catch_up(records)

    def told(folder: Path) -> set[bytes]:
        words = (PATIENT_ID.encode(), b"SlotRecorded", b"fact_id")
        return {word for word in words for file in _files(folder) if word in file.read_bytes()}

    assert told(tmp_path / "clear") == {PATIENT_ID.encode(), b"SlotRecorded", b"fact_id"}
    assert _files(analysis) and told(analysis) == set()
    for file in _files(analysis):
        with pytest.raises((OSError, pa.ArrowException)):
            pq.read_table(file, partitioning=None)


def test_with_another_key_the_tables_are_made_anew_and_nothing_of_the_old_is_shown(
    records: PatientRecords, analysis: Path
) -> None:
    talk(records)
    EventLog(analysis, KEY).catch_up(records)
    EventLog(analysis, ANOTHER).catch_up(records)

    assert tables(EventLog(analysis, ANOTHER)) == exported(records)
    assert not EventParts(analysis, KEY).sound()


@pytest.mark.parametrize("first, then", [(None, KEY), (KEY, None)])
def test_tables_of_the_other_form_do_not_stay(
    records: PatientRecords, analysis: Path, first: bytes | None, then: bytes | None
) -> None:
    talk(records)
    EventLog(analysis, first).catch_up(records)
    EventLog(analysis, then).catch_up(records)

    assert {file.parent.parent for file in _files(analysis)} == {analysis / (SEALED if then else "v1")}
    assert tables(EventLog(analysis, then)) == exported(records)


@pytest.mark.parametrize("hurt", ["end", "middle", "moved"])
def test_an_encrypted_part_that_was_changed_or_moved_is_written_again(
    records: PatientRecords, analysis: Path, hurt: str
) -> None:
    for number, patient_id in enumerate(PATIENTS):
        talk(records, patient_id)
        EventLog(analysis, KEY, page_rows=4 - number).catch_up(records)
    one, *_, last = EventParts(analysis, KEY).parts()
    file = one.file("slots")
    content = bytearray(file.read_bytes())
    match hurt:
        case "end":
            content[-12] ^= 1
            file.write_bytes(content)
        case "middle":
            # Its end still opens, so that only reading the rows shows it: when they are merged, or looked for.
            content[len(content) // 4] ^= 1
            file.write_bytes(content)
        case _:
            shutil.copyfile(last.file("slots"), file)

    log = EventLog(analysis, KEY)
    if hurt == "middle":
        with pytest.raises(TablesDamaged, match="damaged") as told:
            log.query("FROM slots")
        assert "Delete the folder" in told.value.advice
        # An erasure must not fail, nor leave what cannot be looked into.
        assert log.forget(PATIENTS[1]) > 0 and not _files(analysis)
    log.catch_up(records)

    assert tables(log) == exported(records)


def test_an_erasure_rewrites_encrypted_tables_too(records: PatientRecords, analysis: Path) -> None:
    for patient_id in PATIENTS:
        talk(records, patient_id)
    log = EventLog(analysis, KEY, page_rows=4)
    log.catch_up(records)
    before = tables(log)

    assert log.forget(PATIENTS[1]) > 0

    after = tables(log)
    for name in SCHEMAS.keys() - {"events"}:
        assert after[name] == [row for row in before[name] if row["patient_id"] != PATIENTS[1]]
    erase(records, PATIENTS[1])
    log.catch_up(records)
    assert tables(log) == exported(records)


@pytest.mark.parametrize(
    "query",
    [
        "FROM duckdb_secrets()",
        "SELECT * FROM duckdb_settings() WHERE value LIKE '%AAECAw%'",
        "FROM read_parquet('{file}')",
        "FROM read_parquet('{file}', encryption_config = {{footer_key: 'k'}})",
        "FROM read_blob('{file}')",
    ],
)
def test_a_query_reaches_neither_key_nor_file(records: PatientRecords, analysis: Path, query: str) -> None:
    talk(records)
    log = EventLog(analysis, KEY)
    log.catch_up(records)
    file = _files(analysis)[0]
    try:
        rows = log.query(query.format(file=file)).to_pylist()
    except InvalidQuery:
        return
    assert rows == []


def test_the_disk_is_asked_for_nothing_else(records: PatientRecords, analysis: Path) -> None:
    """Reading leaves no file behind, neither spilled nor decrypted."""
    talk(records)
    log = EventLog(analysis, KEY)
    log.catch_up(records)
    before = {path: path.stat().st_mtime_ns for path in analysis.rglob("*")}
    log.query("SELECT slot, count(*) FROM slots GROUP BY ALL ORDER BY ALL")
    assert {path: path.stat().st_mtime_ns for path in analysis.rglob("*")} == before
    assert all(os.stat(file).st_size > 0 for file in _files(analysis))
