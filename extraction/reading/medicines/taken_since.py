"""What is had since some day is had now: "copper coil since 2022, period's late".

The readers take the words of something that stays away ("late", "none for ten days") for the end of a medicine beside
them. "Since" opens a time, and where the sentence has no word of an end nothing has ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import Precision, SlotKind, Status, Temporality
from extraction.reading.asking.asked import sentence_around
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_ENDS: Final = lazy_regex(
    r"\b(?:stop\w*|quit\w*|off|out|removed|gone|ended|finished|no longer|not|none|never|without|had|was|were"
    r"|used to|before"
    r"|until|till|swap\w*|switch\w*|chang\w*|instead|dropp\w*|binn?\w*|ditch\w*|gave up|given up|lost|cancel\w*"
    r"|free|clean)\b|n't\b"
)
_BESIDE: Final = 12
"""Most characters between a name and "since" with its day."""


def with_taken_since(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` in which such a medicine is taken, from that day on."""
    # Korean tells the end by the tense of its verb: "작년 5월부터 6개월 먹었어요".
    return tuple(proposals) if sheet.language == "ko" else tuple(_taken(one, sheet) for one in proposals)


def _taken(proposal: Proposal, sheet: Sheet) -> Proposal:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or content.status is not Status.STOPPED:
        return proposal
    named = [one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id]
    if len(named) != 1 or proposal.operation not in (Operation.ASSERT, Operation.CHANGE):
        return proposal
    since = next((one for one in sheet.dates if one.kind == "since" and 0 <= one.start - named[0].end <= _BESIDE), None)
    if since is None or _ENDS.search(sheet.folded, *sentence_around(sheet.folded, named[0].start)) is not None:
        return proposal
    content = content.with_fields(
        status=Status.ACTIVE, temporality=Temporality.CURRENT, valid_to=None, valid_from=since.value,
        precision=Precision(since.precision),
    )  # fmt: skip
    return proposal.with_fields(operation=Operation.ASSERT, target=None, content=content)
