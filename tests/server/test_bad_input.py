"""Bad input on the command line: one sentence, one thing to do next, an exit code, and nothing changed."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest
from typer.testing import CliRunner, Result

from server.__main__ import application
from tests.server.conftest import Server
from tests.server.copies import copy_of

USER_ERROR, USAGE, DAMAGED, UNAVAILABLE = 1, 2, 3, 4


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(application(), list(arguments), prog_name="anamnesis", catch_exceptions=False)


def _contents(data: Path) -> dict[str, str]:
    """The log and its keys by content: what no failing command may change."""
    names = ("log.db", "keys.db", "master.key")
    return {name: hashlib.sha256((data / name).read_bytes()).hexdigest() for name in names}


@pytest.fixture(scope="module")
def copied(server: Server, corrected: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = copy_of(server.data, tmp_path_factory.mktemp("bad"))
    # Opened once: a fresh backup becomes a log that is written to.
    assert _run("sql", "events", "--data", str(data)).exit_code == 0
    return data


WRONG = {
    "a position behind the end": (("as-of", "{patient}", "--position", "999999999"), USER_ERROR, "position"),
    "a position before the first": (("as-of", "{patient}", "--position", "0"), USAGE, "--position"),
    "no position": (("as-of", "{patient}", "--position", "first"), USAGE, "--position"),
    "a time without sense": (("as-of", "{patient}", "--at", "yesterday"), USAGE, "ISO 8601"),
    "a time before the patient": (("as-of", "{patient}", "--at", "1999-01-01"), USER_ERROR, "patient"),
    "events behind the end": (("events", "list", "{patient}", "--after", "999999999"), USER_ERROR, "position"),
    "a tail behind the end": (("events", "tail", "--after", "999999999", "-f"), USER_ERROR, "position"),
    "an event that there is not": (("events", "list", "--topic", "SlotUpdated"), USER_ERROR, "event"),
    "a turn without an answer": (("explain", "{patient}", "99"), USER_ERROR, "events"),
    "nobody": (("explain", str(uuid4()), "1"), USER_ERROR, "RegisterPatient"),
    "a view that there is not": (("rebuild", "horoscope"), USER_ERROR, "'horoscope'; there are answers, "),
    "a rebuild of nobody": (("rebuild", "--patient", str(uuid4())), USER_ERROR, "No such patient"),
    "a verification of nobody": (("verify", "--patient", str(uuid4())), USER_ERROR, "No such patient"),
}
OFFLINE = {
    "a view that there is not": (("rebuild", "horoscope"), USER_ERROR, "'horoscope'; there are answers, "),
    "a rebuild of nobody": (("rebuild", "--patient", str(uuid4())), USER_ERROR, "No such patient"),
    "a plan for nobody": (("rebuild", "--dry-run", "--patient", str(uuid4())), USER_ERROR, "No such patient"),
    "a plan for no UUID": (("rebuild", "--dry-run", "--patient", "x"), USER_ERROR, "UUID"),
    "a comparison that replaces": (("rebuild", "--verify", "--accept"), USAGE, "--verify only compares"),
    "a verification of nobody": (("verify", "--patient", str(uuid4())), USER_ERROR, "No such patient"),
    "a name no query has": (("sql", "horoscope"), USER_ERROR, "SHOW TABLES"),
    "a table that there is not": (("sql", "FROM horoscopes"), USER_ERROR, "SHOW TABLES"),
    "words without asking": (("sql", "FROM texts"), USER_ERROR, "SHOW TABLES"),
    "SQL that drops": (("sql", "DROP VIEW slots"), USER_ERROR, "read here and never written"),
    "SQL that writes": (("sql", "COPY events TO 'stolen.csv'"), USER_ERROR, "never written"),
    "SQL that attaches": (("sql", "ATTACH '{data}/log.db' AS log (TYPE sqlite)"), USER_ERROR, "never written"),
    "SQL that installs": (("sql", "INSTALL sqlite"), USER_ERROR, "never written"),
    "SQL that unlocks": (("sql", "SET enable_external_access = true"), USER_ERROR, "never written"),
    "SQL that reads files": (("sql", "FROM read_text('{data}/master.key')"), USER_ERROR, "disabled"),
    "SQL that lists files": (("sql", "FROM glob('{data}/*')"), USER_ERROR, "disabled"),
    "two statements": (("sql", "SELECT 1; SELECT 2"), USER_ERROR, "exactly one"),
    "Parquet to a terminal": (("sql", "events", "--format", "parquet"), USAGE, "--output"),
    "a file without an ending": (("sql", "events", "-o", "somewhere"), USAGE, "--format"),
    "a file that cannot be": (("sql", "events", "-o", "{data}/none/x.csv"), USER_ERROR, "directory"),
    "a file under a file": (("sql", "events", "-o", "{data}/log.db/x.csv"), USER_ERROR, "directory"),
    "a fork under a file": (("fork", "{patient}", "--at", "1", "--into", "{data}/log.db/x"), UNAVAILABLE, "be made"),
    "a replay of a turn to come": (("replay", "{patient}", "--until", "99"), USER_ERROR, "turn 99"),
    "a replay of nobody": (("replay", str(uuid4())), USER_ERROR, "RegisterPatient"),
    "a fork of no value": (("fork", "{patient}", "--at", "1", "--correct", "hba1c"), USAGE, "FACT=VALUE"),
    "a fork of a turn to come": (("fork", "{patient}", "--at", "99"), USER_ERROR, "turn 99"),
    "a fork of an unknown fact": (("fork", "{patient}", "--at", "1", "--correct", "iq=1"), USER_ERROR, "'iq'"),
    "a fork under no profile": (("fork", "{patient}", "--at", "1", "--profile", "x"), USER_ERROR, "profile"),
    "a fork to no model": (("fork", "{patient}", "--at", "1", "--model", "x"), USER_ERROR, "OPENAI_API_KEY"),
    "an explanation of nothing": (("explain", "{patient}", "99"), USER_ERROR, "events"),
}


@pytest.mark.parametrize(("arguments", "code", "hint"), WRONG.values(), ids=WRONG)
def test_a_wrong_question_to_a_server(
    server: Server, corrected: str, arguments: tuple[str, ...], code: int, hint: str
) -> None:
    _refused((*arguments, "--address", server.address), {"patient": corrected}, code, hint)


@pytest.mark.parametrize(("arguments", "code", "hint"), OFFLINE.values(), ids=OFFLINE)
def test_a_wrong_question_to_a_data_directory(
    copied: Path, corrected: str, arguments: tuple[str, ...], code: int, hint: str
) -> None:
    before = _contents(copied)
    _refused((*arguments, "--data", str(copied)), {"patient": corrected, "data": str(copied)}, code, hint)

    assert _contents(copied) == before


def _cut(log: Path) -> None:
    log.write_bytes(log.read_bytes()[: log.stat().st_size // 2])


def _replace_by_text(log: Path) -> None:
    log.write_text("This is no database, whatever its name says. " * 100, encoding="utf-8")


def _replace_by_another(log: Path) -> None:
    log.unlink()
    with closing(sqlite3.connect(log)) as other, other:
        other.execute("CREATE TABLE recipes (name TEXT)")


@pytest.mark.parametrize("hurt", [_cut, _replace_by_text, _replace_by_another])
@pytest.mark.parametrize(
    "command", [("sql", "events"), ("replay", "{patient}"), ("explain", "{patient}", "1"), ("rebuild", "--verify")]
)
def test_a_damaged_or_foreign_file_is_named_and_left_alone(
    copied: Path, corrected: str, tmp_path: Path, command: tuple[str, ...], hurt: Callable[[Path], None]
) -> None:
    data = tmp_path / "data"
    shutil.copytree(copied, data)
    hurt(data / "log.db")
    before = _contents(data)
    _refused((*command, "--data", str(data)), {"patient": corrected}, DAMAGED, "backup")

    assert _contents(data) == before


def _refused(arguments: tuple[str, ...], names: dict[str, str], code: int, hint: str) -> None:
    told = _run(*(argument.format(**names) for argument in arguments))

    assert told.exit_code == code
    assert told.stdout == ""
    assert hint in " ".join(told.stderr.replace("│", " ").split())
    assert "Traceback" not in told.stderr
