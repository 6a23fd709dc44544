"""The gRPC service behind the gateway: one channel, any RPC of the contract, the caller's own credentials.

The gateway shows something of its own only where that is said: else whoever reaches it would act in its name.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import grpc
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from clients.client import CALL_SECONDS, TURN_SECONDS
from clients.credentials import Credentials, Metadata
from clients.errors import NotAuthenticated, named
from clients.failure_details import HEALTH_CHECK, NO_REQUEST, SERVING
from clients.retrying import CHANNEL_OPTIONS

_NO_DEADLINE = frozenset({"WatchEvents", "VerifyLog", "RebuildProjections", "ExportStudy"})
"""They take as long as the log is, or have no end."""


class Upstream:
    """Calls the service by the descriptors of its RPCs. Failures raise :class:`clients.errors.ServiceError`."""

    def __init__(self, address: str, own: Credentials | None = None, *, lent: bool = False) -> None:
        """Connect to ``address`` (host:port) with the first call, over TLS where ``own`` says so.

        What ``own`` shows, a token or a certificate, counts for callers who show no token only where it is ``lent``.
        """
        self.address = address
        self._own = own or Credentials()
        self._lent = lent
        self._opened: grpc.aio.Channel | None = None

    @property
    def _channel(self) -> grpc.aio.Channel:
        """The connection: of the event loop that calls, which is not yet there when the gateway is put together."""
        if self._opened is None:
            self._opened = self._own.without_token().aio_channel(self.address, CHANNEL_OPTIONS)
        return self._opened

    def _shown(self, by_caller: Metadata) -> Metadata:
        """What goes with a call.

        Raises NotAuthenticated where the gateway's certificate would count for a stranger, and CredentialsRefused.
        """
        shown = {**dict(self._own.metadata), **dict(by_caller)} if self._lent else dict(by_caller)
        if "authorization" not in shown and self._own.certificate is not None and not self._lent:
            raise NotAuthenticated(
                "The call carries no credential.",
                "NOT_AUTHENTICATED",
                "Send `Authorization: Bearer TOKEN`; the gateway's own certificate stands for nobody else.",
            )
        metadata = tuple(shown.items())
        self._own.check(self.address, metadata)
        return metadata

    async def close(self) -> None:
        """End the connection."""
        if self._opened is not None:
            await self._opened.close(None)

    async def unary(self, method: MethodDescriptor, request: Message, credentials: Metadata) -> Message:
        """The answer of an RPC that gives one."""
        shown = self._shown(credentials)
        call: Any = self._channel.unary_unary(
            _path(method),
            request_serializer=_serialized,
            response_deserializer=GetMessageClass(method.output_type).FromString,
        )
        try:
            answer: Message = await call(request, timeout=CALL_SECONDS, metadata=shown)
        except grpc.RpcError as error:
            raise named(error) from None
        return answer

    async def stream(self, method: MethodDescriptor, request: Message, credentials: Metadata) -> AsyncIterator[Message]:
        """The steps of an RPC that answers in several; closing the iterator ends the call."""
        shown = self._shown(credentials)
        serializers = {
            "request_serializer": _serialized,
            "response_deserializer": GetMessageClass(method.output_type).FromString,
        }
        timeout = None if method.name in _NO_DEADLINE else TURN_SECONDS
        call: Any
        if method.client_streaming:
            call = self._channel.stream_stream(_path(method), **serializers)(  # type: ignore[arg-type]
                _one(request), timeout=timeout, metadata=shown
            )
        else:
            call = self._channel.unary_stream(_path(method), **serializers)(  # type: ignore[arg-type]
                request, timeout=timeout, metadata=shown
            )
        try:
            async for step in call:
                yield step
        except grpc.RpcError as error:
            raise named(error) from None
        finally:
            # A turn that was accepted completes without its reader; a watch ends.
            call.cancel()

    async def serving(self) -> bool:
        """Whether the service says that it is healthy, within two seconds."""
        check: Any = self._channel.unary_unary(HEALTH_CHECK, None, None)
        try:
            answer = await check(NO_REQUEST, timeout=2.0)
        except grpc.RpcError:
            return False
        return bool(answer == SERVING)


def _path(method: MethodDescriptor) -> str:
    return f"/{method.containing_service.full_name}/{method.name}"


def _serialized(message: Message) -> bytes:
    return message.SerializeToString()


async def _one(request: Message) -> AsyncIterator[Message]:
    yield request
