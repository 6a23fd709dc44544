"""What was never done denies itself alone: "한번 토함 부딪힌적은 없는데" tells of vomiting and denies a knock.

"... 적은 없다" is said of the verb right before it and of what stands with it. What stands ahead with an end of its own
is told; what has none, or is joined, is denied ("토하거나 쓰러진 적은 없어요", "두통 겪은 적 없음").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Polarity, SlotKind
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_NEVER: Final = lazy_regex(
    r"(?<![가-힣])(?P<verb>[가-힣]+?)(?:\s?적(?:은|이|도)?\s?(?:한\s?번도\s|전혀\s|아예\s)?없|(?:지[는도]?|진)\s?(?:않|못))"
)
_ENDED: Final = lazy_regex(
    r"(?:함|[았었했났렀렸]음|됨|생김|나옴|[러어아터]짐|(?<=[이가]\s)(?:남|옴)|[았었했났렀렸](?:어요|는데|고|지만|습니다|다)|긴\s?한데|기는\s?한데|기는\s?해도)"
    r"(?=[\s,.])"
)
"""An end of what is told by itself; a complaint's noun may end alike ("가려움", "저림") and is none."""
_JOINED: Final = lazy_regex(r"거나|이나|(?<=[가-힣])나\s|또는|혹은|이랑|랑\s|하고\s|[와과]\s|도\s")
_FINDINGS: Final = frozenset({SlotKind.SYMPTOMS, SlotKind.CONDITIONS})


def with_denials_of_their_own(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` with the findings had that only a verb behind them was heard to deny."""
    if sheet.language != "ko":
        return tuple(proposals)
    denials = [match.start("verb") for match in _NEVER.finditer(sheet.folded)]
    return tuple(_told(one, sheet, denials) for one in proposals)


def _told(proposal: Proposal, sheet: Sheet, verbs: Sequence[int]) -> Proposal:
    content = proposal.content
    if content is None or content.slot not in _FINDINGS or content.polarity is not Polarity.NEGATED:
        return proposal
    if proposal.operation is not Operation.ASSERT or content.subject != PATIENT or proposal.start is None:
        return proposal
    for mention in sheet.mentions:
        named = mention.entry.concept_id == content.concept.concept_id
        behind = next((one for one in verbs if mention.end <= one), None)
        if not named or behind is None or sheet.quote(mention.start, mention.end)[1] != proposal.start:
            continue
        end = _ENDED.search(sheet.folded, mention.start, behind)
        if end is not None and _JOINED.search(sheet.folded, mention.start, end.end()) is None:
            return proposal.with_fields(content=content.with_fields(polarity=Polarity.AFFIRMED))
    return proposal
