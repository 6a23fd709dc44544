"""Phases of what is on record: what had ended comes back, what was planned is done or called off, a device is put away.

A claim without a status leaves that of the record as it was, so whoever smokes again would stay one who gave it up, and
an operation that is over would stay planned. Only a change in the world moves a phase: a detail that is put right of
what is over leaves it over.
"""

from __future__ import annotations

from typing import Final

from domain.values import Content, Polarity, SlotKind, Status, Temporality
from extraction.reading.understanding import Read

_OVER: Final = frozenset({Status.STOPPED, Status.RESOLVED, Status.REMISSION})
_RECURRING: Final = frozenset({SlotKind.SYMPTOMS, SlotKind.SOCIAL_HISTORY})


def in_its_phase(content: Content, read: Read, known: Content | None) -> Content:
    """``content``, told of ``known``, with the status that the change of its phase gives it."""
    if known is None or content.slot is not known.slot or content.polarity is not Polarity.AFFIRMED:
        return content
    if content.slot is SlotKind.PROCEDURES:
        return _of_an_operation(content, read, known)
    back = read.change == "change" and read.state == "current" and known.status in _OVER
    if back and content.slot in _RECURRING and content.status is None:
        return content.with_fields(status=Status.ACTIVE)
    return content


def _of_an_operation(content: Content, read: Read, known: Content) -> Content:
    """An operation that was planned and is done, or a plan, a device or a treatment that has come to its end."""
    if content.status is not None:
        return content
    past = content.temporality is Temporality.PAST
    if read.change == "stop":
        return content.with_fields(status=Status.STOPPED) if past else content
    if known.status is not Status.PLANNED or read.change not in ("assert", "change") or not past:
        return content
    return content.with_fields(status=Status.ACTIVE)
