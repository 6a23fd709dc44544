from collections.abc import AsyncIterator, Awaitable
from typing import overload

import grpc
import grpc.aio

from protos.anamnesis.v1 import memory_pb2

class MemoryServiceStub:
    @overload
    def __new__(cls, channel: grpc.Channel) -> MemoryServiceStub: ...
    @overload
    def __new__(cls, channel: grpc.aio.Channel) -> MemoryServiceAsyncStub: ...
    ListPatients: grpc.UnaryUnaryMultiCallable[memory_pb2.ListPatientsRequest, memory_pb2.ListPatientsResponse]
    RegisterPatient: grpc.UnaryUnaryMultiCallable[memory_pb2.RegisterPatientRequest, memory_pb2.RegisterPatientResponse]
    GetProfile: grpc.UnaryUnaryMultiCallable[memory_pb2.GetProfileRequest, memory_pb2.GetProfileResponse]
    GetTimeline: grpc.UnaryUnaryMultiCallable[memory_pb2.GetTimelineRequest, memory_pb2.GetTimelineResponse]
    GetMemory: grpc.UnaryUnaryMultiCallable[memory_pb2.GetMemoryRequest, memory_pb2.GetMemoryResponse]
    GetContext: grpc.UnaryUnaryMultiCallable[memory_pb2.GetContextRequest, memory_pb2.GetContextResponse]
    SearchMemory: grpc.UnaryUnaryMultiCallable[memory_pb2.SearchMemoryRequest, memory_pb2.SearchMemoryResponse]
    RecordSlots: grpc.UnaryUnaryMultiCallable[memory_pb2.RecordSlotsRequest, memory_pb2.RecordSlotsResponse]
    CorrectSlot: grpc.UnaryUnaryMultiCallable[memory_pb2.CorrectSlotRequest, memory_pb2.CorrectSlotResponse]
    RetractSlot: grpc.UnaryUnaryMultiCallable[memory_pb2.RetractSlotRequest, memory_pb2.RetractSlotResponse]
    ImportRecord: grpc.UnaryUnaryMultiCallable[memory_pb2.ImportRecordRequest, memory_pb2.ImportRecordResponse]
    ExportRecord: grpc.UnaryUnaryMultiCallable[memory_pb2.ExportRecordRequest, memory_pb2.ExportRecordResponse]
    ErasePatient: grpc.UnaryUnaryMultiCallable[memory_pb2.ErasePatientRequest, memory_pb2.ErasePatientResponse]

class MemoryServiceAsyncStub(MemoryServiceStub):
    ListPatients: grpc.aio.UnaryUnaryMultiCallable[memory_pb2.ListPatientsRequest, memory_pb2.ListPatientsResponse]  # type: ignore[assignment]
    RegisterPatient: grpc.aio.UnaryUnaryMultiCallable[memory_pb2.RegisterPatientRequest, memory_pb2.RegisterPatientResponse]  # type: ignore[assignment]
    GetProfile: grpc.aio.UnaryUnaryMultiCallable[memory_pb2.GetProfileRequest, memory_pb2.GetProfileResponse]  # type: ignore[assignment]
    GetTimeline: grpc.aio.UnaryUnaryMultiCallable[memory_pb2.GetTimelineRequest, memory_pb2.GetTimelineResponse]  # type: ignore[assignment]
    GetMemory: grpc.aio.UnaryUnaryMultiCallable[memory_pb2.GetMemoryRequest, memory_pb2.GetMemoryResponse]  # type: ignore[assignment]
    GetContext: grpc.aio.UnaryUnaryMultiCallable[memory_pb2.GetContextRequest, memory_pb2.GetContextResponse]  # type: ignore[assignment]
    SearchMemory: grpc.aio.UnaryUnaryMultiCallable[memory_pb2.SearchMemoryRequest, memory_pb2.SearchMemoryResponse]  # type: ignore[assignment]
    RecordSlots: grpc.aio.UnaryUnaryMultiCallable[memory_pb2.RecordSlotsRequest, memory_pb2.RecordSlotsResponse]  # type: ignore[assignment]
    CorrectSlot: grpc.aio.UnaryUnaryMultiCallable[memory_pb2.CorrectSlotRequest, memory_pb2.CorrectSlotResponse]  # type: ignore[assignment]
    RetractSlot: grpc.aio.UnaryUnaryMultiCallable[memory_pb2.RetractSlotRequest, memory_pb2.RetractSlotResponse]  # type: ignore[assignment]
    ImportRecord: grpc.aio.UnaryUnaryMultiCallable[memory_pb2.ImportRecordRequest, memory_pb2.ImportRecordResponse]  # type: ignore[assignment]
    ExportRecord: grpc.aio.UnaryUnaryMultiCallable[memory_pb2.ExportRecordRequest, memory_pb2.ExportRecordResponse]  # type: ignore[assignment]
    ErasePatient: grpc.aio.UnaryUnaryMultiCallable[memory_pb2.ErasePatientRequest, memory_pb2.ErasePatientResponse]  # type: ignore[assignment]

class MemoryServiceServicer:
    def ListPatients(self, request: memory_pb2.ListPatientsRequest, context: grpc.aio.ServicerContext[memory_pb2.ListPatientsRequest, memory_pb2.ListPatientsResponse]) -> Awaitable[memory_pb2.ListPatientsResponse]: ...
    def RegisterPatient(self, request: memory_pb2.RegisterPatientRequest, context: grpc.aio.ServicerContext[memory_pb2.RegisterPatientRequest, memory_pb2.RegisterPatientResponse]) -> Awaitable[memory_pb2.RegisterPatientResponse]: ...
    def GetProfile(self, request: memory_pb2.GetProfileRequest, context: grpc.aio.ServicerContext[memory_pb2.GetProfileRequest, memory_pb2.GetProfileResponse]) -> Awaitable[memory_pb2.GetProfileResponse]: ...
    def GetTimeline(self, request: memory_pb2.GetTimelineRequest, context: grpc.aio.ServicerContext[memory_pb2.GetTimelineRequest, memory_pb2.GetTimelineResponse]) -> Awaitable[memory_pb2.GetTimelineResponse]: ...
    def GetMemory(self, request: memory_pb2.GetMemoryRequest, context: grpc.aio.ServicerContext[memory_pb2.GetMemoryRequest, memory_pb2.GetMemoryResponse]) -> Awaitable[memory_pb2.GetMemoryResponse]: ...
    def GetContext(self, request: memory_pb2.GetContextRequest, context: grpc.aio.ServicerContext[memory_pb2.GetContextRequest, memory_pb2.GetContextResponse]) -> Awaitable[memory_pb2.GetContextResponse]: ...
    def SearchMemory(self, request: memory_pb2.SearchMemoryRequest, context: grpc.aio.ServicerContext[memory_pb2.SearchMemoryRequest, memory_pb2.SearchMemoryResponse]) -> Awaitable[memory_pb2.SearchMemoryResponse]: ...
    def RecordSlots(self, request: memory_pb2.RecordSlotsRequest, context: grpc.aio.ServicerContext[memory_pb2.RecordSlotsRequest, memory_pb2.RecordSlotsResponse]) -> Awaitable[memory_pb2.RecordSlotsResponse]: ...
    def CorrectSlot(self, request: memory_pb2.CorrectSlotRequest, context: grpc.aio.ServicerContext[memory_pb2.CorrectSlotRequest, memory_pb2.CorrectSlotResponse]) -> Awaitable[memory_pb2.CorrectSlotResponse]: ...
    def RetractSlot(self, request: memory_pb2.RetractSlotRequest, context: grpc.aio.ServicerContext[memory_pb2.RetractSlotRequest, memory_pb2.RetractSlotResponse]) -> Awaitable[memory_pb2.RetractSlotResponse]: ...
    def ImportRecord(self, request: memory_pb2.ImportRecordRequest, context: grpc.aio.ServicerContext[memory_pb2.ImportRecordRequest, memory_pb2.ImportRecordResponse]) -> Awaitable[memory_pb2.ImportRecordResponse]: ...
    def ExportRecord(self, request: memory_pb2.ExportRecordRequest, context: grpc.aio.ServicerContext[memory_pb2.ExportRecordRequest, memory_pb2.ExportRecordResponse]) -> Awaitable[memory_pb2.ExportRecordResponse]: ...
    def ErasePatient(self, request: memory_pb2.ErasePatientRequest, context: grpc.aio.ServicerContext[memory_pb2.ErasePatientRequest, memory_pb2.ErasePatientResponse]) -> Awaitable[memory_pb2.ErasePatientResponse]: ...

def add_MemoryServiceServicer_to_server(servicer: MemoryServiceServicer, server: grpc.aio.Server) -> None: ...
