"""Illnesses that somebody says outright to have, beside a question or a wish: "what can I eat with my gout?", "know
that I suffer from asthma before you recommend anything", "got gout like my dad".

A question makes what stands in it sound supposed, and a relative beside it sound like the relative's. The closed words
of having in the first person are neither. What is only looked for ("a test to see if it's gout") or read about is not
had.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Content, Polarity, SlotKind, Status, Temporality
from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import sentence_around
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_HAVE: Final = lazy_regex(
    r"\b(?:i (?:do )?(?:suffer (?:from|with)|live with|have|'ve got)|i've got|i've|i have got|i have"
    r"|i (?:was|am|got|been|have been|'ve been) diagnosed (?:with|as)|me having|since i have|because i have)"
    r"(?: (?:an?|the|some|mild|bad|severe|chronic|really bad|my|this))* ?$"
)
_MY: Final = lazy_regex(
    r"\b(?:with|for|about|on|of|and|is|are|does|do|will|has|had|make|makes|affect\w*|worsen\w*|help\w*|despite"
    r"|given|because of"
    r"|due to|to|if) my (?:own |bad |chronic |old )?$|(?:^|[.;,!?]\s)my $"
)
_GOT: Final = lazy_regex(r"(?:^|[.;,!?]\s|\band\s)(?:i\s)?(?:got|have|'ve got)(?: an?| the| some)? ?$")
_LIKE_KIN: Final = lazy_regex(r"\s(?:too,? |as well,? )?(?:just )?(?:like|same as) (?:my|me) ")
_SUPPOSED: Final = lazy_regex(
    r"\b(?:if|whether|might|may|maybe|possibl[ey]|perhaps|probabl[ey]|could|would|think|thought|guess"
    r"|suspect\w*|suppos\w*"
    r"|reckon\w*|wonder\w*|worr\w*|afraid|scared|fear\w*|had|used to|never|not|n't|no|without|unless|until|say"
    r"|says|said)\b|n't\b"
)
_LOOKED_FOR: Final = lazy_regex(
    r"\b(?:(?:to )?(?:see|check|find out|know|tell|decide|work out) (?:if|whether)(?: \w+){0,2}|(?:test\w*"
    r"|check\w*|screen\w*"
    r"|investigat\w*|look\w*|scan\w*|refer\w*|bloods?) (?:me |him |her )?for|rule out|ruling out|query|\?"
    r"|(?:saw|see|seen|read|reading"
    r"|heard|watch\w*|listen\w*|learn\w*|thing|article|programme|program|video|post|documentary|leaflet"
    r"|podcast|book|news"
    r"|story|stories|advert|ad|talk|poster|group|page|info\w*)(?: \w+){0,5}? (?:about|on|for))"
    r"(?: (?:it's|its|it is|it was|i have|i've got|an?|the|some|people with|living with))* ?$"
)
_LOOKED_FOR_KO: Final = lazy_regex(
    r"\s?(?:에\s?대한?|관련|이야기|얘기)?\s?(?:글|기사|방송|뉴스|영상|유튜브|책|광고|강의|카페|블로그|프로그램|다큐)"
    r"|\s?(?:인지|일지|여부)\S{0,2}\s?(?:검사|확인|알아보)|\s?검사\s?(?:받|하기로|예약|예정|잡)"
)
_NO_JOKE: Final = lazy_regex(
    r"\s?(?:is|isn't|are|was)(?: really| just)? (?:no (?:joke|fun|picnic|laughing|walk)|not (?:fun|easy|nice))"
)
_TO_IT: Final = 60


def with_what_is_told_outright(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the illnesses that the patient says outright to have, and without those only looked for."""
    kept = [_no_joke(one, sheet) for one in proposals if not _is_looked_for(one, sheet)]
    if sheet.language != "en" or heard.patient_is:
        return tuple(kept)
    told = {one.content.concept.concept_id for one in kept if one.content is not None and _is_own(one.content)}
    known = {one.concept.concept_id for one in heard.facts}
    for one in sheet.mentions:
        if one.entry.kind != "conditions" or one.entry.concept_id in told | known:
            continue
        if _is_outright(sheet, one):
            kept = [each for each in kept if not _is_of_kin(each, one, sheet)]
            kept.append(_told(sheet, one, extractor))
            told.add(one.entry.concept_id)
    return tuple(kept)


def _is_own(content: Content) -> bool:
    return content.slot is SlotKind.CONDITIONS and content.subject == PATIENT


def _sentence(sheet: Sheet, one: Mention) -> tuple[int, int]:
    return sentence_around(sheet.folded, one.start)


def _is_outright(sheet: Sheet, one: Mention) -> bool:
    start, end = _sentence(sheet, one)
    before = sheet.folded[start : one.start]
    asked = sheet.folded[end : end + 1] == "?"
    if _LOOKED_FOR.search(before):
        return False
    if _MY.search(before):
        return one.entry.extra.get("chronic") == "1" and not re.search(r"\bif my\b", before)
    clause = re.split(r"[,;]|\b(?:but|and|so|because|that)\b", before)[-1]
    if asked or _SUPPOSED.search(clause):
        return False
    if _GOT.search(before):
        return _LIKE_KIN.match(sheet.folded, one.end) is not None
    return _HAVE.search(before) is not None


def _is_of_kin(proposal: Proposal, one: Mention, sheet: Sheet) -> bool:
    """Whether it gives the relative of "like my dad" alone what both have; theirs stays in a proposal of its own."""
    content = proposal.content
    same = content is not None and content.concept.concept_id == one.entry.concept_id
    return same and content is not None and content.slot is SlotKind.CONDITIONS and content.subject != PATIENT


def _told(sheet: Sheet, one: Mention, extractor: str) -> Proposal:
    quote, start, end = sheet.quote(one.start, one.end)
    content = Content(
        slot=SlotKind.CONDITIONS, concept=one.entry.concept(sheet.language), status=Status.ACTIVE,
        temporality=Temporality.CURRENT,
    )  # fmt: skip
    return Proposal(operation=Operation.ASSERT, content=content, quote=quote, start=start, end=end, extractor=extractor)


def _is_looked_for(proposal: Proposal, sheet: Sheet) -> bool:
    content = proposal.content
    if content is None or not _is_own(content) or proposal.operation is not Operation.ASSERT:
        return False
    named = [one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id]
    if len(named) != 1 or content.polarity is not Polarity.AFFIRMED:
        return False
    if sheet.language == "ko":
        return _LOOKED_FOR_KO.match(sheet.folded, named[0].end) is not None
    start, _ = _sentence(sheet, named[0])
    before = sheet.folded[max(start, named[0].start - _TO_IT) : named[0].start]
    return _LOOKED_FOR.search(before) is not None


def _no_joke(proposal: Proposal, sheet: Sheet) -> Proposal:
    content = proposal.content
    if content is None or not _is_own(content) or content.polarity is Polarity.AFFIRMED:
        return proposal
    named = [one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id]
    if len(named) != 1 or _NO_JOKE.match(sheet.folded, named[0].end) is None:
        return proposal
    return proposal.with_fields(content=content.with_fields(polarity=Polarity.AFFIRMED, status=Status.ACTIVE))
