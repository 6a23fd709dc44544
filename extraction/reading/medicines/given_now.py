"""What a clinic gave for what it found is taken now: "방광염이래서 포스포마이신 받았어요", "they gave me
prednisone for it".

The readers hear the past of giving as a course that is over. Where an illness is told with it, and neither an end nor a
time of before nor a stay in hospital, it begins with what is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import Certainty, SlotKind, Status, Temporality
from extraction.reading.asking.asked import sentence_around
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_GIVEN: Final = lazy_regex(
    r"\b(?:gave|given|handed|prescribed|(?:put|started) (?:me|him|her) on)\b"
    r"|줬|주셨|주시던|주던|처방|지어\s?(?:줬|주|왔)|받았|받아\s?왔|타\s?왔"
)
_OVER: Final = lazy_regex(
    r"\b(?:stop\w*|quit|finish\w*|off|no longer|any ?more|used to|ago|once|before|last (?:week|month|year|time|winter"
    r"|summer)|as a (?:child|kid|baby)|in (?:hospital|the hospital|\d{4})|ward|iv|drip|injection|shot|allerg\w*|rash"
    r"|reaction|refus\w*|declin\w*|didn'?t|never|not|would|could|might|offered|(?:friend|neighbou?r|colleague)s?"
    r"|my (?:mum|mom|mam|dad|wife|husband|sister|brother|son|daughter))\b"
    r"|끊|중단|그만|다\s?먹|안\s?먹|전에|예전|작년|지난|어릴|입원|수술|링거|주사|응급실|두드러기|알레르기|거부|말았|친구|엄마|아빠|남편|아내"
)
_ILLNESSES: Final = frozenset({"conditions", "symptoms"})
_FOUND: Final = lazy_regex(r"라고|라며|라면서|[이]?래서|라길래|라서|진단|판정")
"""Words in which a clinic's finding is told before what it gave."""
_OPEN: Final = (Status.ACTIVE, None)


def with_what_was_given_now(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` with a medicine that was given for an illness told with it as taken."""
    if _GIVEN.search(sheet.folded) is None:
        return tuple(proposals)
    return tuple(_taken(one, sheet) for one in proposals)


def _taken(proposal: Proposal, sheet: Sheet) -> Proposal:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or proposal.operation is not Operation.ASSERT:
        return proposal
    if content.status not in (*_OPEN, Status.STOPPED) or content.valid_to is not None:
        return proposal
    named = next((one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id), None)
    if named is None:
        return proposal
    first, last = sentence_around(sheet.folded, named.start)
    words = sheet.folded[first:last]
    ill = any(one.entry.kind in _ILLNESSES and first <= one.start < last for one in sheet.mentions)
    if not (ill or _FOUND.search(words)) or _GIVEN.search(words) is None or _OVER.search(words) is not None:
        return proposal
    now = content.with_fields(
        status=Status.ACTIVE, temporality=Temporality.CURRENT, certainty=Certainty.CONFIRMED, valid_to=None
    )
    return proposal.with_fields(content=now)
