"""`reextract` on a data directory: shown first, written only when told to, decided in the order of the words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from server.cli.failures import Commands
from server.cli.reextract import reextract
from server.composition import Knowledge
from tests.agent.agent_bench import AgentBench
from tests.shipped import newer_tables


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


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(("--dry-run", "--accept"), 2), (("--accept", "--reject"), 2), (("--only", "x"), 2), (("--data", "absent"), 1)],
)
def test_what_cannot_be_done_is_refused(arguments: tuple[str, ...], code: int) -> None:
    assert run(*arguments).exit_code == code
