"""What is asked about the answer just given: one of its list, the same of another thing, its day, its source, its form.

An answer in another form is made from what the last one named; the same of another thing is the question before, asked
again of what is named now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.forms import in_shape, say_again
from agent.answers.following.forms_asked import Shape
from agent.answers.following.others import the_others
from agent.answers.following.recall import explain_medicine
from agent.answers.following.references import present
from agent.answers.part import Part, joined
from agent.answers.record.audit import origins
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import SERIES_SLOTS


def _of_last(consultation: Consultation) -> tuple[Fact, ...]:
    """What the last answer spoke of last, as it is now, in its order; else what it rested on."""
    last = consultation.situation.view.answers.last()
    if last is None:
        return ()
    named = next((one.fact_ids for one in reversed(last.spoke_of) if one.fact_ids), last.facts_used)
    found = (present(consultation.ledger, one) for one in dict.fromkeys(named))
    return tuple(dict.fromkeys(fact for fact in found if fact is not None))


def _place(consultation: Consultation) -> Part:
    """The thing at a place of the list just given."""
    return explain_medicine(consultation) if consultation.request.ordinal is not None else Part()


def _other_one(consultation: Consultation) -> Part:
    """What the last answer left out of its list."""
    last = consultation.situation.view.answers.last()
    return the_others(consultation) if last is not None and last.spoke_of else Part()


def _when_that(consultation: Consultation) -> Part:
    """The day of the value that was just told."""
    words, language = consultation.words, consultation.words.language
    facts = [fact for fact in _of_last(consultation) if fact.content.slot in SERIES_SLOTS][:1]
    said = (
        Part(
            sentence("value.day_of", language, name=words.test(one.content), value=words.value(one.content),
                     day=words.day_of(one)),
            (one.fact_id,),
        )
        for one in facts
    )  # fmt: skip
    return joined(said)


def _how_known(consultation: Consultation) -> Part:
    """From which words of which day the last answer has what it said."""
    return origins(consultation, _of_last(consultation))


def _confirmed(consultation: Consultation) -> Part:
    """That it is so on record, with the words that it was told in."""
    told = _how_known(consultation)
    if not told.text:
        return Part()
    return joined((Part(sentence("answer.as_told", consultation.words.language)), told), " ")


def _in(shape: Shape, consultation: Consultation) -> Part:
    return in_shape(consultation, shape)


def _again(consultation: Consultation) -> Part:
    return say_again(consultation) if consultation.situation.view.answers.last() is not None else Part()


COMPOSERS: Final[Mapping[str, Callable[[Consultation], Part]]] = MappingProxyType(
    {
        "place": _place,
        "other_one": _other_one,
        "when_that": _when_that,
        "how_known": _how_known,
        "confirmed": _confirmed,
        "as_table": partial(_in, "table"),
        "shorter": partial(_in, "short"),
        "numbers_only": partial(_in, "numbers"),
        "again": _again,
    }
)
"""The composers of the kinds about the answer just given."""
