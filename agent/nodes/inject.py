"""Inject: find documents, and put facts, turns and documents into the prompt; after every retrieval, anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from agent.context import Added, Context
from agent.injection import gives_orders
from agent.memory_context import LEAST_BEARING
from agent.nodes.situation import situation_of
from agent.notices import notice
from agent.ports import Ports
from agent.recall.looked_for import Ask
from agent.recall.meanings import Meanings
from agent.skills.ports import Draft, SampledSkill
from agent.stances import opposed
from agent.state import TurnState, time_added
from agent.updates import ContextReady, DocumentsFound
from domain.events import ContextAssembled, DocumentsRetrieved, RetrievedDocument
from domain.values import IN_FORCE, PATIENT, Polarity, SlotKind
from extraction.naming.lexicon import surfaces
from projections.patient_view import PatientView
from retrieval.query import compose_query
from retrieval.retriever import Hit, RetrievalQuery, RetrievalResult

CARD_SCORE: Final = 1.0
"""The score of a card among the documents found: it was looked up, not compared."""

_orders = lru_cache(4096)(gives_orders)
"""The same passages are found again and again; nothing that a patient said comes here."""


async def assemble_context(state: TurnState, ports: Ports) -> TurnState:
    """The context of the next draft; documents that were just retrieved are in it."""
    if _retrieval_is_due(state):
        # What is assembled before the documents are there would be thrown away: the flaw of the thesis's first version.
        return {}
    question, view, hits, profile = state["question"], state["known"], state["hits"], state["profile"]
    ruled = await _ruled(state, ports)
    added = await _added(state, ports, ruled)

    def assembled(compressed: Mapping[str, str]) -> tuple[Context, ContextAssembled]:
        context = ports.context.assemble(question, view, hits, profile, compressed, added)
        return context, ports.context.event(context, state["iteration"])

    def fitted() -> tuple[Context, ContextAssembled] | Excess:
        excess = _excess(state, ports, added)
        return excess if all(excess) else assembled({})

    fits = await ports.work(fitted)
    if isinstance(fits, Excess):
        assert ports.skills.compression is not None
        compressed = await ports.skills.compression.compress(question, fits.hits, fits.tokens)
        fits = await ports.work(lambda: assembled(compressed))
    context, event = fits
    await state["emit"](ContextReady(event), state["position"])
    return {"context": context, "ruled": ruled, "trace": [*state["trace"], event]}


async def _ruled(state: TurnState, ports: Ports) -> Draft | None:
    """The rules' answer, which a model may better; None where there is no model."""
    rules = ports.twins.answer
    if state.get("alarm") or not isinstance(ports.skills.answer, SampledSkill):
        return None
    situation = situation_of(state)
    return await ports.asked(rules, lambda: rules.answer(situation))


async def _added(state: TurnState, ports: Ports, ruled: Draft | None) -> Added:
    """What the prompt holds beside memory and documents; a question without a name is about the test in mind."""
    about, skill = state["intent"].concept_ids or test_in_mind(state["known"]), ports.skills.answer
    situation = situation_of(state)
    if ruled is None or not isinstance(skill, SampledSkill) or not skill.asks(situation, ruled):
        return Added(about)
    bears = await ports.work(lambda: _turns_that_bear(state, ports))
    return Added(about, ruled.own, "\n".join((*situation.missing, situation.feedback)).strip(), bears=bears)


def _turns_that_bear(state: TurnState, ports: Ports) -> tuple[int, ...]:
    """The earlier turns that an answer may need, the likeliest first."""
    if ports.bearing is None:
        return ()
    view, question = state["known"], state["question"]
    before = tuple(one for one in view.tiers.kept() if one.turn_number < question.turn_number)
    ask = Ask(question.text, question.said_at, question.time_zone, question.language)
    likely = zip(before, ports.bearing.turns(ask, before, Meanings.beside(view, ports.bearing.encoder)), strict=True)
    bears = sorted(((one.turn_number, much) for one, much in likely if much >= LEAST_BEARING), key=lambda one: -one[1])
    return tuple(turn for turn, _ in bears)


async def retrieve(state: TurnState, ports: Ports) -> TurnState:
    """Search the corpus for the question, with the patient's own conditions and medicines as concepts."""
    question, iteration = state["question"], state["iteration"]
    query = _query(state, ports)
    started = ports.timer()

    def search() -> tuple[RetrievalResult, float, tuple[Hit, ...], tuple[str, ...]]:
        result = ports.retriever.search(query)
        elapsed = (ports.timer() - started) * 1000
        found = (*_cards(state, ports), *result.hits)
        hits = tuple(hit for hit in found if not _orders(f"{hit.passage.title}\n{hit.passage.text}"))
        return result, elapsed, hits, opposed(question.text, hits, ports.recogniser)

    result, elapsed, hits, against = await ports.work(search)
    left_out = tuple(hit.passage.document_id for hit in result.hits if hit not in hits)
    event = DocumentsRetrieved(
        iteration=iteration,
        query=" ".join((query.text, *query.expansions)),
        k=query.k,
        documents=tuple(
            RetrievedDocument(
                document_id=hit.passage.document_id,
                content_hash=hit.passage.content_hash,
                rank=hit.rank,
                score=round(hit.score, 6),
            )
            for hit in hits
        ),
        consistency=round(result.consistency, 6),
        legs=result.legs_used,
        corpus_hash=ports.retriever.corpus_hash,
        left_out=left_out or None,
        opposed=against or None,
    )
    await state["emit"](DocumentsFound(hits, result.consistency), state["position"])
    for code in (*result.warnings, *(("document_left_out",) if left_out else ())):
        await state["emit"](notice(code.upper(), question.language), state["position"])
    return {
        "hits": hits,
        "found": event,
        "retrieved_for": iteration,
        "trace": [*state["trace"], event],
        "milliseconds": time_added(state, "retrieve", elapsed),
    }


def _cards(state: TurnState, ports: Ports) -> tuple[Hit, ...]:
    """The cards that answer what is asked, before all that is searched for."""
    found = (ports.retriever.passage(one) for one in (*state["intent"].cards, *state["intent"].reserve))
    return tuple(Hit(passage, CARD_SCORE, rank, {}) for rank, passage in enumerate(filter(None, found), start=1))


def _query(state: TurnState, ports: Ports) -> RetrievalQuery:
    """The question composed for search: with other names of what it speaks of, and what the patient has and takes."""
    view, text = state["known"], state["query"]
    named = {mention.entry.concept_id: surfaces(mention.entry) for mention in ports.recogniser.find(text)}
    composed = compose_query(
        text,
        state["question"].language,
        state["k"],
        names=named.values(),
        concepts=(*state["intent"].concept_ids, *test_in_mind(view), *patient_concepts(view)),
        age=_age(view),
    )
    return replace(
        composed,
        expansions=tuple(dict.fromkeys((*state["expansions"], *composed.expansions))),
        hybrid=state["profile"].hybrid_retrieval,
    )


def _age(view: PatientView) -> int | None:
    """The patient's age in whole years, as stated."""
    for fact in view.ledger.current(SlotKind.DEMOGRAPHICS):
        content = fact.content
        own = content.concept.concept_id == "age" and content.subject == PATIENT
        if own and isinstance(content.value, (int, float)):
            return int(content.value)
    return None


class Excess(NamedTuple):
    """Documents that exceed their share of the prompt, and the tokens that their texts may take."""

    hits: tuple[Hit, ...]
    tokens: int


def _excess(state: TurnState, ports: Ports, added: Added) -> Excess:
    """What is to be compressed; nothing where the documents fit as they are, or nothing can compress them."""
    profile = state["profile"]
    if ports.skills.compression is None or not profile.context_compression or not state["hits"]:
        return Excess((), 0)
    return Excess(*ports.context.excess(state["question"], state["known"], state["hits"], profile, added))


def after_context(state: TurnState) -> str:
    """Retrieve first when this iteration still owes a retrieval, else answer."""
    return "retrieve" if _retrieval_is_due(state) else "generate_answer"


def _retrieval_is_due(state: TurnState) -> bool:
    return state["k"] > 0 and state["retrieved_for"] < state["iteration"]


def test_in_mind(view: PatientView) -> tuple[str, ...]:
    """Concept id of the test last spoken of by an answer, else of the one measured last: a plan is about it."""
    for answer in reversed(view.answers.given.values()):
        for reference in answer.spoke_of:
            if reference.kind == "measurement" and reference.concept_id:
                return (reference.concept_id,)
    labs = [one.last_day[-1] for key, one in view.ledger.series().items() if key.slot is SlotKind.LABS]
    measured = max(labs, key=lambda fact: (fact.clinical_day, -fact.version), default=None)
    return (measured.content.concept.concept_id,) if measured is not None else ()


def patient_concepts(view: PatientView) -> tuple[str, ...]:
    """Concept ids of the patient's conditions and medicines in force, for retrieval to prefer."""
    found: list[str] = []
    for slot in (SlotKind.CONDITIONS, SlotKind.MEDICATIONS):
        for fact in view.ledger.current(slot):
            content = fact.content
            in_force = content.status is None or content.status in IN_FORCE
            if content.subject == PATIENT and content.polarity is Polarity.AFFIRMED and in_force:
                found.extend((content.concept.concept_id, *content.concept.broader))
    return tuple(dict.fromkeys(found))
