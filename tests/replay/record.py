"""Records the golden histories again: ``python -m tests.replay.record --because REASON [NAME...]``.

Each conversation is held with the real agent over a real log, under fixed ids, clock and timer, so recording again
gives the same file unless the agent itself has changed. A history is recorded again only with a reason, which is noted
beside its digest (``RECORDED.md``): logs like it exist, and reading them must still give what it gave. ``--note`` notes
the reason for files that are different already, as after a merge, and records nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from agent.context import ContextAssembler
from agent.skills.summary import CAUTIOUS_COUNTER
from agent.turns import TurnRequest, TurnRunner
from domain.commands import (
    Command,
    CompleteTurn,
    CorrectSlot,
    DecideReextraction,
    ImportRecord,
    ProposeReextraction,
    ReceiveUtterance,
    RecordExtraction,
    RegisterPatient,
    RetractSlot,
)
from domain.events import (
    FallbackUsed,
    ModelCalled,
    QueryRewritten,
    ReextractionProposed,
    TurnFailed,
    UtteranceReceived,
)
from domain.ledger import Fact
from domain.records import Committed, PatientRecords
from extraction.records.card import read_card
from projections.live import LiveViews
from projections.patient_view import PatientView
from server.composition import Knowledge, agent_ports, load_knowledge
from server.data_directory import DataDirectory
from tests.agent.agent_bench import Heard, at_once
from tests.replay.conversations import SCRIPTS, Corrects, Fails, Imports, Rereads, Retracts, Says, Script, Step
from tests.replay.golden import FOLDER, History, dump
from tests.replay.notes import noted_again

_NAMES = UUID("5c0f7a1e-2f0e-4a55-9d52-6f1f0c6f6a10")
_BEGIN = datetime(2026, 3, 10, 1, 0, tzinfo=UTC)


class Session:
    """One conversation being recorded.

    Every id follows from the script's name, every reading of the clock is a minute later, and nothing takes time.
    """

    def __init__(self, script: Script, folder: Path, knowledge: Knowledge) -> None:
        self.records = PatientRecords(folder / "log.db")
        self.patient_id = str(uuid5(_NAMES, script.name))
        self._script, self._knowledge = script, knowledge
        self._requests, self._now = 0, _BEGIN
        ports = agent_ports(knowledge, self.records, LiveViews(self.records), at_once, self.clock)  # type: ignore[arg-type]
        # Counted by the estimate, whatever files the recording machine has.
        self._runner = TurnRunner(
            replace(ports, timer=lambda: 0.0, tokens=CAUTIOUS_COUNTER, context=ContextAssembler(CAUTIOUS_COUNTER))
        )

    def clock(self) -> datetime:
        """The next minute."""
        self._now += timedelta(minutes=1)
        return self._now

    async def hold(self) -> None:
        """Register the patient and go through the steps."""
        self._execute(RegisterPatient, tenant="golden", locale=self._script.locale, time_zone=self._script.time_zone)
        for step in self._script.steps:
            await self._take(step)

    async def _take(self, step: Step) -> None:
        match step:
            case Says():
                self._now += timedelta(days=step.days)
                request = TurnRequest(
                    self._request_id(), self.patient_id, "conversation", step.text, profile=step.profile
                )
                await self._runner.run(request, Heard())
            case Imports():
                lexicon, card = self._knowledge.lexicon, json.dumps(step.card, ensure_ascii=False)
                reading = read_card(card, lexicon, self._script.locale)
                self._execute(
                    ImportRecord,
                    source="card",
                    source_hash=reading.source_hash,
                    proposals=reading.proposals,
                    as_of=reading.as_of,
                )
            case Corrects():
                fact = self._fact(step.name)
                content = fact.content.with_fields(value=step.value)
                self._execute(
                    CorrectSlot, fact_id=fact.fact_id, replacement=content, reason="checked", actor="clinician"
                )
            case Retracts():
                fact = self._fact(step.name)
                self._execute(RetractSlot, fact_id=fact.fact_id, reason="another patient", actor="clinician")
            case Rereads():
                self._reread(step)
            case Fails():
                self._fail(step)

    def _reread(self, step: Rereads) -> None:
        utterance = next(
            event
            for event in self.records.stream(self.patient_id)
            if isinstance(event.payload, UtteranceReceived) and event.payload.turn_number == step.turn_number
        )
        reading = ReextractionProposed(
            utterance_event_id=utterance.event_id, extractors={"rules": "golden"}, proposals=()
        )
        proposed = self._execute(ProposeReextraction, readings=(reading,), actor="operator")
        self._execute(
            DecideReextraction,
            proposed_event_id=proposed.events[0].event_id,
            accept=step.accept,
            actor="operator",
        )

    def _fail(self, step: Fails) -> None:
        stamp: dict[str, Any] = {"request_id": self._request_id(), "patient_id": self.patient_id}
        received = self.records.execute(
            ReceiveUtterance(
                **stamp, now=self.clock(), conversation_id="conversation", text=step.text, language=self._script.locale
            )
        )
        turn_number = received.events[0].payload.turn_number or 0
        self.records.execute(
            RecordExtraction(
                **stamp, now=self.clock(), turn_number=turn_number, proposals=(), extractors={"rules": "1"}
            )
        )
        called = ModelCalled(
            skill="rewrite",
            model="a-model",
            parameters={"temperature": "0.3"},
            prompt_hash="0" * 64,
            tokens={"prompt": 100, "completion": 10},
            cost=0.0002,
            milliseconds=0.0,
        )
        rewritten = QueryRewritten(iteration=1, query="potassium", reason="the slot labs is missing")
        fallback = FallbackUsed(skill="answer", reason="TIMEOUT")
        trace = (called, rewritten, fallback, TurnFailed(reason="INTERNAL"))
        self.records.execute(CompleteTurn(**stamp, now=self.clock(), turn_number=turn_number, trace=trace))

    def _fact(self, name: str) -> Fact:
        view = PatientView.fold(self.patient_id, self.records.stream(self.patient_id))
        return [fact for fact in view.ledger.current() if fact.content.concept.name.lower() == name.lower()][-1]

    def _execute(self, command: type[Command], **fields: object) -> Committed:
        stamp = {"request_id": self._request_id(), "patient_id": self.patient_id, "now": self.clock()}
        return self.records.execute(command.of(stamp | fields))

    def _request_id(self) -> str:
        self._requests += 1
        return str(uuid5(_NAMES, f"{self._script.name} {self._requests}"))


def recorded(script: Script, knowledge: Knowledge) -> History:
    """Hold the conversation and return its history."""
    with tempfile.TemporaryDirectory() as folder:
        session = Session(script, Path(folder), knowledge)
        asyncio.run(session.hold())
        rows = session.records.rows(0, 100_000, patient_id=session.patient_id)
        events = session.records.stream(session.patient_id)
        session.records.close()
    return History(
        about=script.about,
        rows=tuple(row._replace(id=0) for row in rows),
        fingerprints=PatientView.fold(session.patient_id, events).fingerprints(),
    )


def main() -> None:
    """Write the histories of the named conversations, or of all, and note why."""
    parser = argparse.ArgumentParser(prog="python -m tests.replay.record", description="Record the golden histories.")
    parser.add_argument("names", nargs="*", choices=[[], *(script.name for script in SCRIPTS)], metavar="NAME")
    parser.add_argument("--because", required=True, metavar="REASON", help="what reads differently, and why")
    parser.add_argument("--note", action="store_true", help="only note the reason for files that have changed")
    options = parser.parse_args()
    if not options.note:
        _record(options.names)
    for name in noted_again(options.because):
        print(f"{name}: noted")


def _record(names: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        knowledge = load_knowledge(DataDirectory(Path(folder)))
        for script in SCRIPTS:
            if not names or script.name in names:
                path = FOLDER / f"{script.name}.json"
                path.write_text(dump(recorded(script, knowledge)), encoding="utf-8")
                print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
