"""gRPC's types under one name each: its stubs make them generic, which they are not when the program runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import grpc

if TYPE_CHECKING:
    Context = grpc.aio.ServicerContext[Any, Any]
    Handler = grpc.RpcMethodHandler[Any, Any]
    Interceptor = grpc.aio.ServerInterceptor[Any, Any]
else:
    Context = grpc.aio.ServicerContext
    Handler = grpc.RpcMethodHandler
    Interceptor = grpc.aio.ServerInterceptor

Behaviour = Callable[[Any, Context], Any]
"""What a handler runs: a coroutine function or an asynchronous generator function."""
