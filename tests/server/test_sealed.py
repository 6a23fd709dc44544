"""Verifying, erasing and copying a log: over the wire and from the command line."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import grpc
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner, Result

from clients import AnamnesisClient, NotFound, ServiceError, TurnFailed
from domain.commands import ErasePatient
from domain.events import PatientErased
from protos.anamnesis.v1 import memory_pb2
from protos.anamnesis.v1.memory_pb2_grpc import MemoryServiceStub
from server.__main__ import application
from server.byte_search import search
from server.composition import Knowledge
from server.data_directory import DataDirectory
from tests.domain.sealed import SealedLog
from tests.server.conftest import Server
from tests.server.copies import copy_of
from tests.server.running import running_server

SECRET = "My knees hurt whenever I climb the stairs to the attic."


def secret_of(patient: str) -> str:
    """Words that nobody else says."""
    return f"{SECRET} My number there is {patient}."


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(application(), list(arguments), prog_name="anamnesis", catch_exceptions=False)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("kept")
    with running_server(data, knowledge) as address:
        yield Server(address, data)


@pytest.fixture
def spoken(kept: Server) -> str:
    with AnamnesisClient(kept.address) as client:
        patient = client.register_patient(locale="en", time_zone="UTC")
        client.say(patient, secret_of(patient))
        client.say(patient, f"I am allergic to penicillin. Once more, my number is {patient}.")
    return patient


def test_an_erased_patient_is_gone_from_every_file_and_the_others_are_as_they_were(kept: Server, spoken: str) -> None:
    with AnamnesisClient(kept.address) as client:
        other = client.register_patient(locale="en", time_zone="UTC")
        client.say(other, "I have asthma and gout.")
        before = client.profile(other).fingerprint
        list(client.rebuild())
        erased = client.erase(spoken)
        again = client.erase(spoken)

        certificate = erased.certificate
        assert certificate.values_searched == 2 and certificate.files_searched >= 3
        assert list(certificate.found_in) == []
        assert len(certificate.key_fingerprint) == len(certificate.certificate_hash) == 64
        assert (again.event_id, again.position) == (erased.event_id, erased.position)
        assert again.certificate.certificate_hash == certificate.certificate_hash

        for read in (client.profile, client.memory, lambda patient: client.say(patient, "hello?")):
            with pytest.raises((ServiceError, TurnFailed), match="erased"):
                read(spoken)
        events = list(client.events(spoken))
        assert len(events) == certificate.events + 1
        assert {event.payload_json for event in events[:-1]} == {""}
        assert json.loads(events[-1].payload_json)["certificate_hash"] == certificate.certificate_hash
        listed = _run("events", "list", spoken, "--json", "--address", kept.address).stdout.splitlines()
        assert [json.loads(line)["payload"] is None for line in listed] == [True] * certificate.events + [False]
        assert "erased" in _run("as-of", spoken, "--turn", "1", "--address", kept.address).stderr

        assert client.profile(other).fingerprint == before
        assert all(step.identical for step in client.rebuild(verify_only=True) if step.done)
        *_, last = client.verify_log()
        assert last.done and not last.HasField("finding")


def test_an_interrupted_erasure_is_cleared_from_every_file_at_the_next_start(
    kept: Server, spoken: str, tmp_path: Path, knowledge: Knowledge
) -> None:
    data = copy_of(kept.data, tmp_path)
    assert _run("sql", "slots", "--data", str(data)).exit_code == 0
    records = DataDirectory(data).records()
    records.execute(ErasePatient(request_id=str(uuid4()), patient_id=spoken, now=datetime.now(UTC), key_fingerprint=""))
    records.destroy_key(spoken)
    records.close()
    kept_parts = (data / "analysis").rglob("slots.parquet")
    assert any(spoken in pq.read_table(part, partitioning=None).column("patient_id").to_pylist() for part in kept_parts)
    with running_server(data, knowledge):
        assert search(data, [secret_of(spoken)]).found_in == ()
    parts = (data / "analysis").rglob("slots.parquet")
    assert all(spoken not in pq.read_table(part, partitioning=None).column("patient_id").to_pylist() for part in parts)


def test_an_erasure_is_confirmed_and_of_somebody(kept: Server, spoken: str) -> None:
    request = memory_pb2.ErasePatientRequest(
        request_id=str(uuid4()), patient_id=spoken, confirm_patient_id=str(uuid4())
    )
    with grpc.insecure_channel(kept.address) as channel, pytest.raises(grpc.RpcError, match="confirm_patient_id"):
        MemoryServiceStub(channel).ErasePatient(request)
    with AnamnesisClient(kept.address) as client:
        with pytest.raises(NotFound):
            client.erase(str(uuid4()))
        assert client.profile(spoken).facts


def test_the_command_erases_where_no_server_runs_and_prints_a_certificate(
    kept: Server, spoken: str, tmp_path: Path
) -> None:
    data = copy_of(kept.data, tmp_path)
    assert _run("erase", spoken, "--data", str(data)).exit_code == 2
    refused = _run("erase", spoken, "--confirm", spoken, "--data", str(kept.data))
    assert refused.exit_code == 4 and "--address" in refused.stderr

    (data / "export.txt").write_text(secret_of(spoken), encoding="utf-8")
    told = _run("erase", spoken, "--confirm", spoken, "--data", str(data), "--json")
    assert told.exit_code == 3
    assert json.loads(told.stdout)["certificate"]["found_in"] == ["export.txt"]
    (data / "export.txt").unlink()
    told = _run("erase", spoken, "--data", str(data))
    assert told.exit_code == 0
    assert "searched for     nothing" in told.stdout
    assert _run("verify", "--data", str(data)).exit_code == 0
    assert _run("rebuild", "--verify", "--data", str(data)).exit_code == 0


def _lose_the_key(data: Path, patient: str) -> None:
    with closing(sqlite3.connect(data / "keys.db")) as keys, keys:
        keys.execute("UPDATE patient_keys SET wrapped = NULL WHERE patient_id = ?", (patient,))


def _hurting(change: str) -> Callable[[Path, str], None]:
    def hurt(data: Path, patient: str) -> None:
        with SealedLog(data).vandal() as log:
            log.execute(f"{change} WHERE originator_id = ? AND originator_version = 3", (patient,))

    return hurt


@pytest.mark.parametrize(
    ("hurt", "left"),
    [
        (_hurting("UPDATE stored_events SET state = x'0102'"), {"EVENT_EDITED"}),
        (_hurting(f"UPDATE stored_events SET topic = '{PatientErased.topic()}'"), {"EVENT_EDITED"}),
        (_hurting("DELETE FROM stored_events"), {"EVENTS_DELETED", "VERSION_GAP"}),
        (_lose_the_key, set()),
    ],
    ids=["edited", "forged erasure", "deleted", "key lost"],
)
def test_a_patient_of_whom_something_cannot_be_read_is_erased_all_the_same(
    kept: Server, spoken: str, tmp_path: Path, hurt: Callable[[Path, str], None], left: set[str]
) -> None:
    data = copy_of(kept.data, tmp_path / "data")
    hurt(data, spoken)
    assert _run("explain", spoken, "1", "--data", str(data)).exit_code == 3

    words = tmp_path / "words.txt"
    words.write_text(secret_of(spoken))
    told = _run("erase", spoken, "--confirm", spoken, "--data", str(data), "--search", str(words))

    assert told.exit_code == 0 and "found in         no file" in told.stdout
    assert "erased" in _run("explain", spoken, "1", "--data", str(data)).stderr
    assert _run("rebuild", "--verify", "--data", str(data)).exit_code == 0
    findings = json.loads(_run("verify", "--data", str(data), "--json").stdout)["findings"]
    assert {one["kind"] for one in findings} == left


def test_the_command_names_what_was_done_to_the_log(kept: Server, spoken: str, tmp_path: Path) -> None:
    data = copy_of(kept.data, tmp_path)
    with closing(sqlite3.connect(data / "log.db")) as log, log:
        [position] = log.execute("SELECT MAX(rowid) FROM stored_events WHERE originator_id = ?", (spoken,)).fetchone()
        log.execute("DROP TRIGGER stored_events_never_change")
        log.execute("UPDATE stored_events SET recorded_at = '2020' WHERE rowid = ?", (position,))

    told = _run("verify", "--data", str(data))
    assert told.exit_code == 3
    assert "TRIGGER_MISSING" in told.stdout
    assert f"position {position}, patient {spoken}" in told.stdout
    data_of = json.loads(_run("verify", "--data", str(data), "--json").stdout)
    assert {one["kind"] for one in data_of["findings"]} == {"EVENT_REDATED", "TRIGGER_MISSING"}
    assert _run("verify", "--address", kept.address).exit_code == 0


def test_what_is_no_log_in_the_clear_is_not_converted_and_left_as_it_is(kept: Server, tmp_path: Path) -> None:
    told = _run("convert", str(kept.data), "--into", str(tmp_path / "new"))
    assert told.exit_code == 1 and "encrypted already" in told.stderr
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    with closing(sqlite3.connect(foreign / "log.db")) as notes, notes:
        notes.execute("CREATE TABLE notes (words TEXT)")
    before = (foreign / "log.db").read_bytes()
    for arguments in (("convert", str(foreign), "--into", str(tmp_path / "new")), ("verify", "--data", str(foreign))):
        assert _run(*arguments).exit_code == 3
    assert [path.name for path in foreign.iterdir()] == ["log.db"]
    assert (foreign / "log.db").read_bytes() == before
    assert not (tmp_path / "new").exists()


def test_a_backup_comes_back_from_the_command_line(kept: Server, spoken: str, tmp_path: Path) -> None:
    assert _run("backup", str(tmp_path / "copy"), "--data", str(kept.data)).exit_code == 0
    back = str(tmp_path / "back")
    keyless = _run("restore", str(tmp_path / "copy"), "--data", back)
    assert keyless.exit_code == 1 and "--master-key" in keyless.stderr and not (tmp_path / "back").exists()
    told = _run("restore", str(tmp_path / "copy"), "--data", back, "--master-key", str(kept.data / "master.key"))
    assert told.exit_code == 0 and "no fault" in told.stdout
    records = DataDirectory(tmp_path / "back").records()
    assert len(records.stream(spoken)) > 5
    records.close()
    taken = _run("restore", str(tmp_path / "copy"), "--data", back)
    assert taken.exit_code == 1 and "holds no log" in taken.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "hint"),
    [
        (("verify", "--data", "nowhere"), 1, "--data DIR"),
        (("backup", "copy", "--data", "nowhere"), 1, "--data DIR"),
        (("restore", "nowhere", "--data", "back"), 1, "backup"),
        (("convert", "nowhere", "--into", "new"), 1, "--data DIR"),
        (("erase", "somebody", "--confirm", "somebody", "--data", "nowhere"), 1, "--data DIR"),
        (("verify", "--address", "127.0.0.1:1"), 4, "anamnesis serve"),
    ],
)
def test_what_cannot_be_done_is_named(
    arguments: tuple[str, ...], code: int, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = _run(*arguments)
    assert told.exit_code == code
    assert hint in told.stderr
