"""Following the log: each event once, poison set aside, and a file that may vanish."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import orjson
import pytest

from domain.errors import StoreUnavailable, UnknownProjection
from domain.events import PatientErased, Recorded, SlotRecorded, event_id_at
from domain.records import PatientRecords
from domain.store.mapper import encode
from evaluation.synthetic_log import write_large_log
from projections.base import HEAD, Projection
from projections.kept import PAGE_BYTES, KeptViews, Quarantined, overall
from projections.live import LiveViews
from projections.patient_view import PROJECTIONS
from projections.profile import Profile, ProfileProjection
from projections.runner import ProjectionRunner
from tests.builders import (
    PATIENT_ID,
    allergy,
    an_id,
    claim,
    completion,
    correcting,
    extraction,
    lab,
    medicine,
    recorded,
    recording,
    register,
    retracting,
    utterance,
)
from tests.projections import poison

OTHER = an_id("other")


def converse(records: PatientRecords) -> None:
    """Two patients, one of whom says something, is answered, and is corrected."""
    for command in (
        register(),
        register(OTHER, request="other"),
        utterance(1, "당화혈색소가 7.2%였어요."),
        extraction(1, claim(lab(7.2)), claim(medicine("500 mg"))),
    ):
        records.execute(command)
    fact_id = next(records.inspect(PATIENT_ID, lambda state: state.ledger.current())).fact_id
    records.execute(completion(1, fact_id))
    records.execute(correcting(fact_id, lab(6.9)))


def assert_kept_is_live(records: PatientRecords, runner: ProjectionRunner) -> None:
    live = LiveViews(records)
    for projection in PROJECTIONS:
        expected = {one: live.view(one).fingerprints()[projection.name] for one in (PATIENT_ID, OTHER)}
        assert runner.views.fingerprints(projection.name) == expected
        assert runner.views.fingerprint(projection.name) == overall(sorted(expected.items()))


class Squeamish(ProfileProjection):
    """Cannot fold a value above 10."""

    folds = ProfileProjection.handles

    def fold(self, view: Profile, event: Recorded) -> Profile:
        """Fold, then fail on the value, half-way through the event."""
        view = super().fold(view, event)
        if isinstance(event.payload, SlotRecorded) and event.payload.content.value == 11.0:
            raise ArithmeticError("too high")
        return view


class Renumbered(ProfileProjection):
    """The same projection in its next version."""

    version = ProfileProjection.version + 1


class TestFollowing:
    @pytest.mark.parametrize("page_rows", [1, 3, 500])
    def test_ends_at_the_live_views_whatever_the_page(
        self, records: PatientRecords, views: Path, page_rows: int
    ) -> None:
        converse(records)
        runner = ProjectionRunner(records, views, page_rows=page_rows)
        assert runner.lag() == records.head()
        assert runner.catch_up() == records.head()
        assert runner.lag() == 0 and runner.quarantined() == ()
        assert_kept_is_live(records, runner)

    def test_goes_on_after_a_restart(self, records: PatientRecords, views: Path) -> None:
        records.execute(register())
        ProjectionRunner(records, views).catch_up()
        records.execute(recording(lab(7.2)))
        runner = ProjectionRunner(records, views)
        assert set(runner.positions().values()) == {1}
        assert runner.catch_up() == 2

    def test_by_two_runners_applies_nothing_twice(self, records: PatientRecords, views: Path) -> None:
        converse(records)
        first, second = (ProjectionRunner(records, views, page_rows=2) for _ in range(2))
        while first.step() | second.step():
            continue
        assert_kept_is_live(records, first)

    def test_joins_projections_that_stand_at_different_positions(self, records: PatientRecords, views: Path) -> None:
        converse(records)
        ProjectionRunner(records, views, projections=PROJECTIONS[:2], page_rows=3).catch_up()
        runner = ProjectionRunner(records, views, page_rows=2)
        assert len(set(runner.positions().values())) == 2
        runner.catch_up()
        assert_kept_is_live(records, runner)

    def test_in_the_background_serves_a_reader_that_waits(self, records: PatientRecords, views: Path) -> None:
        records.execute(register())
        with ProjectionRunner(records, views) as runner:
            assert runner.wait_for(1, timeout=30)
            position = records.execute(recording(lab(7.2))).position
            assert runner.wait_for(position, timeout=30)
            stored = runner.views.read("profile", PATIENT_ID)
            assert stored is not None and stored[1] == position
            assert not runner.wait_for(position + 1, timeout=0)

    def test_hears_another_process(self, database: Path, records: PatientRecords, views: Path) -> None:
        with ProjectionRunner(records, views) as runner, PatientRecords(database) as other:
            assert runner.wait_for(other.execute(register()).position, timeout=30)

    def test_can_be_stopped_and_started(self, records: PatientRecords, views: Path) -> None:
        runner = ProjectionRunner(records, views)
        runner.stop()
        for turn in (1, 2):
            runner.start()
            runner.start()
            position = records.execute(register(an_id(f"p{turn}"), request=f"r{turn}")).position
            assert runner.wait_for(position, timeout=30)
            runner.stop()
        records.execute(register())
        assert runner.lag() == 1


class TestReading:
    def test_gives_the_stored_form_and_its_position(self, records: PatientRecords, views: Path) -> None:
        converse(records)
        runner = ProjectionRunner(records, views)
        runner.catch_up()
        live = LiveViews(records).view(PATIENT_ID)
        for projection, view in zip(PROJECTIONS, live.folded.views, strict=True):
            stored = runner.views.read(projection.name, PATIENT_ID)
            assert stored is not None
            assert stored[0] == {key: orjson.loads(row) for key, row in projection.rows(view).items()}
            assert stored[1] <= live.position
        assert runner.views.read("timeline", PATIENT_ID)[1] == live.position  # type: ignore[index]

    def test_of_nobody_is_none(self, records: PatientRecords, views: Path) -> None:
        assert KeptViews(views).read("profile", PATIENT_ID) is None

    @pytest.mark.parametrize("name", ["unknown", "profile_v1", "_position", 'profile"; DROP TABLE x'])
    def test_an_unknown_name_is_refused(self, views: Path, name: str) -> None:
        with pytest.raises(UnknownProjection):
            KeptViews(views).read(name, PATIENT_ID)
        with pytest.raises(UnknownProjection):
            KeptViews(views).fingerprints(name)

    def test_by_sql_goes_through_the_plain_name(self, records: PatientRecords, views: Path) -> None:
        converse(records)
        ProjectionRunner(records, views).catch_up()
        connection = sqlite3.connect(views)
        assert connection.execute("SELECT COUNT(DISTINCT patient_id) FROM profile").fetchone() == (2,)
        connection.close()


class TestKeepingAPatientOfManyFacts:
    @pytest.mark.parametrize("cold", [False, True], ids=["folded on", "folded from the log"])
    def test_writes_only_what_has_changed(self, records: PatientRecords, views: Path, cold: bool) -> None:
        records.execute(register())
        records.execute(register(OTHER, request="other"))
        days = [(date(2024, 1, 1) + timedelta(days=number)).isoformat() for number in range(300)]
        records.execute(recording(*(lab(6.0 + number / 100, day) for number, day in enumerate(days))))
        runner = ProjectionRunner(records, views)
        runner.catch_up()
        if cold:
            runner = ProjectionRunner(records, views)
        before = records.head()
        records.execute(recording(lab(7.2, "2025-01-01"), request="one more"))
        runner.catch_up()
        assert_kept_is_live(records, runner)
        with closing(sqlite3.connect(views)) as connection:
            for view in ("profile", "importance", "consolidated", "timeline"):
                query = f"SELECT COUNT(*) FILTER (WHERE position > ?), COUNT(*) FROM {view}"
                written, there = connection.execute(query, (before,)).fetchone()
                assert written <= 2, view
                assert there >= (1 if view == "consolidated" else 300)

    def test_removes_the_row_of_what_no_longer_holds(self, records: PatientRecords, views: Path) -> None:
        records.execute(register())
        records.execute(register(OTHER, request="other"))
        records.execute(recording(lab(7.2), allergy()))
        runner = ProjectionRunner(records, views)
        runner.catch_up()
        facts = LiveViews(records).view(PATIENT_ID).profile.facts()
        assert {fact.fact_id for fact in facts} <= _keys(runner, "profile") & _keys(runner, "importance")
        before = _keys(runner, "consolidated")
        for number, fact in enumerate(facts):
            records.execute(retracting(fact.fact_id, request=f"retract {number}"))
            runner.catch_up()
            assert_kept_is_live(records, runner)
        assert len(before) == 3
        for view in ("profile", "importance", "consolidated"):
            assert _keys(runner, view) == {HEAD}


def _keys(runner: ProjectionRunner, view: str) -> set[str]:
    stored = runner.views.read(view, PATIENT_ID)
    assert stored is not None
    return set(stored[0])


class TestAPoisonEvent:
    @pytest.mark.parametrize(
        ("row", "reason"),
        [
            (poison.UNKNOWN_TOPIC, "UNKNOWN_TOPIC"),
            (poison.BAD_JSON, "LOG_CORRUPTED"),
            (poison.MISSING_FIELD, "LOG_CORRUPTED"),
        ],
    )
    @pytest.mark.parametrize("page_rows", [1, 2, 500])
    def test_is_set_aside_with_what_follows_it_and_others_go_on(
        self, database: Path, records: PatientRecords, views: Path, page_rows: int, row: tuple[str, bytes], reason: str
    ) -> None:
        records.execute(register())
        records.execute(recording(lab(7.2)))
        before = LiveViews(records).view(PATIENT_ID).fingerprints()["profile"]
        poison.insert(database, row, version=3)
        following = recorded("later", allergy())
        poison.insert(database, (following.topic(), encode(following)), version=4)
        records.execute(register(OTHER, request="other"))
        runner = ProjectionRunner(records, views, page_rows=page_rows)
        assert runner.catch_up() == 5
        assert runner.quarantined() == (
            Quarantined(3, PATIENT_ID, reason),
            Quarantined(4, PATIENT_ID, "parked"),
        )
        assert runner.views.fingerprints("profile") == {
            PATIENT_ID: before,
            OTHER: LiveViews(records).view(OTHER).fingerprints()["profile"],
        }

    @pytest.mark.parametrize("page_rows", [1, 2, 500])
    def test_of_one_reducer_leaves_all_views_of_the_patient_as_they_were(
        self, records: PatientRecords, views: Path, page_rows: int
    ) -> None:
        records.execute(register())
        records.execute(recording(lab(7.2), request="a"))
        before = LiveViews(records).view(PATIENT_ID).fingerprints()
        records.execute(recording(lab(11.0, "2025-01-01"), request="b"))
        records.execute(recording(allergy(), request="c"))
        projections: tuple[Projection[Any], ...] = (Squeamish(), *PROJECTIONS[1:])
        runner = ProjectionRunner(records, views, projections=projections, page_rows=page_rows)
        runner.catch_up()
        for projection in projections:
            assert runner.views.fingerprints(projection.name) == {PATIENT_ID: before[projection.name]}
        assert runner.quarantined() == (
            Quarantined(3, PATIENT_ID, "ArithmeticError"),
            Quarantined(4, PATIENT_ID, "parked"),
        )


@pytest.mark.parametrize("page_rows", [1, 500])
def test_an_erased_patient_leaves_no_view(database: Path, records: PatientRecords, views: Path, page_rows: int) -> None:
    records.execute(register())
    records.execute(recording(lab(7.2)))
    erased = PatientErased(certificate_hash="-")
    poison.insert(database, (erased.topic(), encode(erased)), version=3)
    runner = ProjectionRunner(records, views, page_rows=page_rows)
    runner.catch_up()
    assert all(runner.views.fingerprints(projection.name) == {} for projection in PROJECTIONS)
    assert records.stream(PATIENT_ID)[-1].event_id == event_id_at(PATIENT_ID, 3)


class TestTheFile:
    def test_deleted_is_folded_again(self, records: PatientRecords, views: Path) -> None:
        converse(records)
        runner = ProjectionRunner(records, views)
        runner.catch_up()
        for path in views.parent.glob("views.db*"):
            path.unlink()
        assert runner.lag() == records.head()
        runner.catch_up()
        assert_kept_is_live(records, runner)

    def test_of_garbage_is_folded_again(self, records: PatientRecords, views: Path) -> None:
        converse(records)
        views.write_bytes(b"\x00garbage that is no database" * 100)
        runner = ProjectionRunner(records, views)
        runner.catch_up()
        assert_kept_is_live(records, runner)

    def test_damaged_while_in_use_is_given_up_and_folded_again(self, records: PatientRecords, views: Path) -> None:
        converse(records)
        runner = ProjectionRunner(records, views)
        runner.catch_up()
        with views.open("r+b") as file:
            file.seek(4_096)
            file.write(b"\xff" * (views.stat().st_size - 4_096))
        with pytest.raises(StoreUnavailable):
            runner.positions()
        runner.catch_up()
        assert_kept_is_live(records, runner)

    def test_of_an_older_schema_is_folded_again(self, records: PatientRecords, views: Path) -> None:
        converse(records)
        ProjectionRunner(records, views).catch_up()
        connection = sqlite3.connect(views)
        connection.execute("DROP VIEW profile")
        connection.execute("CREATE TABLE profile (old)")
        connection.execute("PRAGMA user_version=0")
        connection.commit()
        connection.close()
        runner = ProjectionRunner(records, views)
        assert runner.lag() == records.head()
        runner.catch_up()
        assert_kept_is_live(records, runner)

    @pytest.mark.parametrize("in_use", [False, True])
    def test_with_smaller_pages_is_given_larger_ones_once_nobody_else_has_it_open(
        self, records: PatientRecords, views: Path, in_use: bool
    ) -> None:
        converse(records)
        with closing(sqlite3.connect(views)) as older:
            older.executescript("PRAGMA page_size=4096; PRAGMA journal_mode=WAL; PRAGMA application_id=1095647574;")
            older.executescript("CREATE TABLE profile (old); PRAGMA user_version=2; SELECT * FROM profile;")
            if not in_use:
                older.close()
            runner = ProjectionRunner(records, views)
            runner.catch_up()
        assert_kept_is_live(records, runner)
        with closing(sqlite3.connect(views)) as connection:
            size = connection.execute("PRAGMA page_size").fetchone()[0]
            assert (size, connection.execute("PRAGMA journal_mode").fetchone()[0]) == (
                4_096 if in_use else PAGE_BYTES,
                "wal",
            )

    def test_takes_little_more_than_what_stands_in_it(self, tmp_path: Path, views: Path) -> None:
        write_large_log(tmp_path / "large.db", 60, 15)
        with PatientRecords(tmp_path / "large.db") as records:
            ProjectionRunner(records, views).catch_up()
        with closing(sqlite3.connect(views)) as connection:
            rows = sum(
                connection.execute(f"SELECT SUM(LENGTH(view)) FROM {one.name}").fetchone()[0] for one in PROJECTIONS
            )
        assert views.stat().st_size < 1.4 * rows

    def test_of_another_program_is_left_alone(self, database: Path, records: PatientRecords) -> None:
        records.execute(register())
        with pytest.raises(StoreUnavailable):
            ProjectionRunner(records, database)
        assert len(records.stream(PATIENT_ID)) == 1


def test_a_new_version_is_filled_beside_the_old_and_then_serves(records: PatientRecords, views: Path) -> None:
    converse(records)
    ProjectionRunner(records, views).catch_up()
    runner = ProjectionRunner(records, views, projections=(Renumbered(), *PROJECTIONS[1:]))
    assert runner.positions()["profile"] == 0
    assert len(runner.views.fingerprints("profile")) == 2
    runner.catch_up()
    assert_kept_is_live(records, runner)
    connection = sqlite3.connect(views)
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    connection.close()
    version = ProfileProjection.version
    assert f"profile_v{version + 1}" in tables and f"profile_v{version}" not in tables


def test_views_of_a_log_that_was_restored_to_an_earlier_state_are_folded_anew(
    records: PatientRecords, views: Path, tmp_path: Path
) -> None:
    records.execute(register())
    records.execute(recording(lab(7.2)))
    ProjectionRunner(records, views).catch_up()
    with PatientRecords(tmp_path / "earlier.db") as earlier:
        earlier.execute(register())
        runner = ProjectionRunner(earlier, views)
        earlier.execute(recording(lab(6.4)))
        assert runner.catch_up() == 2
        live = LiveViews(earlier).view(PATIENT_ID).fingerprints()
        assert {name: runner.views.fingerprints(name)[PATIENT_ID] for name in live} == live
