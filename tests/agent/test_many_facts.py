"""A home meter over years: thousands of current values of one test cost a turn no more than a few do.

Counted in calls of Python functions, which are the same on a slow machine and on a fast one.
"""

from __future__ import annotations

import re
import sys
import uuid
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from types import FrameType

import pytest

from agent.memory_context import DEFAULT_TOKENS, memory_context
from agent.memory_search import MemorySearch
from agent.tokens import token_counter
from domain.commands import RecordSlots
from domain.values import Content, SlotKind
from projections.runner import ProjectionRunner
from server.composition import Knowledge
from tests.agent.agent_bench import NOW, AgentBench

FEW, MANY = 30, 1_500
DEARER = 1.5
"""What a call may cost among many values, of what it costs among few."""
BATCH = 500


class Meter:
    """A patient with so many daily values of glucose, the service that talks to them, and what follows its log."""

    def __init__(self, folder: Path, knowledge: Knowledge, values: int) -> None:
        self.bench = AgentBench(folder, knowledge)
        self.kept = ProjectionRunner(self.bench.records, folder / "kept.db")
        retriever = knowledge.retriever
        self.similarity = retriever.similarity
        self.search = MemorySearch(knowledge.recogniser, knowledge.tokenizer, retriever.similarity)
        glucose = knowledge.lexicon.by_name("Glucose", ("labs",))
        assert glucose is not None
        days = [date(2026, 3, 1) - timedelta(days=number) for number in range(values)]
        contents = [
            Content(
                slot=SlotKind.LABS,
                concept=glucose.concept("ko"),
                value=float(90 + number % 80),
                unit="mg/dL",
                valid_from=day.isoformat(),
            )
            for number, day in enumerate(days)
        ]
        for first in range(0, values, BATCH):
            batch = tuple(contents[first : first + BATCH])
            command = RecordSlots(
                request_id=str(uuid.uuid4()), patient_id=self.bench.patient_id, now=NOW, contents=batch
            )
            self.bench.records.execute(command)
        self.kept.catch_up()

    async def ask(self, number: int) -> None:
        """A turn that asks for all values."""
        await self.bench.say(f"혈당 추세가 어때요? {number}")
        self.kept.catch_up()

    async def tell(self, number: int) -> None:
        """A turn that brings another value, and what is kept of it."""
        await self.bench.say(f"2026년 3월 {number + 2}일 혈당은 {101 + number}였어요.")
        self.kept.catch_up()

    async def context(self, number: int) -> None:
        """GetContext's block."""
        view = self.bench.views.view(self.bench.patient_id)
        memory_context(view, f"혈당 {number}", DEFAULT_TOKENS, token_counter(), self.similarity, NOW, "ko")

    async def find(self, number: int) -> None:
        """SearchMemory's hits."""
        view = self.bench.views.view(self.bench.patient_id)
        assert self.search.search(view, f"혈당 {100 + number}", 8, NOW, "ko")


@pytest.fixture(scope="module")
def meters(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge) -> tuple[Meter, Meter]:
    few, many = (Meter(tmp_path_factory.mktemp("meter"), knowledge, values) for values in (FEW, MANY))
    return few, many


async def calls_of(task: Callable[[], Awaitable[None]]) -> int:
    """How many functions are called meanwhile."""
    count = 0

    def seen(frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(seen)
    try:
        await task()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("name", ["ask", "tell", "context", "find"])
async def test_a_call_costs_the_same_among_thousands_of_values(meters: tuple[Meter, Meter], name: str) -> None:
    counts = []
    for meter in meters:
        call: Callable[[int], Awaitable[None]] = getattr(meter, name)
        await call(0)
        counts.append(min([await calls_of(partial(call, number)) for number in (1, 2)]))
    few, many = counts
    assert many <= DEARER * few


@pytest.mark.parametrize("question", ["혈당 추세가 어때요?", "제 혈당 수치를 다 알려 주세요."])
async def test_an_answer_lists_the_first_and_the_latest_of_very_many_and_says_so(
    meters: tuple[Meter, Meter], question: str
) -> None:
    _, many = meters
    heard = await many.bench.say(question)
    assert len(re.findall(r"mg/dL\(", heard.answer)) <= 21
    assert "생략" in heard.answer
    values = many.bench.views.view(many.bench.patient_id).ledger.current(SlotKind.LABS)
    days = sorted(date.fromisoformat(fact.clinical_day) for fact in values)
    for day in (days[0], days[-1]):
        assert f"{day.year}년 {day.month}월 {day.day}일" in heard.answer
