"""Every route of the REST interface and the RPC that it stands for: one table, total over the wire contract."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from google.protobuf.descriptor import MethodDescriptor

from protos.anamnesis.v1 import audit_pb2, conversation_pb2, memory_pb2

Verb = Literal["GET", "POST"]

METHODS: dict[str, MethodDescriptor] = {
    method.name: method
    for file in (conversation_pb2, memory_pb2, audit_pb2)
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
}
"""The RPCs of the contract by name."""


@dataclass(frozen=True, slots=True)
class Route:
    """``verb`` and ``path`` of an RPC. Names in braces are fields of its request; so are ``fixed`` ones."""

    verb: Verb
    path: str
    rpc: str
    summary: str
    fixed: dict[str, object] = field(default_factory=dict)

    @property
    def method(self) -> MethodDescriptor:
        """The RPC's descriptor."""
        return METHODS[self.rpc]

    @property
    def path_fields(self) -> tuple[str, ...]:
        """Fields of the request that the path holds."""
        return tuple(part[1:-1] for part in self.path.split("/") if part.startswith("{"))

    @property
    def streams(self) -> bool:
        """Whether the answer comes in steps: as server-sent events, or collected into a list."""
        return bool(self.method.server_streaming)


_PATIENT = "/v1/patients/{patient_id}"

ROUTES: tuple[Route, ...] = (
    Route("GET", "/v1/patients", "ListPatients", "Who there is"),
    Route("POST", "/v1/patients", "RegisterPatient", "Make a patient known"),
    Route("POST", f"{_PATIENT}/turns", "Converse", "Say something and be answered, step by step"),
    Route("POST", f"{_PATIENT}/observations", "Observe", "Keep what was said to an agent of your own"),
    Route("POST", f"{_PATIENT}/turns/{{turn_number}}/answer", "RecordAnswer", "Keep what your own agent answered"),
    Route("POST", f"{_PATIENT}/questions", "Ask", "Ask the memory, as of any moment; nothing is stored"),
    Route("GET", f"{_PATIENT}/turns/{{turn_number}}/explanation", "ExplainAnswer", "What an answer rests on, proved"),
    Route("GET", f"{_PATIENT}/profile", "GetProfile", "The facts, now or as of a past"),
    Route("GET", f"{_PATIENT}/timeline", "GetTimeline", "Every version of the facts"),
    Route("GET", f"{_PATIENT}/memory", "GetMemory", "The memory in its tiers"),
    Route("GET", f"{_PATIENT}/context", "GetContext", "What a prompt needs to know"),
    Route("GET", f"{_PATIENT}/search", "SearchMemory", "What is nearest to a query"),
    Route("POST", f"{_PATIENT}/facts", "RecordSlots", "Assert facts"),
    Route("POST", f"{_PATIENT}/facts/{{fact_id}}/correction", "CorrectSlot", "Replace a fact that was never true"),
    Route("POST", f"{_PATIENT}/facts/{{fact_id}}/retraction", "RetractSlot", "Withdraw a fact"),
    Route("POST", f"{_PATIENT}/imports", "ImportRecord", "Read a FHIR bundle or a patient card"),
    Route("GET", f"{_PATIENT}/export", "ExportRecord", "The facts as FHIR or an International Patient Summary"),
    Route("POST", f"{_PATIENT}/erasure", "ErasePatient", "Forget a patient for good"),
    Route("GET", f"{_PATIENT}/events", "ListEvents", "The log of a patient"),
    Route("GET", f"{_PATIENT}/events/stream", "WatchEvents", "The log of a patient, live"),
    Route("GET", f"{_PATIENT}/accesses", "ListAccesses", "Who has seen a patient's record"),
    Route("GET", "/v1/events", "ListEvents", "The log"),
    Route("GET", "/v1/events/stream", "WatchEvents", "The log, live"),
    Route("POST", "/v1/log/verification", "VerifyLog", "Prove that no event was changed"),
    Route("POST", "/v1/research/tables", "ExportStudy", "De-identified tables for a researcher"),
    Route("GET", "/v1/projections", "ListProjections", "The kept views, and how far they have come"),
    Route("POST", "/v1/projections/rebuild", "RebuildProjections", "Compute the views again and compare"),
)
