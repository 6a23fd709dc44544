"""Extract: is there an answer already, what is asked, and what did the patient tell?"""

from __future__ import annotations

from dataclasses import replace
from heapq import nlargest
from itertools import islice

from agent.injection import believed
from agent.memoryless import seen
from agent.notices import notice
from agent.ports import Ports
from agent.skills.ports import Intent, Understood
from agent.state import TurnState
from agent.strategies import strategy_of
from agent.understanding.replies import with_reply
from agent.updates import UtteranceUnderstood
from domain.events import ClarificationRequested, IntentClassified
from domain.ledger import Fact
from domain.values import Content
from extraction.pipeline import Reading
from projections.patient_view import PatientView

SPOKEN_OF = 12
"""How many of the facts last spoken of extraction is told, and how many answers back they are looked for."""


async def check_similarity(state: TurnState, ports: Ports) -> TurnState:
    """Look for an earlier answer to the same question; it is used only if this turn then brings nothing new."""
    question, view, profile = state["question"], state["view"], state["profile"]
    return {"cached": await ports.work(lambda: ports.cache.look_up(question, view, profile))}


async def classify_intent(state: TurnState, ports: Ports) -> TurnState:
    """What the turn asks, and how many documents it deserves: 3, 8 or 15 by complexity (thesis: active retrieval)."""
    profile = state["profile"]
    intent = await ports.skills.intent.classify(state["question"], seen(state["view"], profile))
    k = strategy_of(profile).documents(intent)
    event = classified(intent, k, type(ports.skills.intent).__name__)
    return {"intent": intent, "k": k, "trace": [*state["trace"], event]}


def classified(intent: Intent, k: int, classifier: str) -> IntentClassified:
    """The record of what a turn asks and who says so."""
    return IntentClassified(
        complexity=intent.complexity,
        intent=intent.name,
        needs_retrieval=intent.needs_retrieval,
        k=k,
        medical_concepts=intent.medical_concepts,
        classifier=classifier,
    )


async def extract_slots(state: TurnState, ports: Ports) -> TurnState:
    """Read the utterance; what a turn that was extracted before says for the record is never read again."""
    question, lately = state["question"], lately_spoken_of(state["view"])
    started = ports.timer()
    reading: Reading = await ports.work(
        lambda: ports.extractor.read(
            question.text,
            said_at=question.said_at,
            time_zone=question.time_zone,
            language=question.language,
            spoken_of=lately,
            agent_said=question.agent_said,
        )
    )
    if reading.understanding is not None:
        await state["emit"](UtteranceUnderstood(reading.understanding), state["position"])
    if state["extracted"]:
        return {"reading": replace(reading, proposals=())}
    asked = await ports.work(
        lambda: ports.records.inspect(state["patient_id"], lambda one: one.asked_by(question.turn_number - 1))
    )
    understood = await _understood(state, ports, reading, asked)
    reading = understood.reading
    kept = believed(reading, question.text)
    if len(kept.proposals) < len(reading.proposals):
        await state["emit"](notice("ORDER_IGNORED", question.language), state["position"])
    elapsed = (ports.timer() - started) * 1000
    update: TurnState = {
        "reading": kept, "milliseconds": {**state["milliseconds"], "extract": round(elapsed, 3)}
    }  # fmt: skip
    if understood.intent == state.get("intent"):
        return update
    intent, k = understood.intent, strategy_of(state["profile"]).documents(understood.intent)
    event = classified(intent, k, type(ports.skills.understanding).__name__)
    trace = [event if isinstance(one, IntentClassified) else one for one in state["trace"]]
    query = understood.query or state["query"]
    return {**update, "intent": intent, "k": k, "trace": trace, "query": query}


async def _understood(
    state: TurnState, ports: Ports, reading: Reading, asked: ClarificationRequested | None
) -> Understood:
    """The reading with a yes to what was asked in it, and with what a model understands beside it."""
    question = state["question"]
    reading = with_reply(reading, asked, question.text)
    intent = state.get("intent")
    if intent is None:
        intent = await ports.skills.intent.classify(question, state["view"])
    return await ports.skills.understanding.understand(question, reading, state["view"], intent, asked)


def lately_spoken_of(view: PatientView) -> tuple[Content, ...]:
    """What the conversation last spoke of, newest first: facts that the patient or an answer named.

    A correction that names no test ("it was 6.8, not 6.0") is understood from it.
    """
    answers = list(islice(reversed(view.answers.given.values()), SPOKEN_OF))
    answered = {one for answer in answers for reference in answer.spoke_of for one in reference.fact_ids}
    # An answer may bring a fact forward or back, but no other fact past more places than it names facts.
    last = nlargest(SPOKEN_OF + len(answered), view.ledger.current(), key=_told)
    spoken = (view.ledger.facts[one] for one in answered if one in view.ledger.facts)
    named = {fact.fact_id: _told(fact) for fact in (*last, *spoken) if fact.current}
    for answer in answers:
        for reference in answer.spoke_of:
            for order, fact_id in enumerate(reference.fact_ids):
                if fact_id in named and named[fact_id][0] <= answer.turn_number:
                    named[fact_id] = (answer.turn_number, order)
    newest = sorted(named, key=lambda fact_id: named[fact_id], reverse=True)[:SPOKEN_OF]
    return tuple(view.ledger.facts[fact_id].content for fact_id in newest)


def _told(fact: Fact) -> tuple[int, int]:
    """When a fact was told last: the turn, and its place among those of one turn."""
    return fact.evidence[-1].turn_number or 0, fact.version
