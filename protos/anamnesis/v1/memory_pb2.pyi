import datetime

from protos.anamnesis.v1 import fact_pb2 as _fact_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ExportFormat(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EXPORT_FORMAT_UNSPECIFIED: _ClassVar[ExportFormat]
    EXPORT_FORMAT_FHIR_BUNDLE_JSON: _ClassVar[ExportFormat]
    EXPORT_FORMAT_CARD_JSON: _ClassVar[ExportFormat]
    EXPORT_FORMAT_IPS_JSON: _ClassVar[ExportFormat]
EXPORT_FORMAT_UNSPECIFIED: ExportFormat
EXPORT_FORMAT_FHIR_BUNDLE_JSON: ExportFormat
EXPORT_FORMAT_CARD_JSON: ExportFormat
EXPORT_FORMAT_IPS_JSON: ExportFormat

class ListPatientsRequest(_message.Message):
    __slots__ = ("tenant", "page_size", "page_token")
    TENANT_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tenant: str
    page_size: int
    page_token: str
    def __init__(self, tenant: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class PatientSummary(_message.Message):
    __slots__ = ("patient_id", "tenant", "locale", "version", "last_recorded_at")
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    TENANT_FIELD_NUMBER: _ClassVar[int]
    LOCALE_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    LAST_RECORDED_AT_FIELD_NUMBER: _ClassVar[int]
    patient_id: str
    tenant: str
    locale: str
    version: int
    last_recorded_at: _timestamp_pb2.Timestamp
    def __init__(self, patient_id: _Optional[str] = ..., tenant: _Optional[str] = ..., locale: _Optional[str] = ..., version: _Optional[int] = ..., last_recorded_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ListPatientsResponse(_message.Message):
    __slots__ = ("patients", "next_page_token")
    PATIENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    patients: _containers.RepeatedCompositeFieldContainer[PatientSummary]
    next_page_token: str
    def __init__(self, patients: _Optional[_Iterable[_Union[PatientSummary, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class RegisterPatientRequest(_message.Message):
    __slots__ = ("request_id", "patient_id", "tenant", "locale", "time_zone")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    TENANT_FIELD_NUMBER: _ClassVar[int]
    LOCALE_FIELD_NUMBER: _ClassVar[int]
    TIME_ZONE_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    patient_id: str
    tenant: str
    locale: str
    time_zone: str
    def __init__(self, request_id: _Optional[str] = ..., patient_id: _Optional[str] = ..., tenant: _Optional[str] = ..., locale: _Optional[str] = ..., time_zone: _Optional[str] = ...) -> None: ...

class RegisterPatientResponse(_message.Message):
    __slots__ = ("version", "position")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    version: int
    position: int
    def __init__(self, version: _Optional[int] = ..., position: _Optional[int] = ...) -> None: ...

class GetProfileRequest(_message.Message):
    __slots__ = ("patient_id", "as_of", "include_history")
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_HISTORY_FIELD_NUMBER: _ClassVar[int]
    patient_id: str
    as_of: _fact_pb2.AsOf
    include_history: bool
    def __init__(self, patient_id: _Optional[str] = ..., as_of: _Optional[_Union[_fact_pb2.AsOf, _Mapping]] = ..., include_history: bool = ...) -> None: ...

class GetProfileResponse(_message.Message):
    __slots__ = ("facts", "version", "position", "fingerprint")
    FACTS_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    FINGERPRINT_FIELD_NUMBER: _ClassVar[int]
    facts: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Fact]
    version: int
    position: int
    fingerprint: str
    def __init__(self, facts: _Optional[_Iterable[_Union[_fact_pb2.Fact, _Mapping]]] = ..., version: _Optional[int] = ..., position: _Optional[int] = ..., fingerprint: _Optional[str] = ...) -> None: ...

class GetTimelineRequest(_message.Message):
    __slots__ = ("patient_id", "slot", "name", "as_of", "page_size", "page_token")
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    patient_id: str
    slot: _fact_pb2.SlotKind
    name: str
    as_of: _fact_pb2.AsOf
    page_size: int
    page_token: str
    def __init__(self, patient_id: _Optional[str] = ..., slot: _Optional[_Union[_fact_pb2.SlotKind, str]] = ..., name: _Optional[str] = ..., as_of: _Optional[_Union[_fact_pb2.AsOf, _Mapping]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class FactVersion(_message.Message):
    __slots__ = ("fact", "ended_by", "ended_at", "reason", "ended_kind")
    FACT_FIELD_NUMBER: _ClassVar[int]
    ENDED_BY_FIELD_NUMBER: _ClassVar[int]
    ENDED_AT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    ENDED_KIND_FIELD_NUMBER: _ClassVar[int]
    fact: _fact_pb2.Fact
    ended_by: str
    ended_at: _timestamp_pb2.Timestamp
    reason: str
    ended_kind: _fact_pb2.SlotEventKind
    def __init__(self, fact: _Optional[_Union[_fact_pb2.Fact, _Mapping]] = ..., ended_by: _Optional[str] = ..., ended_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., reason: _Optional[str] = ..., ended_kind: _Optional[_Union[_fact_pb2.SlotEventKind, str]] = ...) -> None: ...

class FactHistory(_message.Message):
    __slots__ = ("key", "versions", "slot", "name")
    KEY_FIELD_NUMBER: _ClassVar[int]
    VERSIONS_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    key: str
    versions: _containers.RepeatedCompositeFieldContainer[FactVersion]
    slot: _fact_pb2.SlotKind
    name: str
    def __init__(self, key: _Optional[str] = ..., versions: _Optional[_Iterable[_Union[FactVersion, _Mapping]]] = ..., slot: _Optional[_Union[_fact_pb2.SlotKind, str]] = ..., name: _Optional[str] = ...) -> None: ...

class GetTimelineResponse(_message.Message):
    __slots__ = ("histories", "next_page_token", "version", "position")
    HISTORIES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    histories: _containers.RepeatedCompositeFieldContainer[FactHistory]
    next_page_token: str
    version: int
    position: int
    def __init__(self, histories: _Optional[_Iterable[_Union[FactHistory, _Mapping]]] = ..., next_page_token: _Optional[str] = ..., version: _Optional[int] = ..., position: _Optional[int] = ...) -> None: ...

class GetMemoryRequest(_message.Message):
    __slots__ = ("patient_id", "as_of", "mentions_per_fact")
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    MENTIONS_PER_FACT_FIELD_NUMBER: _ClassVar[int]
    patient_id: str
    as_of: _fact_pb2.AsOf
    mentions_per_fact: int
    def __init__(self, patient_id: _Optional[str] = ..., as_of: _Optional[_Union[_fact_pb2.AsOf, _Mapping]] = ..., mentions_per_fact: _Optional[int] = ...) -> None: ...

class WorkingTurn(_message.Message):
    __slots__ = ("turn_number", "question", "answer", "at", "importance", "event_ids")
    TURN_NUMBER_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    IMPORTANCE_FIELD_NUMBER: _ClassVar[int]
    EVENT_IDS_FIELD_NUMBER: _ClassVar[int]
    turn_number: int
    question: str
    answer: str
    at: _timestamp_pb2.Timestamp
    importance: float
    event_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, turn_number: _Optional[int] = ..., question: _Optional[str] = ..., answer: _Optional[str] = ..., at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., importance: _Optional[float] = ..., event_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class CompressedBlock(_message.Message):
    __slots__ = ("block_id", "first_turn", "last_turn", "summary", "tokens", "event_ids", "importance")
    BLOCK_ID_FIELD_NUMBER: _ClassVar[int]
    FIRST_TURN_FIELD_NUMBER: _ClassVar[int]
    LAST_TURN_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    EVENT_IDS_FIELD_NUMBER: _ClassVar[int]
    IMPORTANCE_FIELD_NUMBER: _ClassVar[int]
    block_id: str
    first_turn: int
    last_turn: int
    summary: str
    tokens: int
    event_ids: _containers.RepeatedScalarFieldContainer[str]
    importance: float
    def __init__(self, block_id: _Optional[str] = ..., first_turn: _Optional[int] = ..., last_turn: _Optional[int] = ..., summary: _Optional[str] = ..., tokens: _Optional[int] = ..., event_ids: _Optional[_Iterable[str]] = ..., importance: _Optional[float] = ...) -> None: ...

class SemanticItem(_message.Message):
    __slots__ = ("fact", "importance", "reason", "event_ids", "more_event_ids")
    FACT_FIELD_NUMBER: _ClassVar[int]
    IMPORTANCE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    EVENT_IDS_FIELD_NUMBER: _ClassVar[int]
    MORE_EVENT_IDS_FIELD_NUMBER: _ClassVar[int]
    fact: _fact_pb2.Fact
    importance: float
    reason: str
    event_ids: _containers.RepeatedScalarFieldContainer[str]
    more_event_ids: bool
    def __init__(self, fact: _Optional[_Union[_fact_pb2.Fact, _Mapping]] = ..., importance: _Optional[float] = ..., reason: _Optional[str] = ..., event_ids: _Optional[_Iterable[str]] = ..., more_event_ids: bool = ...) -> None: ...

class ConsolidatedItem(_message.Message):
    __slots__ = ("fact", "importance", "mentions", "cohesion", "member_event_ids", "reason", "member_fact_ids", "contradictions", "trend", "more_member_event_ids")
    FACT_FIELD_NUMBER: _ClassVar[int]
    IMPORTANCE_FIELD_NUMBER: _ClassVar[int]
    MENTIONS_FIELD_NUMBER: _ClassVar[int]
    COHESION_FIELD_NUMBER: _ClassVar[int]
    MEMBER_EVENT_IDS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    MEMBER_FACT_IDS_FIELD_NUMBER: _ClassVar[int]
    CONTRADICTIONS_FIELD_NUMBER: _ClassVar[int]
    TREND_FIELD_NUMBER: _ClassVar[int]
    MORE_MEMBER_EVENT_IDS_FIELD_NUMBER: _ClassVar[int]
    fact: _fact_pb2.Fact
    importance: float
    mentions: int
    cohesion: float
    member_event_ids: _containers.RepeatedScalarFieldContainer[str]
    reason: str
    member_fact_ids: _containers.RepeatedScalarFieldContainer[str]
    contradictions: _containers.RepeatedScalarFieldContainer[str]
    trend: str
    more_member_event_ids: bool
    def __init__(self, fact: _Optional[_Union[_fact_pb2.Fact, _Mapping]] = ..., importance: _Optional[float] = ..., mentions: _Optional[int] = ..., cohesion: _Optional[float] = ..., member_event_ids: _Optional[_Iterable[str]] = ..., reason: _Optional[str] = ..., member_fact_ids: _Optional[_Iterable[str]] = ..., contradictions: _Optional[_Iterable[str]] = ..., trend: _Optional[str] = ..., more_member_event_ids: bool = ...) -> None: ...

class GetMemoryResponse(_message.Message):
    __slots__ = ("working", "compressed", "semantic", "consolidated", "version", "position")
    WORKING_FIELD_NUMBER: _ClassVar[int]
    COMPRESSED_FIELD_NUMBER: _ClassVar[int]
    SEMANTIC_FIELD_NUMBER: _ClassVar[int]
    CONSOLIDATED_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    working: _containers.RepeatedCompositeFieldContainer[WorkingTurn]
    compressed: _containers.RepeatedCompositeFieldContainer[CompressedBlock]
    semantic: _containers.RepeatedCompositeFieldContainer[SemanticItem]
    consolidated: _containers.RepeatedCompositeFieldContainer[ConsolidatedItem]
    version: int
    position: int
    def __init__(self, working: _Optional[_Iterable[_Union[WorkingTurn, _Mapping]]] = ..., compressed: _Optional[_Iterable[_Union[CompressedBlock, _Mapping]]] = ..., semantic: _Optional[_Iterable[_Union[SemanticItem, _Mapping]]] = ..., consolidated: _Optional[_Iterable[_Union[ConsolidatedItem, _Mapping]]] = ..., version: _Optional[int] = ..., position: _Optional[int] = ...) -> None: ...

class GetContextRequest(_message.Message):
    __slots__ = ("patient_id", "query", "token_budget", "as_of")
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    QUERY_FIELD_NUMBER: _ClassVar[int]
    TOKEN_BUDGET_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    patient_id: str
    query: str
    token_budget: int
    as_of: _fact_pb2.AsOf
    def __init__(self, patient_id: _Optional[str] = ..., query: _Optional[str] = ..., token_budget: _Optional[int] = ..., as_of: _Optional[_Union[_fact_pb2.AsOf, _Mapping]] = ...) -> None: ...

class ContextLine(_message.Message):
    __slots__ = ("text", "event_ids", "section")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    EVENT_IDS_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    text: str
    event_ids: _containers.RepeatedScalarFieldContainer[str]
    section: str
    def __init__(self, text: _Optional[str] = ..., event_ids: _Optional[_Iterable[str]] = ..., section: _Optional[str] = ...) -> None: ...

class GetContextResponse(_message.Message):
    __slots__ = ("text", "lines", "tokens", "version", "position")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    LINES_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    text: str
    lines: _containers.RepeatedCompositeFieldContainer[ContextLine]
    tokens: int
    version: int
    position: int
    def __init__(self, text: _Optional[str] = ..., lines: _Optional[_Iterable[_Union[ContextLine, _Mapping]]] = ..., tokens: _Optional[int] = ..., version: _Optional[int] = ..., position: _Optional[int] = ...) -> None: ...

class SearchMemoryRequest(_message.Message):
    __slots__ = ("patient_id", "query", "k", "as_of")
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    QUERY_FIELD_NUMBER: _ClassVar[int]
    K_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    patient_id: str
    query: str
    k: int
    as_of: _fact_pb2.AsOf
    def __init__(self, patient_id: _Optional[str] = ..., query: _Optional[str] = ..., k: _Optional[int] = ..., as_of: _Optional[_Union[_fact_pb2.AsOf, _Mapping]] = ...) -> None: ...

class MemoryHit(_message.Message):
    __slots__ = ("fact", "turn", "summary", "score", "event_ids", "text")
    FACT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    EVENT_IDS_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    fact: _fact_pb2.Fact
    turn: WorkingTurn
    summary: CompressedBlock
    score: float
    event_ids: _containers.RepeatedScalarFieldContainer[str]
    text: str
    def __init__(self, fact: _Optional[_Union[_fact_pb2.Fact, _Mapping]] = ..., turn: _Optional[_Union[WorkingTurn, _Mapping]] = ..., summary: _Optional[_Union[CompressedBlock, _Mapping]] = ..., score: _Optional[float] = ..., event_ids: _Optional[_Iterable[str]] = ..., text: _Optional[str] = ...) -> None: ...

class SearchMemoryResponse(_message.Message):
    __slots__ = ("hits", "version", "position")
    HITS_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    hits: _containers.RepeatedCompositeFieldContainer[MemoryHit]
    version: int
    position: int
    def __init__(self, hits: _Optional[_Iterable[_Union[MemoryHit, _Mapping]]] = ..., version: _Optional[int] = ..., position: _Optional[int] = ...) -> None: ...

class RecordSlotsRequest(_message.Message):
    __slots__ = ("request_id", "patient_id", "facts", "expected_version")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    patient_id: str
    facts: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Fact]
    expected_version: int
    def __init__(self, request_id: _Optional[str] = ..., patient_id: _Optional[str] = ..., facts: _Optional[_Iterable[_Union[_fact_pb2.Fact, _Mapping]]] = ..., expected_version: _Optional[int] = ...) -> None: ...

class RecordSlotsResponse(_message.Message):
    __slots__ = ("version", "position", "slot_events", "invalidated")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SLOT_EVENTS_FIELD_NUMBER: _ClassVar[int]
    INVALIDATED_FIELD_NUMBER: _ClassVar[int]
    version: int
    position: int
    slot_events: _containers.RepeatedCompositeFieldContainer[_fact_pb2.SlotEvent]
    invalidated: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Invalidated]
    def __init__(self, version: _Optional[int] = ..., position: _Optional[int] = ..., slot_events: _Optional[_Iterable[_Union[_fact_pb2.SlotEvent, _Mapping]]] = ..., invalidated: _Optional[_Iterable[_Union[_fact_pb2.Invalidated, _Mapping]]] = ...) -> None: ...

class CorrectSlotRequest(_message.Message):
    __slots__ = ("request_id", "patient_id", "fact_id", "replacement", "reason", "expected_version")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    FACT_ID_FIELD_NUMBER: _ClassVar[int]
    REPLACEMENT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    patient_id: str
    fact_id: str
    replacement: _fact_pb2.Fact
    reason: str
    expected_version: int
    def __init__(self, request_id: _Optional[str] = ..., patient_id: _Optional[str] = ..., fact_id: _Optional[str] = ..., replacement: _Optional[_Union[_fact_pb2.Fact, _Mapping]] = ..., reason: _Optional[str] = ..., expected_version: _Optional[int] = ...) -> None: ...

class CorrectSlotResponse(_message.Message):
    __slots__ = ("version", "position", "slot_events", "invalidated")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SLOT_EVENTS_FIELD_NUMBER: _ClassVar[int]
    INVALIDATED_FIELD_NUMBER: _ClassVar[int]
    version: int
    position: int
    slot_events: _containers.RepeatedCompositeFieldContainer[_fact_pb2.SlotEvent]
    invalidated: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Invalidated]
    def __init__(self, version: _Optional[int] = ..., position: _Optional[int] = ..., slot_events: _Optional[_Iterable[_Union[_fact_pb2.SlotEvent, _Mapping]]] = ..., invalidated: _Optional[_Iterable[_Union[_fact_pb2.Invalidated, _Mapping]]] = ...) -> None: ...

class RetractSlotRequest(_message.Message):
    __slots__ = ("request_id", "patient_id", "fact_id", "reason", "expected_version")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    FACT_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    patient_id: str
    fact_id: str
    reason: str
    expected_version: int
    def __init__(self, request_id: _Optional[str] = ..., patient_id: _Optional[str] = ..., fact_id: _Optional[str] = ..., reason: _Optional[str] = ..., expected_version: _Optional[int] = ...) -> None: ...

class RetractSlotResponse(_message.Message):
    __slots__ = ("version", "position", "slot_events", "invalidated")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SLOT_EVENTS_FIELD_NUMBER: _ClassVar[int]
    INVALIDATED_FIELD_NUMBER: _ClassVar[int]
    version: int
    position: int
    slot_events: _containers.RepeatedCompositeFieldContainer[_fact_pb2.SlotEvent]
    invalidated: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Invalidated]
    def __init__(self, version: _Optional[int] = ..., position: _Optional[int] = ..., slot_events: _Optional[_Iterable[_Union[_fact_pb2.SlotEvent, _Mapping]]] = ..., invalidated: _Optional[_Iterable[_Union[_fact_pb2.Invalidated, _Mapping]]] = ...) -> None: ...

class ImportRecordRequest(_message.Message):
    __slots__ = ("request_id", "patient_id", "fhir_bundle_json", "card_json")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    FHIR_BUNDLE_JSON_FIELD_NUMBER: _ClassVar[int]
    CARD_JSON_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    patient_id: str
    fhir_bundle_json: str
    card_json: str
    def __init__(self, request_id: _Optional[str] = ..., patient_id: _Optional[str] = ..., fhir_bundle_json: _Optional[str] = ..., card_json: _Optional[str] = ...) -> None: ...

class ImportRecordResponse(_message.Message):
    __slots__ = ("version", "position", "record_event_id", "event_ids", "recorded", "reaffirmed", "changed", "contradictions", "skipped")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    RECORD_EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    EVENT_IDS_FIELD_NUMBER: _ClassVar[int]
    RECORDED_FIELD_NUMBER: _ClassVar[int]
    REAFFIRMED_FIELD_NUMBER: _ClassVar[int]
    CHANGED_FIELD_NUMBER: _ClassVar[int]
    CONTRADICTIONS_FIELD_NUMBER: _ClassVar[int]
    SKIPPED_FIELD_NUMBER: _ClassVar[int]
    version: int
    position: int
    record_event_id: str
    event_ids: _containers.RepeatedScalarFieldContainer[str]
    recorded: int
    reaffirmed: int
    changed: int
    contradictions: int
    skipped: int
    def __init__(self, version: _Optional[int] = ..., position: _Optional[int] = ..., record_event_id: _Optional[str] = ..., event_ids: _Optional[_Iterable[str]] = ..., recorded: _Optional[int] = ..., reaffirmed: _Optional[int] = ..., changed: _Optional[int] = ..., contradictions: _Optional[int] = ..., skipped: _Optional[int] = ...) -> None: ...

class ExportRecordRequest(_message.Message):
    __slots__ = ("patient_id", "as_of", "format")
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    patient_id: str
    as_of: _fact_pb2.AsOf
    format: ExportFormat
    def __init__(self, patient_id: _Optional[str] = ..., as_of: _Optional[_Union[_fact_pb2.AsOf, _Mapping]] = ..., format: _Optional[_Union[ExportFormat, str]] = ...) -> None: ...

class ExportRecordResponse(_message.Message):
    __slots__ = ("record_json", "version", "position")
    RECORD_JSON_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    record_json: str
    version: int
    position: int
    def __init__(self, record_json: _Optional[str] = ..., version: _Optional[int] = ..., position: _Optional[int] = ...) -> None: ...

class ErasePatientRequest(_message.Message):
    __slots__ = ("request_id", "patient_id", "confirm_patient_id", "search_values")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    CONFIRM_PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    SEARCH_VALUES_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    patient_id: str
    confirm_patient_id: str
    search_values: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, request_id: _Optional[str] = ..., patient_id: _Optional[str] = ..., confirm_patient_id: _Optional[str] = ..., search_values: _Optional[_Iterable[str]] = ...) -> None: ...

class ErasePatientResponse(_message.Message):
    __slots__ = ("version", "position", "event_id", "certificate")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    CERTIFICATE_FIELD_NUMBER: _ClassVar[int]
    version: int
    position: int
    event_id: str
    certificate: ErasureCertificate
    def __init__(self, version: _Optional[int] = ..., position: _Optional[int] = ..., event_id: _Optional[str] = ..., certificate: _Optional[_Union[ErasureCertificate, _Mapping]] = ...) -> None: ...

class ErasureCertificate(_message.Message):
    __slots__ = ("patient_id", "erased_at", "key_fingerprint", "events", "certificate_hash", "values_searched", "files_searched", "bytes_searched", "found_in", "backups", "key_note", "backups_not_reached")
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    ERASED_AT_FIELD_NUMBER: _ClassVar[int]
    KEY_FINGERPRINT_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    CERTIFICATE_HASH_FIELD_NUMBER: _ClassVar[int]
    VALUES_SEARCHED_FIELD_NUMBER: _ClassVar[int]
    FILES_SEARCHED_FIELD_NUMBER: _ClassVar[int]
    BYTES_SEARCHED_FIELD_NUMBER: _ClassVar[int]
    FOUND_IN_FIELD_NUMBER: _ClassVar[int]
    BACKUPS_FIELD_NUMBER: _ClassVar[int]
    KEY_NOTE_FIELD_NUMBER: _ClassVar[int]
    BACKUPS_NOT_REACHED_FIELD_NUMBER: _ClassVar[int]
    patient_id: str
    erased_at: _timestamp_pb2.Timestamp
    key_fingerprint: str
    events: int
    certificate_hash: str
    values_searched: int
    files_searched: int
    bytes_searched: int
    found_in: _containers.RepeatedScalarFieldContainer[str]
    backups: _containers.RepeatedScalarFieldContainer[str]
    key_note: str
    backups_not_reached: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, patient_id: _Optional[str] = ..., erased_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., key_fingerprint: _Optional[str] = ..., events: _Optional[int] = ..., certificate_hash: _Optional[str] = ..., values_searched: _Optional[int] = ..., files_searched: _Optional[int] = ..., bytes_searched: _Optional[int] = ..., found_in: _Optional[_Iterable[str]] = ..., backups: _Optional[_Iterable[str]] = ..., key_note: _Optional[str] = ..., backups_not_reached: _Optional[_Iterable[str]] = ...) -> None: ...
