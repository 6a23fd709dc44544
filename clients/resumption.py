"""Going on with a turn whose stream was cut: the same request id again, and nothing told twice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import grpc

from protos.anamnesis.v1.conversation_pb2 import ConverseResponse

ATTEMPTS = 4
"""How often a turn is tried in all (AIP-194; conventions: retry semantics)."""
FIRST_WAIT, LAST_WAIT, JITTER = 0.1, 1.0, 0.2
"""Seconds before the second try, at most between two, and the share by which they vary."""

SERVICE_CONFIG = """{"methodConfig": [{
  "name": [{"service": "anamnesis.v1.MemoryService"}, {"service": "anamnesis.v1.AuditService"}],
  "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
                  "retryableStatusCodes": ["UNAVAILABLE"]}}]}"""
"""How gRPC itself retries calls that are no conversation: the same numbers, for UNAVAILABLE only."""


def waits() -> Iterator[float]:
    """Seconds to wait before each further try."""
    wait = FIRST_WAIT
    for _ in range(ATTEMPTS - 1):
        # Jitter keeps clients apart; nothing secret rests on it.
        yield wait * random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311
        wait = min(2 * wait, LAST_WAIT)


def is_cut(error: grpc.RpcError) -> bool:
    """Whether a stream broke off in a way that a retry may mend."""
    return bool(error.code() == grpc.StatusCode.UNAVAILABLE)


@dataclass(slots=True)
class Told:
    """What of one turn has been told already, over however many streams."""

    finished: bool = False
    _characters: int = 0
    _again: int = 0
    _seen: set[str] = field(default_factory=set)

    def begin(self) -> None:
        """A new stream starts to tell the turn from its beginning."""
        self._again = 0

    def fresh(self, response: ConverseResponse) -> ConverseResponse | None:
        """The part of ``response`` that has not been told; None when there is none."""
        kind = response.WhichOneof("payload")
        self.finished = self.finished or kind in ("turn_completed", "turn_failed")
        if kind == "answer_delta":
            return self._fresh_delta(response)
        mark = _mark(response, kind or "")
        if mark is None:
            return response
        if mark in self._seen:
            return None
        self._seen.add(mark)
        return response

    def _fresh_delta(self, response: ConverseResponse) -> ConverseResponse | None:
        text = response.answer_delta.text
        known = max(0, min(len(text), self._characters - self._again))
        self._again += len(text)
        if known == len(text):
            return None
        self._characters = self._again
        response.answer_delta.text = text[known:]
        return response


def _mark(response: ConverseResponse, kind: str) -> str | None:
    """What identifies a message that must be told once; None for one whose repetition says that work was repeated."""
    match kind:
        case "turn_accepted":
            return kind
        case "slot_event":
            return response.slot_event.event_id
        case "invalidated":
            return f"{response.invalidated.answer_event_id}:{response.invalidated.reason}"
    return None
