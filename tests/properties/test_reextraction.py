"""Whatever is read anew: the same reading differs in nothing, and what is decided stays decided."""

from __future__ import annotations

from hypothesis import strategies as st

from domain.commands import DecideReextraction, ProposeReextraction
from domain.events import Payload
from domain.patient import PatientState, decide, fold
from domain.proposals import Operation, Proposal, Target
from domain.reextraction import NewReading, Reextraction, reextract
from domain.values import Polarity, SlotKind
from tests.builders import (
    PATIENT_ID,
    an_id,
    claim,
    condition,
    correcting,
    extraction,
    lab,
    later,
    medicine,
    registered,
    retracting,
    symptom,
    utterance,
)
from tests.properties.effort import EFFORT, for_all
from tests.specs import history

PLACES = ((0, 8), (10, 18), (20, 28), (6, 14))
CONTENTS = (
    medicine("500 mg"),
    medicine("850 mg"),
    medicine("5 mg", name="amlodipine"),
    lab(7.2),
    lab(6.9),
    lab(6.9, "2024-12-01"),
    condition(),
    condition("hypertension"),
    symptom(),
    symptom(polarity=Polarity.NEGATED),
)
TARGETS = (
    Target(slot=SlotKind.LABS, concept_id="hba1c", old=7.2),
    Target(slot=SlotKind.MEDICATIONS, concept_id="metformin"),
    Target(slot=SlotKind.CONDITIONS),
)


@st.composite
def claims(draw: st.DrawFn) -> Proposal:
    start, end = draw(st.sampled_from(PLACES))
    operation = draw(st.sampled_from([Operation.ASSERT] * 5 + list(Operation)))
    target = draw(st.sampled_from(TARGETS)) if operation is not Operation.ASSERT else None
    content = None if operation is Operation.RETRACT else draw(st.sampled_from(CONTENTS))
    return claim(content, operation).with_fields(start=start, end=end, quote=f"{start}", target=target)


Turns = list[tuple[Proposal, ...]]
TURNS: st.SearchStrategy[Turns] = st.lists(st.lists(claims(), max_size=3).map(tuple), min_size=1, max_size=4)


class Patient:
    """A patient who has said these things, and whose utterances are read again."""

    def __init__(self, turns: Turns) -> None:
        self.payloads: list[Payload] = [registered()]
        for turn, proposals in enumerate(turns, start=1):
            now = later(days=turn)
            self.do(utterance(turn, now=now))
            self.do(extraction(turn, *proposals, now=now))

    @property
    def state(self) -> PatientState:
        return fold(PATIENT_ID, history(*self.payloads))

    def do(self, command: object) -> None:
        self.payloads += decide(self.state, command)  # type: ignore[arg-type]

    def read_again(self, turns: Turns) -> Reextraction:
        utterances = [turn.event_id for turn in self.state.turns.values()]
        new = {said: NewReading({"rules": "2"}, read) for said, read in zip(utterances, turns, strict=False)}
        return reextract(history(*self.payloads), new)

    def accept(self, found: Reextraction) -> None:
        if not found.proposed:
            return
        self.do(
            ProposeReextraction(
                request_id=an_id(f"propose {len(self.payloads)}"),
                patient_id=PATIENT_ID,
                now=later(days=50),
                readings=found.proposed,
            )
        )
        for event_id in list(self.state.readings):
            self.do(
                DecideReextraction(
                    request_id=an_id(event_id),
                    patient_id=PATIENT_ID,
                    now=later(days=51),
                    proposed_event_id=event_id,
                    accept=True,
                )
            )


@EFFORT
def test_the_same_reading_differs_in_nothing(examples: int) -> None:
    def holds(turns: Turns) -> None:
        assert Patient(turns).read_again(turns) == Reextraction((), ())

    for_all(examples, TURNS, holds)


@EFFORT
def test_accepting_what_is_proposed_comes_to_an_end(examples: int) -> None:
    def holds(both: tuple[Turns, Turns]) -> None:
        turns, anew = both
        patient = Patient(turns)
        for _ in range(sum(map(len, anew)) + 2):
            # A claim that a later misreading stood against becomes free once that is gone: each is proposed once.
            patient.accept(patient.read_again(anew))
        assert patient.read_again(anew).proposed == ()

    for_all(examples, st.tuples(TURNS, TURNS), holds)


@EFFORT
def test_what_a_person_edited_stays(examples: int) -> None:
    def holds(case: tuple[Turns, Turns, int, bool]) -> None:
        turns, anew, which, correct = case
        patient = Patient(turns)
        known = list(patient.state.ledger.current())
        if not known:
            return
        fact = known[which % len(known)]
        edit = correcting(fact.fact_id, fact.content.with_fields(dose="1 g")) if correct else retracting(fact.fact_id)
        patient.do(edit.with_fields(now=later(days=20)))
        facts = patient.state.ledger.facts
        edited = [one for one in facts.values() if one.fact_id == fact.fact_id or fact.fact_id in one.supersedes]

        patient.accept(patient.read_again(anew))

        after = patient.state.ledger.facts
        assert [(after[one.fact_id].content, after[one.fact_id].ended) for one in edited] == [
            (one.content, one.ended) for one in edited
        ]

    for_all(examples, st.tuples(TURNS, TURNS, st.integers(0, 9), st.booleans()), holds)
