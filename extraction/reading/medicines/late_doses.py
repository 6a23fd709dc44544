"""A dose that was forgotten or comes late moves no schedule: "its wednesday and i only now noticed i didnt take it",
"일요일에 깜빡하고 오늘 화요일인데".

The day on which a lapse is noticed stands beside the medicine as a new day of taking it would. Only words that move the
schedule itself ("from now on wednesdays", "수요일로 옮겼어요") do so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import SlotKind, Status
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_LAPSE: Final = lazy_regex(
    r"\b(?:forg[eo]t\w*|miss(?:ed|ing)?|skipp?ed|(?:did|have|had)(?:n'?t| not) (?:take|taken|had|have|do|done"
    r"|inject\w*)"
    r"|never took|only (?:just )?(?:now )?(?:noticed|realis\w+|realiz\w+|remember\w*)|(?:just|only) (?:noticed"
    r"|realis\w+"
    r"|realiz\w+|remember\w*)|late (?:with|taking)|slipped my mind|(?:a day|\w+ days|\w+ hours) late|overslept"
    r"|ran out)\b"
    r"|깜빡|깜박|까먹|잊어|잊고|잊었|빼먹|빠뜨|빠트|걸렀|거르고|건너뛰었|놓쳤|못\s?(?:먹|맞|챙|했)|안\s?(?:먹은|먹었|맞았|맞은|챙)|먹는\s?걸\s?(?:깜|까|잊)|늦게\s?(?:먹"
    r"|맞|생각|알)"
)
_MOVES: Final = lazy_regex(
    r"\b(?:from now on|switch(?:ed|ing)?|chang(?:ed|ing) (?:it|my|the|to)|mov(?:ed|ing) (?:it|my|the|to)|instead of"
    r"|every \w+day now|now (?:take|taking|on)|(?:new|different) day|told me to (?:take|move|change))\b"
    r"|앞으로|이제부터|바꿨|바꾸었|바뀌었|옮겼|옮기기로|변경|늘렸|줄였|끊었|으로\s?(?:조정|바꾸기로)|(?:부터는?|로)\s?(?:먹|맞)기로"
)


def without_late_doses(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without the changes of a rhythm that a lapse alone would tell."""
    if _LAPSE.search(sheet.folded) is None or _MOVES.search(sheet.folded) is not None:
        return tuple(proposals)
    return tuple(one for one in proposals if not _is_a_new_rhythm(one))


def _is_a_new_rhythm(proposal: Proposal) -> bool:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or proposal.operation is not Operation.CHANGE:
        return False
    told = content.frequency is not None or content.timing is not None
    return told and content.status in (None, Status.ACTIVE) and content.dose is None
