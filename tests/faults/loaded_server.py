"""Conversations that never stop talking to a server that is killed under them, each of them keeping its own ledger."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc

from clients import AnamnesisClient
from protos.anamnesis.v1 import audit_pb2, conversation_pb2, conversation_pb2_grpc
from server.data_directory import DataDirectory, Keeping
from server.translate import event_message
from tests.faults.killed_server import UTTERANCES, Acknowledged, Server, check, register, say

PATIENCE: dict[str, Any] = {"turn_seconds": 300, "call_seconds": 120}
"""Settings of a server that is slow only because the machine is."""
LONGEST_DELAY = 0.4
"""Seconds at random before a kill, about the time of a turn: it comes anywhere in one."""
CUT_WATCH = re.compile(
    r"[^\n]*Exception not handled[^\n]*/grpc\.health\.v1\.Health/Watch[^\n]*\nTraceback[^\n]*\n[^\n]*\n"
    r"asyncio\.exceptions\.CancelledError\n"
)
"""What gRPC itself writes where somebody watched the health of a server that could not start."""
CANARY = "canary Kim Minji 900101-2345678"


@dataclass(slots=True)
class Conversation:
    """One patient, what was asked, and what was acknowledged."""

    patient_id: str
    requests: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    """Of each turn that was completed, with all its repetitions."""
    repeated: int = 0
    heard: Acknowledged = field(default_factory=Acknowledged)


class Load:
    """Conversations, each in a thread of its own, that repeat a turn under its request id until it is completed."""

    def __init__(self, server: Server, conversations: int) -> None:
        self._server = server
        self._serving = threading.Event()
        self._moved = threading.Condition()
        self._completed = 0
        self._ending = False
        server.start()
        self.conversations = [Conversation(register(server.address)) for _ in range(conversations)]
        self._serving.set()
        self._pool = ThreadPoolExecutor(conversations)
        self._running: list[Future[None]] = []

    @contextmanager
    def talking(self) -> Iterator[None]:
        """All of them talk meanwhile; at the end each completes the turn that it is in."""
        self._running = [self._pool.submit(self._talk, one) for one in self.conversations]
        try:
            yield
        finally:
            self._ending = True
            self._serving.set()
            self._pool.shutdown()
        for one in self._running:
            one.result()

    def await_turns(self, more: int) -> None:
        """Wait until so many more turns were acknowledged, or a conversation failed."""
        with self._moved:
            until = self._completed + more
            self._moved.wait_for(lambda: self._completed >= until or any(map(_failed, self._running)), timeout=600)
            assert self._completed >= until, "the conversations got stuck"

    def kill(self, delay: float) -> None:
        """SIGKILL after a while, and a new start."""
        timer = threading.Timer(delay, self._server.kill)
        timer.start()
        timer.join()
        self._serving.clear()
        self._server.start()
        self._serving.set()

    def _talk(self, conversation: Conversation) -> None:
        turn = 0
        while not self._ending:
            request_id = str(uuid.uuid4())
            conversation.requests.append(request_id)
            text = UTTERANCES[turn % len(UTTERANCES)]
            began = time.monotonic()
            while not self._said(conversation, request_id, text):
                conversation.repeated += 1
                assert not (self._ending and self._server.gone()), "the server did not come back"
                # The ear of a client that waits for its server; it does not wait while the server is only being killed.
                self._serving.wait()
            conversation.seconds.append(time.monotonic() - began)
            turn += 1
            with self._moved:
                self._completed += 1
                self._moved.notify_all()

    def _said(self, conversation: Conversation, request_id: str, text: str) -> bool:
        return say(self._server.address, conversation.patient_id, request_id, text, conversation.heard)


def _failed(conversation: Future[None]) -> bool:
    return conversation.done() and conversation.exception() is not None


def erase_beside_a_second_process(server: Server, load: Load) -> str:
    """A patient is erased, another process opens and closes the log, and turns go on; the erased patient.

    In this order acknowledged turns were once lost: the search of the files took the server's locks.
    """
    patient_id = register(server.address)
    heard, request_id = Acknowledged(), str(uuid.uuid4())
    # In words that nobody else says, for they are looked for in every file afterwards.
    while not say(server.address, patient_id, request_id, f"메트포르민을 먹어요, {request_id}.", heard):
        assert not server.gone()
    with AnamnesisClient(server.address, timeout=60) as client:
        assert not client.erase(patient_id).certificate.found_in
    ran = subprocess.run(
        [sys.executable, "-m", "server", "verify", "--data", str(server.data)],
        capture_output=True,
        text=True,
        env={**os.environ, **server.settings},
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    load.await_turns(len(load.conversations) // 2)
    assert server.lost_files() == []
    return patient_id


def whisper_canary(server: Server) -> None:
    """A request whose id is a patient's name, which belongs in no log."""
    request = conversation_pb2.ConverseRequest(request_id=CANARY, patient_id=str(uuid.uuid4()), text="hello")
    with grpc.insecure_channel(server.address) as channel:
        [told] = conversation_pb2_grpc.ConversationServiceStub(channel).Converse(iter([request]), timeout=60)
    assert told.turn_failed.reason == "INVALID_IDENTIFIER"


def play(server: Server, kills: int, conversations: int, turns: int, seed: int) -> int:
    """Kill ``server`` so many times under so many conversations, and hold its log against all that was acknowledged.

    Every fifth kill, from the first on, comes after an erasure beside a second process. Returns the turns completed.
    """
    chance = random.Random(seed)
    try:
        load = Load(server, conversations)
        with load.talking():
            for number in range(kills):
                load.await_turns(turns)
                if number % 5 == 0:
                    whisper_canary(server)
                    erase_beside_a_second_process(server, load)
                load.kill(chance.uniform(0, LONGEST_DELAY))
            load.await_turns(conversations)
        assert server.stop() == 0
    finally:
        server.close()
    hold_against(server, load.conversations)
    return sum(len(one.requests) for one in load.conversations)


def hold_against(server: Server, conversations: list[Conversation]) -> None:
    """Hold the log of a server that has stopped against all that was acknowledged, and look for what it left behind."""
    verified = subprocess.run(
        [sys.executable, "-m", "server", "verify", "--data", str(server.data)],
        capture_output=True,
        text=True,
        env={**os.environ, **server.settings},
    )
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert not [path.name for path in (server.data, *server.data.rglob("*")) if path.stat().st_mode & 0o077]
    with DataDirectory(server.data).records(Keeping(store=server.settings.get("ANAMNESIS_STORE", ""))) as records:
        for one in conversations:
            rows = records.rows(0, 1_000_000, patient_id=one.patient_id)
            events: list[audit_pb2.Event] = [event_message(row, records.payload_json(row)) for row in rows]
            check(events, one.requests, one.heard)
    assert server.log is not None
    log = CUT_WATCH.sub("", server.log.read_text(encoding="utf-8"))
    assert "Traceback" not in log and "Minji" not in log and '"request_id": "not a UUID"' in log
