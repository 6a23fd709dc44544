"""The gate before our services: closed until the service is ready, so that early callers are told to come again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc

from domain.errors import AnamnesisError
from server.interceptors import OURS
from server.rpc import Context, Handler, Interceptor
from server.statuses import status_of


class ServerStarting(AnamnesisError):
    """The server is starting."""

    status = "UNAVAILABLE"
    reason = "SERVER_STARTING"
    advice = "Retry in a few seconds, or wait until the health service says SERVING."
    retry_seconds = 1.0


class Gate(Interceptor):
    """Refuses calls of ours while it is closed."""

    def __init__(self) -> None:
        self.open = False

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler:
        """The handler, or a refusal; a refusal reads no request, so its shape fits every call."""
        if self.open or not str(handler_call_details.method).startswith(OURS):
            return await continuation(handler_call_details)
        return grpc.stream_stream_rpc_method_handler(_refuse)


async def _refuse(_requests: AsyncIterator[Any], context: Context) -> AsyncIterator[Any]:
    status = status_of(ServerStarting())
    await context.abort(status.code, status.details, status.trailing_metadata)
    yield
