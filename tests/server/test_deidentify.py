"""`deidentify`: files for a researcher, and the line in the access log that says they were made."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path

import duckdb
import pytest
from pyarrow import parquet
from pyarrow.parquet.encryption import create_decryption_properties
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


def test_tables_are_encrypted_for_whoever_has_the_key_and_for_nobody_else(data: Path, tmp_path: Path) -> None:
    key_file, into = tmp_path / "knees.key", tmp_path / "tables"

    assert _run("deidentify", "knees", "--into", into, "--table-key", key_file, "--data", data).exit_code == 0
    assert key_file.stat().st_mode & 0o077 == 0
    key = b64decode(key_file.read_text())
    [fact] = parquet.read_table(
        into / "facts.parquet", decryption_properties=create_decryption_properties(key)
    ).to_pylist()
    assert fact["slot"] == "medications"
    # DuckDB opens them, too, but for lists (2.0.0).
    with duckdb.connect(":memory:") as connection:
        connection.execute(f"PRAGMA add_parquet_key('knees', '{key_file.read_text().strip()}')")
        asked = f"FROM read_parquet('{into / 'turns.parquet'}', encryption_config = {{footer_key: 'knees'}})"
        assert len(connection.sql(asked).fetchall()) == 1
    for file in into.iterdir():
        with pytest.raises(OSError):
            parquet.read_table(file)
        with pytest.raises(OSError):
            parquet.read_table(file, decryption_properties=create_decryption_properties(bytes(32)))


def test_what_is_no_key_is_refused_before_anything_is_written(data: Path, tmp_path: Path) -> None:
    (tmp_path / "note").write_text("not a key")
    into = tmp_path / "tables"
    told = _run("deidentify", "knees", "--into", into, "--table-key", tmp_path / "note", "--data", data)
    assert told.exit_code != 0 and "is not a key" in told.output and not into.exists()
    assert (tmp_path / "note").read_text() == "not a key"


def test_an_answer_is_saved_encrypted_and_only_as_parquet(data: Path, tmp_path: Path) -> None:
    key_file, file = tmp_path / "own.key", tmp_path / "slots.parquet"
    refused = _run("sql", "slots", "-o", tmp_path / "slots.csv", "--table-key", key_file, "--data", data)
    assert refused.exit_code == 2 and not key_file.exists()

    assert _run("sql", "slots", "-o", file, "--table-key", key_file, "--data", data).exit_code == 0

    with pytest.raises(OSError):
        parquet.read_table(file)
    opened = create_decryption_properties(b64decode(key_file.read_text()))
    assert parquet.read_table(file, decryption_properties=opened).num_rows == 1
