"""Ends that are asked about: "뭐 끊은거고", "끊은 것도 적어줘", "what was stopped and what am I on".

Whoever asks what was stopped stops nothing, and takes nothing up again. Where the words tell no other end, the status
of what stands on record stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import Content, SlotKind, Status
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_ASKED: Final = lazy_regex(
    r"(?:뭐|뭘|머|무엇|무슨|어느|어떤|언제|왜)(?:를|을|가|이)?\s?(?:[가-힣]{1,5}\s){0,2}?(?:끊|중단|그만|뺀"
    r"|안\s?먹)[가-힣]{0,3}"
    r"(?:\s?(?:거|것|게|건|약|지|적)[가-힣]{0,4})?"
    r"|(?:끊은|중단한|중단된|그만\s?먹은|뺀|안\s?먹는)\s?(?:거|것|게|건|약)(?:들)?(?:은|는|도|까지|을|를|이|가)?"
    r"(?=\s?(?:$|[.?!,]|뭐|뭔|무엇|있|적|알려|정리|포함|같이|다|좀|말해|써|하고|이랑))"
    r"|\b(?:what|anything|whatever|(?:when|why) (?:did|was|were)|which (?:ones?|of|did|have|has|meds"
    r"|medicines?|tablets))\b"
    r"(?:'s|'ve)?(?: \w+){0,5}? (?:stopp?ed|stop|quit|came off|come off|dropped|cut)\b"
    r"(?: which)?"
    r"|\b(?:stopped|old) (?:ones|medicines?|meds|tablets) (?:too|as well|also)\b"
)
_ENDS: Final = lazy_regex(
    r"끊|중단|그만|관[두뒀둠]|뺐|빼[고기라]|안\s?먹|않|\b(?:stopp?\w*|quit|came off|come off|off|no longer|not"
    r"|n't|binned|gave up)\b"
)
_MOVES: Final = frozenset({Operation.CHANGE, Operation.CORRECT, Operation.REVERT, Operation.ASSERT})


def without_asked_ends(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without an end or a return of a medicine on record of which the words only ask."""
    asked = [match.span() for match in _ASKED.finditer(sheet.folded)]
    if not asked:
        return tuple(proposals)
    left = sheet.folded
    for start, end in asked:
        left = left[:start] + " " * (end - start) + left[end:]
    if _ENDS.search(left) is not None:
        return tuple(proposals)
    return tuple(one for one in proposals if not _moves_status(one, heard))


def _moves_status(proposal: Proposal, heard: Heard) -> bool:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or proposal.operation not in _MOVES:
        return False
    known = next((one for one in heard.facts if _is_of(one, content)), None)
    return known is not None and _status(content) != _status(known)


def _is_of(known: Content, content: Content) -> bool:
    same = known.concept.concept_id == content.concept.concept_id
    return known.slot is SlotKind.MEDICATIONS and same and known.subject == content.subject


def _status(content: Content) -> Status:
    return content.status or Status.ACTIVE
