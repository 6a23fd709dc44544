"""HTTP into request messages, and response messages into JSON: the standard mapping of protobuf (field names as in the
contract, 64-bit integers as strings, times as RFC 3339).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.json_format import MessageToDict, ParseDict, ParseError
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from clients.gateway.problems import BadRequest
from clients.gateway.routes import Route

MAX_BODY = 8 * 1024 * 1024
"""Bytes of a request body: a FHIR bundle is the largest (ours; the service has limits of its own)."""
AS_OF = ("position", "known_at", "valid_at")
"""Query parameters that name a past, for every read of a patient."""


def request_message(
    route: Route, path: Mapping[str, str], query: Sequence[tuple[str, str]], body: bytes, idempotency_key: str
) -> Message:
    """The request of the RPC. Raises BadRequest, naming the field that is wrong and never its content."""
    message_type = route.method.input_type
    fields = dict(route.fixed)
    fields.update(_from_query(message_type, query) if route.verb == "GET" else _from_body(message_type, query, body))
    for name, value in path.items():
        if str(fields.setdefault(name, value)) != value:
            raise BadRequest(f"{name} in the body is not the one of the path.", f"Leave {name} out of the body.")
    if "request_id" in message_type.fields_by_name:
        fields["request_id"] = fields.get("request_id") or idempotency_key or str(uuid4())
    if route.rpc == "RegisterPatient":
        fields["patient_id"] = fields.get("patient_id") or str(uuid4())
    try:
        return ParseDict(fields, GetMessageClass(message_type)())
    except ParseError:
        # Its own words repeat what was sent, which may be a patient's.
        wrong = next((name for name in fields if not _fits(message_type, name, fields[name])), "")
        what = f"The field {wrong} is not what it should be." if wrong else "The request is not what it should be."
        raise BadRequest(what, _field_list(message_type)) from None


def as_json(message: Message) -> dict[str, Any]:
    """A message as JSON values, with the fields that are at their defaults."""
    values: dict[str, Any] = MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    return values


def as_text(message: Message) -> str:
    """A message as one line of JSON."""
    return json.dumps(as_json(message), ensure_ascii=False, separators=(",", ":"))


def _from_body(message_type: Descriptor, query: Sequence[tuple[str, str]], body: bytes) -> dict[str, Any]:
    if query:
        raise BadRequest("This route takes its fields in the body.", _field_list(message_type))
    try:
        fields = json.loads(body or b"{}")
    except ValueError:
        raise BadRequest("The body is not JSON.", "Send a JSON object, encoded in UTF-8.") from None
    if not isinstance(fields, dict):
        raise BadRequest("The body is not a JSON object.", _field_list(message_type))
    if any(name not in message_type.fields_by_name for name in fields):
        raise BadRequest("The body has a field that is unknown here.", _field_list(message_type))
    return fields


def _from_query(message_type: Descriptor, query: Sequence[tuple[str, str]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    past: dict[str, str] = {}
    for name, value in query:
        if "as_of" in message_type.fields_by_name and name in AS_OF:
            past[name] = value
            continue
        known = message_type.fields_by_name.get(name)
        if known is None or known.message_type is not None:
            raise BadRequest("A query parameter is unknown here.", _field_list(message_type))
        if known.is_repeated:
            fields.setdefault(name, []).append(_scalar(known, value))
        else:
            fields[name] = _scalar(known, value)
    if past:
        if len(past.keys() & {"position", "known_at"}) == 2:
            raise BadRequest("position and known_at are two names of a past.", "Give one of them.")
        fields["as_of"] = past
    return fields


def _scalar(known: FieldDescriptor, value: str) -> Any:
    if known.type == FieldDescriptor.TYPE_BOOL:
        if value not in ("true", "false"):
            raise BadRequest(f"{known.name} is true or false.", "Write it in lower case.")
        return value == "true"
    if known.enum_type is not None:
        return _enum_value(known.enum_type, known.name, value)
    return value


def _enum_value(kind: EnumDescriptor, field: str, value: str) -> str:
    """The full name of an enum's value, which may be given as people write it: "labs", "ips"."""
    prefix = kind.values_by_number[0].name.removesuffix("UNSPECIFIED")
    short = {name.removeprefix(prefix).lower().removesuffix("_json"): name for name in kind.values_by_name}
    name = value if value in kind.values_by_name else short.get(value.lower())
    if name is None and value.lower() == "fhir":
        name = short.get("fhir_bundle")
    if name is None:
        choices = ", ".join(one for one in short if one != "unspecified")
        raise BadRequest(f"{field} is none of the known ones.", f"It is one of {choices}.")
    return name


def _fits(message_type: Descriptor, name: str, value: Any) -> bool:
    try:
        ParseDict({name: value}, GetMessageClass(message_type)())
    except ParseError:
        return False
    return True


def _field_list(message_type: Descriptor) -> str:
    names = [name for name in message_type.fields_by_name if name != "as_of"]
    if "as_of" in message_type.fields_by_name:
        names += [f"{name} (as of)" for name in AS_OF]
    return f"The fields are {', '.join(names)}; see /openapi.json." if names else "There are no fields."
