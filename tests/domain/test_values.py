"""What all values have in common: closed, immutable, told whole in JSON, and checked where they are made of data."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.events import EVENTS, UtteranceReceived
from domain.store.mapper import encode
from domain.values import Content, Polarity, SlotKind, Status
from tests.builders import NOW, lab, medicine, recorded


def test_json_tells_every_field_but_those_that_are_none() -> None:
    written = msgspec.json.decode(encode(recorded("f", medicine("500 mg"))))["content"]
    assert written["polarity"] == "affirmed" and written["subject"] == "patient" and written["concept"]["codings"] == []
    assert not {"value", "valid_from", "severity"} & set(written)


def test_no_event_hides_a_default_in_the_code() -> None:
    """A field that is left out of a row is None for good; any other default could be changed under the log."""
    for event in EVENTS:
        for field in msgspec.structs.fields(event):
            assert field.default is None or field.default is msgspec.NODEFAULT, (event, field.name)


def test_a_value_made_of_data_is_of_the_types_of_its_fields() -> None:
    fields = lab(7).plain() | {"status": "active"}
    made = Content.of(fields)
    assert (made.slot, made.status, type(made.value)) == (SlotKind.LABS, Status.ACTIVE, float)


@pytest.mark.parametrize("wrong", [{"value": {}}, {"status": "lost"}, {"dosage": "1"}, {"concept": "hba1c"}])
def test_a_value_made_of_other_data_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        Content.of(lab(7).plain() | wrong)


def test_a_value_never_changes() -> None:
    content = lab(7.2)
    with pytest.raises(AttributeError):
        content.value = 6.9  # type: ignore[misc]
    with pytest.raises(TypeError):
        content.with_fields(valeu=6.9)
    changed = content.with_fields(value=6.9)
    assert (content.value, changed.value) == (7.2, 6.9) and changed != content and hash(lab(7.2)) == hash(content)


def test_plain_data_keeps_what_is_none_when_asked() -> None:
    said = UtteranceReceived(conversation_id="c", text="7.2", said_at=NOW, language="ko")
    assert said.plain()["said_at"] == "2025-03-09T01:00:00Z" and "request_hash" not in said.plain()
    assert said.plain(absent=True)["request_hash"] is None
    assert lab(7.2).plain()["polarity"] == Polarity.AFFIRMED.value
