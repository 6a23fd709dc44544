"""Verifying a range of a log by itself: what can be said of its rows with nothing but the row before them.

Of a range without a fault that is all there is to say, whoever looked; one with a fault has to be looked at in its
place, row by row, by :mod:`domain.store.verification`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Final

from cryptography.exceptions import InvalidTag

from domain.errors import AnamnesisError, PatientKeyMissing
from domain.events import PatientErased
from domain.spreading import Spread
from domain.store.chain import Head, link
from domain.store.failures import store_errors
from domain.store.ports import ChainedRow, LogStore
from domain.store.seal import Seal

RANGE_POSITIONS: Final = 50_000
"""Positions of a range: a third of a second of work, some megabytes."""
PAGE_ROWS: Final = 5_000
"""Rows read at once."""

OpensSealed = Callable[[], AbstractContextManager[tuple[LogStore, Seal]]]
"""Opens the log and its seal, in whichever process it is called: it has to be picklable."""


@dataclass(frozen=True, slots=True)
class Range:
    """The positions after one up to another, and those among them whose digests are to be told."""

    after: int
    up_to: int
    noted: frozenset[int]


@dataclass(slots=True)
class RangeFound:
    """What a range holds. Where it is not ``sound`` nothing else is said."""

    sound: bool = True
    before: Head = field(default_factory=Head)
    """The row that its first was held against."""
    head: Head = field(default_factory=Head)
    events: int = 0
    firsts: dict[str, int] = field(default_factory=dict)
    """The first version of each patient, and in ``lasts`` the last; between them none is missing."""
    lasts: dict[str, int] = field(default_factory=dict)
    unopened: dict[str, ChainedRow] = field(default_factory=dict)
    erasures: dict[str, ChainedRow] = field(default_factory=dict)
    digests: dict[int, bytes] = field(default_factory=dict)


Verifying = Spread[Range, RangeFound]
"""Looks at ranges and gives each back with what it holds, in the order of the log."""


def ranges_of(up_to: int, noted: frozenset[int]) -> Iterator[Range]:
    """The ranges of a log up to a position."""
    for after in range(0, up_to, RANGE_POSITIONS):
        end = min(up_to, after + RANGE_POSITIONS)
        yield Range(after, end, frozenset(one for one in noted if after < one <= end))


@contextmanager
def verifies(opens: OpensSealed) -> Iterator[Callable[[Range], RangeFound]]:
    """What looks at ranges of the log that ``opens`` opens: with it, a task for whoever verifies."""
    with opens() as (log, seal):
        yield lambda part: look_at(log, seal, part)


def look_at(log: LogStore, seal: Seal, part: Range) -> RangeFound:
    """The task: hold every row of a range against the one before it.

    What cannot be read is not sound either: whoever looks at it in its place meets the same failure, and names it.
    """
    try:
        with store_errors():
            return _looked_at(log, seal, part)
    except AnamnesisError:
        return RangeFound(sound=False)


def _looked_at(log: LogStore, seal: Seal, part: Range) -> RangeFound:
    found = RangeFound()
    if position := log.select_last_position(part.after + 1):
        (row,) = log.select_chained(position - 1, 1, position)
        found.before = Head(position, row.chain)
    found.head = found.before
    while rows := log.select_chained(max(part.after, found.head.position), PAGE_ROWS, part.up_to):
        for row in rows:
            if not _holds(found, row, seal):
                return RangeFound(sound=False)
        found.digests.update((row.position, row.chain) for row in rows if row.position in part.noted)
    return found


def linked(seal: Seal, before: bytes, row: ChainedRow, position: int | None = None) -> bytes:
    """The digest of a row after another's, at its own position or at the one that is named."""
    return link(
        seal.keyring.chain_key,
        before,
        row.position if position is None else position,
        row.patient_id,
        row.version,
        row.topic,
        row.event_id,
        row.recorded_at,
        row.state,
    )


def opens_with(seal: Seal, row: ChainedRow) -> bool:
    """Whether the key of its patient is there and opens a row."""
    try:
        seal.keyring.decrypt(row.patient_id, row.version, row.topic, row.state)
    except (InvalidTag, PatientKeyMissing):
        return False
    return True


def _holds(found: RangeFound, row: ChainedRow, seal: Seal) -> bool:
    before = found.head.digest
    if None in row or not before or linked(seal, before, row) != row.chain:
        return False
    last = found.lasts.get(row.patient_id)
    if last is None:
        found.firsts[row.patient_id] = row.version
    elif row.version != last + 1:
        return False
    found.lasts[row.patient_id] = row.version
    if row.version == 1 and not opens_with(seal, row):
        found.unopened[row.patient_id] = row
    if row.topic == PatientErased.topic():
        found.erasures[row.patient_id] = row
    found.head = Head(row.position, row.chain)
    found.events += 1
    return True
