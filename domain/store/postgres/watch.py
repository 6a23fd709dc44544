"""Hearing of every commit: the database tells it to whoever listens."""

from __future__ import annotations

from threading import Event

import psycopg

from domain.errors import AnamnesisError
from domain.store.ports import Followed
from domain.store.postgres.connections import connect
from domain.store.postgres.schema import CHANNEL

STOP_SECONDS = 0.5
"""How often it is looked whether the listening is to end."""
UNHEARD_SECONDS = 5.0
"""How often followers look for themselves: what is told while a connection is dying is told to nobody."""
AGAIN_SECONDS = 0.5
"""How long to wait before a connection that was lost is made again."""


def listen(url: str, stopping: Event, notify: Followed) -> None:
    """Call ``notify`` whenever something was committed, until ``stopping``; a lost connection is made again."""
    while not stopping.is_set():
        try:
            with connect(url, STOP_SECONDS) as connection:
                connection.execute(f"LISTEN {CHANNEL}".encode())
                _heard(connection, stopping, notify)
        except (psycopg.Error, AnamnesisError):
            # Whoever follows sees the failure at the next read; here it is only tried again.
            stopping.wait(AGAIN_SECONDS)


def _heard(connection: psycopg.Connection[tuple[object, ...]], stopping: Event, notify: Followed) -> None:
    # What was committed before the listening began is told by nobody.
    notify()
    unheard = 0.0
    while not stopping.is_set():
        told = sum(1 for _ in connection.notifies(timeout=STOP_SECONDS, stop_after=1))
        unheard = 0.0 if told else unheard + STOP_SECONDS
        if told or unheard >= UNHEARD_SECONDS:
            unheard = 0.0
            notify()
