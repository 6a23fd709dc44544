"""The one writer: retries, conflicts, and a store that cannot be written."""

from __future__ import annotations

import itertools
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from domain.commands import Command
from domain.errors import (
    AlreadyRegistered,
    ConflictingUpdate,
    InvalidCommand,
    LogCorrupted,
    RequestIdReused,
    StoreLocked,
    StoreReadOnly,
    UnknownTopic,
)
from domain.events import AnswerGiven, ExtractionCompleted, SlotReaffirmed, SlotRecorded, UtteranceReceived, event_id_at
from domain.records import Committed, PatientRecords
from tests.builders import (
    NOW,
    PATIENT_ID,
    an_id,
    claim,
    completion,
    extraction,
    importing,
    lab,
    later,
    medicine,
    recording,
    register,
    utterance,
)
from tests.postgres import on_every_backend


def kinds(records: PatientRecords, patient_id: str = PATIENT_ID) -> list[str]:
    return [type(event.payload).__name__ for event in records.stream(patient_id)]


@on_every_backend
class TestWhatWasCommitted:
    def test_is_what_the_log_holds(self, records: PatientRecords) -> None:
        first, second = records.execute(register()), records.execute(recording(lab(7.2)))
        assert records.stream(PATIENT_ID) == (*first.events, *second.events)
        assert (second.version, second.position) == (2, records.head())

    def test_carries_ids_made_of_its_place(self, records: PatientRecords) -> None:
        assert records.execute(register()).events[0].event_id == event_id_at(PATIENT_ID, 1)

    def test_is_read_as_of_a_position_and_a_moment(self, records: PatientRecords) -> None:
        records.execute(register(now=NOW))
        records.execute(utterance(1, now=later(hours=1)))
        assert len(records.stream(PATIENT_ID, position=1)) == 1
        assert len(records.stream(PATIENT_ID, known_at=later(minutes=59))) == 1
        assert len(records.stream(PATIENT_ID, known_at=later(hours=1))) == 2

    def test_never_goes_back_in_time(self, records: PatientRecords) -> None:
        records.execute(register(now=later(days=1)))
        records.execute(utterance(1, now=NOW))
        times = [event.recorded_at for event in records.stream(PATIENT_ID)]
        assert times == sorted(times) == [later(days=1)] * 2

    def test_is_what_the_log_gives_back(self, records: PatientRecords) -> None:
        records.execute(register())
        committed = records.execute(recording(lab(7), medicine("500 mg")))
        assert repr(committed.events) == repr(records.stream(PATIENT_ID, after_version=1))

    def test_of_what_could_not_be_read_again_is_refused_and_nothing_saved(self, records: PatientRecords) -> None:
        records.execute(register())
        for unreadable in (lab(7.2, subject=7), lab(7.2, "\ud83d"), lab(7.2, polarity="perhaps")):
            with pytest.raises(InvalidCommand) as caught:
                records.execute(recording(unreadable, request=repr(unreadable)))
            assert "perhaps" not in str(caught.value)
        assert records.head() == 1


@on_every_backend
class TestARequestId:
    @pytest.mark.parametrize("command", [register(), utterance(1), recording(lab(7.2)), importing(lab(7.2))])
    def test_sent_again_returns_what_it_led_to(self, records: PatientRecords, command: Command) -> None:
        if command.request_id != an_id("register"):
            records.execute(register())
        first = records.execute(command)
        again = records.execute(command.with_fields(now=later(hours=1)))
        assert again == Committed(first.events, first.version, first.position, replayed=True)
        assert len(records.stream(PATIENT_ID)) == first.version

    def test_is_kept_for_good(self, database: Path | str, records: PatientRecords) -> None:
        records.execute(register())
        first = records.execute(utterance(1))
        for turn in range(2, 40):
            records.execute(utterance(turn))
        with PatientRecords(database) as reopened:
            assert reopened.execute(utterance(1)).events == first.events

    def test_with_another_payload_is_refused(self, records: PatientRecords) -> None:
        records.execute(register())
        records.execute(utterance(1, "7.2"))
        with pytest.raises(RequestIdReused):
            records.execute(utterance(1, "6.9"))
        with pytest.raises(RequestIdReused):
            records.execute(recording(lab(7.2), request="turn 1"))
        assert kinds(records) == ["PatientRegistered", "UtteranceReceived"]

    @pytest.mark.parametrize("command", [utterance(1, "7.2"), recording(lab(7.2)), importing(lab(7.2))])
    def test_of_another_caller_is_as_if_nobody_had_used_it(self, records: PatientRecords, command: Command) -> None:
        records.execute(register())
        ours, theirs = (command.with_fields(actor=actor) for actor in ("agent:ward 3", "caregiver:daughter"))
        first, second = records.execute(ours), records.execute(theirs)
        assert not second.replayed
        assert {event.payload.actor for event in second.events} == {"caregiver:daughter"}
        assert {event.event_id for event in first.events}.isdisjoint(event.event_id for event in second.events)
        for own, done in ((ours, first), (theirs, second)):
            again = records.execute(own.with_fields(now=later(hours=1)))
            assert (again.events, again.replayed) == (done.events, True)

    def test_keeps_a_caller_to_the_content_that_was_sent_with_it(self, records: PatientRecords) -> None:
        records.execute(register())
        records.execute(utterance(1, "7.2").with_fields(actor="agent:ward 3"))
        other = utterance(1, "6.9").with_fields(actor="caregiver:daughter")
        assert not records.execute(other).replayed
        with pytest.raises(RequestIdReused):
            records.execute(other.with_fields(text="5.5"))

    def test_of_facts_makes_no_fact_of_another_callers_name(self, records: PatientRecords) -> None:
        records.execute(register())
        made = [
            event.payload.fact_id
            for actor, day in (("agent:ward 3", "2025-03-01"), ("clinician:kim", "2025-03-02"))
            for event in records.execute(recording(lab(7.2, day)).with_fields(actor=actor)).events
            if isinstance(event.payload, SlotRecorded)
        ]
        assert len(set(made)) == 2

    def test_that_somebody_guesses_to_be_a_callers_own_is_still_another_one(self, records: PatientRecords) -> None:
        records.execute(register())
        taken, own = (utterance(1).with_fields(actor=actor) for actor in ("agent:ward 3", "agent:ward 4"))
        records.execute(taken)
        derived = records.inspect(PATIENT_ID, lambda state: state.own_request_id(own))
        records.execute(utterance(2, "guessed").with_fields(actor="agent:thief", request_id=derived))
        first = records.execute(own)
        assert not first.replayed and records.execute(own).events == first.events

    @pytest.mark.parametrize("before", ["patient", "agent"])
    def test_from_before_callers_had_names_is_known_by_its_content(self, records: PatientRecords, before: str) -> None:
        records.execute(register())
        earlier = records.execute(utterance(1, "7.2").with_fields(actor=before))
        renamed = utterance(1, "7.2").with_fields(actor="agent:ward 3")
        assert records.execute(renamed).events == earlier.events
        assert not records.execute(renamed.with_fields(text="6.9")).replayed

    def test_of_a_registration_tells_another_tenant_nothing(self, records: PatientRecords) -> None:
        records.execute(register().with_fields(actor="agent:ward 3"))
        for request in (an_id("register"), an_id("fresh")):
            with pytest.raises(AlreadyRegistered):
                records.execute(register().with_fields(actor="agent:ward 3", tenant="another", request_id=request))

    def test_belongs_to_one_patient(self, records: PatientRecords) -> None:
        other = an_id("other")
        records.execute(register())
        records.execute(register(other, request="other"))
        records.execute(utterance(1, "7.2"))
        assert not records.execute(utterance(1, "6.9", patient_id=other)).replayed


@on_every_backend
class TestARetriedTurn:
    STAGES: tuple[Command, ...] = (utterance(1), extraction(1, claim(lab(7.2))), completion(1))

    def test_is_one_turn(self, records: PatientRecords) -> None:
        records.execute(register())
        for _ in range(3):
            for stage in self.STAGES:
                records.execute(stage)
        found = kinds(records)
        assert found == [
            "PatientRegistered",
            UtteranceReceived.__name__,
            SlotRecorded.__name__,
            ExtractionCompleted.__name__,
            AnswerGiven.__name__,
        ]

    def test_goes_on_after_the_last_save(self, database: Path | str, records: PatientRecords) -> None:
        records.execute(register())
        records.execute(self.STAGES[0])
        assert records.unextracted_patients() == [PATIENT_ID]
        with PatientRecords(database) as restarted:
            assert restarted.execute(self.STAGES[0]).replayed
            assert not restarted.execute(self.STAGES[1]).replayed
            assert not restarted.execute(self.STAGES[2]).replayed
            assert restarted.unextracted_patients() == []

    def test_is_not_extracted_twice_however_it_is_read_the_second_time(self, records: PatientRecords) -> None:
        for command in (register(), *self.STAGES[:2]):
            records.execute(command)
        again = records.execute(extraction(1, claim(lab(6.9))))
        assert again.replayed and not any(isinstance(event.payload, SlotReaffirmed) for event in again.events)


class TestAConflict:
    def test_is_decided_again_on_what_the_other_writer_saved(
        self, database: Path | str, records: PatientRecords
    ) -> None:
        records.execute(register())
        with PatientRecords(database) as other:
            records.execute(utterance(1))
            other.execute(utterance(2))
            records.execute(extraction(1, claim(lab(7.2))))
            second = other.execute(extraction(2, claim(lab(7.2))))
        assert [type(event.payload) for event in second.events] == [SlotReaffirmed, ExtractionCompleted]
        versions = [event.version for event in records.stream(PATIENT_ID)]
        assert versions == list(range(1, len(versions) + 1))

    def test_that_comes_between_decision_and_save_loses_nothing(self, database: Path | str) -> None:
        def overtake(moment: str) -> None:
            if moment == "before ReceiveUtterance":
                with PatientRecords(database) as other:
                    other.execute(utterance(1))

        with PatientRecords(database, probe=overtake) as records:
            records.execute(register())
            done = records.execute(utterance(2))
        assert isinstance(done.events[0].payload, UtteranceReceived)
        assert (done.events[0].payload.turn_number, done.version) == (2, 3)

    def test_that_never_ends_is_given_up_by_name(self, database: Path | str) -> None:
        turns = itertools.count(1)

        def overtake(moment: str) -> None:
            if moment == "before ReceiveUtterance":
                with PatientRecords(database) as other:
                    other.execute(utterance(next(turns)))

        with PatientRecords(database, probe=overtake) as records:
            records.execute(register())
            with pytest.raises(ConflictingUpdate):
                records.execute(utterance(100))


class TestAStoreThatCannotBeWritten:
    def test_because_it_is_locked_says_so_and_recovers(self, database: Path | str) -> None:
        with PatientRecords(database, lock_timeout=1) as records:
            records.execute(register())
            holder = sqlite3.connect(database, isolation_level=None)
            holder.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreLocked):
                records.execute(utterance(1))
            holder.execute("ROLLBACK")
            holder.close()
            assert records.execute(utterance(1)).version == 2

    def test_because_it_is_read_only_says_so(self, database: Path | str) -> None:
        with PatientRecords(database) as records:
            records.execute(register())
        with PatientRecords(f"file:{database}?mode=ro") as reader:
            assert len(reader.stream(PATIENT_ID)) == 1
            with pytest.raises(StoreReadOnly):
                reader.execute(utterance(1))

    def test_because_it_is_another_programs_is_left_alone(self, tmp_path: Path) -> None:
        foreign = tmp_path / "foreign.db"
        connection = sqlite3.connect(foreign)
        connection.execute("CREATE TABLE theirs (id)")
        connection.commit()
        with pytest.raises(LogCorrupted):
            PatientRecords(foreign)
        assert [row[0] for row in connection.execute("SELECT name FROM sqlite_master")] == ["theirs"]
        connection.close()

    def test_because_it_is_no_database_says_so(self, tmp_path: Path) -> None:
        garbage = tmp_path / "garbage.db"
        garbage.write_bytes(b"not a database at all, but long enough to be read as one" * 20)
        with pytest.raises(LogCorrupted):
            PatientRecords(garbage)


@pytest.mark.parametrize(
    "topic", ["anamnesis.Patient.SlotDreamt.v1", "anamnesis.Patient.SlotRecorded.v99", "os:system"]
)
def test_an_unknown_topic_stops_the_reader_by_name(database: Path | str, records: PatientRecords, topic: str) -> None:
    records.execute(register())
    connection = sqlite3.connect(database)
    connection.execute(
        "INSERT INTO stored_events (originator_id, originator_version, topic, event_id, recorded_at, state) "
        "VALUES (?, 2, ?, 'e', ?, '{}')",
        (PATIENT_ID, topic, (NOW + timedelta(seconds=1)).isoformat()),
    )
    connection.commit()
    connection.close()
    with pytest.raises(UnknownTopic) as caught:
        records.stream(PATIENT_ID)
    assert caught.value.details["topic"] == topic
