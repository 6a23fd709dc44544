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
    r"\s?(?:에|에\s?대한|계열)?\s?(?:알레르기|알러지|앨러지)(?:가|도|는|만)?\s?(?:좀\s|심하게\s)?(?:있|심하"
    r"|심해|생겼|나[서요])"
)
_CANNOT: Final = re.compile(
    r"\b(?:can'?t|cannot|couldn'?t|mustn'?t|must not|shouldn'?t|not allowed(?: to)?|isn'?t allowed)(?: to)? "
    r"(?:have|take|eat|drink|touch|tolerate|be given|get|use)\b|(?:못|몬)\s?(?:먹|묵|드|맞|써|쓰)|먹으면\s?안"
    r"|쓰면\s?안"
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
    r"|\b(?:can|could|used to) (?:take|eat|have|tolerate)\b|\b(?:fine|ok|okay) with\b|\bno (?:problem|reaction"
    r"|trouble"
    r"|issue)s?\b|\btolerat\w+|\b(?:never|not) (?:react|had)\w*"
    r"|\bno (?:trouble|bother|ill effects?)\b|\bturn(?:s|ed) out (?:i|he|she|it|that)[^.;!?]{0,12}(?:n't|not)\b"
    r"|(?:알레르기|알러지|앨러지|과민)\s?반응\s?(?:보인|나타난|있었던|생긴|일으킨)\s?적\S{0,2}\s?없"
    r"|누가\s?그랬|라고\s?(?:누가|하던데|그러던데)[^.!?]{0,8}아닌"
    r"|(?:알레르기|알러지|앨러지|과민)\S{0,4}\s?(?:\S{1,4}\s)?(?:없|아니|아닌|아녜|안\s?(?:나|생|일으|있)"
    r"|음성)|괜찮|문제\s?없"
    r"|잘\s?(?:먹|맞)|이상\s?없"
)
"""Words that deny an allergy; "don't give me" and "못 먹어요" deny the taking alone."""


def with_told_allergies(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], lexicon: Lexicon, extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the allergies of the patient that closed words tell, none of them turned into its denial."""
    found = tuple(_safe(_not_denied(one, sheet), sheet) for one in proposals if not _is_a_strangers(one, sheet))
    if _DENIES.search(sheet.folded):
        # Of one that is told and denied in one breath ("never reacted to it") the denial is what is said.
        denied = {one.content.concept.concept_id for one in found if _is_denied(one) and one.content is not None}
        found = tuple(
            one for one in found
            if one.content is None or not _is_allergy(one) or _is_denied(one)
            or one.content.concept.concept_id not in denied
        )  # fmt: skip
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


_SAFE: Final = re.compile(
    r"\b(?:no|without(?: any| a)?) (?:trouble|problem|bother|issue|reaction|ill effect)s?\b"
    r"|\bturn(?:s|ed) out (?:that )?(?:i|he|she|it)?\s?(?:'m|am|'s|is|was|do|did|does)?\s?(?:not|n't|don't"
    r"|didn't|isn't|wasn't)\b"
    r"|아닌데(?:요)?\W*$|아니래|문제\s?없"
)
"""Words by which an allergy that is named turns out to be none."""
_STRANGER: Final = re.compile(
    r"\b(?:(?:an?|the|this|that|some) )?(?:\w+ )?(?:girl|boy|kid|child|lad|friend|mate|neighbou?r|colleague"
    r"|co-?worker|man"
    r"|woman|guy|bloke|teacher|classmate)s?\b[^.;!?]{0,24}\b(?:has|have|had|with|is|got)\b"
    r"|(?:친구|짝꿍|이웃|동료|반\s?아이|애들|옆집)\S{0,3}[이가은는]\s"
)


def _safe(proposal: Proposal, sheet: Sheet) -> Proposal:
    content = proposal.content
    if content is None or not _is_allergy(proposal) or content.polarity is not Polarity.AFFIRMED:
        return proposal
    if proposal.operation is not Operation.ASSERT or _SAFE.search(sheet.folded) is None:
        return proposal
    if _REACTS.search(sheet.folded) or content.concept.concept_id == ANY:
        return proposal
    return proposal.with_fields(content=content.with_fields(polarity=Polarity.NEGATED, reaction=None))


def _is_a_strangers(proposal: Proposal, sheet: Sheet) -> bool:
    """Whether it is an allergy of somebody outside the family: "a girl in my son's class has a nut allergy"."""
    content = proposal.content
    if content is None or not _is_allergy(proposal) or content.polarity is not Polarity.AFFIRMED:
        return False
    name = next(
        (one for one in sheet.mentions if proposal.quote and sheet.quote(one.start, one.end)[0] in proposal.quote), None
    )
    if name is None:
        return False
    stranger = _STRANGER.search(sheet.folded[: name.start])
    return stranger is not None and re.search(r"\b(?:i|i'm|me)\b", stranger[0]) is None


def _is_denied(proposal: Proposal) -> bool:
    content = proposal.content
    return _is_allergy(proposal) and content is not None and content.polarity is Polarity.NEGATED


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
    r"(?:만|을|를|은|는|도)?\s?(?:만\s)?(?:먹으면|묵으면|드시면|맞으면|바르면|복용하면|먹었다가|맞았다가"
    r"|먹기만\s?하면)\s?[^.!?]{0,14}"
)
_WHENEVER_EN: Final = re.compile(
    r"\b(?:whenever|every time|each time|any ?time|when|if|after|with|from|off|as soon as|once)\b"
    r"(?: (?:i|he|she|we) (?:\w+ )?(?:have|has|had|take|takes|took|eat|eats|ate|touch|get|gets|use|uses|drink))?"
    r"(?: (?:any|the|my|some|anything with|a bit of|eating|taking|touching|having))*\s$"
)
_LAST_TIME: Final = re.compile(
    r"\b(?:ended up in|put me in|landed (?:me )?in|rushed to|nearly (?:died|killed)|near died|almost (?:died"
    r"|killed)|went into shock"
    r"|anaphyla\w+|ambulance|a ?& ?e\b|the er\b|throat (?:close|clos)\w*|epi-?pen)|응급실|실려|쇼크|큰일\s?날"
    r"|죽을\s?뻔|목구녕|목구멍|목이\s?부"
)
_TESTED: Final = re.compile(
    r"\b(?:skin test|prick test|patch test|allergist|allergy test|blood test)\b[^.;!?]{0,40}\b(?:positive"
    r"|lit up|reacted|flared"
    r"|came up|confirmed|showed)\b|알레르기\s?검사\S{0,4}\s[^.!?]{0,14}양성"
)
_CALLED_SO: Final = re.compile(
    r"\ballergic\b(?! (?:to|rhinitis|asthma|conjunctivitis|contact|reaction))"
    r"|(?:알레르기|알러지|앨러지)(?:라|이라|여서|이어서|때문|니까|이니까|예요|이에요|입니다|임)"
)
_HAVING: Final = re.compile(
    r"\bhav(?:e|ing) (?:an? |this |some )?(?:\w+ )?allerg(?:y|ies) (?:to|for|of|with|against) (?:the )?"
)
_REFUSED: Final = re.compile(
    r"\b(?:don'?t|do not|never|please don'?t) (?:ever )?(?:let (?:them|anyone|anybody|any \w+|him"
    r"|her) )?(?:give|prescribe|put)\b"
)


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
    if _TESTED.search(words) or _HAVING.search(words):
        return True
    reacts = _REACTS.search(words)
    before = sheet.folded[start : one.start]
    if reacts is not None and start + reacts.end() <= one.start and _WHENEVER_EN.search(before):
        return True
    cannot = _CANNOT.search(words) or _REFUSED.search(words) or "안 돼" in words or "안돼" in words
    if cannot and (_CALLED_SO.search(words) or reacts or _LAST_TIME.search(words)):
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
