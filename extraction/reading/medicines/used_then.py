"""What a medicine is kept for: "숨찰 때 쓰는 흡입기" tells when it is used, and of no complaint now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import SlotKind
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

USED_THEN: Final = lazy_regex(
    r"\s?(?:만\s)?(?:혀\s?(?:밑|아래)에\s|입에\s|코에\s|급히\s|바로\s|잠깐\s)?"
    r"(?:쓰|먹|넣|뿌리|바르|붙이|드시|복용하|흡입하|사용하|녹이|물|맞)는\s?(?:약(?:인|으로)?\s)?(?:\S{1,3}\s)?"
)
"""What stands between the time of need and the name of what is used then."""
_WHEN: Final = lazy_regex(r"(?:[가-힣]{0,2}\s)?[가-힣]{0,2}?(?:\s?때|\s?적)(?:마다|만|에)?")
_MEDICINES: Final = frozenset({"medications", "drug_classes"})
_NEAR: Final = 24


def without_what_a_medicine_is_for(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without the complaints that only say when a medicine named behind them is used."""
    if sheet.language != "ko" or "때" not in sheet.folded:
        return tuple(proposals)
    names = [one for one in sheet.mentions if one.entry.kind in _MEDICINES]
    only_for = set()
    told: dict[str, int] = {}
    for one in sheet.mentions:
        if one.entry.kind != "symptoms":
            continue
        told[one.entry.concept_id] = told.get(one.entry.concept_id, 0) + 1
        when = _WHEN.match(sheet.folded, one.end)
        after = [name for name in names if when is not None and 0 <= name.start - when.end() <= _NEAR]
        if when is not None and any(USED_THEN.fullmatch(sheet.folded, when.end(), name.start) for name in after):
            only_for.add(one.entry.concept_id)
    once = {one for one in only_for if told[one] == 1}
    return tuple(one for one in proposals if not _is_of(one, once))


def _is_of(proposal: Proposal, concepts: set[str]) -> bool:
    content = proposal.content
    return (
        content is not None
        and content.slot is SlotKind.SYMPTOMS
        and proposal.operation is Operation.ASSERT
        and content.concept.concept_id in concepts
    )
