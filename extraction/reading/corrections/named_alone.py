"""What is named is moved and nothing beside it: "doc bumped my metformin to 1000" ends no other medicine.

The readers weigh every fact that the conversation spoke of, and a change that is told of a named medicine or test can
end another, or move it where both have the same number on record ("Lipitor isn't 20, it's 40" beside 20 mg of
omeprazole). Only words that point beyond what they name reach further.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import Content, SlotKind
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_ACTS: Final = frozenset({Operation.CHANGE, Operation.CORRECT, Operation.RETRACT, Operation.REVERT})
_BEYOND: Final = lazy_regex(
    r"\b(?:it|them|both|all|everything|others?|another|rest|that one|this one|these|those|instead|replac\w*|ones?)\b"
    r"|[그이저]거|그걸|이걸|그것|그\s?약|이\s?약|둘\s?다|다른|나머지|전부|모두|대신|말고는|원래\s?먹던|먹던\s?거"
)
"""Words that may mean something which they do not name."""


def with_named_alone(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without the acts upon a medicine that nobody named, where a named one on record takes the words."""
    named = {one.entry.concept_id for one in sheet.mentions}
    acting = [one for one in proposals if _acts(one) and _concept(one) in named]
    known = {one.concept.concept_id for one in heard.facts if one.slot is SlotKind.MEDICATIONS}
    if not any(_concept(one) in known for one in acting) or _points_beyond(sheet):
        return tuple(proposals)
    return tuple(one for one in proposals if not (_acts(one) and _of_unnamed(one, named, sheet)))


def _points_beyond(sheet: Sheet) -> bool:
    """Whether words outside the act upon what is named point at something else: its own "it's 40" does not."""
    first = min((one.start for one in sheet.mentions if one.entry.kind == "medications"), default=0)
    # "It" behind the name is that medicine.
    without = sheet.folded[:first] + _IT.sub(" ", _ITS_OWN.sub(" ", sheet.folded[first:]))
    return _BEYOND.search(without) is not None or any(one.entry.kind == "drug_classes" for one in sheet.mentions)


_IT: Final = lazy_regex(r"\b(?:it|that one|this one)\b|그거|이거|그걸|이걸|그\s?약|이\s?약")
_ITS_OWN: Final = lazy_regex(
    r"\b(?:it'?s|it is|it was|it were|its|it should|make it|it to|put it|set it|got it|changed it|moved it|had it)\b"
    r"|\b(?:instead of) (?=\d)"
)
"""What is said of the thing just named."""


def _acts(proposal: Proposal) -> bool:
    content = proposal.content
    if proposal.operation not in _ACTS:
        return False
    slot = content.slot if content is not None else proposal.target.slot if proposal.target is not None else None
    return slot is SlotKind.MEDICATIONS


def _concept(proposal: Proposal) -> str | None:
    if proposal.content is not None:
        return proposal.content.concept.concept_id
    return proposal.target.concept_id if proposal.target is not None else None


def _of_unnamed(proposal: Proposal, named: set[str], sheet: Sheet) -> bool:
    content: Content | None = proposal.content
    if _concept(proposal) in named or (content is not None and named & set(content.concept.broader)):
        return False
    # A short name that the record alone explains ("pred") is a name as well, and its quote is that name.
    words = proposal.quote.casefold().strip()
    return not words or len(words.split()) > _A_NAME or any(one in words for one in _names(sheet))


_A_NAME: Final = 2
"""Most words of a name that no table lists."""


def _names(sheet: Sheet) -> list[str]:
    return [sheet.folded[one.start : one.end] for one in sheet.mentions]
