"""Which composer answers which question for what was told: one total table over the kinds that the reader hears."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from agent.answers.asking.laid_out import laid_out
from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.answers.recollected import of_complaints, of_corrections, of_goals, of_record, of_values
from extraction.reading.learned.over_encoder import what_is_named
from extraction.reading.learned.recollections import OTHER

_HEARD: Final = 0.5
"""The least probability of a kind that is answered."""

COMPOSERS: Final[Mapping[str, Callable[[Consultation], Part]]] = MappingProxyType(
    {
        **of_values.COMPOSERS,
        **of_goals.COMPOSERS,
        **of_corrections.COMPOSERS,
        **of_complaints.COMPOSERS,
        **of_record.COMPOSERS,
    }
)
"""The composer of each kind; each says nothing where the record holds nothing of it."""

OF_TELLINGS: Final = frozenset({"sym_since", "sym_days", "attack_count", "attack_last", "attack_gap"})
"""Kinds whose answer changes with the day, or with a turn that tells of something again and records nothing."""


def recollected(consultation: Consultation) -> Part:
    """The answer from what was told to what is asked; empty where nothing of the kind is heard, or nothing was told."""
    laid = laid_out(consultation.request, consultation.situation.view.answers)
    if laid not in (None, "compare", "recall"):
        # A list, a plan or a place in a list holds words of the past that ask for nothing else.
        return Part()
    kind = recollection_asked(consultation)
    return COMPOSERS[kind](consultation) if kind in COMPOSERS else Part()


def recollection_asked(consultation: Consultation) -> str:
    """The kind of what is asked of the record, or OTHER."""
    reader, request = consultation.recollections, consultation.request
    if reader is None or not request.text:
        return OTHER
    heard = reader.read(request.text, what_is_named(one.entry for one in request.mentions))
    return heard.kind if heard.probability >= _HEARD else OTHER
