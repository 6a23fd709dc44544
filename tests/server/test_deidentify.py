"""`deidentify`: files for a researcher, and the line in the access log that says they were made."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyarrow import parquet
from typer.testing import CliRunner, Result

from projections.deidentified import TABLES
from server.__main__ import application
from server.data_directory import DataDirectory
from tests.builders import PATIENT_ID, claim, extraction, later, medicine, register, utterance


def _run(*arguments: object) -> Result:
    return CliRunner().invoke(application(), [str(one) for one in arguments], prog_name="anamnesis")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with DataDirectory(tmp_path / "data").locked(), DataDirectory(tmp_path / "data").records() as records:
        records.execute(register())
        records.execute(utterance(1, now=later(minutes=1)))
        records.execute(extraction(1, claim(medicine("500 mg")), now=later(minutes=1)))
    return tmp_path / "data"


def test_tables_are_written_by_name_and_it_is_recorded_that_they_were(data: Path, tmp_path: Path) -> None:
    into = tmp_path / "tables"

    assert _run("deidentify", "knees", "--into", into, "--data", data).exit_code == 0

    assert {file.stem for file in into.iterdir()} == set(TABLES)
    [fact] = parquet.read_table(into / "facts.parquet").to_pylist()
    assert fact["slot"] == "medications" and fact["dose"] is None
    assert not any(PATIENT_ID.encode() in file.read_bytes() for file in into.iterdir())
    review = _run("access", "export", "--data", data).stdout
    assert "command deidentify" in review
    # The tables of another day are not mixed with these.
    assert _run("deidentify", "knees", "--into", into, "--data", data).exit_code == 1


def test_what_was_taken_away_stands_in_the_monthly_review(data: Path, tmp_path: Path) -> None:
    assert _run("deidentify", "knees", "--into", tmp_path / "tables", "--data", data).exit_code == 0
    assert _run("keys", "rotate", "--data", data).exit_code == 0
    assert _run("keys", "former", tmp_path / "old", "--data", data).exit_code == 0

    review = _run("access", "review", "--since", "1d", "--data", data).stdout
    assert "command deidentify" in review and "command keys former" in review


def test_a_query_is_answered_the_same_way_every_time_and_otherwise_for_another_study(data: Path) -> None:
    query = "SELECT person, count(*) AS facts FROM facts GROUP BY ALL"
    first, again, other = (
        _run("deidentify", study, query, "--format", "json", "--data", data) for study in ("knees", "knees", "hips")
    )

    assert first.exit_code == 0 and first.stdout == again.stdout != other.stdout
    assert _run("deidentify", "knees", "FROM events", "--data", data).exit_code == 1
    assert _run("deidentify", "knees", "--data", data).exit_code == 2
