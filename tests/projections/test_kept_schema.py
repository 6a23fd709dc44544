"""Kept views that somebody else has dropped, changed or added to: noticed, said, and filled from the log again."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import AbstractContextManager, closing
from itertools import count
from pathlib import Path

import msgspec
import pytest

from domain.records import PatientRecords
from projections.kept import KeptViews
from projections.live import LiveViews
from projections.patient_view import PROJECTIONS
from projections.profile import ProfileProjection
from projections.rebuild import rebuild
from projections.runner import ProjectionRunner
from tests.builders import PATIENT_ID, allergy, an_id, lab, recording, register

OTHER = an_id("other")
PROFILE = f"profile_v{ProfileProjection.version}"
WHOLE = {one.name for one in PROJECTIONS}

MEDDLING = {
    "one table dropped": (f"DROP TABLE {PROFILE};", {"profile"}),
    "one table dropped and made anew": (
        f"DROP TABLE {PROFILE}; CREATE TABLE {PROFILE} (patient_id TEXT, key TEXT, version, position, view);",
        {"profile"},
    ),
    "a name dropped": ("DROP VIEW profile;", set()),
    "a name that points elsewhere": ("DROP VIEW profile; CREATE VIEW profile AS SELECT * FROM _standing;", set()),
    "a name that is a table": ("DROP VIEW profile; CREATE TABLE profile (name);", set()),
    "tables of somebody else": (
        'CREATE TABLE mine (a); CREATE INDEX i ON mine (a); CREATE VIEW "my ""own" AS SELECT * FROM mine;',
        set(),
    ),
    "a trigger": (f"CREATE TRIGGER t AFTER INSERT ON {PROFILE} BEGIN DELETE FROM {PROFILE}; END;", set()),
    "the notes dropped": ("DROP TABLE _standing;", WHOLE),
    "the quarantine dropped": ("DROP TABLE _quarantine;", WHOLE),
    "the columns changed": (f"ALTER TABLE {PROFILE} ADD COLUMN more;", {"profile"}),
}


def _converse(records: PatientRecords) -> None:
    for patient in (PATIENT_ID, OTHER):
        records.execute(register(patient, request=f"register {patient}"))
        command = recording(lab(7.2), request=f"record {patient}")
        records.execute(msgspec.structs.replace(command, patient_id=patient))


def _meddle(views: Path, script: str) -> None:
    with closing(sqlite3.connect(views)) as other:
        other.executescript(script)


def _drop_all(views: Path) -> None:
    with closing(sqlite3.connect(views)) as other:
        for kind, name in other.execute("SELECT type, name FROM sqlite_master ORDER BY type DESC").fetchall():
            if kind in ("view", "table"):
                other.execute(f"DROP {kind} {name}")


def _assert_kept_is_live(records: PatientRecords, views: KeptViews) -> None:
    live = LiveViews(records)
    for projection in PROJECTIONS:
        expected = {one: live.view(one).fingerprints()[projection.name] for one in (PATIENT_ID, OTHER)}
        assert views.fingerprints(projection.name) == expected


def _things(views: Path) -> set[tuple[str, str]]:
    with closing(sqlite3.connect(views)) as connection:
        return set(connection.execute("SELECT type, name FROM sqlite_master").fetchall())


@pytest.mark.parametrize("running", [True, False], ids=["while it runs", "before a start"])
@pytest.mark.parametrize("meddling", MEDDLING)
def test_what_was_dropped_or_changed_is_said_and_filled_again(
    records: PatientRecords, views: Path, caplog: pytest.LogCaptureFixture, meddling: str, running: bool
) -> None:
    script, emptied = MEDDLING[meddling]
    _converse(records)
    runner = ProjectionRunner(records, views)
    runner.catch_up()
    before = _things(views)
    _meddle(views, script)
    with caplog.at_level(logging.WARNING):
        runner = runner if running else ProjectionRunner(records, views)
        # Until it is filled again, a view is not said to have reached anything; the others stay as they are.
        assert {name for name, position in runner.positions().items() if position == 0} == emptied
    [said] = [one for one in caplog.records if "folded again" in one.message]
    assert "mine" not in said.message
    assert runner.catch_up() == records.head()
    _assert_kept_is_live(records, runner.views)
    assert _things(views) == before


@pytest.mark.parametrize("running", [True, False], ids=["while it runs", "before a start"])
def test_all_tables_dropped_are_filled_again(records: PatientRecords, views: Path, running: bool) -> None:
    _converse(records)
    runner = ProjectionRunner(records, views)
    runner.catch_up()
    _drop_all(views)
    runner = runner if running else ProjectionRunner(records, views)
    assert runner.catch_up() == records.head()
    _assert_kept_is_live(records, runner.views)


def test_what_was_dropped_beside_a_rebuild_is_no_fault_of_the_log(records: PatientRecords, views: Path) -> None:
    _converse(records)
    rebuild(records, views)
    _meddle(views, f"DROP TABLE {PROFILE};")
    assert all(one.identical for one in rebuild(records, views))
    _assert_kept_is_live(records, KeptViews(views))


def test_a_runner_in_the_background_fills_again_without_a_new_event(records: PatientRecords, views: Path) -> None:
    _converse(records)
    with ProjectionRunner(records, views) as runner:
        assert runner.wait_for(records.head(), timeout=30)
        _meddle(views, f"DROP TABLE {PROFILE};")
        runner.tend()
        assert runner.wait_for(records.head(), timeout=30)
        _assert_kept_is_live(records, runner.views)
        records.execute(recording(allergy(), request="more"))
        assert runner.wait_for(records.head(), timeout=30)
        _assert_kept_is_live(records, runner.views)


@pytest.mark.parametrize(("new", "after"), [(False, 0), (False, 1), (True, 0), (True, 1), (True, 2)])
def test_a_table_dropped_between_two_looks_is_more_to_do(
    records: PatientRecords, views: Path, monkeypatch: pytest.MonkeyPatch, new: bool, after: int
) -> None:
    _converse(records)
    runner = ProjectionRunner(records, views)
    runner.catch_up()
    if new:
        records.execute(recording(allergy(), request="more"))
    transaction, looks = runner.views.transaction, count()

    def dropped_before(*, write: bool = False) -> AbstractContextManager[sqlite3.Connection]:
        if next(looks) == after:
            _meddle(views, f"DROP TABLE {PROFILE};")
        return transaction(write=write)

    monkeypatch.setattr(runner.views, "transaction", dropped_before)
    runner.catch_up()
    # Whatever is dropped after the last look is found by the next.
    assert runner.catch_up() == records.head()
    assert next(looks) > after
    _assert_kept_is_live(records, runner.views)
