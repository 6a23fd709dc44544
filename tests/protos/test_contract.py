"""The conventions of the wire contract that buf does not know."""

from __future__ import annotations

import pytest
from google.protobuf.descriptor import Descriptor, MethodDescriptor

from protos.anamnesis.v1 import audit_pb2, conversation_pb2, fact_pb2, memory_pb2

METHODS = {
    method.full_name: method
    for file in (conversation_pb2, memory_pb2, audit_pb2)
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
}
WRITES = [
    METHODS[f"anamnesis.v1.{name}"]
    for name in (
        "ConversationService.Converse",
        "ConversationService.Observe",
        "ConversationService.RecordAnswer",
        "MemoryService.RegisterPatient",
        "MemoryService.RecordSlots",
        "MemoryService.CorrectSlot",
        "MemoryService.RetractSlot",
        "MemoryService.ImportRecord",
        "MemoryService.ErasePatient",
    )
]
PATIENT_READS = [
    METHODS[f"anamnesis.v1.{name}"]
    for name in (
        "ConversationService.Ask",
        "MemoryService.GetProfile",
        "MemoryService.GetTimeline",
        "MemoryService.GetMemory",
        "MemoryService.GetContext",
        "MemoryService.SearchMemory",
        "MemoryService.ExportRecord",
        "AuditService.ListEvents",
        "AuditService.ExplainAnswer",
    )
]


def _types(message: Descriptor, *names: str) -> list[int]:
    return [message.fields_by_name[name].type for name in names]


@pytest.mark.parametrize("method", WRITES, ids=lambda method: method.name)
def test_a_write_names_its_request_and_is_answered_with_version_and_position(method: MethodDescriptor) -> None:
    string, int64 = 9, 3  # FieldDescriptor.TYPE_STRING and TYPE_INT64

    assert _types(method.input_type, "request_id", "patient_id") == [string, string]
    assert _types(method.output_type, "version", "position") == [int64, int64]


@pytest.mark.parametrize("method", PATIENT_READS, ids=lambda method: method.name)
def test_a_read_of_a_patient_can_be_asked_as_of_a_moment(method: MethodDescriptor) -> None:
    assert method.input_type.fields_by_name["as_of"].message_type is fact_pb2.AsOf.DESCRIPTOR


@pytest.mark.parametrize("method", METHODS.values(), ids=lambda method: method.name)
def test_a_list_that_gives_a_next_page_can_be_asked_for_it(method: MethodDescriptor) -> None:
    paged = "next_page_token" in method.output_type.fields_by_name

    assert paged == ({"page_size", "page_token"} <= set(method.input_type.fields_by_name))


def test_the_steps_of_a_turn_are_declared_in_the_order_in_which_they_come() -> None:
    payload = conversation_pb2.ConverseResponse.DESCRIPTOR.oneofs_by_name["payload"]

    assert [field.name for field in payload.fields] == [
        "turn_accepted",
        "understood",
        "slot_event",
        "invalidated",
        "documents_retrieved",
        "context_assembled",
        "quality_assessed",
        "warning",
        "draft_delta",
        "draft_withdrawn",
        "answer_delta",
        "answer",
        "turn_completed",
        "turn_failed",
    ]
