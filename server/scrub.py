"""The scrub: the log is verified again and again in the background, a slice at a time.

Damage that nobody reads stays unknown until the backup without it is gone, too. What the scrub finds stands in the
health service under :data:`LOG_HEALTH`, in the metrics, and in a file for `anamnesis doctor`; the service goes on, for
the log of every other patient is sound.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import orjson
import structlog

from domain.errors import AnamnesisError
from domain.records import PatientRecords
from domain.store.verification import Step, verify
from server.work import WorkPool

log = structlog.get_logger(__name__)

LOG_HEALTH = "anamnesis.log"
"""The health of the log as it was last verified: not serving since a fault was found, until a pass finds none."""
FILE = "scrub.json"
"""What the last pass found, in the data directory: kinds and counts, and of patients nothing."""
PASS_SECONDS = 3_600.0
"""From one pass to the next at least (ours): a small log is not worth more, and a large one takes longer anyhow."""


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """A pass that ended: when, in UTC; over how many events; and how often each kind of fault was found."""

    ended: datetime
    events: int
    faults: dict[str, int]


class Scrub:
    """Verifies a log for as long as it runs, at a rate that leaves the machine to those who talk."""

    def __init__(
        self,
        records: PatientRecords,
        directory: Path,
        work: WorkPool,
        events_per_hour: int,
        told: Callable[[Scrubbed], Awaitable[None]],
        pass_seconds: float = PASS_SECONDS,
    ) -> None:
        """``work`` is a pool of its own; ``told`` hears of every fault at once, and of every pass when it ends."""
        self._records = records
        self._file = directory / FILE
        self._work = work
        self._rate = events_per_hour / 3_600
        self._told = told
        self._pass_seconds = pass_seconds

    async def run(self) -> None:
        """Pass after pass, until cancelled."""
        clock = asyncio.get_running_loop().time
        while True:
            began = clock()
            done = await self.once()
            await self._work(partial(note, self._file, done))
            await self._told(done)
            await asyncio.sleep(max(0.0, began + self._pass_seconds - clock()))

    async def once(self) -> Scrubbed:
        """One pass. A log that cannot be read is a fault of its own, by the name of the failure."""
        assert self._records.seal is not None
        steps = verify(self._records.rows_log, self._records.seal)
        events, faults = 0, Counter[str]()
        try:
            while (step := await self._work(lambda: next(steps, None))) is not None:
                faults.update(one.kind for one in step.findings)
                if step.findings:
                    _tell(step)
                    await self._told(Scrubbed(_now(), step.events, dict(faults)))
                if not step.done:
                    await asyncio.sleep((step.events - events) / self._rate)
                events = step.events
        except AnamnesisError as error:
            log.error("scrub_failed", reason=error.reason)
            faults[error.reason] += 1
        except Exception as error:
            # Whatever it is, a log that cannot be looked at must not pass for whole, and the next pass looks again.
            log.error("scrub_failed", reason=type(error).__name__)
            faults["NOT_VERIFIED"] += 1
        return Scrubbed(_now(), events, dict(faults))


def note(file: Path, done: Scrubbed) -> None:
    """Keep what a pass found; a full disk keeps it from being noted, and nothing else."""
    unfinished = file.with_name(f"{file.name}.unfinished")
    kept = {"ended": done.ended.isoformat(), "events": done.events, "faults": done.faults}
    with suppress(OSError):
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as handle:
            handle.write(orjson.dumps(kept))
        unfinished.replace(file)


def last(directory: Path) -> Scrubbed | None:
    """What the last pass over the log of a data directory found; None where none has ended, or its note is damaged."""
    try:
        kept = orjson.loads((directory / FILE).read_bytes())
        return Scrubbed(datetime.fromisoformat(kept["ended"]), int(kept["events"]), dict(kept["faults"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _tell(step: Step) -> None:
    for one in step.findings:
        log.error("log_fault", kind=one.kind, position=one.position)


def _now() -> datetime:
    return datetime.now(UTC)
