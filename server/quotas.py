"""How much one principal, and one patient, may ask for: so that one caller's haste is not everybody's wait."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from domain.errors import TooManyRequests

MAX_BUCKETS = 10_000
"""Buckets kept; the one that was not asked for longest is dropped first."""


class QuotaExceeded(TooManyRequests):
    """The caller asks for more than its share."""

    reason = "QUOTA_EXCEEDED"
    advice = "Wait as long as the RetryInfo says; an operator can raise the share."

    def __init__(self, message: str = "", *, seconds: float = 1.0, **details: str | int | float) -> None:
        super().__init__(message, **details)
        # When there is room again is known here, and differs from call to call.
        self.retry_seconds = round(seconds, 3)  # type: ignore[misc]


@dataclass(frozen=True, slots=True)
class Shares:
    """What a principal may ask for; 0 is no limit."""

    calls_a_minute: int = 0
    megabytes_a_minute: int = 0
    registrations_an_hour: int = 0
    streams: int = 0
    turns_of_a_patient_a_minute: int = 0


class Buckets(Protocol):
    """Where it is counted what was asked for: by one process, or by all workers of one service."""

    def take(self, kind: str, whose: str, amount: int, share: int, seconds: int) -> float:
        """Take from a share that fills again in so many seconds; how many to wait for, 0 where it was taken."""
        ...

    def opened(self, whose: str, streams: int, most: int) -> bool:
        """Add to the streams that are open, unless there would be more than ``most`` (0 is no limit)."""
        ...


@dataclass(slots=True)
class Bucket:
    """What is left of a share, as of a moment in seconds of the clock."""

    left: float
    at: float

    def take(self, amount: int, share: int, seconds: int, now: float) -> float:
        """As :meth:`Buckets.take`."""
        rate = share / seconds
        self.left = min(float(share), self.left + max(0.0, now - self.at) * rate)
        self.at = now
        # What is larger than the whole share passes when the share is whole; its debt is paid before the next.
        needed = min(amount, share)
        if self.left < needed:
            return (needed - self.left) / rate
        self.left -= amount
        return 0.0


class OwnBuckets:
    """Counts for one process, on its event loop."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._streams: Counter[str] = Counter()

    def take(self, kind: str, whose: str, amount: int, share: int, seconds: int) -> float:
        """As :meth:`Buckets.take`."""
        now = self._clock()
        bucket = self._buckets.pop((kind, whose), None) or Bucket(float(share), now)
        self._buckets[kind, whose] = bucket
        if len(self._buckets) > MAX_BUCKETS:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take(amount, share, seconds, now)

    def __len__(self) -> int:
        """How many shares are remembered."""
        return len(self._buckets)

    def opened(self, whose: str, streams: int, most: int) -> bool:
        """As :meth:`Buckets.opened`."""
        if most and self._streams[whose] + streams > most:
            return False
        self._streams[whose] += streams
        if not self._streams[whose]:
            del self._streams[whose]
        return True


class Quotas:
    """Token buckets: a share may be used at once, and fills again evenly. To be used on one event loop."""

    def __init__(
        self, shares: Shares, clock: Callable[[], float] = time.monotonic, buckets: Buckets | None = None
    ) -> None:
        """``buckets`` count for several processes; without them they are this one's own, by ``clock``."""
        self._shares = shares
        self._buckets = buckets if buckets is not None else OwnBuckets(clock)

    def call(self, principal: str, size: int) -> None:
        """Count a call, or a message of a stream, of ``size`` bytes. Raises QuotaExceeded."""
        self._take("calls", principal, 1, self._shares.calls_a_minute, 60)
        self._take("bytes", principal, size, self._shares.megabytes_a_minute * 1024 * 1024, 60)

    def registration(self, principal: str) -> None:
        """Count a registration. Raises QuotaExceeded."""
        self._take("registrations", principal, 1, self._shares.registrations_an_hour, 3600)

    def turn(self, patient_id: str) -> None:
        """Count a turn of a patient, whoever asks for it. Raises QuotaExceeded."""
        self._take("turns", patient_id, 1, self._shares.turns_of_a_patient_a_minute, 60)

    @contextmanager
    def stream(self, principal: str) -> Iterator[None]:
        """Count a stream while it is open. Raises QuotaExceeded."""
        if not self._buckets.opened(principal, 1, self._shares.streams):
            raise QuotaExceeded("Too many streams of this caller are open.", limit=self._shares.streams)
        try:
            yield
        finally:
            self._buckets.opened(principal, -1, 0)

    def _take(self, kind: str, whose: str, amount: int, share: int, seconds: int) -> None:
        if share and (wait := self._buckets.take(kind, whose, amount, share, seconds)):
            raise QuotaExceeded(f"Too many {kind}.", seconds=wait, limit=share)
