"""What can go wrong, as the service names it: typed by reason, each with what to do next.

ServiceError
 |-- InvalidRequest            a field is wrong
 |-- NotAuthenticated          no credential, or none that is valid now
 |-- NotPermitted              the caller's role does not allow it
 |-- NotFound                  no such patient, fact or turn
 |-- AlreadyExists             the patient is registered, or the request id was used for something else
 |-- FailedPrecondition        not in this state
 |-- Conflict                  the patient was changed meanwhile
 |-- TooManyRequests
 |-- DeadlineExceeded          it took too long; a retry with the same request id is safe
 |-- Unavailable               the service cannot be reached or cannot write just now
 |-- NotServed                 this version does not serve the call
 |-- DataLoss                  a stored event cannot be read
 `-- TurnFailed                a turn ended without an answer
"""

from __future__ import annotations

from collections.abc import Mapping

import grpc

from clients.failure_details import failure_details
from protos.anamnesis.v1 import conversation_pb2


class ServiceError(Exception):
    """A call failed. ``reason`` is stable and in upper snake case; ``advice`` says what to do next.

    ``retry_seconds`` is after how long the same request may succeed as it is; None where repeating it does not help.
    """

    def __init__(
        self,
        message: str,
        reason: str,
        advice: str = "",
        details: Mapping[str, str] | None = None,
        retry_seconds: float | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.advice = advice
        self.retry_seconds = retry_seconds
        self.details: dict[str, str] = dict(details or {})


class InvalidRequest(ServiceError):
    """A field of the request is wrong."""


class NotAuthenticated(ServiceError):
    """The client showed no credential, or none that is valid now."""


class NotPermitted(ServiceError):
    """The caller's role does not allow it."""


class NotFound(ServiceError):
    """No such patient, fact or turn."""


class AlreadyExists(ServiceError):
    """The patient is registered already, or the request id was used for another request."""


class FailedPrecondition(ServiceError):
    """The patient or the turn is not in a state for this."""


class Conflict(ServiceError):
    """The patient was changed meanwhile."""


class TooManyRequests(ServiceError):
    """A limit on work in flight was reached."""


class DeadlineExceeded(ServiceError):
    """It took too long; what was saved stays saved, and the same request id may be sent again."""


class Unavailable(ServiceError):
    """The service cannot be reached, or cannot write just now."""


class NotServed(ServiceError):
    """This version of the service does not serve the call."""


class DataLoss(ServiceError):
    """A stored event cannot be read."""


class TurnFailed(ServiceError):
    """A turn ended without an answer; what the patient said is kept unless the reason names the request."""


_BY_CODE: Mapping[grpc.StatusCode, type[ServiceError]] = {
    grpc.StatusCode.INVALID_ARGUMENT: InvalidRequest,
    grpc.StatusCode.UNAUTHENTICATED: NotAuthenticated,
    grpc.StatusCode.PERMISSION_DENIED: NotPermitted,
    grpc.StatusCode.NOT_FOUND: NotFound,
    grpc.StatusCode.ALREADY_EXISTS: AlreadyExists,
    grpc.StatusCode.FAILED_PRECONDITION: FailedPrecondition,
    grpc.StatusCode.ABORTED: Conflict,
    grpc.StatusCode.RESOURCE_EXHAUSTED: TooManyRequests,
    grpc.StatusCode.DEADLINE_EXCEEDED: DeadlineExceeded,
    grpc.StatusCode.UNAVAILABLE: Unavailable,
    grpc.StatusCode.UNIMPLEMENTED: NotServed,
    grpc.StatusCode.DATA_LOSS: DataLoss,
}

_WITHOUT_REASON: Mapping[grpc.StatusCode, tuple[str, str]] = {
    grpc.StatusCode.UNAVAILABLE: (
        "No Anamnesis server answers at this address.",
        "Start one with `anamnesis serve`, or name another with --address HOST:PORT.",
    ),
    grpc.StatusCode.DEADLINE_EXCEEDED: (
        "The call took longer than its time limit.",
        "Retry with the same request id, or allow more time.",
    ),
}
"""Sentence and advice for failures that never reached the service, and so carry no ErrorInfo."""


def named(error: grpc.RpcError) -> ServiceError:
    """The typed error of a failed call."""
    code: grpc.StatusCode = error.code()
    kind = _BY_CODE.get(code, ServiceError)
    told = failure_details(error)
    if told.reason:
        details = dict(told.metadata or {})
        advice = details.pop("advice", "")
        return kind(error.details() or "", told.reason, advice, details, told.retry_seconds)
    sentence, advice = _WITHOUT_REASON.get(code, ("", ""))
    words = error.details() or "The call failed."
    return kind(sentence or words, code.name, advice, {"grpc": words} if sentence else None)


def turn_failed(failed: conversation_pb2.TurnFailed) -> TurnFailed:
    """The typed error of a turn that ended without an answer."""
    again = failed.retry_after.ToTimedelta().total_seconds() if failed.HasField("retry_after") else None
    return TurnFailed(failed.message, failed.reason, retry_seconds=again)
