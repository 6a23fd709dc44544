"""Reading one patient: live, always up to the last save, or as of a position or moment."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime

from domain.cancellation import cancellable
from domain.collecting import uncollected
from domain.errors import InvalidMoment, PatientErased, PatientNotFound
from domain.records import PatientRecords
from domain.store.mapper import LogRow
from projections.patient_fold import not_folded
from projections.patient_log import PatientLog
from projections.patient_view import PROJECTIONS, PatientView

VIEWS_IN_MEMORY = 1_000
"""Patients whose views are kept in memory, least recently read first out."""


class LiveViews:
    """Serves the views of one patient from a bounded memory, caught up with the log at every read."""

    def __init__(self, records: PatientRecords, views: int = VIEWS_IN_MEMORY) -> None:
        self._records = records
        self._log = PatientLog(records, PROJECTIONS)
        self._views: OrderedDict[str, PatientView] = OrderedDict()
        self._lock = threading.Lock()
        self._max_views = views

    def view(self, patient_id: str) -> PatientView:
        """The patient's views now, as a copy of the caller's own.

        Raises PatientNotFound, PatientErased, and LogCorrupted for an event that cannot be read or folded.
        """
        with self._lock:
            # Until it is folded on it belongs to nobody: half an event must not be read.
            view = self._views.pop(patient_id, None) or PatientView(patient_id)
            self._fold(view, self._log.since(patient_id, view.version))
            if view.version == 0:
                raise PatientNotFound(patient_id=patient_id)
            if view.erased:
                raise PatientErased(patient_id=patient_id)
            self._views[patient_id] = view
            while len(self._views) > self._max_views:
                self._views.popitem(last=False)
            return view.copy()

    def forget(self, patient_id: str) -> None:
        """Keep nothing of the patient in memory."""
        with self._lock:
            self._views.pop(patient_id, None)

    def as_of(self, patient_id: str, *, position: int | None = None, known_at: datetime | None = None) -> PatientView:
        """The views as they stood at a position of the log or at a moment of recording, folded afresh.

        Raises PatientNotFound when the patient did not exist by then, PatientErased whatever the moment, and
        InvalidMoment for a position below 1.
        """
        if position is None and known_at is None:
            return self.view(patient_id)
        if position is not None and position < 1:
            raise InvalidMoment("A position is at least 1.", position=position)
        rows = self._log.since(patient_id, 0) if position is None else self._log.up_to(patient_id, position)
        if known_at is not None:
            rows = self._log.known_at(rows, known_at)
        view = PatientView(patient_id)
        self._fold(view, rows)
        if view.version == 0:
            raise PatientNotFound(patient_id=patient_id)
        if view.erased or self._records.is_erased(patient_id):
            raise PatientErased(patient_id=patient_id)
        return view

    def _fold(self, view: PatientView, rows: Sequence[LogRow]) -> None:
        with uncollected():
            for row in cancellable(rows):
                event = self._log.event(row)
                if event is None:
                    view.pass_over(row.originator_version, row.id)
                    continue
                try:
                    view.apply(event)
                except Exception as error:  # whatever a reducer raises has this one name
                    if self._records.is_erased(view.patient_id):
                        raise PatientErased(patient_id=view.patient_id) from error
                    raise not_folded(row.id, view.patient_id, error) from error
