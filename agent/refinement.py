"""When an answer is good enough, and when trying again is pointless: adaptive threshold and two safety stops."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from agent.profiles import AblationProfile
from agent.skills.ports import Intent, Quality
from agent.state import Iteration

MAX_REFINEMENTS = 2
"""Refinements after the first draft (thesis: self-refine)."""
FIXED_THRESHOLD = 0.5
"""Quality that suffices when the adaptive threshold is off (thesis)."""
BASE_THRESHOLD, THRESHOLD_STEP = 0.4, 0.15
"""Adaptive threshold .4 + .15 * S (thesis; the formula rules over its rounded table)."""
SAME_DOCUMENTS = 0.8
"""Stop 1: Jaccard similarity of document hashes with the iteration before (thesis)."""
LEAST_PROGRESS = 0.05
"""Stop 2: smallest improvement of quality worth another iteration (thesis)."""

StopReason = Literal["accepted", "max_iterations", "same_documents", "no_progress", "not_needed", "disabled"]
Verdict = Literal["accepted", "below threshold", "documents differ", "not checked"]


def threshold(intent: Intent, profile: AblationProfile) -> float:
    """The quality asked for: S is 0 for at most one medical concept, 1 for two or three, 2 for four and more."""
    if not profile.adaptive_threshold:
        return FIXED_THRESHOLD
    concepts = intent.medical_concepts
    steps = 0 if concepts <= 1 else 1 if concepts <= 3 else 2
    return round(BASE_THRESHOLD + THRESHOLD_STEP * steps, 10)


def verdict(overall_score: float, wanted: float, documents_agree: bool, profile: AblationProfile) -> Verdict:
    """What is recorded of a score: whether it suffices, or that nobody asked."""
    if not profile.quality_check_enabled:
        return "not checked"
    if overall_score < wanted:
        return "below threshold"
    return "accepted" if documents_agree else "documents differ"


def jaccard(left: frozenset[str], right: frozenset[str]) -> float:
    """Share of common hashes, 1 for two empty sets."""
    union = left | right
    return len(left & right) / len(union) if union else 1.0


def stop_reason(history: Sequence[Iteration], intent: Intent, profile: AblationProfile) -> StopReason | None:
    """Why no further iteration should run after the ones in ``history`` (at least one), or None to go on.

    The order matters: a draft that suffices ends the turn; limits end it even when the judge is never content.
    """
    latest = history[-1]["quality"].overall
    if not profile.self_refine_enabled or not profile.quality_check_enabled:
        return "disabled"
    if not intent.needs_retrieval:
        return "not_needed"
    if latest >= threshold(intent, profile) and history[-1]["documents_agree"]:
        return "accepted"
    if len(history) > MAX_REFINEMENTS:
        return "max_iterations"
    if len(history) > 1:
        before = history[-2]
        same = jaccard(history[-1]["document_hashes"], before["document_hashes"])
        if profile.duplicate_detection and same >= SAME_DOCUMENTS:
            return "same_documents"
        if profile.progress_monitoring and latest - before["quality"].overall < LEAST_PROGRESS:
            return "no_progress"
    return None


def best_iteration(history: Sequence[Iteration]) -> int:
    """Index of the draft to give: the best by quality, the earlier of equals."""
    return max(range(len(history)), key=lambda index: (history[index]["quality"].overall, -index))


def overall(quality_parts: tuple[float, float, float]) -> float:
    """.4 grounding + .4 completeness + .2 accuracy (thesis; DESIGN.md 6)."""
    grounding, completeness, accuracy = quality_parts
    return round(0.4 * grounding + 0.4 * completeness + 0.2 * accuracy, 6)


def weighed(judged: Quality) -> Quality | None:
    """A judgement with its overall score by the formula, whatever the judge made of it.

    None for one that is none: its parts are not three numbers from 0 to 1. NaN compares false with every limit, so
    it must never come as far as a stop.
    """
    parts = (judged.grounding, judged.completeness, judged.accuracy)
    if not all(_is_share(part) for part in parts):
        return None
    return replace(judged, overall=overall(parts))


def _is_share(value: object) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and math.isfinite(value) and 0.0 <= value <= 1.0  # type: ignore[arg-type,operator]
