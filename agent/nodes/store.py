"""Store: what was extracted becomes events at once (save 2), the answer and its trace at the end (save 3)."""

from __future__ import annotations

from agent.agents_words import with_agents_words
from agent.llm_turn import current_calls
from agent.memoryless import heard, seen
from agent.notices import fallback, notice
from agent.ports import Ports
from agent.profiles import AblationProfile
from agent.record_of_kin import for_whom_is_asked
from agent.repetition import core, phrases, saving, source_of
from agent.skills.answer import AUTHOR as RULES
from agent.skills.ports import Draft, Quality, Question, SummarySkill
from agent.skills.summary import facts_of_turns
from agent.state import TurnState
from agent.updates import DraftDropped, MemoryUpdated, TurnAnswered
from domain.commands import CompleteTurn, RecordExtraction
from domain.events import (
    FACT_EVENTS,
    AnswerGiven,
    AnswerInvalidated,
    ClarificationRequested,
    Payload,
    Recorded,
    TurnsSummarised,
    fact_id_of,
)
from domain.records import Committed
from projections.answers import GivenAnswer
from projections.patient_view import PatientView
from projections.tiers import REMEMBERED_TURNS, SUMMARISED_TURNS

SHOWN = (*FACT_EVENTS, ClarificationRequested, AnswerInvalidated)
"""The events of save 2 that the stream shows."""
LONGEST_SAVE = 64
"""Events before an answer among which those of its own turn are looked for; a turn with a model has about thirty."""


async def store_memory(state: TurnState, ports: Ports) -> TurnState:
    """Save what was extracted, show it, and read the views again with it."""
    patient_id, question = state["patient_id"], state["question"]
    if state["extracted"]:
        events = state["turn_events"]
        view = await ports.work(lambda: ports.views.view(patient_id))
    else:
        reading, calls = state["reading"], current_calls()
        command = RecordExtraction(
            request_id=state["request_id"],
            patient_id=patient_id,
            now=ports.clock(),
            actor=state["actor"],
            turn_number=question.turn_number,
            proposals=reading.proposals,
            extractors=reading.extractors,
            milliseconds=state["milliseconds"].get("extract", 0.0),
            trace=calls.take(),
        )

        def save() -> tuple[Committed, float, PatientView]:
            started = ports.timer()
            committed = ports.records.execute(command)
            return committed, ports.timer() - started, ports.views.view(patient_id)

        committed, seconds, view = await ports.work(save)
        if not committed.replayed:
            calls.saved()
        state["milliseconds"]["save_extraction"] = round(seconds * 1000, 3)
        events = tuple(event for event in committed.events if event.payload.turn_number == question.turn_number)
    shown = tuple(event for event in events if isinstance(event.payload, SHOWN))
    if shown:
        await state["emit"](MemoryUpdated(shown, view), shown[-1].position)
    cached = state.get("cached")
    if cached is not None and view.facts_changed_at > cached.version:
        cached = None
    profile = state["profile"]
    return {
        "view": view,
        "known": for_whom_is_asked(
            seen(with_agents_words(view, question, ports.recogniser), profile, shown), question, ports.recogniser
        ),
        "turn_events": shown,
        "heard": heard(view, profile, shown),
        "cached": cached,
        "position": view.position,
        "extracted": True,
    }


async def store_response(state: TurnState, ports: Ports) -> TurnState:
    """Save the answer last, together with all that led to it; only then is it shown."""
    between_nodes = (ports.timer() - state["started"]) * 1000 - state["busy"]
    state = {**state, "milliseconds": {**state["milliseconds"], "graph": round(max(0.0, between_nodes), 3)}}
    question = state["question"]
    cached = state.get("cached")
    made = state.get("due")
    due = made if made is not None else await due_summaries(state, ports)
    answer = await _repeat(state, ports, cached) if cached is not None else _answer(state, ports)
    calls = current_calls()
    answer = answer.with_fields(cost=round(calls.cost, 8), tokens={**answer.tokens, **calls.tokens})
    command = CompleteTurn(
        request_id=state["request_id"],
        patient_id=state["patient_id"],
        now=ports.clock(),
        actor=state["actor"],
        turn_number=question.turn_number,
        trace=(*state["trace"], *due, *calls.take(), answer),
    )
    committed = await ports.work(lambda: ports.records.execute(command))
    if not committed.replayed:
        calls.saved()
    given = next(event for event in reversed(committed.events) if isinstance(event.payload, AnswerGiven))
    assert isinstance(given.payload, AnswerGiven)
    late = tuple(
        event
        for event in committed.events
        if isinstance(event.payload, AnswerInvalidated) and event.version > given.version
    )
    if late:
        view = await ports.work(lambda: ports.views.view(state["patient_id"]))
        await state["emit"](MemoryUpdated(late, view), committed.position)
        await state["emit"](notice("ANSWER_STALE", question.language), committed.position)
    for reason, skills in calls.skills_by_reason().items():
        # A sample that fell back beside two that did not is nothing to the patient.
        told = [one for one in skills if one != "answer" or given.payload.author == RULES]
        if told:
            await state["emit"](fallback(told, reason, question.language), committed.position)
    if state.get("drafted", "") not in ("", given.payload.text):
        await state["emit"](DraftDropped(), committed.position)
    answered = TurnAnswered(given.payload, given.event_id, committed.version)
    await state["emit"](answered, committed.position)
    return {"answer": given.payload, "answer_event_id": given.event_id, "position": committed.position}


def _answer(state: TurnState, ports: Ports) -> AnswerGiven:
    draft: Draft = state["draft"]
    history = state["history"]
    given = next(one for one in history if one["draft"] is draft)
    quality: Quality = given["quality"]
    question, intent = state["question"], state["intent"]
    return AnswerGiven(
        text=draft.text,
        language=question.language,
        intent=intent.name,
        citations=draft.citations,
        facts_used=draft.facts_used,
        document_ids=draft.document_ids,
        spoke_of=draft.spoke_of,
        turns_used=draft.turns_used or None,
        quality=quality.overall,
        uncertainty=given["uncertainty"],
        warnings=draft.warnings,
        iterations=len(history),
        tokens={"answer": ports.tokens.count(draft.text)},
        cost=0.0,
        corpus_hash=ports.retriever.corpus_hash,
        profile=state["profile"].name,
        author=draft.author,
        said_at=question.said_at,
        milliseconds=state["milliseconds"],
    )


async def _repeat(state: TurnState, ports: Ports, cached: GivenAnswer) -> AnswerGiven:
    """The cached answer again, with what writing it had taken: the events of its turn end with it."""
    question, patient_id, version = state["question"], state["patient_id"], cached.version
    around = phrases(state["request_id"], question.language)
    events = await ports.work(
        lambda: ports.records.stream(patient_id, after_version=max(0, version - LONGEST_SAVE), up_to_version=version)
    )
    source = source_of(events, cached.event_id)
    return AnswerGiven(
        text=f"{around.opening}{core(cached.text, question.language)}{around.closing}",
        language=question.language,
        intent=cached.intent,
        citations=cached.citations,
        facts_used=cached.facts_used,
        document_ids=cached.document_ids,
        spoke_of=cached.spoke_of,
        turns_used=cached.turns_used,
        quality=cached.quality,
        uncertainty=source.uncertainty if source is not None else None,
        warnings=source.warnings if source is not None else (),
        iterations=0,
        tokens={},
        cost=0.0,
        cached_from=cached.event_id,
        opening=around.opening or None,
        closing=around.closing or None,
        saved=saving(events, source) if source is not None else None,
        corpus_hash=cached.corpus_hash,
        profile=cached.profile,
        author="cache",
        said_at=question.said_at,
        milliseconds=state["milliseconds"],
    )


async def due_summaries(state: TurnState, ports: Ports) -> list[Payload]:
    """The summaries that a turn owes; by rule where nothing may wait for a model."""
    skill = ports.twins.summary if state.get("alarm") else ports.skills.summary
    return await summaries(state["view"], state["profile"], state["question"], state["request_id"], ports, skill)


async def summaries(
    view: PatientView, profile: AblationProfile, question: Question, request_id: str, ports: Ports, skill: SummarySkill
) -> list[Payload]:
    """Summaries of complete five-turn blocks that have none, or one that tells what has changed or been corrected."""
    if not profile.hierarchical_memory:
        return []
    found: list[Payload] = []
    oldest = max(1, question.turn_number - REMEMBERED_TURNS)
    for first in range(1, question.turn_number - SUMMARISED_TURNS + 2, SUMMARISED_TURNS):
        last = first + SUMMARISED_TURNS - 1
        if last < oldest or first not in view.tiers.lines or view.tiers.holds(first):
            continue
        told = await skill.summarise(view, first, last, question.language)
        found.append(
            TurnsSummarised(
                summary_id=fact_id_of(request_id, -first),
                first_turn=first,
                last_turn=last,
                text=told.text,
                tokens=ports.tokens.count(told.text),
                fact_ids=facts_of_turns(view, first, last),
                author=told.author,
            )
        )
    return found


def shown_events(events: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
    """Those of a turn's events that the stream shows."""
    return tuple(event for event in events if isinstance(event.payload, SHOWN))
