"""How much one principal, and one patient, may ask for: so that one caller's haste is not everybody's wait."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

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


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float


class Quotas:
    """Token buckets: a share may be used at once, and fills again evenly. To be used on one event loop."""

    def __init__(self, shares: Shares, clock: Callable[[], float] = time.monotonic) -> None:
        self._shares = shares
        self._clock = clock
        self._buckets: dict[tuple[str, str], _Bucket] = {}
        self._streams: Counter[str] = Counter()

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
        if self._shares.streams and self._streams[principal] >= self._shares.streams:
            raise QuotaExceeded("Too many streams of this caller are open.", limit=self._shares.streams)
        self._streams[principal] += 1
        try:
            yield
        finally:
            self._streams[principal] -= 1
            if not self._streams[principal]:
                del self._streams[principal]

    def _take(self, kind: str, whose: str, amount: int, share: int, seconds: int) -> None:
        if not share:
            return
        now, rate = self._clock(), share / seconds
        bucket = self._buckets.pop((kind, whose), None) or _Bucket(float(share), now)
        self._buckets[kind, whose] = bucket
        if len(self._buckets) > MAX_BUCKETS:
            del self._buckets[next(iter(self._buckets))]
        bucket.left = min(float(share), bucket.left + (now - bucket.at) * rate)
        bucket.at = now
        # What is larger than the whole share passes when the share is whole; its debt is paid before the next.
        needed = min(amount, share)
        if bucket.left < needed:
            raise QuotaExceeded(f"Too many {kind}.", seconds=(needed - bucket.left) / rate, limit=share)
        bucket.left -= amount
