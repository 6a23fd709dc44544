"""What a part of the agent moves, as a function of one turn: the metrics that stages name under ``own``.

None means that a turn says nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from evaluation.study.families.planted import planted
from evaluation.study.rows import TurnRow

SAME_DOCUMENTS = 0.8
"""Jaccard from which two searches found the same (thesis, stop 1)."""
WORKING_TURNS = 5
"""Turns that stay in the prompt word for word (thesis); older ones only by the hierarchy."""


def _passed(row: TurnRow) -> float | None:
    return None if row.passed is None else float(row.passed)


def _evidence(row: TurnRow) -> float | None:
    return None if row.rubric.evidence is None else float(row.rubric.evidence)


def _wanted_found(row: TurnRow) -> float | None:
    """Share of the documents that a good answer needs which were in the last prompt."""
    return len(set(row.wanted) & {one.id for one in row.contexts}) / len(row.wanted) if row.wanted else None


def _reciprocal_rank(row: TurnRow) -> float | None:
    """1 / rank of the first needed document in the first search; 0 where it was not found."""
    if not row.wanted or not row.retrievals:
        return None
    return next((1 / rank for rank, one in enumerate(row.retrievals[0], start=1) if one in row.wanted), 0.0)


def _iterations(row: TurnRow) -> float | None:
    return float(row.iterations) if row.needs_retrieval and row.qualities and not row.cache_hit else None


def _jaccard(left: Sequence[str], right: Sequence[str]) -> float:
    union = set(left) | set(right)
    return len(set(left) & set(right)) / len(union) if union else 1.0


def _same_searches(row: TurnRow) -> float | None:
    """Searches of a turn that found what the one before had found."""
    if not row.retrievals:
        return None
    return float(sum(_jaccard(first, second) >= SAME_DOCUMENTS for first, second in pairwise(row.retrievals)))


def _needless_documents(row: TurnRow) -> float | None:
    """Documents retrieved for a turn that needs none."""
    return None if row.needs_retrieval else float(sum(len(one) for one in row.retrievals))


def _contradiction_warned(row: TurnRow) -> float | None:
    """Whether the answer warns, where documents that say the opposite were both found."""
    found = {document for one in row.retrievals for document in one}
    if len(row.wanted) < 2 or not set(row.wanted) <= found:
        return None
    return float("low_consistency" in row.warnings)


def _uncertain_warned(row: TurnRow) -> float | None:
    """Whether the answer warns of its uncertainty, where a model wrote it over documents."""
    return float("uncertain" in row.warnings) if row.needs_retrieval and row.calls else None


def _cache_hit(row: TurnRow) -> float | None:
    """Whether a question that was asked before is answered from the cache."""
    return float(row.cache_hit) if row.template.startswith("EQ.again") else None


def _documents_in_prompt(row: TurnRow) -> float | None:
    return float(len(row.contexts)) if row.retrievals else None


def _repeated_fact_in_prompt(row: TurnRow) -> float | None:
    """At the end of a long conversation, whether what was told most often is in the prompt."""
    if not row.template.startswith("EQ.asked"):
        return None
    return float(planted()["complaints"]["fact"] in row.context_facts)


def _older_turns_in_prompt(row: TurnRow) -> float | None:
    """Summaries, and turns before the last five, that the prompt of a long conversation holds."""
    if row.turn <= WORKING_TURNS + 1:
        return None
    return float(row.context_summaries + sum(turn < row.turn - WORKING_TURNS for turn in row.context_turns))


def _uptake(row: TurnRow) -> float | None:
    return None if row.uptake is None else float(row.uptake)


def _memory_recall(row: TurnRow) -> float | None:
    return row.memory_right / row.memory_expected if row.memory_expected else None


OWN: Mapping[str, Callable[[TurnRow], float | None]] = MappingProxyType(
    {
        "passed": _passed,
        "evidence": _evidence,
        "wanted_found": _wanted_found,
        "reciprocal_rank": _reciprocal_rank,
        "iterations": _iterations,
        "same_searches": _same_searches,
        "needless_documents": _needless_documents,
        "contradiction_warned": _contradiction_warned,
        "uncertain_warned": _uncertain_warned,
        "cache_hit": _cache_hit,
        "documents_in_prompt": _documents_in_prompt,
        "repeated_fact_in_prompt": _repeated_fact_in_prompt,
        "older_turns_in_prompt": _older_turns_in_prompt,
        "uptake": _uptake,
        "memory_recall": _memory_recall,
    }
)
"""By the name that stages use."""
