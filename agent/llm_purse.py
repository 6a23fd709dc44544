"""What a principal has left of a day for models while several of its turns run: each keeps back what it may yet cost.

The log tells what was spent, and it tells so late: a call is in it once its turn has saved. So whatever a call can cost
at most is held from before it begins, what it did cost from then on, and nothing more once the log holds it. Turns that
run side by side, in one process or in several that share what they hold, pass a limit together by no more than by what
the calls of a moment cost above their estimates.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Protocol

from agent.llm_failures import SpendLimitReached

NOTHING = 1e-9
"""Less than this, in the currency of the price table, is what adding and subtracting leaves over."""


class Held(Protocol):
    """Where it is counted what running turns hold: by one process, or by all workers of one service."""

    def add(self, day: str, whose: str, cost: float) -> float:
        """Hold so much more, or less, of a principal's day; what is held of it then by all turns.

        Raises SpendLimitReached where it cannot be counted.
        """
        ...


class OwnHeld:
    """Counts for one process, on its event loop."""

    def __init__(self) -> None:
        self._held: dict[tuple[str, str], float] = {}

    def add(self, day: str, whose: str, cost: float) -> float:
        """As :meth:`Held.add`."""
        if (day, whose) not in self._held:
            kept = day_before(day)
            for past in [key for key in self._held if key[0] < kept]:
                del self._held[past]
        held = self._held[day, whose] = self._held.get((day, whose), 0.0) + cost
        if held < NOTHING:
            del self._held[day, whose]
        return held


@dataclass(slots=True)
class Purse:
    """One turn's part in a principal's day; ``spent`` reads from the log what is in it now. For one event loop."""

    held: Held
    day: str
    whose: str
    limit: float
    spent: Callable[[], Awaitable[float]]
    _taken: float = 0.0

    async def reserve(self, cost: float) -> None:
        """Hold ``cost`` beside all that is held and was spent. Raises SpendLimitReached where that is too much."""
        # Held first and then read: what another turn gives back meanwhile stands in the log that is read.
        held = self.held.add(self.day, self.whose, cost)
        self._taken += cost
        try:
            if held + await self.spent() > self.limit + NOTHING:
                raise SpendLimitReached
        except BaseException:
            self.keep(self._taken - cost)
            raise

    def keep(self, cost: float) -> None:
        """Hold exactly so much for this turn from now on."""
        # What cannot be given back now is, with the next that is.
        with suppress(SpendLimitReached):
            self.held.add(self.day, self.whose, cost - self._taken)
            self._taken = cost


def day_before(day: str) -> str:
    """The day before one; what is held of it may still be asked for, by a turn that began before midnight."""
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()
