"""What a nursing mother tells of herself and of the baby: months beside it are the baby's age, how the baby grows is no
illness of hers, and whoever nurses is not pregnant for it.

Whoever tells that the baby is ill speaks for the baby, and what is told then is the baby's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.ages import DAYS, MONTHS, WEEKS
from domain.proposals import Operation, Proposal
from domain.values import PATIENT, SlotKind
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_FEEDS_EN: Final = r"(?:nurs(?:e|ing)|breast[- ]?feed(?:ing)?|bf(?:ing)?|pump(?:ing)?|(?:still )?feeding)"
_NURSES: Final = lazy_regex(
    rf"\b(?:i'?m|i am|i) (?:still |currently |exclusively |also )?{_FEEDS_EN}\b"
    rf"|(?:^|[.,;!?(]\s?|\b(?:and|while|still|exclusively|am|mum|mom) )(?:nursing|breast[- ]?feeding|pumping)\b"
    r"(?! (?:well|fine|ok|okay|poorly|less))"
    r"|\b(?:nursing|breast[- ]?feeding|lactating) (?:mum|mom|mother|mama|woman)\b"
    r"|\b(?:old|baby|bub|son|daughter|twins) (?:is )?still (?:feeds|nurses|breast[- ]?feeds|on the breast)\b"
    r"|(?:모유\s?)?수유\s?중|(?:모유\s?)?수유\s?(?:하고\s?있|해요|합니다|한다|하는데(?!\s?아기)|하는\s?(?:엄마|산모|중))"
    r"|완모|젖\s?(?:먹이|먹여|물리|물려)|모유\s?(?:먹이|먹여)"
)
_CHILD_IS: Final = lazy_regex(
    r"(?:아기|애기|아가|아이|(?<![가-힣])애|둘째|첫째)(?:가|도|는|한테|에게|\s)"
    r"|\b(?:baby|bub|he|she|little one|son|daughter|twins?|old)(?:'s| is| has| keeps| got| won'?t| had)\b"
)
_ONESELF: Final = lazy_regex(r"\b(?:i|i'?m|my|me)\b|(?<![가-힣])(?:저|제가|저는|저도|나|내가|나는|엄마인)(?![가-힣])")
_EXPECTS: Final = lazy_regex(r"임신|주차|태동|예정일|pregnan|expecting|weeks along|due (?:date|in)|trimester")
_ILL: Final = frozenset({"symptoms", "conditions"})
_NEAR: Final = 24
_NURSLING: Final = 5.0
"""Years of age below which a child may still be nursed."""


def without_the_nurslings(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without a baby's age, and without what only the pregnant have, where the patient nurses."""
    if heard.patient_is or _NURSES.search(sheet.folded) is None or _tells_of_an_ill_child(sheet):
        return tuple(proposals)
    expects = _EXPECTS.search(sheet.folded) is not None
    return tuple(one for one in proposals if not _is_an_infants_age(one) and (expects or not _is_of_pregnancy(one)))


def _tells_of_an_ill_child(sheet: Sheet) -> bool:
    """Whether a complaint stands right behind a child, with nobody else between."""
    ill = [one for one in sheet.mentions if one.entry.kind in _ILL]
    for child in _CHILD_IS.finditer(sheet.folded):
        for one in ill:
            between = sheet.folded[child.end() : one.start]
            near = child.end() <= one.start <= child.end() + _NEAR
            if near and _ONESELF.search(between) is None and not any(mark in between for mark in ".?!\n"):
                return True
    return False


def _is_an_infants_age(proposal: Proposal) -> bool:
    content = proposal.content
    if content is None or proposal.operation is not Operation.ASSERT or content.subject != PATIENT:
        return False
    if content.slot is not SlotKind.DEMOGRAPHICS or content.concept.concept_id != "age":
        return False
    small = isinstance(content.value, float) and content.value < _NURSLING
    return small or content.unit in (MONTHS, WEEKS, DAYS)


def _is_of_pregnancy(proposal: Proposal) -> bool:
    content = proposal.content
    if content is None or proposal.operation is not Operation.ASSERT or content.slot is not SlotKind.CONDITIONS:
        return False
    return content.subject == PATIENT and "pregnancy" in content.concept.broader
