"""What is asked of the values of a test that were told: which one, or what comes of all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

from agent.answers.asking.value_cues import Fold
from agent.answers.asking.value_request import ValueRequest
from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.answers.values.values import answer_values


def _folded(fold: Fold, consultation: Consultation) -> Part:
    """The fold of the values of the test that is asked about, over the time that the words name."""
    asked = consultation.request.values
    request = replace(asked, fold=fold) if asked is not None else ValueRequest(fold)
    return answer_values(consultation, request, consultation.tests_asked())


def _on_date(consultation: Consultation) -> Part:
    """The value of the day that the words name; of no day, nothing."""
    asked = consultation.request.values
    if asked is None or asked.window is None:
        return Part()
    return answer_values(consultation, ValueRequest(None, asked.window), consultation.tests_asked())


COMPOSERS: Final[Mapping[str, Callable[[Consultation], Part]]] = MappingProxyType(
    {
        "latest": partial(_folded, "latest"),
        "first": partial(_folded, "first"),
        "highest": partial(_folded, "highest"),
        "lowest": partial(_folded, "lowest"),
        "average": partial(_folded, "average"),
        "count": partial(_folded, "count"),
        "before_last": partial(_folded, "previous"),
        "diff": partial(_folded, "difference"),
        "trend": partial(_folded, "trend"),
        "all": partial(_folded, "all"),
        "when_last": partial(_folded, "latest"),
        "on_date": _on_date,
    }
)
"""The composers of the kinds of values."""
