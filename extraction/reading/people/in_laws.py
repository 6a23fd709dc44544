"""Kin of a husband or wife: "wife's side: her father bowel cancer at 49", "my husband's mother, and his brother".

What one's partner's father had is no family history of one's own.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from domain.proposals import Proposal
from domain.values import SlotKind
from extraction.reading.items import Heard
from extraction.reading.people.persons import NEAREST
from extraction.reading.people.speaking_for import patient_of
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_BY_MARRIAGE: Final = {
    "father": "father_in_law",
    "mother": "mother_in_law",
    "brother": "brother_in_law",
    "sister": "sister_in_law",
}
_OF_PARTNER: Final = lazy_regex(
    r"\b(?:his|her|their|(?:wife|husband|hubby|partner|spouse|missus)['’]?s?)\s(?:own\s|late\s|elder\s|younger\s|older\s)?$"
)


def with_kin_by_marriage(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` with an illness of the partner's kin as of kin by marriage; untouched on a record kept for one."""
    kin = [one for one in sheet.mentions if one.entry.kind == "relatives"]
    partners = [one for one in kin if one.entry.concept_id in NEAREST or one.entry.concept_id.endswith("_in_law")]
    if not partners or len(sheet.text) != len(sheet.folded) or patient_of(sheet, heard) in NEAREST:
        return tuple(proposals)
    return tuple(_told_of(sheet, one, partners[0].start) for one in proposals)


def _told_of(sheet: Sheet, proposal: Proposal, since: int) -> Proposal:
    content = proposal.content
    if content is None or content.slot is not SlotKind.FAMILY_HISTORY or content.subject not in _BY_MARRIAGE:
        return proposal
    place = bisect_left(sheet.normalised.ends, proposal.end or 0) + 1
    before = [one for one in sheet.mentions if one.entry.kind == "relatives" and since <= one.start < place
              and one.entry.concept_id == content.subject]  # fmt: skip
    if not before or _OF_PARTNER.search(sheet.folded, 0, before[-1].start) is None:
        return proposal
    return proposal.with_fields(content=content.with_fields(subject=_BY_MARRIAGE[content.subject]))
