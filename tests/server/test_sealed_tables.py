"""Encrypted tables for analysis, by the commands: asked, rotated, erased from, searched, and shut to another key."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from domain.values import SlotKind
from projections.part_files import PartFiles
from server.__main__ import application
from server.data_directory import DataDirectory
from server.file_search import found
from server.views_place import choose
from tests.server.planted import OTHER, PATIENT, plant, words

PLANTED, *_ = words(SlotKind.LABS)


def _run(*arguments: object) -> Result:
    return CliRunner().invoke(application(), [str(one) for one in arguments], prog_name="anamnesis")


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("planted") / "data"
    plant(data)
    return data


@pytest.fixture
def data(planted: Path, tmp_path: Path) -> Path:
    """The directory with views and tables sealed, and both made again."""
    data = Path(shutil.copytree(planted, tmp_path / "data"))
    choose(data, memory=False, sealed=True)
    assert _names(data) == {PATIENT: 10, OTHER: 1}
    return data


def _names(data: Path) -> dict[str, int]:
    told = _run("sql", "SELECT patient_id, count(*) AS n FROM slots GROUP BY ALL", "--json", "--data", data)
    assert told.exit_code == 0, told.output
    return {row["patient_id"]: row["n"] for row in json.loads(told.stdout)}


def _files(data: Path) -> dict[Path, int]:
    return {file: file.stat().st_mtime_ns for file in (data / "analysis").rglob("*.parquet")}


def _tables_key(data: Path) -> bytes:
    with DataDirectory(data).records() as records:
        assert records.seal is not None
        return records.seal.keyring.tables_key()


def test_tables_in_the_clear_go_when_they_are_to_be_sealed_and_the_other_way_round(planted: Path, data: Path) -> None:
    def planted_in(folder: Path) -> list[Path]:
        return [file for file in _files(folder) if found(file.parent, [PLANTED], (), ())["found_in"]]

    assert planted_in(planted), "else nothing is learnt from its not being there when they are sealed"
    assert _files(data) and planted_in(data) == []
    doctor = _run("doctor", "--data", data)
    assert "sealed, beside the log" in doctor.stdout

    choose(data, memory=False)
    assert _files(data) == {}
    assert _names(data) == {PATIENT: 10, OTHER: 1} and planted_in(data)
    # A program that sealed views alone left its mark, and tables in the clear beside it.
    (data / "views-sealed").touch()
    choose(data, memory=False, sealed=True)
    assert _files(data) == {}


def test_a_rotation_of_the_master_key_leaves_them_as_they_are(data: Path) -> None:
    before = _files(data)
    assert _run("keys", "rotate", "--data", data).exit_code == 0
    assert _names(data) == {PATIENT: 10, OTHER: 1}
    assert _files(data) == before


def test_another_master_key_opens_nothing_and_it_is_said_why(data: Path, tmp_path: Path) -> None:
    plant(tmp_path / "other")
    shutil.copyfile(tmp_path / "other" / "master.key", data / "master.key")
    before = _files(data)

    told = _run("sql", "slots", "--data", data)

    assert told.exit_code != 0 and "not the master key of this log" in told.output
    assert PLANTED not in told.output and _files(data) == before


def test_an_erasure_takes_a_patient_out_of_them_and_searches_what_they_hold(data: Path) -> None:
    key = _tables_key(data)
    assert any("slots.parquet" in name for name in found(data / "analysis", [PLANTED], (), (), key)["found_in"])
    # What somebody put beside them under the same key is found, too.
    [slots] = (file for file in _files(data) if file.name == "slots.parquet")
    rows = PartFiles(key).read(slots)
    (data / "copies").mkdir()
    PartFiles(key).write(rows, data / "copies" / "slots.parquet", data / "copies" / "slots.parquet")
    values = data.with_name("values.txt")
    values.write_text(PLANTED)

    told = _run("erase", PATIENT, "--confirm", PATIENT, "--search", values, "--data", data)
    assert told.exit_code == 3 and "copies/slots.parquet" in told.stdout and "analysis" not in told.stdout
    shutil.rmtree(data / "copies")
    assert _run("erase", PATIENT, "--search", values, "--data", data).exit_code == 0

    assert _names(data) == {OTHER: 1}
    assert found(data / "analysis", [PLANTED], (), (), key)["found_in"] == []
