"""Two versions of the extractor over a real log: a lexicon that lacks some medicines, and the one that has them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pytest

from agent.reextraction import Reextraction
from domain.commands import CorrectSlot
from domain.errors import PatientNotFound
from domain.records import PatientRecords
from domain.values import SlotKind
from extraction.naming.concepts import Recogniser
from extraction.naming.lexicon import load_lexicon
from extraction.naming.mentions import ConceptRecogniser
from extraction.port import UtteranceReader
from extraction.rules.pipeline import Extractor
from server.composition import Knowledge
from tests.agent.agent_bench import AgentBench
from tests.shipped import newer_tables, vocabulary


@dataclass(frozen=True)
class Ports:
    records: PatientRecords
    extractor: UtteranceReader
    recogniser: ConceptRecogniser
    clock: Callable[[], datetime]


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Extractor:
    """An extractor whose lexicon knows two medicines more, one of which the older one takes for another."""
    lexicon = load_lexicon(newer_tables(tmp_path_factory.mktemp("lexicon")))
    return Extractor(lexicon, Recogniser(lexicon))


@pytest.fixture
def bench(tmp_path: Path, knowledge: Knowledge) -> AgentBench:
    return AgentBench(tmp_path, knowledge)


def reextraction(bench: AgentBench, extractor: UtteranceReader) -> Reextraction:
    return Reextraction(Ports(bench.records, extractor, vocabulary().recogniser, bench.clock))


def medicines(bench: AgentBench) -> list[tuple[str, str | None]]:
    facts = bench.views.view(bench.patient_id).ledger.current(SlotKind.MEDICATIONS)
    return [(fact.content.concept.name, fact.content.dose) for fact in facts]


async def test_a_newer_lexicon_reads_old_words_and_keeps_what_a_person_corrected(
    bench: AgentBench, newer: Extractor
) -> None:
    await bench.say("메트포르민 서방정 500mg 먹고 있어요.")
    await bench.say("젤보린 20mg도 아침마다 먹어요.")
    [metformin] = bench.views.view(bench.patient_id).ledger.current(SlotKind.MEDICATIONS)
    replacement = metformin.content.with_fields(dose="850 mg")
    bench.records.execute(
        CorrectSlot(
            request_id="7d3b3b0e-0000-4000-8000-000000000001",
            patient_id=bench.patient_id,
            now=bench.clock(),
            fact_id=metformin.fact_id,
            replacement=replacement,
            reason="typing error",
        )
    )
    again = reextraction(bench, newer)

    report = again.propose(bench.patient_id)
    [(event_id, _)] = again.pending(bench.patient_id)
    decision = again.decide(bench.patient_id, event_id, accept=True)

    assert (report.utterances, report.proposed) == (2, 1)
    assert [(line.kind, line.why) for line in report.differences] == [("kept", "corrected later"), ("added", "")]
    assert decision.counts["SlotRecorded"] == 1
    assert medicines(bench) == [("Metformin", "850 mg"), ("Zelvorin", "20mg")]
    accepted = bench.views.view(bench.patient_id).ledger.current(SlotKind.MEDICATIONS)
    assert [fact.evidence[0].turn_number for fact in accepted][-1] == 2


async def test_a_second_run_and_a_dry_run_write_nothing(bench: AgentBench, newer: Extractor) -> None:
    await bench.say("젤보린 20mg 아침마다 먹어요.")
    again, head = reextraction(bench, newer), bench.records.head()

    assert again.propose(bench.patient_id, dry_run=True).proposed == 1
    assert bench.records.head() == head
    assert [report.proposed for report in again.run_all()] == [1]
    head = bench.records.head()
    assert [report.proposed for report in again.run_all()] == [0]
    assert again.propose(bench.patient_id, force=True).proposed == 0
    assert bench.records.head() == head


async def test_the_same_extractor_finds_no_difference_even_when_forced(bench: AgentBench) -> None:
    for text in (
        "당화혈색소가 7.2 나왔어요. 고혈압도 있고요.",
        "아니, 7.2가 아니라 6.9였어요.",
        "혈압이 130, 아니 140이었어요.",
        "리시노프릴 10mg에서 20mg으로 올렸어요.",
        "고혈압은 제 얘기가 아니라 어머니 얘기예요.",
        "Could 6.9 be too high? I have no allergies.",
    ):
        await bench.say(text)
    same = reextraction(bench, bench.ports.extractor)

    assert same.propose(bench.patient_id).utterances == 0
    report = same.propose(bench.patient_id, force=True, dry_run=True)
    assert (report.utterances, report.differences) == (6, ())


async def test_an_accepted_difference_is_none_any_more(bench: AgentBench, newer: Extractor) -> None:
    await bench.say("젤보린 20mg 아침마다 먹어요.")
    again = reextraction(bench, newer)
    again.propose(bench.patient_id)
    for event_id, _ in again.pending(bench.patient_id):
        again.decide(bench.patient_id, event_id, accept=True)

    assert again.propose(bench.patient_id, force=True, dry_run=True).differences == ()
    assert again.pending(bench.patient_id) == ()


def test_of_nobody_is_refused(bench: AgentBench, newer: Extractor) -> None:
    with pytest.raises(PatientNotFound):
        reextraction(bench, newer).propose("0b9d1a2c-3d4e-4f50-8a61-728394a5b6c7")
