"""kill -9 around every save, under a client that retries with the same request id."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest

from clients import AnamnesisClient, ServiceError
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
from tests.faults.warm_server import Nursery, WarmServer

SAVES = ("ReceiveUtterance", "RecordExtraction", "CompleteTurn")


@pytest.fixture
def server(tmp_path: Path, nursery: Nursery) -> Iterator[Server]:
    one = WarmServer(tmp_path / "data", nursery=nursery)
    yield one
    one.close()


EVERY_MOMENT = tuple((when, save) for save in SAVES for when in ("before", "after"))
MOMENTS = (EVERY_MOMENT[0], *EVERY_MOMENT[1::2])
"""Before the first save and after each: after one is before the next, but for what is done between them."""


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "moments", [MOMENTS, pytest.param(EVERY_MOMENT, marks=pytest.mark.torture)], ids=["after", "around"]
)
def test_a_turn_is_finished_by_its_retry_when_killed_around_every_save(
    server: Server, moments: Sequence[tuple[str, str]]
) -> None:
    heard, requests = Acknowledged(), list[str]()
    server.start(kill_at=" ".join(moments[0]))
    patient_id = register(server.address)
    for at, text in enumerate(UTTERANCES[: len(moments)]):
        request_id = str(uuid.uuid4())
        requests.append(request_id)
        assert not say(server.address, patient_id, request_id, text, heard), moments[at]
        assert server.process is not None
        assert server.process.wait(timeout=30) != 0
        server.start(kill_at=_next_kill(moments, at))
        assert say(server.address, patient_id, request_id, text, heard), moments[at]
    check(stored_events(server.address, patient_id), requests, heard)


def _next_kill(moments: Sequence[tuple[str, str]], at: int) -> str:
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


OBSERVED_KILLS = ("after ObserveUtterance", "after RecordAnswer")


@pytest.mark.timeout(300)
def test_an_observed_turn_and_its_answer_are_finished_by_their_retries(server: Server) -> None:
    requests, patient_id = (str(uuid.uuid4()), str(uuid.uuid4())), ""
    for moment in (*OBSERVED_KILLS, ""):
        server.kill()
        server.start(kill_at=moment)
        patient_id = patient_id or register(server.address)
        with AnamnesisClient(server.address, timeout=10 if not moment else 3) as client:
            observe = partial(client.observe, patient_id, UTTERANCES[1], conversation_id="c", request_id=requests[0])
            record = partial(client.record_answer, patient_id, 1, "메트포르민 500mg", request_id=requests[1])
            if moment:
                with pytest.raises(ServiceError):
                    observe()
                    record()
            else:
                observed, recorded = observe(), record()
    assert [event.fact.name for event in observed.slot_events] == ["Metformin"]
    assert list(recorded.facts_used) == [observed.slot_events[0].fact.fact_id]
    topics = [event.topic.split(".")[2] for event in stored_events(server.address, patient_id)]
    once = ("UtteranceReceived", "SlotRecorded", "ExtractionCompleted", "AnswerGiven")
    assert [topics.count(topic) for topic in once] == [1, 1, 1, 1]
