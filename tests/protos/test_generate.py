"""The committed stubs are what the protos give, and anyone can import them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from protos import generate

STUBS = generate.ROOT / generate.FOLDER
MODULES = sorted(f"{generate.PACKAGE}.{path.stem}" for path in STUBS.glob("*_pb2*.py"))


def test_committed_stubs_are_fresh() -> None:
    assert generate.stale(STUBS) == []


def test_edited_missing_and_left_over_stubs_are_stale(tmp_path: Path) -> None:
    for path in STUBS.glob("*_pb2*"):
        shutil.copy(path, tmp_path)
    (tmp_path / "fact_pb2.py").write_text("edited", encoding="utf-8")
    (tmp_path / "audit_pb2_grpc.pyi").unlink()
    (tmp_path / "gone_pb2.pyi").touch()

    assert generate.stale(tmp_path) == ["audit_pb2_grpc.pyi", "fact_pb2.py", "gone_pb2.pyi"]


@pytest.mark.parametrize("module", MODULES)
def test_stub_imports_from_an_empty_directory(module: str, tmp_path: Path) -> None:
    completed = subprocess.run([sys.executable, "-c", f"import {module}"], cwd=tmp_path, capture_output=True, text=True)

    assert completed.returncode == 0, completed.stderr
