"""The commit that a study names is that of its own source tree, and of no other."""

from __future__ import annotations

import importlib.util
import subprocess
from pathlib import Path

import evaluation.study.version as shipped


def _git(folder: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=a", "-c", "user.email=a@b.invalid", "-c", "commit.gpgsign=false")
    done = subprocess.run(["git", "-C", str(folder), *identity, *arguments], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def _commit_as_of(file: Path) -> str:
    spec = importlib.util.spec_from_file_location("lies_elsewhere", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return str(module.commit())


def test_a_package_in_somebody_else_s_repository_has_no_commit_of_theirs(tmp_path: Path) -> None:
    _git(tmp_path, "init")
    file = tmp_path / "package" / "version.py"
    file.parent.mkdir()
    file.write_bytes(Path(shipped.__file__).read_bytes())
    (tmp_path / "theirs").write_text("1")
    _git(tmp_path, "add", "theirs")
    _git(tmp_path, "commit", "-m", "theirs")
    assert _commit_as_of(file) == ""
    _git(tmp_path, "add", ".")
    _git(tmp_path, "commit", "-m", "ours")
    commit = _git(tmp_path, "rev-parse", "HEAD")
    assert _commit_as_of(file) == commit
    (tmp_path / "theirs").write_text("2")
    assert _commit_as_of(file) == f"{commit} (changed)", "what plays is all of the tree, not this folder alone"
