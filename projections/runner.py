"""Follows the log and keeps the views: a page of events and the position after it in one transaction.

Views therefore stand exactly at their position, however often the runner is stopped or killed, and a second runner on
the same file finds the position moved and applies nothing twice.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from domain.errors import AnamnesisError
from domain.records import PatientRecords
from projections.base import Projection
from projections.filling import fill_batch
from projections.following import Follower
from projections.kept import KeptViews, Quarantined
from projections.kept_cells import cells_beside
from projections.patient_log import PatientLog
from projections.patient_view import PROJECTIONS
from projections.projector_role import ProjectorRole

PAGE_ROWS = 500
"""Rows of a page. Larger pages fold faster and hold the file longer; rates from 10 to 5,000 differ by less than a
fifth (event-store measurements, paged rebuild)."""

RETRY_SECONDS = 1.0
"""How long after a failure that is not one of a patient's events the log is followed again."""

GATHER_SECONDS = 0.15
"""How long what is saved is gathered before it is applied, unless somebody waits for it: a turn saves three times, and
views that follow each save take half as much processor time as the turn (measured)."""

LOOK_AGAIN_SECONDS = 1.0
"""How often the log is looked at although nothing woke the runner: a missed wake-up costs no more than this."""

STAND_BACK_SECONDS = 1.0
"""How often a runner that stands back looks whether the projector has gone."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Condition:
    """How the following of the log is doing.

    ``lag`` counts positions. ``failure`` names what went wrong and has not gone well since: the reason of a named
    failure or the kind of an exception, empty where nothing did.
    """

    running: bool
    lag: int
    failure: str


class ProjectionRunner:
    """Keeps every projection of every patient up to date, by request or in a thread of its own."""

    def __init__(
        self,
        records: PatientRecords,
        database: Path,
        *,
        projections: Sequence[Projection[Any]] = PROJECTIONS,
        page_rows: int = PAGE_ROWS,
    ) -> None:
        """Open or create the kept views at ``database``.

        Missing, damaged or outdated ones are folded from the log, and so are those that stand beyond its end.
        """
        cells = cells_beside(database, records.seal.keyring if records.seal is not None else None)
        self.views = KeptViews(database, projections, cells)
        self.role = ProjectorRole(database)
        self._records = records
        self._projections = tuple(projections)
        self._log = PatientLog(records, projections)
        self._page_rows = page_rows
        self._follower = Follower(self.views, self._log, self._projections, page_rows)
        self._stepping = threading.Lock()
        self._moved = threading.Condition()
        self._reached = self._begun()
        self._stopping = threading.Event()
        self._leads = False
        self._open = ExitStack()
        self._thread: threading.Thread | None = None
        self._woken = threading.Event()
        self._awaited = threading.Event()
        """Set while somebody waits for the views, or for the runner to stop."""
        self._waiting = 0
        self._failure = ""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Follow the log in the background until :meth:`stop`."""
        if self._thread is None:
            self._stopping.clear()
            self._awaited.clear()
            self._open.enter_context(self.views.held())
            self._thread = threading.Thread(target=self._supervise, name="anamnesis-projections", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Finish the page in progress and stop following."""
        if self._thread is not None:
            self._stopping.set()
            self._awaited.set()
            self._woken.set()
            self._thread.join()
            self._thread = None
            self._open.close()

    @contextmanager
    def leading(self, stopping: threading.Event) -> Iterator[bool]:
        """Follow in the background as the one projector, whom servers leave the work to.

        Waits until no other projector runs; False where ``stopping`` was set before.
        """
        with ExitStack() as held:
            while not (led := held.enter_context(self.role.taken())) and not stopping.wait(STAND_BACK_SECONDS):
                held.pop_all().close()
            if not led:
                yield False
                return
            self._leads = True
            try:
                with self:
                    yield True
            finally:
                self._leads = False

    def catch_up(self) -> int:
        """Apply everything that the log holds now; returns the position that all projections have reached.

        Raises StoreUnavailable when the views cannot be written; then the last whole page stands.
        """
        with self._stepping, self.views.held():
            while self.step():
                continue
        return self._reached

    def step(self) -> bool:
        """Apply one page to the tables that are whole, and one batch to those being filled; whether there may be more.

        A table that was dropped since is found by the next look.
        """
        page, filled = self._follower.page(), False
        if page.lacking:
            filled = fill_batch(self.views, self._log, self._projections, self._page_rows) is not None
        self._note(page.reached)
        return page.more or filled

    def wait_for(self, position: int, timeout: float) -> bool:
        """Wait until every projection has reached ``position``; False after ``timeout`` seconds."""
        with self._moved:
            self._waiting += 1
            self._awaited.set()
            try:
                return self._moved.wait_for(lambda: self._reached >= position, timeout)
            finally:
                self._waiting -= 1
                if not self._waiting and not self._stopping.is_set():
                    self._awaited.clear()

    def positions(self) -> dict[str, int]:
        """How far each projection has followed the log."""
        return self.views.positions()

    def lag(self) -> int:
        """By how many positions the slowest projection is behind the log."""
        return max(0, self._records.head() - min(self.positions().values()))

    def condition(self) -> Condition:
        """Whether the views are followed in the background, how far they are behind, and what fails just now.

        Reads no view, for that is what may fail. Raises StoreUnavailable where the log cannot be read.
        """
        running = self._thread is not None and self._thread.is_alive()
        return Condition(running, max(0, self._records.head() - self._reached), self._failure)

    def tend(self) -> None:
        """See whether tables were dropped or changed meanwhile, and have them filled again in the background.

        No event of the log would wake whoever follows it for that. Raises StoreUnavailable.
        """
        reached = min(self.views.positions().values())
        if reached < self._reached and self._thread is not None:
            self._note(reached)
            self._woken.set()

    def quarantined(self) -> tuple[Quarantined, ...]:
        """Events that could not be folded, and those that wait behind them."""
        return self.views.quarantined()

    def _begun(self) -> int:
        positions = self.views.positions().values()
        if max(positions) > (head := self._records.head()):
            # The log was restored to an earlier state: what comes now would be taken for what was folded then.
            self.views.begin_anew(beyond=head)
            positions = self.views.positions().values()
        return min(positions)

    def _supervise(self) -> None:
        self._attempt(self._follower.readmit)
        while not self._stopping.is_set():
            if not self._attempt(self._follow):
                self._stopping.wait(RETRY_SECONDS)

    def _follow(self) -> None:
        with self._records.rows_log.waking(self._woken.set):
            while not self._stopping.is_set():
                self._woken.clear()
                if self._reached < (head := self._records.head()):
                    self._follow_to(head)
                self._woken.wait(LOOK_AGAIN_SECONDS)
                self._awaited.wait(GATHER_SECONDS)

    def _follow_to(self, position: int) -> None:
        """Follow the log at least up to ``position``, or wait until the projector that runs elsewhere has."""
        while self._reached < position and not self._stopping.is_set():
            with nullcontext(True) if self._leads else self.role.taken() as ours:
                if ours:
                    self._steps()
                    return
            self._note(min(self.views.positions().values()))
            if self._reached < position:
                self._stopping.wait(STAND_BACK_SECONDS)

    def _steps(self) -> None:
        with self._stepping:
            while not self._stopping.is_set() and self.step():
                continue
        self._failure = ""

    def _attempt(self, task: Callable[[], None]) -> bool:
        """Do it, and say whether that went well; whatever fails has a name in :meth:`condition`."""
        try:
            task()
        except Exception as error:  # this thread keeps the views of all patients: nothing may end it
            name = error.reason if isinstance(error, AnamnesisError) else type(error).__name__
            if name != self._failure:
                # The words of an exception may quote a patient. The views stand at their last whole page.
                _log.warning("kept views not updated: %s", name)
            self._failure = name
            return False
        return True

    def _note(self, reached: int) -> None:
        with self._moved:
            if reached > self._reached:
                self._failure = ""
            self._reached = reached
            self._moved.notify_all()
