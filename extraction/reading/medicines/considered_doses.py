"""Doses that were thought of and not taken: "she floated 100 but we didn't", "50으로 올리자는데 아직 25예요".

What was on record stands. It takes two signs: words by which the number was only thought of, and words behind it that
nothing came of it, or that the dose on record is taken still; of what may be ("she might put it up to 100") one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Content, SlotKind, Status
from extraction.reading.asking.asked import sentences
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import number_of_dose

_THOUGHT: Final = lazy_regex(
    r"\b(?:wonder(?:ed|ing|s)?|thought (?:about|of|i|we|he|she|it)|thinking (?:about|of)|think (?:about|of)"
    r"|talk(?:ed|ing|s)? (?:about|of)|considered|considering|floated|floating|suggested|suggesting|offered|mooted"
    r"|toyed with|toying with|wanted (?:to|me|him|her|\d)|could|might|would|was going to|were going to"
    r"|was meant to|hoped to)\b"
    r"|[리이우꾸추]자(?:고|는|던|시|며)|[릴일울꿀출]까|보자(?:고|는|시)|[린인운꾼춘]다(?:고|는|더니)|[리이우꾸추]라(?:고|는|시)|고민"
    r"|권하|권유|[릴일울꿀출]\s?(?:차례|예정|뻔)"
)
_NOTHING_CAME: Final = lazy_regex(
    r"\b(?:but|though|only|except|so)\b[^.;!?]{0,48}"
    r"(?:\b(?:didn'?t|did not|haven'?t|hasn'?t|hadn'?t|have not|has not|not yet|said no|refused|declined|never"
    r"|wait|waiting|held off|decided (?:against|not)|still on|stay(?:ed|ing|s)?|stuck|no\b(?! (?:longer|more))))"
    r"|\bstill (?:on|at|taking)\b|\bon \d+(?:\.\d+)? still\b"
    r"|아직|그대로|망설|보류|미뤘|미루|거절|안\s?(?:올|늘|줄|내|바|하|했)|않(?:았|고|기로)|못\s?(?:올|늘|하)|유지"
)
_TAKEN_UP: Final = frozenset({Operation.ASSERT, Operation.CHANGE})


def with_considered_doses(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` in which a medicine on record keeps its dose where another was only thought of."""
    return tuple(_kept(one, sheet, heard) for one in proposals)


def _kept(proposal: Proposal, sheet: Sheet, heard: Heard) -> Proposal:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or content.subject != PATIENT:
        return proposal
    known = next((one for one in heard.facts if _is_same(one, content)), None)
    number = number_of_dose(content.dose)
    if known is None or not known.dose or number is None or proposal.operation not in _TAKEN_UP:
        return proposal
    places = [one.start for one in sheet.figures if abs(one.value - number) < _EXACT]
    if content.dose == known.dose or not places:
        return proposal
    if not all(_is_thought_of(sheet.folded, one) or _is_supposed(sheet.folded, one) for one in places):
        return proposal
    bare = Content(slot=known.slot, concept=known.concept, status=known.status)
    return proposal.with_fields(operation=Operation.MENTION, target=None, content=bare, doubt=None)


_EXACT: Final = 1e-6


def _is_same(fact: Content, told: Content) -> bool:
    taken = fact.slot is SlotKind.MEDICATIONS and fact.subject == PATIENT and fact.status in (Status.ACTIVE, None)
    return taken and fact.concept.concept_id == told.concept.concept_id


_MAY_BE: Final = lazy_regex(
    r"\b(?:might|may(?! \d)|could|maybe|perhaps|thinking (?:of|about)|considering|whether|if|unless)\b[^.;!?]{0,60}$"
)
_MAY_BE_KO: Final = lazy_regex(
    r"[^.;!?]{0,20}?(?:[릴일울꿀출]까|[릴일울꿀출]\s?(?:수도|지도)|(?:[리이우꾸추]|하)면\s|고민)"
)


def _is_supposed(folded: str, at: int) -> bool:
    """Whether the number at ``at`` is only what may come: "she might go to 100", "100으로 올릴 수도 있대요"."""
    first, last = next(((start, end) for start, end in sentences(folded) if start <= at < end), (0, len(folded)))
    return _MAY_BE.search(folded, first, at) is not None or _MAY_BE_KO.match(folded, at, last) is not None


def _is_thought_of(folded: str, at: int) -> bool:
    """Whether the number at ``at`` is in words of a thought, with words behind it that nothing came of it."""
    first, last = next(((start, end) for start, end in sentences(folded) if start <= at < end), (0, len(folded)))
    around = folded[first : min(last, at + _BEHIND)]
    return _THOUGHT.search(around) is not None and _NOTHING_CAME.search(folded, at, min(len(folded), last)) is not None


_BEHIND: Final = 24
"""Characters behind a number in which Korean tells that it was only thought of ("50으로 올리자는데")."""
