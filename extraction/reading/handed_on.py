"""Medicines that somebody who prescribes nothing hands on: a colleague's leftover tablets, what a sister needs no more.

To have them in the house is not to take them. Told as taken ("she gave me her leftover amoxicillin and I took two")
they stand as what they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Polarity, SlotKind, Status
from extraction.reading.asked import sentences
from extraction.reading.sheet import Sheet

_LEFT: Final = (
    r"(?:left[- ]?overs?|left over|spare|unused|old|expired|half[- ]used|remaining"
    r"|(?:some|one|two|a few|the last|the rest|a strip|a couple) of (?:his|her|their|hers))"
)
_GIVER_EN: Final = (
    r"(?:friends?|mates?|pals?|neighbou?rs?|colleagues?|co-?workers?|workmates?|room-?mates?|flat-?mates?|house-?mates?"
    r"|boss|sister|brother|cousin|aunt\w*|uncle|mother|father|mum|mam|mom|dad|gran\w*|nan|wife|husband|partner"
    r"|girlfriend|boyfriend|son|daughter|in-law|lady|guy|woman|man|someone|somebody)"
)
_GIVES_EN: Final = (
    r"(?:gave|given|gives|giving|lent|offered|offers|offering|handed|passed|slipped|brought|left|dropped off|shared)"
)
_ENGLISH: Final = re.compile(
    rf"\b{_GIVES_EN}\b[^.?!;]{{0,30}}\b{_LEFT}\b"
    rf"|\b{_GIVER_EN}(?:'s)?\b[^.?!;]{{0,60}}\b{_GIVES_EN} (?:me|him|us|them|it)\b[^.?!;]{{0,20}}"
    rf"\b(?:her|his|their) own\b"
    rf"|\b{_LEFT}\b[^.?!;]{{0,40}}\bfrom (?:my |his |her |a |the |our )?{_GIVER_EN}\b"
    rf"|\b{_GIVER_EN}'s (?:left[- ]?over|old|spare|unused)\b"
)
_KOREAN: Final = re.compile(
    r"(?:먹다|쓰다)?\s?(?:남은|남긴|남아\s?있는|남는|안\s?먹는|안\s?쓰는|못\s?쓴|여분)[^.?!]{0,24}(?:줬|주셨|주더|준\b|주고|주길래|준다|빌려|건네|나눠|나누어)"
    r"|(?:줬|주셨|빌려|건네|나눠\s?준)[^.?!]{0,12}(?:남은|남긴)"
    r"|(?:친구|이웃|옆집|동료|언니|누나|형|오빠|동생|사촌|이모|고모|삼촌|엄마|아빠|남편|아내|시어머니|장모)[가-힣]{0,3}?(?:가|이|께서|한테|에게서)?\s"
    r"[^.?!]{0,14}(?:자기|본인|먹던|쓰던|먹는|쓰는)[^.?!]{0,14}(?:줬|주셨|빌려|건네|나눠)"
)
_TAKEN: Final = re.compile(
    r"\b(?:took|taken|taking|take (?:it|them|one)|started|swallowed|had (?:one|two|some)|been on|using it|used it)\b"
    r"|먹었|먹고\s?있|먹는\s?중|먹어\s?(?:봤|왔)|복용\s?중|복용했|발랐|썼"
)
"""Words that it is taken all the same."""


def without_what_is_handed_on(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without the medicines that somebody handed on and nobody is told to take."""
    return tuple(one for one in proposals if not _is_handed_on(sheet, one))


def _is_handed_on(sheet: Sheet, proposal: Proposal) -> bool:
    content = proposal.content
    if content is None or proposal.operation is not Operation.ASSERT or proposal.start is None:
        return False
    if content.slot is not SlotKind.MEDICATIONS or content.subject != PATIENT or content.frequency or content.dose:
        return False
    if content.polarity is not Polarity.AFFIRMED or content.status not in (Status.ACTIVE, Status.PLANNED, None):
        return False
    places = [one.start for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id]
    spans = [span for span in sentences(sheet.folded) if any(span[0] <= place < span[1] for place in places)]
    said = [sheet.folded[first:last] for first, last in spans]
    handed = any(_ENGLISH.search(one) or _KOREAN.search(one) for one in said)
    return handed and _TAKEN.search(sheet.folded) is None
