"""Verify: draft, judge, and decide whether another round can help."""

from __future__ import annotations

import hashlib

from agent.ports import Ports
from agent.refinement import (
    LEAST_CONSISTENCY,
    best_iteration,
    penalised,
    stop_reason,
    threshold,
)
from agent.skills.ports import Situation
from agent.state import Iteration, TurnState
from agent.updates import QualityScored, TurnWarning
from domain.events import AnswerDrafted, QualityAssessed, QueryRewritten, RefinementStopped


async def generate_answer(state: TurnState, ports: Ports) -> TurnState:
    """A draft over the facts and the documents."""
    started = ports.timer()
    draft = await ports.skills.answer.answer(_situation(state))
    elapsed = (ports.timer() - started) * 1000
    event = AnswerDrafted(
        iteration=state["iteration"],
        author=draft.author,
        text_hash=hashlib.sha256(draft.text.encode()).hexdigest(),
        parameters={},
    )
    return {
        "draft": draft,
        "trace": [*state["trace"], event],
        "milliseconds": {
            **state["milliseconds"],
            "answer": round(state["milliseconds"].get("answer", 0.0) + elapsed, 3),
        },
    }


async def refine(state: TurnState, ports: Ports) -> TurnState:
    """Scores of the draft, lowered when its documents disagree."""
    draft, profile = state["draft"], state["profile"]
    quality = await ports.skills.quality.assess(_situation(state), draft)
    if state["hits"]:
        quality = penalised(quality, state["consistency"], profile)
    wanted = threshold(state["intent"], profile)
    event = QualityAssessed(
        iteration=state["iteration"],
        grounding=round(quality.grounding, 6),
        completeness=round(quality.completeness, 6),
        accuracy=round(quality.accuracy, 6),
        overall=quality.overall,
        threshold=wanted,
        verdict="accepted" if quality.overall >= wanted else "below threshold",
        missing=quality.missing,
        judge=quality.judge,
    )
    await state["emit"](QualityScored(event), state["position"])
    if state["hits"] and profile.consistency_check and state["consistency"] < LEAST_CONSISTENCY:
        await state["emit"](TurnWarning("LOW_CONSISTENCY", "the documents differ"), state["position"])
    iteration = Iteration(
        draft=draft,
        quality=quality,
        document_hashes=frozenset(hit.passage.content_hash for hit in state["hits"]),
    )
    return {"history": [*state["history"], iteration], "trace": [*state["trace"], event]}


async def quality_check(state: TurnState, ports: Ports) -> TurnState:
    """Stop with the best draft, or rewrite the query and go round again; at most two refinements."""
    history, intent, profile = state["history"], state["intent"], state["profile"]
    reason = stop_reason(history, intent, profile)
    if reason is not None:
        best = best_iteration(history)
        stopped = RefinementStopped(reason=reason, iterations=len(history), best_iteration=best)
        return {
            "draft": history[best]["draft"],
            "next_step": "store_response",
            "trace": [*state["trace"], stopped],
        }
    rewritten = await ports.skills.rewrite.rewrite(_situation(state), history[-1]["quality"], state["query"])
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
    }


def _situation(state: TurnState) -> Situation:
    history = state["history"]
    return Situation(
        question=state["question"],
        intent=state["intent"],
        view=state["view"],
        turn_events=state["turn_events"],
        hits=state["hits"],
        iteration=state["iteration"],
        missing=history[-1]["quality"].missing if history else (),
        context=state.get("context"),
        feedback=history[-1]["quality"].reason if history else "",
    )
