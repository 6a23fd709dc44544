"""The folded states of patients in memory, each changed by one thread at a time: no snapshots, the log is the truth."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from domain.cancellation import cancellable
from domain.errors import EventNotFolded
from domain.events import Recorded
from domain.patient import PatientState, evolve

STATES_IN_MEMORY = 1_000
"""Patients whose folded state is kept in memory, least recently used first out."""

_STRIPES = 256


class PatientStates:
    """States by patient, folded further whenever one is asked for."""

    def __init__(self, keep: int = STATES_IN_MEMORY) -> None:
        self._keep = keep
        self._states: OrderedDict[str, PatientState] = OrderedDict()
        self._states_lock = threading.Lock()
        self._locks = tuple(threading.RLock() for _ in range(_STRIPES))

    @contextmanager
    def locked(self, patient_id: str) -> Iterator[None]:
        """Keep every other thread of this process from the patient's state."""
        with self._locks[hash(patient_id) % _STRIPES]:
            yield

    def current(self, patient_id: str, events_after: Callable[[int], Iterable[Recorded]]) -> PatientState:
        """The state after all that the log holds of the patient; for whoever has it :meth:`locked`.

        ``events_after`` reads the patient's events after a version, in order. Raises EventNotFolded, and what that
        raises.
        """
        with self._states_lock:
            state = self._states.get(patient_id)
            if state is not None:
                self._states.move_to_end(patient_id)
        state = state or PatientState(patient_id)
        self.evolve(state, cancellable(events_after(state.version)))
        if state.version:
            with self._states_lock:
                self._states[patient_id] = state
                while len(self._states) > self._keep:
                    self._states.popitem(last=False)
        return state

    def evolve(self, state: PatientState, events: Iterable[Recorded]) -> None:
        """Fold events into a state; raises EventNotFolded for one that cannot be, and then forgets the state."""
        for event in events:
            try:
                evolve(state, event)
            except Exception as error:  # whatever the fold raises has this one name
                # Half an event must not be decided on.
                self.forget(state.patient_id)
                raise EventNotFolded(
                    position=event.position, patient_id=state.patient_id, failure=type(error).__name__
                ) from error

    def forget(self, patient_id: str) -> None:
        """Fold the patient from the first event when it is asked for next, as after a restart."""
        with self._states_lock:
            self._states.pop(patient_id, None)
