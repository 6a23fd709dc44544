"""What was told and stands in no fact of the patient's own: whose a medicine is, whether something was mentioned."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.recall.sayings import sentences_of
from agent.words.sentences import sentence
from domain.ledger import local_day
from domain.values import PATIENT
from extraction.naming.mentions import Entry, Kind
from extraction.text.normalise import normalise
from projections.tiers import TurnLine

_MEDICINES: Final[tuple[Kind, ...]] = ("medications", "drug_classes")
_RELATIVES: Final[tuple[Kind, ...]] = ("relatives",)


def _who_takes(consultation: Consultation) -> Part:
    """The words in which it was told that somebody else takes the medicine named."""
    named = {entry.concept_id for entry in _named(consultation, _MEDICINES)}
    own = any(fact.content.subject == PATIENT for one in named for fact in consultation.known.about(one))
    return Part() if own or not named else _quoted(consultation, named, _RELATIVES)


def _relatives_medicine(consultation: Consultation) -> Part:
    """The words in which it was told what a relative takes."""
    named = {entry.concept_id for entry in _named(consultation, _RELATIVES)}
    return _quoted(consultation, named, _MEDICINES) if named else Part()


def _mentioned(consultation: Consultation) -> Part:
    """Whether the thing named was ever told, and in which words."""
    words, language = consultation.words, consultation.words.language
    entries = _named(consultation, ())
    if len(entries) != 1:
        return Part()
    facts = consultation.known.about(entries[0].concept_id)
    if facts:
        said = sentence("mentioned.recorded", language, brief=words.brief(facts[-1]), day=words.date(facts[-1].day))
        return Part(said, (facts[-1].fact_id,))
    told = _quoted(consultation, {entries[0].concept_id}, ())
    if told.text:
        return told
    name = consultation.pick(entries[0].name_ko or entries[0].name, entries[0].name)
    return Part(sentence("mentioned.never", language, name=name))


def _named(consultation: Consultation, kinds: Collection[Kind]) -> tuple[Entry, ...]:
    """The things of these kinds that the question names, each once; of all kinds but relatives where none is given."""
    found = {
        one.entry.concept_id: one.entry
        for one in consultation.request.mentions
        if (one.entry.kind in kinds if kinds else one.entry.kind not in _RELATIVES)
    }
    return tuple(found.values())


def _quoted(consultation: Consultation, named: Collection[str], beside: Collection[Kind]) -> Part:
    """The latest sentence told before that names one of these concepts, and something of these kinds beside it."""
    found = list(_told(consultation, named, beside))
    if not found:
        return Part()
    line, words = found[-1]
    day = consultation.words.date(local_day(line.said_at, consultation.ledger.time_zone))
    return Part(sentence("details.quoted", consultation.words.language, day=day, quote=words))


def _told(
    consultation: Consultation, named: Collection[str], beside: Collection[Kind]
) -> Iterator[tuple[TurnLine, str]]:
    tiers, now = consultation.situation.view.tiers, consultation.situation.question.turn_number
    kept = {**tiers.told, **tiers.lines}
    for turn in sorted(kept):
        said = sentences_of(kept[turn].question) if turn < now else ()
        # "I don't take it. The one who does is my father" says it in two.
        for words in (*(" ".join(pair) for pair in pairwise(said)), *said):
            entries = [one.entry for one in consultation.finder.find(normalise(words).text)]
            ids = {each for one in entries for each in (one.concept_id, *one.broader)}
            is_beside = not beside or any(one.kind in beside for one in entries)
            if is_beside and not ids.isdisjoint(named) and "?" not in words:
                yield kept[turn], words


COMPOSERS: Final[Mapping[str, Callable[[Consultation], Part]]] = MappingProxyType(
    {"who_takes": _who_takes, "relatives_medicine": _relatives_medicine, "mentioned": _mentioned}
)
"""The composers of the kinds of what others take, and of whether something was told at all."""
