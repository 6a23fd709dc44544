"""Profiles are compared by what the log says, over the wire, with one command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from clients import AnamnesisClient
from evaluation.ablation import InvalidScenarios, TurnRefused, ablate, scenarios_of, table
from evaluation.turn_cost import measure
from server.__main__ import application
from server.composition import Knowledge
from tests.server.running import running_server

QUESTION = "고혈압 환자는 소금을 얼마나 먹어야 하나요?"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("service"), knowledge) as serving:
        yield serving


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    said = ("안녕하세요", QUESTION, QUESTION)
    turns = [{"utterance_ko": text, "at": f"2026-03-10T10:0{number}:00+09:00"} for number, text in enumerate(said)]
    (tmp_path / "scenarios.jsonl").write_text(json.dumps({"turns": turns}) + "\n", encoding="utf-8")
    return tmp_path


def test_each_profile_is_one_row_of_what_its_turns_took(address: str, folder: Path) -> None:
    profiles = ["llm", "basic_rag", "full_context_engineering", "full_context_engineering-response_cache"]
    rows = ablate(profiles, scenarios_of(folder, "ko"), "ko", address)
    assert [row["profile"] for row in rows] == profiles
    by_name = {row["profile"]: row for row in rows}
    assert {row["turns"] for row in rows} == {3} and {row["failed"] for row in rows} == {0}
    assert by_name["llm"]["retrievals"] == 0
    assert by_name["basic_rag"]["retrievals"] == 1
    full, uncached = by_name[profiles[2]], by_name[profiles[3]]
    assert (full["cached"], uncached["cached"]) == (1, 0)
    # A greeting retrieves nothing, and a repeated answer reads no prompt.
    assert full["tokens"] < uncached["tokens"]
    assert all(0 <= row["quality"] <= 1 and row["judge"] == "rules@2" and row["p50_ms"] > 0 for row in rows)
    assert len(table(rows)) > len(rows)


def test_the_command_prints_the_same_as_json(address: str, folder: Path) -> None:
    arguments = ["ablate", "--profiles", "baseline", "--scenarios", str(folder), "--address", address, "--json"]
    printed = CliRunner().invoke(application(), arguments)
    assert printed.exit_code == 0, printed.output
    [row] = json.loads(printed.stdout)
    assert (row["profile"], row["turns"]) == ("baseline", 3)
    listed = CliRunner().invoke(application(), ["ablate", "--list"])
    assert "full_context_engineering: everything" in listed.stdout


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("", "no scenario"),
        ("{", "line 1"),
        ('{"turns": [{"at": "2026-03-10"}]}', "utterance_ko"),
        ('{"turns": 3}', "line 1"),
    ],
)
def test_scenarios_that_cannot_be_played_are_named(tmp_path: Path, line: str, named: str) -> None:
    (tmp_path / "scenarios.jsonl").write_text(line, encoding="utf-8")
    with pytest.raises(InvalidScenarios, match=named):
        scenarios_of(tmp_path, "ko")
    with pytest.raises(InvalidScenarios, match="cannot be read"):
        scenarios_of(tmp_path / "nothing", "ko")


def test_an_unknown_profile_is_refused_before_and_by_the_server(address: str, folder: Path) -> None:
    told = CliRunner().invoke(application(), ["ablate", "--profiles", "no_such", "--scenarios", str(folder)])
    assert told.exit_code == 1
    with pytest.raises(TurnRefused):
        ablate(["no_such"], scenarios_of(folder, "ko"), "ko", address)


def test_the_prompt_of_a_long_conversation_is_counted_by_part(address: str) -> None:
    with AnamnesisClient(address) as client:
        lines = measure(client)
    counted = {line.split()[0]: [int(word) for word in line.split()[-6:]] for line in lines[-2:]}
    assert counted["most"][-1] < 2_500
    *parts, total = counted["mean"]
    # The whole prompt is counted as it is sent: what stands between the parts is their headings.
    assert 0.99 * sum(parts) <= total <= 1.1 * sum(parts)
    # The most of each part need not be of one turn.
    *parts, total = counted["most"]
    assert max(parts) <= total <= 1.1 * sum(parts)
    assert [line.split()[1] for line in lines if line.startswith("  turn ")] == ["1", "5", "10", "15", "21"]


@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_shipped_conversations_are_whole(language: str) -> None:
    assert all(len(one["turns"]) >= 7 and one["record"] for one in scenarios_of(None, language))
