"""Patients for the FHIR tests: a stream in memory that decides commands, and random lives of one patient."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from hypothesis import strategies as st

from domain.commands import Command, CorrectSlot, ImportRecord, RecordSlots, RetractSlot
from domain.events import Payload, Recorded, event_id_at
from domain.ledger import Fact
from domain.patient import PatientState, decide, evolve
from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Certainty, Content, Polarity, Precision, SlotKind, Source, Status, Temporality
from extraction.naming.lexicon import Lexicon, read_tables
from extraction.records.fhir.bundle import read_bundle
from projections.fhir_export import export_bundle
from projections.patient_view import PatientView
from tests.builders import (
    NOW,
    age,
    allergy,
    an_id,
    concept,
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

NO_LEXICON: Lexicon = read_tables([])
Json = dict[str, Any]


class Stream:
    """One patient's events, without a store."""

    def __init__(self, patient_id: str = an_id("exported")) -> None:
        self.patient_id = patient_id
        self.state, self.view = PatientState(patient_id), PatientView(patient_id)
        self.do(register(patient_id))

    def do(self, command: Command) -> tuple[Payload, ...]:
        payloads = decide(self.state, command)
        for payload in payloads:
            version = self.state.version + 1
            event_id = event_id_at(self.patient_id, version)
            at = max(command.now, self.state.recorded_at or command.now)
            event = Recorded(self.patient_id, version, event_id, at, payload, position=version * 10)
            evolve(self.state, event)
            self.view.apply(event)
        return payloads

    @property
    def current(self) -> tuple[Fact, ...]:
        return tuple(self.state.ledger.current())

    def record(self, *contents: Content) -> None:
        self.do(RecordSlots(**self.next_command(), contents=contents, source=Source.CLINICIAN))

    def say(self, *proposals: Proposal, days: int = 0) -> None:
        now = NOW + timedelta(days=days)
        turn = len(self.state.turns) + 1
        self.do(utterance(turn, patient_id=self.patient_id, now=now))
        self.do(extraction(turn, *proposals, patient_id=self.patient_id, now=now))

    def correct(self, fact: Fact, replacement: Content) -> None:
        self.do(
            CorrectSlot(**self.next_command(), fact_id=fact.fact_id, replacement=replacement, reason="typing error")
        )

    def retract(self, fact: Fact) -> None:
        self.do(RetractSlot(**self.next_command(), fact_id=fact.fact_id, reason="not mine"))

    def take_in(self, bundle: Json, lexicon: Lexicon = NO_LEXICON) -> tuple[Payload, ...]:
        """Import a bundle, and return the events after the one that records the import."""
        reading = read_bundle(json.dumps(bundle), lexicon, "ko")
        command = ImportRecord(
            **self.next_command(days=400),
            source="fhir",
            source_hash=reading.source_hash,
            proposals=reading.proposals,
            as_of=reading.as_of,
        )
        return self.do(command)[1:]

    def export(self) -> Json:
        return export_bundle(self.view, at=NOW, language="ko")

    def next_command(self, days: int = 0) -> dict[str, Any]:
        request = an_id(f"{self.patient_id} {self.state.version}")
        return {"request_id": request, "patient_id": self.patient_id, "now": NOW + timedelta(days=days)}


def _measurements() -> st.SearchStrategy[Content]:
    value = st.sampled_from((6.5, 7.2, 8.0, 93.44182362853188))
    day = st.sampled_from((None, "2025-03-08", "2024-12-01", "2024-11", "2023"))
    stated = st.sampled_from(({}, {"value_stated": "8", "unit_stated": "mmol/L"}, {"comparator": ">="}))
    labs = st.builds(
        lambda value, day, name, more: lab(value, day, name=name, **more),
        value,
        day,
        st.sampled_from(("hba1c", "glucose")),
        stated,
    )
    between = st.sampled_from((60.0, 70.0)).map(lambda low: {"value": None, "value_low": low, "value_high": 90.0})
    ranges = between.map(lambda edges: vital(0, None).with_fields(**edges))
    return st.one_of(labs, st.builds(vital, value, day), ranges)


def _findings() -> st.SearchStrategy[Content]:
    polarity = st.sampled_from((Polarity.AFFIRMED, Polarity.AFFIRMED, Polarity.NEGATED))
    certainty = st.sampled_from(tuple(Certainty))
    since = st.sampled_from((None, "2019", "2019-05", "2019-05-11"))
    subject = st.sampled_from((PATIENT, PATIENT, "mother", "mother-in-law"))
    assertion = {"polarity": polarity, "certainty": certainty, "valid_from": since}
    return st.one_of(
        st.builds(
            condition,
            st.sampled_from(("diabetes", "gout")),
            subject=subject,
            status=st.sampled_from((None, *Status)),
            stage=st.sampled_from((None, "3")),
            valid_to=st.sampled_from((None, "2024-02")),
            temporality=st.sampled_from(tuple(Temporality)),
            **assertion,
        ),
        st.builds(symptom, severity=st.sampled_from((None, "severe", "unbearable")), **assertion),
        st.builds(
            allergy,
            st.sampled_from(("penicillin", "latex")),
            reaction=st.sampled_from((None, "hives", "hives (finding)")),
            severity=st.sampled_from((None, "mild")),
            **assertion,
        ),
        st.builds(
            lambda **fields: Content(slot=SlotKind.PROCEDURES, concept=concept("colonoscopy"), **fields),
            status=st.sampled_from((None, Status.PLANNED)),
            temporality=st.sampled_from(tuple(Temporality)),
            **assertion,
        ),
        st.builds(
            lambda **fields: Content(slot=SlotKind.FAMILY_HISTORY, concept=concept("stroke"), **fields),
            subject=st.sampled_from(("father", "mother-in-law")),
            **assertion,
        ),
    )


def _medicines() -> st.SearchStrategy[Content]:
    return st.builds(
        medicine,
        st.sampled_from((None, "500 mg", "2 tablets", "반 알")),
        name=st.sampled_from(("metformin", "aspirin")),
        frequency=st.sampled_from((None, "QD", "Q4H PRN", "PRN", "QHS", "3/week", "Q5H", "weekly")),
        timing=st.sampled_from((None, "MORN", "mon thu", "sun PCV", "08:00", "CM 20:00")),
        route=st.sampled_from((None, "oral", "by ear")),
        status=st.sampled_from((None, *Status)),
        polarity=st.sampled_from((Polarity.AFFIRMED, Polarity.AFFIRMED, Polarity.NEGATED)),
        valid_from=st.sampled_from((None, "2019-05")),
    )


def _others() -> st.SearchStrategy[Content]:
    habit = st.sampled_from(("never", "former", True, False, None, 3.0))
    whole = st.sampled_from((SlotKind.ALLERGIES, SlotKind.MEDICATIONS, SlotKind.CONDITIONS, SlotKind.PROCEDURES))
    return st.one_of(
        st.builds(lambda value: Content(slot=SlotKind.SOCIAL_HISTORY, concept=concept("smoking"), value=value), habit),
        st.builds(age, st.integers(50, 53)),
        st.builds(none_of, whole),
        st.builds(none_of, whole, polarity=st.just(Polarity.AFFIRMED), certainty=st.just(Certainty.UNKNOWN)),
    )


def _dated(content: Content) -> Content:
    precision = {4: Precision.YEAR, 7: Precision.MONTH, 10: Precision.DAY}.get(len(content.valid_from or ""))
    return content.with_fields(precision=precision)


CONTENTS = st.one_of(_measurements(), _findings(), _medicines(), _others()).map(_dated)
OPERATIONS = st.sampled_from((*[Operation.ASSERT] * 4, Operation.CHANGE, Operation.CORRECT, Operation.RETRACT))


@st.composite
def lives(draw: st.DrawFn) -> Stream:
    """A patient to whom up to twelve things happened: said, imported, recorded, corrected, retracted and reverted."""
    stream = Stream()
    for _ in range(draw(st.integers(1, 12))):
        kind = draw(st.sampled_from(("say", "say", "say", "record", "import", "correct", "retract", "revert")))
        facts = stream.current
        if kind == "say":
            content = draw(CONTENTS)
            operation = draw(OPERATIONS)
            target = Target(slot=content.slot, concept_id=content.concept.concept_id, subject=content.subject)
            proposal = Proposal(operation=operation, content=content, target=target, extractor="rules@1")
            stream.say(proposal, days=draw(st.integers(0, 3)))
        elif kind == "record":
            stream.record(draw(CONTENTS))
        elif kind == "import":
            claims = tuple(Proposal(content=content) for content in draw(st.lists(CONTENTS, max_size=3)))
            stream.do(ImportRecord(**stream.next_command(), source="card", source_hash="-", proposals=claims))
        elif facts and kind == "correct":
            fact = draw(st.sampled_from(facts))
            stream.correct(fact, _like(fact, draw(CONTENTS)))
        elif facts and kind == "retract":
            stream.retract(draw(st.sampled_from(facts)))
        elif kind == "revert":
            stream.say(Proposal(operation=Operation.REVERT))
    return stream


def _like(fact: Fact, other: Content) -> Content:
    """Another value of the same thing where there is one, else the other thing."""
    same = fact.content.slot is other.slot
    return other.with_fields(concept=fact.content.concept) if same else other
