"""A sealed log: nothing of it can be read without its keys, and nothing can be done to it that does not show."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from resource import RLIMIT_FSIZE, getrlimit, setrlimit
from shutil import rmtree
from threading import Barrier, Thread

import pytest

from domain.commands import ErasePatient
from domain.errors import (
    LogCorrupted,
    LogTruncated,
    PatientNotFound,
    StoreUnavailable,
)
from domain.records import PatientRecords
from domain.store.acceptance import accept_head
from domain.store.anchor import Anchor
from domain.store.chain import Head
from domain.store.verification import verify
from evaluation.synthetic_log import long_history
from tests.builders import NOW, an_id, register, utterance
from tests.domain.sealed import Log, SealedLog, new
from tests.domain.tampering import HEAD, Tampering, tamperings
from tests.postgres import on_every_backend
from tests.properties.effort import EFFORT, for_all

PATIENT = an_id("p0")
SECRET = "어젯밤부터 가슴이 조이는 느낌이 있어요"


def test_what_a_patient_says_stands_in_no_file(sealed: SealedLog) -> None:
    with sealed.records() as records:
        records.execute(register(PATIENT))
        records.execute(utterance(1, SECRET, patient_id=PATIENT))
        assert any(SECRET in str(event.payload) for event in records.stream(PATIENT))
        for path in sealed.folder.iterdir():
            assert SECRET.encode() not in path.read_bytes()


@EFFORT
def test_whatever_is_done_to_a_log_is_found_where_it_was_done(
    whole: SealedLog, tmp_path_factory: pytest.TempPathFactory, examples: int
) -> None:
    def shows(tampering: Tampering) -> None:
        hurt = whole.copy(tmp_path_factory.mktemp("hurt") / "log")
        with hurt.vandal() as connection:
            for statement, values in tampering.statements:
                connection.execute(statement, values)
        found = {finding.position for finding in hurt.findings()}
        rmtree(hurt.folder)
        assert tampering.places & found, tampering
        assert not tampering.what.startswith("swap") or tampering.places <= found, tampering

    for_all(examples, tamperings(), shows)


@on_every_backend
@pytest.mark.parametrize("logs", [5, pytest.param(100, marks=pytest.mark.torture)])
def test_nothing_is_found_in_a_log_that_was_left_alone(backend: str, tmp_path: Path, logs: int) -> None:
    for number in range(logs):
        clean = new(backend, tmp_path / str(number))
        clean.fill(patients=1 + number % 4, turns=number % 6)
        assert clean.findings() == []


@on_every_backend
@pytest.mark.parametrize(
    ("done", "kind"),
    [
        ("UPDATE stored_events SET recorded_at = '2024-01-01T00:00:00.000000+00:00' WHERE rowid = 7", "EVENT_REDATED"),
        ("UPDATE stored_events SET state = x'0102' WHERE rowid = 7", "EVENT_EDITED"),
        ("UPDATE stored_events SET chain = x'00' WHERE rowid = 7", "CHAIN_EDITED"),
        ("DELETE FROM stored_events WHERE rowid = 7", "EVENTS_DELETED"),
        ("DELETE FROM stored_events WHERE rowid > 7", "LOG_TRUNCATED"),
    ],
)
def test_a_finding_says_what_was_done(whole: Log, tmp_path: Path, done: str, kind: str) -> None:
    hurt = whole.copy(tmp_path / "hurt")
    with hurt.vandal() as connection:
        connection.execute(done)
    assert kind in {finding.kind for finding in hurt.findings()}
    assert {finding.position for finding in hurt.findings() if finding.kind != "VERSION_GAP"} <= {7, 8}


@pytest.mark.parametrize("done", ["event_id = CAST(x'ff41' AS TEXT)", "topic = CAST(topic AS BLOB)"])
def test_a_column_that_is_stored_in_another_form_shows(whole: Log, tmp_path: Path, done: str) -> None:
    """SQLite lets a column hold anything; whoever looks for a topic would not find it."""
    hurt = whole.copy(tmp_path / "hurt")
    with hurt.vandal() as connection:
        connection.execute(f"UPDATE stored_events SET {done} WHERE rowid = 7")
    assert {(finding.kind, finding.position) for finding in hurt.findings()} == {("EVENT_EDITED", 7)}


@pytest.mark.parametrize(
    ("done", "kind"),
    [
        ("recorded_at = '2024-01-01T00:00:00.000000+00:00'", "EVENT_REDATED"),
        ("recorded_at = SUBSTR(recorded_at, 1, 26) || '+09:00'", "EVENT_REDATED"),
        ("chain = RANDOMBLOB(32)", "CHAIN_EDITED"),
        ("chain = NULL", "CHAIN_EDITED"),
        ("state = RANDOMBLOB(60)", "EVENT_EDITED"),
    ],
)
@pytest.mark.parametrize(("first", "last"), [(1, 1), (7, 8), (7, 11), (14, 15), (1, 15)])
def test_what_was_done_to_several_events_in_a_row_is_said_of_each(
    whole: SealedLog, tmp_path: Path, done: str, kind: str, first: int, last: int
) -> None:
    hurt = whole.copy(tmp_path / "hurt")
    with hurt.vandal() as connection:
        connection.execute(f"UPDATE stored_events SET {done} WHERE rowid BETWEEN ? AND ?", (first, last))
    noted = {"ANCHOR_DIFFERS", "CHECKPOINT_DIFFERS"}
    found = {(finding.kind, finding.position) for finding in hurt.findings() if finding.kind not in noted}
    assert found == {(kind, position) for position in range(first, last + 1)}


def test_a_key_that_was_altered_and_a_mark_that_was_taken_off_show(whole: SealedLog, tmp_path: Path) -> None:
    hurt = whole.copy(tmp_path / "hurt")
    with closing(sqlite3.connect(hurt.folder / "keys.db")) as keys, keys:
        keys.execute("UPDATE patient_keys SET wrapped = RANDOMBLOB(60) WHERE patient_id = ?", (an_id("p1"),))
    with closing(sqlite3.connect(hurt.database)) as log:
        log.execute("PRAGMA user_version = 0")
    found = {(finding.kind, finding.position, finding.patient_id) for finding in hurt.findings()}
    assert found == {("KEY_ALTERED", 2, an_id("p1")), ("MARK_MISSING", 0, "")}


@on_every_backend
def test_checkpoints_that_were_taken_away_show_and_are_begun_anew_by_accepting(sealed: Log) -> None:
    with sealed.records() as records:
        assert records.seal is not None
        records.seal.keyring.make([PATIENT])
        for events in long_history(PATIENT, 2_100):
            records.append(events)
    assert sealed.findings() == []
    (sealed.folder / "checkpoints.jsonl").unlink()
    assert [finding.kind for finding in sealed.findings()] == ["CHECKPOINTS_MISSING"]
    with closing(sealed.seal()) as seal, sealed.reading() as log:
        accept_head(log, seal)
    assert sealed.findings() == []


@on_every_backend
def test_a_patient_whom_the_log_does_not_know_is_not_without_fault(whole: Log) -> None:
    with closing(whole.seal()) as seal, whole.reading() as log:
        with pytest.raises(PatientNotFound):
            next(verify(log, seal, an_id("nobody")))
        assert not [finding for step in verify(log, seal, PATIENT) for finding in step.findings]


def test_an_index_that_hides_an_event_shows(whole: SealedLog, tmp_path: Path) -> None:
    """The rows are all there and chained, but whoever reads the patient does not meet them."""
    hurt = whole.copy(tmp_path / "hurt")
    with closing(sqlite3.connect(hurt.database)) as connection, connection:
        connection.execute("CREATE TABLE empty (originator_id TEXT, version INTEGER, UNIQUE (originator_id, version))")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = "
            "'sqlite_autoindex_empty_1') WHERE name = 'sqlite_autoindex_stored_events_1'"
        )
    with hurt.records() as records:
        assert records.stream(PATIENT) == ()
    assert {finding.kind for finding in hurt.findings()} == {"DATABASE_DAMAGED"}


def test_a_guard_that_was_replaced_shows(whole: SealedLog, tmp_path: Path) -> None:
    hurt = whole.copy(tmp_path / "hurt")
    with closing(sqlite3.connect(hurt.database)) as connection, connection:
        connection.execute("DROP TRIGGER stored_events_never_vanish")
        connection.execute(
            "CREATE TRIGGER stored_events_never_vanish BEFORE DELETE ON stored_events WHEN 0 BEGIN SELECT 1; END"
        )
    assert [finding.kind for finding in hurt.findings()] == ["TRIGGER_MISSING"]


@on_every_backend
def test_a_cut_shows_even_where_the_database_forgets_it(whole: Log, tmp_path: Path) -> None:
    """Only the anchor remembers once SQLite's own counter is turned back; the service refuses the log."""
    hurt = whole.copy(tmp_path / "hurt")
    with hurt.vandal() as connection:
        connection.execute("DELETE FROM stored_events WHERE rowid > 12")
    hurt.turn_counter_back(12)
    assert ("LOG_TRUNCATED", 13) in {(finding.kind, finding.position) for finding in hurt.findings()}
    with pytest.raises(LogTruncated), hurt.records():
        pytest.fail("a log that lost its end was opened")

    with closing(hurt.seal()) as seal, hurt.reading() as log:
        assert accept_head(log, seal).position == 12
    assert hurt.findings() == []
    with hurt.records() as records:
        assert records.execute(utterance(9, patient_id=PATIENT)).position == 13
    assert hurt.findings() == []


@on_every_backend
@pytest.mark.parametrize("cut", [0, 12])
def test_what_follows_a_loss_that_was_accepted_is_proved(whole: Log, tmp_path: Path, cut: int) -> None:
    """SQLite does not give lost positions again, so the next event links over the gap."""
    hurt = whole.copy(tmp_path / "hurt")
    with hurt.vandal() as connection:
        connection.execute("DELETE FROM stored_events WHERE rowid > ?", (cut,))
    with closing(hurt.seal()) as seal, hurt.reading() as log:
        accept_head(log, seal)
    with hurt.records() as records:
        newcomer = records.execute(register(an_id("newcomer")))
        assert newcomer.position > HEAD
        assert records.unproved_versions(an_id("newcomer"), newcomer.version) == ()


def test_without_the_anchor_a_cut_shows_back_to_the_last_checkpoint(whole: SealedLog, tmp_path: Path) -> None:
    hurt = whole.copy(tmp_path / "hurt")
    (hurt.folder / "head.anchor").unlink()
    assert [finding.kind for finding in hurt.findings()] == ["ANCHOR_MISSING"]
    with pytest.raises(LogTruncated), hurt.records():
        pytest.fail("a log without its anchor was opened")
    with hurt.records(anchored=False) as records:
        assert records.head() == HEAD

    with hurt.vandal() as connection:
        connection.execute("DELETE FROM stored_events WHERE rowid > 12")
        connection.execute("UPDATE sqlite_sequence SET seq = 12")
    assert "LOG_TRUNCATED" in {finding.kind for finding in hurt.findings(anchored=False)}


@on_every_backend
def test_a_forged_anchor_or_checkpoint_shows(whole: Log, tmp_path: Path) -> None:
    hurt = whole.copy(tmp_path / "hurt")
    for name, noted, forged in (("head.anchor", b"00015 ", b"00014 "), ("checkpoints.jsonl", b":15,", b":14,")):
        path = hurt.folder / name
        path.write_bytes(path.read_bytes().replace(noted, forged))
    assert {"ANCHOR_DAMAGED", "CHECKPOINT_DAMAGED"} <= {finding.kind for finding in hurt.findings()}


@on_every_backend
def test_an_event_that_was_moved_or_forged_cannot_be_read(whole: Log, tmp_path: Path) -> None:
    hurt = whole.copy(tmp_path / "hurt")
    with hurt.vandal() as connection:
        connection.execute(
            "UPDATE stored_events SET state = (SELECT state FROM stored_events WHERE rowid = 4) WHERE rowid = 7"
        )
        connection.execute("UPDATE stored_events SET state = x'7b7d' WHERE rowid = 8")
    with hurt.records() as records:
        row, plain = records.rows(6, 2)
        assert records.payload_json(row) == records.payload_json(plain) == ""


def test_nothing_is_put_beside_a_file_that_is_no_log(sealed: SealedLog) -> None:
    for content in (b"", os.urandom(9000)):
        sealed.database.write_bytes(content)
        if not content:
            with closing(sqlite3.connect(sealed.database)) as foreign, foreign:
                foreign.execute("CREATE TABLE notes (words TEXT)")
        before = sealed.database.read_bytes()
        with pytest.raises(LogCorrupted):
            sealed.seal()
        assert [path.name for path in sealed.folder.iterdir()] == ["log.db"]
        assert sealed.database.read_bytes() == before


def test_a_full_disk_refuses_every_waiting_save_and_keeps_what_was_acknowledged(sealed: SealedLog) -> None:
    sealed.fill()
    saved: list[str] = []
    refused: list[str] = []
    with sealed.records() as records:

        def work(number: int) -> None:
            for one in range(15):
                patient = an_id(f"{number} {one}")
                try:
                    records.execute(register(patient, request=f"{number} {one}"))
                    saved.append(patient)
                except StoreUnavailable:
                    refused.append(patient)

        threads = [Thread(target=work, args=(number,)) for number in range(8)]
        unlimited = getrlimit(RLIMIT_FSIZE)
        setrlimit(RLIMIT_FSIZE, (sealed.database.with_name("log.db-wal").stat().st_size + 100_000, unlimited[1]))
        try:
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        finally:
            setrlimit(RLIMIT_FSIZE, unlimited)
        assert saved and refused and len(saved) + len(refused) == 120
        assert {row.originator_id for row in records.rows(HEAD, 1_000)} == set(saved)
        assert records.execute(register(refused[0], request="again")).position == HEAD + len(saved) + 1
    assert sealed.findings() == []


@on_every_backend
def test_a_log_that_grows_while_it_is_verified_has_no_fault(sealed: Log) -> None:
    sealed.fill()
    with sealed.records() as records, closing(sealed.seal()) as seal, sealed.reading() as log:
        steps = verify(log, seal)
        next(steps)
        records.execute(utterance(9, patient_id=an_id("p1")))
        records.execute(ErasePatient(request_id=an_id("erase"), patient_id=PATIENT, now=NOW, key_fingerprint="-"))
        records.destroy_key(PATIENT)
        seal.checkpoints.sign(Head(records.head(), records.rows_log.select_chained(16, 1, 17)[0].chain))
        *_, last = found = list(steps)
        assert last.done and last.events == HEAD
        assert [finding for step in found for finding in step.findings] == []
    assert sealed.findings() == []


def test_a_log_is_opened_while_another_process_saves(sealed: SealedLog) -> None:
    """A save between looking at the anchor and at the end of the log is no loss, on whichever side it falls."""
    sealed.fill()
    with sealed.records() as server, closing(sealed.seal()) as seal:

        class Busy(Anchor):
            def read(self) -> tuple[Head | None, int]:
                server.execute(utterance(7, patient_id=PATIENT))
                noted = super().read()
                server.execute(utterance(8, patient_id=PATIENT))
                return noted

        busy = Busy(sealed.folder / "head.anchor", seal.keyring.anchor_key)
        second = PatientRecords(sealed.database, seal=replace(seal, anchor=busy))
        assert second.head() == HEAD + 2
        second.close()


@on_every_backend
def test_saves_of_many_threads_and_two_writers_form_one_chain(sealed: Log) -> None:
    with sealed.records() as one, sealed.records() as two:
        start = Barrier(12)

        def work(number: int) -> None:
            records = (one, two)[number % 2]
            start.wait()
            for turn in range(5):
                records.execute(register(an_id(f"{number} {turn}"), request=f"{number} {turn}"))

        threads = [Thread(target=work, args=(number,)) for number in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [row.id for row in one.rows(0, 100)] == list(range(1, 61))
    assert sealed.findings() == []
