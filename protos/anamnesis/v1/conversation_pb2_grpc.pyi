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
    Observe: grpc.UnaryUnaryMultiCallable[conversation_pb2.ObserveRequest, conversation_pb2.ObserveResponse]
    RecordAnswer: grpc.UnaryUnaryMultiCallable[conversation_pb2.RecordAnswerRequest, conversation_pb2.RecordAnswerResponse]
    Ask: grpc.UnaryUnaryMultiCallable[conversation_pb2.AskRequest, conversation_pb2.AskResponse]

class ConversationServiceAsyncStub(ConversationServiceStub):
    Converse: grpc.aio.StreamStreamMultiCallable[conversation_pb2.ConverseRequest, conversation_pb2.ConverseResponse]  # type: ignore[assignment]
    Observe: grpc.aio.UnaryUnaryMultiCallable[conversation_pb2.ObserveRequest, conversation_pb2.ObserveResponse]  # type: ignore[assignment]
    RecordAnswer: grpc.aio.UnaryUnaryMultiCallable[conversation_pb2.RecordAnswerRequest, conversation_pb2.RecordAnswerResponse]  # type: ignore[assignment]
    Ask: grpc.aio.UnaryUnaryMultiCallable[conversation_pb2.AskRequest, conversation_pb2.AskResponse]  # type: ignore[assignment]

class ConversationServiceServicer:
    def Converse(self, request_iterator: AsyncIterator[conversation_pb2.ConverseRequest], context: grpc.aio.ServicerContext[conversation_pb2.ConverseRequest, conversation_pb2.ConverseResponse]) -> AsyncIterator[conversation_pb2.ConverseResponse]: ...
    def Observe(self, request: conversation_pb2.ObserveRequest, context: grpc.aio.ServicerContext[conversation_pb2.ObserveRequest, conversation_pb2.ObserveResponse]) -> Awaitable[conversation_pb2.ObserveResponse]: ...
    def RecordAnswer(self, request: conversation_pb2.RecordAnswerRequest, context: grpc.aio.ServicerContext[conversation_pb2.RecordAnswerRequest, conversation_pb2.RecordAnswerResponse]) -> Awaitable[conversation_pb2.RecordAnswerResponse]: ...
    def Ask(self, request: conversation_pb2.AskRequest, context: grpc.aio.ServicerContext[conversation_pb2.AskRequest, conversation_pb2.AskResponse]) -> Awaitable[conversation_pb2.AskResponse]: ...

def add_ConversationServiceServicer_to_server(servicer: ConversationServiceServicer, server: grpc.aio.Server) -> None: ...
