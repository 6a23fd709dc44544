"""Kept views of a sealed log: no word of a patient in the file, and read as ever by who has the keys."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from domain.events import fact_id_of
from domain.records import PatientRecords
from domain.store.rotation import rotate
from projections.kept import KeptViews
from projections.kept_cells import SEALED_MARK
from projections.kept_table import KeptTable
from projections.live import LiveViews
from projections.patient_view import PROJECTIONS
from projections.profile import ProfileProjection
from projections.rebuild import rebuild
from projections.runner import ProjectionRunner
from server.data_directory import DataDirectory
from tests.builders import (
    PATIENT_ID,
    an_id,
    claim,
    condition,
    correcting,
    extraction,
    lab,
    later,
    medicine,
    recording,
    register,
    utterance,
)

OTHER = an_id("other")
SAID = "I have gout and nobody shall know it."
PROFILE = f"profile_v{ProfileProjection.version}"


@pytest.fixture
def directory(tmp_path: Path) -> DataDirectory:
    directory = DataDirectory(tmp_path)
    (tmp_path / SEALED_MARK).touch()
    with directory.records() as records:
        records.execute(register())
        records.execute(register(OTHER, request="register other"))
        records.execute(utterance(1, SAID, now=later(minutes=1)))
        records.execute(extraction(1, claim(condition("gout")), now=later(minutes=1)))
        for patient_id, dose in ((PATIENT_ID, "500 mg"), (OTHER, "850 mg")):
            command = recording(lab(7.2), medicine(dose), request=f"record {dose}")
            records.execute(command.with_fields(patient_id=patient_id))
        ProjectionRunner(records, directory.views).catch_up()
    return directory


@pytest.fixture
def records(directory: DataDirectory) -> Iterator[PatientRecords]:
    with directory.records() as records:
        yield records


def _bytes(directory: DataDirectory) -> bytes:
    return b"".join(path.read_bytes() for path in directory.views.parent.glob("views.db*"))


def _differing(records: PatientRecords, directory: DataDirectory) -> set[str]:
    outcomes = rebuild(records, directory.views, verify_only=True)
    return {one.name for one in outcomes if not one.identical}


def test_the_file_holds_neither_words_nor_what_they_are_about(directory: DataDirectory) -> None:
    held = _bytes(directory)
    assert PATIENT_ID.encode() in held
    for secret in ("gout", "nobody", "hba1c", "metformin", "850 mg", '"content"', "conditions"):
        assert secret.encode() not in held


def test_who_has_the_keys_reads_what_is_folded_live(records: PatientRecords, directory: DataDirectory) -> None:
    kept, live = ProjectionRunner(records, directory.views).views, LiveViews(records)
    for patient_id in (PATIENT_ID, OTHER):
        prints = live.view(patient_id).fingerprints()
        assert {one.name: kept.fingerprints(one.name)[patient_id] for one in PROJECTIONS} == prints
    stored = kept.read("consolidated", PATIENT_ID)
    assert stored is not None
    assert '["conditions","patient","affirmed","gout",""]' in stored[0]


def test_a_fact_that_is_no_more_leaves_the_file(records: PatientRecords, directory: DataDirectory) -> None:
    runner, corrected = ProjectionRunner(records, directory.views), fact_id_of(an_id("record 500 mg"), 2)
    before = runner.views.read("profile", PATIENT_ID)
    records.execute(correcting(corrected, medicine("1000 mg")))
    runner.catch_up()
    after = runner.views.read("profile", PATIENT_ID)
    assert before is not None and corrected in before[0]
    assert after is not None and corrected not in after[0]
    assert _differing(records, directory) == set()


def test_a_row_under_another_key_patient_or_view_is_found(records: PatientRecords, directory: DataDirectory) -> None:
    with closing(sqlite3.connect(directory.views)) as other, other:
        [(first, cell), (second, _)] = other.execute(
            f"SELECT key, view FROM {PROFILE} WHERE patient_id = ? ORDER BY length(view) DESC LIMIT 2", (PATIENT_ID,)
        ).fetchall()
        assert first != second
        other.execute(f"UPDATE {PROFILE} SET view = ? WHERE patient_id = ? AND key = ?", (cell, PATIENT_ID, second))
    assert _differing(records, directory) == {"profile"}


def test_a_rebuild_of_the_same_log_has_the_same_bytes(records: PatientRecords, directory: DataDirectory) -> None:
    def cells() -> list[tuple[str, str, bytes]]:
        with closing(sqlite3.connect(directory.views)) as other:
            return other.execute(f"SELECT patient_id, key, view FROM {PROFILE} ORDER BY 1, 2").fetchall()

    before = cells()
    assert all(one.identical and one.served for one in rebuild(records, directory.views))
    assert cells() == before


def test_rows_are_read_after_a_rotation_of_the_master_key(directory: DataDirectory) -> None:
    rotate(directory.keys, directory.path / "master.key")
    with directory.records() as records:
        assert _differing(records, directory) == set()


def test_a_destroyed_key_closes_rows_that_somebody_kept_a_copy_of(
    records: PatientRecords, directory: DataDirectory
) -> None:
    runner = ProjectionRunner(records, directory.views)
    assert records.seal is not None
    records.seal.keyring.destroy(OTHER)

    stored = runner.views.fingerprints("profile")
    live = LiveViews(records).view(PATIENT_ID).fingerprints()["profile"]
    assert stored[PATIENT_ID] == live
    with runner.views.transaction() as connection:
        rows = KeptTable(connection, ProfileProjection()).of(OTHER)
    assert rows and not any(b"850" in row for row in rows.values())


def test_without_a_seal_rows_are_in_the_clear(tmp_path: Path) -> None:
    with PatientRecords(tmp_path / "log.db") as records:
        records.execute(register())
        records.execute(recording(medicine("500 mg")))
        ProjectionRunner(records, tmp_path / "views.db").catch_up()
    stored = KeptViews(tmp_path / "views.db").read("profile", PATIENT_ID)
    assert stored is not None and any("500 mg" in str(row) for row in stored[0].values())
