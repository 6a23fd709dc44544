"""From a named failure to what a client sees: a gRPC status with an ErrorInfo, and nothing else."""

from __future__ import annotations

import grpc
from google.protobuf import any_pb2
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


def status_of(error: AnamnesisError) -> grpc.Status:
    """The status with which a call fails by ``error``; its advice travels in the metadata of the ErrorInfo."""
    info = error_details_pb2.ErrorInfo(
        reason=error.reason, domain=DOMAIN, metadata={**error.details, "advice": error.advice}
    )
    detail = any_pb2.Any()
    detail.Pack(info)
    code: int = grpc.StatusCode[error.status].value[0]
    return rpc_status.to_status(status_pb2.Status(code=code, message=str(error), details=[detail]))
