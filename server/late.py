"""Adding services to a server that runs already, because its health has to answer while they load."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

import grpc


class _GenericHandlersOnly:
    """The server as generated code sees it: gRPC takes registered handlers before the start only, generic ones ever."""

    def __init__(self, server: grpc.aio.Server) -> None:
        self._server = server

    def add_generic_rpc_handlers(self, handlers: Iterable[grpc.GenericRpcHandler[Any, Any]]) -> None:
        """Pass on."""
        self._server.add_generic_rpc_handlers(tuple(handlers))

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, object]) -> None:
        """Leave out: the generic handlers of the same service answer."""


def running(server: grpc.aio.Server) -> grpc.aio.Server:
    """``server`` for the generated ``add_..._to_server`` functions, after it was started."""
    return cast(grpc.aio.Server, _GenericHandlersOnly(server))
