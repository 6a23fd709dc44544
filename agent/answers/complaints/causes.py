"""Whether a complaint may come of a medicine or of something else: what the passages say of both, and no diagnosis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent.answers.complaints.complaints import complaints
from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.knowledge.answering_quotes import answering_quotes
from agent.answers.knowledge.quotes import Quote, whole
from agent.answers.medicines.concerns import Concern, concern, recorded_concern
from agent.answers.medicines.culprits import asks_culprit
from agent.answers.medicines.meant import medicines_meant
from agent.answers.part import Part, joined
from agent.safety import sounded
from agent.safety.alarms import Raised
from agent.words.sentences import sentence
from agent.words.wording import lookup
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.naming.mentions import Entry, Kind

_MEDICINES: Final[tuple[Kind, ...]] = ("medications", "drug_classes")
_MOST_QUOTES: Final = 2
_LATELY: Final = 4
"""Turns back in which an alarm still stands for the complaint that is being talked over."""


def cause_of(consultation: Consultation) -> Part:
    """For each medicine meant, the sentences that speak of it and the complaint; else of another one that is taken."""
    language, words = consultation.words.language, consultation.words
    findings = _findings(consultation)
    suspects = _suspects(consultation)
    named = ", ".join(one.name_ko if language == "ko" else one.name_en for one in findings)
    card = consultation.card("cause")
    if asks_culprit(consultation.request):
        return _of_those_taken(consultation, named)
    quotes = _speaking_of(consultation, suspects, findings) or ((whole(card),) if card is not None else ())
    others: tuple[Entry, ...] = ()
    if not quotes:
        others = tuple(one for one in _taken(consultation) if one not in suspects)
        quotes = _speaking_of(consultation, others, findings)
    meant = tuple(fact for fact in _facts(consultation) if _entry_id(fact) in {one.concept_id for one in suspects})
    listed = ", ".join(words.pick(one.name_ko or one.name, one.name) for one in suspects)
    lead = Part()
    if suspects and (others or not quotes):
        lead = Part(sentence("cause.not_described", language, medicine=listed, finding=named))
    elif not suspects and not quotes:
        lead = Part(sentence("cause.unknown", language, finding=named))
    if quotes and others:
        lead = joined((lead, Part(sentence("cause.another", language))), " ")
    return joined(
        (
            _alarm_stands(consultation),
            Part(lead.text, tuple(fact.fact_id for fact in meant), (), medicines_spoken(meant)),
            Part("\n".join(quote.marked for quote in quotes), (), tuple(quote.citation for quote in quotes)),
            Part(sentence("cause.ask", language)),
        )
    )


def _of_those_taken(consultation: Consultation, named: str) -> Part:
    """What the side effects of the medicines in force say of the complaint, where it is asked which of them does it."""
    language, taken = consultation.words.language, _facts(consultation)
    looked_up = frozenset(consultation.situation.intent.cards)
    cards = [hit.passage for hit in consultation.situation.hits if hit.passage.document_id in looked_up]
    blamed = [card for card in cards if card.kind == "side_effects"]
    meant = tuple(
        fact
        for fact in taken
        if any({_entry_id(fact), *fact.content.concept.broader} & {*one.concepts} for one in blamed)
    )
    names = ", ".join(consultation.words.name(fact.content) for fact in meant or taken)
    used = tuple(fact.fact_id for fact in meant or taken)
    key = "cause.of_yours" if blamed else "cause.none_of_yours" if taken else "cause.unknown"
    return joined(
        (
            _alarm_stands(consultation),
            Part(sentence(key, language, medicine=names, finding=named), used, (), medicines_spoken(meant or taken)),
            Part("\n".join(whole(one).marked for one in blamed), (), tuple(whole(one).citation for one in blamed)),
            Part(sentence("cause.ask", language)),
        )
    )  # fmt: skip


def _findings(consultation: Consultation) -> tuple[Concern, ...]:
    named = {
        mention.entry.concept_id: concern(mention.entry)
        for mention in consultation.request.mentions
        if mention.entry.kind in ("symptoms", "conditions")
    }
    if named:
        return tuple(named.values())
    # What was told or alarmed in the turn before is what "that" means, though no fact was made of an alarm.
    just = complaints(consultation, 1)
    alarmed = () if just else _alarms(consultation, 1)
    if alarmed:
        return tuple(Concern(one.alarm.name_ko, one.alarm.name_en, "") for one in alarmed)
    told = {fact.content.concept.concept_id: recorded_concern(fact) for fact in just or complaints(consultation)}
    return tuple(told.values())


def _suspects(consultation: Consultation) -> tuple[Entry, ...]:
    """The medicines that the words name; those last spoken of where they name nothing that could be to blame."""
    named = {
        mention.entry.concept_id: mention.entry
        for mention in consultation.request.mentions
        if mention.entry.kind in _MEDICINES
    }
    if named:
        return tuple(named.values())
    if consultation.request.concepts("social", "allergens") or not consultation.request.has("medicine", "again"):
        return ()
    entries = (consultation.words.entry(fact.content) for fact in medicines_meant(consultation))
    return tuple(entry for entry in entries if entry is not None)


def _speaking_of(
    consultation: Consultation, suspects: Sequence[Entry], findings: Sequence[Concern]
) -> tuple[Quote, ...]:
    """Sentences of passages on a suspect that speak of a complaint."""
    found: list[Quote] = []
    for suspect in suspects:
        weighed = (concern(suspect), *findings)
        quotes = answering_quotes(consultation, (suspect,), weighed)
        found += [quote for quote in quotes if quote not in found]
    return tuple(found[:_MOST_QUOTES])


def _facts(consultation: Consultation) -> tuple[Fact, ...]:
    return consultation.known.in_force(SlotKind.MEDICATIONS)


def _taken(consultation: Consultation) -> tuple[Entry, ...]:
    found = (lookup(consultation.words.dictionary, "medications", _entry_id(fact)) for fact in _facts(consultation))
    return tuple(entry for entry in found if entry is not None)


def _entry_id(fact: Fact) -> str:
    return fact.content.concept.concept_id


def _alarms(consultation: Consultation, turns: int) -> tuple[Raised, ...]:
    """What alarmed in the last so many turns."""
    situation = consultation.situation
    turn = situation.question.turn_number
    return sounded(situation.view, turn - turns, turn, consultation.known.today)


def _alarm_stands(consultation: Consultation) -> Part:
    """That an alarm of the last turns holds, whatever the cause: talking over causes must not talk it away."""
    stands = _alarms(consultation, _LATELY)
    return Part(sentence("cause.alarm", consultation.words.language)) if stands else Part()
