"""Which composer answers which question for what was told: one total table over the kinds that the reader hears."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from agent.answers.asking.request import Request, read_request
from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.recollected import (
    of_complaints,
    of_corrections,
    of_goals,
    of_one_value,
    of_others,
    of_record,
    of_the_answer,
    of_values,
)
from extraction.reading.learned.over_encoder import what_is_named
from extraction.reading.learned.recollections import OTHER, SAME_OF, RecollectionReader

_LEAST: Final = 0.35
"""The least probability of a kind that is answered."""

COMPOSERS: Final[Mapping[str, Callable[[Consultation], Part]]] = MappingProxyType(
    {
        **of_values.COMPOSERS,
        **of_one_value.COMPOSERS,
        **of_the_answer.COMPOSERS,
        **of_others.COMPOSERS,
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
    return _answered(consultation, recollection_asked(consultation))


def _answered(consultation: Consultation, kind: str) -> Part:
    """The answer of a kind, of several in one breath each in turn; empty where one of them has none."""
    if kind == SAME_OF:
        kind = _asked_before(consultation)
    said = [COMPOSERS[one](consultation) if one in COMPOSERS else Part() for one in kind.split("+")]
    return joined(said) if all(one.text for one in said) else Part()


def _asked_before(consultation: Consultation) -> str:
    """The kind of the question before, which is asked again of what is named now."""
    line = consultation.situation.view.tiers.line_of(consultation.situation.question.turn_number - 1)
    if line is None or consultation.recollections is None:
        return OTHER
    before = read_request(line.question, consultation.finder)
    return _heard(consultation.recollections, before)


def recollection_asked(consultation: Consultation) -> str:
    """The kind of what is asked of the record, or OTHER."""
    reader, request = consultation.recollections, consultation.request
    if reader is None or not request.text:
        return OTHER
    return _heard(reader, request)


def _heard(reader: RecollectionReader, request: Request) -> str:
    heard = reader.read(request.text, what_is_named(one.entry for one in request.mentions))
    return heard.kind if heard.probability >= _LEAST else OTHER
