"""Ablation profiles: named sets of features, as the thesis compares them (DESIGN.md 6)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any, Final, Literal

from domain.errors import InvalidCommand


@dataclass(frozen=True, slots=True)
class AblationProfile:
    """Which parts take part in a turn; ``mode`` llm has no memory and no retrieval, basic_rag no memory.

    A flag that is off takes its part away: ``llm_based_quality_check`` leaves judging to the rules, and without
    ``quality_check_enabled`` their scores are noted and decide nothing; without ``dynamic_query_rewrite`` a second
    search adds fixed words, not what was missing; without ``active_retrieval`` every turn retrieves eight documents;
    without ``memory_consolidation`` facts stand in a prompt as they came, not by importance; without
    ``hierarchical_memory`` turns older than the last five are gone from it; without ``context_compression`` documents
    that exceed their share are left out; without ``hybrid_retrieval`` only words are searched.
    """

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

    @property
    def remembers(self) -> bool:
        """Whether an answer may use what earlier turns brought. What is said is stored in any case."""
        return self.mode == "agent"


class UnknownProfile(InvalidCommand):
    """No ablation profile has this name."""

    reason = "UNKNOWN_PROFILE"
    advice = "Use a documented profile, if need be with -flag or +flag after it, or leave the field empty."


FULL = AblationProfile("full_context_engineering")
_PLAIN = replace(
    FULL,
    name="baseline",
    self_refine_enabled=False,
    quality_check_enabled=False,
    llm_based_quality_check=False,
    dynamic_query_rewrite=False,
    duplicate_detection=False,
    progress_monitoring=False,
    active_retrieval=False,
    consistency_check=False,
    uncertainty_aware=False,
    adaptive_threshold=False,
    response_cache=False,
    context_compression=False,
)
_REFINE = replace(_PLAIN, self_refine_enabled=True, quality_check_enabled=True)
_DYNAMIC = replace(_REFINE, llm_based_quality_check=True, dynamic_query_rewrite=True)
_FORGETFUL = replace(_PLAIN, memory_consolidation=False, hierarchical_memory=False)

_NAMED: tuple[AblationProfile, ...] = (
    FULL,
    _PLAIN,
    # Each of the next four adds one thing to the one before it: refining, a model as judge, queries from its feedback,
    # and the two safety stops.
    replace(_REFINE, name="self_refine_heuristic"),
    replace(_REFINE, name="self_refine_llm_quality", llm_based_quality_check=True),
    replace(_DYNAMIC, name="self_refine_dynamic_query"),
    replace(_DYNAMIC, name="self_refine_full_safety", duplicate_detection=True, progress_monitoring=True),
    replace(_PLAIN, name="quality_check_only", quality_check_enabled=True, llm_based_quality_check=True),
    # The thesis's other list compares full safety with the same without its stops, which is what dynamic query is here.
    replace(_DYNAMIC, name="self_refine_no_safety"),
    replace(_PLAIN, name="active_retrieval", active_retrieval=True),
    # Everything that shapes the prompt, and nothing that judges the answer.
    replace(_PLAIN, name="context_engineering", active_retrieval=True, context_compression=True, response_cache=True),
    replace(_FORGETFUL, name="basic_rag", mode="basic_rag"),
    replace(_FORGETFUL, name="llm", mode="llm", hybrid_retrieval=False),
)

PROFILES: Mapping[str, AblationProfile] = MappingProxyType({profile.name: profile for profile in _NAMED})


FLAGS: Final[tuple[str, ...]] = tuple(one.name for one in fields(AblationProfile) if one.name not in ("name", "mode"))
"""What can be switched, in the order of the profile's fields."""

_CALLED: Final = {"": FULL.name, "agent": FULL.name}
"""Other names of profiles: none, and the mode that stands beside llm and basic_rag (thesis)."""
_SWITCHED: Final = r"(?P<base>[a-z_]*)(?P<switches>(?:[+-][a-z_]+)*)"
_SWITCH: Final = r"([+-])([a-z_]+)"
"""Plain words of patterns: whoever only looks at the log loads no reader for them."""


def profile_named(name: str) -> AblationProfile:
    """The profile of this name; the full agent for an empty one, or "agent". Raises UnknownProfile.

    Flags may be switched after it: ``full_context_engineering-response_cache``, ``baseline+adaptive_threshold``. The
    profile's own name then has them in the order of the fields, so that equal profiles have equal names.
    """
    asked = re.fullmatch(_SWITCHED, name)
    base = PROFILES.get(_CALLED.get(asked["base"], asked["base"])) if asked else None
    switches: dict[str, bool] = (
        {flag: sign == "+" for sign, flag in re.findall(_SWITCH, asked["switches"])} if asked else {}
    )
    if base is None or not switches.keys() <= set(FLAGS):
        raise UnknownProfile(profiles=", ".join(sorted(PROFILES)), flags=", ".join(FLAGS))
    changed: dict[str, Any] = {
        flag: switches[flag] for flag in FLAGS if flag in switches and switches[flag] != getattr(base, flag)
    }
    marks = "".join(f"{'+' if on else '-'}{flag}" for flag, on in changed.items())
    return replace(base, name=base.name + marks, **changed)
