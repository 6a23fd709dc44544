"""A complaint that stands behind words which deny something else is had: "no antibiotics for my cough", "nothing helps,
the cough is bad".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import Polarity, SlotKind
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_FOR_IT: Final = lazy_regex(
    r"(?:\b(?:no|not|nothing|never|none|without|nowt)|n'?t)\b[^.;!?]{1,40}\b(?:for|about|against|because of|despite)"
    r" (?:my|his|her|this|the|that)(?: \w+)? $"
)
"""A denial of what is had for it, not of it."""
_IS_BAD: Final = lazy_regex(
    r"(?:'s| is| are| was| has been| got| gets| keeps| getting)(?: (?!no)\w+)?"
    r" (?:bad|worse|worst|awful|terrible|horrid|horrible|severe|constant|non-?stop|killing|back|keeping|dreadful"
    r"|wet|dry|chesty|sore)\b|(?:ing)? (?:badly|constantly|non-?stop|all (?:night|day)|like mad)\b"
)
"""What is said of a complaint that is there."""
_NONE_AHEAD: Final = lazy_regex(
    r"\b(?:no|not|never|isn'?t|without|don'?t|nor)(?: (?:a|an|any|the|really|longer|more))* $"
)


def without_denials_of_something_else(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` in which a complaint is had that the words tell as bad, or deny only a remedy for."""
    return tuple(_had(one) if _is_had(sheet, one) else one for one in proposals)


def _is_had(sheet: Sheet, proposal: Proposal) -> bool:
    content = proposal.content
    if content is None or content.slot is not SlotKind.SYMPTOMS or content.polarity is not Polarity.NEGATED:
        return False
    if proposal.operation is not Operation.ASSERT or proposal.start is None or proposal.end is None:
        return False
    ahead = sheet.folded[max(0, proposal.start - 60) : proposal.start]
    if _NONE_AHEAD.search(ahead) is not None:
        return False
    return _FOR_IT.search(ahead) is not None or _IS_BAD.match(sheet.folded, proposal.end) is not None


def _had(proposal: Proposal) -> Proposal:
    content = proposal.content
    return (
        proposal if content is None else proposal.with_fields(content=content.with_fields(polarity=Polarity.AFFIRMED))
    )
