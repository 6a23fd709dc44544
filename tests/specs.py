"""Given events, when a command, then events: the aggregate's behaviour told without store, clock or network."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Self

import pytest

from domain.commands import Command
from domain.errors import AnamnesisError
from domain.events import Payload, Recorded, event_id_at
from domain.patient import PatientState, decide, fold
from tests.builders import NOW, PATIENT_ID


def history(*payloads: Payload, patient_id: str = PATIENT_ID) -> tuple[Recorded, ...]:
    """``payloads`` at their places in a patient's stream, a second apart."""
    return tuple(
        Recorded(
            patient_id=patient_id,
            version=version,
            event_id=event_id_at(patient_id, version),
            recorded_at=NOW + timedelta(seconds=version),
            payload=payload,
            position=version,
        )
        for version, payload in enumerate(payloads, start=1)
    )


@dataclass(frozen=True)
class Expected:
    """An event of a kind, with the fields that matter; ``content__value`` looks into the content."""

    kind: type[Payload]
    fields: dict[str, Any] = field(default_factory=dict)

    def check(self, payload: Payload) -> None:
        assert type(payload) is self.kind, f"expected {self.kind.__name__}, got {type(payload).__name__}"
        for path, wanted in self.fields.items():
            found: Any = payload
            for name in path.split("__"):
                found = getattr(found, name)
            assert found == wanted, f"{self.kind.__name__}.{path} is {found!r}, expected {wanted!r}"


def event(kind: type[Payload], /, **fields: Any) -> Expected:
    """An expected event; fields not named may hold anything."""
    return Expected(kind, fields)


@dataclass
class Spec:
    """One example of behaviour."""

    past: tuple[Payload, ...]
    found: tuple[Payload, ...] | None = None

    def when(self, command: Command) -> Self:
        """Decide ``command`` upon the past."""
        self.found = decide(self._state(), command)
        return self

    def then(self, *expected: Expected | type[Payload]) -> Self:
        """Exactly these events came of it, in this order."""
        assert self.found is not None
        kinds = [one if isinstance(one, type) else one.kind for one in expected]
        assert [type(payload) for payload in self.found] == kinds
        for one, payload in zip(expected, self.found, strict=True):
            (one if isinstance(one, Expected) else Expected(one)).check(payload)
        return self

    def then_nothing(self) -> Self:
        """The command had nothing left to do."""
        return self.then()

    def refuses(self, command: Command, error: type[AnamnesisError]) -> AnamnesisError:
        """``command`` is refused with ``error`` and changes nothing."""
        state = self._state()
        version = state.version
        with pytest.raises(error) as caught:
            decide(state, command)
        assert type(caught.value) is error and state.version == version
        return caught.value

    def and_then(self) -> Spec:
        """What came of it is the past of a next step."""
        assert self.found is not None
        return Spec((*self.past, *self.found))

    def after(self) -> PatientState:
        """The state with what came of it."""
        return fold(PATIENT_ID, history(*self.past, *(self.found or ())))

    def _state(self) -> PatientState:
        return fold(PATIENT_ID, history(*self.past))


def given(*past: Payload) -> Spec:
    """What had happened before."""
    return Spec(past)
