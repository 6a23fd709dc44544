"""Do the documents of an answer agree? Where they do not, the answer counts less and the search goes on."""

from __future__ import annotations

from dataclasses import replace

from agent.profiles import AblationProfile
from agent.skills.ports import Quality
from domain.events import DocumentsRetrieved

LEAST_CONSISTENCY = 0.5
"""Mean pairwise cosine of the first eight documents below which they count as differing (thesis; DESIGN.md 6)."""
INCONSISTENCY_FACTOR = 0.7
"""What the score of a draft over such documents is multiplied by (thesis; DESIGN.md 6)."""


def agree(found: DocumentsRetrieved | None, profile: AblationProfile) -> bool:
    """Whether the documents of a retrieval may be relied upon together.

    They may where there are none, where the check is off, and where they are alike and none forbids what another
    allows.
    """
    if found is None or not found.documents or not profile.consistency_check:
        return True
    return found.consistency >= LEAST_CONSISTENCY and not found.opposed


def penalised(quality: Quality, documents_agree: bool) -> Quality:
    """Quality of a draft over its documents."""
    if documents_agree:
        return quality
    return replace(quality, overall=round(quality.overall * INCONSISTENCY_FACTOR, 6), needs_retrieval=True)
