"""What one medicine is for where another is taken already: both purposes, and that neither is to be stopped alone."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.part import Part, joined
from agent.words.sentences import sentence
from domain.values import SlotKind, Status
from extraction.text.lazy_regex import lazy_regex

_BESIDE: Final = lazy_regex(
    r"\b(?:if|when|though|since|while)\b[^?]{0,30}\b(?:already|on|tak(?:e|es|ing)|took)\b|\balready\b"
    r"|\bon top of\b|\bas well\b|\btoo\b"
    r"|\benough\b|\bthat \w+ (?:doesn'?t|does not|can'?t)\b|\bboth\b|\bin addition to\b|\bbesides\b"
    r"|\binstead of just\b"
    r"|\bi(?:'m| am)? (?:take|on|have)\b[^?]*, |이미|먹고\s?있는데|먹는데|먹고\s?있고|있는데|먹으면\s?[됐되]"
    r"|말고도|별개로|까지\s?(?:꼭\s?)?"
    r"|거기에|또\s?(?:왜|필요|먹)|둘\s?다|같이\s?먹는\s?이유",
    re.IGNORECASE,
)
_WHAT_FOR: Final = lazy_regex(
    r"\bwhat(?:'s|s| is| are| was| were)?\b[^?]{0,40}\bfor\b|\bwhy\b|\bpoint of\b"
    r"|\bwhat (?:good|use) is\b|\bpurpose\b|\breally need\b"
    r"|\bdo i need\b"
    r"|\bwhat (?:does|do|did)\b[^?]{0,30}\bdo\b|\bwhat for\b|왜|무슨\s?약|어떤\s?약|필요|뭐\s?하러|뭐하러"
    r"|(?:어디|뭐)에\s?(?:쓰|좋)|이유|꼭",
    re.IGNORECASE,
)
_OTHER: Final = lazy_regex(
    r"\b(?:together|mix|combine|stop|quit|skip|safe|interact\w*|cough|dizz\w*|side effects?|hours?|same time|food)\b"
    r"|끊어도|중단해도|같이\s?먹어도|함께\s?먹어도|안\s?먹어도|기침|어지|부작용|시간|식후|식전",
    re.IGNORECASE,
)
_TWO: Final = 2


def asks_both_purposes(request: Request) -> bool:
    """Whether it is asked what a medicine is for beside another that is named."""
    text = request.text
    two = len(request.concepts("medications", "drug_classes")) == _TWO
    others = request.tests or request.concepts("symptoms")
    asks = _BESIDE.search(text) is not None and _WHAT_FOR.search(text) is not None
    return two and not others and asks and _OTHER.search(text) is None


def both_purposes(consultation: Consultation) -> Part:
    """Each of the two with its purpose by the dictionary, how it stands on record, and that neither replaces the other.

    Empty where one of them is not on record: it is to be weighed against what is.
    """
    request, language = consultation.request, consultation.words.language
    if not asks_both_purposes(request):
        return Part()
    said = [_purpose(consultation, one) for one in request.concepts("medications", "drug_classes")]
    if not all(one.text for one in said):
        return Part()
    taken = consultation.known.medicine_ids()
    both = all(one in taken for one in request.concepts("medications", "drug_classes"))
    return joined((*said, Part(sentence("both.close" if both else "both.close_ended", language))))


def _purpose(consultation: Consultation, concept_id: str) -> Part:
    words, known, language = consultation.words, consultation.known, consultation.words.language
    own = [
        fact
        for fact in known.own(SlotKind.MEDICATIONS)
        if concept_id in (fact.content.concept.concept_id, *fact.content.concept.broader)
    ]
    taken = [fact for fact in own if known.is_in_force(fact)]
    if not own:
        # What is not on record yet is to be weighed against what is, and not only explained.
        return Part()
    fact = next(iter((*taken, *own[::-1])))
    purpose = words.purpose(words.entry(fact.content), words.name(fact.content))
    if not purpose:
        return Part()
    brief = words.medicine(fact.content)
    stopped = fact.content.status is Status.STOPPED
    key = "both.taken" if taken else "both.stopped" if stopped else ""
    held = sentence(key, language, medicine=brief) if key else ""
    return Part(f"{purpose} {held}".strip(), (fact.fact_id,), (), medicines_spoken((fact,)))


def is_part(text: str) -> bool:
    """Whether one ask of several asks for a part of what is answered here."""
    return any(one.search(text) is not None for one in (_BESIDE, _WHAT_FOR))
