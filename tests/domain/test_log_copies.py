"""Copies of a sealed log: made of one in the clear, backed up while others write, and brought back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

import pytest

from domain.errors import KeyringUnavailable, LogCorrupted, LogNotSealed, LogSealed
from domain.events import Recorded, UtteranceReceived, event_id_at
from domain.records import PatientRecords
from domain.store.backup import BackupTargetTaken, back_up
from domain.store.conversion import TargetNotEmpty, convert
from domain.store.keyring import Keyring, make_master_key, read_master_key
from domain.store.restoration import restore
from tests.builders import NOW, an_id, register, utterance
from tests.domain.sealed import SealedLog
from tests.domain.tampering import HEAD

PATIENT = an_id("p0")
SECRET = "어젯밤부터 가슴이 조이는 느낌이 있어요"


def test_a_log_in_the_clear_is_converted_place_by_place(sealed: SealedLog, tmp_path: Path) -> None:
    plain = PatientRecords(tmp_path / "plain.db")
    for patient in range(3):
        plain.execute(register(an_id(f"p{patient}"), request=f"r{patient}"))
        plain.execute(utterance(1, SECRET, patient_id=an_id(f"p{patient}")))
    with sealed.records() as records:
        assert list(convert(plain, records)) == [6]
        for patient in range(3):
            assert records.stream(an_id(f"p{patient}")) == plain.stream(an_id(f"p{patient}"))
        assert records.execute(utterance(2, patient_id=PATIENT)).position == 7
        with pytest.raises(TargetNotEmpty):
            list(convert(plain, records))
    plain.close()
    assert sealed.findings() == []
    with pytest.raises(LogSealed):
        PatientRecords(sealed.database)
    (sealed.folder / "log.db").unlink()
    (tmp_path / "plain.db").rename(sealed.database)
    with pytest.raises(LogNotSealed), sealed.records():
        pytest.fail("a log in the clear was opened with a keyring")


def test_an_interrupted_conversion_goes_on_where_it_stood(sealed: SealedLog, tmp_path: Path) -> None:
    plain = PatientRecords(tmp_path / "plain.db")
    plain.execute(register(PATIENT))
    plain.execute(utterance(1, SECRET, patient_id=PATIENT))
    with sealed.records() as records:
        assert list(convert(plain, records)) == [2]
    plain.execute(utterance(2, patient_id=PATIENT))
    plain.execute(register(an_id("p1"), request="r1"))
    with sealed.records() as records:
        assert list(convert(plain, records)) == [2]
        for patient in (PATIENT, an_id("p1")):
            assert records.stream(patient) == plain.stream(patient)
    plain.close()
    assert sealed.findings() == []


def test_a_backup_is_whole_and_comes_back(sealed: SealedLog, tmp_path: Path) -> None:
    sealed.fill()
    with sealed.records() as records:
        copied = back_up(records, tmp_path / "backup")
        records.execute(utterance(9, patient_id=PATIENT))
        with pytest.raises(BackupTargetTaken):
            back_up(records, tmp_path / "backup")
    back = SealedLog(tmp_path / "back")
    restore(tmp_path / "backup", back.folder, now=NOW)
    (back.folder / "master.key").write_bytes((sealed.folder / "master.key").read_bytes())
    assert back.findings() == []
    with back.records() as records:
        assert records.head() == copied.position == HEAD
        assert records.execute(utterance(9, patient_id=PATIENT)).position == HEAD + 1
    assert back.findings() == []


@pytest.mark.parametrize("left", [("log.db.unfinished",), ("log.db.unfinished", "keys.db", "head.anchor")])
def test_copies_that_were_killed_are_made_again_in_the_same_place(
    sealed: SealedLog, tmp_path: Path, left: tuple[str, ...]
) -> None:
    sealed.fill()
    backup, back = tmp_path / "backup", tmp_path / "back"
    for folder in (backup, back):
        folder.mkdir()
        for name in left:
            (folder / name).write_bytes(b"SQLite format 3 and no more")
    with sealed.records() as records:
        back_up(records, backup)
    restore(backup, back, sealed.folder / "master.key", now=NOW)
    assert SealedLog(back).findings() == []
    assert not (backup / "log.db.unfinished").exists()


def test_keys_without_a_log_are_never_written_over(sealed: SealedLog, tmp_path: Path) -> None:
    sealed.fill()
    with sealed.records() as records:
        back_up(records, tmp_path / "backup")
        (tmp_path / "keys.db").write_bytes(b"of a log that stands elsewhere")
        for copy in (lambda: back_up(records, tmp_path), lambda: restore(tmp_path / "backup", tmp_path, now=NOW)):
            with pytest.raises(BackupTargetTaken, match="keys of a log"):
                copy()
    assert (tmp_path / "keys.db").read_bytes() == b"of a log that stands elsewhere"


def test_a_directory_that_a_service_has_open_is_copied_with_what_its_journal_holds(
    sealed: SealedLog, tmp_path: Path
) -> None:
    """It has all the files of a backup, and might be taken for one."""
    with sealed.records() as records:
        records.execute(register(PATIENT))
        restore(sealed.folder, tmp_path / "back", sealed.folder / "master.key", now=NOW)
    back = SealedLog(tmp_path / "back")
    assert back.findings() == []
    with back.records() as records:
        assert records.head() == 1


def test_what_is_no_log_is_not_restored(sealed: SealedLog, tmp_path: Path) -> None:
    sealed.fill()
    sealed.database.unlink()
    with closing(sqlite3.connect(sealed.database)) as other, other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(LogCorrupted):
        restore(sealed.folder, tmp_path / "back", sealed.folder / "master.key", now=NOW)
    assert not (tmp_path / "back").exists()


def test_a_backup_has_the_keys_of_all_who_register_meanwhile(sealed: SealedLog, tmp_path: Path) -> None:
    sealed.fill()
    with sealed.records() as records:
        # More than the backup copies in one go, so that there is a meanwhile.
        said = UtteranceReceived(
            request_id="-", turn_number=9, conversation_id="-", text="a" * 1_000_000, said_at=NOW, language="en"
        )
        records.append(tuple(Recorded(PATIENT, one, event_id_at(PATIENT, one), NOW, said) for one in range(6, 18)))
        done = Event()

        def register_others() -> None:
            number = 0
            while not done.is_set():
                number += 1
                records.execute(register(an_id(f"late {number}"), request=f"late {number}"))

        thread = Thread(target=register_others)
        thread.start()
        try:
            for number in range(3):
                back_up(records, tmp_path / f"backup {number}")
        finally:
            done.set()
            thread.join()
    for number in range(3):
        back = SealedLog(tmp_path / f"back {number}")
        restore(tmp_path / f"backup {number}", back.folder, sealed.folder / "master.key", now=NOW)
        assert back.findings() == []


def test_who_is_erased_while_a_backup_is_made_is_not_in_it(sealed: SealedLog, tmp_path: Path) -> None:
    sealed.fill(patients=2)

    class Busy(Keyring):
        """Somebody is erased right after the backup has looked for erasures, while the log is being copied."""

        def destroyed(self) -> tuple[str, ...]:
            found = super().destroyed()
            self.destroy(PATIENT)
            return found

    master = sealed.folder / "master.key"
    busy = Busy(sealed.folder / "keys.db", read_master_key(master))
    records = PatientRecords(sealed.database, seal=replace(sealed.seal(), keyring=busy))
    back_up(records, tmp_path / "backup")
    records.close()
    back = SealedLog(tmp_path / "back")
    assert restore(tmp_path / "backup", back.folder, master, now=NOW) == (PATIENT,)
    assert back.findings() == []
    with back.records() as restored:
        assert restored.is_erased(PATIENT) and not restored.is_erased(an_id("p1"))


def test_a_damaged_backup_brings_nobody_back_either(sealed: SealedLog, tmp_path: Path) -> None:
    sealed.fill(patients=2)
    with sealed.records() as records:
        back_up(records, tmp_path / "backup")
    with SealedLog(tmp_path / "backup").vandal() as connection:
        # Without its end, the log is refused: nothing can be recorded in it, and the key is gone all the same.
        connection.execute("DELETE FROM stored_events WHERE rowid > 7")
        connection.execute("UPDATE sqlite_sequence SET seq = 7")
    back = SealedLog(tmp_path / "back")
    master = sealed.folder / "master.key"
    assert restore(tmp_path / "backup", back.folder, master, now=NOW, erased=[PATIENT]) == (PATIENT,)
    assert {"LOG_TRUNCATED", "KEY_MISSING"} == {finding.kind for finding in back.findings()}


def test_a_backup_is_not_restored_with_another_master_key(sealed: SealedLog, tmp_path: Path) -> None:
    sealed.fill()
    with sealed.records() as records:
        back_up(records, tmp_path / "backup")
    make_master_key(tmp_path / "other.key")
    with pytest.raises(KeyringUnavailable, match="not the master key"):
        restore(tmp_path / "backup", tmp_path / "back", tmp_path / "other.key", now=NOW)
    assert not (tmp_path / "back").exists()
    (tmp_path / "back").mkdir()
    (tmp_path / "other.key").rename(tmp_path / "back" / "master.key")
    with pytest.raises(BackupTargetTaken, match="another master key"):
        restore(tmp_path / "backup", tmp_path / "back", sealed.folder / "master.key", now=NOW)
    assert [path.name for path in (tmp_path / "back").iterdir()] == ["master.key"]
