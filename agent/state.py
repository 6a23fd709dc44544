"""What a turn carries from node to node; which node reads and writes what is the table of the thesis (thesis.md 1)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypedDict

from agent.context import Context
from agent.profiles import AblationProfile
from agent.skills.ports import Draft, Intent, Quality, Question
from agent.updates import TurnUpdate
from domain.events import AnswerGiven, DocumentsRetrieved, Payload, Recorded
from extraction.port import Reading
from projections.answers import GivenAnswer
from projections.patient_view import PatientView
from retrieval.retriever import Hit

Emit = Callable[[TurnUpdate, int], Awaitable[None]]
"""Sends one update with the last committed position."""


class Iteration(TypedDict):
    """One pass of retrieve, answer and judge: the draft as the patient would get it, its scores, its documents."""

    draft: Draft
    quality: Quality
    uncertainty: float | None
    documents_agree: bool
    document_hashes: frozenset[str]


class TurnState(TypedDict, total=False):
    """The state of one turn in the graph."""

    request_id: str
    patient_id: str
    actor: str
    question: Question
    profile: AblationProfile
    emit: Emit
    position: int

    view: PatientView
    known: PatientView
    """What the answer may see of ``view``: less of it for profiles without a memory."""
    heard: tuple[Recorded, ...]
    """What it may know of ``turn_events``, likewise."""
    cached: GivenAnswer | None
    intent: Intent
    reading: Reading
    alarm: bool
    """Whether the words call for urgent care: then nothing waits for a model or a search."""
    extracted: bool
    turn_events: tuple[Recorded, ...]

    query: str
    expansions: tuple[str, ...]
    k: int
    hits: tuple[Hit, ...]
    found: DocumentsRetrieved | None
    retrieved_for: int
    iteration: int
    context: Context
    ruled: Draft | None
    """The rules' answer, which a model may better; None where there is no model."""
    draft: Draft
    drafts: bool
    """Whether a draft is shown before it is judged and saved."""
    drafted: str
    """What was shown of one."""
    due: list[Payload] | None
    """The summaries that the turn owes; None until they are made, missing where the turn saves nothing."""
    uncertainty: float | None
    history: list[Iteration]
    next_step: str

    trace: list[Payload]
    milliseconds: dict[str, float]
    started: float
    """Reading of the timer, in seconds, when the graph was entered."""
    busy: float
    """Milliseconds spent inside nodes so far; the rest of the time is the graph's own."""
    answer: AnswerGiven
    answer_event_id: str


def time_added(state: TurnState, part: str, milliseconds: float) -> dict[str, float]:
    """The times of the turn's parts with what one more run of ``part`` took."""
    spent = state["milliseconds"]
    return {**spent, part: round(spent.get(part, 0.0) + milliseconds, 3)}
