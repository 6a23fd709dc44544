import datetime

from protos.anamnesis.v1 import fact_pb2 as _fact_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ConverseRequest(_message.Message):
    __slots__ = ("request_id", "patient_id", "conversation_id", "text", "said_at", "locale", "profile", "agent_said", "drafts")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    CONVERSATION_ID_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    SAID_AT_FIELD_NUMBER: _ClassVar[int]
    LOCALE_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    AGENT_SAID_FIELD_NUMBER: _ClassVar[int]
    DRAFTS_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    patient_id: str
    conversation_id: str
    text: str
    said_at: _timestamp_pb2.Timestamp
    locale: str
    profile: str
    agent_said: str
    drafts: bool
    def __init__(self, request_id: _Optional[str] = ..., patient_id: _Optional[str] = ..., conversation_id: _Optional[str] = ..., text: _Optional[str] = ..., said_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., locale: _Optional[str] = ..., profile: _Optional[str] = ..., agent_said: _Optional[str] = ..., drafts: bool = ...) -> None: ...

class ConverseResponse(_message.Message):
    __slots__ = ("request_id", "turn_number", "position", "version", "turn_accepted", "understood", "slot_event", "invalidated", "documents_retrieved", "context_assembled", "quality_assessed", "warning", "draft_delta", "draft_withdrawn", "answer_delta", "answer", "turn_completed", "turn_failed")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TURN_NUMBER_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    TURN_ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    UNDERSTOOD_FIELD_NUMBER: _ClassVar[int]
    SLOT_EVENT_FIELD_NUMBER: _ClassVar[int]
    INVALIDATED_FIELD_NUMBER: _ClassVar[int]
    DOCUMENTS_RETRIEVED_FIELD_NUMBER: _ClassVar[int]
    CONTEXT_ASSEMBLED_FIELD_NUMBER: _ClassVar[int]
    QUALITY_ASSESSED_FIELD_NUMBER: _ClassVar[int]
    WARNING_FIELD_NUMBER: _ClassVar[int]
    DRAFT_DELTA_FIELD_NUMBER: _ClassVar[int]
    DRAFT_WITHDRAWN_FIELD_NUMBER: _ClassVar[int]
    ANSWER_DELTA_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    TURN_COMPLETED_FIELD_NUMBER: _ClassVar[int]
    TURN_FAILED_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    turn_number: int
    position: int
    version: int
    turn_accepted: TurnAccepted
    understood: Understood
    slot_event: _fact_pb2.SlotEvent
    invalidated: _fact_pb2.Invalidated
    documents_retrieved: DocumentsRetrieved
    context_assembled: ContextAssembled
    quality_assessed: QualityAssessed
    warning: Warning
    draft_delta: DraftDelta
    draft_withdrawn: DraftWithdrawn
    answer_delta: AnswerDelta
    answer: Answer
    turn_completed: TurnCompleted
    turn_failed: TurnFailed
    def __init__(self, request_id: _Optional[str] = ..., turn_number: _Optional[int] = ..., position: _Optional[int] = ..., version: _Optional[int] = ..., turn_accepted: _Optional[_Union[TurnAccepted, _Mapping]] = ..., understood: _Optional[_Union[Understood, _Mapping]] = ..., slot_event: _Optional[_Union[_fact_pb2.SlotEvent, _Mapping]] = ..., invalidated: _Optional[_Union[_fact_pb2.Invalidated, _Mapping]] = ..., documents_retrieved: _Optional[_Union[DocumentsRetrieved, _Mapping]] = ..., context_assembled: _Optional[_Union[ContextAssembled, _Mapping]] = ..., quality_assessed: _Optional[_Union[QualityAssessed, _Mapping]] = ..., warning: _Optional[_Union[Warning, _Mapping]] = ..., draft_delta: _Optional[_Union[DraftDelta, _Mapping]] = ..., draft_withdrawn: _Optional[_Union[DraftWithdrawn, _Mapping]] = ..., answer_delta: _Optional[_Union[AnswerDelta, _Mapping]] = ..., answer: _Optional[_Union[Answer, _Mapping]] = ..., turn_completed: _Optional[_Union[TurnCompleted, _Mapping]] = ..., turn_failed: _Optional[_Union[TurnFailed, _Mapping]] = ...) -> None: ...

class DraftDelta(_message.Message):
    __slots__ = ("text",)
    TEXT_FIELD_NUMBER: _ClassVar[int]
    text: str
    def __init__(self, text: _Optional[str] = ...) -> None: ...

class DraftWithdrawn(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TurnAccepted(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Understood(_message.Message):
    __slots__ = ("acts", "asks", "red_flag", "doubt", "readers")
    class ReadersEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    ACTS_FIELD_NUMBER: _ClassVar[int]
    ASKS_FIELD_NUMBER: _ClassVar[int]
    RED_FLAG_FIELD_NUMBER: _ClassVar[int]
    DOUBT_FIELD_NUMBER: _ClassVar[int]
    READERS_FIELD_NUMBER: _ClassVar[int]
    acts: _containers.RepeatedScalarFieldContainer[str]
    asks: _containers.RepeatedCompositeFieldContainer[Ask]
    red_flag: bool
    doubt: float
    readers: _containers.ScalarMap[str, str]
    def __init__(self, acts: _Optional[_Iterable[str]] = ..., asks: _Optional[_Iterable[_Union[Ask, _Mapping]]] = ..., red_flag: bool = ..., doubt: _Optional[float] = ..., readers: _Optional[_Mapping[str, str]] = ...) -> None: ...

class Ask(_message.Message):
    __slots__ = ("op", "about", "when", "fold", "form", "evidence")
    OP_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    WHEN_FIELD_NUMBER: _ClassVar[int]
    FOLD_FIELD_NUMBER: _ClassVar[int]
    FORM_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_FIELD_NUMBER: _ClassVar[int]
    op: str
    about: _containers.RepeatedCompositeFieldContainer[AskedAbout]
    when: str
    fold: str
    form: str
    evidence: bool
    def __init__(self, op: _Optional[str] = ..., about: _Optional[_Iterable[_Union[AskedAbout, _Mapping]]] = ..., when: _Optional[str] = ..., fold: _Optional[str] = ..., form: _Optional[str] = ..., evidence: bool = ...) -> None: ...

class AskedAbout(_message.Message):
    __slots__ = ("slot", "name", "said")
    SLOT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SAID_FIELD_NUMBER: _ClassVar[int]
    slot: _fact_pb2.SlotKind
    name: str
    said: str
    def __init__(self, slot: _Optional[_Union[_fact_pb2.SlotKind, str]] = ..., name: _Optional[str] = ..., said: _Optional[str] = ...) -> None: ...

class Document(_message.Message):
    __slots__ = ("document_id", "title", "source", "topic", "locale", "rank", "score", "content_hash")
    DOCUMENT_ID_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TOPIC_FIELD_NUMBER: _ClassVar[int]
    LOCALE_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    CONTENT_HASH_FIELD_NUMBER: _ClassVar[int]
    document_id: str
    title: str
    source: str
    topic: str
    locale: str
    rank: int
    score: float
    content_hash: str
    def __init__(self, document_id: _Optional[str] = ..., title: _Optional[str] = ..., source: _Optional[str] = ..., topic: _Optional[str] = ..., locale: _Optional[str] = ..., rank: _Optional[int] = ..., score: _Optional[float] = ..., content_hash: _Optional[str] = ...) -> None: ...

class DocumentsRetrieved(_message.Message):
    __slots__ = ("documents", "consistency")
    DOCUMENTS_FIELD_NUMBER: _ClassVar[int]
    CONSISTENCY_FIELD_NUMBER: _ClassVar[int]
    documents: _containers.RepeatedCompositeFieldContainer[Document]
    consistency: float
    def __init__(self, documents: _Optional[_Iterable[_Union[Document, _Mapping]]] = ..., consistency: _Optional[float] = ...) -> None: ...

class ContextAssembled(_message.Message):
    __slots__ = ("tokens_by_part", "fact_ids", "document_ids", "prompt_hash")
    class TokensByPartEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    TOKENS_BY_PART_FIELD_NUMBER: _ClassVar[int]
    FACT_IDS_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_IDS_FIELD_NUMBER: _ClassVar[int]
    PROMPT_HASH_FIELD_NUMBER: _ClassVar[int]
    tokens_by_part: _containers.ScalarMap[str, int]
    fact_ids: _containers.RepeatedScalarFieldContainer[str]
    document_ids: _containers.RepeatedScalarFieldContainer[str]
    prompt_hash: str
    def __init__(self, tokens_by_part: _Optional[_Mapping[str, int]] = ..., fact_ids: _Optional[_Iterable[str]] = ..., document_ids: _Optional[_Iterable[str]] = ..., prompt_hash: _Optional[str] = ...) -> None: ...

class QualityAssessed(_message.Message):
    __slots__ = ("iteration", "grounding", "completeness", "accuracy", "overall", "verdict")
    ITERATION_FIELD_NUMBER: _ClassVar[int]
    GROUNDING_FIELD_NUMBER: _ClassVar[int]
    COMPLETENESS_FIELD_NUMBER: _ClassVar[int]
    ACCURACY_FIELD_NUMBER: _ClassVar[int]
    OVERALL_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    iteration: int
    grounding: float
    completeness: float
    accuracy: float
    overall: float
    verdict: str
    def __init__(self, iteration: _Optional[int] = ..., grounding: _Optional[float] = ..., completeness: _Optional[float] = ..., accuracy: _Optional[float] = ..., overall: _Optional[float] = ..., verdict: _Optional[str] = ...) -> None: ...

class Warning(_message.Message):
    __slots__ = ("code", "message")
    CODE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    code: str
    message: str
    def __init__(self, code: _Optional[str] = ..., message: _Optional[str] = ...) -> None: ...

class AnswerDelta(_message.Message):
    __slots__ = ("text",)
    TEXT_FIELD_NUMBER: _ClassVar[int]
    text: str
    def __init__(self, text: _Optional[str] = ...) -> None: ...

class Citation(_message.Message):
    __slots__ = ("document_id", "title", "quote", "source")
    DOCUMENT_ID_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    QUOTE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    document_id: str
    title: str
    quote: str
    source: str
    def __init__(self, document_id: _Optional[str] = ..., title: _Optional[str] = ..., quote: _Optional[str] = ..., source: _Optional[str] = ...) -> None: ...

class Answer(_message.Message):
    __slots__ = ("text", "citations", "facts_used", "quality", "uncertainty", "from_cache", "iterations", "turns_used")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    CITATIONS_FIELD_NUMBER: _ClassVar[int]
    FACTS_USED_FIELD_NUMBER: _ClassVar[int]
    QUALITY_FIELD_NUMBER: _ClassVar[int]
    UNCERTAINTY_FIELD_NUMBER: _ClassVar[int]
    FROM_CACHE_FIELD_NUMBER: _ClassVar[int]
    ITERATIONS_FIELD_NUMBER: _ClassVar[int]
    TURNS_USED_FIELD_NUMBER: _ClassVar[int]
    text: str
    citations: _containers.RepeatedCompositeFieldContainer[Citation]
    facts_used: _containers.RepeatedScalarFieldContainer[str]
    quality: float
    uncertainty: float
    from_cache: bool
    iterations: int
    turns_used: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, text: _Optional[str] = ..., citations: _Optional[_Iterable[_Union[Citation, _Mapping]]] = ..., facts_used: _Optional[_Iterable[str]] = ..., quality: _Optional[float] = ..., uncertainty: _Optional[float] = ..., from_cache: bool = ..., iterations: _Optional[int] = ..., turns_used: _Optional[_Iterable[int]] = ...) -> None: ...

class TurnCompleted(_message.Message):
    __slots__ = ("answer_event_id",)
    ANSWER_EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    answer_event_id: str
    def __init__(self, answer_event_id: _Optional[str] = ...) -> None: ...

class TurnFailed(_message.Message):
    __slots__ = ("reason", "message", "retry_after")
    REASON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    RETRY_AFTER_FIELD_NUMBER: _ClassVar[int]
    reason: str
    message: str
    retry_after: _duration_pb2.Duration
    def __init__(self, reason: _Optional[str] = ..., message: _Optional[str] = ..., retry_after: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class ObserveRequest(_message.Message):
    __slots__ = ("request_id", "patient_id", "conversation_id", "text", "said_at", "locale", "agent_said")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    CONVERSATION_ID_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    SAID_AT_FIELD_NUMBER: _ClassVar[int]
    LOCALE_FIELD_NUMBER: _ClassVar[int]
    AGENT_SAID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    patient_id: str
    conversation_id: str
    text: str
    said_at: _timestamp_pb2.Timestamp
    locale: str
    agent_said: str
    def __init__(self, request_id: _Optional[str] = ..., patient_id: _Optional[str] = ..., conversation_id: _Optional[str] = ..., text: _Optional[str] = ..., said_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., locale: _Optional[str] = ..., agent_said: _Optional[str] = ...) -> None: ...

class ObserveResponse(_message.Message):
    __slots__ = ("turn_number", "understood", "slot_events", "invalidated", "version", "position", "warnings")
    TURN_NUMBER_FIELD_NUMBER: _ClassVar[int]
    UNDERSTOOD_FIELD_NUMBER: _ClassVar[int]
    SLOT_EVENTS_FIELD_NUMBER: _ClassVar[int]
    INVALIDATED_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    WARNINGS_FIELD_NUMBER: _ClassVar[int]
    turn_number: int
    understood: Understood
    slot_events: _containers.RepeatedCompositeFieldContainer[_fact_pb2.SlotEvent]
    invalidated: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Invalidated]
    version: int
    position: int
    warnings: _containers.RepeatedCompositeFieldContainer[Warning]
    def __init__(self, turn_number: _Optional[int] = ..., understood: _Optional[_Union[Understood, _Mapping]] = ..., slot_events: _Optional[_Iterable[_Union[_fact_pb2.SlotEvent, _Mapping]]] = ..., invalidated: _Optional[_Iterable[_Union[_fact_pb2.Invalidated, _Mapping]]] = ..., version: _Optional[int] = ..., position: _Optional[int] = ..., warnings: _Optional[_Iterable[_Union[Warning, _Mapping]]] = ...) -> None: ...

class RecordAnswerRequest(_message.Message):
    __slots__ = ("request_id", "patient_id", "turn_number", "text", "fact_ids", "documents", "model")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    TURN_NUMBER_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    FACT_IDS_FIELD_NUMBER: _ClassVar[int]
    DOCUMENTS_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    patient_id: str
    turn_number: int
    text: str
    fact_ids: _containers.RepeatedScalarFieldContainer[str]
    documents: _containers.RepeatedCompositeFieldContainer[Citation]
    model: str
    def __init__(self, request_id: _Optional[str] = ..., patient_id: _Optional[str] = ..., turn_number: _Optional[int] = ..., text: _Optional[str] = ..., fact_ids: _Optional[_Iterable[str]] = ..., documents: _Optional[_Iterable[_Union[Citation, _Mapping]]] = ..., model: _Optional[str] = ...) -> None: ...

class RecordAnswerResponse(_message.Message):
    __slots__ = ("answer_event_id", "facts_used", "warnings", "version", "position")
    ANSWER_EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    FACTS_USED_FIELD_NUMBER: _ClassVar[int]
    WARNINGS_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    answer_event_id: str
    facts_used: _containers.RepeatedScalarFieldContainer[str]
    warnings: _containers.RepeatedCompositeFieldContainer[Warning]
    version: int
    position: int
    def __init__(self, answer_event_id: _Optional[str] = ..., facts_used: _Optional[_Iterable[str]] = ..., warnings: _Optional[_Iterable[_Union[Warning, _Mapping]]] = ..., version: _Optional[int] = ..., position: _Optional[int] = ...) -> None: ...

class AskRequest(_message.Message):
    __slots__ = ("patient_id", "text", "as_of", "locale")
    PATIENT_ID_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    LOCALE_FIELD_NUMBER: _ClassVar[int]
    patient_id: str
    text: str
    as_of: _fact_pb2.AsOf
    locale: str
    def __init__(self, patient_id: _Optional[str] = ..., text: _Optional[str] = ..., as_of: _Optional[_Union[_fact_pb2.AsOf, _Mapping]] = ..., locale: _Optional[str] = ...) -> None: ...

class AskResponse(_message.Message):
    __slots__ = ("answer", "version", "position")
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    answer: Answer
    version: int
    position: int
    def __init__(self, answer: _Optional[_Union[Answer, _Mapping]] = ..., version: _Optional[int] = ..., position: _Optional[int] = ...) -> None: ...
