"""What is said to be a relative's is that relative's: "my brother's TSH is 6.3", "우리 형은 TSH 6.3이래요".

Many speak for a relative without a word of introduction. So this holds only of what the record has of the patient
already: whoever told his own potassium and then his brother's tells of two people.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, SlotKind
from extraction.reading.items import Heard
from extraction.reading.people.speaking_for import may_be
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_OWNED: Final = frozenset({SlotKind.LABS, SlotKind.VITALS, SlotKind.MEDICATIONS, SlotKind.SYMPTOMS, SlotKind.ALLERGIES})
_OF_ENGLISH: Final = lazy_regex(
    r"(?:['’]s|s['’]|['’])?\s(?:(?:own|last|latest|first|new|old|recent|morning|fasting|home|other|usual)\s){0,2}"
)
_OF_KOREAN: Final = lazy_regex(
    r"(?:님|분)?(?:의\s|은\s|는\s|이\s|가\s|께서는\s|께서\s|도\s|\s)(?:[가-힣]{1,4}(?:에|때|엔)\s)?"
)
_ACTS_FOR: Final = lazy_regex(
    r"쟀|재\s?[주줬]|재보|재더니|발견|알려|말해|보더니|보고|챙겨|사\s?[다줬]|라고\s?(?:해|하)|래서|줬"
)
"""What a relative does for the patient: then what was found is the patient's."""


def with_possessors(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without what a relative's name right before it gives to that relative."""
    known = {one.concept.concept_id for one in heard.facts if one.subject == PATIENT}
    kin = [
        one
        for one in sheet.mentions
        if one.entry.kind == "relatives" and not (heard.patient_is and may_be(one.entry.concept_id, heard.patient_is))
    ]
    if not kin:
        return tuple(proposals)
    owned = set()
    for one in kin:
        pattern = _OF_KOREAN if sheet.language == "ko" else _OF_ENGLISH
        match = pattern.match(sheet.folded, one.end)
        if match is None or (sheet.language == "ko" and _ACTS_FOR.search(sheet.folded, match.end())):
            continue
        owned |= {each.entry.concept_id for each in sheet.mentions if each.start == match.end()} & known
    return tuple(one for one in proposals if not _is_owned(one, owned))


def _is_owned(proposal: Proposal, owned: set[str]) -> bool:
    content = proposal.content
    if content is None or content.slot not in _OWNED or content.subject != PATIENT:
        return False
    return content.concept.concept_id in owned and proposal.operation is not Operation.MENTION
