"""A server that is killed, a client that retries, and the ledger of what was acknowledged."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import uuid
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import grpc

from evaluation.server_process import ServerProcess, free_port, wait_until_serving
from protos.anamnesis.v1 import (
    audit_pb2,
    audit_pb2_grpc,
    conversation_pb2,
    conversation_pb2_grpc,
    memory_pb2,
    memory_pb2_grpc,
)

UTTERANCES = (
    "저는 58세 남성이고 고혈압이 있어요.",
    "메트포르민 500mg 하루 두 번 먹어요.",
    "당화혈색소는 2025년 12월 3일에 7.2%, 2026년 3월 5일에 6.9%였어요.",
    "최근 두 번의 당화혈색소를 비교해 주세요.",
    "최근 당화혈색소는 6.9%가 아니라 6.5%였어요.",
    "제 약을 정리해 주세요.",
)


@dataclass(slots=True)
class Acknowledged:
    """What the client was told: turns accepted, facts stored and answers given, by request id."""

    accepted: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)
    answers: dict[str, str] = field(default_factory=dict)


class Process(ServerProcess, Protocol):
    """What is done to the process of a server."""

    @property
    def pid(self) -> int:
        """Its number."""

    def send_signal(self, sig: int, /) -> None:
        """Send it a signal."""

    def terminate(self) -> None:
        """Tell it to stop."""

    def wait(self, timeout: float | None = None) -> int:
        """Its status at its end."""


class Server:
    """One data directory and the server process over it, started anew after every kill."""

    def __init__(self, data: Path, log: Path | None = None, **settings: object) -> None:
        """Serve from ``data``; ``log`` takes the service log of all processes, and ``settings`` are the server's."""
        self.data = data
        self.log = log
        self.settings = {f"ANAMNESIS_{name.upper()}": str(value) for name, value in settings.items()}
        self.port = free_port()
        self.process: Process | None = None

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"127.0.0.1:{self.port}"

    def start(self, kill_at: str = "", port: int | None = None) -> None:
        """Start it, to be killed by itself at a named moment if one is given, and wait until it serves."""
        self.port = port or free_port()
        self.process = self.spawn({**os.environ, **self.settings, "ANAMNESIS_KILL_AT": kill_at})
        wait_until_serving(self.address, self.process)

    def spawn(self, environment: dict[str, str]) -> Process:
        """The process of a new server."""
        with (self.log or Path(os.devnull)).open("a") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "server", "serve", "--address", self.address, "--data", str(self.data)],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                # The most careless one that a service can be started with.
                umask=0,
            )

    def kill(self) -> None:
        """SIGKILL, and wait until it is gone."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def stop(self) -> int:
        """SIGTERM, and the exit code once it has stopped."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(timeout=60)

    def close(self) -> None:
        """Kill it if it still runs."""
        if not self.gone():
            self.kill()

    def lost_files(self) -> list[str]:
        """Files of the data directory that the server has open and that are there no more."""
        assert self.process is not None
        folder = f"/proc/{self.process.pid}/fd"
        links = (os.path.realpath(os.path.join(folder, one)) for one in os.listdir(folder))
        return [link for link in links if link.startswith(str(self.data)) and link.endswith("(deleted)")]

    def gone(self) -> bool:
        """Whether the process has ended."""
        return self.process is None or self.process.poll() is not None


def register(address: str) -> str:
    """A new patient."""
    patient_id = str(uuid.uuid4())
    with grpc.insecure_channel(address) as channel:
        memory_pb2_grpc.MemoryServiceStub(channel).RegisterPatient(
            memory_pb2.RegisterPatientRequest(
                request_id=str(uuid.uuid4()),
                patient_id=patient_id,
                tenant="test",
                locale="ko",
                time_zone="Asia/Seoul",
            ),
            timeout=20,
        )
    return patient_id


def say(address: str, patient_id: str, request_id: str, text: str, heard: Acknowledged) -> bool:
    """Send one turn and note what is acknowledged; False when the server went away before turn_completed."""
    request = conversation_pb2.ConverseRequest(
        request_id=request_id, patient_id=patient_id, conversation_id="c", text=text
    )
    with grpc.insecure_channel(address) as channel:
        stub = conversation_pb2_grpc.ConversationServiceStub(channel)
        try:
            for message in stub.Converse(iter([request]), timeout=60):
                _note(message, request_id, heard)
                if message.WhichOneof("payload") == "turn_completed":
                    return True
        except grpc.RpcError:
            return False
    return False


def _note(message: conversation_pb2.ConverseResponse, request_id: str, heard: Acknowledged) -> None:
    match message.WhichOneof("payload"):
        case "turn_accepted":
            heard.accepted.add(request_id)
        case "slot_event" if message.slot_event.fact.fact_id:
            heard.facts.add(message.slot_event.fact.fact_id)
        case "turn_completed":
            known = heard.answers.setdefault(request_id, message.turn_completed.answer_event_id)
            assert known == message.turn_completed.answer_event_id, "a retried turn got a second answer"


def stored_events(address: str, patient_id: str) -> list[audit_pb2.Event]:
    """All events of a patient, in order."""
    events: list[audit_pb2.Event] = []
    token = ""
    with grpc.insecure_channel(address) as channel:
        stub = audit_pb2_grpc.AuditServiceStub(channel)
        while True:
            page = stub.ListEvents(
                audit_pb2.ListEventsRequest(patient_id=patient_id, page_size=500, page_token=token), timeout=20
            )
            events.extend(page.events)
            token = page.next_page_token
            if not token:
                return events


def current_facts(address: str, patient_id: str) -> list[str]:
    """Names of the current facts."""
    with grpc.insecure_channel(address) as channel:
        reply = memory_pb2_grpc.MemoryServiceStub(channel).GetProfile(
            memory_pb2.GetProfileRequest(patient_id=patient_id), timeout=20
        )
    return [fact.name for fact in reply.facts]


def check(events: list[audit_pb2.Event], requests: list[str], heard: Acknowledged) -> None:
    """Nothing acknowledged is lost and nothing is doubled."""
    assert [event.version for event in events] == list(range(1, len(events) + 1))
    positions = [event.position for event in events]
    assert positions == sorted(set(positions))
    kinds = Counter((event.topic.split(".")[2], request_of(event)) for event in events)
    for request_id in requests:
        assert kinds["UtteranceReceived", request_id] == 1
        assert kinds["ExtractionCompleted", request_id] == 1
        assert kinds["AnswerGiven", request_id] == 1
    bodies = "".join(event.payload_json for event in events)
    assert all(fact_id in bodies for fact_id in heard.facts)
    answer_ids = {event.event_id for event in events if event.topic.endswith("AnswerGiven.v1")}
    assert set(heard.answers.values()) <= answer_ids


def request_of(event: audit_pb2.Event) -> str:
    """The request id in an event's payload."""
    import json

    return str(json.loads(event.payload_json)["request_id"])
