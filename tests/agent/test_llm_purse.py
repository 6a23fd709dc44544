"""What turns hold of a principal's day: before a call, after it, once it is saved, and when it ends otherwise."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from agent.llm_failures import SpendLimitReached
from agent.llm_purse import Held, OwnHeld, Purse
from agent.llm_turn import TurnCalls
from domain.events import ModelCalled
from server.shared_held import SharedHeld

DAY, WHOSE = "2026-03-01", "1:aagent:ward"


@pytest.fixture(params=["one process", "workers"])
def another(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Held]:
    """What counts for one more turn: the same for all turns of a process, a worker's own for each otherwise."""
    if request.param == "one process":
        held = OwnHeld()
        return lambda: held
    numbers = iter(range(1, 99))
    return lambda: SharedHeld(tmp_path / "held.db", next(numbers))


class _Day:
    """A principal's day of 10, of which the log tells what was saved."""

    def __init__(self, another: Callable[[], Held]) -> None:
        self.logged = 0.0
        self._another = another

    def turn(self) -> TurnCalls:
        return TurnCalls(until=1e9, purse=Purse(self._another(), DAY, WHOSE, 10.0, self._spent))

    async def _spent(self) -> float:
        await asyncio.sleep(0)
        return self.logged

    async def room(self) -> float:
        """The largest call, in quarters, that a turn could begin now."""
        for quarters in range(40, 0, -1):
            with suppress(SpendLimitReached):
                async with self.turn().holding(quarters / 4):
                    return quarters / 4
        return 0.0


def _called(cost: float) -> ModelCalled:
    return ModelCalled(
        skill="answer", model="m", parameters={}, prompt_hash="", tokens={}, cost=cost, milliseconds=1.0
    )  # fmt: skip


async def test_a_call_is_held_by_its_estimate_then_by_its_cost_then_by_the_log(another: Callable[[], Held]) -> None:
    day = _Day(another)
    turn = day.turn()
    async with turn.holding(4.0):
        assert await day.room() == 6.0
        turn.called(_called(1.5))
    assert await day.room() == 8.5
    turn.take()
    assert await day.room() == 8.5, "it is not in the log yet"
    day.logged += 1.5
    turn.saved()
    assert await day.room() == 8.5


async def test_what_cost_more_than_its_estimate_is_held_whole(another: Callable[[], Held]) -> None:
    day = _Day(another)
    turn = day.turn()
    async with turn.holding(1.0):
        turn.called(_called(7.0))
    assert await day.room() == 3.0


async def test_calls_that_end_while_others_are_saved_stay_held(another: Callable[[], Held]) -> None:
    day = _Day(another)
    turn = day.turn()
    async with turn.holding(2.0):
        turn.called(_called(1.0))
    turn.take()
    async with turn.holding(2.0):
        turn.called(_called(2.0))
    day.logged += 1.0
    turn.saved()
    assert await day.room() == 7.0


@pytest.mark.parametrize("turns", [7, 40])
async def test_of_many_at_once_as_many_are_let_through_as_there_is_room_for(
    another: Callable[[], Held], turns: int
) -> None:
    day, decided, everybody = _Day(another), 0, asyncio.Event()

    def decide() -> None:
        nonlocal decided
        decided += 1
        if decided == turns:
            everybody.set()

    async def call() -> bool:
        try:
            async with day.turn().holding(3.0):
                decide()
                await everybody.wait()
        except SpendLimitReached:
            decide()
            return False
        return True

    through = await asyncio.gather(*(call() for _ in range(turns)))
    assert through.count(True) == 3
    assert await day.room() == 10.0


async def test_a_turn_that_is_cancelled_before_it_may_call_holds_nothing(another: Callable[[], Held]) -> None:
    day = _Day(another)

    async def call() -> None:
        async with day.turn().holding(9.0):
            await asyncio.Event().wait()

    for steps in (1, 2, 5):
        task = asyncio.create_task(call())
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert await day.room() == 10.0


async def test_a_worker_that_begins_anew_holds_nothing_and_what_cannot_be_counted_is_not_spent(tmp_path: Path) -> None:
    first, other = (SharedHeld(tmp_path / "held.db", number) for number in (1, 2))
    first.add(DAY, WHOSE, 4.0)
    assert other.add(DAY, WHOSE, 1.0) == 5.0
    again = SharedHeld(tmp_path / "held.db", 1)
    assert other.add(DAY, WHOSE, 1.0) == 2.0
    assert other.add(DAY, "1:bagent:ward", 1.0) == 1.0
    again.close()
    with pytest.raises(SpendLimitReached):
        again.add(DAY, WHOSE, 1.0)
