"""Ablation profiles: named sets of features, as the thesis compares them (DESIGN.md 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from domain.errors import InvalidCommand


@dataclass(frozen=True, slots=True)
class AblationProfile:
    """Which parts take part in a turn; ``mode`` llm has no memory and no retrieval, basic_rag no memory."""

    name: str
    mode: Literal["agent", "basic_rag", "llm"] = "agent"
    self_refine_enabled: bool = True
    llm_based_quality_check: bool = True
    dynamic_query_rewrite: bool = True
    quality_check_enabled: bool = True
    duplicate_detection: bool = True
    progress_monitoring: bool = True
    active_retrieval: bool = True
    memory_consolidation: bool = True
    consistency_check: bool = True
    uncertainty_aware: bool = True
    adaptive_threshold: bool = True
    response_cache: bool = True
    context_compression: bool = True
    hierarchical_memory: bool = True
    hybrid_retrieval: bool = True


class UnknownProfile(InvalidCommand):
    """No ablation profile has this name."""

    reason = "UNKNOWN_PROFILE"
    advice = "Use one of the documented profiles, or leave the field empty."


FULL = AblationProfile("full_context_engineering")
_PLAIN = replace(
    FULL,
    name="baseline",
    self_refine_enabled=False,
    quality_check_enabled=False,
    llm_based_quality_check=False,
    dynamic_query_rewrite=False,
    active_retrieval=False,
    consistency_check=False,
    uncertainty_aware=False,
    adaptive_threshold=False,
    response_cache=False,
    context_compression=False,
)
_REFINE = replace(_PLAIN, self_refine_enabled=True, quality_check_enabled=True)

_NAMED: tuple[AblationProfile, ...] = (
    FULL,
    _PLAIN,
    replace(_REFINE, name="self_refine_heuristic"),
    replace(_REFINE, name="self_refine_llm_quality", llm_based_quality_check=True),
    replace(_REFINE, name="self_refine_dynamic_query", llm_based_quality_check=True, dynamic_query_rewrite=True),
    replace(_REFINE, name="self_refine_full_safety", llm_based_quality_check=True, dynamic_query_rewrite=True),
    replace(_PLAIN, name="quality_check_only", quality_check_enabled=True, llm_based_quality_check=True),
    replace(
        _REFINE,
        name="self_refine_no_safety",
        llm_based_quality_check=True,
        dynamic_query_rewrite=True,
        duplicate_detection=False,
        progress_monitoring=False,
    ),
    replace(_PLAIN, name="active_retrieval", active_retrieval=True),
    replace(FULL, name="context_engineering"),
    replace(_PLAIN, name="basic_rag", mode="basic_rag", memory_consolidation=False, hierarchical_memory=False),
    replace(
        _PLAIN,
        name="llm",
        mode="llm",
        memory_consolidation=False,
        hierarchical_memory=False,
        hybrid_retrieval=False,
    ),
)

PROFILES: Mapping[str, AblationProfile] = MappingProxyType({profile.name: profile for profile in _NAMED})


def profile_named(name: str) -> AblationProfile:
    """The profile of this name; the full agent for an empty one. Raises UnknownProfile."""
    if not name:
        return FULL
    try:
        return PROFILES[name]
    except KeyError:
        raise UnknownProfile(known=", ".join(sorted(PROFILES))) from None
