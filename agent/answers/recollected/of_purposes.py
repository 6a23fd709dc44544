"""What a medicine is taken for by what was told, and which one is for an illness: in the words that told both.

That an illness was told beside a medicine doesn't say that it is taken for it: the words are quoted, and nothing is
read out of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.recall import explain_medicine_fact
from agent.answers.following.references import medicines_spoken
from agent.answers.part import Part, joined
from agent.answers.recollected.meant import entries_named, is_of, medicines_meant
from agent.recall.sayings import sentences_of
from agent.words.sentences import sentence
from domain.ledger import CHANGED, CORRECTED, Fact, local_day
from domain.values import PATIENT, Polarity, SlotKind
from extraction.naming.mentions import Kind
from extraction.text.lazy_regex import lazy_regex
from projections.tiers import TurnLine

_ILLNESSES: Final[tuple[Kind, ...]] = ("conditions", "symptoms")
_OF_MEDICINES: Final = lazy_regex(r"\s?(?:약|medicines?|medications?|meds?|tablets?|pills?|drugs?)\s?$", re.IGNORECASE)
_EXPLAIN: Final = frozenset({"medicine", "given_for", "its_use", "purpose", "knowledge", "which"})
"""Intents whose composers tell what a medicine is for."""
_FELT: Final = (SlotKind.CONDITIONS, SlotKind.SYMPTOMS)


def _what_for(consultation: Consultation) -> Part:
    """The words that told an illness with the medicine, then what the medicine is for in general.

    Of a medicine that was told by itself the answers of those who explain medicines say more.
    """
    said = []
    for fact in medicines_meant(consultation):
        told = joined(
            islice(
                (one for each in _illnesses(consultation)[::-1] if (one := _told_with(consultation, fact, each)).text),
                1,
            )
        )
        if not told.text:
            by_words = consultation.situation.intent.name in _EXPLAIN
            said.append(Part() if by_words else explain_medicine_fact(consultation, fact))
            continue
        words = consultation.words
        general = Part(words.purpose(words.entry(fact.content), words.name(fact.content)))
        said += [told, general]
    return joined(said)


def _which_for(consultation: Consultation) -> Part:
    """The medicines that were told with the illness, in those words, and how each is taken now."""
    named = _illnesses_named(consultation)
    language, words, known = consultation.words.language, consultation.words, consultation.known
    said = []
    for illness in (one for one in _illnesses(consultation) if is_of(one, named)):
        for fact in known.in_force(SlotKind.MEDICATIONS):
            told = _told_with(consultation, fact, illness)
            if told.text:
                now = sentence("history.now", language, medicine=words.medicine(fact.content))
                said += [Part(now, (fact.fact_id,), (), medicines_spoken((fact,))), told]
    return joined(said)


def _illnesses_named(consultation: Consultation) -> frozenset[str]:
    """The illnesses that the question names, or the names of kinds of medicines in it: "my gout medicine"."""
    named = entries_named(consultation, *_ILLNESSES)
    within = [
        found.entry
        for one in consultation.request.mentions
        if one.entry.kind == "drug_classes"
        for found in consultation.finder.find(_OF_MEDICINES.sub("", one.surface))
        if found.entry.kind in _ILLNESSES
    ]
    return frozenset(one.concept_id for one in (*named, *within))


def _illnesses(consultation: Consultation) -> tuple[Fact, ...]:
    """The illnesses and complaints that the patient has, or may have."""
    known = consultation.known
    return tuple(
        fact
        for slot in _FELT
        for fact in known.own(slot)
        if fact.content.polarity is Polarity.AFFIRMED and (known.is_in_force(fact) or fact in known.suspected(slot))
    )


def _told_with(consultation: Consultation, medicine: Fact, illness: Fact) -> Part:
    """The sentences of one turn that tell a medicine and an illness together; empty where they stand apart, or where
    another medicine stands nearer to the illness.
    """
    words, language, view = consultation.words, consultation.words.language, consultation.situation.view
    ids = (medicine.fact_id, illness.fact_id)
    for turn, taken in _quotes(consultation, medicine):
        line = view.tiers.line_of(turn)
        had = next((quote for at, quote in _quotes(consultation, illness) if at == turn), "")
        if line is None or not had or taken not in line.question or had not in line.question:
            continue
        if _nearest(consultation, line, had) != medicine.content.concept.concept_id:
            continue
        day = words.date(local_day(line.said_at, consultation.ledger.time_zone))
        if _holds_withdrawn(consultation, line):
            slots = {"medicine": words.medicine(medicine.content), "illness": words.name(illness.content)}
            return Part(sentence("own.told_together", language, **slots), ids)
        quote = " ".join(_between(line.question, taken, had))
        return Part(sentence("details.quoted", language, day=day, quote=quote), ids)
    return Part()


def _quotes(consultation: Consultation, fact: Fact) -> Iterator[tuple[int, str]]:
    """The turns that told a thing as the patient's, the last first, with the words that did."""
    told = [
        (evidence.turn_number, evidence.quote)
        for one in consultation.ledger.facts.values()
        if one.content.slot is fact.content.slot
        and one.content.concept.concept_id == fact.content.concept.concept_id
        and one.content.subject == PATIENT
        and one.ended in (None, CHANGED, CORRECTED)
        for evidence in one.evidence
        if evidence.turn_number is not None and evidence.quote
    ]
    yield from sorted(set(told), reverse=True)


def _nearest(consultation: Consultation, line: TurnLine, illness: str) -> str:
    """The medicine that stands nearest to an illness in the words of a turn."""
    start = line.question.find(illness)
    end = start + len(illness)
    named = [one for one in consultation.finder.find(line.question) if one.entry.kind == "medications"]
    # A sentence that ends between the two sets them apart.
    gaps = {
        one.entry.concept_id: (
            len(sentences_of(line.question[min(one.end, end) : max(one.start, start)])),
            max(one.start - end, start - one.end),
        )
        for one in named
    }
    return min(gaps, key=lambda each: gaps[each], default="")


def _holds_withdrawn(consultation: Consultation, line: TurnLine) -> bool:
    facts = (consultation.ledger.facts.get(one) for one in line.fact_ids)
    return any(fact is not None and fact.ended not in (None, CHANGED) for fact in facts)


def _between(text: str, one: str, other: str) -> tuple[str, ...]:
    """The sentences from that which holds one quote to that which holds the other."""
    sentences = sentences_of(text)
    places = [at for at, each in enumerate(sentences) if one in each or other in each]
    return sentences[places[0] : places[-1] + 1] if places else (text,)


COMPOSERS: Final[Mapping[str, Callable[[Consultation], Part]]] = MappingProxyType(
    {"what_for": _what_for, "which_for": _which_for}
)
"""The composers of the kinds of purposes."""
