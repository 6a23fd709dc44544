"""Metrics of turn rows, each on turns worked out by hand."""

from __future__ import annotations

import pytest

from evaluation.study.experiments.own import OWN
from evaluation.study.gold import Check
from evaluation.study.metrics.definitions import ALIASES, DEFINITIONS
from evaluation.study.metrics.rubric import WEIGHTS, WEIGHTS_WITH_EVIDENCE, total
from evaluation.study.metrics.stops import searched_again_in_vain, stop_score
from evaluation.study.metrics.turns import measured
from evaluation.study.rows import Context, Rubric, TurnRow
from evaluation.study.scoring import points
from tests.evaluation.study.made_rows import LABS, TRUTH, row


def _values(*rows: TurnRow) -> dict[str, float | None]:
    return dict(measured(rows)[-1].values)


def test_points_and_totals_by_hand() -> None:
    checks = (Check("a", "accuracy"), Check("b", "accuracy"), Check("c", "context"), Check("d", "hallucination"))
    scores = points(checks, {"a": True, "b": False, "c": False, "d": True})
    assert scores == {"accuracy": 1, "context": 0, "reasoning": None, "hallucination": 2, "evidence": None}
    # (.35 * 1 + .25 * 0 + .15 * 2) / .75 and (.30 * 1 + .20 * 0 + .10 * 2) / .60
    assert total(Rubric(**scores), WEIGHTS) == pytest.approx(0.65 / 0.75)
    assert total(Rubric(**scores), WEIGHTS_WITH_EVIDENCE) == pytest.approx(0.5 / 0.6)
    assert total(Rubric(), WEIGHTS) is None
    assert sum(WEIGHTS.values()) == pytest.approx(1) and sum(WEIGHTS_WITH_EVIDENCE.values()) == pytest.approx(1)


def test_an_answer_is_faithful_to_the_record_the_message_and_what_it_cites() -> None:
    answer = "Your latest HbA1c is 7.2 %. Walking thirty minutes a day lowers glucose. Take warfarin 5 mg daily."
    texts = (Context("d1", "Walking thirty minutes a day lowers glucose."), Context("d2", "Take warfarin 5 mg daily."))
    cited = row(answer=answer, passed=True, contexts=texts, citations=("d1",))
    # The value is on record and the walk in the cited document; a document that isn't cited supports nothing.
    assert _values(cited)["faithfulness"] == pytest.approx(2 / 3)
    assert _values(row(answer=answer, contexts=texts))["faithfulness"] is None, "nothing was asked"


def test_what_follows_from_the_record_is_faithful_too() -> None:
    answer = (
        "복용약:\n복용약: 없음\n알레르기: 확인되지 않음(모른다고 하심)\n"
        "당화혈색소는 7.9%에서 7.2%로 0.7%p 감소했습니다.\n목표 범위를 벗어나 목표보다 높습니다(목표 7.0% 미만).\n"
        "“걷기는 혈당을 낮춥니다.” [ko-walk-01] (대한당뇨병학회(KDA) 지침 2023)"
    )
    turn = row(answer=answer, passed=True, truth={**TRUTH, "allergies": None},
               contexts=(Context("ko-walk-01", "걷기는 혈당을 낮춥니다."),), citations=("ko-walk-01",))  # fmt: skip
    # A heading claims nothing, and where a quote is from is no claim of its own.
    assert _values(turn)["faithfulness"] == 1.0
    wrong = row(
        answer="당화혈색소는 0.9%p 감소했습니다. 알레르기: 없음", passed=True, truth={**TRUTH, "allergies": None}
    )
    assert _values(wrong)["faithfulness"] == 0.0


def test_turns_contradict_where_they_state_two_values_of_one_day_and_truth() -> None:
    right = row(turn=1, answer="Your HbA1c was 7.2 %.")
    earlier = row(turn=1, answer="HbA1c 7.9 %.", truth={**TRUTH, "labs": [{**LABS[1], "value": 7.9}]})
    corrected = row(turn=2, answer="HbA1c 7.2 %.", truth={**TRUTH, "labs": [{**LABS[1], "value": 7.2}]})
    again = row(turn=3, answer="HbA1c 7.9 %.", truth={**TRUTH, "labs": [{**LABS[1], "value": 7.2}]})
    assert _values(right, row(turn=2, answer="HbA1c: 7.2 % now and 7.9 % in May."))["ccr"] == 1.0, "a series"
    assert _values(earlier, corrected)["ccr"] == 1.0, "what was corrected in between"
    # Of three pairs, the corrected value and the old one that came back contradict each other.
    assert _values(earlier, corrected, again)["ccr"] == pytest.approx(2 / 3)
    excused = row(turn=3, answer="HbA1c: 7.9 % is corrected to 7.2 %.", truth=corrected.truth)
    assert _values(earlier, corrected, excused)["ccr"] == 1.0, "what is said to be taken back"
    assert _values(right)["ccr"] is None, "one turn has no pair"


def test_retrievals_are_judged_by_what_is_relevant_and_by_the_search_before() -> None:
    first = row(turn=1, retrievals=(("a", "b"),), relevant=("a",), citations=("b",))
    second = row(turn=2, retrievals=(("b", "c"), ("c", "d")), relevant=(), wanted=("c", "x"))
    values = _values(first, second)
    # 1 - 1/3 against the turn before, 1 - 1/3 within the turn.
    assert values["urr"] == pytest.approx(2 / 3)
    assert (values["retrievals"], values["retrieved_documents"], values["targeted_retrieval_rate"]) == (2, 4, 0.0)
    assert values["context_recall"] == 0.5, "c of c and x in the last search"
    one = _values(first)
    assert (one["context_precision"], one["cus"], one["urr"]) == (1.0, 0.5, None)
    assert _values(row())["context_precision"] is None and _values(row())["retrieval_rate"] == 0.0


def test_memory_is_scored_by_counts() -> None:
    values = _values(row(memory_found=4, memory_right=3, memory_expected=6, memory_items_raw=10, memory_items_kept=6))
    assert (values["memory_precision"], values["memory_recall"]) == (0.75, 0.5)
    assert values["memory_f1"] == pytest.approx(0.6) and values["memory_saving"] == pytest.approx(0.4)
    assert values["collateral"] is None and values["resurrection"] is None
    late = _values(row(turn_type="T6", memory_expected=2, uptake=True, collateral=1))
    assert (late["resurrection"], late["uptake"], late["collateral"]) == (0.0, 1.0, 1.0)
    assert _values(row(turn_type="T6"))["resurrection"] is None, "a transcript holds no facts"


def test_a_loop_is_a_search_in_vain() -> None:
    same, other = (("a", "b"), ("a", "b")), (("a", "b"), ("c", "d"))
    assert searched_again_in_vain(row(iterations=2, retrievals=same, qualities=(0.4, 0.42))) is True
    assert searched_again_in_vain(row(iterations=2, retrievals=same, qualities=(0.4, 0.6))) is False
    assert searched_again_in_vain(row(iterations=2, retrievals=other, qualities=(0.4, 0.4))) is False
    assert searched_again_in_vain(row(iterations=1, retrievals=same, qualities=(0.4,))) is None


def test_stops_are_right_where_going_on_gains_nothing() -> None:
    free = row(qualities=(0.4, 0.41, 0.42), iterations=3)
    better = row(qualities=(0.4, 0.41, 0.9), iterations=3)
    stopped = row(qualities=(0.4, 0.41), iterations=2, stop_reason="no_progress")
    ran_on = row(qualities=(0.4, 0.5, 0.5), iterations=3, stop_reason="max_iterations")
    score = stop_score([(stopped, free), (stopped, better), (ran_on, ran_on)])
    assert (score.stopped, score.rightly, score.pointless) == (2, 1, 2)
    assert (score.precision, score.recall) == (0.5, 0.5)
    assert stop_score([]).precision is None and stop_score([]).recall is None


def test_every_value_of_a_turn_has_a_definition() -> None:
    values = _values(row(passed=True))
    assert values.keys() <= DEFINITIONS.keys() | {"off"}
    assert set(OWN) <= DEFINITIONS.keys() and set(ALIASES.values()) <= DEFINITIONS.keys()


def test_answers_to_one_question_are_held_against_other_patients_and_repeats() -> None:
    def told(patient: str, repeat: int, answer: str, system: str = "agent") -> TurnRow:
        return row(patient=patient, scenario=patient, repeat=repeat, question="Which medicine?", answer=answer,
                   system=system)  # fmt: skip

    rows = [told("S1", 1, "metformin morning"), told("S1", 2, "metformin evening"), told("S2", 1, "losartan morning"),
            told("S2", 2, ""), told("S2", 1, "metformin morning", "llm")]  # fmt: skip
    found = [(one.row.patient, one.row.repeat, one.values["csp"], one.values["ass"]) for one in measured(rows)]
    # One of three terms is shared by the repeats, and by the answers to S1 (first) and S2; by S1's second, none.
    assert found == [
        ("S1", 1, pytest.approx(2 / 3), pytest.approx(1 / 3)),
        ("S1", 2, 1.0, pytest.approx(1 / 3)),
        ("S2", 1, pytest.approx((2 / 3 + 1) / 2), None),
        ("S2", 2, None, None),
        ("S2", 1, None, None),
    ]
