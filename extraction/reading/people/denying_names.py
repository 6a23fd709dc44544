"""Names of a habit that deny it, or say that it is over: "non-smoker", "teetotal", "비흡연자", "금연 중".

They name smoking and drinking as "smoker" does, and no word beside them says no. And a habit whose amount is on record
loses it to no words that name the habit alone ("담배 몇 개비라고 했죠").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import Polarity, SlotKind, Temporality
from extraction.reading.items import Heard
from extraction.reading.people.habit_amounts import FORMER
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_NEVER: Final = lazy_regex(
    r"\b(?:non|never)[ -]?(?:smok|drink)ers?\b|\bteetotal\w*|\babstinent\b|\bt-?total\b|비흡연|비음주|노담(?![가-힣])"
)
_OVER: Final = lazy_regex(
    r"\b(?:ex|former)[ -]?(?:smok|drink)ers?\b|\b(?:kicked the habit|sober (?:since|for|now|\d))\b"
    r"|금[연주]\s?(?:중|한\s?지|했|하고\s?있|\d+\s?(?:년|개월|일|주)|째|성공)"
)
_HABITS: Final = frozenset({"smoking", "alcohol"})


def with_denying_names(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` with the habits that such a name tells as not had, or as given up."""
    return tuple(_as_named(one, sheet) for one in proposals if not _loses_amount(one, heard))


def _loses_amount(proposal: Proposal, heard: Heard) -> bool:
    content = proposal.content
    if content is None or content.slot is not SlotKind.SOCIAL_HISTORY or proposal.operation is not Operation.CHANGE:
        return False
    if content.value not in (None, CURRENT) or content.frequency or content.temporality is Temporality.PAST:
        return False
    if content.polarity is not Polarity.AFFIRMED or content.status is not None:
        return False
    same = (one for one in heard.facts if one.concept.concept_id == content.concept.concept_id)
    return any(isinstance(one.value, float) and one.temporality is not Temporality.PAST for one in same)


CURRENT: Final = "current"
"""The value of a habit of which no amount is told."""


def _as_named(proposal: Proposal, sheet: Sheet) -> Proposal:
    content = proposal.content
    if content is None or content.slot is not SlotKind.SOCIAL_HISTORY or content.concept.concept_id not in _HABITS:
        return proposal
    if proposal.operation is Operation.MENTION or content.polarity is not Polarity.AFFIRMED:
        return proposal
    named = [one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id]
    around = [sheet.folded[max(0, one.start - _BEFORE) : one.end + _BEHIND] for one in named]
    if len(named) != 1:
        return proposal
    if _NEVER.search(around[0]):
        denied = content.with_fields(polarity=Polarity.NEGATED, value=None)
        return proposal.with_fields(content=denied)
    if _OVER.search(around[0]) and content.temporality is not Temporality.PAST:
        return proposal.with_fields(content=content.with_fields(value=FORMER, temporality=Temporality.PAST))
    return proposal


_BEFORE, _BEHIND = 7, 8
"""Characters around the name in which the rest of such a word stands: "비" of 비흡연자, "중" of 금연 중."""
