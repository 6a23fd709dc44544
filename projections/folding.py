"""Rows of the log decoded one by one, for readers that go on past one that cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from domain.errors import LogCorrupted
from domain.events import Recorded
from domain.store.mapper import LogRow


@dataclass(frozen=True, slots=True)
class DecodedRow:
    """A row of the log with its event, or with the name of the failure that kept it from being read."""

    position: int
    patient_id: str
    event: Recorded | None
    failure: str = ""


def decoded(row: LogRow, recorded: Callable[[LogRow], Recorded]) -> DecodedRow:
    """``row`` as ``recorded`` reads it; a failure is kept, for one bad row must not hold up other patients."""
    try:
        return DecodedRow(row.id, str(row.originator_id), recorded(row))
    except LogCorrupted as error:
        return DecodedRow(row.id, str(row.originator_id), None, error.reason)
