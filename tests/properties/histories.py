"""Random histories of a few patients: what is said, imported, edited and retried, played on a real log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import strategies as st

from domain.commands import Command, CompleteTurn, CorrectSlot, ImportRecord, RecordSlots, RetractSlot
from domain.ledger import Fact
from domain.proposals import Operation, Proposal, Target
from domain.records import PatientRecords
from domain.values import Certainty, Content, Polarity, SlotKind, Status
from tests.builders import (
    NOW,
    age,
    allergy,
    an_id,
    answer,
    condition,
    extraction,
    lab,
    medicine,
    none_of,
    register,
    symptom,
    utterance,
    vital,
)

PATIENTS = tuple(an_id(f"patient {number}") for number in range(3))
DAYS = (None, "2025-03-09", "2025-03-08", "2025-03", "2024-12-01")
VALUES = (6.5, 7.2, 8.0)


@dataclass(frozen=True)
class Twist:
    """A claim about the ``pick``-th current fact: the same again, or with another ``value``, dose or polarity."""

    operation: Operation
    pick: int
    value: float | None
    named: bool

    def of(self, facts: tuple[Fact, ...]) -> Proposal:
        """The claim, now that the facts are there."""
        fact = facts[self.pick % len(facts)].content
        content, value = fact, self.value
        if value is not None and fact.value is not None:
            content = fact.with_fields(value=value)
        elif value is not None and fact.slot is SlotKind.MEDICATIONS:
            content = fact.with_fields(dose=f"{value:g} mg")
        elif value is not None:
            other = Polarity.NEGATED if fact.polarity is Polarity.AFFIRMED else Polarity.AFFIRMED
            content = fact.with_fields(polarity=other)
        target = Target(slot=fact.slot, concept_id=fact.concept.concept_id, subject=fact.subject)
        return Proposal(operation=self.operation, content=content, target=target if self.named else None)


@dataclass(frozen=True)
class Step:
    """One thing that happens to a patient, ``hours`` after the last; ``pick`` chooses among current facts."""

    patient_id: str
    hours: int
    kind: str
    proposals: tuple[Proposal, ...] = ()
    twists: tuple[Twist, ...] = ()
    contents: tuple[Content, ...] = ()
    pick: int = 0


def _contents() -> st.SearchStrategy[Content]:
    subject = st.sampled_from(("patient", "patient", "mother"))
    polarity = st.sampled_from((Polarity.AFFIRMED, Polarity.AFFIRMED, Polarity.NEGATED))
    certainty = st.sampled_from((Certainty.CONFIRMED, Certainty.CONFIRMED, Certainty.UNCERTAIN))
    value, day = st.sampled_from(VALUES), st.sampled_from(DAYS)
    qualifier = st.sampled_from((None, None, "fasting"))
    return st.one_of(
        st.builds(lab, value, day, name=st.sampled_from(("hba1c", "glucose")), qualifier=qualifier),
        st.builds(vital, value, day),
        st.builds(
            medicine,
            st.sampled_from((None, "500 mg", "850 mg")),
            name=st.sampled_from(("metformin", "aspirin")),
            frequency=st.sampled_from((None, "QD", "BID")),
            status=st.sampled_from((Status.ACTIVE, Status.ACTIVE, Status.STOPPED, Status.PLANNED)),
        ),
        st.builds(
            condition, st.sampled_from(("diabetes", "gout")), subject=subject, polarity=polarity, certainty=certainty
        ),
        st.builds(allergy, st.sampled_from(("penicillin", "latex")), polarity=polarity),
        st.builds(symptom, polarity=polarity, severity=st.sampled_from((None, "severe"))),
        st.builds(age, st.integers(50, 53)),
        st.builds(none_of, st.sampled_from((SlotKind.ALLERGIES, SlotKind.MEDICATIONS, SlotKind.CONDITIONS))),
    )


@st.composite
def _proposals(draw: st.DrawFn) -> Proposal:
    content = draw(_contents())
    operation = draw(st.sampled_from((*[Operation.ASSERT] * 4, *Operation)))
    target = None
    if operation not in (Operation.ASSERT, Operation.MENTION, Operation.CONFIRM) and draw(st.booleans()):
        target = Target(
            slot=content.slot,
            concept_id=draw(st.sampled_from((None, content.concept.concept_id))),
            old=draw(st.sampled_from((None, None, *VALUES, "500 mg"))),
            date=draw(st.sampled_from((None, None, *DAYS))),
            which=draw(st.sampled_from((None, None, "latest", "previous"))),
        )
    bare = operation in (Operation.RETRACT, Operation.REVERT, Operation.CORRECT) and draw(st.booleans())
    return Proposal(operation=operation, content=None if bare else content, target=target)


TWISTED = (*[Operation.ASSERT] * 4, *[Operation.CORRECT] * 3, *[Operation.REVERT] * 2, *Operation)
_TWISTS = st.builds(
    Twist, st.sampled_from(TWISTED), st.integers(0, 9), st.sampled_from((None, None, *VALUES)), st.booleans()
)

SHARED = 64
"""Histories whose logs are kept in memory, 100 kB each."""

KINDS = ("turn", "turn", "turn", "turn", "utterance", "import", "record", "correct", "retract", "retry")


@st.composite
def _steps(draw: st.DrawFn) -> Step:
    kind = draw(st.sampled_from(KINDS))
    return Step(
        patient_id=draw(st.sampled_from((PATIENTS[0],) * 4 + PATIENTS[1:])),
        hours=draw(st.sampled_from((0, 1, 30, -2))),
        kind=kind,
        proposals=tuple(draw(st.lists(_proposals(), max_size=2))) if kind == "turn" else (),
        twists=tuple(draw(st.lists(_TWISTS, max_size=3))),
        contents=tuple(draw(st.lists(_contents(), min_size=1, max_size=2))),
        pick=draw(st.integers(0, 9)),
    )


@cache
def histories(max_steps: int = 16) -> st.SearchStrategy[list[Step]]:
    """Lists of steps, long enough for facts to meet."""
    return st.lists(_steps(), min_size=min(6, max_steps), max_size=max_steps)


def play(records: PatientRecords, history: list[Step], *, first: int = 1) -> None:
    """Execute ``history``; registrations come first, and a step that its patient's state rules out is left out.

    Steps are numbered from ``first``, and their request ids with them.
    """
    now = NOW
    for patient_id in PATIENTS:
        records.execute(register(patient_id, request=f"register {patient_id}", now=now))
    last: Command | None = None
    for number, step in enumerate(history, start=first):
        now += timedelta(hours=step.hours)
        if step.kind == "retry":
            if last is not None:
                assert records.execute(last).replayed
            continue
        for command in _commands(records, step, number, now):
            records.execute(command)
            last = command


def _commands(records: PatientRecords, step: Step, number: int, now: datetime) -> Iterator[Command]:
    patient: dict[str, Any] = {"patient_id": step.patient_id, "now": now}
    request = an_id(f"step {number}")
    current = records.inspect(step.patient_id, lambda state: tuple(state.ledger.current()))
    twisted = tuple(twist.of(current) for twist in step.twists) if current else ()
    chosen: Fact | None = current[step.pick % len(current)] if current else None
    if step.kind in ("turn", "utterance"):
        said = utterance(number, **patient)
        yield said
        if step.kind == "turn":
            turn = records.inspect(step.patient_id, lambda state: len(state.turns))
            yield extraction(turn, *step.proposals, *twisted, **patient).with_fields(request_id=said.request_id)
            used = (chosen.fact_id,) if chosen is not None else ()
            yield CompleteTurn(**patient, request_id=said.request_id, turn_number=turn, trace=(answer(turn, *used),))
    elif step.kind == "import":
        known = (proposal.content for proposal in twisted if proposal.content is not None)
        claims = tuple(Proposal(content=content) for content in (*step.contents, *known))
        yield ImportRecord(**patient, request_id=request, source="card", source_hash=str(number), proposals=claims)
    elif step.kind == "record":
        yield RecordSlots(**patient, request_id=request, contents=step.contents)
    elif chosen is not None and step.kind == "correct":
        yield CorrectSlot(
            **patient, request_id=request, fact_id=chosen.fact_id, replacement=step.contents[0], reason="error"
        )
    elif chosen is not None and step.kind == "retract":
        yield RetractSlot(**patient, request_id=request, fact_id=chosen.fact_id, reason="not mine")


@contextmanager
def played(history: list[Step]) -> Iterator[tuple[PatientRecords, Path]]:
    """A log on disk in which ``history`` has happened, and the folder it lies in."""
    with TemporaryDirectory() as folder:
        log = Path(folder) / "log.db"
        log.write_bytes(_log_after(tuple(history)))
        with PatientRecords(log) as records:
            yield records, Path(folder)


@lru_cache(SHARED)
def _log_after(history: tuple[Step, ...]) -> bytes:
    """The file of a log in which ``history`` has just happened: every property is tried on the same few histories."""
    with TemporaryDirectory() as folder:
        with PatientRecords(Path(folder) / "log.db") as records:
            play(records, list(history))
        [log] = Path(folder).iterdir()
        return log.read_bytes()
