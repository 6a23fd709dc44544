"""Reading old words again: the difference, what people decided about them since, and what a decision becomes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from domain.commands import DecideReextraction, ProposeReextraction
from domain.errors import ConflictingUpdate, ReadingNotFound, TurnNotFound
from domain.events import (
    AnswerInvalidated,
    ContradictionResolved,
    CorrectionReverted,
    ExtractionCompleted,
    Payload,
    Recorded,
    ReextractionDecided,
    ReextractionProposed,
    SlotChanged,
    SlotCorrected,
    SlotRecorded,
    SlotRetracted,
    event_id_at,
)
from domain.patient import decide, fold
from domain.proposals import Operation, Proposal
from domain.reextraction import NewReading, Reextraction, outdated, reextract
from domain.values import Content, Source
from tests.builders import (
    NOW,
    PATIENT_ID,
    an_id,
    answer,
    claim,
    condition,
    correcting,
    extraction,
    importing,
    lab,
    later,
    medicine,
    registered,
    retracting,
    said,
    utterance,
)
from tests.specs import event, given, history

OLD, NEW = {"rules": "1"}, {"rules": "2"}
TEXT = "metformin and high blood pressure"
DRUG, DISEASE = (0, 9), (14, 33)


def read(
    content: Content | None, place: tuple[int, int], operation: Operation = Operation.ASSERT, **target: Any
) -> Proposal:
    """A claim read at a place of the text."""
    return claim(content, operation, **target).with_fields(start=place[0], end=place[1])


class Log:
    """A patient's stream that grows by commands; every turn is said a day after the one before."""

    def __init__(self) -> None:
        self.payloads: list[Payload] = [registered()]
        self.turns = 0

    def turn(self, *proposals: Proposal) -> str:
        """Say something that is read as ``proposals``; the utterance's event id."""
        self.turns += 1
        now = later(days=self.turns)
        self.do(utterance(self.turns, TEXT, now=now))
        utterance_event_id = self.events[-1].event_id
        self.do(extraction(self.turns, *proposals, now=now))
        return utterance_event_id

    def do(self, command: Any) -> tuple[Payload, ...]:
        """What ``command`` led to."""
        found = decide(fold(PATIENT_ID, self.events), command)
        self.payloads += found
        return found

    def add(self, *payloads: Payload) -> None:
        self.payloads += payloads

    def reextract(self, readings: Mapping[str, tuple[Proposal, ...]]) -> Reextraction:
        return reextract(self.events, {key: NewReading(NEW, value) for key, value in readings.items()})

    def propose(self, found: Reextraction, request: str = "propose") -> str:
        """Save what differs; the event id of the first proposal."""
        self.do(
            ProposeReextraction(
                request_id=an_id(request), patient_id=PATIENT_ID, now=later(days=90), readings=found.proposed
            )
        )
        return self.events[-len(found.proposed)].event_id

    def accept(self, event_id: str) -> tuple[Payload, ...]:
        return self.do(deciding(event_id))

    @property
    def events(self) -> tuple[Recorded, ...]:
        return history(*self.payloads)

    @property
    def current(self) -> list[Content]:
        return [fact.content for fact in fold(PATIENT_ID, self.events).ledger.current()]

    def fact_id(self, number: int = 1) -> str:
        """The id of the fact that the ``number``-th recording made."""
        made = [payload for payload in self.payloads if isinstance(payload, SlotRecorded)]
        return made[number - 1].fact_id


def deciding(event_id: str, *, accept: bool = True) -> DecideReextraction:
    return DecideReextraction(
        request_id=an_id(f"decide {event_id} {accept}"),
        patient_id=PATIENT_ID,
        now=later(days=99),
        proposed_event_id=event_id,
        accept=accept,
    )


def kinds(found: Reextraction) -> list[tuple[str, str]]:
    return [(line.kind, line.why) for line in found.differences]


class TestTheDifference:
    def test_of_the_same_reading_is_none(self) -> None:
        log = Log()
        first = log.turn(read(medicine("500 mg"), DRUG), read(condition(), DISEASE))
        repair = log.turn(read(lab(7.2), DRUG), read(lab(6.9), DISEASE, Operation.CORRECT, slot="labs", old=7.2))
        again = log.turn(read(medicine("500 mg"), DRUG))

        found = log.reextract(
            {
                first: (read(medicine("500 mg"), DRUG), read(condition(), DISEASE)),
                repair: (read(lab(7.2), DRUG), read(lab(6.9), DISEASE, Operation.CORRECT, slot="labs", old=7.2)),
                again: (read(medicine("500 mg"), DRUG),),
            }
        )

        assert found == Reextraction((), ())

    def test_of_words_that_were_not_understood_is_added(self) -> None:
        log = Log()
        first = log.turn(read(condition(), DISEASE))

        found = log.reextract({first: (read(medicine("500 mg"), DRUG), read(condition(), DISEASE))})

        assert kinds(found) == [("added", "")]
        [proposed] = found.proposed
        assert proposed.utterance_event_id == first and proposed.extractors == NEW
        assert [proposal.content for proposal in proposed.proposals] == [medicine("500 mg")]

    def test_becomes_facts_when_it_is_accepted_on_the_clock_of_then(self) -> None:
        log = Log()
        first = log.turn()
        decided, fact = log.accept(log.propose(log.reextract({first: (read(medicine("500 mg"), DRUG),)})))

        assert isinstance(decided, ReextractionDecided) and decided.accepted
        assert decided.counts == {"proposals": 1, "SlotRecorded": 1}
        assert isinstance(fact, SlotRecorded) and fact.turn_number is None
        assert (fact.evidence.event_id, fact.evidence.turn_number, fact.said_at) == (first, 1, later(days=1))

    def test_of_a_misreading_corrects_what_it_made_and_the_answers_upon_it(self) -> None:
        log = Log()
        first = log.turn(read(medicine("500 mg"), DRUG))
        log.add(answer(1, log.fact_id()))
        found = log.reextract({first: (read(medicine("850 mg"), DRUG),)})

        assert kinds(found) == [("changed", "")]
        given(*log.payloads, *found.proposed).when(deciding(event_id_at(PATIENT_ID, len(log.payloads) + 1))).then(
            ReextractionDecided,
            event(SlotCorrected, content=medicine("850 mg"), supersedes=(log.fact_id(),)),
            event(AnswerInvalidated, reason="corrected"),
        )

    def test_of_a_reading_that_is_gone_retracts_the_fact(self) -> None:
        log = Log()
        first = log.turn(read(medicine("500 mg"), DRUG))
        found = log.reextract({first: ()})

        assert kinds(found) == [("no longer read", "")]
        _, retracted = log.accept(log.propose(found))
        assert isinstance(retracted, SlotRetracted) and log.current == []

    def test_of_a_correction_that_was_none_revives_what_it_replaced(self) -> None:
        log = Log()
        log.turn(read(medicine("500 mg"), DRUG))
        wrong = log.turn(read(medicine("850 mg"), DRUG, Operation.CORRECT, slot="medications", old="500 mg"))
        found = log.reextract({wrong: ()})

        _, reverted = log.accept(log.propose(found))
        assert isinstance(reverted, CorrectionReverted) and log.current == [medicine("500 mg")]

    def test_of_a_correction_that_was_missed_replaces_the_contradiction(self) -> None:
        log = Log()
        log.turn(read(lab(7.2), DRUG))
        missed = log.turn(read(lab(6.9), DISEASE))
        found = log.reextract({missed: (read(lab(6.9), DISEASE, Operation.CORRECT, slot="labs", old=7.2),)})

        assert kinds(found) == [("changed", "")]
        log.accept(log.propose(found))
        assert log.current == [lab(6.9)]

    def test_reads_a_change_upon_a_fact_that_is_itself_newly_read(self) -> None:
        log = Log()
        first, second = log.turn(), log.turn()
        raised = read(medicine("850 mg"), DRUG, Operation.CHANGE, slot="medications")
        found = log.reextract({first: (read(medicine("500 mg"), DRUG),), second: (raised,)})
        log.propose(found)
        pending = list(fold(PATIENT_ID, log.events).readings)
        log.accept(pending[0])
        _, changed = log.accept(pending[1])

        assert isinstance(changed, SlotChanged)
        assert [content.dose for content in log.current] == ["850 mg"]


class TestWhatPeopleDecided:
    @pytest.mark.parametrize(
        ("decision", "why"),
        [
            (lambda log: correcting(log.fact_id(), medicine("1000 mg")), "corrected later"),
            (lambda log: retracting(log.fact_id()), "retracted later"),
        ],
    )
    def test_through_the_interface_stays(self, decision: Any, why: str) -> None:
        log = Log()
        first = log.turn(read(medicine("500 mg"), DRUG))
        log.do(decision(log))
        before = log.current

        for reading in ((read(medicine("850 mg"), DRUG),), (read(condition(), DRUG),), ()):
            found = log.reextract({first: reading})
            assert kinds(found) == [("kept", why)] and not found.proposed
        assert log.current == before

    def test_in_a_later_turn_stays(self) -> None:
        log = Log()
        first = log.turn(read(lab(7.2), DRUG))
        log.turn(read(lab(6.9), DRUG, Operation.CORRECT, slot="labs", old=7.2))

        found = log.reextract({first: (read(lab(7.7), DRUG),)})

        assert kinds(found) == [("kept", "corrected later")] and not found.proposed

    def test_by_resolving_a_contradiction_stays(self) -> None:
        log = Log()
        first = log.turn(read(lab(7.2), DRUG))
        log.do(importing(lab(6.9)))
        log.turn(read(lab(7.2), DRUG))
        assert isinstance(log.payloads[-2], ContradictionResolved)

        found = log.reextract({first: (read(lab(7.7), DRUG),)})

        assert kinds(found) == [("kept", "confirmed later")]

    def test_leaves_other_words_of_the_utterance_open(self) -> None:
        log = Log()
        first = log.turn(read(medicine("500 mg"), DRUG))
        log.do(retracting(log.fact_id()))

        found = log.reextract({first: (read(medicine("500 mg"), DRUG), read(condition(), DISEASE))})

        assert kinds(found) == [("added", "")]

    def test_about_a_withdrawn_value_holds_against_other_old_words(self) -> None:
        log = Log()
        unread = log.turn()
        log.turn(read(medicine("500 mg"), DRUG))
        log.do(correcting(log.fact_id(), medicine("1000 mg")).with_fields(now=later(days=5)))

        assert kinds(log.reextract({unread: (read(medicine("500 mg"), DRUG),)})) == [("kept", "corrected later")]
        assert kinds(log.reextract({unread: (read(medicine("250 mg"), DRUG),)})) == [("kept", "told differently later")]

    def test_between_proposal_and_acceptance_stays(self) -> None:
        log = Log()
        first = log.turn(read(medicine("500 mg"), DRUG))
        proposed = log.propose(log.reextract({first: (read(medicine("850 mg"), DRUG),)}))
        log.do(correcting(log.fact_id(), medicine("1000 mg")))

        [decided] = log.accept(proposed)

        assert isinstance(decided, ReextractionDecided) and decided.counts == {"proposals": 1}
        assert log.current == [medicine("1000 mg")]

    def test_of_a_fact_said_again_in_other_words_stays_unless_those_are_gone_too(self) -> None:
        log = Log()
        first = log.turn(read(medicine("500 mg"), DRUG))
        again = log.turn(read(medicine("500 mg"), DISEASE))

        assert kinds(log.reextract({first: ()})) == [("kept", "said again")]
        assert ("no longer read", "") in kinds(log.reextract({first: (), again: ()}))


class TestAProposal:
    def test_is_made_once(self) -> None:
        log = Log()
        first = log.turn()
        readings = {first: (read(medicine("500 mg"), DRUG),)}
        log.propose(log.reextract(readings))

        assert log.reextract(readings).proposed == ()
        assert first not in outdated(log.events, NEW)

    def test_that_was_accepted_or_rejected_is_not_made_again(self) -> None:
        for accept in (True, False):
            log = Log()
            first = log.turn()
            readings = {first: (read(medicine("500 mg"), DRUG),)}
            log.do(deciding(log.propose(log.reextract(readings)), accept=accept))

            assert log.reextract(readings).proposed == ()
            assert bool(log.current) is accept

    def test_is_replaced_by_that_of_a_newer_extractor(self) -> None:
        log = Log()
        first = log.turn()
        old = log.propose(log.reextract({first: (read(medicine("500 mg"), DRUG),)}))
        log.propose(log.reextract({first: (read(medicine("850 mg"), DRUG),)}), "again")

        given(*log.payloads).refuses(deciding(old), ReadingNotFound)

    def test_is_decided_once_and_changes_nothing_when_rejected(self) -> None:
        log = Log()
        first = log.turn()
        proposed = log.propose(log.reextract({first: (read(medicine("500 mg"), DRUG),)}))

        spec = (
            given(*log.payloads).when(deciding(proposed, accept=False)).then(event(ReextractionDecided, accepted=False))
        )
        spec.and_then().refuses(deciding(proposed), ReadingNotFound)

    def test_names_an_utterance_of_the_patient_as_it_was_read(self) -> None:
        log = Log()
        log.turn()
        stray = ReextractionProposed(utterance_event_id=an_id("nobody"), extractors=NEW, proposals=())
        command = ProposeReextraction(request_id=an_id("stray"), patient_id=PATIENT_ID, now=NOW, readings=(stray,))

        given(*log.payloads).refuses(command, TurnNotFound)
        given(*log.payloads).refuses(command.with_fields(expected_version=1), ConflictingUpdate)


def test_only_utterances_that_other_versions_read_are_outdated() -> None:
    log = Log()
    read_once = log.turn()
    log.add(said(2), ExtractionCompleted(turn_number=2, extractors=NEW, counts={}), said(3))

    assert outdated(log.events, NEW) == {read_once}
    assert len(outdated(log.events, OLD)) == 1


def test_a_record_does_not_keep_older_words_from_being_read() -> None:
    log = Log()
    first = log.turn()
    log.do(importing(medicine("850 mg")))
    found = log.reextract({first: (read(medicine("500 mg"), DRUG),)})

    assert kinds(found) == [("added", "")]
    log.accept(log.propose(found))
    assert {fact.evidence[0].source for fact in fold(PATIENT_ID, log.events).ledger.current()} == {
        Source.RECORD,
        Source.PATIENT,
    }
