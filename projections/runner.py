"""Follows the log and keeps the views: a page of events and the position after it in one transaction.

Views therefore stand exactly at their position, however often the runner is stopped or killed, and a second runner on
the same file finds the position moved and applies nothing twice.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from eventsourcing.persistence import ApplicationRecorder, Subscription

from domain.errors import StoreUnavailable
from domain.records import PatientRecords
from projections.base import Projection
from projections.folding import DecodedRow, by_patient, decoded, fold_stored
from projections.kept import KeptViews, Quarantined
from projections.kept_table import KeptTable
from projections.patient_view import PROJECTIONS

PAGE_ROWS = 500
"""Rows of a page. Larger pages fold faster and hold the file longer; rates from 10 to 5,000 differ by less than a
fifth (event-store measurements, paged rebuild)."""

_log = logging.getLogger(__name__)


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
        """Open or create the kept views at ``database``; missing, damaged or outdated ones are folded from the log."""
        self.views = KeptViews(database, projections)
        self._records = records
        self._projections = tuple(projections)
        self._page_rows = page_rows
        self._stepping = threading.Lock()
        self._moved = threading.Condition()
        self._reached = min(self.views.positions().values())
        self._stopping = threading.Event()
        self._open = ExitStack()
        self._thread: threading.Thread | None = None

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
            self._open.enter_context(self.views.held())
            subscription = self._open.enter_context(self._records.rows_log.subscribe(gt=self._reached))
            self._thread = threading.Thread(
                target=self._follow, args=(subscription,), name="anamnesis-projections", daemon=True
            )
            self._thread.start()

    def stop(self) -> None:
        """Finish the page in progress and stop following."""
        if self._thread is not None:
            self._stopping.set()
            self._open.close()
            self._thread.join()
            self._thread = None

    def catch_up(self) -> int:
        """Apply everything that the log holds now; returns the position that all projections have reached.

        Raises StoreUnavailable when the views cannot be written; then the last whole page stands.
        """
        with self._stepping, self.views.held():
            while self.step():
                continue
            self._promote()
        return self._reached

    def step(self) -> bool:
        """Apply one page to the projections that are furthest behind; False when there is nothing to apply."""
        positions = self.views.positions()
        behind = min(positions.values())
        with self._moved:
            self._reached = behind
            self._moved.notify_all()
        ahead = min((position for position in positions.values() if position > behind), default=None)
        page = self._records.rows(behind, self._page_rows, up_to=ahead)
        rows = [decoded(row, self._records.recorded) for row in page]
        for projection in self._projections:
            if positions[projection.name] == behind:
                self._apply(projection, behind, rows, rows[-1].position if rows else ahead or behind)
        return bool(rows) or ahead is not None

    def wait_for(self, position: int, timeout: float) -> bool:
        """Wait until every projection has reached ``position``; False after ``timeout`` seconds."""
        with self._moved:
            return self._moved.wait_for(lambda: self._reached >= position, timeout)

    def positions(self) -> dict[str, int]:
        """How far each projection has followed the log."""
        return self.views.positions()

    def lag(self) -> int:
        """By how many positions the slowest projection is behind the log."""
        return max(0, self._records.head() - min(self.positions().values()))

    def quarantined(self) -> tuple[Quarantined, ...]:
        """Events that could not be folded, and those that wait behind them."""
        return self.views.quarantined()

    def _follow(self, subscription: Subscription[ApplicationRecorder]) -> None:
        for row in subscription:
            if row.id > self._reached:
                self._follow_to_head()

    def _follow_to_head(self) -> None:
        try:
            with self._stepping:
                while not self._stopping.is_set() and self.step():
                    continue
                self._promote()
        except StoreUnavailable as error:
            # The views stand at their last whole page; the next event of the log is the next attempt.
            _log.warning("kept views not updated: %s", error.reason)

    def _apply(self, projection: Projection[Any], after: int, rows: Sequence[DecodedRow], position: int) -> None:
        with self.views.transaction(write=True) as connection:
            table = KeptTable(connection, projection)
            if table.position() != after:
                return
            parked = table.parked()
            for patient_id, own in by_patient(rows).items():
                if own[0].erases:
                    table.remove(patient_id)
                    continue
                folded = fold_stored(projection, table.get(patient_id), own, parked=patient_id in parked)
                if folded.view is not None:
                    table.put([folded.view])
                table.quarantine(folded.quarantined)
            table.move_to(position)

    def _promote(self) -> None:
        with self.views.transaction() as connection:
            waiting = [one for one in self._projections if not KeptTable(connection, one).serving()]
        for projection in waiting:
            with self.views.transaction(write=True) as connection:
                KeptTable(connection, projection).serve()
