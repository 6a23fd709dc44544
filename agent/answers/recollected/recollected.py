"""Which composer answers which question for what was told: one table over the kinds that the reader hears."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from agent.answers.asking.laid_out import laid_out
from agent.answers.asking.request import Request, read_request
from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.recollected import (
    of_allergies,
    of_complaints,
    of_corrections,
    of_courses,
    of_goals,
    of_illnesses,
    of_medicines,
    of_one_value,
    of_others,
    of_purposes,
    of_record,
    of_stopped,
    of_the_answer,
    of_times,
    of_values,
)
from agent.answers.recollected.beyond_record import asks_beyond_record
from extraction.reading.learned.over_encoder import what_is_named
from extraction.reading.learned.recollections import OF_VALUES, OTHER, SAME_OF, Recollection, RecollectionReader

_FORM: Final = "form"
"""The intent of words that want another form of what was said."""
_LEAST: Final = 0.5
"""The least probability of a kind that is answered."""

_LEAST_OF_DOSES: Final = 0.35
"""The least of a kind whose answer is a part of whatever else would be said of a medicine."""
_OF_DOSES: Final = frozenset({"dose", "how_many"})
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
        **of_one_value.COMPOSERS,
        **of_the_answer.COMPOSERS,
        **of_others.COMPOSERS,
        **of_goals.COMPOSERS,
        **of_corrections.COMPOSERS,
        **of_complaints.COMPOSERS,
        **of_record.COMPOSERS,
        **_OF_RECORD,
    }
)
"""The composer of each kind; each says nothing where the record holds nothing of it."""

OF_TELLINGS: Final = frozenset({"sym_since", "sym_days", "attack_count", "attack_last", "attack_gap"})
"""Kinds whose answer changes with the day, or with a turn that tells of something again and records nothing."""


_BESIDE_NO_TEST: Final = frozenset(_OF_RECORD) | OF_TELLINGS | {"other_one", "confirmed"}
"""Kinds of what is no value of a test, and is asked of the record alone."""
_OF_THEIR_OWN: Final = frozenset(
    {"total", "weekday", "dose", "fever", "cause", "together", "side_by_side", "allergy_beside", "weeks"}
)
"""Intents whose composers reckon or weigh what the record holds, where a kind only tells it."""

_FORMS: Final = frozenset({"as_table", "shorter", "numbers_only", "again"})
_OF_TWO: Final = frozenset({"trend", "diff", "since_last", "between", "first+latest"})
"""Kinds that set values beside each other."""

_IN_PLAIN_WORDS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "latest": frozenset({"compare"}),
        **dict.fromkeys(("before_last", "first+latest"), frozenset({"recall"})),
        **dict.fromkeys(
            ("for_doctor", "allergies", "conditions", "list_now+allergies"), frozenset({"summary", "handover"})
        ),
        "list_now": frozenset({"summary", "handover", "purpose", "its_use", "given_for"}),
        "judged": frozenset({"judge", "told", "diagnosis", "outside", "compare"}),
        "since_last": frozenset({"compare", "told"}),
        "place": frozenset({"medicine", "values", "form"}),
        "other_one": frozenset({"others"}),
        "how_known": frozenset({"why", "audit", "just_told"}),
        "confirmed": frozenset({"still", "audit", "why"}),
        **dict.fromkeys(
            ("as_table", "shorter", "numbers_only"), frozenset({"form", "values", "compare", "preference", "recall"})
        ),
        "again": frozenset({"again", "form", "recall"}),
    }
)
"""Intents that plain words of a kind are read as; their own composers answer those, with all that belongs to it."""

WORDS_FIRST: Final = frozenset(_OF_RECORD) - {"why_stopped", "dose_before", "reaction"}
"""Kinds that are answered where no answer is found that the words themselves ask for: a dose with the day on which it
changed, the days on which something happened.
"""


def recollected(consultation: Consultation) -> Part:
    """The answer from what was told to what is asked; empty where nothing of the kind is heard, or nothing was told."""
    laid = laid_out(consultation.request, consultation.situation.view.answers)
    name = consultation.situation.intent.name
    if name == _FORM or laid not in (None, "compare", "recall"):
        # A list, a plan or another form of what was said holds words of the past that ask for nothing else.
        return Part()
    kind, request = recollection_asked(consultation), consultation.request
    kinds = [kind] if kind in COMPOSERS else kind.split("+")
    if not _BESIDE_NO_TEST.isdisjoint(kinds) and (request.tests or asks_beyond_record(request)):
        # What names a test beside a medicine asks for its value, too.
        return Part()
    if kind in OF_VALUES and request.subjects and not request.tests:
        # "On which day did the asthma come?" names what is no test.
        return Part()
    if laid == "compare" and kind not in _OF_TWO:
        return Part()
    if kind in _FORMS and consultation.situation.intent.cards:
        # "What is that in plain words?" is answered by the card that was found for it.
        return Part()
    if name in _OF_THEIR_OWN or name in _IN_PLAIN_WORDS.get(kind, ()):
        return Part()
    if kind == "latest" and request.values is not None and request.values.fold not in (None, "latest"):
        # "Prior to the latest" names the latest and asks for another.
        return Part()
    if kind == "latest" and consultation.tests_told():
        # "It is 2.5 today. What was it last time?"
        kinds = ["before_last"]
    said = [COMPOSERS[one](consultation) if one in COMPOSERS else Part() for one in kinds]
    return joined(said) if all(one.text for one in said) else Part()


def asks_for_one(consultation: Consultation, parts: Sequence[str]) -> bool:
    """Whether all of several asks are heard as the one kind that is heard of the whole: "Count them. How many?"."""
    reader, kind = consultation.recollections, recollection_asked(consultation)
    if reader is None or kind == OTHER:
        return False
    named = ((one, what_is_named(each.entry for each in consultation.finder.find(one))) for one in parts)
    return all(reader.read(one, each).kind == kind for one, each in named)


def recollection_asked(consultation: Consultation) -> str:
    """The kind of what is asked of the record, several in one breath joined by "+", or OTHER."""
    reader, request = consultation.recollections, consultation.request
    if reader is None or not request.text:
        return OTHER
    heard = _heard(reader, request)
    if heard.kind == SAME_OF and heard.probability >= _LEAST:
        return _asked_before(consultation, reader)
    if heard.kind in _PARTS_OF_A_LIST and consultation.situation.intent.name == "summary":
        # "Which medicines do I take?": the whole list holds each part of it, and a part leaves the rest out.
        return heard.kind if heard.probability >= _SURELY else OTHER
    return heard.kind if heard.probability >= (_LEAST_OF_DOSES if heard.kind in _OF_DOSES else _LEAST) else OTHER


def _asked_before(consultation: Consultation, reader: RecollectionReader) -> str:
    """The kind of the question before, which is asked again of what is named now."""
    line = consultation.situation.view.tiers.line_of(consultation.situation.question.turn_number - 1)
    if line is None:
        return OTHER
    heard = _heard(reader, read_request(line.question, consultation.finder))
    return heard.kind if heard.probability >= _LEAST else OTHER


def _heard(reader: RecollectionReader, request: Request) -> Recollection:
    return reader.read(request.text, what_is_named(one.entry for one in request.mentions))
