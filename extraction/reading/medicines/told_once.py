"""A medicine that is named twice in one message is told once: "he takes Eliquis 5 mg twice a day ... what's it for,
Eliquis?".

The second name stands in a question or beside a brand and brings less, often nothing and in doubt. Recorded after the
first it would stand in its place, without the dose.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import Certainty, Content, SlotKind

_MOST: Final = 8
"""Times that one medicine is named in a message, beyond which it is a list of another kind."""


def told_once(proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without the assertions of a medicine that another one of it says more fully."""
    by_concept: defaultdict[str, list[Proposal]] = defaultdict(list)
    for one in proposals:
        if one.content is not None and one.content.slot is SlotKind.MEDICATIONS:
            by_concept[one.content.concept.concept_id].append(one)
    twice = {name: told for name, told in by_concept.items() if 1 < len(told) <= _MOST}
    return tuple(one for one in proposals if not any(_is_within(one, other) for other in _alike(one, twice)))


def _alike(one: Proposal, twice: Mapping[str, Sequence[Proposal]]) -> Iterator[Proposal]:
    told = twice.get(one.content.concept.concept_id, ()) if one.content is not None else ()
    yield from (other for other in told if other is not one)


def _is_within(one: Proposal, other: Proposal) -> bool:
    """Whether ``other`` tells the same medicine with all that ``one`` tells of it, and with more."""
    less, more = one.content, other.content
    if less is None or more is None or {one.operation, other.operation} != {Operation.ASSERT}:
        return False
    if less.slot is not SlotKind.MEDICATIONS or _whose(less) != _whose(more) or less.status is not more.status:
        return False
    pairs = ((less.dose, more.dose), (less.frequency, more.frequency), (less.timing, more.timing))
    within = all(small in (None, large) for small, large in pairs)
    surer = more.certainty is Certainty.CONFIRMED or less.certainty is not Certainty.CONFIRMED
    return within and surer and any(small is None and large is not None for small, large in pairs)


def _whose(content: Content) -> tuple[str, str, str]:
    return content.concept.concept_id, content.subject, content.polarity.value
