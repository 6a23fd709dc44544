"""A dose that was forgotten or comes late moves no schedule: "its wednesday and i only now noticed i didnt take it",
"일요일에 깜빡하고 오늘 화요일인데".

The day on which a lapse is noticed stands beside the medicine as a new day of taking it would. Only words that move the
schedule itself ("from now on wednesdays", "수요일로 옮겼어요") do so. Nor does it end what is taken: who could not take
it last night, or has been without it since Friday, is still to take it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import SlotKind, Status, Temporality
from extraction.reading.items import Heard
from extraction.reading.medicines.untaken import LEFT_OVER
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
    rf"|{LEFT_OVER}"
)
_DAY_NOW: Final = lazy_regex(
    r"\b(?:it'?s|it is|today'?s|today is|now) (?:already |only |now )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day (?:now|today|already)\b(?! on)"
    r"|(?:오늘|지금|벌써)[은이]?\s?[월화수목금토일]요일(?:인데|이에요|이야|인데요|임|이고|이네)"
)
"""Words of what day it is, on which nothing is said to be taken."""
_MOVES: Final = lazy_regex(
    r"\b(?:from now on|switch(?:ed|ing)?|chang(?:ed|ing) (?:it|my|the|to)|mov(?:ed|ing) (?:it|my|the|to)|instead of"
    r"|every \w+day now|now (?:take|taking|on)|(?:new|different) day|told me to (?:take|move|change))\b"
    r"|앞으로|이제부터|바꿨|바꾸었|바뀌었|옮겼|옮기기로|변경|늘렸|줄였|끊었|으로\s?(?:조정|바꾸기로)|(?:부터는?|로)\s?(?:먹|맞)기로"
)
_WITHOUT: Final = lazy_regex(
    r"\bcould(?:n'?t| not) (?:take|have|keep|get|swallow|face)\b|\b(?:been )?without (?:it|my|any|the)\b"
    r"|\bno \S+(?: \S+)? since\b|\bforgot to (?:pack|bring|order|collect)\b"
    r"|\b(?:threw|thrown|sicked|puked) (?:it|them|my \S+) up\b"
    r"|(?:떨어|떨구|안\s?가져|두고\s?(?:왔|와|나왔)|놓고\s?(?:왔|와)|못\s?(?:드|받|타))"
)
_BRIEFLY: Final = lazy_regex(
    r"\b(?:today|tonight|this (?:morning|afternoon|evening)|last night|yesterday|the other (?:day|night)|so far|yet"
    r"|(?:at|over|all|since|this) (?:the )?weekend"
    r"|forgot to (?:pack|bring)|ran out"
    r"|(?<!since )(?<!since last )(?:mon|tues|wednes|thurs|fri|satur|sun)day(?:'?s)?"
    r"|(?:a|one|two|three|couple of|few|[1-5]) (?:of )?(?:my )?"
    r"(?:doses?|days?|tablets?|pills?|mornings?|evenings?|nights?|times))\b"
    r"|[월화수목금토일]요일(?!부터)|오늘|아침|점심|저녁|어제|어젯밤|엊그제|그제|간밤|지난밤|주말|[1-7]\s?일(?:째|간|\s?동안)|하루|이틀|사흘|나흘"
    r"|(?:한|두|세|몇|[1-5])\s?(?:번|끼|알|정)"
)
_FOR_GOOD: Final = lazy_regex(
    r"\b(?:stopped|quit|came off|come off|gave up|given up|finished|told (?:me|us|him|her) (?:to|not to)|any ?more"
    r"|no longer|for good|advised|mak(?:es|ing) me|made me|side effects?|weeks|months|years"
    r"|doctor|gp|nurse|consultant)\b"
    r"|끊|그만|중단|이제(?:는|부터)?\s|더는|더\s?이상|지\s?말|부작용|안\s?맞(?!았)|개월|[가-힣\d]\s?달|[가-힣\d]\s?년|쉬라|의사|선생님|교수님"
)
"""Words that end it, or that tell of somebody who did."""
_NOT_NOW: Final = frozenset({Status.STOPPED, Status.ON_HOLD})


def without_late_doses(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without the changes of a rhythm that a lapse alone would tell, and without such ends."""
    lapse = _LAPSE.search(sheet.folded) is not None or _DAY_NOW.search(sheet.folded) is not None
    if not (lapse or _WITHOUT.search(sheet.folded)) or _MOVES.search(sheet.folded) is not None:
        return tuple(proposals)
    kept = [one for one in proposals if not (lapse and _is_a_new_rhythm(one))]
    if _BRIEFLY.search(sheet.folded) is None or _FOR_GOOD.search(sheet.folded) is not None:
        return tuple(kept)
    known = {one.concept.concept_id for one in heard.facts if one.slot is SlotKind.MEDICATIONS}
    return tuple(_still_taken(one) for one in kept if not _is_ended(one) or _names(one) not in known)


def _is_ended(proposal: Proposal) -> bool:
    content = proposal.content
    return content is not None and content.slot is SlotKind.MEDICATIONS and content.status in _NOT_NOW


def _names(proposal: Proposal) -> str | None:
    return proposal.content.concept.concept_id if proposal.content is not None else None


def _still_taken(proposal: Proposal) -> Proposal:
    """What is told for the first time by a lapse is taken."""
    content = proposal.content
    if content is None or not _is_ended(proposal):
        return proposal
    taken = content.with_fields(
        status=Status.ACTIVE, temporality=Temporality.CURRENT, valid_from=None, valid_to=None, precision=None
    )
    return proposal.with_fields(operation=Operation.ASSERT, content=taken, target=None)


def _is_a_new_rhythm(proposal: Proposal) -> bool:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or proposal.operation is not Operation.CHANGE:
        return False
    told = content.frequency is not None or content.timing is not None
    return told and content.status in (None, Status.ACTIVE) and content.dose is None
