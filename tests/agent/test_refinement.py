"""Refining ends, whatever the judge says: at most twice, with the best draft, and the log tells why."""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.profiles import PROFILES
from agent.refinement import MAX_REFINEMENTS, best_iteration, stop_reason
from agent.skills.ports import Draft, Intent, Quality
from agent.skills.quality import JUDGE
from agent.state import Iteration
from domain.events import (
    AnswerDrafted,
    AnswerGiven,
    DocumentsRetrieved,
    FallbackUsed,
    QualityAssessed,
    QueryRewritten,
    RefinementStopped,
)
from server.composition import Knowledge
from tests.agent.agent_bench import AgentBench
from tests.agent.scripted import Judge, Rewriter, Writer

PLAN = "고혈압이 있어요. 지금 치료를 유지할지 조정할지 근거와 함께 알려 주세요."
OTHER_TOPICS = ("무릎이 아플 때 운동", "독감 예방접종은 언제")
DRAFTS = ("첫째 초안입니다.", "둘째 초안입니다.", "셋째 초안입니다.")
NO_MATTER = "-consistency_check-uncertainty_aware"
"""The scripted topics differ from one another, and the scripted writer writes one draft for each iteration."""

# A value each judge returns for all three scores; what is no number from 0 to 1 is judged by the rules instead.
CASES: dict[str, tuple[tuple[Any, ...], tuple[str, ...], str, int, int]] = {
    "never content": ((0.0,), OTHER_TOPICS, "no_progress", 2, 0),
    "always a little better": ((0.10, 0.11, 0.12), OTHER_TOPICS, "no_progress", 2, 1),
    "better each time, never enough": ((0.1, 0.2, 0.35), OTHER_TOPICS, "max_iterations", 3, 2),
    "the same documents": ((0.1, 0.2, 0.35), (PLAN, PLAN), "same_documents", 2, 1),
    "quality fell": ((0.3, 0.1), OTHER_TOPICS, "no_progress", 2, 0),
    "content at once": ((0.9,), OTHER_TOPICS, "accepted", 1, 0),
    "content at last": ((0.1, 0.2, 0.9), OTHER_TOPICS, "accepted", 3, 2),
}


async def judged(tmp_path: Path, knowledge: Knowledge, judge: Judge, *queries: str, profile: str = "") -> AgentBench:
    skills = {"quality": judge, "rewrite": Rewriter(*queries), "answer": Writer(DRAFTS)}
    bench = AgentBench(tmp_path, knowledge, lambda ours: replace(ours, **skills))  # type: ignore[arg-type]
    await bench.say(PLAN, profile=profile + NO_MATTER)
    return bench


def of(bench: AgentBench, kind: type[Any]) -> list[Any]:
    return [event.payload for event in bench.records.stream(bench.patient_id) if isinstance(event.payload, kind)]


@pytest.mark.every_case
@pytest.mark.parametrize("case", CASES)
async def test_a_judge_of_any_kind(tmp_path: Path, knowledge: Knowledge, case: str) -> None:
    scores, queries, reason, iterations, best = CASES[case]
    bench = await judged(tmp_path, knowledge, Judge(*scores), *queries)
    [stop], [answer] = of(bench, RefinementStopped), of(bench, AnswerGiven)
    assert (stop.reason, stop.iterations, stop.best_iteration) == (reason, iterations, best)
    assert (answer.text, answer.iterations) == (DRAFTS[best], iterations)
    assert stop.strategy == "corrective_rag"
    for kind in (AnswerDrafted, QualityAssessed, DocumentsRetrieved):
        assert [one.iteration for one in of(bench, kind)] == list(range(iterations))
    assert [one.iteration for one in of(bench, QueryRewritten)] == list(range(1, iterations))
    assert answer.quality == pytest.approx(of(bench, QualityAssessed)[best].overall)


@pytest.mark.parametrize(
    "score", [math.nan, math.inf, -math.inf, -0.5, 7, None, "0.9", True, RuntimeError("judge broke")]
)
async def test_a_judgement_that_is_none_is_left_to_the_rules(
    tmp_path: Path, knowledge: Knowledge, score: object
) -> None:
    bench = await judged(tmp_path, knowledge, Judge(score), *OTHER_TOPICS)
    assert {one.judge for one in of(bench, QualityAssessed)} == {JUDGE}
    assert all(math.isfinite(one.overall) for one in of(bench, QualityAssessed))
    assert of(bench, FallbackUsed)[0].skill == "quality"
    assert of(bench, AnswerGiven)[0].iterations <= 1 + MAX_REFINEMENTS


async def test_without_its_stops_the_limit_still_holds(tmp_path: Path, knowledge: Knowledge) -> None:
    bench = await judged(
        tmp_path, knowledge, Judge(0.0), PLAN, PLAN, profile="-duplicate_detection-progress_monitoring"
    )
    assert [(one.reason, one.iterations) for one in of(bench, RefinementStopped)] == [("max_iterations", 3)]


async def test_a_rewriter_that_breaks_or_says_nothing_has_the_rules_stand_in(
    tmp_path: Path, knowledge: Knowledge
) -> None:
    bench = await judged(tmp_path, knowledge, Judge(0.1, 0.2, 0.35), " ", "독감 예방접종은 언제")
    assert PLAN in of(bench, QueryRewritten)[0].query
    assert of(bench, AnswerGiven)


scores = st.floats(0, 1)
hashes = st.frozensets(st.sampled_from("abcdefgh"), max_size=5)


@given(
    passes=st.lists(st.tuples(scores, hashes, st.booleans()), min_size=1, max_size=8),
    concepts=st.integers(0, 9),
    needed=st.booleans(),
    name=st.sampled_from(sorted(PROFILES)),
)
def test_whatever_the_scores_two_refinements_at_most_and_the_best_draft(
    passes: list[tuple[float, frozenset[str], bool]], concepts: int, needed: bool, name: str
) -> None:
    intent = Intent("knowledge", "moderate", needed, 8, concepts)
    history: list[Iteration] = []
    reason = None
    for number, (score, documents, agree) in enumerate(passes):
        history.append(
            Iteration(
                draft=Draft(f"{number}"),
                quality=Quality(score, score, score, score),
                uncertainty=None,
                documents_agree=agree,
                document_hashes=documents,
            )
        )
        if (reason := stop_reason(history, intent, PROFILES[name])) is not None:
            break
    assert reason is not None or len(history) <= MAX_REFINEMENTS
    assert len(history) <= 1 + MAX_REFINEMENTS
    best = history[best_iteration(history)]
    assert best["quality"].overall == max(one["quality"].overall for one in history)


@pytest.mark.timeout(100)
def test_whatever_the_judge_says_a_turn_ends_with_its_best_draft(
    tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge
) -> None:
    """The same through the whole graph, for judges of numbers and of anything else."""
    anything = st.one_of(st.floats(), scores, st.none(), st.text(max_size=3), st.integers(-2, 2))

    @settings(max_examples=15)
    @given(said=st.lists(anything, min_size=1, max_size=4), profile=st.sampled_from(("", "self_refine_no_safety")))
    def ends(said: list[Any], profile: str) -> None:
        folder = tmp_path_factory.mktemp("judged")
        bench = asyncio.run(judged(folder, knowledge, Judge(*said), *OTHER_TOPICS, profile=profile))
        [answer], assessed = of(bench, AnswerGiven), of(bench, QualityAssessed)
        bench.records.close()
        assert 1 <= answer.iterations == len(assessed) <= 1 + MAX_REFINEMENTS
        assert answer.quality == max(one.overall for one in assessed)
        assert answer.text == DRAFTS[[one.overall for one in assessed].index(answer.quality)]

    ends()
