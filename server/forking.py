"""What if: a patient's stream copied up to a turn into a log of its own, changed there, and talked on.

The original is only read. The scratch log is written by the same writer and the same agent as any other, with the
clock of the original; what comes out differently is told fact by fact and turn by turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID, uuid5

from agent.observing import Observing
from agent.profiles import profile_named
from agent.turns import TurnRequest, TurnRunner
from agent.updates import TurnUpdate
from domain.commands import CorrectSlot
from domain.errors import AnamnesisError, FactNotFound, InvalidCommand
from domain.events import AnswerGiven, Recorded, UtteranceReceived
from domain.ledger import Fact, Ledger
from domain.records import PatientRecords
from domain.store.mapper import rows_of
from domain.values import Content, SlotKind
from projections.live import LiveViews
from projections.memory_difference import MemoryDifference, memory_difference
from projections.patient_view import PatientView
from projections.steps import told_stream, until_turn
from server.composition import Knowledge, agent_ports
from server.language_models import LanguageModels
from server.redoing import Again, later_requests
from server.work import WorkPool

_REQUESTS = UUID("2c1f5a1c-5a36-5d0f-8d0a-6b6f1d3b9e20")


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be different: facts with the values they should have had, and the profile of the later turns."""

    corrections: tuple[tuple[str, str], ...] = ()
    profile: str | None = None


@dataclass(frozen=True, slots=True)
class TurnDifference:
    """One later turn: what was said, and its answer as it was and as it would have been (None: there is none)."""

    turn_number: int
    text: str
    before: AnswerGiven | None
    after: AnswerGiven | None

    @property
    def same(self) -> bool:
        """Whether the patient would have been told the same."""
        return (self.before.text if self.before else None) == (self.after.text if self.after else None)


@dataclass(frozen=True, slots=True)
class Fork:
    """What would have been: ``left_out`` names what could not be done again, each with the reason."""

    patient_id: str
    version: int
    corrected: tuple[tuple[Fact, Fact], ...]
    memory: MemoryDifference
    turns: tuple[TurnDifference, ...]
    left_out: tuple[str, ...]


@dataclass(slots=True)
class _Clock:
    """The clock of the original, read again."""

    now: datetime

    def __call__(self) -> datetime:
        return self.now


@dataclass(slots=True)
class _Scratch:
    """The log in which the fork happens."""

    records: PatientRecords
    clock: _Clock
    left_out: list[str] = field(default_factory=list)


async def fork(
    original: PatientRecords,
    scratch: PatientRecords,
    knowledge: Knowledge,
    patient_id: str,
    at: int,
    change: Change,
    models: LanguageModels | None = None,
) -> Fork:
    """Copy the stream up to the end of turn ``at`` (0: before the first) into ``scratch``, change it and go on.

    The later turns are run by rule, and by ``models`` where they are given.
    Raises what :func:`copied` raises; then ``scratch`` is as it was.
    """
    events = original.stream(patient_id)
    earlier = copied(patient_id, events, at, change)
    later = events[len(earlier) :]
    _store(scratch, patient_id, earlier)
    where = _Scratch(scratch, _Clock(earlier[-1].recorded_at))
    corrected = tuple(
        _correct(where, patient_id, f"{at}:{number}", fact, value)
        for number, (fact, value) in enumerate(change.corrections)
    )
    again = later_requests(earlier, later, _ledger(patient_id, events))
    await _go_on(where, knowledge, again, change.profile, models)
    changed = scratch.stream(patient_id)
    return Fork(
        patient_id=patient_id,
        version=earlier[-1].version,
        corrected=corrected,
        memory=memory_difference(_ledger(patient_id, events), _ledger(patient_id, changed)),
        turns=tuple(_turns(events, changed, at)),
        left_out=tuple(where.left_out),
    )


def copied(patient_id: str, events: Sequence[Recorded], at: int, change: Change) -> Sequence[Recorded]:
    """The part of the stream that a fork begins with, once it is sure that it can be changed so.

    Raises PatientNotFound, PatientErased, TurnNotFound, FactNotFound, UnknownProfile, and InvalidCommand for a value
    that the fact cannot have.
    """
    if change.profile is not None:
        profile_named(change.profile)
    events = told_stream(patient_id, events)
    if at:
        earlier = until_turn(events, at)
    else:
        first = (index for index, event in enumerate(events) if isinstance(event.payload, UtteranceReceived))
        earlier = events[: next(first, len(events))]
    ledger = _ledger(patient_id, earlier)
    for fact, value in change.corrections:
        _with_value(_fact_named(ledger, fact), value)
    return earlier


def _store(scratch: PatientRecords, patient_id: str, events: Sequence[Recorded]) -> None:
    """Store events as they are: ids, times and payloads, under a key of the scratch log's own."""
    keyring = scratch.seal.keyring if scratch.seal is not None else None
    if keyring is not None:
        keyring.make([patient_id])
    scratch.rows_log.insert_events(rows_of(events, keyring))


def _correct(where: _Scratch, patient_id: str, mark: str, name: str, value: str) -> tuple[Fact, Fact]:
    """The fact as it was, and as it is in the fork from here on."""
    view = PatientView.fold(patient_id, where.records.stream(patient_id))
    fact = _fact_named(view.ledger, name)
    committed = where.records.execute(
        CorrectSlot(
            request_id=str(uuid5(_REQUESTS, f"{patient_id}:{mark}")),
            patient_id=patient_id,
            now=where.clock(),
            actor="operator",
            fact_id=fact.fact_id,
            replacement=_with_value(fact, value),
            reason="what if",
        )
    )
    for event in committed.events:
        view.apply(event)
    successor = view.ledger.facts[fact.fact_id].superseded_by
    return fact, view.ledger.facts[successor or fact.fact_id]


def _fact_named(ledger: Ledger, name: str) -> Fact:
    """The current fact of this id, or the latest current one of this name."""
    if name in ledger.facts and ledger.facts[name].current:
        return ledger.facts[name]
    wanted = name.strip().casefold()
    named = [
        fact
        for fact in ledger.current()
        if wanted in (one.casefold() for one in _names(fact.content)) or fact.fact_id.startswith(wanted)
    ]
    if not named:
        raise FactNotFound(f"No current fact is called {name!r} at this turn.", fact=name)
    return max(named, key=lambda fact: (fact.clinical_day, fact.version))


def _names(content: Content) -> tuple[str, ...]:
    return (content.concept.name, content.concept.display, content.concept.concept_id)


def _with_value(fact: Fact, value: str) -> Content:
    bare = Content(slot=fact.content.slot, concept=fact.content.concept)
    if fact.content.slot is SlotKind.MEDICATIONS:
        return bare.with_fields(dose=value)
    if isinstance(fact.content.value, str):
        return bare.with_fields(value=value)
    if isinstance(fact.content.value, bool) or fact.content.value is None:
        raise InvalidCommand("This fact has no value that another could stand for.", fact_id=fact.fact_id)
    try:
        return bare.with_fields(value=float(value))
    except ValueError:
        raise InvalidCommand("The value of this fact is a number.", fact_id=fact.fact_id) from None


async def _go_on(
    where: _Scratch, knowledge: Knowledge, requests: Iterable[Again], profile: str | None, models: LanguageModels | None
) -> None:
    work = WorkPool(1)
    try:
        ports = agent_ports(knowledge, where.records, LiveViews(where.records), work, where.clock, models)
        runner = TurnRunner(ports)
        observing = Observing(runner, ports)
        for again in requests:
            where.clock.now = max(where.clock.now, again.recorded_at)
            try:
                if isinstance(again.request, TurnRequest) and again.request.observed:
                    await observing.observe(again.request)
                elif isinstance(again.request, TurnRequest):
                    asked = again.request if profile is None else replace(again.request, profile=profile)
                    await runner.run(asked, _unheard)
                elif again.request is not None:
                    where.records.execute(again.request)
                else:
                    where.left_out.append(f"{again.name}: not done again in a fork")
            except AnamnesisError as error:
                # In the changed memory the edit may have lost its fact; the rest of the story still goes on.
                where.left_out.append(f"{again.name}: {error.reason}")
    finally:
        work.close()


async def _unheard(update: TurnUpdate, position: int) -> None:
    """Nobody listens to the turns of a fork."""


def _ledger(patient_id: str, events: Sequence[Recorded]) -> Ledger:
    return PatientView.fold(patient_id, events).ledger


def _turns(before: Sequence[Recorded], after: Sequence[Recorded], at: int) -> list[TurnDifference]:
    given, otherwise = _answers(before), _answers(after)
    return [
        TurnDifference(number, said.text, given.get(said.request_id), otherwise.get(said.request_id))
        for event in before
        if isinstance(said := event.payload, UtteranceReceived) and (number := said.turn_number or 0) > at
    ]


def _answers(events: Sequence[Recorded]) -> dict[str, AnswerGiven]:
    answers = (event.payload for event in events if isinstance(event.payload, AnswerGiven))
    return {answer.request_id: answer for answer in answers}
