"""Folding afresh: proves the kept views, replaces them at one stroke, and stops at what it cannot read."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from domain.errors import LogCorrupted, PatientNotFound, UnknownProjection, UnknownTopic
from domain.events import PatientErased
from domain.records import PatientRecords
from domain.store.mapper import encode
from projections.differences import Difference
from projections.kept import KeptViews, overall
from projections.live import LiveViews
from projections.patient_view import PROJECTIONS
from projections.rebuild import Progress, RebuildInProgress, plan, rebuild, rebuilding
from projections.runner import ProjectionRunner
from tests.builders import PATIENT_ID, an_id, lab, recording, register
from tests.projections import poison

NAMES = tuple(projection.name for projection in PROJECTIONS)
OTHER = an_id("other")
PROFILE, ANSWERS = (f"{one.name}_v{one.version}" for one in (PROJECTIONS[0], PROJECTIONS[-1]))


@pytest.fixture(autouse=True)
def _history(records: PatientRecords, views: Path) -> None:
    records.execute(register())
    records.execute(register(OTHER, request="other"))
    records.execute(recording(lab(7.2)))
    ProjectionRunner(records, views).catch_up()


def spoil(views: Path, patient_id: str = PATIENT_ID) -> None:
    connection = sqlite3.connect(views)
    connection.execute(f"UPDATE {PROFILE} SET view = '{{}}' WHERE patient_id = ?", (patient_id,))
    connection.commit()
    connection.close()


def test_finds_sound_views_identical(records: PatientRecords, views: Path) -> None:
    outcomes = rebuild(records, views, verify_only=True)
    assert tuple(outcome.name for outcome in outcomes) == NAMES
    for outcome in outcomes:
        live = {one: LiveViews(records).view(one).fingerprints()[outcome.name] for one in (PATIENT_ID, OTHER)}
        assert outcome.identical and outcome.done and outcome.differences == ()
        assert outcome.fingerprint == outcome.kept_fingerprint == overall(sorted(live.items()))
        assert (outcome.events, outcome.position) == (3, 3) and outcome.rate > 0


def test_reports_progress_before_the_outcome(records: PatientRecords, views: Path) -> None:
    seen: list[Progress] = []
    rebuild(records, views, ("profile",), on_progress=seen.append)
    assert [(progress.events, progress.done, progress.identical) for progress in seen] == [
        (3, False, False),
        (3, True, True),
    ]


def test_only_verifying_reports_a_difference_and_leaves_it(records: PatientRecords, views: Path) -> None:
    spoil(views)
    kept = KeptViews(views).fingerprints("profile")[PATIENT_ID]
    (outcome,) = rebuild(records, views, ("profile",), verify_only=True)
    live = LiveViews(records).view(PATIENT_ID).fingerprints()["profile"]
    assert not outcome.identical and outcome.fingerprint != outcome.kept_fingerprint
    assert outcome.differences == (Difference(PATIENT_ID, kept, live),)
    assert KeptViews(views).fingerprints("profile")[PATIENT_ID] == kept


@pytest.mark.parametrize("patient_id", [None, PATIENT_ID])
def test_rebuilding_puts_a_difference_right_once_it_is_accepted(
    records: PatientRecords, views: Path, patient_id: str | None
) -> None:
    spoil(views)
    (outcome,) = rebuild(records, views, ("profile",), patient_id=patient_id)
    assert len(outcome.differences) == 1 and not outcome.served
    assert not rebuild(records, views, ("profile",), verify_only=True)[0].identical
    (outcome,) = rebuild(records, views, ("profile",), patient_id=patient_id, accept=True)
    assert len(outcome.differences) == 1 and outcome.served
    assert all(one.identical for one in rebuild(records, views, verify_only=True))


def test_of_a_patient_whom_nobody_knows_proves_nothing(records: PatientRecords, views: Path) -> None:
    for verify_only in (True, False):
        with pytest.raises(PatientNotFound):
            rebuild(records, views, patient_id=an_id("nobody"), verify_only=verify_only)
    with pytest.raises(PatientNotFound):
        plan(records, views, patient_id=an_id("nobody"))


def test_of_one_patient_looks_at_that_patient_alone(records: PatientRecords, views: Path) -> None:
    spoil(views, OTHER)
    (outcome,) = rebuild(records, views, ("profile",), patient_id=PATIENT_ID)
    assert outcome.identical and outcome.events == 2
    assert len(rebuild(records, views, ("profile",), verify_only=True)[0].differences) == 1


def test_a_view_that_should_not_be_is_a_difference(records: PatientRecords, views: Path) -> None:
    connection = sqlite3.connect(views)
    connection.execute(f"INSERT INTO {ANSWERS} VALUES ('nobody', '', 1, 1, '{{}}')")
    connection.execute(f"DELETE FROM {ANSWERS} WHERE patient_id = ?", (OTHER,))
    connection.commit()
    connection.close()
    (outcome,) = rebuild(records, views, ("answers",), accept=True)
    found = {one.patient_id: (bool(one.kept_fingerprint), bool(one.rebuilt_fingerprint)) for one in outcome.differences}
    assert found == {"nobody": (True, False), OTHER: (False, True)}
    assert rebuild(records, views, ("answers",), verify_only=True)[0].identical


def test_follows_what_is_written_and_kept_meanwhile(records: PatientRecords, views: Path) -> None:
    running = rebuilding(records, views, ("profile",))
    next(running)
    position = records.execute(recording(lab(6.5, "2024-01-01"), request="meanwhile")).position
    runner = ProjectionRunner(records, views)
    runner.catch_up()
    *_, outcome = running
    assert outcome.identical and outcome.position == position
    assert runner.positions()["profile"] == position
    assert runner.catch_up() == position


def test_given_up_half_way_leaves_the_views_serving(records: PatientRecords, views: Path) -> None:
    before = KeptViews(views).fingerprint("profile")
    running = rebuilding(records, views)
    next(running)
    del running
    assert KeptViews(views).fingerprint("profile") == before
    assert all(outcome.identical for outcome in rebuild(records, views))


def test_interrupted_it_goes_on_where_it_stood_unless_told_to_begin_anew(records: PatientRecords, views: Path) -> None:
    for afresh, left in ((False, {1, 2}), (True, {3})):
        running = rebuilding(records, views, ("profile",), batch_rows=1)
        assert next(running).total == 3
        del running
        assert plan(records, views, ("profile",))[0].resumes_after in (PATIENT_ID, OTHER)
        (outcome,) = rebuild(records, views, ("profile",), afresh=afresh)
        assert outcome.identical and outcome.served and outcome.events in left
    assert plan(records, views, ("profile",))[0].resumes_after is None


def test_what_differs_waits_beside_the_kept_view_until_it_is_accepted(records: PatientRecords, views: Path) -> None:
    spoil(views)
    (refused,) = rebuild(records, views, ("profile",))
    assert [one.path for one in refused.differences[0].fields][:1] == ["patient_id"]
    assert not refused.served and KeptViews(views).fingerprint("profile") == refused.kept_fingerprint
    assert [one.waits for one in plan(records, views, ("profile", "answers"))] == [True, False]
    position = records.execute(recording(lab(6.5, "2024-01-01"), request="meanwhile")).position
    (outcome,) = rebuild(records, views, ("profile",), accept=True)
    assert outcome.served and outcome.position == position
    assert outcome.events == len(records.stream(PATIENT_ID)), "only who has said something since is folded again"
    assert all(one.identical for one in rebuild(records, views, verify_only=True))


def test_a_second_one_is_refused_until_the_first_has_ended(records: PatientRecords, views: Path) -> None:
    first = rebuilding(records, views, batch_rows=1)
    next(first)
    with pytest.raises(RebuildInProgress):
        rebuild(records, views, ("profile",), accept=True)
    assert all(one.identical for one in rebuild(records, views, verify_only=True))
    assert [one.identical for one in first if one.done] == [True] * len(NAMES)
    assert all(one.identical and one.served for one in rebuild(records, views))


def test_of_a_missing_file_makes_it(records: PatientRecords, views: Path) -> None:
    fresh = views.with_name("fresh.db")
    assert all(outcome.identical for outcome in rebuild(records, fresh))
    assert KeptViews(fresh).fingerprint("profile") == KeptViews(views).fingerprint("profile")


def test_of_an_unknown_name_is_refused_at_once(records: PatientRecords, views: Path) -> None:
    with pytest.raises(UnknownProjection):
        rebuilding(records, views, ("profile", "unknown"))


@pytest.mark.parametrize(("row", "error"), [(poison.UNKNOWN_TOPIC, UnknownTopic), (poison.BAD_JSON, LogCorrupted)])
def test_stops_at_an_event_it_cannot_read_and_names_its_position(
    database: Path, records: PatientRecords, views: Path, row: tuple[str, bytes], error: type[LogCorrupted]
) -> None:
    poison.insert(database, row, version=3)
    with pytest.raises(error) as caught:
        rebuild(records, views)
    assert caught.value.details["position"] == "4"
    assert all(outcome.identical for outcome in rebuild(records, views, patient_id=OTHER))


def test_an_erased_patient_has_no_fingerprint(database: Path, records: PatientRecords, views: Path) -> None:
    erased = PatientErased(certificate_hash="-")
    poison.insert(database, (erased.topic(), encode(erased)), version=3)
    for outcome in rebuild(records, views):
        assert outcome.identical
        assert set(KeptViews(views).fingerprints(outcome.name)) == {OTHER}


def test_an_erased_patient_is_in_no_half_built_table(database: Path, records: PatientRecords, views: Path) -> None:
    running = rebuilding(records, views, batch_rows=1)
    for _ in PROJECTIONS:
        next(running)
    del running
    for version, patient_id in ((3, PATIENT_ID), (2, OTHER)):
        erased = PatientErased(certificate_hash="-")
        poison.insert(database, (erased.topic(), encode(erased)), version=version, patient_id=patient_id)
    ProjectionRunner(records, views).catch_up()
    connection = sqlite3.connect(views)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    kept = [name for name in tables if not name.startswith("_")]
    assert any(name.endswith("_fresh") for name in kept)
    assert all(connection.execute(f"SELECT COUNT(*) FROM {name}").fetchone() == (0,) for name in kept)
    connection.close()


def test_rebuilding_takes_quarantined_events_back(
    records: PatientRecords, views: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = PROJECTIONS[0]

    def fail(*_: object) -> None:
        raise ArithmeticError

    with monkeypatch.context() as broken:
        broken.setattr(type(profile), "fold", fail)
        records.execute(recording(lab(6.5, "2024-01-01"), request="unlucky"))
        runner = ProjectionRunner(records, views)
        runner.catch_up()
        with pytest.raises(LogCorrupted) as caught:
            rebuild(records, views, ("profile",))
        assert caught.value.details["failure"] == "ArithmeticError"
    assert len(runner.quarantined()) == 1
    (outcome,) = rebuild(records, views, ("profile",), accept=True)
    assert [one.patient_id for one in outcome.differences] == [PATIENT_ID]
    assert runner.quarantined() == ()
    assert all(one.identical for one in rebuild(records, views, verify_only=True))
