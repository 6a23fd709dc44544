"""From a named failure to what a client sees: a gRPC status with an ErrorInfo, and nothing else."""

from __future__ import annotations

from datetime import timedelta

import grpc
from google.protobuf import any_pb2
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from domain.errors import AnamnesisError, InvalidCommand

DOMAIN = "anamnesis.v1"
"""Domain of every ErrorInfo (AIP-193)."""


class DeadlineExceeded(AnamnesisError):
    """The work took longer than the server allows."""

    status = "DEADLINE_EXCEEDED"
    reason = "DEADLINE_EXCEEDED"
    advice = "Retry with the same request id: what was saved is not saved again."


class MalformedMessage(InvalidCommand):
    """The bytes are not a message of this call, or hold invalid UTF-8."""

    reason = "MALFORMED_MESSAGE"
    advice = "Send the message that the proto describes, with text as UTF-8."


class ServerStopping(AnamnesisError):
    """The server is stopping."""

    status = "UNAVAILABLE"
    reason = "SERVER_STOPPING"
    advice = "Retry with the same request id; another server or the next start will answer."
    retry_seconds = 1.0


def status_of(error: AnamnesisError) -> grpc.Status:
    """The status with which a call fails by ``error``: its ErrorInfo, with the advice in the metadata, and a RetryInfo.

    The RetryInfo is there only where the same request may succeed later as it is.
    """
    details: list[Message] = [
        error_details_pb2.ErrorInfo(
            reason=error.reason, domain=DOMAIN, metadata={**error.details, "advice": error.advice}
        )
    ]
    if error.retry_seconds is not None:
        details.append(error_details_pb2.RetryInfo(retry_delay=delay(error.retry_seconds)))
    code: int = grpc.StatusCode[error.status].value[0]
    return rpc_status.to_status(status_pb2.Status(code=code, message=str(error), details=map(_packed, details)))


def delay(seconds: float) -> Duration:
    """A number of seconds as a message."""
    duration = Duration()
    duration.FromTimedelta(timedelta(seconds=seconds))
    return duration


def _packed(detail: Message) -> any_pb2.Any:
    packed = any_pb2.Any()
    packed.Pack(detail)
    return packed
