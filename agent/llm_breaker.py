"""A circuit breaker: a skill whose model is slow, or fails again and again, is left to its twin for a while."""

from __future__ import annotations

import time
from collections.abc import Callable

from agent.llm_failures import CircuitOpen

FAILURES = 5
"""Failures in a row that open the circuit."""
OPEN_SECONDS = 30.0
"""How long it stays open before one call tries again; twice as long after each try that is slow again."""
LONGEST_OPEN = 480.0
"""Seconds that it stays open at most: four doublings."""


class CircuitBreaker:
    """Closed: every call goes. Open: none. After ``seconds`` one call tries, and its outcome decides for all.

    A call that was not answered in time opens it at once: the next patient must not wait as long for nothing.
    """

    def __init__(
        self, failures: int = FAILURES, seconds: float = OPEN_SECONDS, timer: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = failures
        self._seconds = self._least = seconds
        self._timer = timer
        self._failed = 0
        self._opened_at = 0.0
        self._trying = False

    @property
    def open(self) -> bool:
        """Whether calls are refused just now."""
        if self._failed < self._most:
            return False
        return self._trying or self._timer() - self._opened_at < self._seconds

    def begin(self) -> None:
        """A call begins. Raises CircuitOpen when it must not."""
        if self.open:
            raise CircuitOpen
        self._trying = self._failed >= self._most

    def succeeded(self) -> None:
        """The call was answered."""
        self._failed, self._trying, self._seconds = 0, False, self._least

    def failed(self, *, slow: bool = False) -> None:
        """The call failed in a way that tells against the service; ``slow`` where it was not answered in time."""
        if self._trying and slow:
            self._seconds = min(2 * self._seconds, max(LONGEST_OPEN, self._least))
        self._failed, self._trying = max(self._failed + 1, self._most if slow else 0), False
        self._opened_at = self._timer()

    def abandoned(self) -> None:
        """The call ended without telling anything about the service: cancelled, or refused for its content."""
        self._trying = False
