"""What is asked of medicines that are not taken any more: which, and why one was stopped, as it was told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.medicines.ended import is_over, list_stopped
from agent.answers.part import Part, joined
from agent.answers.recollected.meant import MEDICINES, entries_named, in_mind, is_of
from agent.answers.remembered.tellings import Telling, sentences_of, tellings
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.naming.mentions import Kind
from extraction.text.lazy_regex import lazy_regex

_REASONS: Final[tuple[Kind, ...]] = ("symptoms", "conditions")
_ASKED: Final = lazy_regex(r"\?\s*$")


def _why(consultation: Consultation) -> Part:
    """Of each medicine meant: when it was stopped, and the words that told why."""
    own = consultation.known.own(SlotKind.MEDICATIONS)
    named = {one.concept_id for one in entries_named(consultation, *MEDICINES)}
    over = [fact for fact in own if is_over(consultation, fact)]
    meant = [fact for fact in own if is_of(fact, named)] if named else in_mind(consultation, over)
    stopped = [fact for fact in meant if is_over(consultation, fact)]
    if stopped:
        return joined(_why_of(consultation, fact) for fact in stopped[-1:])
    return joined(_still_taken(consultation, fact) for fact in meant[-1:])


def _still_taken(consultation: Consultation, fact: Fact) -> Part:
    words = consultation.words
    said = sentence("ended.still_taken", words.language, item=words.medicine(fact.content))
    return Part(said, (fact.fact_id,), (), medicines_spoken((fact,)))


def _why_of(consultation: Consultation, fact: Fact) -> Part:
    words, language, until = consultation.words, consultation.words.language, fact.content.valid_to
    key = "ended.on" if until else "ended.undated"
    said = sentence(key, language, item=words.medicine(fact.content), day=words.date(until) if until else "")
    told = _reason_told(consultation, fact)
    reason = sentence("ended.told" if told else "ended.no_reason", language, words=told)
    return Part(f"{said} {reason}", (fact.fact_id,), (), medicines_spoken((fact,)))


def _reason_told(consultation: Consultation, fact: Fact) -> str:
    """The words that told the end, or what was told later for its reason; empty where they are not kept.

    A reason is put right in words that name the medicine, or what was taken for the reason before.
    """
    ends = [one for one in tellings(consultation, (fact,)) if one.words]
    named = [one for one in tellings(consultation, (fact,), by_name=True) if one.words]
    first = ends[0].turn_number if ends else 0
    before = {each for one in ends for each in _reasons_in(consultation, one.words)}
    later = [*(one for one in named if one.turn_number >= first), *_naming(consultation, before, first)]
    giving = [one for one in later if _ASKED.search(one.words) is None and _reasons_in(consultation, one.words)]
    chosen = max(giving, key=lambda one: one.turn_number, default=None) or (ends[-1] if ends else None)
    return chosen.words if chosen is not None else ""


def _naming(consultation: Consultation, reasons: set[str], after: int) -> Iterator[Telling]:
    """The sentences of later turns that name what was told for the reason, and something else beside it."""
    tiers, now = consultation.situation.view.tiers, consultation.situation.question.turn_number
    for turn, line in sorted({**tiers.told, **tiers.lines}.items()):
        if not after < turn < now:
            continue
        for one in sentences_of(line.question):
            found = set(_reasons_in(consultation, one))
            if found & reasons and found - reasons:
                yield Telling(next(iter(consultation.ledger.facts.values())), turn, "", line.said_at, one)


def _reasons_in(consultation: Consultation, text: str) -> tuple[str, ...]:
    """The complaints and illnesses that a text names."""
    return tuple(one.entry.concept_id for one in consultation.finder.find(text) if one.entry.kind in _REASONS)


COMPOSERS: Final[Mapping[str, Callable[[Consultation], Part]]] = MappingProxyType(
    {"stopped_list": list_stopped, "why_stopped": _why}
)
"""The composers of the kinds of medicines that were stopped."""
