"""Allergies told in closed words, which no doubt of whose they are may lose: "my son is 6, has a peanut allergy", "우리
아들 페니실린 알레르기 있어요", "he can't have penicillin, comes out in hives".

A parent who opens a record with a child tells of the child. Whoever cannot have something because of what it does to
them has an allergy of it: the "can't" denies the taking.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import ANY, PATIENT, Certainty, Content, Polarity, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import asked, sentences
from extraction.reading.items import Heard
from extraction.reading.people.cared_for import tells_of_oneself
from extraction.reading.people.kept_for import kept_for
from extraction.reading.people.speaking_for import may_be
from extraction.reading.sheet import Sheet
from extraction.rules.substances import as_allergen

_SUBSTANCES: Final = frozenset({"allergens", "medications", "drug_classes"})
_CHILDREN: Final = frozenset({"child", "son", "daughter", "grandchild"})
_HAS_EN: Final = re.compile(
    r"\b(?:has|have|had|got|having|with)(?: got)?(?: a| an)?(?: (?:bad|severe|serious|mild|known|confirmed|nasty))? $"
)
_ALLERGY_EN: Final = re.compile(r" (?:drug |food )?allerg(?:y|ies)\b(?! (?:test|clinic|season|tablet|pill|med))")
_ALLERGIC_EN: Final = re.compile(
    r"\b(?:(?:is|'s|was|are|am|'m|s) )?(?:badly |severely |very |highly )?allergic to (?:the |all )?$"
)
_NOT_EN: Final = re.compile(r"\b(?:no|not|n't|never|isn't|without|nobody|none)\b")
_ALLERGY_KO: Final = re.compile(
    r"\s?(?:에|에\s?대한|계열)?\s?(?:알레르기|알러지|앨러지)(?:가|도|는|만)?\s?(?:좀\s|심하게\s)?(?:있|심하|심해|생겼|나[서요])"
)
_CANNOT: Final = re.compile(
    r"\b(?:can'?t|cannot|couldn'?t|mustn'?t|must not|shouldn'?t|not allowed(?: to)?|isn'?t allowed)(?: to)? "
    r"(?:have|take|eat|drink|touch|tolerate|be given|get|use)\b|못\s?(?:먹|드|맞|써|쓰)|먹으면\s?안|쓰면\s?안"
)
_REACTS: Final = re.compile(
    r"\b(?:hives|rash|welts|swell\w*|swoll\w*|anaphyla\w*|comes? out in|came out in|breaks? out|broke out|throat"
    r"|wheez\w*|itch\w*|blister\w*)\b|두드러기|발진|붓|부어|부었|가려|숨|쇼크|뒤집어|물집"
)
_CALLED: Final = re.compile(r"\ballerg(?:ic|y|ies)\b|알레르기|알러지|앨러지|과민")
_DENIES: Final = re.compile(
    r"\b(?:no|not|never|non|isn'?t|aren'?t|wasn'?t|without|neither|nor|any)(?:\s\w+){0,3}\sallerg"
    r"|n'?t (?:really |actually )?(?:have |had |got |be )?(?:an? |any )?(?:\w+ )?allerg|\bnkda\b"
    r"|\bnegative\b[^.;!?]{0,24}?\ballerg"
    r"|\ballerg\w*\b[^.;!?]{0,30}?\b(?:negative|ruled out|clear(?:ed)?|not|gone|no|wrong|mistake|anymore)\b"
    r"|\b(?:can|could|used to) (?:take|eat|have|tolerate)\b|\b(?:fine|ok|okay) with\b|\bno (?:problem|reaction|trouble"
    r"|issue)s?\b|\btolerat\w+|\b(?:never|not) (?:react|had)\w*"
    r"|(?:알레르기|알러지|앨러지|과민)\S{0,4}\s?(?:\S{1,4}\s)?(?:없|아니|아닌|아녜|안\s?(?:나|생|일으|있)|음성)|괜찮|문제\s?없"
    r"|잘\s?(?:먹|맞)|이상\s?없"
)
"""Words that deny an allergy; "don't give me" and "못 먹어요" deny the taking alone."""


def with_told_allergies(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], lexicon: Lexicon, extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the allergies of the patient that closed words tell, none of them turned into its denial."""
    found = tuple(_not_denied(one, sheet) for one in proposals)
    told = {one.content.concept.concept_id for one in found if _is_allergy(one) and one.content is not None}
    added = [
        one
        for one in (*_told(sheet, heard, lexicon, extractor), *_reacted_to(sheet, heard, lexicon, extractor))
        if one.content and one.content.concept.concept_id not in told
    ]
    places = {one.start for one in added}
    # What somebody reacts to is no medicine of theirs: neither one that is taken, nor one that is said not to be.
    rest = (
        one for one in found
        if not (
            one.content is not None and one.content.slot is SlotKind.MEDICATIONS and one.start in places
            and one.operation is Operation.ASSERT
        )
    )  # fmt: skip
    return (*rest, *added)


def _is_allergy(proposal: Proposal) -> bool:
    return proposal.content is not None and proposal.content.slot is SlotKind.ALLERGIES


def _not_denied(proposal: Proposal, sheet: Sheet) -> Proposal:
    content = proposal.content
    if content is None or not _is_allergy(proposal) or content.polarity is Polarity.AFFIRMED:
        return proposal
    text = sheet.folded
    if content.concept.concept_id == ANY or _DENIES.search(text):
        return proposal
    if not (_CALLED.search(text) or (_CANNOT.search(text) and _REACTS.search(text))):
        return proposal
    return proposal.with_fields(content=content.with_fields(polarity=Polarity.AFFIRMED))


def _told(sheet: Sheet, heard: Heard, lexicon: Lexicon, extractor: str) -> Iterator[Proposal]:
    if not _is_of_the_patient(sheet, heard):
        return
    supposed = list(asked(sheet.folded))
    for start, end in sentences(sheet.folded):
        if sheet.folded[end : end + 1] == "?" or any(first <= start < last for first, last in supposed):
            continue
        for one in sheet.mentions:
            if start <= one.start < end and one.entry.kind in _SUBSTANCES and _is_told(one, sheet, start, end):
                yield _allergy(one, sheet, lexicon, extractor)


_SWELLS_EN: Final = re.compile(
    r"\s(?:always |also |really |just )?(?:makes?|made|gives?|gave|brings?|brought|causes?|caused|sends?|sent)\s"
    r"(?:me|my|him|her|his|us)\b[^.;!?]{0,24}"
)
_EATEN_KO: Final = re.compile(
    r"(?:만|을|를|은|는|도)?\s?(?:만\s)?(?:먹으면|묵으면|드시면|맞으면|바르면|복용하면|먹었다가|맞았다가|먹기만\s?하면)\s?[^.!?]{0,14}"
)
_CALLED_SO: Final = re.compile(
    r"\ballergic\b(?! (?:to|rhinitis|asthma|conjunctivitis|contact|reaction))"
    r"|(?:알레르기|알러지|앨러지)(?:라|이라|여서|이어서|때문|니까|이니까|예요|이에요|입니다|임)"
)
_REFUSED: Final = re.compile(r"\b(?:don'?t|do not|never|please don'?t) (?:ever )?(?:give|prescribe|put)\b")


def _reacted_to(sheet: Sheet, heard: Heard, lexicon: Lexicon, extractor: str) -> Iterator[Proposal]:
    """What the patient says outright to react to, or not to be able to have for being allergic."""
    kin = {one.entry.concept_id for one in sheet.mentions if one.entry.kind == "relatives"}
    if kin and not (heard.patient_is and all(may_be(one, heard.patient_is) for one in kin)):
        return
    supposed = list(asked(sheet.folded))
    for start, end in sentences(sheet.folded):
        words = sheet.folded[start:end]
        if sheet.folded[end : end + 1] == "?" or any(first <= start < last for first, last in supposed):
            continue
        named = [one for one in sheet.mentions if start <= one.start < end and one.entry.kind in _SUBSTANCES]
        if len({one.entry.concept_id for one in named}) != 1 or _DENIES.search(words):
            continue
        if _is_reacted_to(sheet, named[0], words, start, end):
            yield _allergy(named[0], sheet, lexicon, extractor)


def _is_reacted_to(sheet: Sheet, one: Mention, words: str, start: int, end: int) -> bool:
    cannot = _CANNOT.search(words) or _REFUSED.search(words) or "안 돼" in words or "안돼" in words
    if cannot and (_CALLED_SO.search(words) or _REACTS.search(words)):
        return True
    match = _EATEN_KO.match(sheet.folded, one.end, end) or _SWELLS_EN.match(sheet.folded, one.end, end)
    return match is not None and _REACTS.search(sheet.folded, one.end, end) is not None


def _allergy(one: Mention, sheet: Sheet, lexicon: Lexicon, extractor: str) -> Proposal:
    quote, first, last = sheet.quote(one.start, one.end)
    concept = as_allergen(one, lexicon).concept(sheet.language)
    content = Content(slot=SlotKind.ALLERGIES, concept=concept, subject=PATIENT, certainty=Certainty.CONFIRMED)
    return Proposal(
        operation=Operation.ASSERT, content=content, quote=quote, start=first, end=last, extractor=extractor
    )


def _is_of_the_patient(sheet: Sheet, heard: Heard) -> bool:
    """Whether a relative is named for whom the record is kept, or a child by whoever opens it."""
    kin = {one.entry.concept_id for one in sheet.mentions if one.entry.kind == "relatives"}
    if not kin or tells_of_oneself(sheet.folded):
        return False
    if heard.patient_is:
        return all(may_be(one, heard.patient_is) for one in kin)
    return not heard.facts and (kin <= _CHILDREN or kept_for(sheet) is not None)


def _is_told(one: Mention, sheet: Sheet, start: int, end: int) -> bool:
    text = sheet.folded
    if sheet.language == "ko":
        return _ALLERGY_KO.match(text, one.end, end) is not None
    before = text[start : one.start]
    if _NOT_EN.search(before):
        return False
    called = _ALLERGY_EN.match(text, one.end, end) is not None and _HAS_EN.search(before) is not None
    return called or _ALLERGIC_EN.search(before) is not None
