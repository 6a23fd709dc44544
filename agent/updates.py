"""What a turn reports while it runs; each update is sent only after what it tells of has been committed.

``version`` is the patient's after the save that an update tells of.
"""

from __future__ import annotations

from dataclasses import dataclass

from domain.events import (
    AnswerGiven,
    ContextAssembled,
    QualityAssessed,
    Recorded,
)
from extraction.reading.understanding import Understanding
from projections.patient_view import PatientView
from retrieval.retriever import Hit


@dataclass(frozen=True, slots=True)
class TurnAccepted:
    """The utterance is stored; nothing of it can be lost any more."""

    turn_number: int
    version: int


@dataclass(frozen=True, slots=True)
class UtteranceUnderstood:
    """How the utterance was read, before the ledger decides what becomes of it."""

    understanding: Understanding


@dataclass(frozen=True, slots=True)
class MemoryUpdated:
    """Fact events, clarifications and invalidations, once committed, in order; ``view`` holds the last of them."""

    events: tuple[Recorded, ...]
    view: PatientView


@dataclass(frozen=True, slots=True)
class DocumentsFound:
    """Passages retrieved for this turn and how well they agree (mean pairwise cosine)."""

    hits: tuple[Hit, ...]
    consistency: float


@dataclass(frozen=True, slots=True)
class ContextReady:
    """What goes into the prompt, by part."""

    context: ContextAssembled


@dataclass(frozen=True, slots=True)
class QualityScored:
    """The scores of one draft."""

    quality: QualityAssessed


@dataclass(frozen=True, slots=True)
class TurnWarning:
    """Something the reader of the stream should know."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class AnswerDraft:
    """The next sentences of an answer, which have passed their checks and are neither judged nor saved yet.

    Only for who asked for drafts.
    """

    text: str


@dataclass(frozen=True, slots=True)
class DraftDropped:
    """The answer is another one than was drafted."""


@dataclass(frozen=True, slots=True)
class TurnAnswered:
    """The answer, committed."""

    answer: AnswerGiven
    answer_event_id: str
    version: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The turn ended without an answer: a named reason and one sentence of advice."""

    reason: str
    message: str
    version: int


TurnUpdate = (
    TurnAccepted
    | UtteranceUnderstood
    | MemoryUpdated
    | DocumentsFound
    | ContextReady
    | QualityScored
    | TurnWarning
    | AnswerDraft
    | DraftDropped
    | TurnAnswered
    | TurnEnded
)
