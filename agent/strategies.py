"""How documents and drafts follow one another: retrieve once and answer, or judge, search again and keep the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, Protocol

from agent.profiles import AblationProfile
from agent.refinement import StopReason, stop_reason
from agent.skills.ports import Intent
from agent.state import Iteration

K_FIXED: Final = 8
"""Documents retrieved when active retrieval is off: the middle of the thesis's 3, 8 and 15."""


class Strategy(Protocol):
    """Decides how much is retrieved, and after each draft whether another round follows."""

    name: ClassVar[str]

    def documents(self, intent: Intent) -> int:
        """How many documents to retrieve for a turn, 0 for none."""
        ...

    def stop_reason(self, history: Sequence[Iteration], intent: Intent) -> StopReason | None:
        """Why the turn ends with the drafts of ``history``, or None to rewrite the query and retrieve again."""
        ...


class CorrectiveRAG:
    """Judges every draft; below the threshold the query is rewritten and the corpus searched again, twice at most."""

    name: ClassVar[str] = "corrective_rag"

    def __init__(self, profile: AblationProfile) -> None:
        self._profile = profile

    def documents(self, intent: Intent) -> int:
        """3, 8 or 15 by complexity and none where none are needed; a fixed number without active retrieval."""
        return documents(intent, self._profile)

    def stop_reason(self, history: Sequence[Iteration], intent: Intent) -> StopReason | None:
        """The threshold, the limit of iterations and the two safety stops (thesis: self-refine)."""
        return stop_reason(history, intent, self._profile)


class BasicRAG:
    """Retrieves once and gives the first draft, whatever it is worth."""

    name: ClassVar[str] = "basic_rag"

    def __init__(self, profile: AblationProfile) -> None:
        self._profile = profile

    def documents(self, intent: Intent) -> int:
        """As many as the profile says for one retrieval."""
        return documents(intent, self._profile)

    def stop_reason(self, history: Sequence[Iteration], intent: Intent) -> StopReason | None:
        """Always: there is no second round."""
        return "disabled"


def strategy_of(profile: AblationProfile) -> Strategy:
    """Corrective where drafts are judged and refined, basic everywhere else."""
    refines = profile.remembers and profile.self_refine_enabled and profile.quality_check_enabled
    return CorrectiveRAG(profile) if refines else BasicRAG(profile)


def documents(intent: Intent, profile: AblationProfile) -> int:
    """Documents of a turn: by what it asks with active retrieval, always the same number without it."""
    if profile.mode == "llm":
        return 0
    if not profile.active_retrieval:
        return K_FIXED
    return intent.k if intent.needs_retrieval else 0
