"""What somebody was offered is not taken: "gave me her leftover Septrin in case I get it", "old Augmentin at home".

Another's tablets, what is left over of an earlier course and what lies in a cupboard are no medicine of the patient's
until they are said to be taken. What was recommended is planned at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import Content, SlotKind, Status, Temporality
from extraction.reading.asking.asked import sentence_around
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_LIES_ABOUT: Final = lazy_regex(
    r"\b(?:left ?-?overs?|left over|spare|expired|out of date)\b"
    r"|\b(?:gave|offered|lent|handed|passed|has|giving|offering|slipped) (?:me |us )?"
    r"(?:(?:some|a few|one|two|a couple) of )?"
    r"(?:her|his|their|my (?:mum|mam|mom|dad|sister|brother|wife|husband|friend|nan)'?s)(?: own| old)? $"
    r"|\b(?:some|an?|the|a few|that) old (?:\w+ )?$"
    r"|남은\s?(?:거|것|약|게)|남아\s?있|먹다\s?남|유통기한|드시던|먹던\s?(?:거|것)|쓰던\s?(?:거|것)"
)
_IN_STORE: Final = lazy_regex(
    r"^[^.?!]{0,12}?\b(?:in the (?:fridge|cupboard|cabinet|drawer|house|press|medicine)"
    r"|at home from|lying (?:around|about)"
    r"|from (?:his|her|my) (?:sister|brother|mum|mam|mom|dad|son|daughter|last)|in case)\b"
)
_OFFERED: Final = lazy_regex(r"\boffer(?:ed|s|ing)?\b[^.?!]{0,20}$")
_RECOMMENDED: Final = lazy_regex(
    r"\b(?:suggest(?:ed|s|ing)?|recommend(?:ed|s|ing)?|propos(?:ed|es|ing)|mention(?:ed|s|ing)|floated|talked about"
    r"|talking about)(?: (?:i|he|she|we|that|me|him|her|to|try|trying|start|starting|going on|taking|some|an?|the))* $"
)
_RECOMMENDED_KO: Final = lazy_regex(r"(?:을|를|도)?\s?(?:추천|권[하했해유]|제안|얘기만|이야기만)")
_TAKES: Final = lazy_regex(
    r"\b(?:tak(?:e|es|ing|en)|took|had|used|using|swallow\w*|started|so i'?m on|been on|been having|every|daily|twice"
    r"|once)\b|먹었|드셨|먹고\s?있|복용\s?중|먹는\s?중|먹어요|먹습|하루|시작했"
)
_AHEAD: Final = 40


def without_offers(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without medicines that lie about or were offered, and with those recommended as planned."""
    told = (_told(one, sheet) for one in proposals)
    return tuple(one for one in told if one is not None)


def _told(proposal: Proposal, sheet: Sheet) -> Proposal | None:
    content = proposal.content
    if content is None or proposal.operation is not Operation.ASSERT or not _is_new(content):
        return proposal
    named = [one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id]
    if len(named) != 1:
        return proposal
    text, start, end = sheet.folded, named[0].start, named[0].end
    first, last = sentence_around(text, start)
    ahead, behind = text[max(first, start - _AHEAD) : start], text[end:last]
    if _TAKES.search(text, first, last) is not None:
        return proposal
    if _is_bought(text, start, end, first, last) or _is_in_a_product(text, start, end, first):
        return proposal.with_fields(content=content.with_fields(status=Status.PLANNED, temporality=Temporality.FUTURE))
    if _lies_about(ahead, behind, korean=sheet.language == "ko"):
        return None
    if _RECOMMENDED.search(ahead) is not None or _RECOMMENDED_KO.match(text, end) is not None:
        planned = content.with_fields(status=Status.PLANNED, temporality=Temporality.FUTURE)
        return proposal.with_fields(content=planned)
    return proposal


_BOUGHT_AHEAD: Final = lazy_regex(r"\b(?:bought|buying|picked up|ordered|got hold of|purchased)\b[^.?!;]{0,40}$")
_BOUGHT_BEHIND: Final = lazy_regex(r"[^.?!]{0,24}?(?:샀|사\s?왔|사\s?놨|사\s?뒀|구입|구매|주문|사서\s?왔|직구)")
_MAY_I: Final = lazy_regex(
    r"\?|\b(?:ok|okay|safe|alright|fine|can|should|may) (?:to|i|he|she|we|for)\b"
    r"|(?:먹|드|복용|써|맞)[가-힣]{0,3}도\s?(?:되|돼|됨|괜찮)|될까|되나|괜찮을까|괜찮나"
)


def _is_bought(text: str, start: int, end: int, first: int, last: int) -> bool:
    """Whether it was bought, and it is asked whether to take it: nobody does yet."""
    bought = _BOUGHT_AHEAD.search(text[first:start]) or _BOUGHT_BEHIND.match(text, end, last)
    return bought is not None and _MAY_I.search(text, end) is not None


_CONTAINED: Final = lazy_regex(r"\s?(?:[이가]|성분[이가]?)?\s?(?:들었|들어\s?(?:있|간|갔)|든\s|든$|함유|포함|성분)")
_CONTAINS: Final = lazy_regex(r"\b(?:contain\w*|with|has|made (?:of|from)|full of|it's|is)(?: (?:some|an?))? $")
_INSIDE: Final = lazy_regex(r"[^.?!]{0,16}\b(?:in it|inside|as an ingredient)\b")
_GOT: Final = lazy_regex(
    r"\b(?:bought|buying|picked up|ordered|got hold of|purchased|got (?:some|an?|this|these|it))\b"
    r"|샀|사\s?[왔놨뒀]|구입|구매|주문|사서|직구|시켰|선물\s?받"
)


def _is_in_a_product(text: str, start: int, end: int, first: int) -> bool:
    """Whether it is named as what is in a product that was bought, and leave is asked to take that."""
    inside = _CONTAINED.match(text, end) or _INSIDE.match(text, end) or _CONTAINS.search(text[first:start])
    bought = _GOT.search(text, 0, start) or _GOT.search(text, end)
    return inside is not None and bought is not None and _MAY_I.search(text, end) is not None


def _is_new(content: Content) -> bool:
    """Whether it is a medicine in use by its name alone: with a dose and a rhythm it was prescribed."""
    whole = content.dose is not None and content.frequency is not None
    return content.slot is SlotKind.MEDICATIONS and content.status is Status.ACTIVE and not whole


def _lies_about(ahead: str, behind: str, *, korean: bool) -> bool:
    if korean:
        return _LIES_ABOUT.search(ahead) is not None or _LIES_ABOUT.search(behind) is not None
    found = _LIES_ABOUT.search(ahead) is not None or _OFFERED.search(ahead) is not None
    return found or _IN_STORE.search(behind) is not None
