"""The gate before our services: shut until the service is ready and from when it stops, by a name for either."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc

from domain.errors import AnamnesisError
from server.first_message import Requests
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
    """Refuses calls of ours while it is shut."""

    def __init__(self) -> None:
        self._refusal: AnamnesisError | None = ServerStarting()

    def admit(self) -> None:
        """Let calls through."""
        self._refusal = None

    def shut(self, refusal: AnamnesisError) -> None:
        """Refuse every new call with this failure; those that are through go on."""
        self._refusal = refusal

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler:
        """The handler, or a refusal; a refusal asks nothing of a request, so its shape fits every call."""
        refusal = self._refusal
        if refusal is None or not str(handler_call_details.method).startswith(OURS):
            return await continuation(handler_call_details)
        status = status_of(refusal)

        async def refuse(messages: AsyncIterator[Any], context: Context) -> AsyncIterator[Any]:
            await Requests(messages).first_heard()
            await context.abort(status.code, status.details, status.trailing_metadata)
            yield

        return grpc.stream_stream_rpc_method_handler(refuse)
