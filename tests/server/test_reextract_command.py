"""`reextract` on a data directory: shown first, written only when told to, decided in the order of the words."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from server.cli.failures import VERIFICATION_FAILED, Commands
from server.cli.reextract import MARK, reextract
from server.composition import Knowledge
from server.data_directory import DataDirectory
from tests.agent.agent_bench import AgentBench
from tests.projections import poison
from tests.shipped import newer_tables

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def lexicon(tmp_path: Path) -> Path:
    folder = tmp_path / "lexicon"
    folder.mkdir()
    return newer_tables(folder)


def run(*arguments: object) -> Result:
    app = typer.Typer(cls=Commands, pretty_exceptions_enable=False)
    app.command(name="reextract")(reextract)
    app.command(name="other")(lambda: None)
    return CliRunner().invoke(app, ["reextract", *map(str, arguments)])


async def test_a_difference_is_shown_then_proposed_and_accepted(
    tmp_path: Path, knowledge: Knowledge, lexicon: Path
) -> None:
    bench = AgentBench(tmp_path, knowledge)
    await bench.say("젤보린 20mg 아침마다 먹어요.")
    head = bench.records.head()

    shown = run(bench.patient_id, "--data", tmp_path, "--lexicon", lexicon, "--dry-run", "--json")
    [report] = json.loads(shown.stdout)
    assert [line["kind"] for line in report["differences"]] == ["added"]
    assert bench.records.head() == head

    told = run("--data", tmp_path, "--lexicon", lexicon, "--accept").stdout
    assert "+ turn 1  medications 젤보린" in told and "1 SlotRecorded" in told
    assert "Zelvorin" in [fact.content.concept.name for fact in bench.views.view(bench.patient_id).ledger.current()]
    assert "waits for a decision" not in told


SAID = ("젤보린 20mg 아침마다 먹어요.", "당화혈색소가 7.2 나왔어요.", "젤보린 30mg 저녁마다 먹어요.")


@pytest.fixture
def spoken(tmp_path: Path, knowledge: Knowledge) -> Path:
    """A data directory with three patients who said something."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    for text in SAID:
        bench = AgentBench(folder, knowledge)
        asyncio.run(bench.say(text))
        bench.records.close()
    return folder


def written(data: Path) -> list[tuple[object, ...]]:
    """What stands in the log, but for the clock."""
    with DataDirectory(data).records() as records:
        return [
            (row.id, row.originator_id, row.originator_version, row.topic, records.payload_json(row))
            for row in records.rows(0, 1_000)
        ]


def ran(*arguments: object) -> str:
    """What the command says that is run in a process of its own, as Ray needs it: it forks, and gRPC is here."""
    command = [sys.executable, "-m", "server", "reextract", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


@pytest.mark.timeout(300)
@pytest.mark.parametrize("workers", [("--workers", 2), pytest.param(("--workers", 2, "--ray"), id="ray")])
def test_workers_write_and_tell_what_one_process_does(
    spoken: Path, lexicon: Path, tmp_path: Path, workers: tuple[object, ...]
) -> None:
    if "--ray" in workers and importlib.util.find_spec("ray") is None:
        pytest.skip("Ray is an extra: pip install 'anamnesis[ray]'")
    other = Path(shutil.copytree(spoken, tmp_path / "other"))
    alone = run("--data", spoken, "--lexicon", lexicon, "--json").stdout
    many = ("--data", other, "--lexicon", lexicon, "--json", *workers)
    told = ran(*many) if "--ray" in workers else run(*many).stdout
    assert told == alone and len(json.loads(alone)) == 3
    assert written(spoken) == written(other)
    assert sum("ReextractionProposed" in str(row[3]) for row in written(spoken)) == 2
    assert not (other / MARK).exists()


def test_a_run_that_was_stopped_is_gone_on_with_where_it_stood(spoken: Path, lexicon: Path) -> None:
    with DataDirectory(spoken).records() as records:
        first, *_, last = dict.fromkeys(str(row.originator_id) for row in records.rows(0, 1_000))
        version = records.last(last).version
    poison.insert(spoken / "log.db", poison.BAD_JSON, version + 1, last)
    stopped = run("--data", spoken, "--lexicon", lexicon)
    again = run("--data", spoken, "--lexicon", lexicon)
    assert stopped.exit_code == again.exit_code == VERIFICATION_FAILED
    assert first in stopped.stdout and first not in again.stdout
    for otherwise in (("--afresh",), ("--reject",), ("--force",)):
        assert first in run("--data", spoken, "--lexicon", lexicon, *otherwise).stdout


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(("--dry-run", "--accept"), 2), (("--accept", "--reject"), 2), (("--only", "x"), 2), (("--data", "absent"), 1)],
)
def test_what_cannot_be_done_is_refused(arguments: tuple[str, ...], code: int) -> None:
    assert run(*arguments).exit_code == code
