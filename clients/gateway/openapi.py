"""The OpenAPI 3.1 document of the gateway, made from the contract's descriptors and comments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from clients.gateway.event_streams import MEDIA_TYPE
from clients.gateway.problems import MEDIA_TYPE as PROBLEM_TYPE
from clients.gateway.proto_comments import comments
from clients.gateway.routes import ROUTES, Route
from clients.gateway.transcoding import AS_OF

Json = dict[str, Any]

_WELL_KNOWN: dict[str, Json] = {
    "google.protobuf.Timestamp": {"type": "string", "format": "date-time"},
    "google.protobuf.Duration": {"type": "string", "description": 'Seconds, such as "1.5s".'},
}
_SCALARS: dict[int, Json] = {
    FieldDescriptor.TYPE_STRING: {"type": "string"},
    FieldDescriptor.TYPE_BYTES: {"type": "string", "format": "byte"},
    FieldDescriptor.TYPE_BOOL: {"type": "boolean"},
    FieldDescriptor.TYPE_DOUBLE: {"type": "number", "format": "double"},
    FieldDescriptor.TYPE_INT32: {"type": "integer", "format": "int32"},
    FieldDescriptor.TYPE_INT64: {"type": "string", "format": "int64"},
}
_AS_OF_WORDS = {
    "position": "As of this log position.",
    "known_at": "As of what was known at this moment.",
    "valid_at": "Of this moment of the patient's life; now unless given.",
}
_PROBLEM: Json = {
    "type": "object",
    "description": "Problem details (RFC 9457).",
    "properties": {
        "status": {"type": "integer"},
        "title": {"type": "string", "description": "What is wrong, in a sentence."},
        "reason": {"type": "string", "description": "Stable reason in upper snake case."},
        "advice": {"type": "string", "description": "What to do next."},
    },
    "required": ["status", "title", "reason", "advice"],
}


def document() -> Json:
    """The whole document as JSON values."""
    schemas: Json = {"Problem": _PROBLEM}
    paths: dict[str, Json] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.verb.lower()] = _operation(route, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Anamnesis",
            "version": "v1",
            "description": "Event-sourced conversational memory for medical agents. Each route is an RPC of "
            "anamnesis.v1; 64-bit integers are strings, as in the JSON mapping of protobuf.",
        },
        "paths": paths,
        "components": {
            "schemas": dict(sorted(schemas.items())),
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"bearer": []}],
    }


def _operation(route: Route, schemas: Json) -> Json:
    request, reply = route.method.input_type, _reference(route.method.output_type, schemas)
    operation: Json = {
        "operationId": f"{route.rpc}{'OfPatient' if route.rpc.endswith('Events') and route.path_fields else ''}",
        "summary": route.summary,
        "description": comments().get(f"{route.method.containing_service.name}.{route.rpc}", ""),
        "tags": [route.method.containing_service.name],
        "parameters": list(_parameters(route)),
        "responses": {"200": _answer(route, reply), "default": _problem()},
    }
    if route.verb == "POST":
        body = {name: field for name, field in _fields(request, schemas) if name not in route.path_fields}
        schema = {"type": "object", "properties": body, "additionalProperties": False}
        operation["requestBody"] = {"content": {"application/json": {"schema": schema}}}
    return operation


def _answer(route: Route, reply: Json) -> Json:
    if not route.streams:
        return {"description": "Done.", "content": {"application/json": {"schema": reply}}}
    content: Json = {MEDIA_TYPE: {"schema": {"type": "string"}, "x-event-data": reply}}
    if route.rpc != "WatchEvents":
        steps = {"type": "object", "properties": {"steps": {"type": "array", "items": reply}}}
        content["application/json"] = {"schema": steps}
    return {"description": "Each step as an event whose data is JSON, or all in a list.", "content": content}


def _problem() -> Json:
    schema = {"$ref": "#/components/schemas/Problem"}
    return {"description": "What went wrong.", "content": {PROBLEM_TYPE: {"schema": schema}}}


def _parameters(route: Route) -> Iterator[Json]:
    message = route.method.input_type
    for name in route.path_fields:
        said = comments().get(f"{message.name}.{name}", "")
        schema = _scalar(message.fields_by_name[name])
        yield {"name": name, "in": "path", "required": True, "description": said, "schema": schema}
    if "request_id" in message.fields_by_name:
        said = "UUID of the request, instead of request_id: a repetition returns the first answer."
        yield {"name": "Idempotency-Key", "in": "header", "description": said, "schema": {"type": "string"}}
    if route.verb == "POST":
        return
    for field in message.fields:
        if field.name == "as_of" and field.message_type is not None:
            for name in AS_OF:
                known = field.message_type.fields_by_name[name]
                schema = _WELL_KNOWN[known.message_type.full_name] if known.message_type else _scalar(known)
                yield {"name": name, "in": "query", "description": _AS_OF_WORDS[name], "schema": schema}
        elif field.name not in route.path_fields and field.message_type is None:
            said = comments().get(f"{message.name}.{field.name}", "")
            schema = {"type": "array", "items": _scalar(field)} if field.is_repeated else _scalar(field)
            yield {"name": field.name, "in": "query", "description": said, "schema": schema}


def _reference(message: Descriptor, schemas: Json) -> Json:
    if message.full_name in _WELL_KNOWN:
        return _WELL_KNOWN[message.full_name]
    if message.name not in schemas:
        # Put in before its fields are looked at: a message may hold itself.
        schema: Json
        schemas[message.name] = schema = {"type": "object", "description": comments().get(message.name, "")}
        schema["properties"] = dict(_fields(message, schemas))
    return {"$ref": f"#/components/schemas/{message.name}"}


def _fields(message: Descriptor, schemas: Json) -> Iterator[tuple[str, Json]]:
    for field in message.fields:
        said = comments().get(f"{message.name}.{field.name}", "")
        yield field.name, {**_type(field, schemas), "description": said}


def _type(field: FieldDescriptor, schemas: Json) -> Json:
    kind = field.message_type
    if kind is not None and kind.GetOptions().map_entry:
        return {"type": "object", "additionalProperties": _type(kind.fields_by_name["value"], schemas)}
    one = _scalar(field) if kind is None else _reference(kind, schemas)
    return {"type": "array", "items": one} if field.is_repeated else one


def _scalar(field: FieldDescriptor) -> Json:
    return _enum(field.enum_type) if field.enum_type is not None else _SCALARS[field.type]


def _enum(kind: EnumDescriptor) -> Json:
    return {"type": "string", "enum": [value.name for value in kind.values]}
