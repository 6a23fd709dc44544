"""Whoever opens a file by itself, in rooms that know a data directory, is named here with what it opens."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import domain.store.anchor
from domain.store.anchor import Anchor

ROOT = Path(domain.store.anchor.__file__).parents[2]
OPENING = {"open", "fdopen", "read_bytes", "read_text", "write_bytes", "write_text", "touch"}
OPENING |= {"copyfile", "copy", "copy2", "copytree", "move", "ParquetFile"}

OPENED = {
    "domain/store/anchor.py": "the head anchor",
    "domain/store/backup.py": "an unfinished copy, before there is a database in it",
    "domain/store/checkpoints.py": "the checkpoints",
    "domain/store/erasures.py": "the register of erasures, or a certificate",
    "domain/store/keyring.py": "the master key",
    "domain/store/master_key.py": "the file of the master key",
    "domain/store/rotation.py": "the master key, and the folder that it stands in",
    "domain/store/postgres/keys.py": "no file: a pool of connections",
    "domain/store/postgres/recorder.py": "no file: a pool of connections",
    "domain/store/restoration.py": "anchor, checkpoints and master key of a backup",
    "projections/event_parts.py": "Parquet files of its own, and their lock",
    "projections/part_files.py": "Parquet files of its own",
    "projections/projector_role.py": "a lock",
    "server/access_log/journal.py": "the anchor of the access log",
    "server/authentication/json_web_tokens.py": "the file of public keys",
    "server/authentication/principals_file.py": "the file of principals, and its lock",
    "server/cli/copy.py": "the log that it copies to, through its store",
    "server/cli/erase.py": "the words to search for",
    "server/cli/explain.py": "the page that it writes",
    "server/cli/failures.py": "the null device",
    "server/cli/resuming.py": "its own note of how far a command came",
    "server/cli/study_service.py": "the corpus of a study",
    "server/cli/tabular.py": "the file that a query's answer is written to",
    "server/data_directory.py": "a lock",
    "server/listening.py": "certificates and their keys",
    "server/language_models.py": "the file of a key",
    "server/store_binding.py": "the mark of the log that a directory belongs to",
    "server/scrub.py": "its own note of how far it came",
    "server/views_place.py": "the table of mounts",
    "server/workers/nursery.py": "the null device, and why a worker ended before it served",
    "server/workers/supervisor.py": "why a worker ended before it served",
    "server/file_search.py": "every file, as a process of its own that has no database open",
}
"""Module, and what it opens other than through SQLite: never a database that its own process may have open."""


def _openers() -> set[str]:
    found = set()
    for room in ("domain", "projections", "server"):
        for file in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and _called(node.func) in OPENING and not _is_other(node):
                    found.add(str(file.relative_to(ROOT)))
    return found


def _called(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _is_other(call: ast.Call) -> bool:
    """Whether it is a copy of a value or what opens a circuit breaker, and no file's."""
    owner = getattr(getattr(call.func, "value", None), "id", "")
    return _called(call.func) == "copy" and owner != "shutil"


def test_only_those_who_are_listed_open_files_by_themselves() -> None:
    assert _openers() == set(OPENED)


def test_the_search_of_files_is_imported_by_nobody() -> None:
    importing = [
        str(file)
        for room in ("domain", "projections", "server", "agent")
        for file in (ROOT / room).rglob("*.py")
        if "import file_search" in file.read_text(encoding="utf-8")
        or "from server.file_search" in file.read_text(encoding="utf-8")
    ]
    assert importing == []


@pytest.mark.parametrize("name", ["log.db", "keys.db-journal", "views.db-wal"])
def test_code_of_ours_that_opens_a_database_is_caught_in_every_test(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    with pytest.raises(AssertionError, match=r"domain/store/anchor.py:\d+ opens"):
        Anchor(tmp_path / name, b"key").read()
