"""Where claims come from, as their interpretation needs to know it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from domain.values import Source


@dataclass(frozen=True, slots=True)
class Setting:
    """Where the claims come from: the request, its evidence event, the speaker's clock and the kind of source.

    ``evidence_event_id`` is None when each fact event is its own evidence (facts recorded through the interface).
    """

    patient_id: str
    request_id: str
    actor: str
    turn_number: int | None
    said_at: datetime
    recorded_at: datetime
    source: Source
    evidence_event_id: str | None
    first_version: int
