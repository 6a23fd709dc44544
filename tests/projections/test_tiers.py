from __future__ import annotations

from datetime import timedelta

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.events import (
    AnswerInvalidated,
    Payload,
    SlotReaffirmed,
    SummaryInvalidated,
    TurnsSummarised,
    event_id_at,
)
from domain.values import ANY, Certainty, Concept, Content, Evidence, Polarity, SlotKind, Status
from projections.tiers import REMEMBERED_TURNS, WORKING_TURNS, Tiers, TiersProjection
from tests.builders import (
    NOW,
    PATIENT_ID,
    allergy,
    answer,
    changed,
    condition,
    corrected,
    lab,
    later,
    medicine,
    recorded,
    registered,
    retracted,
    said,
    symptom,
)
from tests.specs import history

PROJECTION = TiersProjection()
SAYING = "당화혈색소가 7.2%였고 아스피린을 먹어요"


def folded(*payloads: Payload) -> Tiers:
    view = PROJECTION.empty(PATIENT_ID)
    for event in history(registered(), *payloads):
        view = PROJECTION.apply(view, event)
    return view


def heard(fact_id: str, content: Content, words: str, turn: int = 1, text: str = SAYING) -> Payload:
    start = text.index(words)
    spoken = Evidence(event_id=event_id_at(PATIENT_ID, 1), turn_number=turn, start=start, end=start + len(words))
    return recorded(fact_id, content, turn=turn).with_fields(evidence=spoken)


def summarised(first: int, *facts: str) -> TurnsSummarised:
    return TurnsSummarised(
        summary_id=f"s{first}",
        first_turn=first,
        last_turn=first + 4,
        text="…",
        tokens=3,
        fact_ids=facts,
        author="rules",
    )


def turns(count: int, *, without_summary: frozenset[int] = frozenset()) -> list[Payload]:
    """A conversation of a turn every seven hours, summarised after every fifth turn as the agent does."""
    payloads: list[Payload] = []
    for turn in range(1, count + 1):
        payloads += [said(turn, f"말 {turn}", NOW + timedelta(hours=7 * turn)), answer(turn)]
        if turn % 5 == 0 and turn - 4 not in without_summary:
            payloads.append(summarised(turn - 4))
    return payloads


def remembered(view: Tiers) -> set[int]:
    found = {line.turn_number for line in (*view.working(), *view.pending())}
    return found.union(*(range(one.first_turn, one.last_turn + 1) for one in view.compressed()))


@given(st.integers(1, 60), st.sets(st.sampled_from(range(1, 60, 5)), max_size=4))
def test_no_turn_is_lost_between_working_memory_and_its_summary(count: int, missing: set[int]) -> None:
    view = folded(*turns(count, without_summary=frozenset(missing)))
    assert remembered(view) >= set(range(max(1, count - REMEMBERED_TURNS + 1), count + 1))
    assert len(view.working()) == min(count, WORKING_TURNS)
    assert len(view.lines) <= REMEMBERED_TURNS + 5


def test_a_turn_in_progress_and_a_summary_taken_away_lose_nothing() -> None:
    view = folded(*turns(9), said(10, "말 10"), SummaryInvalidated(summary_id="s1", fact_id="f"))
    assert [line.turn_number for line in view.pending()] == [1, 2, 3, 4, 5]
    assert [line.turn_number for line in view.working()] == [6, 7, 8, 9, 10]


def test_what_was_said_is_kept_for_good_and_old_answers_are_not() -> None:
    told = [said(1, SAYING), heard("f", lab(value=7.2), "당화혈색소가 7.2%"), *turns(60)[2:]]
    view = folded(*told)
    first, third = view.line_of(1), view.line_of(3)
    assert first is not None and first.question == SAYING
    assert third is not None and third.answer is None
    assert [one.turn_number for one in view.kept()][-58:] == list(range(3, 61))


def test_pending_is_empty_while_summaries_keep_up() -> None:
    for count in (5, 6, 10, 11, 21, 60):
        assert folded(*turns(count)).pending() == ()


def test_summaries_reach_back_twenty_turns_and_are_oldest_first() -> None:
    assert [one.first_turn for one in folded(*turns(21)).compressed()] == [1, 6, 11, 16]
    assert [one.first_turn for one in folded(*turns(60)).compressed()] == [41, 46, 51]


def test_a_corrected_value_is_replaced_by_a_marker_in_the_words_of_its_turn() -> None:
    view = folded(
        said(1, SAYING),
        heard("a", lab(7.2), "7.2%"),
        heard("b", medicine(name="aspirin"), "아스피린"),
        corrected("c", lab(6.9), "a"),
        retracted("b"),
    )
    (line,) = view.working()
    assert line.question == "당화혈색소가 [corrected: hba1c 7.2 % -> 6.9 %]였고 [withdrawn: aspirin]을 먹어요"


def test_a_marker_names_what_is_believed_now_however_often_it_was_corrected() -> None:
    view = folded(
        said(1, SAYING),
        heard("a", lab(7.2), "7.2%"),
        corrected("b", lab(6.9), "a"),
        corrected("c", lab(6.5), "b"),
    )
    (line,) = view.working()
    assert "[corrected: hba1c 7.2 % -> 6.5 %]" in line.question
    assert "6.9" not in line.question


def test_a_value_that_was_true_then_keeps_its_words_and_says_what_came_of_it() -> None:
    text = "메트포르민 500mg 먹어요"
    view = folded(
        said(1, text),
        heard("a", medicine("500 mg"), "메트포르민 500mg", text=text),
        answer(1, "a", text="메트포르민 500mg을 드십니다."),
        changed("b", medicine("1000 mg"), "a"),
    )
    (line,) = view.working()
    marker = "[since changed: metformin 500 mg -> 1000 mg]"
    assert line.question == f"메트포르민 500mg {marker} 먹어요"
    assert line.answer == f"메트포르민 500mg을 드십니다. {marker}"
    assert view.since_changed(("a", "b")) == (marker,)


def test_overlapping_words_get_all_their_markers_and_keep_nothing_that_was_never_true() -> None:
    text = "혈압 150에 80"
    view = folded(
        said(1, text),
        heard("a", lab(150, name="systolic"), "150에 80", text=text),
        heard("b", medicine(name="x"), "80", text=text),
        corrected("c", lab(140, name="systolic"), "a"),
        changed("d", medicine(name="x", status=Status.STOPPED), "b"),
    )
    (line,) = view.working()
    assert line.question == "혈압 [corrected: systolic 150 % -> 140 %] [since changed: x active -> stopped]"


def test_an_answer_that_rested_on_a_corrected_fact_is_not_repeated() -> None:
    view = folded(
        said(1, SAYING),
        heard("a", lab(7.2), "7.2%"),
        answer(1, "a", text="7.2%는 높습니다."),
        corrected("b", lab(6.9), "a"),
        AnswerInvalidated(answer_event_id="e", answer_turn_number=1, fact_id="a", reason="corrected"),
    )
    (line,) = view.working()
    assert line.answer == ("[answer withdrawn: it rested on what was corrected] [corrected: hba1c 7.2 % -> 6.9 %]")


def test_the_turn_of_a_correction_states_the_old_value_only_as_corrected() -> None:
    text = "7.2%가 아니라 6.9%였어요. 17.2나 7.25는 다른 값이에요"
    view = folded(
        recorded("a", lab(7.2)),
        said(1, text),
        corrected("b", lab(6.9), "a").with_fields(turn_number=1),
        answer(1, "b", text="7.2%를 6.9%로 고쳤습니다."),
    )
    (line,) = view.working()
    marker = "[corrected: hba1c 7.2 % -> 6.9 %]"
    assert line.question == f"{marker}가 아니라 6.9%였어요. 17.2나 7.25는 다른 값이에요"
    assert line.answer == f"{marker}를 6.9%로 고쳤습니다."


CHRONIC = Concept(concept_id="diabetes", name="diabetes", chronic=True)


@pytest.mark.parametrize(
    ("content", "mentions", "stays"),
    [
        (Content(slot=SlotKind.CONDITIONS, concept=CHRONIC), 1, True),
        (Content(slot=SlotKind.CONDITIONS, concept=CHRONIC, status=Status.RESOLVED), 3, False),
        (Content(slot=SlotKind.CONDITIONS, concept=CHRONIC, subject="mother"), 3, False),
        (Content(slot=SlotKind.CONDITIONS, concept=CHRONIC, certainty=Certainty.UNCERTAIN), 3, False),
        (condition("flu"), 1, False),
        (condition("flu"), 2, True),
        (medicine(), 1, False),
        (medicine(), 2, True),
        (medicine(status=Status.STOPPED), 2, False),
        (allergy(), 1, True),
        (allergy(certainty=Certainty.UNCERTAIN), 1, True),
        (allergy(polarity=Polarity.NEGATED), 1, False),
        (allergy(ANY), 1, False),
        (symptom(), 5, False),
    ],
)
def test_what_stays_for_good(content: Content, mentions: int, stays: bool) -> None:
    again = [
        SlotReaffirmed(fact_id="f", evidence=Evidence(event_id="e"), said_at=later(hours=number))
        for number in range(mentions - 1)
    ]
    assert bool(folded(recorded("f", content), *again).semantic()) is stays


def test_the_stored_form_holds_the_remembered_turns_as_they_were_said() -> None:
    view = folded(*turns(12), heard("a", lab(7.2), "7.2%", turn=12), corrected("b", lab(6.9), "a"))
    (row,) = PROJECTION.rows(view).values()
    stored = orjson.loads(row)
    assert [line["turn_number"] for line in stored["lines"]] == list(view.lines)
    assert stored["lines"][-1]["question"] == view.lines[12].question
    assert stored["lines"][-1]["fact_ids"] == ["a"]
    (span,) = stored["lines"][-1]["spans"]
    assert span[0] == "a"
