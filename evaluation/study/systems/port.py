"""The port of everything that can remember and answer: the service under a profile, an append-only store, a transcript.

A system is opened for one conversation of one patient and knows no other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from evaluation.study.memory import Stated
from evaluation.study.rows import Context


@dataclass(slots=True)
class Trace:
    """What a turn left in a system's log, in the words of the turn row; empty where a system keeps none."""

    tokens_in: int = 0
    tokens_out: int = 0
    calls: int = 0
    cost: float = 0.0
    iterations: int = 0
    retrievals: list[tuple[str, ...]] = field(default_factory=list)
    complexity: str = ""
    needs_retrieval: bool = False
    stop_reason: str = ""
    cache_hit: bool = False
    qualities: list[float] = field(default_factory=list)
    quality: float | None = None
    uncertainty: float | None = None
    consistency: float | None = None
    contexts: tuple[Context, ...] = ()
    facts_used: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    context_facts: tuple[str, ...] = ()
    context_turns: tuple[int, ...] = ()
    context_summaries: int = 0
    milliseconds: float | None = None
    log_probabilities: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer; ``failure`` names why there is none."""

    answer: str
    citations: tuple[str, ...] = ()
    failure: str = ""


@dataclass(frozen=True, slots=True)
class MemorySize:
    """Items that a memory keeps: as they came, and after what says the same was put together."""

    raw: int
    kept: int


class System(Protocol):
    """One conversation with one patient."""

    def load(self, record: Mapping[str, Any]) -> None:
        """Take over a patient card (see ``cards``) before anything is said."""
        ...

    def remember(self, text: str, at: datetime) -> None:
        """Hear what the patient tells, without an answer."""
        ...

    def ask(self, text: str, at: datetime) -> Reply:
        """Hear what the patient says, remember what it tells, and answer."""
        ...

    def facts(self) -> frozenset[Stated] | None:
        """What is held as true of the patient now; None for a memory that holds words and no facts."""
        ...

    def size(self) -> MemorySize:
        """How much is kept now."""
        ...

    def traces(self) -> Sequence[Trace]:
        """One a call of ``ask``, in their order; asked for at the end of the conversation."""
        ...
