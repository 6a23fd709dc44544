"""Type stubs for the generated gRPC modules.

The gRPC plug-in of protoc writes untyped Python, which a strictly typed caller cannot use. This module renders the
missing ``_pb2_grpc.pyi`` from a file's descriptor. Clients are typed for blocking and for asyncio channels; servicers
for asyncio only, the only kind that this project serves.
"""

from __future__ import annotations

from collections.abc import Iterator

from google.protobuf.descriptor_pb2 import FileDescriptorProto, MethodDescriptorProto, ServiceDescriptorProto


def render(file: FileDescriptorProto, package: str) -> str:
    """Return the text of the ``.pyi`` beside the gRPC module of `file`; the stubs live in Python package `package`."""
    messages = f"{file.name.rsplit('/', 1)[-1].removesuffix('.proto')}_pb2"
    lines = [
        "from collections.abc import AsyncIterator, Awaitable",
        "from typing import overload",
        "",
        "import grpc",
        "import grpc.aio",
        "",
        f"from {package} import {messages}",
    ]
    for service in file.service:
        lines += ["", *_blocking_stub(service, messages), "", *_asyncio_stub(service, messages)]
        lines += ["", *_servicer(service, messages), "", *_registration(service)]
    return "\n".join(lines) + "\n"


def _blocking_stub(service: ServiceDescriptorProto, messages: str) -> Iterator[str]:
    name = service.name
    yield f"class {name}Stub:"
    yield "    @overload"
    yield f"    def __new__(cls, channel: grpc.Channel) -> {name}Stub: ..."
    yield "    @overload"
    yield f"    def __new__(cls, channel: grpc.aio.Channel) -> {name}AsyncStub: ..."
    for method in service.method:
        yield f"    {method.name}: grpc.{_callable_type(method, messages)}"


def _asyncio_stub(service: ServiceDescriptorProto, messages: str) -> Iterator[str]:
    """Exists for type checkers only: what `Stub` is when it is made on an asyncio channel."""
    yield f"class {service.name}AsyncStub({service.name}Stub):"
    for method in service.method:
        yield f"    {method.name}: grpc.aio.{_callable_type(method, messages)}  # type: ignore[assignment]"


def _servicer(service: ServiceDescriptorProto, messages: str) -> Iterator[str]:
    yield f"class {service.name}Servicer:"
    for method in service.method:
        request, response = _type(method.input_type, messages), _type(method.output_type, messages)
        argument = f"request_iterator: AsyncIterator[{request}]" if method.client_streaming else f"request: {request}"
        result = f"AsyncIterator[{response}]" if method.server_streaming else f"Awaitable[{response}]"
        context = f"context: grpc.aio.ServicerContext[{request}, {response}]"
        yield f"    def {method.name}(self, {argument}, {context}) -> {result}: ..."


def _registration(service: ServiceDescriptorProto) -> Iterator[str]:
    name = service.name
    yield f"def add_{name}Servicer_to_server(servicer: {name}Servicer, server: grpc.aio.Server) -> None: ..."


def _callable_type(method: MethodDescriptorProto, messages: str) -> str:
    sent = "Stream" if method.client_streaming else "Unary"
    received = "Stream" if method.server_streaming else "Unary"
    parameters = f"{_type(method.input_type, messages)}, {_type(method.output_type, messages)}"
    return f"{sent}{received}MultiCallable[{parameters}]"


def _type(full_name: str, messages: str) -> str:
    """Requests and responses are defined beside their service (buf's RPC_REQUEST_STANDARD_NAME)."""
    return f"{messages}.{full_name.rsplit('.', 1)[-1]}"
