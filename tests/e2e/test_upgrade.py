"""A data directory of an early version is served, rebuilt and verified by this one.

`early_log.zip` was recorded by the first version whose log was sealed as it is now (commit 857fb0b of 2026-11-21): two
patients who talked in two languages, one correction, one erasure, and the kept views of that time.
`early_profiles.json` is what that version said it knew.
"""

from __future__ import annotations

import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from clients import AnamnesisClient, ServiceError
from server.__main__ import application
from server.composition import Knowledge
from server.data_directory import DataDirectory
from tests.server.running import running_server

HERE = Path(__file__).parent
ENGLISH, KOREAN, ERASED = (f"4e0e2a3f-30d2-4b5c-9d1c-0d7f4a1b2c0{number}" for number in (1, 2, 3))
KNOWN: dict[str, list[list[object]]] = json.loads((HERE / "early_profiles.json").read_text(encoding="utf-8"))


@pytest.fixture
def early(tmp_path: Path) -> Path:
    with zipfile.ZipFile(HERE / "early_log.zip") as packed:
        packed.extractall(tmp_path / "data")
    return tmp_path / "data"


def _rows(data: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of the log, by table."""
    with closing(sqlite3.connect(f"file:{data / 'log.db'}?mode=ro", uri=True)) as log:
        tables = [name for (name,) in log.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {name: log.execute(f'SELECT * FROM "{name}" ORDER BY 1, 2').fetchall() for name in tables}


def _run(*arguments: object) -> Result:
    return CliRunner().invoke(application(), [str(one) for one in arguments], prog_name="anamnesis")


def test_a_log_of_an_early_version_is_whole_and_its_views_are_made_anew(early: Path) -> None:
    before = _rows(early)
    verified = _run("verify", "--data", early)
    assert verified.exit_code == 0 and "no fault" in verified.stdout

    assert _run("project", "--once", "--data", early).exit_code == 0
    rebuilt = _run("rebuild", "--verify", "--data", early)
    assert rebuilt.exit_code == 0, rebuilt.output
    asked = _run("sql", "SELECT count(DISTINCT patient_id) AS n FROM events", "--format", "json", "--data", early)
    assert json.loads(asked.stdout) == [{"n": 3}]
    # Not a row of the log is another for all that: an upgrade adds indexes, and rewrites no event.
    assert _rows(early) == before and _run("verify", "--data", early).exit_code == 0


def test_it_is_served_goes_on_and_takes_part_in_all_that_came_since(early: Path, knowledge: Knowledge) -> None:
    with running_server(early, knowledge) as address, AnamnesisClient(address, timeout=60) as client:
        for patient in (ENGLISH, KOREAN):
            facts = {(one.name, one.number, one.text, one.dose) for one in client.profile(patient).facts}
            assert {tuple(one) for one in KNOWN[patient]} <= facts
            assert client.explain(patient, 1).verified
        with pytest.raises(ServiceError, match="erased"):
            client.profile(ERASED)
        said = client.say(ENGLISH, "What was my latest HbA1c?")
        assert "6.9" in said.text
    assert _run("verify", "--data", early).exit_code == 0
    assert _run("keys", "rotate", "--data", early).exit_code == 0
    assert _run("backup", early.parent / "backup", "--data", early).exit_code == 0
    assert _run("verify", "--data", early).exit_code == 0
    with DataDirectory(early).records() as records:
        assert records.is_erased(ERASED) and not records.is_erased(ENGLISH)
