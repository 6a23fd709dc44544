"""Who may run a turn now: at most so many at once, one for each patient, and whoever waits is served fairly."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from domain.errors import AnamnesisError

Waiting = asyncio.Future[None]
"""A turn that waits: done when it may run."""


class TurnQueue:
    """Places for turns to run in, and the queue before them. To be used on one event loop.

    A free place goes to the caller with the fewest running turns, of several to the one that was not served for
    longest; of its patients to the one that was not served for longest; of a patient's turns to the first that came. A
    second turn of a patient waits without holding a place: the first would only keep it from running.
    """

    def __init__(self, places: int) -> None:
        self._places = places
        self._running: Counter[str] = Counter()
        self._busy: set[str] = set()
        self._waiting: dict[str, dict[str, deque[Waiting]]] = {}
        """By caller and patient, least recently served first."""

    @asynccontextmanager
    async def place(self, caller: str, patient_id: str) -> AsyncIterator[None]:
        """A place for a turn of this patient, as soon as it is its turn; given back at the end of the block.

        Whoever is cancelled while waiting leaves the queue. Raises what :meth:`refuse` was given.
        """
        turn: Waiting = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(caller, {}).setdefault(patient_id, deque()).append(turn)
        self._serve()
        try:
            await turn
        except BaseException:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                # Served and cancelled in the same moment.
                self._give_back(caller, patient_id)
            else:
                self._leave(caller, patient_id, turn)
            raise
        try:
            yield
        finally:
            self._give_back(caller, patient_id)

    def refuse(self, error: AnamnesisError) -> None:
        """Turn away everybody who waits."""
        for patients in self._waiting.values():
            for turn in (turn for turns in patients.values() for turn in turns if not turn.done()):
                turn.set_exception(error)

    def _serve(self) -> None:
        while self._running.total() < self._places and (found := self._next()) is not None:
            caller, patient_id, turn = found
            self._running[caller] += 1
            self._busy.add(patient_id)
            turn.set_result(None)

    def _next(self) -> tuple[str, str, Waiting] | None:
        """The turn that is served next, taken out of the queue; None when nobody waits who may run."""
        for caller in sorted(self._waiting, key=self._running.__getitem__):
            patients = self._waiting[caller]
            for patient_id, turns in patients.items():
                turn = next((turn for turn in turns if not turn.done()), None)
                if turn is None or patient_id in self._busy:
                    continue
                turns.remove(turn)
                # To the end of both orders: the others come first from now on.
                patients[patient_id] = patients.pop(patient_id)
                self._waiting[caller] = self._waiting.pop(caller)
                self._forget_empty(caller, patient_id)
                return caller, patient_id, turn
        return None

    def _give_back(self, caller: str, patient_id: str) -> None:
        self._running[caller] -= 1
        if not self._running[caller]:
            del self._running[caller]
        self._busy.discard(patient_id)
        self._serve()

    def _leave(self, caller: str, patient_id: str, turn: Waiting) -> None:
        self._waiting[caller][patient_id].remove(turn)
        self._forget_empty(caller, patient_id)

    def _forget_empty(self, caller: str, patient_id: str) -> None:
        if not self._waiting[caller][patient_id]:
            del self._waiting[caller][patient_id]
        if not self._waiting[caller]:
            del self._waiting[caller]
