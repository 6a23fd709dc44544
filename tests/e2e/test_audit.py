"""The audit of shipped versions against a local copy of the OSV database."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PINNED = "requests==2.31.0 \\\n    --hash=sha256:00\nPy_YAML==6.0.1\n"


def _record(number: int, name: str = "requests", ecosystem: str = "PyPI", **affected: Any) -> dict[str, Any]:
    one = {"package": {"name": name, "ecosystem": ecosystem}, **affected}
    return {"id": f"GHSA-{number}", "summary": "What\nit is", "affected": [one]}


def _range(*events: tuple[str, str], kind: str = "ECOSYSTEM") -> dict[str, Any]:
    return {"ranges": [{"type": kind, "events": [{what: version} for what, version in events]}]}


def _audited(
    folder: Path, *records: dict[str, Any], constraints: str = PINNED, packed: bool = False
) -> tuple[int, str]:
    (folder / "pins.txt").write_text(constraints)
    database = folder / "osv"
    database.mkdir()
    for record in records:
        (database / f"{record['id']}.json").write_text(json.dumps(record))
    if packed:
        with zipfile.ZipFile(folder / "all.zip", "w") as archive:
            for file in database.iterdir():
                archive.write(file, file.name)
        database = folder / "all.zip"
    return _run(database, "--constraints", folder / "pins.txt")


def _run(*arguments: object) -> tuple[int, str]:
    command = [sys.executable, str(ROOT / "deploy" / "audit.py"), *map(str, arguments)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout + ran.stderr


@pytest.mark.parametrize("packed", [False, True])
def test_what_is_affected_is_named_with_its_record_and_the_exit_code_says_so(tmp_path: Path, packed: bool) -> None:
    code, told = _audited(
        tmp_path,
        _record(1, **_range(("introduced", "0"), ("fixed", "2.32.0"))),
        _record(2, name="py-yaml", versions=["6.0.1"]),
        packed=packed,
    )
    assert code == 1
    assert "requests==2.31.0  GHSA-1  fixed in 2.32.0  What it is\n" in told
    assert "py-yaml==6.0.1  GHSA-2  fixed in no version yet" in told
    assert "2 versions held against 2 records: 2 found" in told


@pytest.mark.parametrize(
    ("events", "affected"),
    [
        ([("introduced", "0")], True),
        ([("introduced", "2.31.0")], True),
        ([("introduced", "2.31.1")], False),
        ([("introduced", "0"), ("fixed", "2.31.0")], False),
        ([("introduced", "0"), ("fixed", "2.4.0")], False),
        ([("introduced", "0"), ("last_affected", "2.31.0")], True),
        ([("introduced", "0"), ("last_affected", "2.30.9")], False),
        ([("introduced", "0"), ("fixed", "1.0"), ("introduced", "2.0"), ("fixed", "3.0")], True),
        ([("introduced", "0"), ("fixed", "1.0"), ("introduced", "3.0")], False),
    ],
)
def test_a_version_lies_in_a_range_or_not(tmp_path: Path, events: list[tuple[str, str]], affected: bool) -> None:
    code, told = _audited(tmp_path, _record(1, **_range(*events)))
    assert code == (1 if affected else 0), told


def test_what_was_withdrawn_is_of_elsewhere_or_of_a_commit_affects_nothing(tmp_path: Path) -> None:
    everything = _range(("introduced", "0"))
    code, told = _audited(
        tmp_path,
        _record(1, **everything) | {"withdrawn": "2026-01-01T00:00:00Z"},
        _record(2, ecosystem="npm", **everything),
        _record(3, **_range(("introduced", "0"), kind="GIT")),
        _record(4, name="somebody-elses", **everything),
    )
    assert code == 0 and "held against 3 records: 0 found" in told


def test_nothing_held_against_nothing_is_not_said_to_be_well(tmp_path: Path) -> None:
    assert _run(tmp_path / "missing.zip")[0] == 2
    (tmp_path / "all.zip").write_bytes(b"no zip")
    assert _run(tmp_path / "all.zip")[0] == 2
    (tmp_path / "one").mkdir()
    code, told = _audited(tmp_path / "one", _record(1, ecosystem="npm"))
    assert code == 2 and "knows nothing of PyPI" in told


def test_what_is_shipped_is_what_is_audited(tmp_path: Path) -> None:
    (tmp_path / "osv").mkdir()
    (tmp_path / "osv" / "one.json").write_text(json.dumps(_record(1, name="grpcio", **_range(("introduced", "0")))))
    code, told = _run(tmp_path / "osv")
    assert code == 1 and "grpcio==" in told
    shipped = (ROOT / "constraints-hashed.txt").read_text().count("==")
    assert f"{shipped} versions held against 1 records" in told
