"""What was recorded once reads the same for ever: golden histories give the views that they gave."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from agent.explanation import counters_by_name, explain
from agent.profiles import FULL
from agent.tokens import token_counter
from domain.errors import UnknownTopic
from domain.events import EVENTS, AnswerGiven, CheckFailed, PatientErased, UtteranceReceived, event_id_at
from domain.records import PatientRecords
from domain.store import mapper
from domain.store.mapper import LogRow, decode, encode
from projections.live import LiveViews
from projections.runner import ProjectionRunner
from retrieval.corpus import shipped_corpus
from server.composition import Knowledge
from tests.replay.conversations import SCRIPTS
from tests.replay.golden import FOLDER, History, dump, load
from tests.replay.notes import digest, noted
from tests.replay.record import recorded

HISTORIES = {path.stem: path for path in sorted(FOLDER.glob("*.json"))}
ADVICE = """
{name}: stored events no longer give what they gave when they were recorded: {what}.
Logs like this one exist. Either
  - keep the outcome: give a changed payload an upcaster (UPCASTS in domain/store/mapper.py), or mend the reducer; or
  - mean the change: raise the version of the projection, run `python -m tests.replay.record --because REASON`, and say
    in CHANGELOG.md under "Event schema" what reads differently and why.
"""


@pytest.fixture(params=HISTORIES)
def named(request: pytest.FixtureRequest) -> tuple[str, History]:
    return request.param, load(HISTORIES[request.param])


def test_every_payload_is_decoded_and_encoded_to_the_same_bytes(named: tuple[str, History]) -> None:
    name, history = named
    for row in history.rows:
        payload = decode(row.topic, row.state)
        if payload.topic() == row.topic:
            again = json.loads(encode(payload))
            assert again == json.loads(row.state), ADVICE.format(name=name, what=row.topic)


def test_the_views_are_what_they_were(named: tuple[str, History], tmp_path: Path) -> None:
    name, history = named
    records = PatientRecords(tmp_path / "log.db")
    history.load_into(records)
    live = LiveViews(records).view(history.patient_id)
    runner = ProjectionRunner(records, tmp_path / "views.db")
    runner.catch_up()
    head, positions = records.head(), runner.positions()
    records.close()

    derived = live.fingerprints()
    differing = sorted(view for view, kept in history.fingerprints.items() if derived.get(view) != kept)
    assert not differing, ADVICE.format(name=name, what=", ".join(differing))
    assert derived.keys() == history.fingerprints.keys(), f"{name}: record again, for there are other views now"
    assert set(positions.values()) == {head}
    assert runner.quarantined() == ()


def test_a_history_is_one_whole_stream(named: tuple[str, History]) -> None:
    _, history = named

    assert [row.originator_version for row in history.rows] == list(range(1, len(history.rows) + 1))
    assert {row.originator_id for row in history.rows} == {history.patient_id}
    assert all(row.event_id == event_id_at(history.patient_id, row.originator_version) for row in history.rows)


def test_together_they_hold_every_event_that_is_not_the_last() -> None:
    held = {row.topic for path in HISTORIES.values() for row in load(path).rows}

    # CheckFailed is younger than these histories; tests/properties/test_stored_events.py holds how it is stored.
    assert held == {event.topic() for event in EVENTS if event not in (PatientErased, CheckFailed)}
    assert set(HISTORIES) == {script.name for script in SCRIPTS}
    assert any(b'"cached_from"' in row.state for path in HISTORIES.values() for row in load(path).rows)


def test_a_file_is_read_as_it_was_written(named: tuple[str, History], tmp_path: Path) -> None:
    name, history = named

    assert dump(history) == HISTORIES[name].read_text(encoding="utf-8")


def test_recording_again_gives_the_same_history(knowledge: Knowledge) -> None:
    script = min(SCRIPTS, key=lambda script: len(script.steps))

    assert recorded(script, knowledge) == recorded(script, knowledge)


def test_a_history_is_as_it_was_noted() -> None:
    notes = noted()
    silent = [name for name, path in HISTORIES.items() if notes.get(name, ("", ""))[0] != digest(path)]

    assert not silent, (
        f"{', '.join(silent)}: recorded again without a reason. Logs like these exist; if the change is meant, run "
        "`python -m tests.replay.record --note --because REASON`."
    )
    assert notes.keys() == HISTORIES.keys()


def test_what_an_older_version_wrote_gives_the_same_views_through_its_upcaster(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A payload that changes its shape fails here as long as nobody has said how the old shape is read."""
    history = load(HISTORIES["diabetes_corrected_ko"])
    old = UtteranceReceived.topic()
    with PatientRecords(tmp_path / "log.db") as records:
        records.rows_log.insert_events([_in_old_words(row) if row.topic == old else row for row in history.rows])
        monkeypatch.setattr(UtteranceReceived, "SCHEMA", UtteranceReceived.SCHEMA + 1)
        monkeypatch.setattr(
            mapper, "_BY_TOPIC", {event.topic(): msgspec.json.Decoder(event).decode for event in EVENTS}
        )
        with pytest.raises(UnknownTopic):
            LiveViews(records).view(history.patient_id)
        monkeypatch.setitem(mapper.UPCASTS, ("UtteranceReceived", 1), _in_new_words)

        assert LiveViews(records).view(history.patient_id).fingerprints() == history.fingerprints


def _in_old_words(row: LogRow) -> LogRow:
    """The row as a version would have written it that called the text "words"."""
    state = json.loads(row.state)
    return row._replace(state=json.dumps({"words": state.pop("text"), **state}).encode())


def _in_new_words(state: dict[str, Any]) -> dict[str, Any]:
    return {"text": state.pop("words"), **state}


def test_every_prompt_that_was_assembled_is_assembled_again(named: tuple[str, History], tmp_path: Path) -> None:
    """By the layout that the log names, which older logs do not: theirs is the first."""
    _, history = named
    records = PatientRecords(tmp_path / "log.db")
    history.load_into(records)
    stream = tuple(records.stream(history.patient_id))
    records.close()
    passages = {passage.document_id: passage for passage in shipped_corpus()}
    given = [event.payload for event in stream if isinstance(event.payload, AnswerGiven)]
    # What the profiles of an ablation leave out has changed since; the full agent has not.
    turns = [one.turn_number for one in given if one.profile == FULL.name]
    assert turns
    for turn in turns:
        assert turn is not None
        told = explain(history.patient_id, stream, turn, passages.get, counters_by_name(token_counter()))
        hashes = [check for check in told.checks if check.name.startswith("prompt hash")]
        assert hashes and all(check.agrees for check in hashes), turn
