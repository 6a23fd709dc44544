"""Metrics of answers. None means that a metric does not apply, and is no zero."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import TypeVar

from evaluation.study.metrics.terms import claims, similarity, supports, terms

T = TypeVar("T")


def faithfulness(answer: str, sources: Sequence[str]) -> float | None:
    """Share of the answer's claims that the quotes and facts it was given support; None where it claims nothing.

    Sources support together, as in RAGAS: one sentence may rest on two facts.
    """
    made = claims(answer)
    context = "\n".join(sources)
    return fmean(supports(context, claim) for claim in made) if made else None


def answer_relevancy(question: str, answer: str, *, declines: bool = False) -> float | None:
    """Share of the question's content terms that the answer takes up; 0 where it declines, as RAGAS has it."""
    asked = terms(question)
    if not asked:
        return None
    return 0.0 if declines else len(asked & terms(answer)) / len(asked)


def cross_turn_consistency(stated: Sequence[T], contradicts: Callable[[T, T], bool]) -> float | None:
    """CCR: share of turn pairs that do not contradict each other; None for fewer than two turns."""
    pairs = list(combinations(stated, 2))
    return fmean(not contradicts(first, second) for first, second in pairs) if pairs else None


def slot_values_contradict(first: Mapping[str, object], second: Mapping[str, object]) -> bool:
    """Whether two turns state different values of one slot.

    A value that was corrected in between is no contradiction: give the slot another name from the correction on.
    """
    return any(first[slot] != second[slot] for slot in first.keys() & second.keys())


def slot_factual_score(required: Mapping[str, bool], wrongly_stated: int = 0) -> float | None:
    """SFS: required slots stated rightly (True), of all required ones and those that were stated wrongly besides."""
    wanted = len(required) + wrongly_stated
    return sum(required.values()) / wanted if wanted else None


def context_sensitivity(answers: Sequence[str]) -> float | None:
    """CSP: 1 - mean similarity of answers to one question, each given in another context; None for fewer than two."""
    alike = answer_stability(answers)
    return None if alike is None else 1 - alike


def answer_stability(answers: Sequence[str]) -> float | None:
    """ASS: mean pairwise similarity of answers to one question in one context; None for fewer than two."""
    pairs = list(combinations(answers, 2))
    return fmean(similarity(first, second) for first, second in pairs) if pairs else None


def perplexity(log_probabilities: Sequence[float]) -> float | None:
    """The exponential of the mean negative log-probability (natural) of an answer's tokens; None without any."""
    return math.exp(-fmean(log_probabilities)) if log_probabilities else None
