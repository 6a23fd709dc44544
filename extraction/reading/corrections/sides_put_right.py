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
from extraction.reading.corrections.just_told.focus import LONGEST, asks, is_named
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Understanding
from extraction.text.lazy_regex import lazy_regex
from extraction.values.sides import SideMark, side_marks

_OTHER: Final = {LEFT: RIGHT, RIGHT: LEFT}
_PAIR: Final = 2
_WRONG_SIDE: Final = lazy_regex(
    r"\bwrong (?:side|one|leg|knee|hip|eye|ear|arm|hand|wrist|foot|ankle|shoulder|breast|lung|kidney|way)\b"
    r"|\bthe other (?:side|one|leg|knee|hip|eye|ear|arm|hand|wrist|foot|ankle|shoulder|breast|lung|kidney)\b"
    r"|반대(?:쪽|편|로)|거꾸로|쪽이\s?틀|쪽을?\s?잘못"
)
_MIXED_UP: Final = lazy_regex(
    r"\b(?:flipped|swapped|reversed|back to front|(?:the )?wrong way (?:round|around)|mixed (?:them |those )?up"
    r"|the other way (?:round|around)|mirror)\b"
    r"|(?:왼쪽|좌)\S{0,6}\s?(?:오른쪽|우)\S{0,3}[을를이가]?\s?(?:바[꾸꿔뀌뀐꿨]|거꾸로|반대)"
    r"|(?:좌우|양쪽)[가를이을]?\s?(?:바[꾸꿔뀌뀐꿨]|거꾸로|반대|뒤바)"
)
_FINDINGS: Final = frozenset({"conditions", "symptoms", "procedures"})


def with_sides_put_right(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the finding or operation on record whose side the words put right."""
    kept = tuple(proposals)
    if len(sheet.folded) > LONGEST or not any(one.slot in SIDED_SLOTS for one in heard.facts):
        return kept
    if len(pair := _exchanged(sheet, heard)) == _PAIR:
        return _with(sheet, kept, [(one, _OTHER[one.qualifier or ""]) for one in pair], (0, len(sheet.text)), author)
    marks = _telling(sheet)
    denied = {one.side for one in marks if one.denied}
    told = [one for one in marks if not one.denied]
    answers = heard.agent_said.rstrip().endswith("?") and not proposals
    wrong = bool(denied) or _WRONG_SIDE.search(sheet.folded) is not None
    if (
        not marks
        or not (wrong or answers or understanding.surely("correct"))
        or all(asks(sheet, one.start) for one in marks)
    ):
        return kept
    side = _side_meant({one.side for one in told}, denied)
    known = _meant(sheet, heard, side, denied) if side is not None else None
    if known is not None and known.qualifier not in SIDES and not (denied or answers):
        # Of what no side stands on record nothing is put right: "난소는 오른쪽 하나 남겼어요" is of what is left.
        known = None
    if side is None or known is None or (not wrong and _is_of_another(kept, known, side)):
        return kept
    place = (told or marks)[0]
    return _with(sheet, kept, [(known, side)], (place.start, place.end), author)


def _telling(sheet: Sheet) -> tuple[SideMark, ...]:
    """The sides by which something is put right: those of the sentence that denies one, else of the first with any.

    What else is said of sides ("the right he just ignores me with") puts nothing right.
    """
    marks = side_marks(sheet.folded)
    if not marks:
        return ()
    wrong = next((one for one in marks if one.denied), marks[0])
    first, last = sentence_around(sheet.folded, wrong.start)
    beside = tuple(one for one in marks if first <= one.start < last)
    return beside if not wrong.denied or any(not one.denied for one in beside) else marks


def _exchanged(sheet: Sheet, heard: Heard) -> list[Content]:
    """The two facts on record, one of each side, where the words say that the sides were mixed up."""
    if _MIXED_UP.search(sheet.folded) is None:
        return []
    sided = [
        one for one in heard.facts if one.slot in SIDED_SLOTS and one.subject == PATIENT and one.qualifier in _OTHER
    ]
    return sided if len(sided) == _PAIR and sided[0].qualifier != sided[1].qualifier else []


def _with(
    sheet: Sheet, kept: Sequence[Proposal], moved: Sequence[tuple[Content, str]], place: tuple[int, int], author: str
) -> tuple[Proposal, ...]:
    quote, start, end = sheet.quote(*place)
    put_right = tuple(
        Proposal(
            operation=Operation.CORRECT, content=known.with_fields(qualifier=side),
            target=Target(
                slot=known.slot, concept_id=known.concept.concept_id, subject=known.subject, old=known.qualifier
            ),
            quote=quote, start=start, end=end, extractor=author,
        )
        for known, side in moved
    )  # fmt: skip
    others = (one for one in kept if not any(_tells_no_more(one, known) for known, _ in moved))
    return (*others, *put_right)


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
    if spoken:
        return _only(sided) or (_only(spoken) if not sided else None)
    lately = [one for one in sided if one.concept.concept_id in heard.of_last_turn]
    pointed = [one for one in facts if one.concept.concept_id in heard.pointed_at]
    return _only(lately or sided or pointed)


def _is_of_another(proposals: Sequence[Proposal], known: Content, side: str) -> bool:
    """Whether the side is that of something else that the words tell."""
    told = (one.content for one in proposals if one.content is not None)
    return any(
        one.slot in SIDED_SLOTS and one.qualifier == side and one.concept.concept_id != known.concept.concept_id
        and not _is_general(one.concept.name, known)
        for one in told
    )  # fmt: skip


def _only(facts: Sequence[Content]) -> Content | None:
    return facts[0] if len(facts) == 1 else None


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
