"""A side of the body put right: "it was the left hip, not the right one", "오른쪽이 아니라 왼쪽이에요".

Which finding or operation is meant is told by its name, by the side that is denied, or by there being one alone that is
of a side. Where only the wrong side is told, the other one is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import LEFT, PATIENT, RIGHT, SIDED_SLOTS, SIDES, Content, Polarity, SlotKind
from extraction.reading.asking.asked import sentence_around
from extraction.reading.corrections.just_told.focus import LONGEST, asks, is_named, is_put_right
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Understanding
from extraction.values.sides import SideMark, side_marks

_OTHER: Final = {LEFT: RIGHT, RIGHT: LEFT}
_SAYS_NOTHING: Final = frozenset({"relatives"})
_FINDINGS: Final = frozenset({"conditions", "symptoms", "procedures"})


def with_sides_put_right(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the finding or operation on record whose side the words put right."""
    kept = tuple(proposals)
    if len(sheet.folded) > LONGEST or not any(one.slot in SIDED_SLOTS for one in heard.facts):
        return kept
    marks = side_marks(sheet.folded)
    wrong = next((one for one in marks if one.denied), None)
    if wrong is not None:
        # What else is said of sides besides ("the right he just ignores me with") puts nothing right.
        first, last = sentence_around(sheet.folded, wrong.start)
        beside = tuple(one for one in marks if first <= one.start < last)
        marks = beside if any(not one.denied for one in beside) else marks
    denied = {one.side for one in marks if one.denied}
    told = [one for one in marks if not one.denied]
    answers = heard.agent_said.rstrip().endswith("?") and not proposals
    puts_right = bool(denied) or answers or (understanding.surely("correct") and is_put_right(sheet, understanding))
    if not marks or not puts_right or asks(sheet, marks[0].start):
        return kept
    side = _side_meant({one.side for one in told}, denied)
    known = _meant(sheet, heard, side, denied) if side is not None else None
    if side is None or known is None:
        return kept
    quote, start, end = _quoted(sheet, told or marks)
    put_right = Proposal(
        operation=Operation.CORRECT, content=known.with_fields(qualifier=side),
        target=Target(slot=known.slot, concept_id=known.concept.concept_id, subject=known.subject, old=known.qualifier),
        quote=quote, start=start, end=end, extractor=author,
    )  # fmt: skip
    return (*(one for one in kept if not _tells_no_more(one, known)), put_right)


def _side_meant(told: set[str], denied: set[str]) -> str | None:
    if len(told) == 1:
        return next(iter(told))
    return _OTHER.get(next(iter(denied))) if not told and len(denied) == 1 else None


def _meant(sheet: Sheet, heard: Heard, side: str, denied: set[str]) -> Content | None:
    """The one fact that is put right; None where there is none or a choice."""
    facts = [
        one for one in heard.facts
        if one.slot in SIDED_SLOTS and one.subject == PATIENT and one.polarity is Polarity.AFFIRMED
        and one.qualifier != side and (not denied or one.qualifier in denied or one.qualifier not in SIDES)
    ]  # fmt: skip
    named = {one.entry.concept_id for one in sheet.mentions if one.entry.kind in _FINDINGS}
    broad = {each for one in sheet.mentions if one.entry.kind in _FINDINGS for each in one.entry.broader}
    words = [one.entry.name for one in sheet.mentions if one.entry.kind == "procedures"]
    spoken = [
        one for one in facts
        if is_named(one, named) or one.concept.concept_id in broad or any(_is_general(each, one) for each in words)
    ]  # fmt: skip
    sided = [one for one in spoken or facts if one.qualifier in SIDES]
    if not spoken:
        lately = [one for one in sided if one.concept.concept_id in heard.of_last_turn]
        pointed = [one for one in facts if one.concept.concept_id in heard.pointed_at]
        # Words that name something else tell the side of that.
        unnamed = not any(one.entry.kind not in _SAYS_NOTHING for one in sheet.mentions)
        return _only(lately or sided or pointed) if unnamed or (denied and not named) else None
    return _only(sided) or (_only(spoken) if not sided else None)


def _only(facts: Sequence[Content]) -> Content | None:
    return facts[0] if len(facts) == 1 else None


def _quoted(sheet: Sheet, marks: Sequence[SideMark]) -> tuple[str, int, int]:
    return sheet.quote(marks[0].start, marks[0].end)


def _tells_no_more(proposal: Proposal, known: Content) -> bool:
    """Whether a proposal is of the same thing, by this name or a wider one, and says nothing besides its side."""
    content = proposal.content
    if content is None or content.slot is not known.slot or proposal.operation is Operation.RETRACT:
        return False
    same = content.concept.concept_id in (known.concept.concept_id, *known.concept.broader)
    alike = content.slot is SlotKind.PROCEDURES and _is_general(content.concept.name, known)
    dated = content.valid_from not in (None, known.valid_from)
    return (same or alike) and not dated and content.value is None


def _is_general(name: str, known: Content) -> bool:
    """Whether it names an operation of the same part of the body in general: "무릎 수술" of a replaced knee."""
    words = name.casefold().split()
    operated = known.slot is SlotKind.PROCEDURES and words[-1:] == ["surgery"] and len(words) > 1
    return operated and words[0] in known.concept.name.casefold().split()
