"""No single accepted command, of any shape that protobuf allows, makes a later read, turn, rebuild or export fail."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal, cast
from uuid import UUID

import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from agent.asking import Asking
from agent.observing import Observing
from agent.turns import TurnRunner
from domain.commands import RegisterPatient
from domain.errors import AnamnesisError, LogCorrupted
from domain.records import PatientRecords
from projections.live import LiveViews
from projections.rebuild import rebuild
from projections.runner import ProjectionRunner
from protos.anamnesis.v1 import audit_pb2, conversation_pb2, fact_pb2
from protos.anamnesis.v1 import memory_pb2 as pb
from server.audit import Audit
from server.authentication.principal import LOCAL, act_as
from server.composition import Knowledge, agent_ports
from server.conversation import Conversation
from server.data_directory import DataDirectory
from server.erasing import Erasing
from server.imports import Imports
from server.memory import Memory
from server.settings import Settings
from server.work import WorkPool
from tests.server.hostile_commands import Command, Commands

NOW = datetime(2025, 3, 9, 1, 0, tzinfo=UTC)
SAMPLE, MANY = 150, 20_000
COMMANDS_OF_A_PATIENT = 10
ZONES = ("Asia/Seoul", "Pacific/Kiritimati", "America/Los_Angeles", "UTC", "Europe/London")
WIRE = cast(Any, SimpleNamespace(peer=lambda: "unix:"))
"""The gRPC context, which these calls do not look at."""


@dataclass
class Service:
    """The service's own handlers in this process, over a real log and real views."""

    records: PatientRecords
    memory: Memory
    audit: Audit
    conversation: Conversation
    projections: ProjectionRunner
    directory: DataDirectory
    accepted: int = 0
    refused: dict[str, int] = field(default_factory=dict)

    async def send(self, command: Command) -> bool:
        """Whether the command was accepted; what is no named refusal is raised."""
        try:
            match command:
                case pb.RecordSlotsRequest():
                    await self.memory.RecordSlots(command, WIRE)
                case pb.CorrectSlotRequest():
                    await self.memory.CorrectSlot(command, WIRE)
                case pb.ImportRecordRequest():
                    await self.memory.ImportRecord(command, WIRE)
                case conversation_pb2.ConverseRequest():
                    return await self.said(command)
        except LogCorrupted:
            raise
        except AnamnesisError as error:
            assert error.reason != "INTERNAL"
            self.refused[error.reason] = self.refused.get(error.reason, 0) + 1
            return False
        self.accepted += 1
        return True

    async def said(self, command: conversation_pb2.ConverseRequest) -> bool:
        async def stream() -> AsyncIterator[conversation_pb2.ConverseRequest]:
            yield command

        *_, last = [message async for message in self.conversation.Converse(stream(), WIRE)]
        reason = last.turn_failed.reason
        assert reason not in ("INTERNAL", "DEADLINE_EXCEEDED", "EVENT_NOT_FOLDED"), reason
        if reason:
            self.refused[reason] = self.refused.get(reason, 0) + 1
        else:
            self.accepted += 1
        return not reason

    async def facts(self, patient_id: str) -> list[str]:
        found = await self.memory.GetProfile(pb.GetProfileRequest(patient_id=patient_id), WIRE)
        return [fact.fact_id for fact in found.facts]

    async def read_all(self, patient_id: str) -> None:
        """Everything that reads a patient, now and of other days, and a turn."""
        memory = self.memory
        for year in ("", "1880", "2200"):
            as_of = fact_pb2.AsOf(valid_at=Timestamp()) if year else fact_pb2.AsOf()
            if year:
                as_of.valid_at.FromJsonString(f"{year}-06-01T00:00:00Z")
            await memory.GetProfile(
                pb.GetProfileRequest(patient_id=patient_id, include_history=not year, as_of=as_of), WIRE
            )
        await memory.GetTimeline(pb.GetTimelineRequest(patient_id=patient_id), WIRE)
        await memory.GetMemory(pb.GetMemoryRequest(patient_id=patient_id), WIRE)
        await memory.GetContext(
            pb.GetContextRequest(patient_id=patient_id, query="혈압과 약", token_budget=50_000), WIRE
        )
        await memory.SearchMemory(pb.SearchMemoryRequest(patient_id=patient_id, query="HbA1c 혈압 metformin"), WIRE)
        for kind in (pb.EXPORT_FORMAT_FHIR_BUNDLE_JSON, pb.EXPORT_FORMAT_IPS_JSON):
            await memory.ExportRecord(pb.ExportRecordRequest(patient_id=patient_id, format=kind), WIRE)
        head = fact_pb2.AsOf(position=self.records.head())
        await memory.GetProfile(pb.GetProfileRequest(patient_id=patient_id, as_of=head), WIRE)
        await self.audit.ListEvents(audit_pb2.ListEventsRequest(patient_id=patient_id), WIRE)


@contextmanager
def service(data: Path, knowledge: Knowledge) -> Iterator[Service]:
    directory, settings, work = DataDirectory(data), Settings(data=data), WorkPool(1)
    directory.prepare()
    with directory.records() as records:
        views, projections = LiveViews(records), ProjectionRunner(records, directory.views)
        ports = agent_ports(knowledge, records, views, work, lambda: NOW)
        runner = TurnRunner(ports)
        erasing = Erasing(records, projections, directory, (views.forget,))
        imports = Imports(1, settings.max_record_entries)
        memory = Memory(records, views, runner, knowledge, work, lambda: NOW, erasing, imports)
        others = Observing(runner, ports), Asking(ports)
        conversation = Conversation(runner, *others, records, views, work, settings, lambda: NOW)
        audit = Audit(records, projections, directory, work, knowledge.retriever.passage)
        yield Service(records, memory, audit, conversation, projections, directory)
        imports.close()
        work.close()


async def _hold(data: Path, knowledge: Knowledge, commands: int, seed: int) -> Service:
    """Send so many commands, ten to a patient; whatever was accepted, all that reads the patient goes on."""
    act_as(LOCAL)
    with service(data, knowledge) as served:
        for number in range(commands // COMMANDS_OF_A_PATIENT):
            drawn = Commands(seed + number)
            patient_id, zone = str(UUID(int=seed + number, version=4)), ZONES[number % len(ZONES)]
            served.records.execute(_registration(patient_id, zone, "en" if number % 2 else "ko"))
            sent: list[Command] = []
            try:
                for _ in range(COMMANDS_OF_A_PATIENT):
                    sent.append(drawn.next(patient_id, await served.facts(patient_id)))
                    await served.send(sent[-1])
                await served.read_all(patient_id)
                assert await served.said(_question(patient_id, number))
                turn = served.records.inspect(patient_id, lambda state: max(state.turns))
                await served.audit.ExplainAnswer(
                    audit_pb2.ExplainAnswerRequest(patient_id=patient_id, turn_number=turn), WIRE
                )
                _kept(served, patient_id)
            except Exception as error:
                told = "\n".join(str(one) for one in sent)
                raise AssertionError(f"Seed {seed + number}, zone {zone}, after these commands:\n{told}") from error
        assert served.projections.quarantined() == ()
        assert all(one.identical for one in rebuild(served.records, served.directory.views, verify_only=True))
        return served


def _kept(served: Service, patient_id: str) -> None:
    served.projections.catch_up()
    assert served.projections.quarantined() == ()
    # The aggregate, folded afresh as after a restart.
    served.records.states.forget(patient_id)
    served.records.inspect(patient_id, lambda state: state.version)


def _registration(patient_id: str, zone: str, locale: Literal["ko", "en"]) -> RegisterPatient:
    return RegisterPatient(
        request_id=patient_id, patient_id=patient_id, now=NOW, tenant="default", locale=locale, time_zone=zone
    )


def _question(patient_id: str, number: int) -> conversation_pb2.ConverseRequest:
    asked = ("제 진단명과 약, 검사 수치를 정리해 주세요.", "Please summarise my conditions, medicines and values.")
    return conversation_pb2.ConverseRequest(
        request_id=str(UUID(int=2**100 + number, version=4)), patient_id=patient_id, text=asked[number % 2]
    )


async def test_no_accepted_command_makes_a_later_read_turn_rebuild_or_export_fail(
    tmp_path: Path, knowledge: Knowledge
) -> None:
    served = await _hold(tmp_path / "data", knowledge, SAMPLE, seed=1)
    # A test in which everything were refused would prove nothing.
    assert served.accepted > SAMPLE / 4


@pytest.mark.torture
@pytest.mark.timeout(7_200)
async def test_nor_do_twenty_thousand(tmp_path: Path, knowledge: Knowledge) -> None:
    served = await _hold(tmp_path / "data", knowledge, MANY, seed=1_000_000)
    print(f"{MANY} commands: {served.accepted} accepted, refused {served.refused}")
