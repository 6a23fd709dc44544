"""The keys of a sealed log: destroyed by an erasure and by nothing else, and named when they are not there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from domain.commands import ErasePatient
from domain.errors import (
    KeyringUnavailable,
    PatientErased,
    PatientKeyMissing,
)
from domain.events import PatientErased as Erasure
from domain.events import PatientRegistered, Shredded
from tests.builders import NOW, an_id, utterance
from tests.domain.sealed import Log, SealedLog
from tests.postgres import on_every_backend

PATIENT = an_id("p0")


def test_the_key_of_an_erased_patient_that_was_put_back_shows_until_the_next_start(sealed: SealedLog) -> None:
    sealed.fill()
    before = (sealed.folder / "keys.db").read_bytes()
    with sealed.records() as records:
        command = ErasePatient(request_id="e", patient_id=PATIENT, now=NOW, key_fingerprint="")
        position = records.execute(command).position
        records.destroy_key(PATIENT)
    assert sealed.findings() == []
    (sealed.folder / "keys.db").write_bytes(before)
    found = [(finding.kind, finding.position, finding.patient_id) for finding in sealed.findings()]
    assert found == [("KEY_NOT_DESTROYED", position, PATIENT)]
    with sealed.records() as records:
        assert records.finish_erasures() == 1
    assert sealed.findings() == []


def test_a_forged_erasure_erases_nobody(whole: SealedLog, tmp_path: Path) -> None:
    hurt = whole.copy(tmp_path / "hurt")
    with hurt.vandal() as connection:
        connection.execute(
            "INSERT INTO stored_events (originator_id, originator_version, topic, event_id, recorded_at, state) "
            "VALUES (?, 6, ?, 'x', '2025-01-01T00:00:00+00:00', ?)",
            (PATIENT, Erasure.topic(), b'{"certificate_hash":"-"}'),
        )
    with hurt.records() as records:
        assert records.finish_erasures() == 0
        assert not records.is_erased(PATIENT)
        assert records.seal is not None and records.seal.keyring.holds(PATIENT)


@on_every_backend
def test_an_erased_patient_leaves_the_skeleton_and_a_whole_chain(sealed: Log) -> None:
    sealed.fill(patients=2)
    with sealed.records() as records:
        others = records.stream(an_id("p1"))
        command = ErasePatient(
            request_id=an_id("erase"),
            patient_id=PATIENT,
            now=NOW,
            key_fingerprint=records.key_fingerprint(PATIENT),
        )
        records.execute(command)
        records.destroy_key(PATIENT)
        *skeleton, erasure = records.stream(PATIENT)

        assert all(isinstance(event.payload, Shredded) for event in skeleton)
        assert [event.topic for event in skeleton][:2] == [
            "anamnesis.Patient.PatientRegistered.v1",
            "anamnesis.Patient.UtteranceReceived.v1",
        ]
        assert isinstance(erasure.payload, Erasure) and erasure.payload.events == len(skeleton)
        assert records.stream(an_id("p1")) == others
        with pytest.raises(PatientErased):
            records.execute(utterance(9, patient_id=PATIENT))
        assert records.execute(command.with_fields(request_id=an_id("again"))).replayed
    assert sealed.findings() == []


@on_every_backend
def test_an_interrupted_erasure_is_finished_at_the_next_start(sealed: Log) -> None:
    sealed.fill(patients=2)
    with sealed.records() as records:
        records.execute(ErasePatient(request_id=an_id("erase"), patient_id=PATIENT, now=NOW, key_fingerprint="-"))
    with sealed.records() as records:
        assert records.finish_erasures() == 1
        assert records.seal is not None and not records.seal.keyring.holds(PATIENT)
        assert records.finish_erasures() == 0


@on_every_backend
def test_a_key_that_is_gone_without_an_erasure_is_an_error_for_its_patient_alone(sealed: Log) -> None:
    sealed.fill(patients=2)
    with sealed.keys() as keys:
        keys.execute("DELETE FROM patient_keys WHERE patient_id = ?", (PATIENT,))
    with sealed.records() as records:
        with pytest.raises(PatientKeyMissing):
            records.stream(PATIENT)
        assert len(records.stream(an_id("p1"))) == 5
    assert [(finding.kind, finding.patient_id) for finding in sealed.findings()] == [("KEY_MISSING", PATIENT)]


@on_every_backend
@pytest.mark.parametrize("wrapped", ["NULL", f"x'{bytes(60).hex()}'", "'no key'", "x''"])
def test_who_cannot_be_read_can_be_erased_and_nothing_else(sealed: Log, wrapped: str) -> None:
    """Whatever became of the key, and of an event; an interruption before the key's row is touched changes nothing."""
    sealed.fill(patients=2)
    with sealed.keys() as keys:
        keys.execute(f"UPDATE patient_keys SET wrapped = {wrapped} WHERE patient_id = ?", (PATIENT,))
    kind = "KEY_MISSING" if wrapped == "NULL" else "KEY_ALTERED"
    assert [(finding.kind, finding.patient_id) for finding in sealed.findings()] == [(kind, PATIENT)]
    command = ErasePatient(request_id=an_id("erase"), patient_id=PATIENT, now=NOW, key_fingerprint="")
    with sealed.records() as records:
        assert records.key_fingerprint(PATIENT) == ""
        with pytest.raises(PatientKeyMissing):
            records.execute(utterance(9, patient_id=PATIENT))
        assert not records.is_erased(PATIENT)
        records.execute(command)
    with sealed.records() as records:
        assert (records.finish_erasures(), records.finish_erasures()) == (1, 0)
        *skeleton, erasure = records.stream(PATIENT)
        assert isinstance(erasure.payload, Erasure) and erasure.payload.events == len(skeleton) == 5
        assert {type(event.payload) for event in skeleton} == {Shredded}
        with pytest.raises(PatientErased):
            records.execute(utterance(9, patient_id=PATIENT))
    assert sealed.findings() == []


def test_a_forged_erasure_does_not_stand_in_the_way_of_a_true_one(whole: SealedLog, tmp_path: Path) -> None:
    hurt = whole.copy(tmp_path / "hurt")
    with hurt.vandal() as connection:
        connection.execute(
            "INSERT INTO stored_events (originator_id, originator_version, topic, event_id, recorded_at, state) "
            "VALUES (?, 6, ?, 'x', 'never', ?)",
            (PATIENT, Erasure.topic(), b'{"certificate_hash":"-"}'),
        )
    with hurt.records() as records:
        records.execute(ErasePatient(request_id=an_id("erase"), patient_id=PATIENT, now=NOW, key_fingerprint="-"))
        records.destroy_key(PATIENT)
        true = records.erasure(PATIENT)
        assert true is not None and true.version == 7 and records.is_erased(PATIENT)


def test_keys_that_are_missing_or_wrong_are_named_and_nothing_is_made_anew(sealed: SealedLog, tmp_path: Path) -> None:
    sealed.fill()
    master = (sealed.folder / "master.key").read_bytes()
    for wrong in (None, b"short\n", master[::-1].strip() + b"\n", b"A" * 43 + b"=\n"):
        (sealed.folder / "master.key").unlink(missing_ok=True)
        if wrong is not None:
            (sealed.folder / "master.key").write_bytes(wrong)
        with pytest.raises(KeyringUnavailable):
            sealed.seal()
    (sealed.folder / "master.key").write_bytes(master)
    for damage in ("UPDATE master_check SET sealed = 7", "DELETE FROM master_check"):
        with sealed.keys() as keys:
            keys.execute(damage)
        with pytest.raises(KeyringUnavailable, match="damaged"):
            sealed.seal()
    (sealed.folder / "keys.db").rename(tmp_path / "keys.db")
    with pytest.raises(KeyringUnavailable, match="missing"):
        sealed.seal()
    assert not (sealed.folder / "keys.db").exists()
    (sealed.folder / "keys.db").write_bytes(os.urandom(8192))
    with pytest.raises(KeyringUnavailable):
        sealed.seal()


@on_every_backend
def test_a_key_destroyed_by_another_process_opens_nothing_here(sealed: Log) -> None:
    sealed.fill(patients=2)
    with sealed.records() as server, sealed.records() as other:
        assert isinstance(other.stream(PATIENT)[0].payload, PatientRegistered)
        server.execute(ErasePatient(request_id=an_id("erase"), patient_id=PATIENT, now=NOW, key_fingerprint="-"))
        server.destroy_key(PATIENT)
        assert {type(event.payload) for event in other.stream(PATIENT)} == {Shredded, Erasure}
        assert other.seal is not None and not other.seal.keyring.holds(PATIENT)


def test_a_keyring_whose_making_was_interrupted_is_made_again_unless_a_log_needs_it(sealed: SealedLog) -> None:
    (sealed.folder / "keys.db").touch()
    sealed.fill()
    assert sealed.findings() == []
    (sealed.folder / "keys.db").write_bytes(b"")
    with pytest.raises(KeyringUnavailable, match="missing"):
        sealed.seal()
