"""Replay: the stream step by step, the same from the file and over the wire."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from typer.testing import CliRunner, Result

from clients import AnamnesisClient, as_of
from projections.patient_view import PatientView
from projections.steps import Change, stepped
from server.__main__ import application
from server.data_directory import DataDirectory
from tests.server.conftest import Server


def _run(*arguments: object, said: str | None = None) -> Result:
    command = ["replay", *map(str, arguments)]
    return CliRunner().invoke(application(), command, prog_name="anamnesis", input=said)


def test_the_steps_add_up_to_the_memory(server: Server, corrected: str) -> None:
    """Whoever follows the changes alone holds what the fold holds."""
    with DataDirectory(server.data).records() as records:
        events = records.stream(corrected)
    held: dict[str, Change] = {}
    for step in stepped(corrected, events):
        for change in step.changes:
            if change.kind == "ended":
                held.pop(change.fact.fact_id)
            else:
                held[change.fact.fact_id] = change
    view = PatientView.fold(corrected, events)

    assert {change.fact for change in held.values()} == set(view.ledger.current())


def test_a_replay_up_to_a_turn_is_what_was_known_then(server: Server, client: AnamnesisClient, corrected: str) -> None:
    first = _run(corrected, "--until", 1, "--data", server.data)
    whole = _run(corrected, "--data", server.data)
    position = client.position_of_turn(corrected, 1)

    assert first.exit_code == whole.exit_code == 0
    assert whole.stdout.startswith(first.stdout.rpartition("\n")[0].rpartition("\n")[0])
    assert first.stdout.rstrip().endswith(client.profile(corrected, as_of=as_of(position=position)).fingerprint[:12])
    assert "+ Tests: HbA1c 7.2 % [2025-03-03]" in first.stdout and "6.9 %" not in first.stdout
    assert "- Tests: HbA1c 7.2 % [2025-03-03]  (corrected)" in whole.stdout
    assert "from Tests: HbA1c 7.8 % [2024-12-02]" in first.stdout
    assert "the answer of turn 1 rests on a fact that was corrected" in whole.stdout


def test_file_and_server_replay_the_same(server: Server, corrected: str) -> None:
    offline = _run(corrected, "--json", "--data", server.data)
    online = _run(corrected, "--json", "--address", server.address)
    steps = [json.loads(line) for line in offline.stdout.splitlines()]

    assert offline.stdout == online.stdout
    assert [step["version"] for step in steps] == list(range(1, len(steps) + 1))
    assert any(change["kind"] == "ended" and change["ended"] == "corrected" for s in steps for change in s["changes"])


def test_stepping_waits_after_every_turn_and_can_be_left(server: Server, corrected: str) -> None:
    left = _run(corrected, "--step", "--data", server.data, said="\nq\n")
    through = _run(corrected, "--step", "--data", server.data, said="\n" * 9)

    assert "turn 1" in left.stdout and "turn 2" not in left.stdout
    assert through.stdout == _run(corrected, "--data", server.data).stdout


@pytest.mark.parametrize(
    ("arguments", "code", "hint"),
    [
        (("{patient}", "--until", "9", "--data", "{data}"), 1, "turn 9"),
        ((str(uuid4()), "--data", "{data}"), 1, "RegisterPatient"),
        (("nobody", "--data", "{data}"), 1, "UUID"),
        (("{patient}", "--until", "0", "--data", "{data}"), 2, "--until"),
        (("{patient}", "--step", "--json", "--data", "{data}"), 2, "one of them"),
        (("{patient}", "--data", "nowhere"), 1, "--data DIR"),
        (("{patient}", "--address", "127.0.0.1:1"), 4, "anamnesis serve"),
    ],
)
def test_what_cannot_be_replayed_is_a_sentence_and_a_next_step(
    server: Server, corrected: str, arguments: tuple[str, ...], code: int, hint: str
) -> None:
    told = _run(*(one.format(patient=corrected, data=server.data) for one in arguments))

    assert (told.exit_code, told.stdout) == (code, "")
    assert hint in " ".join(told.stderr.replace("│", " ").split())
