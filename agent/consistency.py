"""Do the documents of an answer agree? Where they do not, the answer counts less and the search goes on."""

from __future__ import annotations

from dataclasses import replace

from agent.profiles import AblationProfile
from agent.skills.ports import Quality

LEAST_CONSISTENCY = 0.5
"""Mean pairwise cosine of the first eight documents below which they count as differing (thesis; DESIGN.md 6)."""
INCONSISTENCY_FACTOR = 0.7
"""What the score of a draft over such documents is multiplied by (thesis; DESIGN.md 6)."""


def agree(consistency: float, profile: AblationProfile) -> bool:
    """Whether documents of this consistency may be relied upon; always, where the check is off."""
    return not profile.consistency_check or consistency >= LEAST_CONSISTENCY


def penalised(quality: Quality, consistency: float, profile: AblationProfile) -> Quality:
    """Quality of a draft over documents of this consistency."""
    if agree(consistency, profile):
        return quality
    return replace(quality, overall=round(quality.overall * INCONSISTENCY_FACTOR, 6), needs_retrieval=True)
