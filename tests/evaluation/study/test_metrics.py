"""Each metric on a case worked out by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.study.metrics import answers, retrieval, terms
from evaluation.study.metrics.definitions import DEFINITIONS


def test_context_precision_is_the_mean_of_precision_at_the_relevant_ranks() -> None:
    # Relevant at ranks 1 and 3: (1/1 + 2/3) / 2.
    assert retrieval.context_precision([True, False, True, False]) == pytest.approx(5 / 6)
    assert retrieval.context_precision([False, False]) == 0.0
    assert retrieval.context_precision([]) is None


def test_context_recall_counts_supported_claims_of_the_reference() -> None:
    reference = "Adults with diabetes aim for HbA1c below 7 %. Walking thirty minutes lowers glucose."
    retrieved = ["For most adults with type 2 diabetes the aim is an HbA1c below 7 %.", "Salt raises pressure."]
    assert retrieval.context_recall(reference, retrieved) == 0.5
    # The number decides, however alike the words are.
    assert retrieval.context_recall("Aim for HbA1c below 8 %.", retrieved) == 0.0
    assert retrieval.context_recall("Why?", retrieved) is None


def test_utilisation_and_unique_retrieval_by_sets() -> None:
    assert retrieval.context_utilisation({"a", "b", "c", "d"}, {"a", "z"}) == 0.25
    assert retrieval.context_utilisation(set(), {"a"}) is None
    assert retrieval.unique_retrieval({"a", "b", "c"}, {"b", "c", "d"}) == 0.5
    assert retrieval.unique_retrieval({"a"}, {"a"}) == 0.0
    assert retrieval.unique_retrieval(set(), set()) is None


def test_retrieval_rates() -> None:
    assert retrieval.retrieval_rate([0, 1, 2, 0]) == 0.5
    assert retrieval.targeted_retrieval_rate([[False, True], [False], [True]]) == pytest.approx(2 / 3)
    assert retrieval.targeted_retrieval_rate([]) is None


def test_faithfulness_by_claims_and_quotes() -> None:
    answer = "최근 당화혈색소는 7.4%입니다. 메트포르민을 500mg 드시고 있습니다. 매일 와파린을 드세요."
    sources = ["당화혈색소 7.4% (2025-05-27)", "메트포르민 500mg BID"]
    assert terms.claims(answer) == [
        "최근 당화혈색소는 7.4%입니다.",
        "메트포르민을 500mg 드시고 있습니다.",
        "매일 와파린을 드세요.",
    ]
    # 4 of 6 terms and the number; 5 of 8 and the number; nothing: two claims of three.
    assert answers.faithfulness(answer, sources) == pytest.approx(2 / 3)
    assert answers.faithfulness("Your HbA1c was 7.4 %. Take warfarin daily.", ["HbA1c 7.4 %"]) == 0.5
    assert answers.faithfulness("Hello!", sources) is None


def test_relevancy_counts_the_terms_of_the_question() -> None:
    question = "Which exercise lowers blood glucose?"
    # exercise, lower, blood, glucose: three of four are taken up.
    assert answers.answer_relevancy(question, "Exercise such as walking changes blood glucose.") == 0.75
    assert answers.answer_relevancy(question, "Exercise lowers blood glucose.", declines=True) == 0.0
    assert answers.answer_relevancy("?", "Yes.") is None


def test_consistency_counts_pairs_of_turns() -> None:
    stated = [{"hba1c": 7.4}, {"hba1c": 7.4, "ldl": 120}, {"hba1c": 7.9}]
    assert answers.cross_turn_consistency(stated, answers.slot_values_contradict) == pytest.approx(1 / 3)
    assert answers.cross_turn_consistency(stated[:1], answers.slot_values_contradict) is None


def test_slot_factual_score_counts_wrong_statements_against_the_answer() -> None:
    assert answers.slot_factual_score({"age": True, "hba1c": True, "ldl": False}, wrongly_stated=1) == 0.5
    assert answers.slot_factual_score({}) is None


def test_sensitivity_and_stability_are_two_sides_of_similarity() -> None:
    # {walk, daily} and {walk, weekly}: one of three terms is shared.
    assert answers.answer_stability(["walk daily", "walk weekly"]) == pytest.approx(1 / 3)
    assert answers.context_sensitivity(["walk daily", "walk weekly"]) == pytest.approx(2 / 3)
    assert answers.answer_stability(["walk"]) is None


def test_perplexity_of_two_even_choices_is_two() -> None:
    assert answers.perplexity([math.log(0.5)] * 3) == pytest.approx(2.0)
    assert answers.perplexity([]) is None


@given(st.text(max_size=60), st.text(max_size=60))
def test_similarity_is_symmetric_and_bounded_and_one_for_equals(first: str, second: str) -> None:
    assert 0 <= terms.similarity(first, second) == terms.similarity(second, first) <= 1
    assert terms.similarity(first, first) == 1


def test_numbers_are_read_as_figures() -> None:
    assert terms.numbers("1,200 mg, 7.4% (2025-05-27)") == {1200, 7.4, 2025, 5, 27}
    assert terms.numbers("HbA1c") == frozenset()


def test_every_metric_says_what_it_means() -> None:
    assert len(DEFINITIONS) >= 30
    assert all(one.definition.endswith(".") and one.source and one.unit for one in DEFINITIONS.values())
