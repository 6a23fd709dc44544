"""Turns that another agent leads: what the patient said is understood and kept, and what was answered is recorded."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import structlog

from agent.llm_turn import accounting
from agent.nodes.extract import extract_slots
from agent.nodes.store import shown_events, store_memory, summaries
from agent.notices import fallback, notice
from agent.ports import Ports
from agent.profiles import profile_named
from agent.skills.ports import Question
from agent.stated_facts import outdated, stated_facts
from agent.turns import Received, TurnRequest, TurnRunner
from agent.updates import MemoryUpdated, TurnUpdate, TurnWarning, UtteranceUnderstood
from domain.commands import RecordAnswer
from domain.errors import AnamnesisError
from domain.events import AnswerGiven, AnswerInvalidated, Citation, Recorded
from domain.records import Committed
from domain.utterance import checked_answer
from extraction.reading.understanding import Understanding
from extraction.text.language import detect
from projections.markers import marker
from projections.patient_view import PatientView

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Observed:
    """What an utterance was understood as: the events that the turn shows, and what the agent should know of it."""

    turn_number: int
    events: tuple[Recorded, ...]
    warnings: tuple[TurnWarning, ...]
    view: PatientView
    understanding: Understanding | None = None
    """None where the utterance was read by an earlier request."""


@dataclass(frozen=True, slots=True)
class ForeignAnswer:
    """What another agent answered to an observed turn; ``fact_ids`` are the facts that it says it rests on."""

    request_id: str
    patient_id: str
    turn_number: int
    text: str
    model: str
    fact_ids: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    actor: str = "agent"


@dataclass(frozen=True, slots=True)
class AnswerTaken:
    """A recorded answer: its event, the facts it rests on, and what the agent should know of it."""

    answer_event_id: str
    facts_used: tuple[str, ...]
    warnings: tuple[TurnWarning, ...]
    version: int
    position: int


class Observing:
    """Turns without an answer of this service; they wait in the same queue of their patient as those with one."""

    def __init__(self, runner: TurnRunner, ports: Ports) -> None:
        self._runner = runner
        self._ports = ports

    async def observe(self, request: TurnRequest) -> Observed:
        """Store and understand an utterance. A retry goes on after the last save, and never reads the words twice.

        Raises the domain's named failures; words that no extractor can read are kept unread.
        """
        request, begun = replace(request, observed=True), time.monotonic()
        async with self._runner.queue(request.patient_id):
            received = await self._runner.receive(request)
            with accounting(await self._runner.account(request, begun)) as calls:
                events, warnings, understanding = await self._understand(request, received)
            language = request.locale or detect(request.text)
            warnings += tuple(fallback(skills, reason, language) for reason, skills in calls.skills_by_reason().items())
            view = await self._ports.work(lambda: self._ports.views.view(request.patient_id))
            return Observed(received.turn_number, events, warnings, view, understanding)

    async def record(self, answer: ForeignAnswer) -> AnswerTaken:
        """Take an answer into the ledger, with the facts that it names and those that its text states.

        Raises TurnNotFound, TurnNotObserved, TurnAnswered, FactNotFound, and InvalidCommand for a text that is none.
        """
        ports, patient_id = self._ports, answer.patient_id
        checked_answer("text", answer.text)
        async with self._runner.queue(patient_id):
            await self._runner.extract_pending(patient_id)
            view = await ports.work(lambda: ports.views.view(patient_id))
            line = view.tiers.lines.get(answer.turn_number)
            heard = line.fact_ids if line is not None else ()
            said = await ports.work(lambda: stated_facts(answer.text, view.ledger, ports.recogniser, heard))
            language = detect(answer.text)
            question = Question("", language, ports.clock(), view.profile.time_zone, answer.turn_number)
            # Rules: whoever records an answer does not wait for another model.
            skill = ports.twins.summary
            due = await summaries(view, profile_named(""), question, answer.request_id, ports, skill)
            command = RecordAnswer(
                request_id=answer.request_id,
                patient_id=patient_id,
                now=ports.clock(),
                actor=answer.actor,
                turn_number=answer.turn_number,
                text=answer.text,
                language=language,
                model=answer.model,
                fact_ids=answer.fact_ids,
                citations=answer.citations,
                facts_used=tuple(dict.fromkeys((*said.fact_ids, *answer.fact_ids))),
                spoke_of=said.spoke_of,
                trace=tuple(due),
            )
            committed = await ports.work(lambda: ports.records.execute(command))
            view = await ports.work(lambda: ports.views.view(patient_id))
        return self._taken(committed, view)

    async def _understand(
        self, request: TurnRequest, received: Received
    ) -> tuple[tuple[Recorded, ...], tuple[TurnWarning, ...], Understanding | None]:
        """Save 2 of the turn, unless it is there: its events that are shown, warnings, and how it was read."""
        told: list[TurnUpdate] = []

        async def emit(update: TurnUpdate, position: int) -> None:
            told.append(update)

        number = received.turn_number
        state = self._runner.begun(request, profile_named(""), received, emit)
        if state["extracted"]:
            return shown_events(received.events), (), None
        try:
            state = {**state, **await extract_slots(state, self._ports)}
            await store_memory(state, self._ports)
        except AnamnesisError:
            raise
        except Exception as error:
            # As in every turn: what no extractor can read is stored, and keeps its patient from nothing.
            log.error("extraction_failed", error=type(error).__name__, patient_id=request.patient_id, turn=number)
            await self._runner.leave_unread(request.patient_id, received.request_id, number, error)
        events = (event for update in told if isinstance(update, MemoryUpdated) for event in update.events)
        read = next((update.understanding for update in told if isinstance(update, UtteranceUnderstood)), None)
        return tuple(events), tuple(update for update in told if isinstance(update, TurnWarning)), read

    def _taken(self, committed: Committed, view: PatientView) -> AnswerTaken:
        given = next(event for event in committed.events if isinstance(event.payload, AnswerGiven))
        assert isinstance(given.payload, AnswerGiven)
        stale = [event.payload.fact_id for event in committed.events if isinstance(event.payload, AnswerInvalidated)]
        return AnswerTaken(
            answer_event_id=given.event_id,
            facts_used=given.payload.facts_used,
            warnings=tuple(_warnings(given.payload, stale, view)),
            version=committed.version,
            position=committed.position,
        )


def _warnings(given: AnswerGiven, stale: Sequence[str], view: PatientView) -> Iterator[TurnWarning]:
    """What does not hold of the answer: withdrawn facts above all, then values that have changed since."""
    for code, fact_ids in (("ANSWER_WITHDRAWN", stale), ("ANSWER_OUTDATED", outdated(given.facts_used, view.ledger))):
        for fact_id in dict.fromkeys(fact_ids):
            said = notice(code, given.language)
            yield replace(said, message=f"{said.message} {marker(view.ledger, view.ledger.facts[fact_id])}".strip())
