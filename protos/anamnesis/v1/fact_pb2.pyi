import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SlotKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SLOT_KIND_UNSPECIFIED: _ClassVar[SlotKind]
    SLOT_KIND_DEMOGRAPHICS: _ClassVar[SlotKind]
    SLOT_KIND_CONDITIONS: _ClassVar[SlotKind]
    SLOT_KIND_SYMPTOMS: _ClassVar[SlotKind]
    SLOT_KIND_MEDICATIONS: _ClassVar[SlotKind]
    SLOT_KIND_VITALS: _ClassVar[SlotKind]
    SLOT_KIND_LABS: _ClassVar[SlotKind]
    SLOT_KIND_ALLERGIES: _ClassVar[SlotKind]
    SLOT_KIND_FAMILY_HISTORY: _ClassVar[SlotKind]
    SLOT_KIND_SOCIAL_HISTORY: _ClassVar[SlotKind]
    SLOT_KIND_PROCEDURES: _ClassVar[SlotKind]

class SlotEventKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SLOT_EVENT_KIND_UNSPECIFIED: _ClassVar[SlotEventKind]
    SLOT_EVENT_KIND_RECORDED: _ClassVar[SlotEventKind]
    SLOT_EVENT_KIND_REAFFIRMED: _ClassVar[SlotEventKind]
    SLOT_EVENT_KIND_CHANGED: _ClassVar[SlotEventKind]
    SLOT_EVENT_KIND_CORRECTED: _ClassVar[SlotEventKind]
    SLOT_EVENT_KIND_RETRACTED: _ClassVar[SlotEventKind]
    SLOT_EVENT_KIND_REVERTED: _ClassVar[SlotEventKind]
    SLOT_EVENT_KIND_CONTRADICTION: _ClassVar[SlotEventKind]
    SLOT_EVENT_KIND_CLARIFICATION: _ClassVar[SlotEventKind]
SLOT_KIND_UNSPECIFIED: SlotKind
SLOT_KIND_DEMOGRAPHICS: SlotKind
SLOT_KIND_CONDITIONS: SlotKind
SLOT_KIND_SYMPTOMS: SlotKind
SLOT_KIND_MEDICATIONS: SlotKind
SLOT_KIND_VITALS: SlotKind
SLOT_KIND_LABS: SlotKind
SLOT_KIND_ALLERGIES: SlotKind
SLOT_KIND_FAMILY_HISTORY: SlotKind
SLOT_KIND_SOCIAL_HISTORY: SlotKind
SLOT_KIND_PROCEDURES: SlotKind
SLOT_EVENT_KIND_UNSPECIFIED: SlotEventKind
SLOT_EVENT_KIND_RECORDED: SlotEventKind
SLOT_EVENT_KIND_REAFFIRMED: SlotEventKind
SLOT_EVENT_KIND_CHANGED: SlotEventKind
SLOT_EVENT_KIND_CORRECTED: SlotEventKind
SLOT_EVENT_KIND_RETRACTED: SlotEventKind
SLOT_EVENT_KIND_REVERTED: SlotEventKind
SLOT_EVENT_KIND_CONTRADICTION: SlotEventKind
SLOT_EVENT_KIND_CLARIFICATION: SlotEventKind

class AsOf(_message.Message):
    __slots__ = ("position", "known_at", "valid_at")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    KNOWN_AT_FIELD_NUMBER: _ClassVar[int]
    VALID_AT_FIELD_NUMBER: _ClassVar[int]
    position: int
    known_at: _timestamp_pb2.Timestamp
    valid_at: _timestamp_pb2.Timestamp
    def __init__(self, position: _Optional[int] = ..., known_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., valid_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Coding(_message.Message):
    __slots__ = ("system", "code", "display")
    SYSTEM_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_FIELD_NUMBER: _ClassVar[int]
    system: str
    code: str
    display: str
    def __init__(self, system: _Optional[str] = ..., code: _Optional[str] = ..., display: _Optional[str] = ...) -> None: ...

class Evidence(_message.Message):
    __slots__ = ("event_id", "turn_number", "quote", "source", "extractor")
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    TURN_NUMBER_FIELD_NUMBER: _ClassVar[int]
    QUOTE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    EXTRACTOR_FIELD_NUMBER: _ClassVar[int]
    event_id: str
    turn_number: int
    quote: str
    source: str
    extractor: str
    def __init__(self, event_id: _Optional[str] = ..., turn_number: _Optional[int] = ..., quote: _Optional[str] = ..., source: _Optional[str] = ..., extractor: _Optional[str] = ...) -> None: ...

class Fact(_message.Message):
    __slots__ = ("fact_id", "slot", "name", "display", "codings", "number", "text", "flag", "value_low", "value_high", "comparator", "unit", "value_stated", "unit_stated", "dose", "frequency", "route", "status", "polarity", "certainty", "subject", "temporality", "qualifier", "severity", "stage", "reaction", "valid_from", "valid_to", "precision", "recorded_at", "evidence", "mentions", "importance", "pinned", "current", "disputed", "superseded_by", "timing")
    FACT_ID_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_FIELD_NUMBER: _ClassVar[int]
    CODINGS_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    FLAG_FIELD_NUMBER: _ClassVar[int]
    VALUE_LOW_FIELD_NUMBER: _ClassVar[int]
    VALUE_HIGH_FIELD_NUMBER: _ClassVar[int]
    COMPARATOR_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    VALUE_STATED_FIELD_NUMBER: _ClassVar[int]
    UNIT_STATED_FIELD_NUMBER: _ClassVar[int]
    DOSE_FIELD_NUMBER: _ClassVar[int]
    FREQUENCY_FIELD_NUMBER: _ClassVar[int]
    ROUTE_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    POLARITY_FIELD_NUMBER: _ClassVar[int]
    CERTAINTY_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    TEMPORALITY_FIELD_NUMBER: _ClassVar[int]
    QUALIFIER_FIELD_NUMBER: _ClassVar[int]
    SEVERITY_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    REACTION_FIELD_NUMBER: _ClassVar[int]
    VALID_FROM_FIELD_NUMBER: _ClassVar[int]
    VALID_TO_FIELD_NUMBER: _ClassVar[int]
    PRECISION_FIELD_NUMBER: _ClassVar[int]
    RECORDED_AT_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_FIELD_NUMBER: _ClassVar[int]
    MENTIONS_FIELD_NUMBER: _ClassVar[int]
    IMPORTANCE_FIELD_NUMBER: _ClassVar[int]
    PINNED_FIELD_NUMBER: _ClassVar[int]
    CURRENT_FIELD_NUMBER: _ClassVar[int]
    DISPUTED_FIELD_NUMBER: _ClassVar[int]
    SUPERSEDED_BY_FIELD_NUMBER: _ClassVar[int]
    TIMING_FIELD_NUMBER: _ClassVar[int]
    fact_id: str
    slot: SlotKind
    name: str
    display: str
    codings: _containers.RepeatedCompositeFieldContainer[Coding]
    number: float
    text: str
    flag: bool
    value_low: float
    value_high: float
    comparator: str
    unit: str
    value_stated: str
    unit_stated: str
    dose: str
    frequency: str
    route: str
    status: str
    polarity: str
    certainty: str
    subject: str
    temporality: str
    qualifier: str
    severity: str
    stage: str
    reaction: str
    valid_from: str
    valid_to: str
    precision: str
    recorded_at: _timestamp_pb2.Timestamp
    evidence: Evidence
    mentions: int
    importance: float
    pinned: bool
    current: bool
    disputed: bool
    superseded_by: str
    timing: str
    def __init__(self, fact_id: _Optional[str] = ..., slot: _Optional[_Union[SlotKind, str]] = ..., name: _Optional[str] = ..., display: _Optional[str] = ..., codings: _Optional[_Iterable[_Union[Coding, _Mapping]]] = ..., number: _Optional[float] = ..., text: _Optional[str] = ..., flag: bool = ..., value_low: _Optional[float] = ..., value_high: _Optional[float] = ..., comparator: _Optional[str] = ..., unit: _Optional[str] = ..., value_stated: _Optional[str] = ..., unit_stated: _Optional[str] = ..., dose: _Optional[str] = ..., frequency: _Optional[str] = ..., route: _Optional[str] = ..., status: _Optional[str] = ..., polarity: _Optional[str] = ..., certainty: _Optional[str] = ..., subject: _Optional[str] = ..., temporality: _Optional[str] = ..., qualifier: _Optional[str] = ..., severity: _Optional[str] = ..., stage: _Optional[str] = ..., reaction: _Optional[str] = ..., valid_from: _Optional[str] = ..., valid_to: _Optional[str] = ..., precision: _Optional[str] = ..., recorded_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., evidence: _Optional[_Union[Evidence, _Mapping]] = ..., mentions: _Optional[int] = ..., importance: _Optional[float] = ..., pinned: bool = ..., current: bool = ..., disputed: bool = ..., superseded_by: _Optional[str] = ..., timing: _Optional[str] = ...) -> None: ...

class SlotEvent(_message.Message):
    __slots__ = ("kind", "fact", "supersedes", "conflicts_with", "reason", "event_id", "previous", "question", "candidate_fact_ids")
    KIND_FIELD_NUMBER: _ClassVar[int]
    FACT_FIELD_NUMBER: _ClassVar[int]
    SUPERSEDES_FIELD_NUMBER: _ClassVar[int]
    CONFLICTS_WITH_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    PREVIOUS_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    CANDIDATE_FACT_IDS_FIELD_NUMBER: _ClassVar[int]
    kind: SlotEventKind
    fact: Fact
    supersedes: str
    conflicts_with: str
    reason: str
    event_id: str
    previous: Fact
    question: str
    candidate_fact_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, kind: _Optional[_Union[SlotEventKind, str]] = ..., fact: _Optional[_Union[Fact, _Mapping]] = ..., supersedes: _Optional[str] = ..., conflicts_with: _Optional[str] = ..., reason: _Optional[str] = ..., event_id: _Optional[str] = ..., previous: _Optional[_Union[Fact, _Mapping]] = ..., question: _Optional[str] = ..., candidate_fact_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class Invalidated(_message.Message):
    __slots__ = ("turn_number", "answer_event_id", "reason")
    TURN_NUMBER_FIELD_NUMBER: _ClassVar[int]
    ANSWER_EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    turn_number: int
    answer_event_id: str
    reason: str
    def __init__(self, turn_number: _Optional[int] = ..., answer_event_id: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...
