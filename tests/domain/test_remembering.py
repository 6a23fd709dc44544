"""Pure functions are asked once a turn, and nothing of a turn stays behind it."""

from __future__ import annotations

from contextvars import copy_context
from threading import Thread

import pytest

from domain.remembering import remembered, remembering, remembering_at_least


class Counted:
    """A function that counts how often it is asked."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, text: str, *, upper: bool = False) -> str:
        """The text, in capitals where they are wanted."""
        self.calls += 1
        if not text:
            raise ValueError("there is no text")
        return text.upper() if upper else text


def test_the_same_is_asked_once_within_and_always_elsewhere() -> None:
    counted = Counted()
    asked = remembered(counted.__call__)
    with remembering():
        assert [asked("a"), asked("a"), asked("b"), asked("a", upper=True)] == ["a", "a", "b", "A"]
    assert counted.calls == 3
    assert [asked("a"), asked("a")] == ["a", "a"]
    assert counted.calls == 5


def test_a_turn_begins_with_nothing_of_the_one_before() -> None:
    counted = Counted()
    asked = remembered(counted.__call__)
    for _ in range(2):
        with remembering():
            asked("a")
    assert counted.calls == 2


def test_a_part_remembers_what_its_turn_does_and_by_itself_as_long_as_it_runs() -> None:
    counted = Counted()
    asked = remembered(counted.__call__)
    with remembering():
        asked("a")
        with remembering_at_least():
            asked("a")
            asked("b")
        asked("b")
    assert counted.calls == 2, "what a part asked is known after it"
    for _ in range(2):
        with remembering_at_least():
            asked("a")
            asked("a")
    assert counted.calls == 4


def test_a_thread_in_the_context_of_the_turn_knows_what_it_knows() -> None:
    counted = Counted()
    asked = remembered(counted.__call__)
    with remembering():
        asked("a")
        inside = copy_context()
        for begin in (lambda: inside.run(asked, "a"), lambda: asked("a")):
            thread = Thread(target=begin)
            thread.start()
            thread.join()
    assert counted.calls == 2, "one thread has the context, the other asks for itself"


def test_a_failure_is_not_remembered() -> None:
    counted = Counted()
    asked = remembered(counted.__call__)
    with remembering():
        for _ in range(2):
            with pytest.raises(ValueError, match="no text"):
                asked("")
    assert counted.calls == 2
