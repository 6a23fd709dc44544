"""How memory fades: the thesis's decay per slot. Decay ranks and never deletes; pinned facts are exempt from it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from domain.values import SlotKind

LAMBDA_PER_HOUR: Mapping[SlotKind, float] = MappingProxyType(
    {
        SlotKind.VITALS: 0.1,
        SlotKind.LABS: 0.05,
        SlotKind.SYMPTOMS: 0.02,
        SlotKind.MEDICATIONS: 0.005,
        SlotKind.CONDITIONS: 0.001,
        SlotKind.SOCIAL_HISTORY: 0.001,
        SlotKind.PROCEDURES: 0.001,
        SlotKind.DEMOGRAPHICS: 0.0,
        SlotKind.ALLERGIES: 0.0,
        SlotKind.FAMILY_HISTORY: 0.0,
    }
)
"""Decay constants per hour (thesis, memory chapter; DESIGN.md 6)."""

FREQUENCY_GAIN = 0.1
"""Each mention adds a tenth (thesis: importance = W_t * (1 + 0.1 * frequency) * cohesion)."""


def time_weight(slot: SlotKind, since: datetime, at: datetime) -> float:
    """exp(-lambda * hours) between 0 and 1; the time that has passed is clamped at 0 (thesis; DESIGN.md 6)."""
    hours = max(0.0, (at - since).total_seconds() / 3600)
    return math.exp(-LAMBDA_PER_HOUR[slot] * hours)


def importance(weight: float, mentions: int, cohesion: float = 1.0) -> float:
    """The thesis's importance of an item that was mentioned ``mentions`` times; cohesion is 1 for a single item."""
    return weight * (1 + FREQUENCY_GAIN * mentions) * cohesion
