"""What is asked of medicines that are not taken any more: which, and why one was stopped, as it was told."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.medicines.ended import is_over, leaves_ended_out, list_stopped
from agent.answers.part import Part, joined
from agent.answers.recollected.meant import MEDICINES, entries_named, in_mind, is_of
from agent.recall.sayings import sentences_of
from agent.words.sentences import sentence
from domain.ledger import CHANGED, Fact
from domain.values import SlotKind
from extraction.naming.mentions import Kind
from extraction.text.lazy_regex import lazy_regex
from projections.tiers import TurnLine

_REASONS: Final[tuple[Kind, ...]] = ("symptoms", "conditions")
_ASKED: Final = lazy_regex(r"\?\s*$")
_OF_A_REASON: Final = lazy_regex(r"\breasons?\b|\bbecause\b|\bdue to\b|이유|사유|까닭|때문", re.IGNORECASE)


def _listed(consultation: Consultation) -> Part:
    """The medicines that were stopped; that there is none is said where words ask for what ended."""
    if leaves_ended_out(consultation.request):
        return Part()
    listed = list_stopped(consultation)
    return listed if listed.facts else Part()


def _why(consultation: Consultation) -> Part:
    """Of each medicine meant: when it was stopped, and the words that told why."""
    own = consultation.known.own(SlotKind.MEDICATIONS)
    named = {one.concept_id for one in entries_named(consultation, *MEDICINES)}
    over = [fact for fact in own if is_over(consultation, fact)]
    meant = [fact for fact in own if is_of(fact, named)] if named else in_mind(consultation, over)
    stopped = [fact for fact in meant if is_over(consultation, fact)]
    return joined(_why_of(consultation, fact) for fact in stopped[-1:])


def _why_of(consultation: Consultation, fact: Fact) -> Part:
    words, language, until = consultation.words, consultation.words.language, fact.content.valid_to
    key = "ended.on" if until else "ended.undated"
    said = sentence(key, language, item=words.medicine(fact.content), day=words.date(until or fact.day))
    told = reason_told(consultation, fact)
    reason = sentence("ended.told" if told else "ended.no_reason", language, words=told)
    return Part(f"{said} {reason}", (fact.fact_id,), (), medicines_spoken((fact,)))


def reason_told(consultation: Consultation, fact: Fact) -> str:
    """The words that told why a medicine ended, those told last; else those that told the end.

    A reason is put right in words that name the medicine, or what was taken for the reason before, or that speak of a
    reason and of no other medicine. Words in which something withdrawn since stands are said to nobody again.
    """
    tiers, now = consultation.situation.view.tiers, consultation.situation.question.turn_number
    ends = {one.turn_number: one.quote for one in fact.evidence if one.turn_number is not None}
    reasons: set[str] = set()
    told = ""
    for turn, line in sorted({**tiers.told, **tiers.lines}.items()):
        if not ends or not min(ends) <= turn < now:
            continue
        read = [_read(consultation, one) for one in sentences_of(line.question)]
        kept = [one for one in read if _gives(one, fact, ends.get(turn, ""), reasons)]
        anchored = turn in ends or any(one.names & (reasons | {fact.content.concept.concept_id}) for one in read)
        spoken = any(_OF_A_REASON.search(one.text) and not one.medicines for one in kept)
        gives = any(one.reasons for one in kept)
        quote = " ".join(one.text for one in kept)
        if turn in ends:
            reasons |= {each for one in kept for each in one.reasons}
        if (
            quote
            and (turn in ends or (gives and (anchored or spoken)))
            and not _holds_withdrawn(consultation, line, quote)
        ):
            told = quote if gives or not told else told
    return told


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence with what it names: medicines, and what may be the reason of an end."""

    text: str
    medicines: frozenset[str]
    reasons: frozenset[str]

    @property
    def names(self) -> frozenset[str]:
        return self.medicines | self.reasons


def _read(consultation: Consultation, text: str) -> _Sentence:
    named = consultation.finder.find(text)
    return _Sentence(
        text,
        frozenset(one.entry.concept_id for one in named if one.entry.kind == "medications"),
        frozenset(one.entry.concept_id for one in named if one.entry.kind in _REASONS),
    )


def _gives(said: _Sentence, fact: Fact, quote: str, reasons: set[str]) -> bool:
    """Whether a sentence tells of the end of a medicine or of its reason, and asks nothing."""
    if said.medicines - {fact.content.concept.concept_id} or _ASKED.search(said.text) is not None:
        return False
    of_it = bool(quote) and quote in said.text
    return of_it or bool(said.names & ({fact.content.concept.concept_id} | reasons)) or bool(said.reasons)


def _holds_withdrawn(consultation: Consultation, line: TurnLine, quote: str) -> bool:
    facts = (consultation.ledger.facts.get(one) for one in line.fact_ids)
    gone = (fact for fact in facts if fact is not None and fact.ended not in (None, CHANGED))
    told = (one.quote for fact in gone for one in fact.evidence if one.turn_number == line.turn_number)
    return any(one in quote for one in told if one)


COMPOSERS: Final[Mapping[str, Callable[[Consultation], Part]]] = MappingProxyType(
    {"stopped_list": _listed, "why_stopped": _why, "why_stopped+stopped_when": _why}
)
"""The composers of the kinds of medicines that were stopped; why is told with its day."""
