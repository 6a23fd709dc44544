"""Common questions: the one of the shipped list that words ask, where what its answer rests on is told or on record.

A reader hears which question it is; that alone answers nobody. An answer rests on an illness, a medicine or a state,
and without them it may be wrong: what is asked in the same words by somebody else is asked about something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.consultation import Consultation
from agent.answers.following.said_before import said_before
from agent.answers.knowledge.cards import CardReader
from agent.answers.knowledge.knowledge import explain
from agent.answers.knowledge.quotes import whole
from agent.answers.knowledge.whose_card import Whose
from agent.answers.part import Part
from domain.ledger import Fact
from domain.values import IN_FORCE, PATIENT, Polarity, SlotKind
from extraction.naming.mentions import Entry
from extraction.reading.learned.faq import surroundings, together
from extraction.text.normalise import normalise
from projections.patient_view import PatientView
from retrieval.corpus import Passage

FAQ: Final = "faq"
"""The intent of such a question, and the kind of the passages that answer them."""

_HELD: Final = (SlotKind.CONDITIONS, SlotKind.MEDICATIONS, SlotKind.SYMPTOMS, SlotKind.PROCEDURES, SlotKind.ALLERGIES)


@dataclass(frozen=True, slots=True)
class FaqFound:
    """The passage that answers a common question; ``beside`` where it is told after what the record says."""

    passage: Passage
    beside: bool


def faq_asked(
    reader: CardReader, request: Request, name: str, view: PatientView, language: str, said: str, *, carded: bool
) -> FaqFound | None:
    """The answer to the common question that ``said`` asks, of which cues make the intent ``name``; else None.

    ``carded`` is whether a card answers it already: then it has to be surer.
    """
    known = on_record(view)
    if reader.faqs is None or name not in _LEAST or _points_back(reader, said):
        return None
    if _asks_leave(request, known, carded=carded):
        return None
    before = said_before(view)
    talk = together(before, said)
    whose, entries = Whose(view, reader.finder, talk), _entries(reader, talk)
    there = known | _wider(_entries(reader, said)) | (_wider(entries) - _over(view, known)) | whose.of_child()
    beside = _BESIDE_LEAVE if request.has("permission") else _BESIDE_CARD
    least = max(_LEAST[name], beside if carded else 0.0)
    for one in reader.faqs.read(said, before, surroundings(entries, known)):
        if not one.rests_on and (carded or one.probability < _FOR_EVERYBODY):
            # A card is about what is named; what holds for everybody says less.
            continue
        rests = all(not group.isdisjoint(there) for group in one.rests_on)
        if one.probability < max(least, 0.0 if rests else _WITHOUT):
            continue
        passage = reader.shelf.passage(f"{language}-{one.pair}")
        if passage is not None and whose.is_of_age(passage):
            return FaqFound(passage, name in _BESIDE)
    return None


def _points_back(reader: CardReader, said: str) -> bool:
    """Whether so few words ask that they mean what was just said."""
    return len(said.split()) <= _FEW_WORDS and not _entries(reader, said)


def _asks_leave(request: Request, known: frozenset[str], *, carded: bool) -> bool:
    """Whether leave is asked for a medicine not taken yet, or for a jab that has a card: those weigh the record."""
    new = set(request.concepts("medications", "drug_classes")) - known
    return request.has("permission") and (bool(new) or (carded and bool(request.concepts("procedures"))))


def _entries(reader: CardReader, text: str) -> tuple[Entry, ...]:
    return tuple(one.entry for one in reader.finder.find(normalise(text).text))


def _wider(entries: Iterable[Entry]) -> frozenset[str]:
    return frozenset(each for entry in entries for each in (entry.concept_id, *entry.broader))


def _over(view: PatientView, known: frozenset[str]) -> frozenset[str]:
    """What is on record as denied, stopped or somebody else's, and not as the patient's own as well."""
    return frozenset(each for slot in _HELD for fact in view.ledger.current(slot) for each in _of(fact)) - known


def by_faq(consultation: Consultation) -> Part:
    """The answer to a common question, quoted whole; what is known of its words where no passage came."""
    found = beside_faq(consultation)
    return found if found.text else explain(consultation)


def beside_faq(consultation: Consultation) -> Part:
    """The answer to the common question that was found for this turn; empty where none was."""
    cards = consultation.situation.intent.cards
    hits = (hit.passage for hit in consultation.situation.hits)
    found = next((one for one in hits if one.kind == FAQ and one.document_id in cards), None)
    if found is None:
        return Part()
    quote = whole(found)
    # What is taken back later takes the answer with it.
    rests_on = (fact for fact in _held(consultation.situation.view) if not _of(fact).isdisjoint(found.concepts))
    return Part(quote.marked, tuple(fact.fact_id for fact in rests_on), (quote.citation,))


def on_record(view: PatientView) -> frozenset[str]:
    """The concepts, with all that is wider, of what the patient has, takes or went through."""
    return frozenset(each for fact in _held(view) for each in _of(fact))


def _held(view: PatientView) -> Iterator[Fact]:
    for slot in _HELD:
        for fact in view.ledger.current(slot):
            content = fact.content
            over = slot is SlotKind.MEDICATIONS and content.status is not None and content.status not in IN_FORCE
            if content.subject == PATIENT and content.polarity is Polarity.AFFIRMED and not over:
                yield fact


def _of(fact: Fact) -> frozenset[str]:
    return frozenset((fact.content.concept.concept_id, *fact.content.concept.broader))


_FEW_WORDS: Final = 4
"""Words of an utterance that mean what was just said: "why?", "is that ok?"."""
_BESIDE: Final = frozenset({"cause", "stopping", "medicine", "purpose", "its_use"})
"""Intents whose composers weigh the record: a common answer is told after what they say."""
_LEAST: Final = {
    "knowledge": 0.2, "beyond": 0.2, "cause": 0.4, "stopping": 0.4,
    **dict.fromkeys(("medicine", "purpose", "its_use"), 0.8),
    **dict.fromkeys(("acknowledge", "summary", "lookup", "steps", "plan"), 0.5),
}  # fmt: skip
"""The least probability by intent: of those that are not here the composers reckon, or speak of the talk itself."""
_BESIDE_CARD, _BESIDE_LEAVE, _FOR_EVERYBODY, _WITHOUT = 0.45, 0.7, 0.3, 0.8
"""The least probabilities where a card answers already, where it gives leave, where the answer rests on nothing that
could be checked, and where something that it rests on was not told.

Of 2,972 wordings by authors who knew titles and answers alone the likeliest question was the right one in .83 of those
above .2, .85 above .3 and .89 above .5 (``make faq MEASURE=yes``).
"""
