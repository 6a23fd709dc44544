"""Trying again: what a failure allows, how long to wait, and until when.

Every request that changes something carries a request id, so a call may be sent again whatever became of it.
"""

from __future__ import annotations

import json
import random
import time
from dataclasses import dataclass

import grpc

from clients.errors import ServiceError, TurnFailed, Unavailable, named, turn_failed
from clients.failure_details import failure_details
from protos.anamnesis.v1.conversation_pb2 import ConverseResponse

ATTEMPTS = 4
"""How often is tried where it is unlikely to help: a server that never answered this client, or a failure without a
name that is no broken connection (AIP-194; conventions: retry semantics)."""
FIRST_WAIT, LAST_WAIT, JITTER = 0.1, 2.0, 0.2
"""Seconds before the second try, at most between two, and the share by which they vary."""

_UNNAMED_CUTS = (grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN)
"""How gRPC itself reports some streams that a dying server leaves ("Internal error from Core", "Stream removed"). What
our service fails with has a name."""

_SERVICE_CONFIG = {
    "methodConfig": [
        {
            "name": [
                {"service": "anamnesis.v1.AuditService", "method": "VerifyLog"},
                {"service": "anamnesis.v1.AuditService", "method": "RebuildProjections"},
            ],
            "retryPolicy": {
                "maxAttempts": ATTEMPTS,
                "initialBackoff": f"{FIRST_WAIT}s",
                "maxBackoff": f"{LAST_WAIT}s",
                "backoffMultiplier": 2,
                "retryableStatusCodes": ["UNAVAILABLE"],
            },
        }
    ]
}
"""gRPC itself retries the streams that tell one answer step by step, until the first step has come."""

CHANNEL_OPTIONS: list[tuple[str, str | int]] = [
    ("grpc.service_config", json.dumps(_SERVICE_CONFIG)),
    # By itself gRPC waits up to two minutes before it looks again whether a server is back.
    ("grpc.initial_reconnect_backoff_ms", int(FIRST_WAIT * 1000)),
    ("grpc.max_reconnect_backoff_ms", int(LAST_WAIT * 1000)),
]


@dataclass(slots=True)
class Patience:
    """What one client has learnt of its server: one that has answered before is worth waiting for."""

    known: bool = False

    def tries(self, seconds: float, *, asked_for: bool = False) -> Tries:
        """Tries for ``seconds``; to a server that never answered only a few, unless the time was ``asked_for``."""
        return Tries(self, seconds, None if asked_for else ATTEMPTS)


class Tries:
    """The tries of one call, or of one turn over all its streams."""

    def __init__(self, patience: Patience, seconds: float, attempts: int | None) -> None:
        self._patience = patience
        self._until = time.monotonic() + seconds
        self._attempts = attempts
        self._tried = self._unnamed = 0
        self._wait = FIRST_WAIT
        self._last: ServiceError | None = None
        """Why the try before this one failed."""

    @property
    def seconds(self) -> float:
        """What is left of the time."""
        return max(0.0, self._until - time.monotonic())

    def reached(self) -> None:
        """The server has answered: from now on time alone counts."""
        self._patience.known = True

    def pause_after(self, error: grpc.RpcError) -> float:
        """Seconds to wait before the next try. Raises the typed error of the failure when there is none."""
        told, failure = failure_details(error), named(error)
        asked = told.retry_seconds
        if told.reason:
            self.reached()
            if asked is None:
                raise failure from None
        elif error.code() in _UNNAMED_CUTS:
            self._unnamed += 1
            if self._unnamed == ATTEMPTS:
                raise failure from None
        elif error.code() is not grpc.StatusCode.UNAVAILABLE:
            # That the time is over says less than what it was spent on.
            raise self._last if error.code() is grpc.StatusCode.DEADLINE_EXCEEDED and self._last else failure from None
        return self.pause(failure, asked or 0.0)

    def pause_after_turn(self, refused: ConverseResponse | None) -> float | None:
        """Seconds to wait after a stream that ended in good order, but with a refusal for now or before its turn did.

        None when the refusal is the last word; raises Unavailable when there was none.
        """
        if refused is None:
            return self.pause(Unavailable("The turn was cut off.", "STREAM_CUT", "Retry with the same request id."))
        try:
            failure = turn_failed(refused.turn_failed)
            return self.pause(failure, failure.retry_seconds or 0.0)
        except TurnFailed:
            return None

    def pause(self, failure: ServiceError, asked: float = 0.0) -> float:
        """Seconds to wait before the next try, at least those ``asked``; raises the failure when there is none."""
        self._tried += 1
        self._last = failure
        # Jitter keeps clients apart; nothing secret rests on it.
        wait = max(asked, self._wait) * random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311
        self._wait = min(2 * self._wait, LAST_WAIT)
        few = self._attempts is not None and not self._patience.known
        if wait >= self.seconds or (few and self._tried == self._attempts):
            raise failure from None
        return wait


def refused_for_now(response: ConverseResponse) -> bool:
    """Whether a turn ended because the service could not take it now: the same request may succeed later."""
    return response.HasField("turn_failed") and response.turn_failed.HasField("retry_after")
