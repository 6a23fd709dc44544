"""What if: the original stays as it is, what was not changed comes out as it was, and the rest is told."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from uuid import uuid4

import pytest
from typer.testing import CliRunner, Result

from agent.observing import Observing
from agent.turns import TurnRequest, TurnRunner
from domain.errors import AnamnesisError, FactNotFound, InvalidCommand, TurnNotFound
from domain.events import ModelCalled, UtteranceReceived
from domain.records import PatientRecords
from server.__main__ import application
from server.cli.fork import as_data
from server.composition import Knowledge
from server.data_directory import DataDirectory
from server.forking import Change, Fork, fork
from server.language_models import language_models
from server.settings import Settings
from tests.agent.agent_bench import AgentBench
from tests.llm_server import LlmServer
from tests.replay.conversations import SCRIPTS
from tests.replay.record import recorded

SAID = (
    "I have type 2 diabetes and take metformin 500 mg twice a day.",
    "My HbA1c was 7.2% on 3 March 2026.",
    "What was my latest HbA1c?",
    "Which medicines do I take?",
)


@pytest.fixture
def talked(tmp_path: Path, knowledge: Knowledge) -> tuple[Path, str]:
    """A data directory with the log of one patient, and who it is."""
    bench = AgentBench(tmp_path, knowledge)

    async def talk() -> None:
        for text in SAID:
            await bench.say(text)

    asyncio.run(talk())
    bench.records.close()
    return tmp_path, bench.patient_id


def utterances(records: PatientRecords, patient_id: str) -> list[tuple[str, datetime]]:
    payloads = (event.payload for event in records.stream(patient_id))
    return [(payload.text, payload.said_at) for payload in payloads if isinstance(payload, UtteranceReceived)]


@contextmanager
def forked(
    original: PatientRecords, scratch: Path, knowledge: Knowledge, patient_id: str, at: int, change: Change
) -> Iterator[tuple[Fork, PatientRecords]]:
    scratch.mkdir()
    with DataDirectory(scratch).records() as records:
        yield asyncio.run(fork(original, records, knowledge, patient_id, at, change)), records


def test_a_corrected_fact_changes_what_rests_on_it_and_nothing_else(
    talked: tuple[Path, str], knowledge: Knowledge, tmp_path: Path
) -> None:
    data, patient_id = talked
    before = hashlib.sha256((data / "log.db").read_bytes()).hexdigest()
    with DataDirectory(data).records() as records:
        change = Change((("hba1c", "8.9"),))
        with forked(records, tmp_path / "fork", knowledge, patient_id, 2, change) as (found, scratch):
            spoken = utterances(scratch, patient_id)
        said = utterances(records, patient_id)

    [difference] = found.memory.facts
    assert difference.before and difference.before.content.value == 7.2
    assert difference.after and difference.after.content.value == 8.9
    assert [(turn.turn_number, turn.same) for turn in found.turns] == [(3, False), (4, True)]
    assert found.turns[0].before and "7.2" in found.turns[0].before.text
    assert found.turns[0].after and "8.9" in found.turns[0].after.text and "7.2" not in found.turns[0].after.text
    assert spoken == said
    assert hashlib.sha256((data / "log.db").read_bytes()).hexdigest() == before
    told = json.loads(json.dumps(as_data(found)))
    assert [turn["same"] for turn in told["turns"]] == [False, True]
    assert [one["after"]["content"]["value"] for one in told["facts"]] == [8.9]


def test_another_profile_runs_the_later_turns_under_it(
    talked: tuple[Path, str], knowledge: Knowledge, tmp_path: Path
) -> None:
    data, patient_id = talked
    with DataDirectory(data).records() as records:
        with forked(records, tmp_path / "fork", knowledge, patient_id, 1, Change(profile="llm")) as (found, _):
            assert [turn.after.profile for turn in found.turns if turn.after] == ["llm"] * 3
    assert found.memory.facts == ()


async def test_another_model_writes_the_later_answers(
    talked: tuple[Path, str], knowledge: Knowledge, tmp_path: Path
) -> None:
    data, patient_id = talked
    (tmp_path / "fork").mkdir()
    async with LlmServer.running() as llm:
        models = language_models(Settings(llm_base_url=llm.base_url, llm_key="k", llm_model="another"))
        assert models is not None
        with DataDirectory(data).records() as records, DataDirectory(tmp_path / "fork").records() as scratch:
            found = await fork(records, scratch, knowledge, patient_id, 2, Change(), models)
            called = [one.payload for one in scratch.stream(patient_id) if isinstance(one.payload, ModelCalled)]
        await models.close()

    assert {call.model for call in called} == {"another"}
    assert llm.asked("answer") and {turn.turn_number for turn in found.turns} == {3, 4}


@pytest.mark.parametrize("name", ["gout_imported_en", "clinic_edits_en"])
def test_a_fork_that_changes_nothing_tells_the_same_story(name: str, knowledge: Knowledge, tmp_path: Path) -> None:
    """Turns, imports and edits are all done again; only what an operator decided of re-extraction is not."""
    [script] = [script for script in SCRIPTS if script.name == name]
    history = recorded(script, knowledge)
    with PatientRecords(tmp_path / "log.db") as records:
        history.load_into(records)
        with forked(records, tmp_path / "fork", knowledge, history.patient_id, 0, Change()) as (found, _):
            pass
        assert found.turns and all(turn.same or turn.before is None for turn in found.turns)
        assert found.memory.facts == ()
        assert {line.partition(":")[0] for line in found.left_out} <= {"ReextractionProposed", "ReextractionDecided"}


async def test_what_was_observed_is_observed_again_in_a_fork(knowledge: Knowledge, tmp_path: Path) -> None:
    bench = AgentBench(tmp_path, knowledge)
    observing = Observing(TurnRunner(bench.ports), bench.ports)
    for text in ("My HbA1c was 7.2% on 3 March 2025.", "I take metformin 500 mg."):
        await observing.observe(TurnRequest(str(uuid4()), bench.patient_id, "c", text, agent_said="And?"))
    with PatientRecords(tmp_path / "fork.db") as scratch:
        found = await fork(bench.records, scratch, knowledge, bench.patient_id, 0, Change())
        again = [one.payload for one in scratch.stream(bench.patient_id) if isinstance(one.payload, UtteranceReceived)]

    assert found.memory.facts == () and found.left_out == ()
    assert [(one.agent_said, one.observed) for one in again] == [("And?", True)] * 2


@pytest.mark.parametrize(
    ("at", "change", "error"),
    [
        (9, Change(), TurnNotFound),
        (2, Change((("ferritin", "1"),)), FactNotFound),
        (2, Change((("hba1c", "high"),)), InvalidCommand),
        (2, Change((("Type 2 diabetes mellitus", "1"),)), InvalidCommand),
        (2, Change(profile="horoscope"), InvalidCommand),
    ],
)
def test_what_cannot_be_changed_is_named(
    talked: tuple[Path, str],
    knowledge: Knowledge,
    tmp_path: Path,
    at: int,
    change: Change,
    error: type[AnamnesisError],
) -> None:
    data, patient_id = talked
    with DataDirectory(data).records() as records, pytest.raises(error):
        with forked(records, tmp_path / "fork", knowledge, patient_id, at, change):
            pass


def _run(*arguments: object) -> Result:
    return CliRunner().invoke(application(), ["fork", *map(str, arguments)], prog_name="anamnesis")


def test_the_command_tells_the_difference_and_keeps_the_fork_where_it_is_told_to(
    talked: tuple[Path, str], tmp_path: Path
) -> None:
    data, patient_id = talked
    kept = tmp_path / "kept"
    arguments = (patient_id, "--at", 2, "--correct", "hba1c=8.9", "--data", data)

    told = _run(*arguments, "--into", kept)
    assert told.exit_code == 0
    assert "Memory: 1 of " in told.stdout and "Answers: 1 of 2 differ" in told.stdout
    assert (kept / "log.db").is_file() and f"serve --data {kept}" in told.stderr

    again = _run(*arguments, "--into", kept)
    assert again.exit_code == 1 and "new or empty" in again.stderr


@pytest.mark.parametrize(
    ("arguments", "code"), [(("--at", "1", "--correct", "hba1c"), 2), (("--at", "-1"), 2), ((), 2)]
)
def test_a_wrong_question_is_refused_before_anything_is_loaded(arguments: tuple[str, ...], code: int) -> None:
    assert _run(uuid4(), *arguments).exit_code == code
