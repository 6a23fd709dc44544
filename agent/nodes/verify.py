"""Verify: draft, judge, and decide whether another round can help."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from agent.consistency import agree, penalised
from agent.drafting import Drafting
from agent.llm_turn import current_calls
from agent.nodes.situation import situation_of
from agent.nodes.store import due_summaries
from agent.notices import notice, uncertain
from agent.ports import Ports
from agent.refinement import best_iteration, threshold, verdict, weighed
from agent.skills.answer import AUTHOR as RULES
from agent.skills.ports import (
    RED_FLAG,
    AnswerSkill,
    Draft,
    Quality,
    RewrittenQuery,
    SampledSkill,
    Situation,
    varies,
)
from agent.skills.rewrite import FixedRewrite
from agent.state import Iteration, TurnState, time_added
from agent.strategies import strategy_of
from agent.uncertainty import SAMPLED, SAMPLING_TEMPERATURE, WARNING, Comparison, compare, warned, warning_text
from agent.updates import AnswerDraft, QualityScored
from domain.events import AnswerDrafted, QualityAssessed, QueryRewritten, RefinementStopped

T = TypeVar("T")


async def generate_answer(state: TurnState, ports: Ports) -> TurnState:
    """A draft over the facts and the documents; with a model, the best supported of three samples."""
    started = ports.timer()
    drafting = _drafting(state)
    (draft, uncertainty, parameters), due = await _beside_summaries(state, ports, drafting)
    elapsed = (ports.timer() - started) * 1000
    told = warned(draft, uncertainty, state["question"].language)
    event = AnswerDrafted(
        iteration=state["iteration"],
        author=draft.author,
        text_hash=hashlib.sha256(told.text.encode()).hexdigest(),
        parameters=parameters,
        uncertainty=uncertainty,
    )
    shown = state.get("drafted", "")
    if drafting is not None:
        # It has passed every check of its words; what follows may still choose another, which is then said.
        await drafting.ended(told.text)
        shown = drafting.text
    return {
        **due,
        "draft": draft,
        "drafted": shown,
        "uncertainty": uncertainty,
        "trace": [*state["trace"], event],
        "milliseconds": time_added(state, "answer", elapsed),
    }


def _drafting(state: TurnState) -> Drafting | None:
    """Where the answer is told as it is written; None where nobody asked for drafts, or one was told before."""
    if not state.get("drafts") or state.get("drafted"):
        return None

    async def told(piece: str) -> None:
        await state["emit"](AnswerDraft(piece), state["position"])

    return Drafting(told)


async def refine(state: TurnState, ports: Ports) -> TurnState:
    """Scores of the draft, lowered when its documents disagree."""
    draft, profile, question = state["draft"], state["profile"], state["question"]
    started = ports.timer()
    quality = await _judged(state, ports)
    elapsed = (ports.timer() - started) * 1000
    documents_agree = agree(state["found"], profile)
    quality = penalised(quality, documents_agree)
    wanted = threshold(state["intent"], profile)
    event = QualityAssessed(
        iteration=state["iteration"],
        grounding=round(quality.grounding, 6),
        completeness=round(quality.completeness, 6),
        accuracy=round(quality.accuracy, 6),
        overall=quality.overall,
        threshold=wanted,
        verdict=verdict(quality.overall, wanted, documents_agree, profile),
        missing=quality.missing,
        judge=quality.judge,
        checks=quality.checks or None,
    )
    await state["emit"](QualityScored(event), state["position"])
    told = warned(draft, state["uncertainty"], question.language)
    if not documents_agree:
        await state["emit"](notice("LOW_CONSISTENCY", question.language), state["position"])
        told = replace(told, warnings=(*told.warnings, "low_consistency"))
    iteration = Iteration(
        draft=told,
        quality=quality,
        uncertainty=state["uncertainty"],
        documents_agree=documents_agree,
        document_hashes=frozenset(hit.passage.content_hash for hit in state["hits"]),
    )
    return {
        "history": [*state["history"], iteration],
        "trace": [*state["trace"], event],
        "milliseconds": time_added(state, "judge", elapsed),
    }


async def quality_check(state: TurnState, ports: Ports) -> TurnState:
    """Stop with the best draft, or rewrite the query and go round again; at most two refinements."""
    history, strategy = state["history"], strategy_of(state["profile"])
    # What cannot wait is never refined.
    last = history[-1]["draft"]
    urgent = last.urgent or RED_FLAG in last.warnings
    reason = "not_needed" if urgent else strategy.stop_reason(history, state["intent"])
    if reason is not None:
        best = best_iteration(history)
        given = history[best]
        if WARNING in given["draft"].warnings and given["uncertainty"] is not None:
            text = warning_text(given["uncertainty"], state["question"].language)
            await state["emit"](uncertain(text), state["position"])
        stopped = RefinementStopped(reason=reason, iterations=len(history), best_iteration=best, strategy=strategy.name)
        return {
            "draft": given["draft"],
            "next_step": "store_response",
            "trace": [*state["trace"], stopped],
        }
    started = ports.timer()
    rewritten = await _rewritten(state, ports)
    elapsed = (ports.timer() - started) * 1000
    iteration = state["iteration"] + 1
    event = QueryRewritten(
        iteration=iteration, query=" ".join((rewritten.query, *rewritten.expansions)), reason=rewritten.reason
    )
    return {
        "query": rewritten.query,
        "expansions": rewritten.expansions,
        "iteration": iteration,
        "next_step": "retrieve",
        "trace": [*state["trace"], event],
        "milliseconds": time_added(state, "rewrite", elapsed),
    }


async def _beside_summaries(
    state: TurnState, ports: Ports, drafting: Drafting | None
) -> tuple[tuple[Draft, float | None, dict[str, str]], TurnState]:
    """The draft, and the summaries that the turn owes: neither rests on the other, so nobody waits for both in turn."""
    if "due" not in state or state["due"] is not None:
        return await _drafted(state, ports, drafting), {}
    if state.get("alarm") or ports.skills.summary is ports.twins.summary:
        # Rules wait for nothing.
        return await _drafted(state, ports, drafting), {"due": await due_summaries(state, ports)}
    summarising = asyncio.ensure_future(due_summaries(state, ports))
    try:
        drafted = await _drafted(state, ports, drafting)
    except BaseException:
        summarising.cancel()
        raise
    return drafted, {"due": await summarising}


async def _drafted(
    state: TurnState, ports: Ports, drafting: Drafting | None
) -> tuple[Draft, float | None, dict[str, str]]:
    """The draft, how uncertain it is (None where that was not measured), and the parameters of the comparison.

    Rules give the same answer every time, so only a model's answers are sampled.
    """
    situation = replace(situation_of(state), drafting=drafting)
    skill = ports.twins.answer if state.get("alarm") else ports.skills.answer
    if not state["profile"].uncertainty_aware or not varies(skill):
        draft = await ports.asked(skill, lambda: skill.answer(situation))
        return draft, 0.0 if state["profile"].uncertainty_aware else None, {}
    if state["intent"].name not in SAMPLED or ports.samples < 2:
        return await skill.answer(situation), None, {}
    sampled = replace(situation, temperature=SAMPLING_TEMPERATURE)
    drafts = await _samples(skill, sampled, ports.samples)
    written = [draft for draft in drafts if draft.author != RULES]
    if len(written) < 2:
        return (*written, *drafts)[0], None if written else 0.0, {}
    language, texts = state["question"].language, [draft.own for draft in written]
    facts, names = [draft.facts_used for draft in written], ports.recogniser.find
    comparison: Comparison = await ports.work(
        lambda: compare(texts, ports.retriever.similarity(texts, language), names, facts)
    )
    parameters = {
        "samples": f"{len(written)}",
        "temperature": f"{SAMPLING_TEMPERATURE:g}",
        "method": ports.uncertainty,
        "points": f"{comparison.points:.3f}",
        "claims": f"{comparison.claims:.3f}",
        "cosine": f"{comparison.cosine:.3f}",
    }
    return written[comparison.best], round(comparison.by(ports.uncertainty), 6), parameters


async def _samples(skill: AnswerSkill, situation: Situation, count: int) -> Sequence[Draft]:
    """So many drafts for one situation, in one request where the skill can ask so."""
    if isinstance(skill, SampledSkill):
        return await skill.samples(situation, count)
    return await asyncio.gather(*(skill.answer(situation) for _ in range(count)))


async def _judged(state: TurnState, ports: Ports) -> Quality:
    """The judge's scores. A judgement that is none, or a judge that breaks, has the rules stand in."""
    profile, draft, situation = state["profile"], state["draft"], situation_of(state)
    twin = ports.twins.quality
    urgent = draft.urgent or RED_FLAG in draft.warnings
    model_judges = profile.quality_check_enabled and profile.llm_based_quality_check and not urgent
    if model_judges and ports.skills.quality is not twin:
        judged = await _or_none("quality", lambda: ports.skills.quality.assess(situation, draft))
        scores = weighed(judged) if judged is not None else None
        if scores is not None:
            return scores
        if judged is not None:
            current_calls().fell_back("quality", "unusable_scores")
    scores = weighed(await ports.asked(twin, lambda: twin.assess(situation, draft)))
    assert scores is not None, "the rules score from 0 to 1"
    return scores


async def _rewritten(state: TurnState, ports: Ports) -> RewrittenQuery:
    """The next query: from the judge's feedback, or with fixed words where the profile leaves feedback out."""
    situation, quality, query = situation_of(state), state["history"][-1]["quality"], state["query"]
    if not state["profile"].dynamic_query_rewrite:
        return await FixedRewrite().rewrite(situation, quality, query)
    rewritten = await _or_none("rewrite", lambda: ports.skills.rewrite.rewrite(situation, quality, query))
    if rewritten is None or not rewritten.query.strip():
        rewritten = await ports.twins.rewrite.rewrite(situation, quality, query)
    return rewritten


async def _or_none(skill: str, call: Callable[[], Awaitable[T]]) -> T | None:
    """What the skill says; None, and a note in the log, when it breaks: its twin can stand in."""
    try:
        return await call()
    except Exception as error:
        current_calls().fell_back(skill, type(error).__name__)
        return None
