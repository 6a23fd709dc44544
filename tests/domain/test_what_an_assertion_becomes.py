"""The table "What an assertion becomes", row by row."""

from __future__ import annotations

from typing import Any

import pytest

from domain.events import (
    ClarificationRequested,
    ContradictionFound,
    ContradictionResolved,
    CorrectionReverted,
    ExtractionCompleted,
    Payload,
    RecordImported,
    SlotChanged,
    SlotCorrected,
    SlotReaffirmed,
    SlotRecorded,
    SlotRetracted,
    fact_id_of,
)
from domain.proposals import Operation
from domain.values import Certainty, Content, Polarity, SlotKind, Source, Status
from tests.builders import (
    TODAY,
    age,
    allergy,
    an_id,
    changed,
    claim,
    condition,
    contradicted,
    corrected,
    extracted,
    extraction,
    importing,
    lab,
    later,
    medicine,
    none_of,
    recorded,
    registered,
    retracted,
    said,
    symptom,
    vital,
)
from tests.specs import Spec, event, given

NEXT_DAY = later(days=1)


def talking(*past: Payload, at: object = None) -> Spec:
    """A registered patient with a past who now speaks in turn 1."""
    return given(registered(), *past, said(1) if at is None else said(1, at=NEXT_DAY))


class TestANewKey:
    @pytest.mark.parametrize(
        "content", [lab(7.2), vital(72.0), medicine("500 mg"), condition(), allergy(), symptom(), age(54)]
    )
    def test_is_recorded(self, content: Content) -> None:
        talking().when(extraction(1, claim(content))).then(
            event(SlotRecorded, content=content, turn_number=1, fact_id=fact_id_of(an_id("turn 1"), 1)),
            ExtractionCompleted,
        )

    def test_of_another_subject_stands_beside_the_patients_own(self) -> None:
        talking(recorded("own", condition())).when(extraction(1, claim(condition(subject="mother")))).then(
            event(SlotRecorded, content__subject="mother"), ExtractionCompleted
        )

    def test_on_another_day_continues_a_series(self) -> None:
        spec = talking(recorded("old", lab(7.2, "2024-12-01"))).when(extraction(1, claim(lab(6.9))))
        spec.then(event(SlotRecorded, content__value=6.9), ExtractionCompleted)
        assert [fact.content.value for fact in spec.after().ledger.current()] == [7.2, 6.9]

    def test_presupposed_in_passing_is_not_recorded(self) -> None:
        talking().when(extraction(1, claim(lab(7.2), Operation.MENTION))).then(ExtractionCompleted)


class TestTheSameKeyAndValue:
    @pytest.mark.parametrize("content", [lab(7.2), medicine("500 mg"), condition(), allergy(), symptom()])
    def test_is_reaffirmed(self, content: Content) -> None:
        spec = talking(recorded("known", content)).when(extraction(1, claim(content)))
        spec.then(event(SlotReaffirmed, fact_id="known", details=None), ExtractionCompleted)
        assert spec.after().ledger.facts["known"].mentions == 2

    def test_may_fill_what_was_left_open(self) -> None:
        spec = talking(recorded("known", medicine())).when(extraction(1, claim(medicine("500 mg", frequency="BID"))))
        spec.then(event(SlotReaffirmed, details__dose="500 mg", details__frequency="BID"), ExtractionCompleted)

    def test_filling_a_date_never_moves_a_fact_onto_another(self) -> None:
        known = (recorded("day", lab(7.2, "2025-03-01")), recorded("month", lab(6.8, "2025-02")))
        after = talking(*known).when(extraction(1, claim(lab(7.2, "2025-03")))).after()
        assert {fact.fact_id: fact.clinical_day for fact in after.ledger.current()} == {
            "day": "2025-03-01",
            "month": "2025-02",
        }

    def test_doubt_does_not_weaken_what_is_certain(self) -> None:
        doubtful = condition(certainty=Certainty.UNCERTAIN)
        spec = talking(recorded("known", condition())).when(extraction(1, claim(doubtful)))
        spec.then(SlotReaffirmed, ExtractionCompleted)
        assert spec.after().ledger.facts["known"].content.certainty is Certainty.CONFIRMED


class TestAnErrorCue:
    def test_with_one_target_corrects_it(self) -> None:
        spec = talking(recorded("wrong", lab(7.2))).when(
            extraction(1, claim(lab(6.9, None), Operation.CORRECT, slot=SlotKind.LABS, concept_id="hba1c", old=7.2))
        )
        spec.then(
            event(SlotCorrected, supersedes=("wrong",), content__value=6.9, content__valid_from=TODAY),
            ExtractionCompleted,
        )
        facts = spec.after().ledger.facts
        assert facts["wrong"].ended == "corrected" and not facts["wrong"].current

    def test_with_no_target_records(self) -> None:
        talking().when(extraction(1, claim(lab(6.9), Operation.CORRECT, concept_id="hba1c", slot=SlotKind.LABS))).then(
            event(SlotRecorded, content__value=6.9), ExtractionCompleted
        )

    def test_with_several_targets_asks(self) -> None:
        talking(recorded("first", lab(7.2, "2024-06-01")), recorded("second", lab(7.5, "2024-12-01"))).when(
            extraction(1, claim(lab(6.9, None), Operation.CORRECT, slot=SlotKind.LABS, concept_id="hba1c"))
        ).then(
            event(ClarificationRequested, kind="ambiguous_target", candidates=("first", "second")), ExtractionCompleted
        )

    def test_whose_old_value_nobody_said_asks(self) -> None:
        talking(recorded("only", lab(7.2))).when(
            extraction(1, claim(lab(6.9), Operation.CORRECT, slot=SlotKind.LABS, concept_id="hba1c", old=9.9))
        ).then(event(ClarificationRequested, candidates=("only",)), ExtractionCompleted)

    @pytest.mark.parametrize(("which", "target"), [("latest", "second"), ("previous", "first")])
    def test_may_name_its_target_by_its_place_in_the_series(self, which: str, target: str) -> None:
        talking(recorded("first", lab(7.2, "2024-06-01")), recorded("second", lab(7.5, "2024-12-01"))).when(
            extraction(1, claim(lab(6.9, None), Operation.CORRECT, slot=SlotKind.LABS, concept_id="hba1c", which=which))
        ).then(event(SlotCorrected, supersedes=(target,)), ExtractionCompleted)

    @pytest.mark.parametrize("which", ["latest", None])
    def test_told_with_a_day_means_the_reading_of_that_day(self, which: str | None) -> None:
        place = {"which": which} if which else {}
        talking(recorded("meant", lab(7.2, "2024-06-01")), recorded("newest", lab(7.5, "2024-12-01"))).when(
            extraction(
                1, claim(lab(6.9, "2024-06-01"), Operation.CORRECT, slot=SlotKind.LABS, concept_id="hba1c", **place)
            )
        ).then(event(SlotCorrected, supersedes=("meant",)), ExtractionCompleted)

    def test_to_the_value_that_stands_is_a_reaffirmation(self) -> None:
        talking(recorded("right", lab(7.2))).when(
            extraction(1, claim(lab(7.2), Operation.CORRECT, slot=SlotKind.LABS, concept_id="hba1c"))
        ).then(event(SlotReaffirmed, fact_id="right"), ExtractionCompleted)

    def test_keeps_the_parts_it_does_not_speak_of(self) -> None:
        talking(recorded("wrong", medicine("500 mg", frequency="BID"))).when(
            extraction(1, claim(medicine("850 mg"), Operation.CORRECT, slot=SlotKind.MEDICATIONS, old="500 mg"))
        ).then(
            event(SlotCorrected, content__dose="850 mg", content__frequency="BID", content__status=Status.ACTIVE),
            ExtractionCompleted,
        )

    def test_without_a_replacement_retracts(self) -> None:
        talking(recorded("wrong", medicine())).when(
            extraction(1, claim(None, Operation.CORRECT, slot=SlotKind.MEDICATIONS, concept_id="metformin"))
        ).then(event(SlotRetracted, fact_id="wrong"), ExtractionCompleted)

    def test_that_moves_a_value_onto_another_replaces_both(self) -> None:
        known = (recorded("misdated", lab(7.2, "2024-12-01")), recorded("there", lab(7.0, "2025-03-01")))
        spec = talking(*known).when(
            extraction(
                1, claim(lab(7.2, "2025-03-01"), Operation.CORRECT, slot=SlotKind.LABS, concept_id="hba1c", old=7.2)
            )
        )
        spec.then(event(SlotCorrected, supersedes=("misdated", "there")), ExtractionCompleted)


class TestAChangeCue:
    def test_ends_the_old_and_begins_the_new(self) -> None:
        spec = talking(recorded("low", medicine("500 mg"))).when(
            extraction(1, claim(medicine("1000 mg"), Operation.CHANGE))
        )
        spec.then(event(SlotChanged, supersedes="low", ended_at=TODAY, content__valid_from=TODAY), ExtractionCompleted)
        ledger = spec.after().ledger
        assert ledger.facts["low"].ended == "changed"
        assert [fact.content.dose for fact in ledger.believed_on("2025-03-08")] == ["500 mg"]
        assert [fact.content.dose for fact in ledger.believed_on(TODAY)] == ["1000 mg"]

    def test_may_stop_a_medicine(self) -> None:
        talking(recorded("taken", medicine("500 mg", valid_from="2024-01"))).when(
            extraction(1, claim(medicine(status=Status.STOPPED), Operation.CHANGE))
        ).then(
            event(
                SlotChanged,
                content__status=Status.STOPPED,
                content__valid_from="2024-01",
                content__valid_to=TODAY,
                content__dose="500 mg",
            ),
            ExtractionCompleted,
        )

    def test_of_something_unknown_records_it(self) -> None:
        talking().when(extraction(1, claim(medicine("1000 mg"), Operation.CHANGE))).then(
            SlotRecorded, ExtractionCompleted
        )

    def test_with_several_targets_asks(self) -> None:
        talking(recorded("one", medicine("5 mg", name="a")), recorded("two", medicine("5 mg", name="b"))).when(
            extraction(1, claim(medicine("10 mg"), Operation.CHANGE, slot=SlotKind.MEDICATIONS, old="5 mg"))
        ).then(event(ClarificationRequested, candidates=("one", "two")), ExtractionCompleted)

    def test_to_another_medicine_without_a_dose_ends_the_one_that_it_replaces(self) -> None:
        """It was taken for the first medicine told again, and the second was nowhere."""
        inhaler, other = medicine(name="beclometasone"), medicine(name="fluticasone")
        talking(recorded("known", inhaler), at=NEXT_DAY).when(
            extraction(1, claim(other, Operation.CHANGE, slot=SlotKind.MEDICATIONS, concept_id="beclometasone"))
        ).then(
            event(SlotChanged, supersedes="known", content__concept__concept_id="fluticasone", content__dose=None),
            ExtractionCompleted,
        )

    @pytest.mark.parametrize(
        ("known", "now"),
        [
            (condition(certainty=Certainty.UNCERTAIN), condition()),
            (symptom(), symptom(polarity=Polarity.NEGATED)),
            (medicine(status=Status.PLANNED), medicine()),
            (medicine(status=Status.STOPPED), medicine()),
            (age(54), age(55)),
        ],
    )
    def test_the_world_changes_without_a_cue(self, known: Content, now: Content) -> None:
        talking(recorded("known", known), at=NEXT_DAY).when(extraction(1, claim(now))).then(
            event(SlotChanged, supersedes="known"), ExtractionCompleted
        )


class TestAnotherValueWithoutACue:
    @pytest.mark.parametrize(
        ("known", "claimed"),
        [
            (lab(7.2), lab(6.9)),
            (medicine("500 mg"), medicine("850 mg")),
            (allergy(), allergy(polarity=Polarity.NEGATED)),
            (condition(), condition(polarity=Polarity.NEGATED)),
            (age(54), age(40)),
        ],
    )
    def test_contradicts_and_both_are_disputed(self, known: Content, claimed: Content) -> None:
        spec = talking(recorded("known", known)).when(extraction(1, claim(claimed)))
        spec.then(event(ContradictionFound, conflicts_with=("known",)), ExtractionCompleted)
        assert [fact.disputed for fact in spec.after().ledger.current()] == [True, True]

    def test_of_a_vital_on_one_day_is_a_newer_reading(self) -> None:
        talking(recorded("first", vital(72.0))).when(extraction(1, claim(vital(80.0)))).then(
            event(SlotChanged, supersedes="first"), ExtractionCompleted
        )

    def test_inside_one_utterance_the_last_wins(self) -> None:
        talking().when(extraction(1, claim(lab(7.2)), claim(lab(6.9)))).then(
            event(SlotRecorded, content__value=6.9), ExtractionCompleted
        )

    def test_is_resolved_by_naming_a_side(self) -> None:
        past = (recorded("chart", lab(7.2)), contradicted("spoken", lab(6.9), "chart"))
        spec = talking(*past).when(extraction(1, claim(lab(7.2))))
        spec.then(event(ContradictionResolved, kept="chart", dropped=("spoken",)), ExtractionCompleted)
        ledger = spec.after().ledger
        assert ledger.disputes == {} and ledger.facts["spoken"].ended == "resolved"
        assert [(fact.fact_id, fact.disputed) for fact in ledger.current()] == [("chart", False)]

    def test_is_not_resolved_by_a_question_that_quotes_a_side(self) -> None:
        past = (recorded("chart", lab(7.2)), contradicted("spoken", lab(6.9), "chart"))
        talking(*past).when(extraction(1, claim(lab(7.2), Operation.MENTION))).then(ExtractionCompleted)

    def test_is_closed_by_a_correction_of_one_side(self) -> None:
        past = (recorded("chart", lab(7.2)), contradicted("spoken", lab(6.9), "chart"), retracted("spoken"))
        ledger = given(registered(), *past).after().ledger
        assert ledger.disputes == {} and not ledger.facts["chart"].disputed


class TestNone:
    def test_is_recorded_where_nothing_is_known(self) -> None:
        talking().when(extraction(1, claim(none_of(SlotKind.ALLERGIES)))).then(SlotRecorded, ExtractionCompleted)

    def test_is_corrected_by_a_concrete_fact(self) -> None:
        talking(recorded("none", none_of(SlotKind.ALLERGIES))).when(extraction(1, claim(allergy()))).then(
            event(SlotCorrected, supersedes=("none",), reason="concrete after none"), ExtractionCompleted
        )

    def test_is_not_corrected_by_somebody_elses_fact(self) -> None:
        talking(recorded("none", none_of(SlotKind.CONDITIONS))).when(
            extraction(1, claim(condition(subject="mother")))
        ).then(SlotRecorded, ExtractionCompleted)

    def test_after_concrete_facts_asks(self) -> None:
        talking(recorded("known", allergy())).when(extraction(1, claim(none_of(SlotKind.ALLERGIES)))).then(
            event(ClarificationRequested, kind="none_after_concrete", candidates=("known",)), ExtractionCompleted
        )

    def test_repeated_is_a_reaffirmation(self) -> None:
        talking(recorded("none", none_of(SlotKind.ALLERGIES))).when(
            extraction(1, claim(none_of(SlotKind.ALLERGIES)))
        ).then(event(SlotReaffirmed, fact_id="none"), ExtractionCompleted)

    def test_known_follows_unknown_as_a_change(self) -> None:
        unknown = none_of(SlotKind.ALLERGIES, certainty=Certainty.UNKNOWN)
        talking(recorded("unknown", unknown)).when(extraction(1, claim(none_of(SlotKind.ALLERGIES)))).then(
            event(SlotChanged, supersedes="unknown"), ExtractionCompleted
        )


class TestARevert:
    REVERT = claim(None, Operation.REVERT)

    def test_gives_the_old_fact_its_life_back(self) -> None:
        past = (recorded("first", lab(7.2)), corrected("second", lab(6.9), "first"))
        spec = talking(*past).when(extraction(1, self.REVERT))
        spec.then(event(CorrectionReverted, fact_id="second", restored=("first",)), ExtractionCompleted)
        ledger = spec.after().ledger
        assert [fact.fact_id for fact in ledger.current()] == ["first"]
        assert ledger.facts["second"].ended == "reverted"

    def test_of_a_corrected_correction_goes_back_one_step(self) -> None:
        past = (
            recorded("first", lab(7.2)),
            corrected("second", lab(6.9), "first"),
            corrected("third", lab(6.5), "second"),
        )
        talking(*past).when(extraction(1, self.REVERT)).then(
            event(CorrectionReverted, fact_id="third", restored=("second",)), ExtractionCompleted
        )

    def test_that_names_a_value_goes_back_to_it(self) -> None:
        past = (
            recorded("first", lab(7.2)),
            corrected("second", lab(6.9), "first"),
            corrected("third", lab(6.5), "second"),
        )
        named = claim(None, Operation.REVERT, slot=SlotKind.LABS, concept_id="hba1c", old=7.2)
        spec = talking(*past).when(extraction(1, named))
        spec.then(event(CorrectionReverted, fact_id="third", restored=("first",)), ExtractionCompleted)
        assert [fact.fact_id for fact in spec.after().ledger.current()] == ["first"]

    def test_where_nothing_was_corrected_does_nothing(self) -> None:
        talking(recorded("only", lab(7.2))).when(extraction(1, self.REVERT)).then(ExtractionCompleted)

    def test_withdraws_what_took_the_place_of_the_old_fact_meanwhile(self) -> None:
        past = (
            recorded("first", medicine(name="a")),
            corrected("second", medicine(name="b"), "first"),
            recorded("again", medicine("5 mg", name="a")),
        )
        spec = talking(*past).when(extraction(1, self.REVERT))
        spec.then(
            event(SlotRetracted, fact_id="again"),
            event(CorrectionReverted, restored=("first",)),
            ExtractionCompleted,
        )
        assert [fact.fact_id for fact in spec.after().ledger.current()] == ["first"]


class TestNotMine:
    def test_retracts_and_records_for_the_right_subject(self) -> None:
        spec = talking(recorded("mine", condition())).when(
            extraction(
                1,
                claim(None, Operation.RETRACT, slot=SlotKind.CONDITIONS, concept_id="diabetes"),
                claim(condition(subject="mother")),
            )
        )
        spec.then(
            event(SlotRetracted, fact_id="mine"),
            event(SlotRecorded, content__subject="mother"),
            ExtractionCompleted,
        )

    def test_with_several_targets_asks(self) -> None:
        talking(recorded("a", condition("asthma")), recorded("b", condition("gout"))).when(
            extraction(1, claim(None, Operation.RETRACT, slot=SlotKind.CONDITIONS))
        ).then(event(ClarificationRequested, candidates=("a", "b")), ExtractionCompleted)

    @pytest.mark.parametrize(("mine", "theirs"), [(condition(), "diabetes"), (allergy(), "penicillin_allergy")])
    def test_but_a_relatives_becomes_their_family_history(self, mine: Content, theirs: str) -> None:
        taken_back = claim(
            None, Operation.RETRACT, slot=mine.slot, concept_id=mine.concept.concept_id, reattributed_to="mother"
        )
        spec = talking(recorded("mine", mine)).when(extraction(1, taken_back))
        spec.then(
            event(SlotRetracted, fact_id="mine", reattributed_to="mother"),
            event(
                SlotRecorded,
                content__slot=SlotKind.FAMILY_HISTORY,
                content__subject="mother",
                content__concept__concept_id=theirs,
            ),
            ExtractionCompleted,
        )

    def test_but_a_relatives_medicine_is_kept_nowhere(self) -> None:
        taken_back = claim(None, Operation.RETRACT, slot=SlotKind.MEDICATIONS, reattributed_to="husband")
        talking(recorded("mine", medicine())).when(extraction(1, taken_back)).then(SlotRetracted, ExtractionCompleted)

    @pytest.mark.parametrize(("slot", "asked"), [(None, ("asthma", "tablet")), (SlotKind.MEDICATIONS, ())])
    def test_means_all_that_was_told_together_unless_it_names_a_slot(
        self, slot: SlotKind | None, asked: tuple[str, ...]
    ) -> None:
        told = (recorded("asthma", condition("asthma"), turn=1), recorded("tablet", medicine(), turn=1))
        spec = given(registered(), said(1), *told, extracted(1), said(2)).when(
            extraction(2, claim(None, Operation.RETRACT, slot=slot, concept_id="metformin", which="spoken"))
        )
        spec.then(event(ClarificationRequested, candidates=asked) if asked else SlotRetracted, ExtractionCompleted)


class TestAReminder:
    REMINDER = claim(lab(7.2, None), Operation.REMIND)

    def test_of_what_is_believed_reaffirms_it(self) -> None:
        talking(recorded("known", lab(7.2, "2025-01-05"))).when(extraction(1, self.REMINDER)).then(
            event(SlotReaffirmed, fact_id="known"), ExtractionCompleted
        )

    def test_of_what_was_never_heard_is_recorded(self) -> None:
        talking().when(extraction(1, self.REMINDER)).then(
            event(SlotRecorded, content__valid_from=None), ExtractionCompleted
        )

    def test_of_what_was_corrected_contradicts_what_stands_instead_on_its_own_day(self) -> None:
        past = (
            recorded("wrong", lab(7.2, "2025-01-05")),
            corrected("better", lab(6.9, "2025-01-05"), "wrong"),
            corrected("right", lab(6.8, "2025-01-05"), "better"),
        )
        spec = talking(*past).when(extraction(1, self.REMINDER))
        spec.then(
            event(ContradictionFound, conflicts_with=("right",), content__valid_from="2025-01-05"), ExtractionCompleted
        )
        assert not spec.after().ledger.facts["wrong"].current

    def test_of_what_was_withdrawn_asks_about_that(self) -> None:
        past = (recorded("gone", condition()), retracted("gone"))
        talking(*past).when(extraction(1, claim(condition(), Operation.REMIND))).then(
            event(ContradictionFound, conflicts_with=("gone",)), ExtractionCompleted
        )


class TestAReply:
    OPEN = (recorded("chart", lab(7.2)), contradicted("spoken", lab(6.9), "chart"))

    @pytest.mark.parametrize(
        ("side", "kept"), [({"old": 6.9}, "spoken"), ({"which": "first"}, "chart"), ({"which": "second"}, "spoken")]
    )
    def test_settles_the_contradiction_for_the_side_it_names(self, side: dict[str, Any], kept: str) -> None:
        talking(*self.OPEN).when(extraction(1, claim(None, Operation.CONFIRM, **side))).then(
            event(ContradictionResolved, kept=kept), ExtractionCompleted
        )

    @pytest.mark.parametrize("side", [{"old": 9.9}, {"slot": SlotKind.LABS}, {"source": Source.CLINICIAN}])
    def test_that_fits_no_side_or_both_settles_nothing(self, side: dict[str, Any]) -> None:
        talking(*self.OPEN).when(extraction(1, claim(None, Operation.CONFIRM, **side))).then(ExtractionCompleted)

    def test_that_fits_two_contradictions_is_asked_about(self) -> None:
        other = (recorded("c", lab(130, name="ldl")), contradicted("s", lab(90, name="ldl"), "c"))
        talking(*self.OPEN, *other).when(extraction(1, claim(None, Operation.CONFIRM, which="first"))).then(
            event(ClarificationRequested, candidates=("chart", "c")), ExtractionCompleted
        )

    def test_that_a_corrected_fact_was_right_undoes_the_correction(self) -> None:
        past = (recorded("first", condition("gout")), corrected("second", condition("asthma"), "first"))
        talking(*past).when(extraction(1, claim(condition("gout"), Operation.CONFIRM))).then(
            event(CorrectionReverted, fact_id="second", restored=("first",)), ExtractionCompleted
        )


class TestAnImport:
    def test_that_is_silent_ends_nothing(self) -> None:
        spec = given(registered(), recorded("known", medicine("500 mg"))).when(importing(allergy()))
        spec.then(RecordImported, event(SlotRecorded, content__concept__concept_id="penicillin"))
        assert spec.after().ledger.facts["known"].current

    def test_that_differs_contradicts(self) -> None:
        given(registered(), recorded("spoken", medicine("500 mg"))).when(importing(medicine("850 mg"))).then(
            RecordImported, event(ContradictionFound, conflicts_with=("spoken",))
        )

    def test_that_agrees_reaffirms(self) -> None:
        given(registered(), recorded("spoken", medicine("500 mg"))).when(importing(medicine("500 mg"))).then(
            RecordImported, event(SlotReaffirmed, fact_id="spoken")
        )

    def test_never_settles_a_contradiction(self) -> None:
        past = (recorded("chart", lab(7.2)), contradicted("spoken", lab(6.9), "chart"))
        given(registered(), *past).when(importing(lab(7.2))).then(RecordImported, SlotReaffirmed)

    @pytest.mark.parametrize(
        "past",
        [
            (recorded("wrong", medicine("500 mg")), corrected("right", medicine("850 mg"), "wrong")),
            (recorded("wrong", medicine("500 mg")), retracted("wrong")),
            (recorded("wrong", lab(7.2)), retracted("wrong")),
        ],
        ids=["corrected", "retracted", "retracted lab"],
    )
    def test_never_revives_what_was_corrected_or_retracted(self, past: tuple[Payload, ...]) -> None:
        wrong = past[0]
        assert isinstance(wrong, SlotRecorded)
        spec = given(registered(), *past).when(importing(wrong.content))
        spec.then(RecordImported, ContradictionFound)
        assert not spec.after().ledger.facts["wrong"].current

    def test_of_what_was_changed_since_contradicts_the_present_only(self) -> None:
        past = (recorded("old", medicine("500 mg")), changed("new", medicine("1000 mg"), "old"))
        given(registered(), *past).when(importing(medicine("500 mg"))).then(
            RecordImported, event(ContradictionFound, conflicts_with=("new",))
        )


def test_a_turn_is_extracted_once() -> None:
    given(registered(), said(1), extracted(1)).when(extraction(1, claim(lab(7.2)))).then_nothing()
