"""The least that a turn can cost over this wire with this promise: a server that saves what is said, no more.

    python -m evaluation.standing.floor_server DATABASE PORT

Three saves of a turn, each durable before a message says so, as the service has them; no seal, no chain, no reading.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator, Sequence

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

from protos.anamnesis.v1 import conversation_pb2, conversation_pb2_grpc, memory_pb2, memory_pb2_grpc

SAVES = (1, 4, 2)
"""Events of a turn by save: what was said; what was understood; the answer and what it stands on."""
STATE = b"x" * 470
"""An event's payload, of the mean size of a real one."""


class Floor(conversation_pb2_grpc.ConversationServiceServicer, memory_pb2_grpc.MemoryServiceServicer):
    """Answers every turn with the same words."""

    def __init__(self, database: str) -> None:
        """Over a new database file."""
        self._rows = sqlite3.connect(database, isolation_level=None)
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            self._rows.execute(f"PRAGMA {pragma}")
        self._rows.execute("CREATE TABLE events (position INTEGER PRIMARY KEY, patient TEXT, topic TEXT, state BLOB)")

    async def RegisterPatient(
        self, request: memory_pb2.RegisterPatientRequest, context: object
    ) -> memory_pb2.RegisterPatientResponse:
        """Save one event."""
        self._save(request.patient_id, 1)
        return memory_pb2.RegisterPatientResponse()

    async def Converse(
        self, requests: AsyncIterator[conversation_pb2.ConverseRequest], context: object
    ) -> AsyncIterator[conversation_pb2.ConverseResponse]:
        """A message for each save, and one for the end."""
        async for request in requests:
            for events, step in zip(SAVES, ("turn_accepted", "context_assembled", "answer"), strict=True):
                self._save(request.patient_id, events)
                response = conversation_pb2.ConverseResponse(request_id=request.request_id, turn_number=1)
                getattr(response, step).SetInParent()
                yield response
            done = conversation_pb2.ConverseResponse(request_id=request.request_id, turn_number=1)
            done.turn_completed.SetInParent()
            yield done

    def _save(self, patient_id: str, events: int) -> None:
        self._rows.execute("BEGIN IMMEDIATE")
        rows = [(patient_id, "anamnesis.Patient.UtteranceReceived.v1", STATE)] * events
        self._rows.executemany("INSERT INTO events (patient, topic, state) VALUES (?, ?, ?)", rows)
        self._rows.execute("COMMIT")


async def serve(database: str, port: int) -> None:
    """Serve until the process is ended."""
    server, floor = grpc.aio.server(), Floor(database)
    conversation_pb2_grpc.add_ConversationServiceServicer_to_server(floor, server)
    memory_pb2_grpc.add_MemoryServiceServicer_to_server(floor, server)
    healthy = health.aio.HealthServicer()  # type: ignore[attr-defined]  # loaded on the side
    health_pb2_grpc.add_HealthServicer_to_server(healthy, server)
    server.add_insecure_port(f"127.0.0.1:{port}")
    await server.start()
    await healthy.set("", health_pb2.HealthCheckResponse.SERVING)
    await server.wait_for_termination()


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve on loopback."""
    database, port = sys.argv[1:] if arguments is None else arguments
    asyncio.run(serve(database, int(port)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
