"""What a front knows of the calls that it forwards: their shape, and where a message names its patient.

A message is not decoded. Its fields are passed over by their lengths, as the wire format has them
(protobuf.dev, "Encoding"), until the patient's id is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from uuid import UUID

from protos.anamnesis.v1 import audit_pb2, conversation_pb2, memory_pb2

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_LONGEST_VARINT = 10
LONGEST_ID = 64
"""Bytes of a patient's id as anybody may write it; what is longer is none."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How a call goes, and the number of the field that names its patient, 0 where none does."""

    streams_requests: bool
    streams_responses: bool
    patient_field: int


def shapes() -> Mapping[str, Shape]:
    """Every method that is served."""
    return {
        f"/{service.full_name}/{method.name}": Shape(
            method.client_streaming, method.server_streaming, _patient_field(method.input_type.fields_by_name)
        )
        for file in (conversation_pb2, memory_pb2, audit_pb2)
        for service in file.DESCRIPTOR.services_by_name.values()
        for method in service.methods
    }


def patient_of(message: bytes, field: int) -> str:
    """The patient whom ``message`` names in ``field``; empty where it names none, or is no message at all.

    Two spellings of one UUID are one patient. What is no UUID is refused by whoever decodes it.
    """
    if not field:
        return ""
    try:
        named = b""
        for number, content in _fields(message):
            if number == field:
                # The last one counts, as for every reader of the wire format.
                named = content
        if len(named) > LONGEST_ID:
            return ""
        return str(UUID(named.decode("ascii"))) if named else ""
    except (ValueError, IndexError):
        return ""


def _fields(message: bytes) -> Iterator[tuple[int, bytes]]:
    """Number and content of each field that has a length. Raises IndexError and ValueError for what is no message."""
    at, end = 0, len(message)
    while at < end:
        key, at = _varint(message, at)
        number, kind = key >> 3, key & 7
        if kind == _BYTES:
            length, at = _varint(message, at)
            if at + length > end:
                raise ValueError("cut short")
            yield number, message[at : at + length] if length <= LONGEST_ID else b"\xff" * (LONGEST_ID + 1)
            at += length
        elif kind == _VARINT:
            _, at = _varint(message, at)
        elif kind == _FIXED64:
            at += 8
        elif kind == _FIXED32:
            at += 4
        else:
            raise ValueError("no kind of field")


def _varint(message: bytes, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(_LONGEST_VARINT):
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << (7 * shift)
        if byte < 0x80:
            return value, at
    raise ValueError("no number")


def _patient_field(fields: Mapping[str, object]) -> int:
    found = fields.get("patient_id")
    return int(getattr(found, "number", 0))
