"""How often is told of the medicine beside it: "prednisone 40 mg for 5 days and Symbicort 2 puffs twice a day".

The learned reader gives such words to both. Where either has a dose of its own and no rhythm stands before the second
is named, the first has none, unless words share it out ("both twice a day", "한 알씩"). In the committed texts of all
authors the rhythm behind the second one is the first one's, too, in 3 of 104 rows, and all three share it out in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import SlotKind
from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import sentence_around
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_SHARED: Final = lazy_regex(
    r"\b(?:both|each|all|every one|together|same (?:time|way)|too|as well|likewise|ditto|the pair)\b|[+&]"
    r"|씩|마다|둘\s?다|모두|전부|각각|같이|함께|똑같|이랑|랑\s|하고\s"
)
"""Words that share one rhythm out, or join two medicines as taken together."""
_BOTH: Final = lazy_regex(r"\b(?:both|each)\b|둘\s?다|두\s?(?:개|약)\s?(?:다|모두)|각각")
_MOST: Final = 40
"""Medicines of one message beyond which it is a list of another kind."""
_TELLS: Final = (Operation.ASSERT, Operation.CHANGE)


def with_rhythms_apart(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without the rhythms that are told of the next medicine alone."""
    named = [one for one in sheet.mentions if one.entry.kind == "medications"]
    if not sheet.frequencies or not 2 <= len(named) <= _MOST:
        return tuple(proposals)
    return tuple(_own(one, sheet, named) for one in proposals)


def _own(proposal: Proposal, sheet: Sheet, named: Sequence[Mention]) -> Proposal:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or proposal.operation not in _TELLS:
        return proposal
    places = [one for one in named if one.entry.concept_id == content.concept.concept_id]
    if len(places) != 1:
        return proposal
    if content.frequency is None:
        return proposal.with_fields(content=content.with_fields(frequency=_shared_out(places[0], sheet)))
    if not _is_of_the_next(places[0], named, content.frequency, sheet):
        return proposal
    return proposal.with_fields(content=content.with_fields(frequency=None))


def _shared_out(own: Mention, sheet: Sheet) -> str | None:
    """How often both are taken, where words say so and of one rhythm alone."""
    end = sentence_around(sheet.folded, own.start)[1]
    both = _BOTH.search(sheet.folded, own.end, end)
    codes = {one.code for one in sheet.frequencies if own.end <= one.start < end}
    if both is None or len(codes) != 1 or any(both.end() > one.start >= own.end for one in sheet.frequencies):
        return None
    return next(iter(codes))


def _is_of_the_next(own: Mention, named: Sequence[Mention], code: str, sheet: Sheet) -> bool:
    start, end = sentence_around(sheet.folded, own.start)
    behind = min(
        (one for one in named if one.start >= own.end and one.start < end), key=lambda one: one.start, default=None
    )
    if behind is None or behind.entry is own.entry or _SHARED.search(sheet.folded, own.end, end) is not None:
        return False
    told = [one for one in sheet.frequencies if start <= one.start < end]
    rhythm = next((one for one in told if one.start >= behind.end and one.code == code), None)
    # An earlier medicine's other rhythm says nothing of this one's.
    before = (one for one in told if one.start < behind.start)
    if rhythm is None or any(one.start >= own.end or one.code == code for one in before):
        return False
    # "Metformin and gliclazide twice a day" tells of both; a dose of either sets them apart.
    parts = ((own.end, behind.start), (behind.end, rhythm.start))
    return any(_HAS_NUMBER.search(sheet.folded, start, end) for start, end in parts)


_HAS_NUMBER: Final = lazy_regex(r"\d|[일이삼사오육칠팔구십백천]+\s?(?:밀리|미리|그램|짜리)")
