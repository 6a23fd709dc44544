"""A new master key: everything opens as before, the old key opens nothing, and no moment is one to be killed at."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from domain.errors import KeyringUnavailable, PatientKeyMissing
from domain.records import PatientRecords
from domain.store.backup import back_up, keys_in
from domain.store.keyring import Keyring, make_master_key, read_master_key
from domain.store.rotation import former_keys, rewrap, rotate
from domain.store.seal import Seal, open_seal
from domain.store.sqlite import reading
from domain.store.verification import verify
from tests.builders import an_id, register, utterance
from tests.domain.killed_at import killed_at

SAID = "My knees hurt whenever I climb the stairs."
PATIENTS = [an_id(f"p{number}") for number in range(3)]
MANY = 1_000
MOMENTS = 4 + MANY // 20


def _seal(folder: Path) -> Seal:
    names = ("log.db", "keys.db", "master.key", "checkpoints.jsonl", "head.anchor")
    return open_seal(*(folder / name for name in names))


def _records(folder: Path) -> PatientRecords:
    return PatientRecords(folder / "log.db", seal=_seal(folder))


def _faults(folder: Path) -> list[object]:
    with closing(_seal(folder)) as seal, reading(folder / "log.db") as recorder:
        return [finding for step in verify(recorder, seal) for finding in step.findings]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "data"
    place.mkdir()
    with _records(place) as records:
        for patient in PATIENTS:
            records.execute(register(patient))
            records.execute(utterance(1, SAID, patient_id=patient))
    return place


def test_after_a_rotation_everything_opens_and_is_whole_but_not_by_the_old_key(folder: Path) -> None:
    old = read_master_key(folder / "master.key")
    before = (folder / "log.db").read_bytes()

    assert rotate(folder / "keys.db", folder / "master.key") == len(PATIENTS)

    assert (folder / "log.db").read_bytes() == before
    assert read_master_key(folder / "master.key") != old
    assert (folder / "master.key").stat().st_mode & 0o077 == 0
    with pytest.raises(KeyringUnavailable):
        Keyring(folder / "keys.db", old)
    assert _faults(folder) == []
    with _records(folder) as records:
        for patient in PATIENTS:
            assert SAID in str([event.payload for event in records.stream(patient)])
        records.execute(register(an_id("new")))
        records.execute(utterance(2, SAID, patient_id=PATIENTS[0]))
    assert _faults(folder) == []


def test_it_can_be_done_again_and_again(folder: Path) -> None:
    keys = [read_master_key(folder / "master.key")]
    for _ in range(3):
        rotate(folder / "keys.db", folder / "master.key")
        keys.append(read_master_key(folder / "master.key"))

    assert len(set(keys)) == 4
    assert _faults(folder) == []
    assert former_keys(folder / "keys.db", folder / "master.key") == keys[2::-1]


def test_an_erasure_reaches_a_backup_that_was_made_under_a_former_key(folder: Path, tmp_path: Path) -> None:
    with _records(folder) as records:
        back_up(records, tmp_path / "backup")
    for _ in range(2):
        rotate(folder / "keys.db", folder / "master.key")

    with closing(_seal(folder)) as seal, closing(keys_in(tmp_path / "backup", seal.keyring)) as copied:
        assert copied.holds(PATIENTS[0])
        copied.destroy(PATIENTS[0])
        assert not copied.holds(PATIENTS[0])


def test_a_key_that_was_destroyed_or_altered_stays_what_it_is(folder: Path) -> None:
    import sqlite3

    with closing(_seal(folder)) as seal:
        seal.keyring.destroy(PATIENTS[0])
    with closing(sqlite3.connect(folder / "keys.db", isolation_level=None)) as connection:
        connection.execute("UPDATE patient_keys SET wrapped = x'00' WHERE patient_id = ?", (PATIENTS[1],))

    rotate(folder / "keys.db", folder / "master.key")

    with closing(_seal(folder)) as seal:
        assert seal.keyring.destroyed() == (PATIENTS[0],)
        assert seal.keyring.held() == {PATIENTS[2]}
        with pytest.raises(PatientKeyMissing):
            seal.keyring.fingerprint(PATIENTS[1])


def test_the_key_may_be_one_from_elsewhere(folder: Path, tmp_path: Path) -> None:
    make_master_key(tmp_path / "vault.key")
    old, new = (read_master_key(place) for place in (folder / "master.key", tmp_path / "vault.key"))

    assert rewrap(folder / "keys.db", old, new) == len(PATIENTS)
    assert rewrap(folder / "keys.db", old, new) == len(PATIENTS)
    Keyring(folder / "keys.db", new).close()
    with pytest.raises(KeyringUnavailable):
        rewrap(folder / "keys.db", b"x" * 32, b"y" * 32)


def test_a_second_name_of_the_old_key_keeps_it(folder: Path, tmp_path: Path) -> None:
    old = read_master_key(folder / "master.key")
    (tmp_path / "copy.key").hardlink_to(folder / "master.key")

    rotate(folder / "keys.db", folder / "master.key")

    assert read_master_key(tmp_path / "copy.key") == old


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("many")
    with closing(_seal(place)) as seal:
        seal.keyring.make([an_id(f"m{number}") for number in range(MANY)])
    return place


def _killed(place: Path, moment: int) -> bool:
    return killed_at(moment, lambda probe: rotate(place / "keys.db", place / "master.key", probe))


def _survives(many: Path, tmp_path: Path, moment: int) -> None:
    place = tmp_path / str(moment)
    shutil.copytree(many, place)
    old = read_master_key(place / "master.key")
    with closing(_seal(place)) as seal:
        chain = seal.keyring.chain_key

    assert _killed(place, moment)

    # Whoever opens it next finds everything, whichever key has won.
    with closing(_seal(place)) as seal:
        assert len(seal.keyring.held()) == MANY
        assert seal.keyring.chain_key == chain
    rotate(place / "keys.db", place / "master.key")
    with closing(_seal(place)) as seal:
        assert len(seal.keyring.held()) == MANY
        assert seal.keyring.chain_key == chain
    assert read_master_key(place / "master.key") != old
    with pytest.raises(KeyringUnavailable):
        Keyring(place / "keys.db", old)
    assert old in former_keys(place / "keys.db", place / "master.key")
    shutil.rmtree(place)


@pytest.mark.parametrize("moment", [0, 1, 17, MOMENTS - 3, MOMENTS - 2, MOMENTS - 1])
def test_a_rotation_that_is_killed_is_finished_by_its_repetition(many: Path, tmp_path: Path, moment: int) -> None:
    _survives(many, tmp_path, moment)


@pytest.mark.torture
def test_a_rotation_survives_being_killed_at_every_moment(many: Path, tmp_path: Path) -> None:
    for moment in range(MOMENTS):
        _survives(many, tmp_path, moment)


def test_there_are_as_many_moments_as_are_tried(many: Path, tmp_path: Path) -> None:
    shutil.copytree(many, tmp_path / "all")
    moments: list[str] = []
    rotate(tmp_path / "all" / "keys.db", tmp_path / "all" / "master.key", moments.append)

    assert len(moments) == MOMENTS >= 50
    assert [one for one in dict.fromkeys(moments)] == [
        "new key written", "rewrapping", "before commit", "keyring rewrapped", "new key in place",
    ]  # fmt: skip
