"""kill -9 around every save, under a client that retries with the same request id."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.killed_server import (
    UTTERANCES,
    Acknowledged,
    Server,
    check,
    current_facts,
    register,
    say,
    stored_events,
)

SAVES = ("ReceiveUtterance", "RecordExtraction", "CompleteTurn")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    one = Server(tmp_path)
    yield one
    one.kill()


@pytest.mark.timeout(300)
def test_a_turn_is_finished_by_its_retry_when_killed_around_every_save(server: Server) -> None:
    heard, requests = Acknowledged(), list[str]()
    moments = [(when, save) for save in SAVES for when in ("before", "after")]
    server.start(kill_at=" ".join(moments[0]))
    patient_id = register(server.address)
    for at, text in enumerate(UTTERANCES):
        request_id = str(uuid.uuid4())
        requests.append(request_id)
        assert not say(server.address, patient_id, request_id, text, heard), moments[at]
        assert server.process is not None
        assert server.process.wait(timeout=30) != 0
        server.start(kill_at=_next_kill(moments, at))
        assert say(server.address, patient_id, request_id, text, heard), moments[at]
    check(stored_events(server.address, patient_id), requests, heard)


def _next_kill(moments: list[tuple[str, str]], at: int) -> str:
    """The kill of the next turn, counted in the process that first finishes this one: the saves it still owes."""
    if at + 1 == len(moments):
        return ""
    when, save = moments[at]
    owed = SAVES.index(save) + (when == "after")
    next_when, next_save = moments[at + 1]
    return f"{next_when} {next_save}:{2 if SAVES.index(next_save) >= owed else 1}"


@pytest.mark.timeout(300)
def test_facts_are_there_after_a_restart_when_the_client_never_comes_back(server: Server) -> None:
    server.start(kill_at="after ReceiveUtterance")
    patient_id, heard = register(server.address), Acknowledged()
    assert not say(server.address, patient_id, str(uuid.uuid4()), "메트포르민 500mg 하루 두 번 먹어요.", heard)
    server.kill()
    server.start()
    assert "Metformin" in current_facts(server.address, patient_id)
    topics = [event.topic.split(".")[2] for event in stored_events(server.address, patient_id)]
    assert topics.count("UtteranceReceived") == 1
    assert topics.count("ExtractionCompleted") == 1
