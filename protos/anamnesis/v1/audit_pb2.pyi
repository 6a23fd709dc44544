import datetime

from protos.anamnesis.v1 import conversation_pb2 as _conversation_pb2
from protos.anamnesis.v1 import fact_pb2 as _fact_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ProjectionStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PROJECTION_STATUS_UNSPECIFIED: _ClassVar[ProjectionStatus]
    PROJECTION_STATUS_CURRENT: _ClassVar[ProjectionStatus]
    PROJECTION_STATUS_BEHIND: _ClassVar[ProjectionStatus]
    PROJECTION_STATUS_REBUILDING: _ClassVar[ProjectionStatus]
    PROJECTION_STATUS_FAILED: _ClassVar[ProjectionStatus]
PROJECTION_STATUS_UNSPECIFIED: ProjectionStatus
PROJECTION_STATUS_CURRENT: ProjectionStatus
PROJECTION_STATUS_BEHIND: ProjectionStatus
PROJECTION_STATUS_REBUILDING: ProjectionStatus
PROJECTION_STATUS_FAILED: ProjectionStatus

class ExportStudyRequest(_message.Message):
    __slots__ = ("study", "tenant")
    STUDY_FIELD_NUMBER: _ClassVar[int]
    TENANT_FIELD_NUMBER: _ClassVar[int]
    study: str
    tenant: str
    def __init__(self, study: _Optional[str] = ..., tenant: _Optional[str] = ...) -> None: ...

class ExportStudyResponse(_message.Message):
    __slots__ = ("table", "parquet", "rows")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    PARQUET_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    table: str
    parquet: bytes
    rows: int
    def __init__(self, table: _Optional[str] = ..., parquet: _Optional[bytes] = ..., rows: _Optional[int] = ...) -> None: ...

class Access(_message.Message):
    __slots__ = ("at", "principal", "role", "method", "action", "purpose", "outcome", "emergency", "everybody")
    AT_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    METHOD_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    PURPOSE_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    EMERGENCY_FIELD_NUMBER: _ClassVar[int]
    EVERYBODY_FIELD_NUMBER: _ClassVar[int]
    at: _timestamp_pb2.Timestamp
    principal: str
    role: str
    method: str
    action: str
    purpose: str
    outcome: str
    emergency: bool
    everybody: bool
    def __init__(self, at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., principal: _Optional[str] = ..., role: _Optional[str] = ..., method: _Optional[str] = ..., action: _Optional[str] = ..., purpose: _Optional[str] = ..., outcome: _Optional[str] = ..., emergency: bool = ..., everybody: bool = ...) -> None: ...

class ListAccessesRequest(_message.Message):
    __slots__ = ("patient_id", "page_size", "page_token")
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    patient_id: str
    page_size: int
    page_token: str
    def __init__(self, patient_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListAccessesResponse(_message.Message):
    __slots__ = ("accesses", "next_page_token")
    ACCESSES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    accesses: _containers.RepeatedCompositeFieldContainer[Access]
    next_page_token: str
    def __init__(self, accesses: _Optional[_Iterable[_Union[Access, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("event_id", "topic", "patient_id", "version", "position", "recorded_at", "payload_json")
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    TOPIC_FIELD_NUMBER: _ClassVar[int]
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    RECORDED_AT_FIELD_NUMBER: _ClassVar[int]
    PAYLOAD_JSON_FIELD_NUMBER: _ClassVar[int]
    event_id: str
    topic: str
    patient_id: str
    version: int
    position: int
    recorded_at: _timestamp_pb2.Timestamp
    payload_json: str
    def __init__(self, event_id: _Optional[str] = ..., topic: _Optional[str] = ..., patient_id: _Optional[str] = ..., version: _Optional[int] = ..., position: _Optional[int] = ..., recorded_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., payload_json: _Optional[str] = ...) -> None: ...

class ListEventsRequest(_message.Message):
    __slots__ = ("patient_id", "after_position", "topics", "page_size", "page_token", "as_of")
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    AFTER_POSITION_FIELD_NUMBER: _ClassVar[int]
    TOPICS_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    patient_id: str
    after_position: int
    topics: _containers.RepeatedScalarFieldContainer[str]
    page_size: int
    page_token: str
    as_of: _fact_pb2.AsOf
    def __init__(self, patient_id: _Optional[str] = ..., after_position: _Optional[int] = ..., topics: _Optional[_Iterable[str]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., as_of: _Optional[_Union[_fact_pb2.AsOf, _Mapping]] = ...) -> None: ...

class ListEventsResponse(_message.Message):
    __slots__ = ("events", "next_page_token")
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[Event]
    next_page_token: str
    def __init__(self, events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class WatchEventsRequest(_message.Message):
    __slots__ = ("patient_id", "after_position")
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    AFTER_POSITION_FIELD_NUMBER: _ClassVar[int]
    patient_id: str
    after_position: int
    def __init__(self, patient_id: _Optional[str] = ..., after_position: _Optional[int] = ...) -> None: ...

class WatchEventsResponse(_message.Message):
    __slots__ = ("event",)
    EVENT_FIELD_NUMBER: _ClassVar[int]
    event: Event
    def __init__(self, event: _Optional[_Union[Event, _Mapping]] = ...) -> None: ...

class ExplainAnswerRequest(_message.Message):
    __slots__ = ("patient_id", "turn_number", "as_of")
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    TURN_NUMBER_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    patient_id: str
    turn_number: int
    as_of: _fact_pb2.AsOf
    def __init__(self, patient_id: _Optional[str] = ..., turn_number: _Optional[int] = ..., as_of: _Optional[_Union[_fact_pb2.AsOf, _Mapping]] = ...) -> None: ...

class ExplainedFact(_message.Message):
    __slots__ = ("fact", "event_id", "used", "still_current")
    FACT_FIELD_NUMBER: _ClassVar[int]
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    USED_FIELD_NUMBER: _ClassVar[int]
    STILL_CURRENT_FIELD_NUMBER: _ClassVar[int]
    fact: _fact_pb2.Fact
    event_id: str
    used: bool
    still_current: bool
    def __init__(self, fact: _Optional[_Union[_fact_pb2.Fact, _Mapping]] = ..., event_id: _Optional[str] = ..., used: bool = ..., still_current: bool = ...) -> None: ...

class ExplanationCheck(_message.Message):
    __slots__ = ("name", "recorded", "derived", "agrees")
    NAME_FIELD_NUMBER: _ClassVar[int]
    RECORDED_FIELD_NUMBER: _ClassVar[int]
    DERIVED_FIELD_NUMBER: _ClassVar[int]
    AGREES_FIELD_NUMBER: _ClassVar[int]
    name: str
    recorded: str
    derived: str
    agrees: bool
    def __init__(self, name: _Optional[str] = ..., recorded: _Optional[str] = ..., derived: _Optional[str] = ..., agrees: bool = ...) -> None: ...

class ExplainedModel(_message.Message):
    __slots__ = ("skill", "model", "parameters", "prompt_hash")
    class ParametersEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    SKILL_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    PARAMETERS_FIELD_NUMBER: _ClassVar[int]
    PROMPT_HASH_FIELD_NUMBER: _ClassVar[int]
    skill: str
    model: str
    parameters: _containers.ScalarMap[str, str]
    prompt_hash: str
    def __init__(self, skill: _Optional[str] = ..., model: _Optional[str] = ..., parameters: _Optional[_Mapping[str, str]] = ..., prompt_hash: _Optional[str] = ...) -> None: ...

class DocumentStanding(_message.Message):
    __slots__ = ("document_id", "recorded_hash", "current_hash")
    DOCUMENT_ID_FIELD_NUMBER: _ClassVar[int]
    RECORDED_HASH_FIELD_NUMBER: _ClassVar[int]
    CURRENT_HASH_FIELD_NUMBER: _ClassVar[int]
    document_id: str
    recorded_hash: str
    current_hash: str
    def __init__(self, document_id: _Optional[str] = ..., recorded_hash: _Optional[str] = ..., current_hash: _Optional[str] = ...) -> None: ...

class ExplainedSummary(_message.Message):
    __slots__ = ("summary_id", "first_turn", "last_turn", "invalidated")
    SUMMARY_ID_FIELD_NUMBER: _ClassVar[int]
    FIRST_TURN_FIELD_NUMBER: _ClassVar[int]
    LAST_TURN_FIELD_NUMBER: _ClassVar[int]
    INVALIDATED_FIELD_NUMBER: _ClassVar[int]
    summary_id: str
    first_turn: int
    last_turn: int
    invalidated: bool
    def __init__(self, summary_id: _Optional[str] = ..., first_turn: _Optional[int] = ..., last_turn: _Optional[int] = ..., invalidated: bool = ...) -> None: ...

class ExplainAnswerResponse(_message.Message):
    __slots__ = ("question", "answer", "answer_event_id", "answered_at", "facts", "documents", "assessments", "prompt_hash", "model", "verified", "discrepancies", "invalidated", "event_ids", "checks", "models", "stop_reason", "threshold", "tokens_by_part", "context_turns", "summary_ids", "document_standings", "source_turn", "position", "version", "summaries", "consistency")
    class TokensByPartEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    ANSWER_EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    ANSWERED_AT_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    DOCUMENTS_FIELD_NUMBER: _ClassVar[int]
    ASSESSMENTS_FIELD_NUMBER: _ClassVar[int]
    PROMPT_HASH_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    VERIFIED_FIELD_NUMBER: _ClassVar[int]
    DISCREPANCIES_FIELD_NUMBER: _ClassVar[int]
    INVALIDATED_FIELD_NUMBER: _ClassVar[int]
    EVENT_IDS_FIELD_NUMBER: _ClassVar[int]
    CHECKS_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    STOP_REASON_FIELD_NUMBER: _ClassVar[int]
    THRESHOLD_FIELD_NUMBER: _ClassVar[int]
    TOKENS_BY_PART_FIELD_NUMBER: _ClassVar[int]
    CONTEXT_TURNS_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_IDS_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_STANDINGS_FIELD_NUMBER: _ClassVar[int]
    SOURCE_TURN_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SUMMARIES_FIELD_NUMBER: _ClassVar[int]
    CONSISTENCY_FIELD_NUMBER: _ClassVar[int]
    question: str
    answer: _conversation_pb2.Answer
    answer_event_id: str
    answered_at: _timestamp_pb2.Timestamp
    facts: _containers.RepeatedCompositeFieldContainer[ExplainedFact]
    documents: _containers.RepeatedCompositeFieldContainer[_conversation_pb2.Document]
    assessments: _containers.RepeatedCompositeFieldContainer[_conversation_pb2.QualityAssessed]
    prompt_hash: str
    model: str
    verified: bool
    discrepancies: _containers.RepeatedScalarFieldContainer[str]
    invalidated: _fact_pb2.Invalidated
    event_ids: _containers.RepeatedScalarFieldContainer[str]
    checks: _containers.RepeatedCompositeFieldContainer[ExplanationCheck]
    models: _containers.RepeatedCompositeFieldContainer[ExplainedModel]
    stop_reason: str
    threshold: float
    tokens_by_part: _containers.ScalarMap[str, int]
    context_turns: _containers.RepeatedScalarFieldContainer[int]
    summary_ids: _containers.RepeatedScalarFieldContainer[str]
    document_standings: _containers.RepeatedCompositeFieldContainer[DocumentStanding]
    source_turn: int
    position: int
    version: int
    summaries: _containers.RepeatedCompositeFieldContainer[ExplainedSummary]
    consistency: float
    def __init__(self, question: _Optional[str] = ..., answer: _Optional[_Union[_conversation_pb2.Answer, _Mapping]] = ..., answer_event_id: _Optional[str] = ..., answered_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., facts: _Optional[_Iterable[_Union[ExplainedFact, _Mapping]]] = ..., documents: _Optional[_Iterable[_Union[_conversation_pb2.Document, _Mapping]]] = ..., assessments: _Optional[_Iterable[_Union[_conversation_pb2.QualityAssessed, _Mapping]]] = ..., prompt_hash: _Optional[str] = ..., model: _Optional[str] = ..., verified: bool = ..., discrepancies: _Optional[_Iterable[str]] = ..., invalidated: _Optional[_Union[_fact_pb2.Invalidated, _Mapping]] = ..., event_ids: _Optional[_Iterable[str]] = ..., checks: _Optional[_Iterable[_Union[ExplanationCheck, _Mapping]]] = ..., models: _Optional[_Iterable[_Union[ExplainedModel, _Mapping]]] = ..., stop_reason: _Optional[str] = ..., threshold: _Optional[float] = ..., tokens_by_part: _Optional[_Mapping[str, int]] = ..., context_turns: _Optional[_Iterable[int]] = ..., summary_ids: _Optional[_Iterable[str]] = ..., document_standings: _Optional[_Iterable[_Union[DocumentStanding, _Mapping]]] = ..., source_turn: _Optional[int] = ..., position: _Optional[int] = ..., version: _Optional[int] = ..., summaries: _Optional[_Iterable[_Union[ExplainedSummary, _Mapping]]] = ..., consistency: _Optional[float] = ...) -> None: ...

class VerifyLogRequest(_message.Message):
    __slots__ = ("patient_id",)
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    patient_id: str
    def __init__(self, patient_id: _Optional[str] = ...) -> None: ...

class Finding(_message.Message):
    __slots__ = ("kind", "patient_id", "position", "version", "detail")
    KIND_FIELD_NUMBER: _ClassVar[int]
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    kind: str
    patient_id: str
    position: int
    version: int
    detail: str
    def __init__(self, kind: _Optional[str] = ..., patient_id: _Optional[str] = ..., position: _Optional[int] = ..., version: _Optional[int] = ..., detail: _Optional[str] = ...) -> None: ...

class VerifyLogResponse(_message.Message):
    __slots__ = ("finding", "events", "done")
    FINDING_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    DONE_FIELD_NUMBER: _ClassVar[int]
    finding: Finding
    events: int
    done: bool
    def __init__(self, finding: _Optional[_Union[Finding, _Mapping]] = ..., events: _Optional[int] = ..., done: bool = ...) -> None: ...

class RebuildProjectionsRequest(_message.Message):
    __slots__ = ("names", "verify_only", "patient_id", "request_id", "accept", "afresh")
    NAMES_FIELD_NUMBER: _ClassVar[int]
    VERIFY_ONLY_FIELD_NUMBER: _ClassVar[int]
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    ACCEPT_FIELD_NUMBER: _ClassVar[int]
    AFRESH_FIELD_NUMBER: _ClassVar[int]
    names: _containers.RepeatedScalarFieldContainer[str]
    verify_only: bool
    patient_id: str
    request_id: str
    accept: bool
    afresh: bool
    def __init__(self, names: _Optional[_Iterable[str]] = ..., verify_only: bool = ..., patient_id: _Optional[str] = ..., request_id: _Optional[str] = ..., accept: bool = ..., afresh: bool = ...) -> None: ...

class ProjectionDifference(_message.Message):
    __slots__ = ("key", "kept_fingerprint", "rebuilt_fingerprint", "fields")
    KEY_FIELD_NUMBER: _ClassVar[int]
    KEPT_FINGERPRINT_FIELD_NUMBER: _ClassVar[int]
    REBUILT_FINGERPRINT_FIELD_NUMBER: _ClassVar[int]
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    key: str
    kept_fingerprint: str
    rebuilt_fingerprint: str
    fields: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, key: _Optional[str] = ..., kept_fingerprint: _Optional[str] = ..., rebuilt_fingerprint: _Optional[str] = ..., fields: _Optional[_Iterable[str]] = ...) -> None: ...

class RebuildProjectionsResponse(_message.Message):
    __slots__ = ("name", "events", "rate", "differences", "fingerprint", "done", "kept_fingerprint", "identical", "version", "position", "total_events", "served")
    NAME_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    RATE_FIELD_NUMBER: _ClassVar[int]
    DIFFERENCES_FIELD_NUMBER: _ClassVar[int]
    FINGERPRINT_FIELD_NUMBER: _ClassVar[int]
    DONE_FIELD_NUMBER: _ClassVar[int]
    KEPT_FINGERPRINT_FIELD_NUMBER: _ClassVar[int]
    IDENTICAL_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    TOTAL_EVENTS_FIELD_NUMBER: _ClassVar[int]
    SERVED_FIELD_NUMBER: _ClassVar[int]
    name: str
    events: int
    rate: float
    differences: _containers.RepeatedCompositeFieldContainer[ProjectionDifference]
    fingerprint: str
    done: bool
    kept_fingerprint: str
    identical: bool
    version: int
    position: int
    total_events: int
    served: bool
    def __init__(self, name: _Optional[str] = ..., events: _Optional[int] = ..., rate: _Optional[float] = ..., differences: _Optional[_Iterable[_Union[ProjectionDifference, _Mapping]]] = ..., fingerprint: _Optional[str] = ..., done: bool = ..., kept_fingerprint: _Optional[str] = ..., identical: bool = ..., version: _Optional[int] = ..., position: _Optional[int] = ..., total_events: _Optional[int] = ..., served: bool = ...) -> None: ...

class ListProjectionsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Projection(_message.Message):
    __slots__ = ("name", "version", "position", "lag_events", "fingerprint", "status")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    LAG_EVENTS_FIELD_NUMBER: _ClassVar[int]
    FINGERPRINT_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    name: str
    version: int
    position: int
    lag_events: int
    fingerprint: str
    status: ProjectionStatus
    def __init__(self, name: _Optional[str] = ..., version: _Optional[int] = ..., position: _Optional[int] = ..., lag_events: _Optional[int] = ..., fingerprint: _Optional[str] = ..., status: _Optional[_Union[ProjectionStatus, str]] = ...) -> None: ...

class ListProjectionsResponse(_message.Message):
    __slots__ = ("projections", "position", "quarantined")
    PROJECTIONS_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    QUARANTINED_FIELD_NUMBER: _ClassVar[int]
    projections: _containers.RepeatedCompositeFieldContainer[Projection]
    position: int
    quarantined: _containers.RepeatedCompositeFieldContainer[QuarantinedEvent]
    def __init__(self, projections: _Optional[_Iterable[_Union[Projection, _Mapping]]] = ..., position: _Optional[int] = ..., quarantined: _Optional[_Iterable[_Union[QuarantinedEvent, _Mapping]]] = ...) -> None: ...

class QuarantinedEvent(_message.Message):
    __slots__ = ("position", "patient_id", "reason")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    position: int
    patient_id: str
    reason: str
    def __init__(self, position: _Optional[int] = ..., patient_id: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...
