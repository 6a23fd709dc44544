"""Who tells a sign and asks in the same breath what to do tells it as so; who asks what to do if it came does not."""

from __future__ import annotations

import pytest

from agent.safety.alarms import signs_in


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("my nose has been bleeding for half an hour, what should i do?", "bleeds_minutes_value"),
        ("she vomited blood twice, what do we do now?", "vomits_blood"),
        ("the bleeding won't stop, what should i do please?", "bleeds_on"),
    ],
)
def test_what_to_do_is_asked_of_what_is(text: str, sign: str) -> None:
    assert sign in signs_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "what should i do if the bleeding won't stop?",
        "what do i do when she vomits blood?",
        "what are signs of a bleed that won't stop?",
    ],
)
def test_what_to_do_is_asked_of_what_may_come(text: str) -> None:
    assert not signs_in(text) & {"bleeds_on", "vomits_blood"}
