"""Views and tables in memory: nothing of them on the disk, found by every command, reached by an erasure."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from domain.records import PatientRecords
from projections.runner import ProjectionRunner
from server import views_place
from server.__main__ import application
from server.data_directory import DataDirectory
from server.views_place import MARK, NotInMemory, choose, in_memory
from tests.builders import PATIENT_ID, claim, condition, extraction, later, register, utterance

SAID = "I have gout and nobody shall know it."
pytestmark = pytest.mark.skipif(
    views_place._kind(views_place.MEMORY) not in views_place.MEMORY_KINDS, reason="no tmpfs"
)


def _run(*arguments: object) -> Result:
    return CliRunner().invoke(application(), [str(one) for one in arguments], prog_name="anamnesis")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("SQLITE_TMPDIR", str(tmp_path))
    data = tmp_path / "data"
    directory = DataDirectory(data)
    with directory.locked(), directory.records() as records:
        records.execute(register())
        records.execute(utterance(1, SAID, now=later(minutes=1)))
        records.execute(extraction(1, claim(condition("gout")), now=later(minutes=1)))
        _derive(directory, records)
    yield data
    shutil.rmtree(in_memory(data), ignore_errors=True)


def _derive(directory: DataDirectory, records: PatientRecords) -> None:
    ProjectionRunner(records, directory.views).catch_up()


def _on_disk(data: Path) -> set[str]:
    return {file.name for file in data.rglob("*") if file.is_file() and b"gout" in file.read_bytes()}


def test_no_file_of_the_disk_holds_what_a_view_tells(data: Path) -> None:
    assert _on_disk(data), "else nothing is learnt from its not being there afterwards"

    choose(data, memory=True)
    assert _run("project", "--once", "--data", data).exit_code == 0
    assert _run("sql", "SELECT count(*) FROM slots WHERE name = 'gout'", "--data", data).exit_code == 0

    assert _on_disk(data) == set()
    place = in_memory(data)
    assert place.stat().st_mode & 0o077 == 0 and {"views.db", "analysis"} <= {one.name for one in place.iterdir()}
    assert _run("rebuild", "--verify", "--data", data).exit_code == 0


def test_views_are_sealed_by_choice_and_made_anew(data: Path) -> None:
    def told_by_views() -> bool:
        return any(b"gout" in file.read_bytes() for file in data.glob("views.db*"))

    assert told_by_views()
    choose(data, memory=False, sealed=True)
    assert not (data / "views.db").exists()
    assert _run("rebuild", "--verify", "--data", data).exit_code == 0
    assert (data / "views.db").is_file() and not told_by_views()

    choose(data, memory=False)
    assert _run("project", "--once", "--data", data).exit_code == 0
    assert told_by_views()


def test_what_a_restart_of_the_machine_clears_is_made_anew(data: Path) -> None:
    choose(data, memory=True)
    _run("project", "--once", "--data", data)
    shutil.rmtree(in_memory(data))

    assert _run("project", "--once", "--data", data).exit_code == 0
    assert _run("rebuild", "--verify", "--data", data).exit_code == 0
    assert _on_disk(data) == set()


def test_an_erasure_reaches_the_views_in_memory_and_searches_them(data: Path) -> None:
    choose(data, memory=True)
    _run("project", "--once", "--data", data)
    _run("sql", "slots", "--data", data)
    (in_memory(data) / "note.txt").write_text(SAID, encoding="utf-8")

    told = _run("erase", PATIENT_ID, "--confirm", PATIENT_ID, "--data", data)

    assert told.exit_code == 3 and "note.txt" in told.stdout
    (in_memory(data) / "note.txt").unlink()
    left = {one.name for one in in_memory(data).rglob("*") if one.is_file() and b"gout" in one.read_bytes()}
    assert left == set()


def test_the_choice_can_be_taken_back(data: Path) -> None:
    choose(data, memory=True)
    choose(data, memory=False)

    assert not in_memory(data).exists() and not (data / MARK).exists()
    assert _run("project", "--once", "--data", data).exit_code == 0
    assert (data / "views.db").is_file()


def test_a_place_that_is_somebody_elses_or_on_a_disk_is_refused(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_memory(data).mkdir(mode=0o777)
    in_memory(data).chmod(0o777)
    with pytest.raises(NotInMemory, match="not this user's alone"):
        choose(data, memory=True)
    in_memory(data).rmdir()
    in_memory(data).symlink_to(tmp_path)
    with pytest.raises(NotInMemory):
        choose(data, memory=True)
    in_memory(data).unlink()
    monkeypatch.setattr(views_place, "MEMORY", Path("/proc"))
    with pytest.raises(NotInMemory, match="no file system in memory"):
        choose(data, memory=True)
    assert not (data / MARK).exists() and (data / "views.db").is_file()
