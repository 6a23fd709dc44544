"""Which composer answers which question for what was told: one total table over the kinds that the reader hears."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from agent.answers.asking.laid_out import laid_out
from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.answers.recollected import (
    of_allergies,
    of_complaints,
    of_corrections,
    of_courses,
    of_goals,
    of_illnesses,
    of_medicines,
    of_purposes,
    of_record,
    of_stopped,
    of_times,
    of_values,
)
from agent.answers.recollected.beyond_record import asks_beyond_record
from extraction.reading.learned.over_encoder import what_is_named
from extraction.reading.learned.recollections import OTHER

_HEARD: Final = 0.5
"""The least probability of a kind that is answered."""

_SURELY: Final = 0.7
"""The least of what leaves out a part of a list, where the words by themselves ask for the list."""
_PARTS_OF_A_LIST: Final = frozenset({"morning", "bedtime", "stopped_list", "list_by_time", "how_many"})

_OF_RECORD: Final[Mapping[str, Callable[[Consultation], Part]]] = MappingProxyType(
    {
        **of_medicines.COMPOSERS,
        **of_times.COMPOSERS,
        **of_stopped.COMPOSERS,
        **of_purposes.COMPOSERS,
        **of_courses.COMPOSERS,
        **of_allergies.COMPOSERS,
        **of_illnesses.COMPOSERS,
    }
)
"""The composers of kinds that questions for leave, and for what holds in general, come near to in their words."""

COMPOSERS: Final[Mapping[str, Callable[[Consultation], Part]]] = MappingProxyType(
    {
        **of_values.COMPOSERS,
        **of_goals.COMPOSERS,
        **of_corrections.COMPOSERS,
        **of_complaints.COMPOSERS,
        **of_record.COMPOSERS,
        **_OF_RECORD,
    }
)
"""The composer of each kind; each says nothing where the record holds nothing of it."""

_FORM: Final = "form"
"""The intent of words that want what was said last in another form."""

OF_TELLINGS: Final = frozenset({"sym_since", "sym_days", "attack_count", "attack_last", "attack_gap"})
"""Kinds whose answer changes with the day, or with a turn that tells of something again and records nothing."""


WORDS_FIRST: Final = frozenset(_OF_RECORD) - {"why_stopped", "dose_before", "reaction"}
"""Kinds that are answered where no answer is found that the words themselves ask for: a dose with the day on which it
changed, the days on which something happened.
"""


def recollected(consultation: Consultation) -> Part:
    """The answer from what was told to what is asked; empty where nothing of the kind is heard, or nothing was told."""
    laid = laid_out(consultation.request, consultation.situation.view.answers)
    if consultation.situation.intent.name == _FORM or laid not in (None, "compare"):
        # A list, a plan or another form of what was said holds words of the past that ask for nothing else.
        return Part()
    kind, request = recollection_asked(consultation), consultation.request
    if kind in _OF_RECORD and (request.tests or asks_beyond_record(request)):
        # What names a test beside a medicine asks for its value, too.
        return Part()
    return COMPOSERS[kind](consultation) if kind in COMPOSERS else Part()


def asks_for_one(consultation: Consultation, parts: Sequence[str]) -> bool:
    """Whether all of several asks are heard as the one kind that is heard of the whole: "Count them. How many?"."""
    reader, kind = consultation.recollections, recollection_asked(consultation)
    if reader is None or kind == OTHER:
        return False
    named = ((one, what_is_named(each.entry for each in consultation.finder.find(one))) for one in parts)
    return all(reader.read(one, each).kind == kind for one, each in named)


def recollection_asked(consultation: Consultation) -> str:
    """The kind of what is asked of the record, or OTHER."""
    reader, request = consultation.recollections, consultation.request
    if reader is None or not request.text:
        return OTHER
    heard = reader.read(request.text, what_is_named(one.entry for one in request.mentions))
    if heard.kind in _PARTS_OF_A_LIST and consultation.situation.intent.name == "summary":
        # "Which medicines do I take?": the whole list holds each part of it, and a part leaves the rest out.
        return heard.kind if heard.probability >= _SURELY else OTHER
    return heard.kind if heard.probability >= _HEARD else OTHER
