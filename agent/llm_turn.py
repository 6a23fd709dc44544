"""What one turn may spend on models and what it has spent: its deadline, its money, and the events of its calls.

A skill sees a situation and no turn, so the turn's account travels with the task that runs it (a context variable);
samples that run in parallel share it.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from agent.llm_failures import OutOfTime, SpendLimitReached
from agent.llm_purse import Purse
from domain.events import CheckFailed, FallbackUsed, ModelCalled, Payload

LEAST_SECONDS = 0.05
"""With less time than this left no call is begun: not even a connection on the same machine is made faster."""
UNTIMED_SECONDS = 60.0
"""Time for the calls of a skill that runs outside a turn."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a turn may use: ``seconds`` from its beginning for models, ``spend_limit`` per patient and day.

    ``principal_spend_limit`` is per principal and day, over all patients. The limits are in the currency of the price
    table; infinite means none.
    """

    seconds: float = UNTIMED_SECONDS
    spend_limit: float = math.inf
    principal_spend_limit: float = math.inf


@dataclass(slots=True)
class TurnCalls:
    """The account of one turn; ``until`` is a reading of ``timer``, in seconds.

    ``money_left`` is what the patient's day has left, whose turns run one after the other; ``purse`` holds the
    principal's day, which other turns draw on meanwhile.
    """

    until: float
    money_left: float = math.inf
    purse: Purse | None = None
    timer: Callable[[], float] = time.monotonic
    cost: float = 0.0
    tokens: Counter[str] = field(default_factory=Counter)
    fallbacks: dict[tuple[str, str], None] = field(default_factory=dict)
    _pending: list[Payload] = field(default_factory=list)
    _held: float = 0.0
    _unsaved: float = 0.0
    _leaving: float = 0.0

    def seconds_left(self) -> float:
        """Time left for models. Raises OutOfTime when it is too short for any call."""
        left = self.until - self.timer()
        if left < LEAST_SECONDS:
            raise OutOfTime
        return left

    @asynccontextmanager
    async def holding(self, cost: float) -> AsyncIterator[None]:
        """Keep back ``cost``, the most a call can cost, while it runs. Raises SpendLimitReached for too little left."""
        if cost > 0 and self.cost + self._held + cost > self.money_left:
            raise SpendLimitReached
        self._held += cost
        try:
            if self.purse is not None and cost > 0:
                await self.purse.reserve(cost)
            yield
        finally:
            self._held -= cost
            self._settle()

    def called(self, event: ModelCalled) -> None:
        """Note a call that was made."""
        self._pending.append(event)
        self.cost += event.cost
        self._unsaved += event.cost
        self.tokens.update({f"model_{part}": count for part, count in event.tokens.items()})

    def noted(self, event: CheckFailed) -> None:
        """Note that a check failed."""
        self._pending.append(event)

    def fell_back(self, skill: str, reason: str) -> None:
        """Note that a skill's rule twin stood in; the same once."""
        if (skill, reason) not in self.fallbacks:
            self.fallbacks[skill, reason] = None
            self._pending.append(FallbackUsed(skill=skill, reason=reason))

    def skills_by_reason(self) -> dict[str, list[str]]:
        """The skills whose twins stood in, by the reason, both in the order in which it happened."""
        grouped: dict[str, list[str]] = {}
        for skill, reason in self.fallbacks:
            grouped.setdefault(reason, []).append(skill)
        return grouped

    def take(self) -> tuple[Payload, ...]:
        """The events that no save holds yet, in order; the caller saves them, and says when that is done."""
        taken = tuple(self._pending)
        self._pending.clear()
        self._leaving = self._unsaved
        return taken

    def saved(self) -> None:
        """Note that the log holds what was taken. What was spent and no save ever held stays held for the day."""
        self._unsaved, self._leaving = self._unsaved - self._leaving, 0.0
        self._settle()

    def _settle(self) -> None:
        if self.purse is not None:
            self.purse.keep(self._held + self._unsaved)


_CURRENT: ContextVar[TurnCalls | None] = ContextVar("turn_calls", default=None)


def current_calls() -> TurnCalls:
    """The account of the running turn, or one of its own for a skill that runs outside a turn."""
    return _CURRENT.get() or TurnCalls(until=time.monotonic() + UNTIMED_SECONDS)


@contextmanager
def accounting(calls: TurnCalls) -> Iterator[TurnCalls]:
    """Let everything that runs in the block, and the tasks it starts, use this account."""
    token = _CURRENT.set(calls)
    try:
        yield calls
    finally:
        _CURRENT.reset(token)
