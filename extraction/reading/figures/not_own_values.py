"""Values that are nobody's, or somebody else's: hoped for, supposed, a stranger's.

"Hoping for 104", "once creatinine reaches 1.4 they start you on tablets", "a bloke down the club had LDL 104", "옆 병상
분은 LDL이 104라네요" name a test and a number, and tell no result of the patient's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, SlotKind
from extraction.reading.asking.asked import sentence_around
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_MEASURED: Final = frozenset({SlotKind.LABS, SlotKind.VITALS})
_HOPED: Final = lazy_regex(
    r"\b(?:hop(?:e|es|ing)|aim(?:s|ing)?|pray(?:ing)?|dream(?:ing)?|wish(?:ing)?|want(?:s|ing)?|love|like"
    r"|try(?:ing)?|need)"
    r" (?:for|of|to (?:be|get|see|hit|reach|have|bring|drop|lower))\b[^.;!?]{0,32}$"
    r"|\b(?:once|when(?:ever)?|if|until|till|unless|before|in case)\b[^.;!?,]{0,32}?"
    r"\b(?:reach\w*|hits?|gets? (?:to|up to|down to|above|below|over|under)|goes|rises|falls|drops|climbs|is"
    r"|was|were)\b"
    r"[^.;!?,]{0,12}$"
    r"|\b(?:what (?:does|would|if)|is|does) (?:an? )?[^.;!?,]{0,24}\bof $"
)
"""Words before a number that only hope for it, or suppose it."""
_SUPPOSED_KO: Final = lazy_regex(
    r"\s?(?:%|이|가|을|를|으로|로)?\s?(?:넘으면|되면|이면|나오면|까지\s?(?:내리|낮추|올리|가면)|였으면"
    r"|이었으면|목표|만\s?되면|정도면|는\s?돼야|돼야)"
)
_MAY_HOPE: Final = lazy_regex(
    r"\b(?:hop\w+|aim\w*|pray\w*|dream\w*|wish\w*|want\w*|love|like|try\w*|need|once|when\w*|if|until|till|unless|before"
    r"|in case|of)\b"
)
_MAY_SUPPOSE: Final = lazy_regex(r"으면|면\s|이면|였으면|목표|돼야")
"""Words without which nothing is hoped for or supposed: long sheets are done with at once."""
_STRANGER: Final = lazy_regex(
    r"\b(?:an?|the|this|that|some|my|our|another|one)(?: \w+)? (?:bloke|guy|man|woman|lady|girl|boy|lad|fella"
    r"|fellow|kid"
    r"|friend|mate|neighbou?r|colleague|co-?worker|person|patient|someone|stranger|boss|teacher|roommate"
    r"|classmate)s?\b"
    r"|\b(?:someone|somebody|everyone|everybody|people)\b"
    r"|(?:친구|옆집|아저씨|아줌마|아지매|아재|할매|할배|이웃|동료|지인|룸메|선배|후배|짝꿍|환자분|사람|직원"
    r"|(?<![가-힣])누[가구])\S{0,2}[은는이가도]\s"
)
_SELF: Final = lazy_regex(
    r"\b(?:i|me|my|mine|i'm|i've|we|us)\b|(?<![가-힣])(?:저|나|제|내|난|전|저는|나는|제가|내가|저도|나도|내는"
    r"|지는)(?![가-힣])"
)


def without_others_values(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without the values of tests that are hoped for, supposed, or a stranger's."""
    text = sheet.folded
    if not (_MAY_HOPE.search(text) or _STRANGER.search(text) or _MAY_SUPPOSE.search(text)):
        return tuple(proposals)
    return tuple(one for one in proposals if not _is_not_own(one, sheet, heard))


def _is_not_own(proposal: Proposal, sheet: Sheet, heard: Heard) -> bool:
    content = proposal.content
    if content is None or content.slot not in _MEASURED or content.subject != PATIENT or content.value is None:
        return False
    if proposal.operation is Operation.MENTION:
        return False
    place = _place(sheet, content.value, content.value_stated)
    if place is None:
        return False
    first, last = place
    start, end = sentence_around(sheet.folded, first)
    before = sheet.folded[start:first]
    if _SUPPOSED_KO.match(sheet.folded, last):
        return True
    if _HOPED.search(before) and not _TOLD_TOO.search(sheet.folded, end):
        return True
    name = min((one.start for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id), default=end)
    stranger = _STRANGER.search(sheet.folded, start, max(start, min(name, first)))
    if stranger is None or heard.patient_is:
        return False
    own = _SELF.search(before.replace(stranger[0], " "))
    return own is None


_TOLD_TOO: Final = lazy_regex(r"\b(?:that'?s (?:what )?(?:mine|my)|mine (?:is|was)|i got|i have that)\b")
"""Words behind a question by which its value is the patient's own: "what does 1.4 mean? that's what mine was"."""


def _place(sheet: Sheet, value: object, stated: str | None) -> tuple[int, int] | None:
    """Where the value stands: as one figure, or as digits that are no figure, for they are called a goal."""
    figures = [one for one in sheet.figures if one.value in (value, _stated(stated))]
    if figures:
        return (figures[0].start, figures[0].end) if len(figures) == 1 else None
    digits = re.search(rf"(?<![\d.]){re.escape(stated)}(?![\d.])", sheet.folded) if stated else None
    return digits.span() if digits is not None else None


def _stated(words: str | None) -> float | None:
    try:
        return float(words) if words else None
    except ValueError:
        return None
