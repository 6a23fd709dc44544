"""Reading what was written: stable topics, upcasts, and failures that quote nothing."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from domain.errors import LogCorrupted, UnknownTopic
from domain.events import EVENTS, PatientRegistered, SlotRecorded
from domain.store import mapper
from domain.store.mapper import decode, encode
from tests.builders import lab, recorded, registered


def test_every_topic_is_its_own_and_carries_a_version() -> None:
    topics = [event.topic() for event in EVENTS]
    assert len(set(topics)) == len(topics)
    assert all(
        topic == f"anamnesis.Patient.{event.__name__}.v{event.SCHEMA}"
        for topic, event in zip(topics, EVENTS, strict=True)
    )


def test_what_was_encoded_is_decoded() -> None:
    for payload in (registered(), recorded("f", lab(7.2))):
        assert decode(payload.topic(), encode(payload)) == payload


def test_absent_values_take_no_room() -> None:
    assert b"null" not in encode(recorded("f", lab(7.2)))


def test_an_older_schema_is_read_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PatientRegistered, "SCHEMA", 3)
    old = {"clinic": "c", "language": "ko", "time_zone": "Asia/Seoul"}

    def rename_clinic(data: dict[str, Any]) -> dict[str, Any]:
        return {"tenant": data.pop("clinic"), **data}

    def rename_language(data: dict[str, Any]) -> dict[str, Any]:
        return {"locale": data.pop("language"), **data}

    upcasts = {("PatientRegistered", 1): rename_clinic, ("PatientRegistered", 2): rename_language}
    # The topic of version 1 is today's, so the table of today's topics must not know it here.
    monkeypatch.setattr(mapper, "_BY_TOPIC", {})
    read = decode("anamnesis.Patient.PatientRegistered.v1", orjson.dumps(old), upcasts)
    assert read == PatientRegistered(tenant="c", locale="ko", time_zone="Asia/Seoul")
    with pytest.raises(UnknownTopic):
        decode("anamnesis.Patient.PatientRegistered.v1", orjson.dumps(old), {})


@pytest.mark.parametrize(
    "topic", ["", "SlotRecorded", "anamnesis.Patient.Nothing.v1", "anamnesis.Patient.SlotRecorded.v2", "os:system"]
)
def test_an_unknown_topic_is_named_and_never_imported(topic: str) -> None:
    with pytest.raises(UnknownTopic):
        decode(topic, b"{}")


@pytest.mark.parametrize("state", [b"", b"{", b"[]", b'{"fact_id": 1, "content": "metformin"}', b"\xff"])
def test_a_damaged_state_is_named_without_a_word_of_it(state: bytes) -> None:
    with pytest.raises(LogCorrupted) as caught:
        decode(SlotRecorded.topic(), state)
    assert "metformin" not in str(caught.value) and caught.value.__cause__ is None
