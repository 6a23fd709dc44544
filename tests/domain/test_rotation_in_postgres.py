"""A new master key for a keyring in PostgreSQL: alone, all or nothing, and known by whoever missed it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from domain.errors import KeyringUnavailable, StoreLocked
from domain.records import PatientRecords
from domain.store.keyring import Keyring, read_master_key
from domain.store.rotation import WRAPPED_AT_ONCE, former_keys, rotate
from tests.builders import an_id, register, utterance
from tests.domain.killed_at import killed_at
from tests.domain.sealed import Log, new
from tests.postgres import connected, skip_without_postgres

skip_without_postgres()

if TYPE_CHECKING:
    from domain.store.postgres.keys import DatabaseKeys

SAID = "My knees hurt whenever I climb the stairs."
PATIENTS = [an_id(f"p{number}") for number in range(3)]
MANY = 100
MOMENTS = 4 + MANY // WRAPPED_AT_ONCE


@pytest.fixture
def log(tmp_path: Path) -> Log:
    log = new("postgres", tmp_path / "log")
    with log.records() as records:
        for patient in PATIENTS:
            records.execute(register(patient, request=f"r{patient}"))
            records.execute(utterance(1, SAID, patient_id=patient))
    return log


@pytest.fixture
def keys(log: Log) -> Iterator[DatabaseKeys]:
    with closing(_keys(log)) as opened:
        yield opened


def _keys(log: Log) -> DatabaseKeys:
    from domain.store.postgres.keys import DatabaseKeys

    return DatabaseKeys(str(log.place), 5)


def _master(log: Log) -> Path:
    return log.folder / "master.key"


def test_after_it_everything_opens_and_is_whole_but_not_by_the_old_key(log: Log, keys: DatabaseKeys) -> None:
    old = read_master_key(_master(log))

    assert rotate(keys, _master(log)) == len(PATIENTS)
    assert rotate(keys, _master(log)) == len(PATIENTS)

    with pytest.raises(KeyringUnavailable):
        Keyring(_keys(log), old)
    assert log.findings() == []
    with log.records() as records:
        for patient in PATIENTS:
            assert SAID in str([event.payload for event in records.stream(patient)])
        records.execute(register(an_id("new"), request="new"))
        records.execute(utterance(2, SAID, patient_id=PATIENTS[0]))
    assert log.findings() == []
    assert former_keys(keys, _master(log))[-1] == old


def test_what_was_wrapped_by_the_old_key_stands_in_the_table_no_more(log: Log, keys: DatabaseKeys) -> None:
    rotate(keys, _master(log))

    with connected(str(log.place)) as connection:
        dead = "SELECT n_dead_tup FROM pg_stat_all_tables WHERE relid = to_regclass('patient_keys')"
        size = "SELECT pg_relation_size('patient_keys') / current_setting('block_size')::int"
        connection.execute("SELECT pg_stat_force_next_flush()")
        assert connection.execute(size).fetchone() == (1,)
        assert connection.execute(dead).fetchone() == (0,)


def test_it_is_refused_while_anybody_works_on_the_log(log: Log, keys: DatabaseKeys) -> None:
    old = read_master_key(_master(log))
    with log.records() as records:
        with pytest.raises(StoreLocked, match="works on this log"):
            rotate(keys, _master(log))
        assert read_master_key(_master(log)) == old
        records.execute(utterance(2, SAID, patient_id=PATIENTS[0]))
    assert rotate(keys, _master(log)) == len(PATIENTS)


def test_who_missed_it_makes_no_key_that_nobody_could_open(log: Log, keys: DatabaseKeys) -> None:
    with closing(log.seal().keyring) as late:
        rotate(keys, _master(log))

        with pytest.raises(KeyringUnavailable, match="replaced"):
            late.make([an_id("late")])
        with pytest.raises(KeyringUnavailable, match="replaced"):
            late.encrypt(PATIENTS[1], 1, "topic", b"payload")

    with closing(log.seal().keyring) as keyring:
        assert not keyring.holds(an_id("late"))


@pytest.mark.parametrize("moment", range(MOMENTS))
def test_killed_at_any_moment_it_is_finished_by_its_repetition(log: Log, keys: DatabaseKeys, moment: int) -> None:
    old = read_master_key(_master(log))
    with closing(log.seal().keyring) as keyring:
        keyring.make([an_id(f"m{number}") for number in range(MANY - len(PATIENTS))])

    assert _killed(log, moment)

    # Whoever opens it next finds everything, whichever key has won.
    with log.records() as records:
        assert SAID in str([event.payload for event in records.stream(PATIENTS[0])])
    assert rotate(keys, _master(log)) == MANY
    assert read_master_key(_master(log)) != old
    with closing(log.seal().keyring) as keyring:
        assert len(keyring.held()) == MANY
    assert old in former_keys(keys, _master(log))


def _killed(log: Log, moment: int) -> bool:
    return killed_at(moment, lambda probe: rotate(_keys(log), _master(log), probe))


def test_records_that_are_opened_meanwhile_wait_until_it_is_done(log: Log, keys: DatabaseKeys) -> None:
    with keys.replacing(), pytest.raises(StoreLocked):
        PatientRecords(log.place, lock_timeout=1, seal=log.seal())
