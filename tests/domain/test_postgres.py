"""What only PostgreSQL can do to a log: transactions that end out of order, connections and servers that are killed,
a standby that was behind, and several servers on one database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier, Event, Thread
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError

from domain.errors import KeyringUnavailable, LogCorrupted, LogTruncated, StoreReadOnly, StoreUnavailable
from domain.records import PatientRecords
from domain.store.group_commit import Save
from domain.store.mapper import LogRow
from tests.builders import PATIENT_ID, an_id, register, utterance
from tests.domain.network import LosingAnswers
from tests.domain.sealed import Log, new
from tests.postgres import admin, connected, skip_without_postgres

skip_without_postgres()


@pytest.fixture
def log(tmp_path: Path) -> Log:
    return new("postgres", tmp_path / "log")


class TestPositions:
    def test_are_not_passed_over_while_their_transaction_is_still_open(self, log: Log) -> None:
        """The first save is slow to commit, the second wants to overtake it: a follower sees both, in order."""
        began, go_on = Event(), Event()

        with PatientRecords(log.place) as slow, PatientRecords(log.place) as quick:
            quick.execute(register())
            with _pausing_before_commit(log, began, go_on), quick.rows_log.subscribe(gt=1) as following:
                first = Thread(target=lambda: slow.execute(register(an_id("first"), request="first")))
                first.start()
                assert began.wait(30)
                second = Thread(target=lambda: quick.execute(register(an_id("second"), request="second")))
                second.start()
                _until_somebody_waits(log)
                assert quick.head() == 1
                go_on.set()
                seen = [next(following) for _ in range(2)]
                first.join()
                second.join()
            assert [(row.id, row.originator_id) for row in seen] == [(2, an_id("first")), (3, an_id("second"))]

    def test_of_a_transaction_that_fails_are_given_to_the_next(self, log: Log) -> None:
        with log.records() as records:
            records.execute(register())
            with pytest.raises(IntegrityError):
                records.rows_log.insert_events([_row(PATIENT_ID, 1)])
            assert records.execute(utterance(1)).position == 2
        assert log.findings() == []

    def test_of_saves_in_one_transaction_leave_out_the_one_that_conflicts(self, log: Log) -> None:
        from domain.store.postgres.writer import LogWriter

        with log.records() as records:
            records.execute(register())
            writer = LogWriter(str(log.place), records.seal, 5)
            a, b = an_id("a"), an_id("b")
            saves = [
                Save([_row(a, 1), _row(a, 2)]),
                Save([_row(b, 1)]),
                Save([_row(a, 2), _row(a, 3)]),
                Save([_row(b, 2)]),
            ]
            writer.write(saves)
            writer.close()
            assert [save.positions for save in saves] == [[2, 3], [4], None, [5]]
            assert isinstance(saves[2].error, IntegrityError)
            assert [row.id for row in records.rows(0, 10)] == [1, 2, 3, 4, 5]
            assert records.unproved_versions(a, 2) == records.unproved_versions(b, 2) == ()


class TestAConnectionThatIsKilled:
    def test_between_two_saves_is_made_again(self, log: Log) -> None:
        with log.records() as records, records.rows_log.subscribe(gt=0) as following:
            records.execute(register())
            assert next(following).id == 1
            _kill_all(log)
            assert records.execute(utterance(1)).position == 2
            assert next(following).id == 2
        assert log.findings() == []

    @pytest.mark.parametrize("moment", ["BEFORE", "AFTER"])
    def test_in_the_middle_of_a_save_loses_and_doubles_nothing(self, log: Log, moment: str) -> None:
        """By the database itself: while it inserts, or when all but the commit is done."""
        with log.records() as records:
            records.execute(register())
            with connected(str(log.place)) as vandal:
                vandal.execute("CREATE SEQUENCE times")
                vandal.execute(
                    "CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF nextval('times') = 1 THEN "
                    "PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1); END IF; RETURN NEW; END $$"
                )
                kind = "" if moment == "BEFORE" else "CONSTRAINT "
                deferred = "" if moment == "BEFORE" else "DEFERRABLE INITIALLY DEFERRED "
                vandal.execute(
                    f"CREATE {kind}TRIGGER die {moment} INSERT ON stored_events {deferred}"
                    "FOR EACH ROW EXECUTE FUNCTION die()"
                )
            assert records.execute(utterance(1)).position == 2
            assert [row.id for row in records.rows(0, 10)] == [1, 2]
        assert log.findings() == []

    def test_after_the_commit_and_before_its_answer_doubles_nothing(self, log: Log) -> None:
        with log.records() as whole:
            whole.execute(register())
        with LosingAnswers() as network:
            direct, log.place = log.place, network.url(str(log.place))
            with log.records() as records:
                network.lose_next()
                assert records.execute(utterance(1)).position == 2
                assert network.lost == 1
                assert records.execute(utterance(2)).position == 3
            log.place = direct
        assert log.findings() == []

    def test_that_cannot_be_made_again_is_named_and_the_retry_is_the_first(self, log: Log) -> None:
        with PatientRecords(log.place, lock_timeout=1) as records:
            records.execute(register())
            with _nobody_lets_in(log):
                with pytest.raises(StoreUnavailable) as caught:
                    records.execute(utterance(1))
                assert caught.value.reason == "DATABASE_UNAVAILABLE"
                with pytest.raises(StoreUnavailable):
                    records.rows_log.try_writing()
            done = records.execute(utterance(1))
            assert (done.version, done.position, records.execute(utterance(1)).replayed) == (2, 2, True)


class TestTwoServers:
    def test_on_one_patient_both_come_through_in_one_order(self, log: Log, tmp_path: Path) -> None:
        other = _joining(log, tmp_path / "other")
        with log.records() as one, other.records() as two:
            one.execute(register())
            start, failures = Barrier(4), list[BaseException]()

            def work(number: int) -> None:
                records = (one, two)[number % 2]
                start.wait()
                try:
                    for turn in range(6):
                        records.execute(utterance(10 * number + turn))
                except BaseException as error:  # whatever it is, the test names it
                    failures.append(error)

            threads = [Thread(target=work, args=(number,)) for number in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert failures == []
            assert [event.version for event in two.stream(PATIENT_ID)] == list(range(1, 26))
            assert one.stream(PATIENT_ID) == two.stream(PATIENT_ID)
        assert log.findings() == other.findings() == []

    def test_given_one_request_handle_it_once(self, log: Log, tmp_path: Path) -> None:
        other = _joining(log, tmp_path / "other")
        with log.records() as one, other.records() as two:
            start, done = Barrier(2), list[Any]()

            def work(records: PatientRecords) -> None:
                start.wait()
                done.append(records.execute(register()))

            threads = [Thread(target=work, args=(records,)) for records in (one, two)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert sorted(one.replayed for one in done) == [False, True]
            assert done[0].events == done[1].events
            assert len(one.stream(PATIENT_ID)) == 1

    def test_each_notice_what_a_standby_that_took_over_had_not_got(self, log: Log, tmp_path: Path) -> None:
        other = _joining(log, tmp_path / "other")
        with log.records() as one:
            one.execute(register())
            one.execute(utterance(1))
        with log.vandal() as hands:
            hands.execute("DELETE FROM stored_events WHERE rowid = 2")
            hands.execute("UPDATE log_head SET last_position = 1")
        with pytest.raises(LogTruncated), log.records():
            pytest.fail("a log that lost its end was opened")
        with other.records() as two:
            two.execute(utterance(2))
        with pytest.raises(LogCorrupted), log.records():
            pytest.fail("a log with another end was opened")

    def test_notice_it_while_they_run(self, log: Log, tmp_path: Path) -> None:
        other = _joining(log, tmp_path / "other")
        with log.records(anchored=False) as one:
            one.execute(register())
            one.execute(utterance(1))
            with log.vandal() as hands:
                hands.execute("DELETE FROM stored_events WHERE rowid = 2")
            with pytest.raises(LogTruncated):
                one.execute(register(an_id("p"), request="p"))
            with log.vandal() as hands:
                hands.execute("UPDATE log_head SET last_position = 1")
            with other.records() as two:
                two.execute(utterance(2))
            with pytest.raises(LogCorrupted):
                one.execute(register(an_id("p"), request="p"))

    def test_need_the_same_master_key(self, log: Log, tmp_path: Path) -> None:
        log.fill(patients=1, turns=1)
        stranger = _joining(log, tmp_path / "stranger")
        (stranger.folder / "master.key").unlink()
        with pytest.raises(KeyringUnavailable):
            stranger.seal()
        assert not (stranger.folder / "master.key").exists()


class TestADatabase:
    def test_whose_guard_was_replaced_or_switched_off_shows(self, log: Log) -> None:
        log.fill(patients=1, turns=1)
        with log.guarded() as hands:
            hands.execute("ALTER TABLE stored_events DISABLE TRIGGER stored_events_never_vanish")
        assert [finding.kind for finding in log.findings()] == ["TRIGGER_MISSING"]
        with log.guarded() as hands:
            hands.execute("ALTER TABLE stored_events ENABLE ALWAYS TRIGGER stored_events_never_vanish")
            hands.execute(
                "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
                "$$BEGIN RETURN NULL; END$$"
            )
        assert [finding.kind for finding in log.findings()] == ["TRIGGER_MISSING"] * 2

    def test_whose_mark_was_taken_off_shows(self, log: Log) -> None:
        log.fill(patients=1, turns=1)
        with log.guarded() as hands:
            hands.execute("UPDATE log_head SET sealed = false")
        assert [finding.kind for finding in log.findings()] == ["MARK_MISSING"]

    def test_is_not_emptied_by_truncating(self, log: Log, records: PatientRecords) -> None:
        with connected(str(log.place)) as hands, pytest.raises(Exception, match="append-only"):
            hands.execute("TRUNCATE stored_events")

    def test_of_another_program_is_left_alone(self, log: Log) -> None:
        with connected(str(log.place)) as theirs:
            theirs.execute("CREATE TABLE stored_events (id integer)")
        with pytest.raises(LogCorrupted):
            PatientRecords(log.place)
        with connected(str(log.place)) as theirs:
            assert theirs.execute("SELECT to_regclass('log_head')").fetchone() == (None,)

    def test_that_takes_no_writes_says_so(self, log: Log) -> None:
        PatientRecords(log.place).close()
        with PatientRecords(log.place) as records:
            records.execute(register())
            with _read_only(log):
                with pytest.raises(StoreReadOnly):
                    records.rows_log.try_writing()

    @pytest.mark.parametrize("url", ["postgresql://nobody:geheim@127.0.0.1:1/none", "postgresql://[:geheim"])
    def test_that_cannot_be_reached_is_named_without_its_password(self, url: str) -> None:
        with pytest.raises(StoreUnavailable) as caught:
            PatientRecords(url, lock_timeout=1)
        assert "geheim" not in "".join(map(str, (caught.value, caught.value.__cause__)))
        assert caught.value.reason == "DATABASE_UNAVAILABLE"


def _row(patient: str, version: int) -> LogRow:
    return LogRow(0, patient, version, "topic", an_id(f"{patient} {version}"), "2026-01-05T00:00:00+00:00", b"state")


def _joining(log: Log, folder: Path) -> Log:
    """Another server on the same database, with files of its own and the same master key."""
    log.seal().close()
    joined = new("postgres", folder)
    joined.place = log.place
    (folder / "master.key").write_bytes((log.folder / "master.key").read_bytes())
    return joined


def _kill_all(log: Log) -> None:
    """End every connection to the database but this one."""
    with connected(str(log.place)) as killer:
        killer.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def _until_somebody_waits(log: Log) -> None:
    with connected(str(log.place)) as looking:
        for _ in range(3000):
            waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
            if looking.execute(waiting).fetchone() != (0,):
                return
            looking.execute("SELECT pg_sleep(0.01)")
    pytest.fail("nobody waits for the lock")


@contextmanager
def _pausing_before_commit(log: Log, began: Event, go_on: Event) -> Iterator[None]:
    """The first save inserts its rows and stops before its commit until ``go_on``."""
    place = str(log.place)
    with connected(place) as gate:
        gate.execute("SELECT pg_advisory_lock(7)")
        gate.execute("CREATE SEQUENCE saves")
        gate.execute(
            "CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF nextval('saves') = 1 THEN "
            "PERFORM set_config('lock_timeout', '30s', true); PERFORM pg_advisory_lock(7); "
            "PERFORM pg_advisory_unlock(7); END IF; RETURN NEW; END $$"
        )
        gate.execute(
            "CREATE CONSTRAINT TRIGGER pause AFTER INSERT ON stored_events DEFERRABLE INITIALLY DEFERRED "
            "FOR EACH ROW EXECUTE FUNCTION pause()"
        )

        def open_gate() -> None:
            _until_somebody_waits(log)
            began.set()
            go_on.wait(30)
            gate.execute("SELECT pg_advisory_unlock(7)")

        keeper = Thread(target=open_gate)
        keeper.start()
        try:
            yield
        finally:
            go_on.set()
            keeper.join()


@contextmanager
def _nobody_lets_in(log: Log) -> Iterator[None]:
    """The database takes no connections, as a server that is down."""
    with connected(str(log.place)) as inside:
        name = inside.execute("SELECT current_database()").fetchone()[0]
    with admin() as outside:
        outside.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        try:
            outside.execute("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s", (name,))
            yield
        finally:
            outside.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")


@contextmanager
def _read_only(log: Log) -> Iterator[None]:
    with connected(str(log.place)) as inside:
        name = inside.execute("SELECT current_database()").fetchone()[0]
        inside.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        _kill_all(log)
        try:
            yield
        finally:
            with connected(str(log.place)) as again:
                again.execute("SET default_transaction_read_only = off")
                again.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
