"""Extract: is there an answer already, what is asked, and what did the patient tell?"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from math import inf

from agent.agents_words import with_agents_words
from agent.injection import believed
from agent.memoryless import seen
from agent.nodes.foreseen import foresees_urgency
from agent.notices import notice
from agent.ports import Ports
from agent.record_of_kin import for_whom_is_asked
from agent.safety import sounds
from agent.skills.ports import Intent, Situation, Understood
from agent.state import TurnState, time_added
from agent.strategies import strategy_of
from agent.understanding.replies import with_reply
from agent.updates import UtteranceUnderstood
from agent.whose_record import children_known, patient_named, said_before
from domain.derived import spliced
from domain.events import IntentClassified
from domain.ledger import CORRECTED, Fact, Ledger
from domain.values import Content, SlotKind
from extraction.port import Reading
from extraction.reading.findings.goals import GOAL
from extraction.reading.understanding import UNLIKE
from projections.patient_view import PatientView

SPOKEN_OF = 12
"""How many of the facts last spoken of extraction is told, and how many answers back they are looked for."""
UNASKED = Intent("other", "simple", False, 0, 0)
"""The intent where nobody has looked for one."""


async def check_similarity(state: TurnState, ports: Ports) -> TurnState:
    """Look for an earlier answer to the same question; it is used only if this turn then brings nothing new."""
    question, view, profile = state["question"], state["view"], state["profile"]
    return {"cached": await ports.work(lambda: ports.cache.look_up(question, view, profile))}


async def classify_intent(state: TurnState, ports: Ports) -> TurnState:
    """What the turn asks, and how many documents it deserves: 3, 8 or 15 by complexity (thesis: active retrieval).

    The words are read first: where they, or what the rules would answer to them, call for urgent care, no model is
    asked and nothing is searched or repeated.
    """
    profile = state["profile"]
    heard = await _read(state, ports)
    view = await ports.work(lambda: with_agents_words(state["view"], heard["question"], ports.recogniser))
    reading = heard["reading"]
    known = for_whom_is_asked(seen(view, profile), heard["question"], ports.recogniser)
    alarm = await ports.work(lambda: sounds(_first_look(state, reading, known)))
    if not alarm and ports.asks_models:
        ruled = await ports.asked(ports.twins.intent, lambda: ports.twins.intent.classify(heard["question"], known))
        before: TurnState = {**state, **heard, "intent": ruled}
        alarm = await foresees_urgency(before, ports)
    skill = ports.twins.intent if alarm else ports.skills.intent
    intent = await ports.asked(skill, lambda: skill.classify(heard["question"], known))
    if alarm:
        intent = replace(intent, needs_retrieval=False, k=0)
    k = strategy_of(profile).documents(intent) if not alarm else 0
    event = _classified(intent, k, type(skill).__name__)
    found: TurnState = {**heard, "alarm": alarm, "intent": intent, "k": k, "trace": [*state["trace"], event]}
    return {**found, "cached": None} if alarm else found


def _classified(intent: Intent, k: int, classifier: str) -> IntentClassified:
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
    question = state["question"]
    heard: TurnState = (
        await _read(state, ports)
        if "reading" not in state
        else {"reading": state["reading"], "question": question, "milliseconds": state["milliseconds"]}
    )
    reading = heard["reading"]
    if state["extracted"]:
        return {"reading": replace(reading, proposals=())}
    started = ports.timer()
    asks: TurnState = {}
    if not state.get("alarm"):
        understood = await _understood(state, ports, reading)
        reading, asks = understood.reading, _asks(state, ports, understood)
    kept = believed(reading, question.text)
    if len(kept.proposals) < len(reading.proposals):
        await state["emit"](notice("ORDER_IGNORED", question.language), state["position"])
    elapsed = (ports.timer() - started) * 1000
    return {**asks, "reading": kept, "milliseconds": time_added({**state, **heard}, "extract", elapsed)}


async def _read(state: TurnState, ports: Ports) -> TurnState:
    """The utterance read by the service's own readers, and shown as it was understood."""
    question = state["question"]
    started = ports.timer()
    reading: Reading = await ports.work(
        lambda: ports.extractor.read(
            question.text,
            said_at=question.said_at,
            time_zone=question.time_zone,
            language=question.language,
            spoken_of=lately_spoken_of(state["view"]),
            of_last_turn=of_last_turn(state["view"]),
            agent_said=question.agent_said,
            patient_called=patient_named(state["view"], ports.recogniser),
            corrected=lately_corrected(state["view"]),
            goals=goals_set(state["view"]),
            children=children_known(state["view"]),
            said_before=said_before(state["view"], question.turn_number),
        )
    )
    if reading.understanding is not None:
        await state["emit"](UtteranceUnderstood(reading.understanding), state["position"])
    elapsed = (ports.timer() - started) * 1000
    asking = reading.understanding.asking if reading.understanding is not None else None
    milliseconds = time_added(state, "extract", elapsed)
    return {"reading": reading, "question": replace(question, asking=asking), "milliseconds": milliseconds}


async def _understood(state: TurnState, ports: Ports, reading: Reading) -> Understood:
    """The reading with a yes to what was asked in it, and with what a model understands beside it."""
    question, understanding, intent = state["question"], ports.skills.understanding, state.get("intent")
    if intent is None:
        # Another agent answers: what is asked matters only to a model that is to tell it from what is told.
        rules, known = ports.twins.intent, state["view"]
        by_rule = understanding is ports.twins.understanding
        intent = UNASKED if by_rule else await ports.asked(rules, lambda: rules.classify(question, known))
    asked = await ports.work(
        lambda: ports.records.inspect(state["patient_id"], lambda one: one.asked_by(question.turn_number - 1))
    )
    reading = with_reply(reading, asked, question.text)
    return await understanding.understand(question, reading, state["view"], intent, asked)


def _asks(state: TurnState, ports: Ports, understood: Understood) -> TurnState:
    """What the turn asks where a model heard it better than the rules; the trace tells it once, by the last to say."""
    intent, ruled = understood.intent, state.get("intent")
    if ruled is None or intent == ruled:
        return {}
    k = strategy_of(state["profile"]).documents(intent)
    event = _classified(intent, k, type(ports.skills.understanding).__name__)
    trace = [event if isinstance(one, IntentClassified) else one for one in state["trace"]]
    return {"intent": intent, "k": k, "trace": trace, "query": understood.query or state["query"]}


def _first_look(state: TurnState, reading: Reading, known: PatientView) -> Situation:
    """The turn as safety sees it before anything is stored or asked."""
    return Situation(
        question=state["question"],
        intent=UNASKED,
        view=known,
        turn_events=(),
        hits=(),
        urgent=reading.understanding is not None and reading.understanding.red_flag,
        urgency=reading.understanding.urgency if reading.understanding is not None else inf,
        at_once=reading.understanding.at_once if reading.understanding is not None else inf,
        likeness=reading.understanding.likeness if reading.understanding is not None else UNLIKE,
        calm=reading.understanding is not None and reading.understanding.calm,
    )


def lately_spoken_of(view: PatientView) -> tuple[Content, ...]:
    """What the conversation last spoke of, newest first: facts that the patient or an answer named.

    A correction that names no test ("it was 6.8, not 6.0") is understood from it.
    """
    named = _named_lately(view)
    newest = sorted(named, key=lambda fact_id: named[fact_id], reverse=True)[:SPOKEN_OF]
    return tuple(view.ledger.facts[fact_id].content for fact_id in newest)


def lately_corrected(view: PatientView) -> tuple[Content, ...]:
    """What corrections replaced, the newest correction's first; "it was 105 after all" goes back to one of them."""
    ledger = view.ledger
    replaced: list[Content] = []
    for fact in sorted(ledger.current(), key=lambda one: one.version, reverse=True):
        earlier = list(fact.supersedes)
        for fact_id in earlier:
            old = ledger.facts[fact_id]
            if old.ended == CORRECTED:
                replaced.append(old.content)
                earlier.extend(old.supersedes)
    return tuple(replaced[:SPOKEN_OF])


def goals_set(view: PatientView) -> tuple[Content, ...]:
    """The goals that were set for the patient's tests, the one told last first; "no, below 5.8" puts it right."""
    goals = (fact for fact in view.ledger.current(SlotKind.SOCIAL_HISTORY) if _is_goal(fact))
    return tuple(fact.content for fact in sorted(goals, key=_told, reverse=True))


def of_last_turn(view: PatientView) -> frozenset[str]:
    """The concepts of the facts that were told or named in the last turn that spoke of any."""
    named = _named_lately(view)
    last = max((turn for turn, _ in named.values()), default=0)
    return frozenset(
        view.ledger.facts[fact_id].content.concept.concept_id for fact_id, (turn, _) in named.items() if turn == last
    )


def _named_lately(view: PatientView) -> dict[str, tuple[int, int]]:
    """The facts that were told or named lately, each with the turn and its place among those of one turn."""
    answers = list(islice(reversed(view.answers.given.values()), SPOKEN_OF))
    answered = {one for answer in answers for reference in answer.spoke_of for one in reference.fact_ids}
    # An answer may bring a fact forward or back, but no other fact past more places than it names facts.
    last = _as_told(view.ledger)[-(SPOKEN_OF + len(answered)) :]
    spoken = (view.ledger.facts[one] for one in answered if one in view.ledger.facts)
    named = {fact.fact_id: _told(fact) for fact in (*last, *spoken) if fact.current}
    for answer in answers:
        for reference in answer.spoke_of:
            for order, fact_id in enumerate(reference.fact_ids):
                if fact_id in named and named[fact_id][0] <= answer.turn_number:
                    named[fact_id] = (answer.turn_number, order)
    # A goal that was set is no reading that "it" may stand for.
    return {one: place for one, place in named.items() if not _is_goal(view.ledger.facts[one])}


def _is_goal(fact: Fact) -> bool:
    return fact.content.concept.concept_id.startswith(GOAL)


def _as_told(ledger: Ledger) -> tuple[Fact, ...]:
    """Current facts in the order in which each was told last."""
    return ledger.derived(
        "told",
        lambda: tuple(sorted(ledger.current(), key=_told)),
        lambda known, changes: spliced(known, changes, _told, lambda fact: fact.current),
    )


def _told(fact: Fact) -> tuple[int, int]:
    """When a fact was told last: the turn, and its place among those of one turn."""
    return fact.evidence[-1].turn_number or 0, fact.version
