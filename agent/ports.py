"""What the nodes of the graph need from outside, put together by the server and by nobody else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol, TypeVar, cast

from agent.cache import ResponseCache
from agent.context import ContextAssembler
from agent.llm_turn import Allowance
from agent.recall.bearing import BearingReader
from agent.skills.ports import (
    AnswerSkill,
    CompressionSkill,
    IntentSkill,
    QualitySkill,
    RewriteSkill,
    SummarySkill,
    UnderstandingSkill,
)
from agent.tokens import TokenCounter
from agent.uncertainty import SAMPLES, Method
from domain.records import PatientRecords
from extraction.naming.mentions import ConceptRecogniser
from extraction.port import UtteranceReader
from projections.live import LiveViews
from retrieval.retriever import Retriever

T = TypeVar("T")


class Work(Protocol):
    """Runs blocking work (SQLite, Kiwi, MedCAT, the index) in a bounded pool, away from the event loop."""

    def __call__(self, task: Callable[[], T]) -> Awaitable[T]:
        """Await the result of ``task``."""
        ...


class Through(Protocol):
    """Runs a coroutine that waits for nothing but `Work` in one thread of a pool."""

    def __call__(self, begin: Callable[[], Coroutine[Any, Any, T]]) -> Awaitable[T]:
        """Await the result of the coroutine that ``begin`` gives."""
        ...


@dataclass(frozen=True, slots=True)
class Skills:
    """One implementation of every skill: the language model's where there is one, else its rule twin."""

    intent: IntentSkill
    answer: AnswerSkill
    quality: QualitySkill
    rewrite: RewriteSkill
    summary: SummarySkill
    understanding: UnderstandingSkill
    compression: CompressionSkill | None = None


@dataclass(frozen=True, slots=True)
class Ports:
    """The outside of the graph; ``clock`` is the server's clock, ``timer`` measures spans in seconds for the record.

    ``skills`` are the ones in use, a model's where there is one; ``twins`` are the rule versions, for profiles that
    leave the model out of a part, and to tell whether an answer can vary at all. ``allowance`` bounds what the models
    of one turn may take; ``samples`` of an answer are compared. ``through`` is used where every skill is its rule
    version: a turn then takes two hops to other threads, not a dozen. ``bearing`` tells which earlier turns bear on a
    question; without it the newest stand in a prompt.
    """

    records: PatientRecords
    views: LiveViews
    extractor: UtteranceReader
    recogniser: ConceptRecogniser
    retriever: Retriever
    skills: Skills
    twins: Skills
    cache: ResponseCache
    context: ContextAssembler
    tokens: TokenCounter
    clock: Callable[[], datetime]
    timer: Callable[[], float]
    work: Work
    allowance: Allowance = field(default_factory=Allowance)
    uncertainty: Method = "points"
    samples: int = SAMPLES
    through: Through | None = None
    bearing: BearingReader | None = None

    @property
    def asks_models(self) -> bool:
        """Whether any skill is a model's."""
        return self.skills is not self.twins

    async def asked(self, skill: object, call: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What a call of ``skill`` gives: a model is awaited, and a rule, which waits for nothing, runs in the pool."""
        rules = (self.twins.intent, self.twins.answer, self.twins.quality)
        if all(skill is not rule for rule in rules):
            return await call()
        return await self.work(lambda: _result(call()))


def _result(coroutine: Coroutine[Any, Any, T]) -> T:
    """What a coroutine that waits for nothing returns."""
    try:
        coroutine.send(None)
    except StopIteration as returned:
        return cast(T, returned.value)
    coroutine.close()
    raise RuntimeError("a rule skill waits for something")
