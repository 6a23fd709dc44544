"""What a failed call carries beside its code: the two messages of google.rpc that the service sends, and health.

They are described here rather than imported, so that a client needs grpcio and protobuf and nothing else. The
descriptors lie in a pool of their own: an application may have google.rpc as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import grpc
from google.protobuf import any_pb2, descriptor_pb2, duration_pb2
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import DecodeError
from google.protobuf.message_factory import GetMessageClass

METADATA_KEY = "grpc-status-details-bin"
"""Where gRPC puts a google.rpc.Status (grpc/proposal A6)."""
HEALTH_CHECK = "/grpc.health.v1.Health/Check"
SERVING = b"\x08\x01"
"""A HealthCheckResponse that says SERVING: field 1, value 1."""
NO_REQUEST = b""
"""A HealthCheckRequest for the whole service."""

_Field = descriptor_pb2.FieldDescriptorProto


@dataclass(frozen=True, slots=True)
class FailureDetails:
    """What the service says of a failure. ``reason`` is empty where it was not the service that failed the call."""

    reason: str = ""
    metadata: Mapping[str, str] | None = None
    retry_seconds: float | None = None


def failure_details(error: grpc.RpcError) -> FailureDetails:
    """The details of a failed call; empty ones where it has none, or none that can be read."""
    trailers = getattr(error, "trailing_metadata", lambda: None)() or ()
    raw = next((value for key, value in trailers if key == METADATA_KEY), None)
    if not isinstance(raw, bytes):
        return FailureDetails()
    status, info, retry = (_message(name)() for name in ("Status", "ErrorInfo", "RetryInfo"))
    try:
        status.ParseFromString(raw)
        details = {one.type_url.rpartition("/")[2]: one.value for one in status.details}
        info.ParseFromString(details.get("google.rpc.ErrorInfo", b""))
        retry.ParseFromString(details.get("google.rpc.RetryInfo", b""))
    except DecodeError:
        return FailureDetails()
    pause = retry.retry_delay.seconds + retry.retry_delay.nanos / 1e9 if "google.rpc.RetryInfo" in details else None
    return FailureDetails(info.reason, dict(info.metadata), pause)


@cache
def _message(name: str) -> Any:
    return GetMessageClass(_pool().FindMessageTypeByName(f"google.rpc.{name}"))


@cache
def _pool() -> DescriptorPool:
    """google/rpc/status.proto and error_details.proto, as far as they are needed."""
    file = descriptor_pb2.FileDescriptorProto(
        name="google/rpc/failure_details.proto",
        package="google.rpc",
        syntax="proto3",
        dependency=["google/protobuf/any.proto", "google/protobuf/duration.proto"],
    )
    status = file.message_type.add(name="Status")
    _add(status, "code", 1, _Field.TYPE_INT32)
    _add(status, "message", 2, _Field.TYPE_STRING)
    _add(status, "details", 3, _Field.TYPE_MESSAGE, ".google.protobuf.Any", repeated=True)
    info = file.message_type.add(name="ErrorInfo")
    _add(info, "reason", 1, _Field.TYPE_STRING)
    _add(info, "domain", 2, _Field.TYPE_STRING)
    _add(info, "metadata", 3, _Field.TYPE_MESSAGE, ".google.rpc.ErrorInfo.MetadataEntry", repeated=True)
    entry = info.nested_type.add(name="MetadataEntry", options=descriptor_pb2.MessageOptions(map_entry=True))
    _add(entry, "key", 1, _Field.TYPE_STRING)
    _add(entry, "value", 2, _Field.TYPE_STRING)
    retry = file.message_type.add(name="RetryInfo")
    _add(retry, "retry_delay", 1, _Field.TYPE_MESSAGE, ".google.protobuf.Duration")
    pool = DescriptorPool()
    for known in (any_pb2, duration_pb2):
        pool.AddSerializedFile(known.DESCRIPTOR.serialized_pb)
    pool.AddSerializedFile(file.SerializeToString())
    return pool


def _add(
    message: descriptor_pb2.DescriptorProto,
    name: str,
    number: int,
    kind: descriptor_pb2.FieldDescriptorProto.Type.ValueType,
    type_name: str | None = None,
    *,
    repeated: bool = False,
) -> None:
    label = _Field.LABEL_REPEATED if repeated else _Field.LABEL_OPTIONAL
    message.field.add(name=name, number=number, type=kind, type_name=type_name, label=label)
