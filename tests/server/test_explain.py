"""Why an answer was given, over the wire and on the command line."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest
from typer.testing import CliRunner, Result

from clients import AnamnesisClient, AsyncAnamnesisClient, InvalidRequest, NotFound, as_of
from domain.commands import ErasePatient
from protos.anamnesis.v1 import fact_pb2
from retrieval import shipped_corpus
from retrieval.library import build_library
from server.__main__ import application
from server.composition import Knowledge
from server.data_directory import DataDirectory
from tests.domain.sealed import SealedLog
from tests.server.conftest import Server
from tests.server.copies import copy_of
from tests.server.running import CARD, running_server


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(application(), list(arguments), prog_name="anamnesis", catch_exceptions=False)


def test_an_answer_is_proved_from_the_log(client: AnamnesisClient, corrected: str) -> None:
    found = client.explain(corrected, 1)
    used = {one.fact.number: one for one in found.facts if one.used and one.fact.slot == fact_pb2.SLOT_KIND_LABS}

    assert found.verified and not found.discrepancies
    assert all(check.agrees for check in found.checks)
    assert {"prompt hash", "facts in context", "stop reason", "text hash"} <= {check.name for check in found.checks}
    assert used[7.8].still_current and not used[7.2].still_current
    assert found.invalidated.turn_number == 1 and "7.2" in found.invalidated.reason
    assert found.answer.facts_used and found.source_turn == 1
    assert found.position < client.position_of_turn(corrected, 1)


def test_an_explanation_as_of_the_answer_knows_nothing_of_its_correction(
    client: AnamnesisClient, corrected: str
) -> None:
    found = client.explain(corrected, 1, as_of=as_of(position=client.position_of_turn(corrected, 1)))

    assert found.verified
    assert not found.HasField("invalidated")
    assert all(one.still_current for one in found.facts)


def test_the_passages_of_an_answer_are_named_with_their_standing(client: AnamnesisClient, patient: str) -> None:
    client.import_card(patient, CARD)
    client.say(patient, "What should I eat with high blood pressure?")
    found = client.explain(patient, 1)

    assert found.documents
    assert all(document.title and document.content_hash for document in found.documents)
    assert [one.recorded_hash for one in found.document_standings] == [one.content_hash for one in found.documents]
    assert all(one.recorded_hash == one.current_hash for one in found.document_standings)


async def test_the_asyncio_client_explains_the_same(server: Server, client: AnamnesisClient, corrected: str) -> None:
    async with AsyncAnamnesisClient(server.address) as other:
        assert await other.explain(corrected, 2) == client.explain(corrected, 2)


def test_what_cannot_be_explained_is_named(client: AnamnesisClient, corrected: str) -> None:
    with pytest.raises(NotFound) as turn:
        client.explain(corrected, 9)
    with pytest.raises(NotFound) as patient:
        client.explain(str(uuid4()), 1)
    with pytest.raises(InvalidRequest):
        client.explain(corrected, 0)
    with pytest.raises(InvalidRequest):
        client.explain("nobody", 1)

    assert turn.value.reason == "TURN_NOT_FOUND"
    assert patient.value.reason == "PATIENT_NOT_FOUND"


def test_the_command_says_proved_and_shows_what_the_answer_rests_on(server: Server, corrected: str) -> None:
    told = _run("explain", corrected, "1", "--address", server.address)
    data = json.loads(_run("explain", corrected, "1", "--json", "--address", server.address).stdout)

    assert told.exit_code == 0
    assert told.stdout.splitlines()[-1].startswith("proved: all ")
    assert "fact  used  Tests: HbA1c 7.2 % [2025-03-03]  (no longer current)" in told.stdout
    assert "No longer valid: Corrected" in told.stdout
    assert data["verified"] and data["prompt_hash"]


def test_the_command_proves_without_a_server_what_it_proves_with_one(server: Server, corrected: str) -> None:
    online = _run("explain", corrected, "1", "--address", server.address, "--json")
    offline = _run("explain", corrected, "1", "--data", str(server.data), "--json")

    assert offline.exit_code == 0
    assert json.loads(offline.stdout) == json.loads(online.stdout)


def test_the_command_shows_the_difference_where_the_log_was_edited_and_ends_with_3(
    server: Server, corrected: str, knowledge: Knowledge, tmp_path: Path
) -> None:
    """The log is edited by somebody who has the keys, and who takes its guard off and puts it back."""
    copy_of(server.data, tmp_path)
    seal = DataDirectory(tmp_path).seal()
    with SealedLog(tmp_path).vandal() as log:
        for position, version, topic, state in log.execute(
            "SELECT rowid, originator_version, topic, state FROM stored_events "
            "WHERE topic LIKE '%SlotRecorded%' AND originator_id = ?",
            (corrected,),
        ).fetchall():
            said = seal.keyring.decrypt(corrected, version, topic, state).replace(b"7.2", b"9.2")
            forged = seal.keyring.encrypt(corrected, version, topic, said)
            log.execute("UPDATE stored_events SET state = ? WHERE rowid = ?", (forged, position))
    seal.close()
    with running_server(tmp_path, knowledge) as address:
        told = _run("explain", corrected, "1", "--address", address)
        data = json.loads(_run("explain", corrected, "1", "--json", "--address", address).stdout)

    assert told.exit_code == 3
    assert "not proved: " in told.stdout
    assert "prompt hash\n    recorded: " in told.stdout
    assert "prompt hash" in data["discrepancies"] and not data.get("verified")


@pytest.mark.parametrize(
    ("hurt", "told"),
    [
        ("UPDATE stored_events SET recorded_at = '2025-01-01T00:00:00.000000+00:00' WHERE rowid = ?", "but not 3"),
        ("DELETE FROM stored_events WHERE rowid = ?", "version 3 should stand before it"),
        ("UPDATE stored_events SET originator_id = 'a' WHERE rowid = ?", "version 3 should stand before it"),
        ("UPDATE stored_events SET state = x'01' WHERE rowid = ?", ": An event was changed"),
        ("UPDATE stored_events SET recorded_at = CAST(recorded_at AS BLOB) WHERE rowid = ?", "form in which it was"),
        ("UPDATE stored_events SET event_id = CAST(event_id AS BLOB) WHERE rowid = ?", "form in which it was"),
    ],
)
def test_an_answer_is_not_proved_where_an_event_before_it_was_changed_moved_or_taken_away(
    server: Server, corrected: str, tmp_path: Path, hurt: str, told: str
) -> None:
    """Whatever the event told: it may be one that the answer did not use."""
    copy_of(server.data, tmp_path)
    with SealedLog(tmp_path).vandal() as log:
        where = "SELECT rowid FROM stored_events WHERE originator_id = ? AND originator_version = 3"
        log.execute(hurt, log.execute(where, (corrected,)).fetchone())

    result = _run("explain", corrected, "1", "--data", str(tmp_path))

    assert result.exit_code == 3
    assert told in result.stdout + result.stderr
    assert "\nproved: " not in result.stdout
    assert "Traceback" not in _run("rebuild", "--verify", "--data", str(tmp_path)).stderr


def test_the_command_looks_quotations_up_in_the_corpus_that_the_directory_answers_from(
    server: Server, client: AnamnesisClient, patient: str, knowledge: Knowledge, tmp_path: Path
) -> None:
    client.say(patient, "What is a normal HbA1c target? Please cite a document.")
    copy_of(server.data, tmp_path)
    build_library(tmp_path / "corpus", shipped_corpus()[:1], knowledge.tokenizer)

    shipped = _run("explain", patient, "1", "--data", str(server.data))
    own = _run("explain", patient, "1", "--data", str(tmp_path))

    assert (shipped.exit_code, own.exit_code) == (0, 3)
    assert " unchanged " in shipped.stdout and " gone " not in shipped.stdout
    assert " gone " in own.stdout


def test_an_answer_to_an_erased_patient_is_said_to_be_erased(knowledge: Knowledge, tmp_path: Path) -> None:
    with running_server(tmp_path, knowledge) as address, AnamnesisClient(address) as client:
        patient = client.register_patient(locale="en", time_zone="UTC")
        client.say(patient, "I have asthma.")
        assert client.explain(patient, 1).verified
        beside = DataDirectory(tmp_path).records()
        now = datetime.now(UTC)
        beside.execute(ErasePatient(request_id=str(uuid4()), patient_id=patient, now=now, key_fingerprint="-"))
        beside.close()
        for source in (("--address", address), ("--data", str(tmp_path))):
            for command in (("explain", patient, "1"), ("replay", patient)):
                told = _run(*command, *source)
                assert (told.exit_code, told.stdout) == (1, "")
                assert "erased" in told.stderr
        for name in ("slots", "turns", "answers"):
            told = _run("sql", f"SELECT * FROM {name}", "--data", str(tmp_path), "--json")
            assert (told.exit_code, json.loads(told.stdout)) == (0, [])


@pytest.mark.parametrize(
    ("arguments", "code", "hint"),
    [
        (("{patient}", "9", "--address", "{address}"), 1, "events"),
        (("{patient}", "first"), 2, "TURN"),
        (("{patient}", "1", "--data", "nowhere"), 1, "--data DIR"),
        (("{patient}", "1", "--address", "127.0.0.1:1"), 4, "anamnesis serve"),
    ],
)
def test_the_command_fails_with_a_sentence_and_a_next_step(
    server: Server, corrected: str, arguments: tuple[str, ...], code: int, hint: str
) -> None:
    told = _run("explain", *(one.format(patient=corrected, address=server.address) for one in arguments))

    assert told.exit_code == code
    assert told.stdout == ""
    assert hint in told.stderr
