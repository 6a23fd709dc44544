"""Running a turn from the first save to the last, once, however often it is retried."""

from __future__ import annotations

import asyncio
import math
import time
from dataclasses import dataclass
from datetime import datetime
from typing import cast
from weakref import WeakValueDictionary

import structlog

from agent.graph import TURN
from agent.injection import believed
from agent.llm_purse import Held, OwnHeld, Purse
from agent.llm_spending import PrincipalSpending
from agent.llm_turn import TurnCalls, accounting, current_calls
from agent.nodes.extract import goals_set, lately_corrected, lately_spoken_of, of_last_turn
from agent.nodes.store import shown_events
from agent.ports import Ports
from agent.profiles import AblationProfile, profile_named
from agent.skills.ports import Language, Question
from agent.state import Emit, TurnState
from agent.updates import MemoryUpdated, TurnAccepted, TurnAnswered, TurnEnded
from agent.whose_record import children_known, patient_named, said_before
from domain.commands import CompleteTurn, ObserveUtterance, ReceiveUtterance, RecordExtraction
from domain.errors import AnamnesisError, PatientErased, PatientNotFound, StoreUnavailable
from domain.events import AnswerGiven, Recorded, TurnFailed, UtteranceReceived
from domain.patient import PatientState, Turn
from domain.records import Committed
from domain.remembering import remembering
from domain.utterance import checked_text, checked_uuid
from extraction.port import LEFT_OUT
from extraction.text.language import detect, is_of_figures_alone
from projections.patient_view import PatientView

log = structlog.get_logger(__name__)

FAILED_MESSAGE = "The turn ended without an answer; what was said is kept."


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """One turn as a client asks for it; ``said_at`` None means now, ``locale`` None means as the text reads.

    ``drafts`` asks for an answer as soon as it is written. One that is ``observed`` was said to another agent, and is
    understood by :class:`agent.observing.Observing`.
    """

    request_id: str
    patient_id: str
    conversation_id: str
    text: str
    said_at: datetime | None = None
    locale: Language | None = None
    profile: str = ""
    actor: str = "patient"
    agent_said: str | None = None
    observed: bool = False
    drafts: bool = False


@dataclass(frozen=True, slots=True)
class Received:
    """A turn whose utterance is saved: its events so far, the patient's views after it, and whether it was read."""

    committed: Committed
    turn_number: int
    view: PatientView
    extracted: bool

    @property
    def events(self) -> tuple[Recorded, ...]:
        """The events of the turn's request that are in the log."""
        return self.committed.events

    @property
    def request_id(self) -> str:
        """The id of the request in the log, which is the client's unless another caller had used that one."""
        return self.events[0].payload.request_id

    @property
    def position(self) -> int:
        """The last position of those events."""
        return self.committed.position

    @property
    def replayed(self) -> bool:
        """Whether the request had been saved before."""
        return self.committed.replayed


class TurnRunner:
    """Runs turns over the graph. Turns of one patient wait for each other; the log is locked per save only."""

    def __init__(self, ports: Ports, held: Held | None = None) -> None:
        """``held`` counts what running turns may yet cost for several processes; without it, for this one alone."""
        self._ports = ports
        self._held = held if held is not None else OwnHeld()
        self._spending = PrincipalSpending(ports.records)
        self._queues: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def run(self, request: TurnRequest, emit: Emit) -> None:
        """Run or resume the turn of ``request``, reporting through ``emit``.

        A finished turn is told again from the log; a half-done one goes on after its last save. Raises the domain's
        named failures when nothing of the turn could be stored. A cancelled turn leaves no trace of the cancel.
        """
        checked_uuid("request_id", request.request_id)
        checked_uuid("patient_id", request.patient_id)
        checked_text(request.text)
        profile = profile_named(request.profile)
        begun = time.monotonic()
        async with self.queue(request.patient_id):
            received = await self.receive(request)
            await emit(TurnAccepted(received.turn_number, received.view.version), received.position)
            if await self._told_again(received, emit):
                return
            with accounting(await self.account(request, begun)), remembering():
                await self._go_on(request, profile, received, emit)

    def queue(self, patient_id: str) -> asyncio.Lock:
        """Held while a turn of this patient runs."""
        return self._queues.setdefault(patient_id, asyncio.Lock())

    async def account(self, request: TurnRequest, begun: float) -> TurnCalls:
        """What the turn may spend on models: the rest of its time, and of the patient's and the principal's day."""
        ports, allowance, patient_id = self._ports, self._ports.allowance, request.patient_id
        left, purse = math.inf, None
        if allowance.spend_limit < math.inf:
            now = ports.clock()
            spent = await ports.work(lambda: ports.records.inspect(patient_id, lambda state: state.spent_on(now)))
            left = allowance.spend_limit - spent
        if allowance.principal_spend_limit < math.inf:
            purse = await self._purse(ports.clock(), patient_id, request.actor)
        return TurnCalls(until=begun + allowance.seconds, money_left=left, purse=purse)

    async def _purse(self, now: datetime, patient_id: str, actor: str) -> Purse:
        work, spending = self._ports.work, self._spending
        day, whose = await work(lambda: spending.whose(now, patient_id, actor))
        limit = self._ports.allowance.principal_spend_limit
        return Purse(self._held, day, whose, limit, lambda: work(lambda: spending.spent_on(now, patient_id, actor)))

    async def extract_pending(self, patient_id: str, *, but: str = "") -> int:
        """Extract this patient's turns that were saved and never extracted, each with its own clock; how many."""
        pending = await self._ports.work(lambda: self._ports.records.inspect(patient_id, _pending))
        count = 0
        for turn, time_zone in pending:
            if turn.request_id != but and turn.utterance is not None:
                await self._extract(patient_id, turn, time_zone)
                count += 1
        return count

    async def extract_unfinished(self) -> int:
        """At start-up: extract every turn that a stop left without extraction; how many."""
        count = 0
        for patient_id in await self._ports.work(self._ports.records.unextracted_patients):
            try:
                count += await self.extract_pending(patient_id)
            except StoreUnavailable:
                raise
            except AnamnesisError as error:
                # One patient's damaged or erased stream must not keep the service from all the others.
                log.warning("left_unextracted", reason=error.reason, patient_id=patient_id)
        return count

    async def receive(self, request: TurnRequest) -> Received:
        """Save 1 of a turn, after whatever a stop left unextracted of this patient's earlier ones."""
        records, views = self._ports.records, self._ports.views

        def save() -> Received | str:
            command = self._command(request)
            own, others = records.inspect(
                request.patient_id, lambda state: (state.own_request_id(command), _pending(state))
            )
            if any(turn.request_id != own and turn.utterance is not None for turn, _ in others):
                return own
            committed = records.execute(command)
            number = turn_number_of(committed)
            # What was saved just now nobody has read; each look into the state asks the log for news.
            extracted = committed.replayed and records.inspect(
                request.patient_id, lambda state: state.turns[number].extracted
            )
            return Received(committed, number, views.view(request.patient_id), extracted)

        # One task for all: each hop to a thread and back costs what a small read does.
        while isinstance(received := await self._ports.work(save), str):
            await self.extract_pending(request.patient_id, but=received)
        return received

    def _command(self, request: TurnRequest) -> ObserveUtterance | ReceiveUtterance:
        said = ObserveUtterance if request.observed else ReceiveUtterance
        return said(
            request_id=request.request_id,
            patient_id=request.patient_id,
            now=self._ports.clock(),
            actor=request.actor,
            conversation_id=request.conversation_id,
            text=request.text,
            language=request.locale or self._language(request),
            said_at=request.said_at,
            sent_said_at=request.said_at,
            sent_locale=request.locale or "",
            profile=request.profile,
            agent_said=request.agent_said,
        )

    def _language(self, request: TurnRequest) -> Language:
        """The language of the words; where they are figures alone, that of the turn before, else the patient's own."""
        if not is_of_figures_alone(request.text):
            return detect(request.text)
        view = self._ports.views.view(request.patient_id)
        own: Language = "en" if view.profile.locale == "en" else "ko"
        lines = view.tiers.lines
        return detect(lines[max(lines)].question, own) if lines else own

    async def _told_again(self, received: Received, emit: Emit) -> bool:
        """Tell a finished turn from its recorded events; False when it is not finished."""
        if not received.replayed:
            return False
        version = received.view.version
        answer = next((event for event in received.events if isinstance(event.payload, AnswerGiven)), None)
        failed = next((event.payload for event in received.events if isinstance(event.payload, TurnFailed)), None)
        if answer is None and failed is None:
            return False
        shown = shown_events(received.events)
        if shown:
            await emit(MemoryUpdated(shown, received.view), shown[-1].position)
        if answer is not None:
            given = cast(AnswerGiven, answer.payload)
            await emit(TurnAnswered(given, answer.event_id, version), received.position)
        elif failed is not None:
            await emit(TurnEnded(failed.reason, FAILED_MESSAGE, version), received.position)
        return True

    async def _go_on(self, request: TurnRequest, profile: AblationProfile, received: Received, emit: Emit) -> None:
        turn_number = received.turn_number
        state = self.begun(request, profile, received, emit)
        try:
            # Where a skill may wait for a model, nothing but its call may hold up a thread.
            through = self._ports.through if self._ports.skills is self._ports.twins else None
            await (TURN.run(state, self._ports) if through is None else through(lambda: TURN.run(state, self._ports)))
        except AnamnesisError:
            raise
        except Exception as error:
            # Whatever broke, the utterance is stored and the turn must end with a recorded outcome; the words of the
            # failure stay out of the log and the stream, for they may quote the patient.
            log.error("turn_failed", error=type(error).__name__, patient_id=request.patient_id, turn=turn_number)
            await self._fail(request, received, emit)

    def begun(self, request: TurnRequest, profile: AblationProfile, received: Received, emit: Emit) -> TurnState:
        """The state of a turn whose utterance was saved, extracted or not."""
        utterance, view = _utterance(received.events), received.view
        return {
            "request_id": received.request_id,
            "patient_id": request.patient_id,
            "actor": request.actor,
            "question": Question(
                text=utterance.text,
                language=utterance.language,
                said_at=utterance.said_at,
                time_zone=view.profile.time_zone,
                turn_number=received.turn_number,
                agent_said=utterance.agent_said or "",
            ),
            "profile": profile,
            "drafts": request.drafts,
            "due": None,
            "emit": emit,
            "position": received.position,
            "view": view,
            "extracted": received.extracted,
            "turn_events": shown_events(received.events),
            "query": utterance.text,
            "expansions": (),
            "k": 0,
            "hits": (),
            "found": None,
            "retrieved_for": -1,
            "iteration": 0,
            "history": [],
            "trace": [],
            "milliseconds": {},
            "started": self._ports.timer(),
            "busy": 0.0,
        }

    async def _fail(self, request: TurnRequest, received: Received, emit: Emit) -> None:
        calls = current_calls()
        command = CompleteTurn(
            request_id=received.request_id,
            patient_id=request.patient_id,
            now=self._ports.clock(),
            actor=request.actor,
            turn_number=received.turn_number,
            trace=(*calls.take(), TurnFailed(reason="INTERNAL")),
        )
        committed = await self._ports.work(lambda: self._ports.records.execute(command))
        if not committed.replayed:
            calls.saved()
        await emit(TurnEnded("INTERNAL", FAILED_MESSAGE, committed.version), committed.position)

    async def _extract(self, patient_id: str, turn: Turn, time_zone: str) -> None:
        ports = self._ports
        view = await ports.work(lambda: ports.views.view(patient_id))
        try:
            await ports.work(lambda: self._read(patient_id, turn, time_zone, view))
        except AnamnesisError:
            raise
        except Exception as error:
            # Words that no extractor can read must not keep their patient from ever being heard again: they are
            # stored, the turn counts as read by nobody, and `anamnesis reextract` finds it.
            log.error("extraction_failed", error=type(error).__name__, patient_id=patient_id, turn=turn.turn_number)
            await self.leave_unread(patient_id, turn.request_id, turn.turn_number, error)

    async def leave_unread(self, patient_id: str, request_id: str, turn_number: int, error: Exception) -> Committed:
        """Record that a turn was read by nobody, and of which kind the failure was."""
        unread = RecordExtraction(
            request_id=request_id,
            patient_id=patient_id,
            now=self._ports.clock(),
            turn_number=turn_number,
            proposals=(),
            extractors={"failed": type(error).__name__},
        )
        return await self._ports.work(lambda: self._ports.records.execute(unread))

    def _read(self, patient_id: str, turn: Turn, time_zone: str, view: PatientView) -> None:
        utterance, ports = turn.utterance, self._ports
        assert utterance is not None
        started = ports.timer()
        reading = ports.extractor.read(
            utterance.text,
            said_at=utterance.said_at,
            time_zone=time_zone,
            language=utterance.language,
            spoken_of=lately_spoken_of(view),
            of_last_turn=of_last_turn(view),
            agent_said=utterance.agent_said or "",
            patient_called=patient_named(view, ports.recogniser),
            corrected=lately_corrected(view),
            goals=goals_set(view),
            children=children_known(view),
            said_before=said_before(view, turn.turn_number),
        )
        if LEFT_OUT in reading.extractors:
            steps = reading.extractors[LEFT_OUT]
            log.error("reading_steps_left_out", steps=steps, patient_id=patient_id, turn=turn.turn_number)
        command = RecordExtraction(
            request_id=turn.request_id,
            patient_id=patient_id,
            now=ports.clock(),
            turn_number=turn.turn_number,
            proposals=believed(reading, utterance.text).proposals,
            extractors=reading.extractors,
            milliseconds=round((ports.timer() - started) * 1000, 3),
        )
        ports.records.execute(command)


def _pending(state: PatientState) -> list[tuple[Turn, str]]:
    if state.version == 0:
        raise PatientNotFound(patient_id=state.patient_id)
    if state.erased:
        raise PatientErased(patient_id=state.patient_id)
    return [(turn, state.ledger.time_zone) for turn in state.unextracted]


def turn_number_of(received: Committed) -> int:
    """The number of the turn whose request this is."""
    number = received.events[0].payload.turn_number
    assert number is not None
    return number


def _utterance(events: tuple[Recorded, ...]) -> UtteranceReceived:
    return next(event.payload for event in events if isinstance(event.payload, UtteranceReceived))
