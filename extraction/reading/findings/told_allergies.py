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
from domain.values import PATIENT, Certainty, Content, Polarity, SlotKind
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
_DENIES: Final = re.compile(r"\b(?:no|not|isn'?t|n'?t) (?:\w+ )?allerg|알레르기\S{0,2}\s?(?:없|아니)")


def with_told_allergies(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], lexicon: Lexicon, extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the allergies of the patient that closed words tell, none of them turned into its denial."""
    found = tuple(_not_denied(one, sheet) for one in proposals)
    told = {one.content.concept.concept_id for one in found if _is_allergy(one) and one.content is not None}
    added = [
        one
        for one in _told(sheet, heard, lexicon, extractor)
        if one.content and one.content.concept.concept_id not in told
    ]
    return (*found, *added)


def _is_allergy(proposal: Proposal) -> bool:
    return proposal.content is not None and proposal.content.slot is SlotKind.ALLERGIES


def _not_denied(proposal: Proposal, sheet: Sheet) -> Proposal:
    content = proposal.content
    if content is None or not _is_allergy(proposal) or content.polarity is Polarity.AFFIRMED:
        return proposal
    text = sheet.folded
    if _DENIES.search(text) or not (_CANNOT.search(text) and _REACTS.search(text)):
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
                quote, first, last = sheet.quote(one.start, one.end)
                concept = as_allergen(one, lexicon).concept(sheet.language)
                content = Content(
                    slot=SlotKind.ALLERGIES, concept=concept, subject=PATIENT, certainty=Certainty.CONFIRMED
                )
                yield Proposal(
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
