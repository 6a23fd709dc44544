"""Registering, turns, editing by id, and what a correction brings down with it."""

from __future__ import annotations

import pytest

from domain.commands import ReceiveUtterance
from domain.errors import (
    AlreadyRegistered,
    ConflictingUpdate,
    FactNotFound,
    InvalidIdentifier,
    InvalidText,
    PatientErased,
    PatientNotFound,
    TurnNotFound,
)
from domain.events import (
    AnswerGiven,
    AnswerInvalidated,
    ContradictionResolved,
    CorrectionReverted,
    ExtractionCompleted,
    PatientRegistered,
    SlotCorrected,
    SlotRecorded,
    SlotRetracted,
    SummaryInvalidated,
    TurnsSummarised,
    UtteranceReceived,
)
from domain.events import PatientErased as PatientErasedEvent
from domain.proposals import Operation
from domain.values import SlotKind
from tests.builders import (
    NOW,
    answer,
    claim,
    completion,
    contradicted,
    corrected,
    correcting,
    extracted,
    extraction,
    importing,
    lab,
    medicine,
    recorded,
    recording,
    register,
    registered,
    retracted,
    retracting,
    said,
    utterance,
)
from tests.specs import event, given

KNOWN = (registered(), recorded("wrong", lab(7.2)), said(1), extracted(1), answer(1, "wrong"))
ERASED = (*KNOWN, PatientErasedEvent(certificate_hash="-"))


class TestRegistering:
    def test_makes_a_patient_known(self) -> None:
        given().when(register()).then(event(PatientRegistered, locale="ko", time_zone="Asia/Seoul"))

    def test_twice_is_refused(self) -> None:
        given(registered()).refuses(register(), AlreadyRegistered)

    def test_needs_a_uuid(self) -> None:
        refused = given().refuses(register("홍길동"), InvalidIdentifier)
        assert "홍길동" not in f"{refused} {dict(refused.details)}"

    def test_comes_first(self) -> None:
        given().refuses(utterance(1), PatientNotFound)


class TestAnUtterance:
    def test_is_saved_verbatim_with_its_turn(self) -> None:
        given(registered(), said(1)).when(utterance(2, " 7.2% 였어요.\n")).then(
            event(UtteranceReceived, text=" 7.2% 였어요.\n", turn_number=2)
        )

    @pytest.mark.parametrize("text", ["", " \n", "a" * 4_001, "a\x00b", "a\x1bb", "\ud800"])
    def test_that_is_no_text_is_refused_without_quoting_it(self, text: str) -> None:
        refused = given(registered()).refuses(utterance(1, text), InvalidText)
        assert "aaa" not in str(refused)

    def test_may_have_four_thousand_characters(self) -> None:
        given(registered()).when(utterance(1, "가" * 4_000)).then(UtteranceReceived)


class TestATurn:
    def test_must_exist_to_be_extracted_or_completed(self) -> None:
        given(registered()).refuses(extraction(1), TurnNotFound)
        given(registered()).refuses(completion(1), TurnNotFound)

    def test_is_completed_once(self) -> None:
        given(*KNOWN).when(completion(1)).then_nothing()

    def test_that_used_a_fact_gone_stale_meanwhile_is_saved_with_the_mark(self) -> None:
        past = (registered(), recorded("wrong", lab(7.2)), said(1), extracted(1), corrected("right", lab(6.9), "wrong"))
        given(*past).when(completion(1, "wrong")).then(
            AnswerGiven, event(AnswerInvalidated, answer_turn_number=1, fact_id="wrong", reason="corrected")
        )


class TestTheCascade:
    def test_of_a_correction_reaches_the_answer(self) -> None:
        spec = given(*KNOWN, said(2)).when(
            extraction(2, claim(lab(6.9), Operation.CORRECT, slot=SlotKind.LABS, old=7.2))
        )
        spec.then(
            SlotCorrected,
            event(AnswerInvalidated, answer_turn_number=1, fact_id="wrong", reason="corrected", turn_number=2),
            ExtractionCompleted,
        )
        assert spec.after().answers[1].invalidated_by == {"wrong"}

    def test_of_a_retraction_reaches_the_answer(self) -> None:
        given(*KNOWN).when(retracting("wrong")).then(SlotRetracted, event(AnswerInvalidated, reason="retracted"))

    def test_of_a_revert_reaches_the_answer_on_the_correction(self) -> None:
        past = (registered(), recorded("first", lab(7.2)), corrected("second", lab(6.9), "first"), said(1))
        given(*past, extracted(1), answer(1, "second"), said(2)).when(
            extraction(2, claim(None, Operation.REVERT))
        ).then(CorrectionReverted, event(AnswerInvalidated, fact_id="second", reason="reverted"), ExtractionCompleted)

    def test_of_a_settled_contradiction_reaches_the_answer_on_the_dropped_side(self) -> None:
        past = (*KNOWN, contradicted("spoken", lab(6.9), "wrong"), said(2))
        given(*past).when(extraction(2, claim(lab(6.9)))).then(
            ContradictionResolved,
            event(AnswerInvalidated, fact_id="wrong", reason="resolved"),
            ExtractionCompleted,
        )

    def test_reaches_a_summary(self) -> None:
        summary = TurnsSummarised(
            summary_id="s", first_turn=1, last_turn=5, text="-", tokens=1, fact_ids=("wrong",), author="rules"
        )
        given(*KNOWN, summary).when(retracting("wrong")).then(
            SlotRetracted, AnswerInvalidated, event(SummaryInvalidated, summary_id="s", fact_id="wrong")
        )

    def test_marks_an_answer_once_for_a_fact(self) -> None:
        spec = given(*KNOWN).when(correcting("wrong", lab(6.9))).and_then()
        again = spec.when(extraction(1)).after()
        assert again.answers[1].invalidated_by == {"wrong"}

    def test_of_a_change_leaves_answers_alone(self) -> None:
        past = (registered(), recorded("low", medicine("500 mg")), said(1), extracted(1), answer(1, "low"), said(2))
        spec = given(*past).when(extraction(2, claim(medicine("1000 mg"), Operation.CHANGE)))
        assert not any(isinstance(payload, AnswerInvalidated) for payload in spec.found or ())


class TestEditingById:
    def test_corrects(self) -> None:
        given(*KNOWN[:2]).when(correcting("wrong", lab(6.9))).then(
            event(SlotCorrected, supersedes=("wrong",), content__value=6.9, reason="typing error")
        )

    def test_settles_a_contradiction_by_replacing_both_sides(self) -> None:
        past = (registered(), recorded("chart", lab(7.2)), contradicted("spoken", lab(6.9), "chart"))
        spec = given(*past).when(correcting("chart", lab(6.5)))
        spec.then(event(SlotCorrected, supersedes=("chart", "spoken")))
        ledger = spec.after().ledger
        assert [fact.content.value for fact in ledger.current()] == [6.5] and ledger.disputes == {}

    def test_of_what_is_not_current_is_refused(self) -> None:
        given(*KNOWN, retracted("wrong")).refuses(correcting("wrong", lab(6.9)), FactNotFound)
        given(registered()).refuses(retracting("unknown"), FactNotFound)

    @pytest.mark.parametrize("expected", [1, 3])
    def test_of_another_version_is_refused(self, expected: int) -> None:
        past = given(registered(), recorded("wrong", lab(7.2)))
        for command in (
            correcting("wrong", lab(6.9), expected_version=expected),
            retracting("wrong", expected_version=expected),
            recording(lab(6.9), expected_version=expected),
        ):
            past.refuses(command, ConflictingUpdate)

    def test_records_with_the_event_as_its_own_evidence(self) -> None:
        spec = given(registered()).when(recording(lab(7.2)))
        spec.then(event(SlotRecorded, turn_number=None))
        fact = next(spec.after().ledger.current())
        assert fact.evidence[0].event_id == fact.event_id


class TestAnErasedPatient:
    def test_takes_no_command(self) -> None:
        for command in (utterance(2), importing(), recording(lab(7.2)), retracting("wrong"), completion(1)):
            given(*ERASED).refuses(command, PatientErased)

    def test_is_not_registered_anew(self) -> None:
        given(*ERASED).refuses(register(), AlreadyRegistered)

    def test_has_nothing_left_in_its_state(self) -> None:
        state = given(*ERASED).after()
        assert (
            not state.ledger.facts
            and not state.answers
            and all(turn.utterance is None for turn in state.turns.values())
        )


def test_a_request_of_before_keeps_its_hash_so_that_its_retry_is_known() -> None:
    sent = ReceiveUtterance(
        request_id="r",
        patient_id="p",
        now=NOW,
        conversation_id="c",
        text="I take metformin.",
        language="en",
    )
    assert sent.fingerprint() == "396c6d86de27a80532e5d249406971702f916c87db1dc885e66c8ea0cc03fda8"
    assert sent.with_fields(agent_said="And you?").fingerprint() != sent.fingerprint()
