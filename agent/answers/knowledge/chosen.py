"""Which passage answers what is asked in general: the likeliest of all that were found, where it is likely enough.

Whoever asks for leave to take something new, or of what the record tells, is answered from the record first: there the
passage is told after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from agent.answers.asking.aspect_words import AT_MOST
from agent.answers.asking.plain_sides import plain_sides
from agent.answers.asking.request import Request
from agent.answers.consultation import Consultation
from agent.answers.following.said_before import said_before
from agent.answers.knowledge.cards import CardReader
from agent.answers.knowledge.fitting import FAQ, Fitting
from agent.answers.knowledge.knowledge import explain
from agent.answers.knowledge.quotes import whole
from agent.answers.knowledge.whose_card import Whose
from agent.answers.part import Part
from domain.ledger import Fact
from domain.values import IN_FORCE, PATIENT, Polarity, SlotKind
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from projections.patient_view import PatientView

_INSTEAD: Final = frozenset({"knowledge", "beyond", "acknowledge", "lookup", "summary"})
"""Intents whose composers have nothing to say of what is asked in general."""
_LEAST: Final = {
    "knowledge": 0.35, "beyond": 0.35, "cause": 0.5, "stopping": 0.5, "together": 0.55,
    **dict.fromkeys(("acknowledge", "lookup", "steps", "plan"), 0.5),
    **dict.fromkeys(("medicine", "purpose", "its_use", "given_for", "summary", "judge", "told", "diagnosis"), 0.6),
    **dict.fromkeys(("correction", "allergy_beside", "side_by_side", "avoid", "ended", "still"), 0.6),
}  # fmt: skip
"""The least probability by intent. Of 1,336 judged asks of talks left out the likeliest passage answered 340 and was
beside 112 of them from .3 on, 296 and 75 from .4, 254 and 44 from .5, 202 and 29 from .6 (``python -m training.fit
--measure``)."""
_NEVER: Final = 2.0
"""No probability: intents whose own composers answer."""
_RESERVE: Final = 0.5
"""The least probability of a passage that is told where a composer finds nothing, whatever its intent."""
_GOING_ON: Final = frozenset(
    {"greeting", "thanks", "nod", "complaint", "small_talk", "preference", "scope", "form", "again", "others", "which",
     "audit", "why", "handover"}
)  # fmt: skip
"""Intents of words that go on about the talk itself."""
_BETTER, _BETTER_BESIDE = 0.2, 0.4
"""By how much a passage has to be likelier than one that another road led to, to be told instead of it, or beside it:
that road weighs the record."""
_LEAST_OF_LEAVE: Final = 0.9
"""The least probability where leave is asked for something new: the record answers that."""
_SURELY: Final = 0.85
"""The probability from which a passage takes the place of one that the form of the question led to, and is told though
something that it rests on was not.
"""
_FEW_WORDS: Final = 4
"""Words of an utterance that mean what was just said: "why?", "is that ok?"."""
_GOES_ON: Final = lazy_regex(r"\s*(?:and|what about|how about|그럼|그러면|그리고)\b", re.IGNORECASE)
"""How few words begin that ask the same of something else."""
_HELD: Final = (SlotKind.CONDITIONS, SlotKind.MEDICATIONS, SlotKind.SYMPTOMS, SlotKind.PROCEDURES, SlotKind.ALLERGIES)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The passage that is told, by its id: in place of what a composer says, after it, or where it finds nothing."""

    instead: str = ""
    beside: str = ""
    reserve: str = ""


def chosen(
    reader: CardReader,
    wanted: Sequence[tuple[Request, str]],
    view: PatientView,
    language: str,
    said: str,
    found: tuple[str, ...],
) -> Chosen:
    """What is told for ``said``, of whose ``wanted`` asks each has its intent; ``found`` are those of other roads."""
    names = [one for _, one in wanted]
    if _GOING_ON.intersection(names):
        return Chosen()
    least = max((_LEAST.get(one, _NEVER) for one in names), default=_NEVER)
    if reader.fits is None or _points_back(reader, said):
        return Chosen()
    known = frozenset(each for fact in _held(view) for each in _of(fact))
    before = said_before(view)
    weighed = reader.fits.weighed(said, before, language, known, found)
    best = next(_suiting(reader, weighed, view, (before, said), known), None)
    if best is None:
        return Chosen()
    reserve = Chosen(reserve=best.document_id) if best.probability >= _RESERVE and not found else Chosen()
    if best.probability < least:
        return reserve
    likely = {one.document_id: one.probability for one in weighed}
    own = max((likely.get(one, 1.0) for one in found), default=0.0)
    settled = bool(found) and any(_is_settled(request) for request, _ in wanted) and best.probability < _SURELY
    if settled or best.document_id in found or own > best.probability - _BETTER:
        return Chosen()
    leave = any(_asks_leave(request, known, carded=bool(found)) for request, _ in wanted)
    if leave and best.probability < _LEAST_OF_LEAVE:
        return reserve
    if set(names) <= _INSTEAD and len(wanted) == 1 and not leave:
        return Chosen(instead=best.document_id)
    # Where the composer quotes one that answers, a second one says the same.
    return Chosen() if own > best.probability - _BETTER_BESIDE else Chosen(beside=best.document_id)


def _is_settled(request: Request) -> bool:
    """Whether the form of a question settles which side is asked of."""
    return bool(plain_sides(request)) or AT_MOST.search(request.text) is not None


def _suiting(
    reader: CardReader, weighed: Sequence[Fitting], view: PatientView, told: tuple[str, str], known: frozenset[str]
) -> Iterator[Fitting]:
    """Those that are for somebody like the patient, and rest on what was ``told`` before and now or is ``known``."""
    before, said = told
    whose = Whose(view, reader.finder, f"{before} {said}")
    # What was told before and is denied, stopped or somebody else's by now holds no more.
    there = known | _named(reader, said) | (_named(reader, before) - _over(view, known)) | whose.of_child()
    for one in weighed:
        passage = reader.shelf.passage(one.document_id)
        if passage is None or not (whose.is_of_age(passage) if passage.kind == FAQ else whose.suits(passage)):
            continue
        groups = reader.fits.faqs.groups(passage.pair) if reader.fits is not None and passage.kind == FAQ else ()
        if one.probability >= _SURELY or all(not group.isdisjoint(there) for group in groups):
            yield one


def _named(reader: CardReader, text: str) -> frozenset[str]:
    mentions = reader.finder.find(normalise(text).text) if text else ()
    return frozenset(each for one in mentions for each in (one.entry.concept_id, *one.entry.broader))


def _over(view: PatientView, known: frozenset[str]) -> frozenset[str]:
    """What is on record as denied, stopped or somebody else's, and not as the patient's own as well."""
    return frozenset(each for slot in _HELD for fact in view.ledger.current(slot) for each in _of(fact)) - known


def _points_back(reader: CardReader, said: str) -> bool:
    """Whether so few words ask that they mean what was just said."""
    few = len(said.split()) <= _FEW_WORDS
    return few and (_GOES_ON.match(said) is not None or not reader.finder.find(normalise(said).text))


def _asks_leave(request: Request, known: frozenset[str], *, carded: bool) -> bool:
    """Whether leave is asked for a medicine not taken yet, or for a jab that has a card: those weigh the record."""
    new = set(request.concepts("medications", "drug_classes")) - known
    return request.has("permission") and (bool(new) or (carded and bool(request.concepts("procedures"))))


def told_instead(consultation: Consultation) -> Part:
    """The passage that answers by itself, quoted whole; what is known of the words where none came."""
    found = _quoted(consultation, consultation.situation.intent.cards)
    return found if found.text else explain(consultation)


def told_in_reserve(consultation: Consultation) -> Part:
    """The passage that is told where nothing else answers; empty where none is likely enough."""
    return _quoted(consultation, consultation.situation.intent.reserve)


def told_beside(consultation: Consultation) -> Part:
    """The passage that is told after what a composer says; empty where none is."""
    return _quoted(consultation, consultation.situation.intent.beside)


def _quoted(consultation: Consultation, ids: Sequence[str]) -> Part:
    found = (hit.passage for hit in consultation.situation.hits if hit.passage.document_id in ids)
    passage = next(found, None)
    if passage is None:
        return Part()
    quote = whole(passage)
    # What is taken back later takes the answer with it.
    rests_on = (fact for fact in _held(consultation.situation.view) if not _of(fact).isdisjoint(passage.concepts))
    return Part(quote.marked, tuple(fact.fact_id for fact in rests_on), (quote.citation,))


def _held(view: PatientView) -> Iterator[Fact]:
    """What the patient has, takes, went through or is allergic to."""
    for slot in _HELD:
        for fact in view.ledger.current(slot):
            content = fact.content
            over = slot is SlotKind.MEDICATIONS and content.status is not None and content.status not in IN_FORCE
            if content.subject == PATIENT and content.polarity is Polarity.AFFIRMED and not over:
                yield fact


def _of(fact: Fact) -> frozenset[str]:
    return frozenset((fact.content.concept.concept_id, *fact.content.concept.broader))
