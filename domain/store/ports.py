"""What a storage backend must do: keep the log of all patients, and the keyring that its payloads are encrypted with.

Everything above the store speaks to these two; who implements them is chosen once, by the place that a log is opened
at (:mod:`domain.store.places`). One contract of tests runs on every backend (`tests/domain/test_store.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol
from uuid import UUID

from eventsourcing.persistence import ApplicationRecorder, Subscription

if TYPE_CHECKING:
    from domain.store.group_commit import GroupCommit
    from domain.store.mapper import LogRow
    from domain.store.seal import Seal


class ChainedRow(NamedTuple):
    """A row of the log with its digest, as verification reads it."""

    position: int
    patient_id: str
    version: int
    topic: str
    event_id: str
    recorded_at: str
    state: bytes
    chain: bytes


class LinkedRow(NamedTuple):
    """A row of the log with its digest and that of the row before it, None for the first; columns as they stand."""

    position: int
    patient_id: str
    version: int
    topic: str
    event_id: str
    recorded_at: str
    state: bytes
    chain: bytes | None
    before: bytes | None


class LogStore(Protocol):
    """An append-only log of rows with global positions.

    A position is given once, and never to a row that is committed before one of a lower position: whoever has read up
    to a position misses nothing. Every save is durable when it is acknowledged. Failures are raised as
    :func:`domain.store.failures.store_errors` names them.
    """

    commits: GroupCommit

    def open_writer(self, seal: Seal | None, lock_seconds: float) -> None:
        """Make ready to append, under ``seal`` or in the clear; a new log is marked as one or the other for good.

        Raises LogNotSealed and LogSealed when the log is of the other kind, and LogTruncated when it ends before its
        head anchor.
        """
        ...

    def close_writer(self) -> None:
        """End appending; under a seal, the head is signed."""
        ...

    def try_writing(self) -> None:
        """Take the right to append and give it back; raises what a save would fail with."""
        ...

    def place(self) -> Path | None:
        """The file that the log is kept in; None where it is not this machine's files that have to have room."""
        ...

    def turn_of(self, patient_id: str) -> AbstractContextManager[object]:
        """Keep the commands of one patient in a row, as far as the versions alone do not, over all processes."""
        ...

    def insert_events(self, stored_events: Sequence[LogRow]) -> Sequence[int]:
        """Append rows in one transaction, and return their positions; raises IntegrityError for a version taken."""
        ...

    def copy_rows(self, rows: Sequence[LogRow]) -> None:
        """Append rows of another log at the very positions that they have there."""
        ...

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[LogRow]:
        """A patient's rows by version."""
        ...

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
        originator_id: str | None = None,
    ) -> Sequence[LogRow]:
        """Rows by position, optionally of some topics or of one patient."""
        ...

    def patient_rows(
        self, patient_id: str, *, after_version: int = 0, up_to: int | None = None, but: Collection[str] = ()
    ) -> list[LogRow]:
        """A patient's rows after a version, in order, up to a position if one is given; ``but`` these topics."""
        ...

    def max_notification_id(self) -> int:
        """The last position, 0 for an empty log."""
        ...

    def last_used_position(self) -> int:
        """The last position that was ever given to an event, whether or not it is still there."""
        ...

    def select_last_position(self, before: int) -> int:
        """The last position before this one, 0 when there is none."""
        ...

    def count_of(self, patient_id: str, up_to: int) -> int:
        """How many events a patient has at or before a position."""
        ...

    def events_up_to(self, position: int) -> int:
        """How many events stand at or before a position."""
        ...

    def patients_after(self, patient_id: str, limit: int, up_to: int) -> list[tuple[str, int]]:
        """The next ``limit`` patients by id, each with the number of their events at or before a position."""
        ...

    def patients_between(self, after: int, up_to: int) -> list[str]:
        """Patients with an event after position ``after`` and at or before ``up_to``, by id."""
        ...

    def patients_with(self, topic: str, after: int = 0) -> list[str]:
        """Patients who have a row of ``topic`` after a position."""
        ...

    def patients_with_more(self, topic: str, than: str) -> list[str]:
        """Patients with more rows of ``topic`` than of ``than``: where something begun was not completed."""
        ...

    def select_chained(self, after: int, limit: int, up_to: int) -> list[ChainedRow]:
        """Rows with their digests, by position; in columns that are damaged, what is no UTF-8 is replaced."""
        ...

    def linked_rows(self, patient_id: str, up_to_version: int) -> list[LinkedRow]:
        """A patient's rows up to a version, each with the digest of the row that stands before it in the log."""
        ...

    def misstored(self, up_to: int, limit: int) -> list[tuple[int, str, int]]:
        """Position, patient and version of rows with a column of another type than it was written in."""
        ...

    def missing_mark(self) -> str:
        """What to do where the log no longer says that it is sealed; empty where it does."""
        ...

    def missing_triggers(self) -> list[str]:
        """The triggers of an append-only log that this one lacks, or has with other words."""
        ...

    def damages(self) -> list[str]:
        """What the database's own check of the log finds, without any content; empty for a sound one."""
        ...

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """Follow the log from position ``gt`` on, also across processes."""
        ...

    def waking(self, call: Callable[[], None]) -> AbstractContextManager[None]:
        """Call ``call`` at once, and meanwhile whenever something may have been committed, here or elsewhere.

        It is called from any thread, must be quick and raise nothing.
        """
        ...

    @property
    def followed(self) -> int:
        """How many follow the log in this process."""
        ...


class KeyRows(Protocol):
    """A connection to the tables of a keyring. Statements are written in the SQL that every backend understands."""

    def execute(self, statement: str, parameters: Sequence[Any] = (), /) -> Any:
        """Run one statement with ``?`` for its values; the result has ``fetchone`` and ``fetchall``."""
        ...

    def execute_many(self, statement: str, parameters: Sequence[Sequence[Any]], /) -> Any:
        """Run one statement for each of these sets of values."""
        ...

    def has(self, table: str) -> bool:
        """Whether there is a table of this name: some are made when they are first needed."""
        ...


class KeyStore(Protocol):
    """Where the wrapped keys of a log are kept. Its failures are raised by our names."""

    def exists(self) -> bool:
        """Whether a keyring was made there."""
        ...

    def create(self, fill: Callable[[KeyRows], object]) -> None:
        """Make the tables and let ``fill`` write into them, all or nothing."""
        ...

    def read(self, question: Callable[[KeyRows], Any]) -> Any:
        """What ``question`` reads; used by one thread at a time."""
        ...

    def writing(self) -> AbstractContextManager[KeyRows]:
        """One transaction that no other writer comes between; undone where the block raises."""
        ...

    def replacing(self) -> AbstractContextManager[KeyRows]:
        """The same, in which the master key is replaced; raises StoreLocked where somebody else uses the keyring."""
        ...

    def overwrite_destroyed(self) -> None:
        """See to it that no file of the keyring holds any more what was deleted from it, as far as that can be done."""
        ...

    def copy_to(self, target: Path) -> None:
        """Copy the keyring as it is now to a new file."""
        ...

    def close(self) -> None:
        """Give back what reading has taken."""
        ...


Followed = Callable[[], None]
"""Is called whenever something may have been committed."""
Watch = Callable[[Event, Followed], None]
"""Looks for commits of other processes, in a thread of its own, until it is told to stop."""
