from collections.abc import AsyncIterator, Awaitable
from typing import overload

import grpc
import grpc.aio

from protos.anamnesis.v1 import conversation_pb2

class ConversationServiceStub:
    @overload
    def __new__(cls, channel: grpc.Channel) -> ConversationServiceStub: ...
    @overload
    def __new__(cls, channel: grpc.aio.Channel) -> ConversationServiceAsyncStub: ...
    Converse: grpc.StreamStreamMultiCallable[conversation_pb2.ConverseRequest, conversation_pb2.ConverseResponse]

class ConversationServiceAsyncStub(ConversationServiceStub):
    Converse: grpc.aio.StreamStreamMultiCallable[conversation_pb2.ConverseRequest, conversation_pb2.ConverseResponse]  # type: ignore[assignment]

class ConversationServiceServicer:
    def Converse(self, request_iterator: AsyncIterator[conversation_pb2.ConverseRequest], context: grpc.aio.ServicerContext[conversation_pb2.ConverseRequest, conversation_pb2.ConverseResponse]) -> AsyncIterator[conversation_pb2.ConverseResponse]: ...

def add_ConversationServiceServicer_to_server(servicer: ConversationServiceServicer, server: grpc.aio.Server) -> None: ...
