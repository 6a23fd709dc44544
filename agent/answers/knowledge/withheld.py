"""What a quoted passage offers that the record forbids, or the answer warned of, is left out of the quote.

A passage is written for everybody: "paracetamol or ibuprofen" is no advice to who reacts to aspirin, nor is how to make
up for a missed tablet where a pregnancy ends its use. Of a quote whole sentences are left out; what is kept stays
verbatim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.knowledge.quotes import sentences
from agent.answers.part import Part
from agent.safety.allergies import conflicting_allergies
from agent.safety.cautions import cautions
from agent.safety.mishaps.in_pregnancy import is_left_off
from agent.safety.states_told import states_told
from agent.safety.weighing import weighings
from domain.events import Citation
from domain.values import SlotKind
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from retrieval.corpus import Passage

_MISSED: Final = "missed_dose"
_NO: Final = lazy_regex(
    r"피하|피해|마세요|말고|말아|마십|않|금지|안\s?[되됩돼]|못|위험|해칠|해롭|상하|묻|물으|물어|상의|조심|주의|중단"
    r"|멈|끊|쉬|알레르기|부작용|대신"
    r"|과다|늘어|높[아이일]|농도|오릅|금기|겹치|없이|아닌|아니"
    r"|\b(?:avoid\w*|not|never|no|instead|without|unless|ask\w*|stop\w*|paus\w*|interact\w*|allerg\w*|risk\w*"
    r"|harm\w*|contraindicat\w*|levels?"
    r"|rather|other than|except|danger\w*|bleed\w*|raises?|worsens?|caution|careful|bring on|trigger\w*|cause[sd]?)\b"
    r"|n't\b",
    re.IGNORECASE,
)
"""Words by which a clause does not offer what it names: it forbids or warns of it, or sends to somebody who knows."""
_NEVER: Final = lazy_regex(
    r"피하|피해|마세요|말고|말아|마십|금지|안\s?[되됩돼]|위험|묻|물으|물어|상의|중단|멈|끊|알레르기|대신"
    r"|\b(?:avoid\w*|(?:never|don't|do not|should not|must not) (?:take|use|give)|no (?:aspirin|ibuprofen|nsaids?)"
    r"|instead of|ask\w*|stop\w*|allerg\w*|risk\w*|harm\w*|danger\w*|bring on|trigger\w*|worsens?"
    r"|not (?:used|taken|given|for you))\b",
    re.IGNORECASE,
)
"""Those that hold for who is allergic as well: "without an ulcer" and "not in pregnancy" leave an offer one."""
_LEAD_IN: Final = 30
"""Characters below which what stands before a sentence that is left out only led to it."""
_CLAUSE: Final = lazy_regex(r"(?<=[고며만])[,;]\s|[;:]\s|,?\s\bbut\b\s|\.\s", re.IGNORECASE)
_OFFERS: Final = lazy_regex(
    r"먹|드[시세실십셔]|쓰|쓸|써|복용|도움|좋|가라앉|바르|[가-힣]에는\s"
    r"|\b(?:take|takes|taking|use|using|try|can|may|help\w*|give|usual|best|works?|relie\w*|goes up"
    r"|for (?:the |a )?(?:\w+ )?(?:fever|pain|aches?|cold|headaches?|cramps))\b",
    re.IGNORECASE,
)
_TELLS_TO: Final = lazy_regex(
    r"(?:드|쓰|먹으|바르)(?:세요|시면\s?됩|면\s?됩)|(?:먹|쓸|드실)\s?수\s?있|\b(?:take|use|try|give)\s", re.IGNORECASE
)
"""Words that tell to take what the question itself names: what only describes it is no offer."""
_KINDS: Final = ("medications", "drug_classes")


def without_barred(consultation: Consultation, said: Part) -> Part:
    """``said`` with its quotes freed of what they offer against the record."""
    text, citations = said.text, []
    missed = {one.document_id for one in _passages(consultation) if one.kind == _MISSED}
    if missed and not is_left_off(consultation):
        missed = set()
    for one in said.citations:
        marked = _marked(one, one.quote)
        if marked not in text:
            citations.append(one)
            continue
        runs = [] if one.document_id in missed else list(_kept(consultation, one.quote))
        runs = [run for run in runs if len(run) > _LEAD_IN or run == one.quote]
        if runs == [one.quote]:
            citations.append(one)
            continue
        text = text.replace(marked, " ".join(_marked(one, run) for run in runs))
        citations += [_cited(one, run) for run in runs]
    if text == said.text:
        return said
    lines = (line for line in text.split("\n") if line.strip(" -"))
    return replace(said, text="\n".join(lines), citations=tuple(citations))


def _cited(citation: Citation, quote: str) -> Citation:
    return Citation(document_id=citation.document_id, title=citation.title, quote=quote, source=citation.source)


def _passages(consultation: Consultation) -> Iterator[Passage]:
    return (hit.passage for hit in consultation.situation.hits)


def _marked(citation: Citation, quote: str) -> str:
    return f"“{quote}” [{citation.document_id}]"


def _kept(consultation: Consultation, quote: str) -> Iterator[str]:
    """The longest stretches of a quote that offer nothing that is barred."""
    start: int | None = None
    end = place = 0
    for sentence in sentences(quote):
        first = quote.index(sentence, place)
        place = first + len(sentence)
        if _offers_barred(consultation, sentence):
            if start is not None:
                yield quote[start:end]
            start = None
            continue
        start, end = first if start is None else start, place
    if start is not None:
        yield quote[start:end]


def _offers_barred(consultation: Consultation, sentence: str) -> bool:
    asked = set(consultation.request.concepts(*_KINDS))
    plain = normalise(sentence).text
    ends = [0, *(one.end() for one in _CLAUSE.finditer(plain)), len(plain)]
    for first, last in pairwise(ends):
        clause = plain[first:last]
        if _NEVER.search(clause):
            continue
        forbids = _NO.search(clause) is not None
        for one in consultation.finder.find(clause):
            entry = one.entry
            offers = _TELLS_TO if entry.concept_id in asked else _OFFERS
            if entry.kind not in _KINDS or offers.search(clause) is None:
                continue
            if _is_taken(consultation, entry):
                continue
            if conflicting_allergies(consultation.known, consultation.words.dictionary, entry):
                return True
            if not forbids and _is_barred(consultation, entry):
                return True
    return False


def _is_taken(consultation: Consultation, entry: Entry) -> bool:
    taken = consultation.known.in_force(SlotKind.MEDICATIONS)
    return any(entry.concept_id in (one.content.concept.concept_id, *one.content.concept.broader) for one in taken)


def _is_barred(consultation: Consultation, entry: Entry) -> bool:
    """Whether an illness or medicine on record, or what this answer warns of, stands against an entry."""
    known, dictionary = consultation.known, consultation.words.dictionary
    told = states_told(consultation.situation.view, dictionary)
    if any(met.caution.is_grave for met in cautions(known, (entry,), told)):
        return True
    return any(one.entry.concept_id == entry.concept_id and one.is_grave and not one.taken
               for one in weighings(consultation))  # fmt: skip
