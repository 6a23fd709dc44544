"""Metrics of what was retrieved. None means that a metric does not apply, and is no zero."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from statistics import fmean

from evaluation.study.metrics.terms import claims, supported


def context_precision(relevant: Sequence[bool]) -> float | None:
    """Mean of precision at k over the ranks of relevant documents (best first); 0 where none is, None without any."""
    if not relevant:
        return None
    hits = [sum(relevant[: rank + 1]) / (rank + 1) for rank, good in enumerate(relevant) if good]
    return fmean(hits) if hits else 0.0


def context_recall(reference: str, retrieved: Sequence[str]) -> float | None:
    """Share of the reference's claims that some retrieved text supports; None where it claims nothing."""
    wanted = claims(reference)
    return fmean(supported(retrieved, claim) for claim in wanted) if wanted else None


def context_utilisation(retrieved: AbstractSet[str], used: AbstractSet[str]) -> float | None:
    """CUS: share of the retrieved documents (ids) that the answer used; None where nothing was retrieved."""
    return len(retrieved & used) / len(retrieved) if retrieved else None


def unique_retrieval(before: AbstractSet[str], now: AbstractSet[str]) -> float | None:
    """URR: 1 - Jaccard of two retrievals' documents (hashes); None where both are empty."""
    return 1 - len(before & now) / len(before | now) if before | now else None


def retrieval_rate(retrievals: Sequence[int]) -> float | None:
    """Share of turns that retrieved at least once, by the number of retrievals of each."""
    return fmean(count > 0 for count in retrievals) if retrievals else None


def targeted_retrieval_rate(relevant: Sequence[Sequence[bool]]) -> float | None:
    """Share of retrievals that brought at least one relevant document; None without retrievals."""
    return fmean(any(one) for one in relevant) if relevant else None
