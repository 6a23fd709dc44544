"""How often something came to be needed is no schedule: "using my inhaler almost every day", "벤토린을 거의 매일 써요".

What is taken as needed stays so: that it was needed daily tells of the illness. Only who prescribed it, or words that
set a new way of taking it, make a schedule of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import Content, SlotKind
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet

_AS_NEEDED: Final = "PRN"
_HEDGED: Final = re.compile(
    r"\b(?:almost|nearly|practically|virtually|pretty much|just about) (?:every(?: single)? ?(?:day|night|morning)"
    r"|everyday|each day|daily|nightly)\b|\b(?:every ?day|daily|nightly),? (?:almost|nearly|practically|pretty much)\b"
    r"|\bmost (?:days|nights|mornings)\b"
    r"|(?:거의|사실상)\s?(?:매일|날마다|하루도|밤마다)|(?:매일|날마다)\s?(?:\S{1,6}\s)?(?:쓰|먹|뿌리)다시피",
    re.IGNORECASE,
)
"""Words by which "every day" is a measure of use."""
_SETS: Final = re.compile(
    r"\b(?:doctor|dr|gp|nurse|consultant|prescri\w*|told me to|said to|says? to|asked me to|switched|changed|moved"
    r"|put me|instead of|from now on|no longer as needed|regularly|instead)\b"
    r"|의사|선생님|병원|처방|약사|하래|하라고|쓰래|쓰라|먹으래|먹으라|드시라|바꿨|바뀌|바꾸|이제부터|앞으로|규칙적|정해",
    re.IGNORECASE,
)
"""Words that set how something is to be taken."""
_BY_PERIOD: Final = re.compile(r"/(?:week|month)$|^(?:weekly|monthly)$")
"""Codes of so many times a week or a month."""
_DAILY: Final = frozenset({"QD", "QHS", "BID", "TID", "QID", "QOD"})


def with_uses_as_uses(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without the schedules that only tell how often a medicine was needed."""
    hedged, sets = _HEDGED.search(sheet.folded) is not None, _SETS.search(sheet.folded) is not None
    return tuple(_as_use(one, heard, hedged=hedged, sets=sets) for one in proposals)


def _as_use(proposal: Proposal, heard: Heard, *, hedged: bool, sets: bool) -> Proposal:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or sets or not _is_rhythm(content.frequency):
        return proposal
    as_needed = _is_as_needed(content, heard)
    measured = content.frequency == "QD" or _BY_PERIOD.search(content.frequency or "") is not None
    if content.dose or not ((as_needed and measured) or (hedged and content.frequency in _DAILY)):
        return proposal
    kept = content.with_fields(frequency=None)
    # A change that says no more than how often it was needed changes nothing.
    operation = Operation.ASSERT if proposal.operation is Operation.CHANGE else proposal.operation
    return proposal.with_fields(content=kept, operation=operation, target=None)


def _is_rhythm(frequency: str | None) -> bool:
    return frequency is not None and frequency != _AS_NEEDED


def _is_as_needed(content: Content, heard: Heard) -> bool:
    """Whether this medicine is on record as taken when it is needed."""
    return any(
        fact.slot is SlotKind.MEDICATIONS
        and fact.concept.concept_id == content.concept.concept_id
        and fact.frequency == _AS_NEEDED
        for fact in heard.facts
    )
