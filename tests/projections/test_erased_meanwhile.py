"""A patient who is erased while views are verified or rebuilt: no false difference, and nothing comes back."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from domain.commands import ErasePatient
from domain.records import PatientRecords
from projections.filling_afresh import fill_afresh
from projections.kept import KeptViews
from projections.kept_table import KeptTable
from projections.patient_view import PROJECTIONS
from projections.rebuild import rebuild, rebuilding
from projections.runner import ProjectionRunner
from projections.shares import in_this_process
from tests.builders import NOW, PATIENT_ID, an_id, lab, recording, register
from tests.domain.sealed import SealedLog

ERASED = max(PATIENT_ID, an_id("other"))


@pytest.fixture
def records(tmp_path: Path) -> Iterator[PatientRecords]:
    with SealedLog(tmp_path).records() as records:
        yield records


@pytest.fixture
def views(tmp_path: Path, records: PatientRecords) -> Path:
    for patient_id in (PATIENT_ID, an_id("other")):
        records.execute(register(patient_id, request=patient_id))
        records.execute(recording(lab(7.2), request=f"lab {patient_id}").with_fields(patient_id=patient_id))
    ProjectionRunner(records, tmp_path / "views.db").catch_up()
    return tmp_path / "views.db"


def erase(records: PatientRecords, views: Path) -> None:
    records.execute(ErasePatient(request_id=an_id("erase"), patient_id=ERASED, now=NOW, key_fingerprint="-"))
    records.destroy_key(ERASED)
    ProjectionRunner(records, views).catch_up()


def test_an_erasure_during_a_verification_is_no_difference(records: PatientRecords, views: Path) -> None:
    steps = rebuilding(records, views, verify_only=True, batch_rows=1)
    next(steps)
    erase(records, views)
    assert all(step.identical for step in steps if step.done)
    assert all(outcome.identical for outcome in rebuild(records, views, verify_only=True))


def test_what_a_rebuild_has_read_is_not_stored_after_an_erasure(records: PatientRecords, views: Path) -> None:
    class Slow(KeptViews):
        """Between the reading of a batch and its storing, there is time for an erasure."""

        @contextmanager
        def transaction(self, *, write: bool = False) -> Iterator[sqlite3.Connection]:
            if write and not records.is_erased(ERASED):
                erase(records, views)
            with super().transaction(write=write) as connection:
                yield connection

    with KeptViews(views).transaction(write=True) as connection:
        for projection in PROJECTIONS:
            KeptTable(connection, projection, fresh=True).create(records.head())
    (batch,) = fill_afresh(Slow(views), records, PROJECTIONS, 1_000, in_this_process(records))
    assert batch.events == 4
    with KeptViews(views).transaction() as connection:
        for projection in PROJECTIONS:
            assert ERASED not in KeptTable(connection, projection, fresh=True).patients("", None)
