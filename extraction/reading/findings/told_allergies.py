"""Allergies told in closed words, which no doubt of whose they are may lose: "my son is 6, has a peanut allergy", "우리
아들 페니실린 알레르기 있어요", "he can't have penicillin, comes out in hives".

A parent who opens a record with a child tells of the child. Whoever cannot have something because of what it does to
them has an allergy of it: the "can't" denies the taking.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import ANY, PATIENT, Certainty, Content, Polarity, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import asked, sentence_around, sentences
from extraction.reading.findings.not_borne import (
    SUBSTANCES,
    Reaction,
    is_barred,
    is_barred_for_another_reason,
    not_borne,
    only_supposed,
    without_reactions,
)
from extraction.reading.items import Heard
from extraction.reading.people.cared_for import tells_of_oneself
from extraction.reading.people.kept_for import kept_for
from extraction.reading.people.speaking_for import may_be
from extraction.reading.sheet import Sheet
from extraction.rules.substances import as_allergen
from extraction.text.lazy_regex import lazy_regex

_CHILDREN: Final = frozenset({"child", "son", "daughter", "grandchild"})
_HAS_EN: Final = lazy_regex(
    r"\b(?:has|have|had|got|having|with)(?: got)?(?: a| an)?(?: (?:bad|severe|serious|mild|known|confirmed|nasty))? $"
)
_ALLERGY_EN: Final = lazy_regex(r" (?:drug |food )?allerg(?:y|ies)\b(?! (?:test|clinic|season|tablet|pill|med))")
_ALLERGIC_EN: Final = lazy_regex(
    r"\b(?:(?:is|'s|was|are|am|'m|s) )?(?:badly |severely |very |highly )?allergic to (?:the |all )?$"
)
_NOT_EN: Final = lazy_regex(r"\b(?:no|not|n't|never|isn't|without|nobody|none)\b")
_ALLERGY_KO: Final = lazy_regex(
    r"\s?(?:에|에\s?대한|계열)?\s?(?:알레르기|알러지|앨러지)(?:가|도|는|만)?\s?(?:좀\s|심하게\s)?(?:있|심하"
    r"|심해|생겼|나[서요])"
)
_CANNOT: Final = lazy_regex(
    r"\b(?:can'?t|cannot|couldn'?t|mustn'?t|must not|shouldn'?t|not allowed(?: to)?|isn'?t allowed)(?: to)? "
    r"(?:have|take|eat|drink|touch|tolerate|be given|get|use)\b|(?:못|몬)\s?(?:먹|묵|드|맞|써|쓰)|먹으면\s?안"
    r"|쓰면\s?안"
)
_REACTS: Final = lazy_regex(
    r"\b(?:hives|rash|welts|swell\w*|swoll\w*|anaphyla\w*|comes? out in|came out in|breaks? out|broke out|throat"
    r"|wheez\w*|itch\w*|blister\w*)\b|두드러기|발진|붓|부어|부었|가려|숨|쇼크|뒤집어|물집"
)
_CALLED: Final = lazy_regex(r"\ballerg(?:ic|y|ies)\b|알레르기|알러지|앨러지|과민")
_DENIES: Final = lazy_regex(
    r"\b(?:no|not|never|non|isn'?t|aren'?t|wasn'?t|without|neither|nor|any)(?:\s\w+){0,3}\sallerg"
    r"|n'?t (?:really |actually )?(?:have |had |got |be )?(?:an? |any )?(?:\w+ )?allerg|\bnkda\b"
    r"|\bnegative\b[^.;!?]{0,24}?\ballerg"
    r"|\ballerg\w*\b[^.;!?]{0,30}?\b(?:negative|ruled out|clear(?:ed)?|not|gone|no|wrong|mistake|anymore)\b"
    r"|\b(?:can|could|used to) (?:take|eat|have|tolerate)\b|\b(?:fine|ok|okay) with\b|\bno (?:problem|reaction"
    r"|trouble"
    r"|issue)s?\b|(?<!able to )(?<!can't )(?<!cannot )(?<!cant )\btolerat\w+|\b(?:never|not) (?:react\w*|had (?:an? "
    r"|any )?(?:reaction|problem|allerg\w*|trouble"
    r"|it|that|one|anything)\b)"
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
    reacted = list(_reacted_to(sheet, heard, lexicon))
    borne_badly = {as_allergen(one.substance, lexicon).concept_id for one in reacted}
    supposed = {as_allergen(one, lexicon).concept_id: denied for one, denied in only_supposed(sheet)}
    found = tuple(
        _affirmed(_safe(kept, sheet), borne_badly)
        for one in proposals
        if not _is_a_strangers(one, sheet) and (kept := _not_denied(one, sheet)) is not None
    )
    found = tuple(_without_suppositions(found, supposed, borne_badly, sheet))
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
        for one in _once((*_told(sheet, heard), *(one.substance for one in reacted)), sheet, lexicon, extractor)
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
    return without_reactions((*rest, *added), reacted, sheet)


_SAFE: Final = lazy_regex(
    r"\b(?:no|without(?: any| a)?) (?:trouble|problem|bother|issue|reaction|ill effect)s?\b"
    r"|\bturn(?:s|ed) out (?:that )?(?:i|he|she|it)?\s?(?:'m|am|'s|is|was|do|did|does)?\s?(?:not|n't|don't"
    r"|didn't|isn't|wasn't)\b"
    r"|아닌데(?:요)?\W*$|아니래|문제\s?없"
)
"""Words by which an allergy that is named turns out to be none."""
_STRANGER: Final = lazy_regex(
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
    name = _named_by(proposal, sheet)
    if name is None:
        return False
    stranger = _STRANGER.search(sheet.folded[: name.start])
    return stranger is not None and re.search(r"\b(?:i|i'm|me)\b", stranger[0]) is None


def _named_by(proposal: Proposal, sheet: Sheet) -> Mention | None:
    quoted = (one for one in sheet.mentions if proposal.quote and sheet.quote(one.start, one.end)[0] in proposal.quote)
    return next(quoted, None)


def _is_denied(proposal: Proposal) -> bool:
    content = proposal.content
    return _is_allergy(proposal) and content is not None and content.polarity is Polarity.NEGATED


def _is_allergy(proposal: Proposal) -> bool:
    return proposal.content is not None and proposal.content.slot is SlotKind.ALLERGIES


def _not_denied(proposal: Proposal, sheet: Sheet) -> Proposal | None:
    """``proposal`` affirmed where only the taking is denied; None where something else than an allergy forbids it."""
    content = proposal.content
    if content is None or not _is_allergy(proposal) or content.polarity is Polarity.AFFIRMED:
        return proposal
    text = sheet.folded
    if content.concept.concept_id == ANY or _denies(_named_by(proposal, sheet), sheet):
        return proposal
    if not (_CALLED.search(text) or (_CANNOT.search(text) and _REACTS.search(text))):
        named = _named_by(proposal, sheet)
        if named is None or not is_barred(sheet, named):
            return proposal
        if is_barred_for_another_reason(sheet, named):
            return None
        return proposal.with_fields(
            content=content.with_fields(polarity=Polarity.AFFIRMED, certainty=Certainty.UNCERTAIN)
        )
    return proposal.with_fields(content=content.with_fields(polarity=Polarity.AFFIRMED))


def _denies(named: Mention | None, sheet: Sheet) -> bool:
    """Whether a denial may be of what is named: not where it follows on "but" and names another substance."""
    denial = _DENIES.search(sheet.folded)
    if denial is None or named is None:
        return denial is not None
    turned = _BUT.search(sheet.folded, named.end, max(named.end, denial.start()))
    others = (one.start for one in sheet.mentions if one.entry.kind in SUBSTANCES)
    return turned is None or not any(turned.end() <= other for other in others)


_BUT: Final = lazy_regex(r"\b(?:but|though|although|whereas)\b|지만\s|는데\s|[,;.]\s")


def _affirmed(proposal: Proposal, borne_badly: Collection[str]) -> Proposal:
    """A "can't have it" denies the taking: what follows of it makes an allergy."""
    content = proposal.content
    if content is None or not _is_allergy(proposal) or proposal.operation is not Operation.ASSERT:
        return proposal
    if content.concept.concept_id not in borne_badly:
        return proposal
    return proposal.with_fields(content=content.with_fields(polarity=Polarity.AFFIRMED, certainty=Certainty.CONFIRMED))


def _without_suppositions(
    proposals: Iterable[Proposal], supposed: Mapping[str, bool], borne_badly: Collection[str], sheet: Sheet
) -> Iterator[Proposal]:
    """``proposals`` without allergies of which only what has not been speaks; denied where the reaction is."""
    for one in proposals:
        content = one.content
        told = content is None or one.operation is not Operation.ASSERT or not _is_allergy(one)
        concept_id = content.concept.concept_id if content is not None else ""
        if told or content is None or concept_id not in supposed or concept_id in borne_badly:
            yield one
        elif _CALLED.search(sheet.folded) or content.polarity is Polarity.NEGATED:
            yield one
        elif supposed[concept_id]:
            yield one.with_fields(content=content.with_fields(polarity=Polarity.NEGATED, reaction=None))


def _once(found: Iterable[Mention], sheet: Sheet, lexicon: Lexicon, extractor: str) -> Iterator[Proposal]:
    told: set[str] = set()
    for one in found:
        concept_id = as_allergen(one, lexicon).concept_id
        if concept_id not in told:
            told.add(concept_id)
            yield _allergy(one, sheet, lexicon, extractor)


def _told(sheet: Sheet, heard: Heard) -> Iterator[Mention]:
    if not _is_of_the_patient(sheet, heard):
        return
    supposed = list(asked(sheet.folded))
    for start, end in sentences(sheet.folded):
        if sheet.folded[end : end + 1] == "?" or any(first <= start < last for first, last in supposed):
            continue
        for one in sheet.mentions:
            if start <= one.start < end and one.entry.kind in SUBSTANCES and _is_told(one, sheet, start, end):
                yield one


_HAVING: Final = lazy_regex(
    r"\bhav(?:e|ing) (?:an? |this |some )?(?:\w+ )?allerg(?:y|ies) (?:to|for|of|with|against) (?:the )?$"
)


def _reacted_to(sheet: Sheet, heard: Heard, lexicon: Lexicon) -> Iterator[Reaction]:
    """The substances that the patient says outright to have an allergy to, or to react to as only an allergic one."""
    named = any(one.entry.kind == "relatives" for one in sheet.mentions)
    if named and not _is_of_the_patient(sheet, heard):
        return
    having = (
        Reaction(one)
        for one in sheet.mentions
        if one.entry.kind in SUBSTANCES and _HAVING.search(sheet.folded[: one.start])
    )
    for one in (*not_borne(sheet, lexicon), *having):
        start, end = sentence_around(sheet.folded, one.substance.start)
        if sheet.folded[end : end + 1] != "?" and _DENIES.search(sheet.folded, start, end) is None:
            yield one


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
