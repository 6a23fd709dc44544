"""The ports between the graph and its skills: every skill has a rule version and, with a key, a language-model version.

A skill sees a :class:`Situation` and returns a value; it never writes, and whatever it decides becomes an event only
when the graph saves the turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import inf
from typing import TYPE_CHECKING, Final, Literal, Protocol, runtime_checkable

from agent.drafting import Drafting
from domain.events import Citation, ClarificationRequested, Recorded, SpokenReference
from domain.values import SlotKind
from extraction.port import Reading
from extraction.reading.understanding import UNLIKE, Asking, Likeness
from projections.patient_view import PatientView
from retrieval.retriever import Hit

if TYPE_CHECKING:
    from agent.context import Context

Language = Literal["ko", "en"]
Complexity = Literal["simple", "moderate", "complex"]
RED_FLAG: Final = "red_flag"
"""The warning of an answer that begins with what cannot wait."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is being answered: the utterance, its language, and the patient's clock."""

    text: str
    language: Language
    said_at: datetime
    time_zone: str
    turn_number: int
    agent_said: str = ""
    """The agent's words that the utterance answers, where they are known."""
    asking: Asking | None = None
    """What the reader hears asked, where the words were read."""


@dataclass(frozen=True, slots=True)
class Intent:
    """What the turn asks for.

    ``name`` selects how the answer is built ("summary", "compare", "recall", "plan", "acknowledge", "greeting"...);
    ``slots`` and ``concept_ids`` are what is asked about; ``k`` is 3, 8 or 15 documents by complexity (0 for none).
    ``cards`` are documents that answer what is asked in general, known without a search; those of ``beside`` are told
    after what else is said, those of ``reserve`` where nothing else answers.
    """

    name: str
    complexity: Complexity
    needs_retrieval: bool
    k: int
    medical_concepts: int
    slots: tuple[SlotKind, ...] = ()
    concept_ids: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    reserve: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Situation:
    """All that an answer may rest on: the patient's views after this turn's facts were saved, and the documents.

    ``turn_events`` are the fact events, invalidations and clarifications that this very turn saved. ``context`` is the
    prompt's parts within the budget, documents of this iteration among them. ``temperature`` is set where several
    samples of one answer are compared; None leaves it to the skill. ``feedback`` is what the judge asked for before.
    """

    question: Question
    intent: Intent
    view: PatientView
    turn_events: tuple[Recorded, ...]
    hits: tuple[Hit, ...]
    iteration: int = 0
    missing: tuple[str, ...] = ()
    context: Context | None = None
    temperature: float | None = None
    feedback: str = ""
    urgent: bool = False
    """Whether the words were read as calling for urgent care."""
    urgency: float = inf
    """The log-odds by which they were, where the reader gives them."""
    at_once: float = inf
    """The log-odds that it cannot wait for a clinic, where the reader gives them."""
    likeness: Likeness = UNLIKE
    """Which emergency they resemble, and which harmless look-alike, where the reader hears it."""
    calm: bool = False
    """Whether the reader is sure that they do not."""
    ruled: Draft | None = None
    """The rules' answer, where it was made before; it stands in the prompt of a model."""
    drafting: Drafting | None = field(default=None, compare=False)
    """Where an answer is told as it is written, for who asked for that."""


@dataclass(frozen=True, slots=True)
class Noted:
    """What memory took in of this turn, in the rules' words: lines of an answer, and what they tell of."""

    text: str = ""
    facts: tuple[str, ...] = ()
    spoke_of: tuple[SpokenReference, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """One answer: its text and what it rests on; ``author`` is "rules@1" or the model's name.

    ``noted`` are those lines of the text that no other author may leave out or word anew. One that is ``urgent`` sends
    to care today or at once: nobody may word it anew, and it waits for nothing. ``turns_used`` are the turns whose
    words a model's answer says it rests on.
    """

    text: str
    citations: tuple[Citation, ...] = ()
    facts_used: tuple[str, ...] = ()
    document_ids: tuple[str, ...] = ()
    spoke_of: tuple[SpokenReference, ...] = ()
    warnings: tuple[str, ...] = ()
    author: str = "rules@1"
    noted: Noted = Noted()
    urgent: bool = False
    turns_used: tuple[int, ...] = ()

    @property
    def own(self) -> str:
        """The text without what was noted."""
        told = set(self.noted.text.split("\n")) if self.noted.text else set()
        return "\n".join(line for line in self.text.split("\n") if line not in told)


@dataclass(frozen=True, slots=True)
class Quality:
    """Scores of a draft, 0 to 1 each; overall = .4 grounding + .4 completeness + .2 accuracy (thesis)."""

    grounding: float
    completeness: float
    accuracy: float
    overall: float
    missing: tuple[str, ...] = ()
    needs_retrieval: bool = False
    reason: str = ""
    suggestions: tuple[str, ...] = ()
    judge: str = "rules@1"
    checks: tuple[str, ...] = ()
    """What was looked at, in words, failed checks first; it holds no words of the patient."""


@dataclass(frozen=True, slots=True)
class RewrittenQuery:
    """A query for the next retrieval."""

    query: str
    expansions: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Understood:
    """An utterance as all readers together understand it: what it tells, and what it asks.

    ``query`` is what to search for, with what the words only point at put in its place; empty for the words themselves.
    ``refused`` are the checks that operations of a model did not pass, by name.
    """

    reading: Reading
    intent: Intent
    query: str = ""
    refused: tuple[str, ...] = ()


class UnderstandingSkill(Protocol):
    """Reads an utterance a second time, beside the learned reader, knowing what is on record."""

    async def understand(
        self,
        question: Question,
        reading: Reading,
        view: PatientView,
        intent: Intent,
        asked: ClarificationRequested | None = None,
    ) -> Understood:
        """``reading`` and ``intent``, as far as the words bear out more; ``asked`` is the question it may answer."""
        ...


class IntentSkill(Protocol):
    """Classifies what a turn asks."""

    async def classify(self, question: Question, view: PatientView) -> Intent:
        """The intent of ``question``, given what is known and was last spoken of."""
        ...


class AnswerSkill(Protocol):
    """Writes an answer. One that may answer otherwise when asked again has an attribute ``varies`` that is true."""

    async def answer(self, situation: Situation) -> Draft:
        """A draft for ``situation``; states nothing that neither the facts nor the documents hold."""
        ...


@runtime_checkable
class SampledSkill(AnswerSkill, Protocol):
    """An answer skill that asks a model over a context, once for several samples of one answer."""

    def asks(self, situation: Situation, ruled: Draft) -> bool:
        """Whether a model is asked at all; if not, ``ruled`` is the answer."""
        ...

    async def samples(self, situation: Situation, count: int) -> Sequence[Draft]:
        """So many drafts by the model, fewer where some were of no use; ``situation.ruled`` alone where none was."""
        ...


def varies(skill: AnswerSkill) -> bool:
    """Whether samples of this skill's answers can differ, so that comparing them tells anything."""
    return bool(getattr(skill, "varies", False))


class QualitySkill(Protocol):
    """Judges a draft."""

    async def assess(self, situation: Situation, draft: Draft) -> Quality:
        """The scores of ``draft``, and what it lacks."""
        ...


class RewriteSkill(Protocol):
    """Rewrites a query from the judge's feedback."""

    async def rewrite(self, situation: Situation, quality: Quality, query: str) -> RewrittenQuery:
        """A query that should find what was missing."""
        ...


@dataclass(frozen=True, slots=True)
class TurnSummary:
    """A summary of turns and who made it: "rules@3" or the model's name."""

    text: str
    author: str


class SummarySkill(Protocol):
    """Summarises five turns from their facts."""

    async def summarise(self, view: PatientView, first_turn: int, last_turn: int, language: Language) -> TurnSummary:
        """At most 200 tokens; holds no number that the turns' facts do not."""
        ...


class CompressionSkill(Protocol):
    """Shortens the passages of a prompt to what the question needs."""

    async def compress(self, question: Question, hits: Sequence[Hit], tokens: int) -> Mapping[str, str]:
        """By document id, what of each passage matters to ``question``; at most ``tokens`` altogether.

        A passage of which nothing matters may be left out.
        """
        ...
