"""Every event on a patient: past tense, immutable, with an explicit stable topic and a schema version.

An event's topic is ``anamnesis.Patient.<Event>.v<version>``; the stored log never sees a Python name. A payload carries
who acted, the request it belongs to and the turn; its id, version, position and time are columns beside it
(:class:`Recorded`). Payloads refer to other events by id, never by position.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import ClassVar, Literal, TypedDict
from uuid import UUID, uuid5

import msgspec

from domain.proposals import Proposal
from domain.values import Content, Evidence, Value

_EVENT_IDS = UUID("6f1c6d5e-6c0f-5b53-9c2e-5a7f0d1b7a10")
_FACT_IDS = UUID("c3a0f2f4-27e9-5c7b-8a55-0d9a1f6c4b21")


def event_id_at(patient_id: str, version: int) -> str:
    """The id of a patient's event at ``version`` (from 1): a UUIDv5 of its place, so deciding needs no randomness."""
    # The same as uuid5, written out: every event that is saved or verified needs one.
    digest = bytearray(
        hashlib.sha1(_EVENT_IDS.bytes + f"{patient_id}:{version}".encode(), usedforsecurity=False).digest()
    )
    digest[6] = digest[6] & 0x0F | 0x50
    digest[8] = digest[8] & 0x3F | 0x80
    made = digest.hex()
    return f"{made[:8]}-{made[8:12]}-{made[12:16]}-{made[16:20]}-{made[20:32]}"


def fact_id_of(request_id: str, ordinal: int) -> str:
    """The id of the ``ordinal``-th fact a request makes: not made from clinical content, so it outlives erasure."""
    return str(uuid5(_FACT_IDS, f"{request_id}:{ordinal}"))


class Stamp(TypedDict):
    """The fields of :class:`Payload` that all events of one request share."""

    actor: str
    request_id: str
    turn_number: int | None


class Payload(Value):
    """What every event carries: who acted, for which request, in which turn of the patient (from 1).

    ``request_hash`` stands on the first event of a request: the SHA-256 of what the client sent, so that a reused
    request id is told apart from a retry.
    """

    SCHEMA: ClassVar[int] = 1

    actor: str = "patient"
    request_id: str = ""
    request_hash: str | None = None
    turn_number: int | None = None

    @classmethod
    def topic(cls) -> str:
        """The stable name under which this event is stored."""
        return f"anamnesis.Patient.{cls.__name__}.v{cls.SCHEMA}"


class PatientRegistered(Payload):
    """A pseudonymous patient exists, with the tenant, language and time zone that all later readings use."""

    tenant: str
    locale: Literal["ko", "en"]
    time_zone: str


class UtteranceReceived(Payload):
    """What the patient said, verbatim; saved before anything else happens, so it is never lost.

    ``agent_said`` is what the agent said just before. ``observed`` marks what was said to another agent: this service
    does not answer it.
    """

    conversation_id: str
    text: str
    said_at: datetime
    language: Literal["ko", "en"]
    profile: str = ""
    agent_said: str | None = None
    observed: bool | None = None


class SlotRecorded(Payload):
    """A fact was asserted for the first time."""

    fact_id: str
    content: Content
    evidence: Evidence
    said_at: datetime


class SlotReaffirmed(Payload):
    """A known fact was mentioned again: its frequency grows, and details left open before may be filled in.

    ``details`` holds only fields that were open; a different value is never a reaffirmation.
    """

    fact_id: str
    evidence: Evidence
    said_at: datetime
    details: Content | None = None


class SlotChanged(Payload):
    """It was true until ``ended_at`` and is different from then on; the old fact keeps its valid period."""

    fact_id: str
    supersedes: str
    content: Content
    ended_at: str | None = None
    reason: str
    evidence: Evidence
    said_at: datetime


class SlotCorrected(Payload):
    """The superseded facts were never true; they stay in the timeline and leave the present."""

    fact_id: str
    supersedes: tuple[str, ...]
    content: Content
    reason: str
    evidence: Evidence
    said_at: datetime


class SlotRetracted(Payload):
    """A fact was withdrawn; ``reattributed_to`` names whose it is when the patient said so ("that was my mother")."""

    fact_id: str
    reason: str
    evidence: Evidence
    said_at: datetime
    reattributed_to: str | None = None


class CorrectionReverted(Payload):
    """A correction was undone: ``restored`` facts live again and ``fact_id`` (the correction) was never true."""

    fact_id: str
    restored: tuple[str, ...]
    reason: str
    evidence: Evidence
    said_at: datetime


class ContradictionFound(Payload):
    """Two facts of one key disagree and nothing says which is right: both are disputed, and a question is open."""

    question_id: str
    fact_id: str
    content: Content
    conflicts_with: tuple[str, ...]
    evidence: Evidence
    said_at: datetime


class ContradictionResolved(Payload):
    """The patient, or a correction through the interface, said which side of a contradiction holds."""

    question_id: str
    kept: str
    dropped: tuple[str, ...]
    evidence: Evidence
    said_at: datetime


class ClarificationRequested(Payload):
    """A claim needs one more word: what was claimed, and between which facts to choose.

    An "implausible_value" has no candidate, for nothing of it was recorded; an "unusual_dose" has the fact that was. An
    "unsure_reading" has the fact that the claim would end or change, none where it would add one; a yes carries it out.
    """

    question_id: str
    kind: Literal["ambiguous_target", "none_after_concrete", "implausible_value", "unusual_dose", "unsure_reading"]
    proposal: Proposal
    candidates: tuple[str, ...]
    said_at: datetime


class ExtractionCompleted(Payload):
    """Extraction of a turn has ended, with or without slots; a turn that has it is never extracted again."""

    extractors: dict[str, str]
    counts: dict[str, int]
    milliseconds: float = 0.0


class ReextractionProposed(Payload):
    """A newer extractor reads an old utterance differently: the difference, for decision."""

    utterance_event_id: str
    extractors: dict[str, str]
    proposals: tuple[Proposal, ...]


class ReextractionDecided(Payload):
    """A proposed reading was accepted, and its facts follow with the old utterance as evidence; or it was rejected.

    ``counts`` tells the proposals from the events that they became: what a person corrected meanwhile became none.
    """

    proposed_event_id: str
    accepted: bool
    counts: dict[str, int]


class RecordImported(Payload):
    """A patient record was read; its facts follow with this event as their evidence."""

    source: str
    source_hash: str
    counts: dict[str, int]
    as_of: str | None = None


class IntentClassified(Payload):
    """What kind of question the turn asks, and how much retrieval it deserves."""

    complexity: Literal["simple", "moderate", "complex"]
    intent: str
    needs_retrieval: bool
    k: int
    medical_concepts: int
    classifier: str


class RetrievedDocument(Value):
    """One retrieved passage as it went into a turn: id, content hash, rank (from 1) and fused score."""

    document_id: str
    content_hash: str
    rank: int
    score: float


class DocumentsRetrieved(Payload):
    """A retrieval: the query and its expansions, and what came back in which order.

    ``left_out`` are passages found and not used, for they give orders to whoever reads them instead of knowledge;
    ``opposed`` are those of the documents that forbid what others of them allow, and these others.
    """

    iteration: int
    query: str
    k: int
    documents: tuple[RetrievedDocument, ...]
    consistency: float
    legs: tuple[str, ...]
    corpus_hash: str
    left_out: tuple[str, ...] | None = None
    opposed: tuple[str, ...] | None = None


class ContextAssembled(Payload):
    """Exactly what went into the prompt, by id, with token counts by part and the hash of the whole.

    ``compressed`` holds, by document id, the text of passages that were shortened: a model may have done it. ``layout``
    is the version of the prompt's form (1 where it is absent), ``budget`` the tokens that prompt and answer had
    together (4,000 where absent), ``about`` the concepts that the question named. ``draft`` is the rules' answer that
    the model was shown, ``feedback`` what the judge had missed; both are absent where no model was asked.
    """

    iteration: int
    fact_ids: tuple[str, ...]
    turn_numbers: tuple[int, ...]
    summary_ids: tuple[str, ...]
    document_ids: tuple[str, ...]
    tokens: dict[str, int]
    prompt_hash: str
    tokenizer: str
    prompt: str | None = None
    compressed: dict[str, str] | None = None
    layout: int | None = None
    budget: int | None = None
    about: tuple[str, ...] | None = None
    draft: str | None = None
    feedback: str | None = None


class AnswerDrafted(Payload):
    """One draft of a refine iteration, by hash; the text of the draft that was given is in AnswerGiven.

    ``uncertainty`` is how far samples of this draft disagree, 0 to 1; absent where none were compared.
    """

    iteration: int
    author: str
    text_hash: str
    parameters: dict[str, str]
    uncertainty: float | None = None


class QualityAssessed(Payload):
    """Scores of one draft, each 0 to 1; overall = .4 grounding + .4 completeness + .2 accuracy, after penalties."""

    iteration: int
    grounding: float
    completeness: float
    accuracy: float
    overall: float
    threshold: float
    verdict: str
    missing: tuple[str, ...]
    judge: str
    checks: tuple[str, ...] | None = None
    """What the judge looked at, in words; None where it does not say, and before it did."""


class QueryRewritten(Payload):
    """The query for the next retrieval, and why it was changed."""

    iteration: int
    query: str
    reason: str


class RefinementStopped(Payload):
    """Why no further iteration ran: quality reached, iterations used up, same documents, or no progress.

    ``strategy`` is what decided it ("corrective_rag", "basic_rag"); absent in logs older than it.
    """

    reason: Literal["accepted", "max_iterations", "same_documents", "no_progress", "not_needed", "disabled"]
    iterations: int
    best_iteration: int
    strategy: str | None = None


class Citation(Value):
    """A passage quoted by an answer."""

    document_id: str
    title: str
    quote: str
    source: str


class SpokenReference(Value):
    """What an answer spoke of, so that "that value" and "the second medicine" can be resolved in the next turn.

    ``kind`` is what was presented; ``fact_ids`` in the order in which the answer named them.
    """

    kind: Literal["measurement", "medications", "conditions", "allergies", "symptoms", "plan"]
    concept_id: str | None = None
    fact_ids: tuple[str, ...] = ()


class AnswerGiven(Payload):
    """The answer that the patient was given, and all that it rests on.

    ``foreign`` marks what another agent answered to a turn that was observed: ``author`` names it, its quality was
    judged by nobody, and its citations are of documents of its own.

    ``turns_used`` are the turns of the patient whose words it rests on, where its author named them.

    A repeated answer names the one it repeats in ``cached_from``; ``opening`` and ``closing`` are the phrases put
    around it, and ``saved`` the tokens and milliseconds that writing it anew would have taken, as they were the first
    time.
    """

    text: str
    language: Literal["ko", "en"]
    intent: str
    citations: tuple[Citation, ...]
    facts_used: tuple[str, ...]
    document_ids: tuple[str, ...]
    spoke_of: tuple[SpokenReference, ...]
    turns_used: tuple[int, ...] | None = None
    quality: float | None = None
    uncertainty: float | None = None
    warnings: tuple[str, ...]
    iterations: int
    tokens: dict[str, int]
    cost: float
    cached_from: str | None = None
    opening: str | None = None
    closing: str | None = None
    saved: dict[str, float] | None = None
    corpus_hash: str = ""
    profile: str = ""
    author: str
    said_at: datetime
    milliseconds: dict[str, float] = {}  # noqa: RUF012
    foreign: bool | None = None


class AnswerInvalidated(Payload):
    """An earlier answer rested on a fact that has since been corrected, retracted or reverted."""

    answer_event_id: str
    answer_turn_number: int
    fact_id: str
    reason: Literal["corrected", "retracted", "reverted", "resolved"]


class TurnsSummarised(Payload):
    """A summary of five turns; an event, because a model or a rule made it."""

    summary_id: str
    first_turn: int
    last_turn: int
    text: str
    tokens: int
    fact_ids: tuple[str, ...]
    author: str


class SummaryInvalidated(Payload):
    """A summary used a fact that has since been corrected, and is rebuilt."""

    summary_id: str
    fact_id: str


class ModelCalled(Payload):
    """A call to a language model: skill, model, parameters, prompt hash, tokens, cost and time.

    ``prompt_hash`` is that of the messages that were sent. ``prompt`` names the file of the instructions in them, with
    its version and hash ("answer@1 3f2a..."). ``outcome`` tells how the call itself ended: "ok", or the failure's name.
    ``log_probability`` is the mean natural logarithm over what was written, by token, where the service told it.
    """

    skill: str
    model: str
    parameters: dict[str, str]
    prompt_hash: str
    tokens: dict[str, int]
    cost: float
    milliseconds: float
    outcome: str | None = None
    prompt: str | None = None
    log_probability: float | None = None


class FallbackUsed(Payload):
    """A deterministic twin stood in for a skill, and why."""

    skill: str
    reason: str


class CheckFailed(Payload):
    """What a model said did not pass a check: whose words, which check, and what became of them.

    ``check`` is the check's name, never the words. What was "sent_back" was to be mended; "asked" is put to the patient
    as a question; "lowered" is kept as uncertain; "left_out" goes nowhere.
    """

    skill: str
    check: str
    outcome: Literal["sent_back", "asked", "lowered", "left_out"]


class TurnFailed(Payload):
    """A turn ended without an answer, and why; a crash or a cancel leaves none."""

    reason: str


class PatientErased(Payload):
    """The patient's key was destroyed; only the skeleton of the log remains readable.

    ``key_fingerprint`` is the SHA-256 of the wrapped key, ``events`` counts the payloads that it opened, and
    ``certificate_hash`` is the SHA-256 over both and the patient, as the certificate bears it.
    """

    certificate_hash: str
    key_fingerprint: str = ""
    events: int = 0


EVENTS: tuple[type[Payload], ...] = tuple(Payload.__subclasses__())
"""The whole vocabulary, in the order of this page."""


class Shredded(Payload):
    """What an event of an erased patient is read as: that something of this topic was there. It is never stored."""

    stored_topic: str


FACT_EVENTS = (
    SlotRecorded,
    SlotReaffirmed,
    SlotChanged,
    SlotCorrected,
    SlotRetracted,
    CorrectionReverted,
    ContradictionFound,
    ContradictionResolved,
)
"""The events that the ledger folds."""

FactEvent = (
    SlotRecorded
    | SlotReaffirmed
    | SlotChanged
    | SlotCorrected
    | SlotRetracted
    | CorrectionReverted
    | ContradictionFound
    | ContradictionResolved
)
"""Any of :data:`FACT_EVENTS`, for signatures."""


class Recorded(msgspec.Struct, frozen=True, gc=False):
    """A payload at its place in a patient's stream: id, version (from 1) and the server's time of recording.

    ``position`` is the global place in the log, known once the event is stored (0 before).
    """

    patient_id: str
    version: int
    event_id: str
    recorded_at: datetime
    payload: Payload
    position: int = 0

    @property
    def topic(self) -> str:
        """The topic under which the event is stored."""
        return self.payload.stored_topic if isinstance(self.payload, Shredded) else self.payload.topic()

    @property
    def originator_id(self) -> str:
        """The aggregate id, under the name that the event store library uses."""
        return self.patient_id

    @property
    def originator_version(self) -> int:
        """The version, under the name that the event store library uses."""
        return self.version
