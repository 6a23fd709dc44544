"""Erasing a patient, whatever stands in the way: nothing is left in any file, and no way leads back."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest
from typer.testing import CliRunner, Result

from clients import AnamnesisClient, ServiceError
from domain.commands import ErasePatient
from domain.errors import StoreLocked
from domain.records import PatientRecords
from projections.event_log import EventLog
from projections.kept import KeptViews
from projections.rebuild import rebuild, rebuilding
from projections.runner import ProjectionRunner
from server.__main__ import application
from server.byte_search import search
from server.composition import Knowledge
from server.data_directory import DataDirectory
from server.erasing import PATIENCE_SECONDS, Erasing
from tests.server.planted import NUMBER, OTHER, PATIENT, PLANTED, SAID, keep, not_planted, plant
from tests.server.running import running_server


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("planted") / "data"
    plant(data)
    return data


@pytest.fixture
def data(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "data"))


@pytest.fixture
def values(tmp_path: Path) -> Path:
    """The planted words in a file, outside of what is searched."""
    file = tmp_path / "values.txt"
    file.write_text("\n".join(PLANTED) + "\n", encoding="utf-8")
    return file


def _run(*arguments: object, words: str = "") -> Result:
    told = CliRunner().invoke(
        application(), list(map(str, arguments)), input=words, prog_name="anamnesis", catch_exceptions=False
    )
    assert not any(word in told.output for word in PLANTED if word != NUMBER)
    return told


def _certificate(told: Result) -> dict[str, object]:
    found: dict[str, object] = json.loads(told.stdout)["certificate"]
    return found


@contextmanager
def _erasing(
    data: Path, clearing: threading.Event, patience: float = PATIENCE_SECONDS
) -> Iterator[tuple[Erasing, PatientRecords]]:
    """Erasures in ``data``; ``clearing`` is set when the files are about to be cleared."""
    directory = DataDirectory(data)
    with directory.records() as records:
        runner = ProjectionRunner(records, directory.views)
        yield Erasing(records, runner, directory, [lambda _: clearing.set()], patience=patience), records


def _lose_key(data: Path, statement: str) -> None:
    with closing(sqlite3.connect(data / "keys.db")) as keys, keys:
        keys.execute(statement, (PATIENT,))


def _erased_but_not_cleared(data: Path) -> None:
    """What a kill leaves behind once the key is destroyed."""
    with DataDirectory(data).records() as records:
        now = datetime.now(UTC)
        records.execute(ErasePatient(request_id=str(uuid4()), patient_id=PATIENT, now=now, key_fingerprint="-"))
        records.destroy_key(PATIENT)


def test_nothing_is_left_while_others_hold_the_files(data: Path) -> None:
    """A rebuild is half done, a projector runs, a query holds the tables, and an export was cut short."""
    assert not_planted(data) == []
    tables = data / "analysis"
    [part] = (tables / "v1").glob("0*")
    shutil.copytree(part, tables / "v1" / ".unfinished-000000000001-000000000009")
    shutil.copytree(part, tables / "v0" / part.name)
    projecting = [sys.executable, "-m", "server", "project", "--data", str(data)]
    clearing = threading.Event()
    with (
        subprocess.Popen(projecting, stderr=subprocess.PIPE, text=True) as projector,
        _erasing(data, clearing) as (erasing, records),
    ):
        assert projector.stderr is not None and "Keeping the views" in projector.stderr.readline()
        steps = rebuilding(records, data / "views.db", batch_rows=1)
        next(steps)
        assert all(one.filled == PATIENT for one in KeptViews(data / "views.db").standings(fresh=True).values())
        worker = threading.Thread(
            target=erasing.erase, args=(str(uuid4()), PATIENT, datetime.now(UTC)), kwargs={"values": PLANTED}
        )
        with EventLog(tables).connected() as connection:
            worker.start()
            assert clearing.wait(60)
            assert connection.sql("FROM slots").fetchall()
        worker.join()
        assert search(data, PLANTED).found_in == ()
        assert all(step.identical for step in steps if step.done)
        EventLog(tables).catch_up(records)
        assert all(outcome.identical for outcome in rebuild(records, data / "views.db", verify_only=True))
        projector.terminate()
    assert search(data, PLANTED).found_in == ()
    assert OTHER in KeptViews(data / "views.db").fingerprints("profile")


def test_views_that_somebody_reads_are_not_said_to_be_cleared(data: Path) -> None:
    """Until the reader has gone, the old pages stand in the file; the erasure says so and is repeated."""
    with _erasing(data, threading.Event(), patience=0) as (erasing, _):
        with KeptViews(data / "views.db").transaction() as reader:
            reader.execute("SELECT * FROM profile").fetchone()
            with pytest.raises(StoreLocked, match="could not be cleared"):
                erasing.erase(str(uuid4()), PATIENT, datetime.now(UTC))
            assert search(data, PLANTED).found_in
        assert erasing.finish() == 1
        assert search(data, PLANTED).found_in == ()
        assert erasing.finish() == 0


def test_copies_that_killed_programs_left_are_gone_and_those_in_work_are_not(data: Path, tmp_path: Path) -> None:
    abandoned = data / "scratch" / "of a fork"
    shutil.copytree(data, tmp_path / "copy")
    shutil.copytree(tmp_path / "copy", abandoned / "data")
    with DataDirectory(data).scratch() as in_work, DataDirectory(abandoned / "data").records() as records:
        assert records.seal is not None and records.seal.keyring.holds(PATIENT)
        assert _run("erase", PATIENT, "--confirm", PATIENT, "--data", data).exit_code == 0
        assert [path.parent for path in (data / "scratch").glob("*/data")] == [in_work.parent]
    assert not any((data / "scratch").iterdir())


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("DELETE FROM patient_keys WHERE patient_id = ?", "KEY_MISSING"),
        ("UPDATE patient_keys SET wrapped = randomblob(60) WHERE patient_id = ?", "KEY_ALTERED"),
        pytest.param(
            "UPDATE patient_keys SET wrapped = NULL WHERE patient_id = ?", "KEY_MISSING", marks=pytest.mark.torture
        ),
        pytest.param(
            "UPDATE patient_keys SET wrapped = 'key' WHERE patient_id = ?", "KEY_ALTERED", marks=pytest.mark.torture
        ),
    ],
)
def test_a_patient_whose_key_was_lost_can_be_erased_on_purpose(
    data: Path, values: Path, statement: str, kind: str
) -> None:
    _lose_key(data, statement)
    assert kind in _run("verify", "--data", data).stdout
    for read in (("explain", PATIENT, 1), ("erase", PATIENT)):
        told = _run(*read, "--data", data)
        assert told.exit_code != 0 and PATIENT in told.output + str(read)
    assert "erase the patient" in _run("explain", PATIENT, 1, "--data", data).stderr

    told = _run("erase", PATIENT, "--confirm", PATIENT, "--search", values, "--data", data)
    assert told.exit_code == 0, told.output
    assert "No key was found" in told.stdout and "no file" in told.stdout
    again = _certificate(_run("erase", PATIENT, "--data", data, "--json"))
    assert "key_fingerprint" not in again and "Nothing else opens" in str(again["key_note"]) and again["events"] == "13"
    assert _run("verify", "--data", data).exit_code == 0
    assert _run("rebuild", "--verify", "--data", data).exit_code == 0
    assert "erased" in _run("explain", PATIENT, 1, "--data", data).stderr


def test_a_patient_with_a_damaged_event_can_be_erased(data: Path, values: Path) -> None:
    with closing(sqlite3.connect(data / "log.db")) as log, log:
        log.execute("DROP TRIGGER stored_events_never_change")
        log.execute(
            "UPDATE stored_events SET state = x'00' WHERE originator_id = ? AND originator_version = 2", (PATIENT,)
        )
    told = _run("erase", PATIENT, "--confirm", PATIENT, "--search", values, "--data", data)
    assert told.exit_code == 0 and "no file" in told.stdout
    assert "erased" in _run("explain", PATIENT, 1, "--data", data).stderr


def test_a_server_erases_a_patient_whose_key_was_lost(data: Path, knowledge: Knowledge) -> None:
    _lose_key(data, "DELETE FROM patient_keys WHERE patient_id = ?")
    with running_server(data, knowledge) as address, AnamnesisClient(address) as client:
        with pytest.raises(ServiceError) as missing:
            client.profile(PATIENT)
        assert missing.value.reason == "PATIENT_KEY_MISSING"
        certificate = client.erase(PATIENT, search_values=PLANTED).certificate
        assert not certificate.key_fingerprint and not certificate.found_in
        assert certificate.values_searched == len(PLANTED)
        with pytest.raises(ServiceError, match="erased"):
            client.profile(PATIENT)
        assert client.profile(OTHER).facts


def test_after_an_interruption_the_words_to_look_for_are_given(data: Path, values: Path, knowledge: Knowledge) -> None:
    _erased_but_not_cleared(data)
    assert search(data, PLANTED).found_in
    first = _certificate(_run("erase", PATIENT, "--data", data, "--search", values, "--json"))
    assert "found_in" not in first and first["values_searched"] == len(PLANTED)

    # Also while a server runs, which has nothing of an erased patient; and with the words from standard input.
    with running_server(data, knowledge) as address:
        (data / "note.txt").write_text(json.dumps(SAID), encoding="ascii")
        told = _run("erase", PATIENT, "--data", data, "--search", "-", "--json", words=SAID["ko"])
        assert told.exit_code == 3
        again = _certificate(told)
        assert again["found_in"] == ["note.txt"] and again["certificate_hash"] == first["certificate_hash"]
        (data / "note.txt").unlink()
        told = _run("erase", PATIENT, "--confirm", PATIENT, "--address", address, "--search", values)
        assert told.exit_code == 0 and f"{len(PLANTED)} sentences or values" in told.stdout


def test_the_search_sees_what_is_compressed_or_cut_to_pieces(tmp_path: Path) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    parquet.write_table(pa.table({"notes": [[SAID["ko"]] * 50]}), tmp_path / "notes.parquet", compression="zstd")
    with closing(sqlite3.connect(tmp_path / "notes.db")) as notes, notes:
        notes.execute("CREATE TABLE notes (words TEXT)")
        # So that a page ends somewhere in the sentence, wherever pages end.
        notes.executemany(
            "INSERT INTO notes VALUES (?)", [("x" * (4_000 + shift) + SAID["en"],) for shift in (0, 20, 40)]
        )
    assert search(tmp_path, [SAID["ko"]]).found_in == ("notes.parquet",)
    assert search(tmp_path, [SAID["en"]]).found_in == ("notes.db",)
    assert search(tmp_path, ["never said anywhere"]).found_in == ()


@pytest.mark.parametrize(
    ("content", "hint"),
    [(None, "cannot be read"), (b"\n \n", "no value"), (b"\xff\xfe", "UTF-8"), ("심은 낱말\nab".encode(), "Value 2")],
)
def test_values_that_prove_nothing_are_refused_before_anything_is_done(
    data: Path, tmp_path: Path, content: bytes | None, hint: str
) -> None:
    file = tmp_path / "words"
    if content is not None:
        file.write_bytes(content)
    told = _run("erase", PATIENT, "--confirm", PATIENT, "--data", data, "--search", file)
    assert told.exit_code == 1 and hint in told.stderr
    assert _run("erase", PATIENT, "--data", data).exit_code == 2


def test_the_key_is_destroyed_in_backups_and_what_is_no_backup_is_refused_before(
    data: Path, values: Path, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        _backed_up_and_moved(data, tmp_path / name)
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "lock").touch()
    for wrong in (tmp_path / "empty", data, tmp_path / "nowhere"):
        told = _run("erase", PATIENT, "--confirm", PATIENT, "--data", data, "--backup", wrong)
        assert told.exit_code == 1 and str(wrong) in told.stderr
    assert _run("erase", PATIENT, "--data", data).exit_code == 2
    before = (tmp_path / "one" / "log.db").read_bytes()

    told = _run("erase", PATIENT, "--confirm", PATIENT, "--data", data, "--backup", tmp_path / "one", "--json")
    assert told.exit_code == 0 and _certificate(told)["backups"] == [str(tmp_path / "one")]
    # The other one is found out about later: its key still opens what was said, which is looked for once more.
    assert "searched for     nothing" in _run("erase", PATIENT, "--data", data).stdout
    told = _run("erase", PATIENT, "--data", data, "--backup", tmp_path / "two", "--json")
    assert told.exit_code == 0 and _certificate(told)["values_searched"] == len(SAID)
    told = _run(
        "erase", PATIENT, "--data", data, "--search", values, *_each("--backup", tmp_path / "one", tmp_path / "two")
    )
    assert told.exit_code == 0 and "no file" in told.stdout
    assert (tmp_path / "one" / "log.db").read_bytes() == before
    for name in ("one", "two"):
        back = tmp_path / f"back from {name}"
        told = _run("restore", tmp_path / name, "--data", back, "--master-key", data / "master.key")
        assert told.exit_code == 0 and PATIENT in told.stderr
        _holds_only_the_other(back)


def test_a_backup_that_is_known_is_reached_without_being_named_and_one_that_was_moved_is_named(
    data: Path, tmp_path: Path
) -> None:
    assert _run("backup", tmp_path / "here", "--data", data).exit_code == 0
    _backed_up_and_moved(data, tmp_path / "elsewhere")
    away = str(tmp_path / "elsewhere-made")
    listed = _run("keys", "backups", "--data", data).stdout
    assert [line.split()[3:] for line in listed.splitlines()] == [
        [str(tmp_path / "here")],
        [away, "(not", "there)"],
    ]

    told = _run("erase", PATIENT, "--confirm", PATIENT, "--data", data, "--json")

    assert told.exit_code == 0
    assert _certificate(told)["backups"] == [str(tmp_path / "here")]
    assert _certificate(told)["backups_not_reached"] == [away] and away in told.stderr
    back = tmp_path / "back"
    assert _run("restore", tmp_path / "here", "--data", back, "--master-key", data / "master.key").exit_code == 0
    _holds_only_the_other(back)
    # The medium of the other one was destroyed: nobody is asked about it again.
    assert _run("keys", "backups", "--forget", away, "--data", data).exit_code == 0
    assert _run("keys", "backups", "--forget", away, "--data", data).exit_code == 1
    again = _run("erase", PATIENT, "--data", data, "--json")
    assert again.exit_code == 0 and "backups_not_reached" not in _certificate(again)


def test_a_key_that_was_copied_elsewhere_is_found(data: Path) -> None:
    (data / "old").mkdir()
    shutil.copy(data / "keys.db", data / "old" / "keys.copy")
    told = _run("erase", PATIENT, "--confirm", PATIENT, "--data", data, "--json")
    assert told.exit_code == 3 and _certificate(told)["found_in"] == ["old/keys.copy"]


@pytest.mark.parametrize("source", ["directory", "certificate", "newer backup", "register in the target", "UUID"])
def test_an_older_backup_brings_nobody_back_who_is_known_to_be_erased(data: Path, tmp_path: Path, source: str) -> None:
    old, back = tmp_path / "old", tmp_path / "back"
    _backed_up_and_moved(data, old)
    erased = _run("erase", PATIENT, "--confirm", PATIENT, "--data", data, "--json")
    (tmp_path / "certificate.json").write_text(erased.stdout, encoding="utf-8")
    assert _run("backup", tmp_path / "new", "--data", data).exit_code == 0
    match source:
        case "directory":
            known = _each("--erased", data)
        case "certificate":
            known = _each("--erased", tmp_path / "certificate.json")
        case "newer backup":
            known = _each("--erased", tmp_path / "new")
        case "UUID":
            known = _each("--erased", PATIENT)
        case _:
            # Restored in place: the log and its keys were lost or moved away, and the rest of the directory is there.
            known, back = [], data
            for lost in ("log.db", "keys.db"):
                (data / lost).unlink()
    told = _run("restore", old, "--data", back, "--master-key", tmp_path / "data" / "master.key", *known)
    assert told.exit_code == 0, told.output
    assert f"Erased again: patient {PATIENT}" in told.stderr
    _holds_only_the_other(back)
    # What the copy knows, the next restoring knows as well.
    assert PATIENT in (back / "erasures.jsonl").read_text(encoding="utf-8")


def test_a_log_that_was_brought_back_by_other_means_is_held_against_the_register(data: Path, tmp_path: Path) -> None:
    _backed_up_and_moved(data, tmp_path / "old")
    assert _run("erase", PATIENT, "--confirm", PATIENT, "--data", data).exit_code == 0
    for file in (tmp_path / "old").iterdir():
        shutil.copyfile(file, data / file.name)

    told = _run("sql", "SELECT DISTINCT patient_id FROM turn_steps", "--json", "--data", data)

    assert [row["patient_id"] for row in json.loads(told.stdout)] == [OTHER]
    _holds_only_the_other(data)
    assert _run("verify", "--data", data).exit_code == 0


def test_without_a_word_on_erasures_a_restoring_warns_and_a_wrong_word_is_refused(data: Path, tmp_path: Path) -> None:
    assert _run("backup", tmp_path / "old", "--data", data).exit_code == 0
    key = ("--master-key", data / "master.key")
    (tmp_path / "note").write_text("Erased somebody.", encoding="utf-8")
    for wrong in (tmp_path / "note", "nobody"):
        told = _run("restore", tmp_path / "old", "--data", tmp_path / "back", *key, "--erased", wrong)
        assert told.exit_code == 1 and "erase --json" in told.stderr
        assert not (tmp_path / "back").exists()
    told = _run("restore", tmp_path / "old", "--data", tmp_path / "back", *key)
    assert told.exit_code == 0 and "--erased" in told.stderr
    with DataDirectory(tmp_path / "back").records() as records:
        assert not records.is_erased(PATIENT)


def _backed_up_and_moved(data: Path, place: Path) -> None:
    """A backup that no longer stands where it was made, as on a medium that was taken away."""
    made = place.with_name(f"{place.name}-made")
    assert _run("backup", made, "--data", data).exit_code == 0
    made.rename(place)


def _each(option: str, *paths: Path | str) -> list[str]:
    return [word for path in paths for word in (option, str(path))]


def _holds_only_the_other(data: Path) -> None:
    directory = DataDirectory(data)
    with directory.records() as records:
        assert records.is_erased(PATIENT)
        assert not any(records.payload_json(row) for row in records.rows(0, 6, patient_id=PATIENT))
        assert all(records.payload_json(row) for row in records.rows(0, 100, patient_id=OTHER))
        keep(directory, records)
        assert set(KeptViews(directory.views).fingerprints("profile")) == {OTHER}
    assert search(data, PLANTED).found_in == ()
