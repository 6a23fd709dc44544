"""Replies to what asks nothing of the record: a nod, a complaint, small talk, and what is not this patient's."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.forms import in_other_words, in_short
from agent.answers.part import Part, joined
from agent.answers.values.comparison import dispute_note
from agent.words.sentences import sentence
from domain.ledger import by_version
from extraction.text.lazy_regex import lazy_regex

_TO_COME: Final = lazy_regex(
    r"앞으로|이제부터|지금부터|항상|늘\s|매번|\b(?:from now on|always|in future|every time|going forward)\b",
    re.IGNORECASE,
)


def nod(consultation: Consultation) -> Part:
    """A reply to "yes", "no" or "ok"; what is still open is asked again, since a nod does not say which side holds."""
    left = still_open(consultation)
    if left.text:
        return left
    return Part(sentence("aside.nod", consultation.words.language))


def still_open(consultation: Consultation) -> Part:
    """The question that two records which contradict each other leave with the patient, and how to answer it."""
    ledger = consultation.ledger
    sides = (ledger.facts[fact_id] for fact_ids in ledger.disputes.values() for fact_id in fact_ids)
    current = sorted((fact for fact in sides if fact.current), key=by_version, reverse=True)
    notes = (dispute_note(consultation, fact) for fact in current)
    note = next((each for each in notes if each.text), None)
    if note is None:
        return Part()
    how = sentence("aside.how_to_settle", consultation.words.language)
    return Part(f"{note.text} {how}", note.facts)


def apologise(consultation: Consultation) -> Part:
    """A reply to a complaint."""
    return Part(sentence("aside.sorry", consultation.words.language))


def agree_to_wish(consultation: Consultation) -> Part:
    """That from now on answers will be as the patient wishes."""
    wish = consultation.preferences
    if wish.short and wish.plain:
        return Part(sentence("aside.short_and_plain", consultation.words.language))
    if wish.short:
        agreed = Part(sentence("aside.short", consultation.words.language))
        # "Put it shorter" is said to the last answer; "from now on" to those to come.
        return agreed if _TO_COME.search(consultation.request.text) else joined((agreed, in_short(consultation)))
    if wish.plain:
        agreed = Part(sentence("aside.plain", consultation.words.language))
        return agreed if _TO_COME.search(consultation.request.text) else joined((agreed, in_other_words(consultation)))
    return Part(sentence("aside.in_full", consultation.words.language))


def introduce(consultation: Consultation) -> Part:
    """What this service is, for small talk."""
    return Part(sentence("aside.who", consultation.words.language))


_WHO_SEES: Final = lazy_regex(
    r"누가\s?(?:봐|보|볼|보나|열어)|(?:한테|에게|께|한티|테)도?\s?(?:안\s?)?(?:가|보여|보이|알려|전해|공유|들어가)|잠금|비밀|공개|공유|개인\s?정보|저장|유출|남한테|지워지"
    r"|\b(?:who (?:can |else |all )*(?:sees?|reads?|views?|looks?)|private|privacy|confidential|shared?|secure"
    r"|stored|kept|hacked"
    r"|can (?:my|the) \w+ (?:see|read|access)|delete my)\b",
    re.IGNORECASE,
)
"""Words by which it is asked who sees what was said."""


def beyond_record(consultation: Consultation) -> Part:
    """What lies outside the record and the documents: appointments, prices, papers, and who may read what was said."""
    key = "aside.who_sees" if _WHO_SEES.search(consultation.request.text) else "aside.beyond"
    return Part(sentence(key, consultation.words.language))


def keep_to_this_patient(consultation: Consultation) -> Part:
    """A refusal to speak of other people's records or of the service's own workings."""
    return Part(sentence("aside.others", consultation.words.language))
