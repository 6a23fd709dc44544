"""Slopes of a capacity plan: what one more turn, event or patient costs, as measured, with the command and the day."""

from __future__ import annotations

from importlib.resources import files

import msgspec

FILE = "slopes.json"


class Slope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one more of something costs: ``value`` in ``unit``, and the least and most that a round gave.

    ``command`` is what measured it.
    """

    value: float
    low: float
    high: float
    unit: str
    means: str
    command: str


class Slopes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All slopes of one day and one machine. Bytes are those of files at rest, CPU is that of one core."""

    measured_on: str
    machine: str
    cpu_turn: Slope
    events_turn: Slope
    log_event: Slope
    views_turn: Slope
    views_patient: Slope
    access_turn: Slope
    tables_event: Slope
    key_patient: Slope
    server_memory: Slope
    memory_event: Slope
    start_cpu: Slope
    views_event_cpu: Slope
    verify_event_cpu: Slope
    tables_event_cpu: Slope


def measured_slopes() -> Slopes:
    """The slopes that this version came with."""
    return msgspec.json.decode(files(__package__).joinpath(FILE).read_bytes(), type=Slopes)
