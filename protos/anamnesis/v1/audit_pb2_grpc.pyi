from collections.abc import AsyncIterator, Awaitable
from typing import overload

import grpc
import grpc.aio

from protos.anamnesis.v1 import audit_pb2

class AuditServiceStub:
    @overload
    def __new__(cls, channel: grpc.Channel) -> AuditServiceStub: ...
    @overload
    def __new__(cls, channel: grpc.aio.Channel) -> AuditServiceAsyncStub: ...
    ListEvents: grpc.UnaryUnaryMultiCallable[audit_pb2.ListEventsRequest, audit_pb2.ListEventsResponse]
    WatchEvents: grpc.UnaryStreamMultiCallable[audit_pb2.WatchEventsRequest, audit_pb2.WatchEventsResponse]
    ExplainAnswer: grpc.UnaryUnaryMultiCallable[audit_pb2.ExplainAnswerRequest, audit_pb2.ExplainAnswerResponse]
    VerifyLog: grpc.UnaryStreamMultiCallable[audit_pb2.VerifyLogRequest, audit_pb2.VerifyLogResponse]
    RebuildProjections: grpc.UnaryStreamMultiCallable[audit_pb2.RebuildProjectionsRequest, audit_pb2.RebuildProjectionsResponse]
    ListProjections: grpc.UnaryUnaryMultiCallable[audit_pb2.ListProjectionsRequest, audit_pb2.ListProjectionsResponse]
    ListAccesses: grpc.UnaryUnaryMultiCallable[audit_pb2.ListAccessesRequest, audit_pb2.ListAccessesResponse]
    ExportStudy: grpc.UnaryStreamMultiCallable[audit_pb2.ExportStudyRequest, audit_pb2.ExportStudyResponse]

class AuditServiceAsyncStub(AuditServiceStub):
    ListEvents: grpc.aio.UnaryUnaryMultiCallable[audit_pb2.ListEventsRequest, audit_pb2.ListEventsResponse]  # type: ignore[assignment]
    WatchEvents: grpc.aio.UnaryStreamMultiCallable[audit_pb2.WatchEventsRequest, audit_pb2.WatchEventsResponse]  # type: ignore[assignment]
    ExplainAnswer: grpc.aio.UnaryUnaryMultiCallable[audit_pb2.ExplainAnswerRequest, audit_pb2.ExplainAnswerResponse]  # type: ignore[assignment]
    VerifyLog: grpc.aio.UnaryStreamMultiCallable[audit_pb2.VerifyLogRequest, audit_pb2.VerifyLogResponse]  # type: ignore[assignment]
    RebuildProjections: grpc.aio.UnaryStreamMultiCallable[audit_pb2.RebuildProjectionsRequest, audit_pb2.RebuildProjectionsResponse]  # type: ignore[assignment]
    ListProjections: grpc.aio.UnaryUnaryMultiCallable[audit_pb2.ListProjectionsRequest, audit_pb2.ListProjectionsResponse]  # type: ignore[assignment]
    ListAccesses: grpc.aio.UnaryUnaryMultiCallable[audit_pb2.ListAccessesRequest, audit_pb2.ListAccessesResponse]  # type: ignore[assignment]
    ExportStudy: grpc.aio.UnaryStreamMultiCallable[audit_pb2.ExportStudyRequest, audit_pb2.ExportStudyResponse]  # type: ignore[assignment]

class AuditServiceServicer:
    def ListEvents(self, request: audit_pb2.ListEventsRequest, context: grpc.aio.ServicerContext[audit_pb2.ListEventsRequest, audit_pb2.ListEventsResponse]) -> Awaitable[audit_pb2.ListEventsResponse]: ...
    def WatchEvents(self, request: audit_pb2.WatchEventsRequest, context: grpc.aio.ServicerContext[audit_pb2.WatchEventsRequest, audit_pb2.WatchEventsResponse]) -> AsyncIterator[audit_pb2.WatchEventsResponse]: ...
    def ExplainAnswer(self, request: audit_pb2.ExplainAnswerRequest, context: grpc.aio.ServicerContext[audit_pb2.ExplainAnswerRequest, audit_pb2.ExplainAnswerResponse]) -> Awaitable[audit_pb2.ExplainAnswerResponse]: ...
    def VerifyLog(self, request: audit_pb2.VerifyLogRequest, context: grpc.aio.ServicerContext[audit_pb2.VerifyLogRequest, audit_pb2.VerifyLogResponse]) -> AsyncIterator[audit_pb2.VerifyLogResponse]: ...
    def RebuildProjections(self, request: audit_pb2.RebuildProjectionsRequest, context: grpc.aio.ServicerContext[audit_pb2.RebuildProjectionsRequest, audit_pb2.RebuildProjectionsResponse]) -> AsyncIterator[audit_pb2.RebuildProjectionsResponse]: ...
    def ListProjections(self, request: audit_pb2.ListProjectionsRequest, context: grpc.aio.ServicerContext[audit_pb2.ListProjectionsRequest, audit_pb2.ListProjectionsResponse]) -> Awaitable[audit_pb2.ListProjectionsResponse]: ...
    def ListAccesses(self, request: audit_pb2.ListAccessesRequest, context: grpc.aio.ServicerContext[audit_pb2.ListAccessesRequest, audit_pb2.ListAccessesResponse]) -> Awaitable[audit_pb2.ListAccessesResponse]: ...
    def ExportStudy(self, request: audit_pb2.ExportStudyRequest, context: grpc.aio.ServicerContext[audit_pb2.ExportStudyRequest, audit_pb2.ExportStudyResponse]) -> AsyncIterator[audit_pb2.ExportStudyResponse]: ...

def add_AuditServiceServicer_to_server(servicer: AuditServiceServicer, server: grpc.aio.Server) -> None: ...
