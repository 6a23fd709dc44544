"""Every flag of a profile takes exactly its part away, and the log shows it; what is said is always stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from agent.explanation import counters_by_name, explain
from agent.ports import Skills
from agent.profiles import FLAGS, FULL, PROFILES, UnknownProfile, profile_named
from agent.updates import TurnWarning
from domain.events import (
    AnswerDrafted,
    AnswerGiven,
    ContextAssembled,
    DocumentsRetrieved,
    Payload,
    QualityAssessed,
    QueryRewritten,
    RefinementStopped,
    TurnsSummarised,
)
from retrieval import Retriever
from retrieval.index import build_index
from server.composition import Knowledge
from tests.agent.agent_bench import AgentBench
from tests.agent.scripted import JUDGE, Judge, Rewriter, Writer
from tests.retrieval.sample import passages

P = TypeVar("P", bound=Payload)

PLAN = "고혈압이 있어요. 지금 치료를 유지할지 조정할지 근거와 함께 알려 주세요."
_TOPICS = ("약물", "식사", "운동", "수면", "체중")
_WAYS = ("걷는", "재는", "적는", "줄이는", "늘리는", "나누는", "바꾸는", "살피는", "묻는", "쉬는", "돕는", "지키는")
_LONG: list[dict[str, object]] = [
    {
        "id": f"ko-{number}",
        "concepts": ["hypertension"],
        "text": " ".join(
            f"혈압 {topic} 관리에는 날마다 조금씩 {way} 방법이 진료 지침에서도 널리 쓰입니다." for way in _WAYS
        ),
    }
    for number, topic in enumerate(_TOPICS)
]
OTHER_TOPICS = ("무릎이 아플 때 운동", "독감 예방접종은 언제")
"""What a second and a third search ask for, so that they find other documents than the first."""

Bench = Callable[..., AgentBench]


@pytest.fixture
def make(tmp_path: Path, knowledge: Knowledge) -> Bench:
    """A bench of its own for every profile that a test compares."""
    made = 0

    def bench(skills: Callable[[Skills], Skills] | None = None, known: Knowledge = knowledge) -> AgentBench:
        nonlocal made
        made += 1
        folder = tmp_path / f"{made}"
        folder.mkdir()
        return AgentBench(folder, known, skills)

    return bench


def of_last_turn(bench: AgentBench, kind: type[P]) -> list[P]:
    payloads = [event.payload for event in bench.records.stream(bench.patient_id)]
    last = max(payload.turn_number or 0 for payload in payloads)
    return [one for one in payloads if isinstance(one, kind) and one.turn_number == last]


async def refined(make: Bench, profile: str, *scores: float, rewriter: Rewriter | None = None) -> AgentBench:
    """A turn with a scripted judge, and a rewriter that finds other documents each time, on topics that differ."""
    queries = rewriter or Rewriter(*OTHER_TOPICS)
    bench = make(lambda skills: replace(skills, quality=Judge(*scores), rewrite=queries))
    await bench.say(PLAN, profile=f"{profile}-consistency_check")
    return bench


def _text(retriever: Retriever, document_id: str) -> str:
    passage = retriever.passage(document_id)
    assert passage is not None
    return passage.text


def stopped(bench: AgentBench) -> tuple[str, int]:
    [stop] = of_last_turn(bench, RefinementStopped)
    return stop.reason, stop.iterations


async def test_self_refine(make: Bench) -> None:
    assert stopped(await refined(make, "", 0.1, 0.2, 0.35)) == ("max_iterations", 3)
    off = await refined(make, "-self_refine_enabled", 0.1, 0.2, 0.35)
    assert stopped(off) == ("disabled", 1)
    assert of_last_turn(off, RefinementStopped)[0].strategy == "basic_rag"
    assert of_last_turn(off, QualityAssessed)[0].judge == JUDGE


async def test_quality_check(make: Bench) -> None:
    off = await refined(make, "-quality_check_enabled", 0.1, 0.2, 0.35)
    [noted] = of_last_turn(off, QualityAssessed)
    assert (noted.verdict, noted.judge) == ("not checked", "rules@2")
    assert stopped(off) == ("disabled", 1)


async def test_the_model_as_judge(make: Bench) -> None:
    judges = {
        profile: {one.judge for one in of_last_turn(await refined(make, profile, 0.9), QualityAssessed)}
        for profile in ("", "-llm_based_quality_check")
    }
    assert judges == {"": {JUDGE}, "-llm_based_quality_check": {"rules@2"}}


async def test_queries_from_feedback(make: Bench) -> None:
    on = of_last_turn(await refined(make, "", 0.1, 0.2, 0.35), QueryRewritten)
    off = of_last_turn(await refined(make, "-dynamic_query_rewrite", 0.1, 0.2, 0.35), QueryRewritten)
    assert {one.reason for one in on} == {"scripted"}
    assert {one.reason for one in off} == {"fixed words"}


async def test_the_stop_for_the_same_documents(make: Bench) -> None:
    def same() -> Rewriter:
        return Rewriter(PLAN, PLAN)

    assert stopped(await refined(make, "", 0.1, 0.2, 0.35, rewriter=same())) == ("same_documents", 2)
    off = await refined(make, "-duplicate_detection", 0.1, 0.2, 0.35, rewriter=same())
    assert stopped(off) == ("max_iterations", 3)


async def test_the_stop_for_no_progress(make: Bench) -> None:
    assert stopped(await refined(make, "", 0.1, 0.11, 0.12)) == ("no_progress", 2)
    assert stopped(await refined(make, "-progress_monitoring", 0.1, 0.11, 0.12)) == ("max_iterations", 3)


async def test_active_retrieval(make: Bench) -> None:
    bench = make()
    await bench.say("안녕하세요")
    assert of_last_turn(bench, DocumentsRetrieved) == []
    await bench.say("안녕하세요", profile="-active_retrieval")
    assert [one.k for one in of_last_turn(bench, DocumentsRetrieved)] == [8]
    await bench.say(PLAN)
    assert of_last_turn(bench, DocumentsRetrieved)[0].k == 15
    await bench.say(PLAN, profile="-active_retrieval")
    assert of_last_turn(bench, DocumentsRetrieved)[0].k == 8


async def test_consolidation_orders_the_facts_of_a_prompt(make: Bench) -> None:
    bench = make()
    await bench.say("어제부터 두통이 있어요.")
    await bench.say("머리가 또 아파요. 두통이 다시 왔어요.")
    await bench.say("오늘은 기침이 나요.")
    orders = {}
    for profile in ("", "-memory_consolidation"):
        await bench.say("혈압 관리 방법을 알려 주세요.", profile=profile)
        [context] = of_last_turn(bench, ContextAssembled)
        facts = bench.views.view(bench.patient_id).ledger.facts
        orders[profile] = [facts[one].content.concept.name for one in context.fact_ids]
    assert orders[""] == ["headache", "cough"]
    assert orders["-memory_consolidation"] == ["cough", "headache"]


async def test_the_check_of_consistency(make: Bench, knowledge: Knowledge) -> None:
    """Fourteen passages on as many topics: whatever is found, it differs."""
    apart = replace(knowledge, retriever=Retriever(build_index(passages(), knowledge.tokenizer)))
    bench = make(lambda skills: replace(skills, quality=Judge(0.9)), apart)
    question = "고혈압이 있으면 잠이 안 올 때 무엇을 하나요?"
    heard = await bench.say(question)
    assert of_last_turn(bench, DocumentsRetrieved)[0].consistency < 0.5
    first = of_last_turn(bench, QualityAssessed)[0]
    assert first.overall == pytest.approx(0.9 * 0.7)
    assert first.verdict == "documents differ"
    assert len(of_last_turn(bench, DocumentsRetrieved)) == 2
    assert "low_consistency" in of_last_turn(bench, AnswerGiven)[0].warnings
    told = {update.code: update.message for update, _ in heard.updates if isinstance(update, TurnWarning)}
    assert "의료진" in told["LOW_CONSISTENCY"]
    await bench.say(question, profile="-consistency_check")
    [only] = of_last_turn(bench, QualityAssessed)
    assert only.overall == pytest.approx(0.9)
    assert only.verdict == "accepted"


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        (
            "임신 중인데 이부프로펜을 먹어도 되나요?",
            (
                "임신 초기에는 이부프로펜을 복용해도 비교적 안전한 것으로 알려져 있습니다.",
                "이부프로펜은 임신 중 금기이며 복용해서는 안 됩니다.",
                "임신 중 이부프로펜 복용은 의사와 상의한 뒤 결정해야 합니다.",
            ),
        ),
        (
            "May I take ibuprofen in pregnancy?",
            (
                "Ibuprofen is considered safe in early pregnancy.",
                "Ibuprofen is contraindicated in pregnancy and must not be taken.",
                "Ask your doctor before taking ibuprofen during pregnancy.",
            ),
        ),
    ],
)
async def test_documents_that_oppose_each_other_are_caught_where_their_cosine_is_high(
    make: Bench, knowledge: Knowledge, question: str, texts: tuple[str, ...]
) -> None:
    rows: list[dict[str, object]] = [
        {"id": f"{n}", "concepts": ["ibuprofen"], "text": text} for n, text in enumerate(texts)
    ]
    bench = make(known=replace(knowledge, retriever=Retriever(build_index(passages(rows), knowledge.tokenizer))))
    await bench.say(question)
    [found, *_] = of_last_turn(bench, DocumentsRetrieved)
    assert found.opposed is not None and set(found.opposed) == {"0", "1"}
    assert of_last_turn(bench, QualityAssessed)[0].verdict != "accepted"
    assert "low_consistency" in of_last_turn(bench, AnswerGiven)[0].warnings
    # One that allows and one that only says to ask are no contradiction.
    agreeing = Retriever(build_index(passages([rows[0], rows[2]]), knowledge.tokenizer))
    bench = make(known=replace(knowledge, retriever=agreeing))
    await bench.say(question)
    assert of_last_turn(bench, DocumentsRetrieved)[0].opposed is None


async def test_uncertainty_is_sampled_only_where_answers_vary(make: Bench) -> None:
    writer = Writer(("소금을 하루 5g 아래로 드세요.", "소금을 하루 12g까지 드세요.", "소금은 줄이지 않아도 됩니다."))
    bench = make(lambda skills: replace(skills, answer=writer))
    await bench.say("고혈압이면 무엇을 하나요?", profile="-self_refine_enabled")
    [draft] = of_last_turn(bench, AnswerDrafted)
    assert draft.uncertainty is not None and draft.uncertainty > 0.3
    assert writer.temperatures == [0.7, 0.7, 0.7]
    await bench.say("고혈압이면 무엇을 하나요?", profile="-self_refine_enabled-uncertainty_aware")
    [draft] = of_last_turn(bench, AnswerDrafted)
    assert (draft.uncertainty, writer.written) == (None, 4)
    rules = make()
    await rules.say("고혈압이면 무엇을 하나요?")
    assert of_last_turn(rules, AnswerGiven)[0].uncertainty == 0.0


async def test_the_adaptive_threshold(make: Bench) -> None:
    bench = make()
    asked = {
        "두통에 좋은 것은 무엇인가요?": 0.4,
        "고혈압과 두통에 좋은 것은 무엇인가요?": 0.55,
        "고혈압, 당뇨병, 천식과 두통에 좋은 것은 무엇인가요?": 0.7,
    }
    for question, wanted in asked.items():
        await bench.say(question)
        assert of_last_turn(bench, QualityAssessed)[0].threshold == pytest.approx(wanted)
        await bench.say(question, profile="-adaptive_threshold")
        assert of_last_turn(bench, QualityAssessed)[0].threshold == 0.5


async def test_the_response_cache(make: Bench) -> None:
    bench = make()
    repeated = {}
    for profile in ("", "-response_cache"):
        for _ in range(2):
            await bench.say("고혈압 환자는 소금을 얼마나 먹어야 하나요?", profile=profile)
        repeated[profile] = of_last_turn(bench, AnswerGiven)[0].cached_from is not None
    assert repeated == {"": True, "-response_cache": False}


async def test_compression_shortens_documents_that_exceed_their_share(make: Bench, knowledge: Knowledge) -> None:
    """Five passages about blood pressure, each of a dozen sentences: too long to stand in a prompt side by side."""
    retriever = Retriever(build_index(passages(_LONG), knowledge.tokenizer))
    bench = make(known=replace(knowledge, retriever=retriever))
    contexts = {}
    for profile in ("", "-context_compression"):
        await bench.say(PLAN, profile=profile)
        contexts[profile] = of_last_turn(bench, ContextAssembled)[0]
    shortened, whole = contexts[""], contexts["-context_compression"]
    assert set(shortened.compressed or ()) == set(shortened.document_ids)
    assert whole.compressed is None
    assert any(len(text) < len(_text(retriever, one)) for one, text in (shortened.compressed or {}).items())
    assert shortened.tokens["documents"] <= 900


async def test_the_hierarchy_of_memory(make: Bench) -> None:
    summaries, oldest = {}, {}
    for profile in ("", "-hierarchical_memory"):
        bench = make()
        # Turns that find room word for word need no summary.
        for text in ("고혈압이 있어요.", *["오늘은 별일 없이 잘 지냈어요. " * 60] * 11):
            await bench.say(text, profile=profile)
        stream = [event.payload for event in bench.records.stream(bench.patient_id)]
        summaries[profile] = sum(isinstance(one, TurnsSummarised) for one in stream)
        oldest[profile] = of_last_turn(bench, ContextAssembled)[0].summary_ids
    assert summaries[""] > 0 and summaries["-hierarchical_memory"] == 0
    assert oldest[""] and not oldest["-hierarchical_memory"]


async def test_hybrid_retrieval(make: Bench) -> None:
    bench = make()
    legs = {}
    for profile in ("", "-hybrid_retrieval"):
        await bench.say(PLAN, profile=profile)
        legs[profile] = "dense" in of_last_turn(bench, DocumentsRetrieved)[0].legs
    assert legs == {"": True, "-hybrid_retrieval": False}


@pytest.mark.parametrize(("mode", "retrievals"), [("llm", 0), ("basic_rag", 1)])
async def test_modes_without_a_memory_answer_from_this_turn_alone_and_still_store(
    make: Bench, mode: str, retrievals: int
) -> None:
    bench = make()
    await bench.say("페니실린 알레르기가 있어요.", profile=mode)
    heard = await bench.say("메트포르민 500mg 하루 두 번 먹어요. 제 약과 알레르기를 정리해 주세요.", profile=mode)
    assert len(of_last_turn(bench, DocumentsRetrieved)) == retrievals
    [context] = of_last_turn(bench, ContextAssembled)
    assert (context.fact_ids, context.turn_numbers, context.summary_ids) == ((), (), ())
    assert "페니실린" not in heard.answer
    known = {fact.content.concept.name for fact in bench.views.view(bench.patient_id).profile.facts()}
    assert {"Penicillin", "Metformin"} <= known
    assert "페니실린" in (await bench.say("제 알레르기를 알려 주세요.")).answer


async def test_an_alarm_is_raised_whatever_the_profile(make: Bench) -> None:
    bench = make()
    for name in PROFILES:
        assert "119" in (await bench.say("지금 가슴이 너무 아파요", profile=name)).answer.splitlines()[0]


@pytest.mark.parametrize(
    "profile",
    [
        *("full_context_engineering", "baseline", "self_refine_heuristic", "quality_check_only", "basic_rag", "llm"),
        *("-memory_consolidation-consistency_check", "-hierarchical_memory-adaptive_threshold", "-active_retrieval"),
    ],
)
async def test_what_was_answered_under_any_profile_is_proved_by_the_log(
    make: Bench, knowledge: Knowledge, profile: str
) -> None:
    bench = make()
    await bench.say("페니실린 알레르기가 있고 메트포르민 500mg 하루 두 번 먹어요.", profile=profile)
    for text in (PLAN, "고혈압 환자는 소금을 얼마나 먹어야 하나요?", "고혈압 환자는 소금을 얼마나 먹어야 하나요?"):
        await bench.say(text, profile=profile)
    events = bench.records.stream(bench.patient_id)
    for turn in range(1, 5):
        explanation = explain(
            bench.patient_id, events, turn, knowledge.retriever.passage, counters_by_name(bench.ports.tokens)
        )
        assert explanation.proved, explanation.differences


async def test_a_warned_answer_and_a_shortened_prompt_are_proved_too(make: Bench, knowledge: Knowledge) -> None:
    retriever = Retriever(build_index(passages(_LONG), knowledge.tokenizer))
    writer = Writer(("소금을 하루 5g 아래로 드세요.", "소금을 하루 12g까지 드세요.", "소금은 줄이지 않아도 됩니다."))
    bench = make(lambda skills: replace(skills, answer=writer), replace(knowledge, retriever=retriever))
    await bench.say(PLAN)
    events = bench.records.stream(bench.patient_id)
    assert of_last_turn(bench, ContextAssembled)[0].compressed
    assert "uncertain" in of_last_turn(bench, AnswerGiven)[0].warnings
    explanation = explain(bench.patient_id, events, 1, retriever.passage, counters_by_name(bench.ports.tokens))
    assert explanation.proved, explanation.differences


def test_flags_are_switched_after_the_name_of_a_profile() -> None:
    assert profile_named("") == profile_named("agent") == FULL
    assert profile_named("agent-response_cache") == profile_named("-response_cache")
    assert profile_named("baseline+adaptive_threshold").adaptive_threshold
    assert not profile_named("-response_cache").response_cache
    # What is the same profile has the same name, for the cache and for tables by profile.
    assert profile_named("-uncertainty_aware-response_cache") == profile_named("-response_cache-uncertainty_aware")
    assert profile_named("full_context_engineering+response_cache") == FULL
    for flag in FLAGS:
        assert getattr(profile_named(f"-{flag}"), flag) is False
    for wrong in ("no such", "-mode", "-name", "baseline-", "baseline+nothing", "BASELINE"):
        with pytest.raises(UnknownProfile):
            profile_named(wrong)
