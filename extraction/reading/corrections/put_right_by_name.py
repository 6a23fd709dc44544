"""A value or a dose put right by its name and few words: "no, A1c 6.9", "ramipril should be 10", "칼륨 4.1이 맞아요".

The readers hear the act and often not the number, or hear the number as one more reading. Where the words show that
something on record is wrong, and name one fact and one number that is not its own, the number takes its place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, SERIES_SLOTS, Content, SlotKind, Status
from extraction.naming.lexicon import Lexicon
from extraction.reading.asking.asked import sentence_around
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measuring import number_on_record
from extraction.reading.figures.written_doses import written_dose
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import assumed_unit, number_of_dose
from extraction.values.quantities import QuantityMention

WRONG: Final = lazy_regex(
    r"\b(?:wrong(?:ly)?|incorrect|not (?:right|correct)|mistake|typo|mis-?(?:read|typed|heard)"
    r"|mix(?:ed)? (?:it |them )?up|correction|i meant?|meant to (?:say|write|put)"
    r"|(?:please|pls|can you|could you) (?:change|fix|correct|update|amend|edit)"
    r"|where did you get|always been (?:on|at)|never been (?:on|at)|who said|why (?:does|is) it (?:say|show)\w*"
    r"|(?:change|fix|correct|amend) (?:the|my|that|it|his|her)|oops|whoops)\b"
    r"|^\W*(?:no|nope|nah|sorry)\b(?! (?:longer|more|idea|problem|worries|change))"
    r"|왜\s?\S{0,14}(?:나와|돼\s?있|되어|저장|적혀|적어|뜨|했을까|했지)|저장돼|적혀\s?있|^\W*맞다(?![가-힣])|였지|짜리인데|라\s?카네"
    r"|고쳐|정정|수정해|바로잡|바꿔\s?(?:주|줘)|잘못\s?(?:말|적|썼|알|봤|기록|들|입력)|오타|틀[렸려린]|라니까|이라니까|다니까"
    r"|[이가은는]?\s?맞(?:아요|습니다|는데요?|아여|음|다고|지)(?=[\s.,!~]|$)|^\W*(?:아니|아뇨|아니요|아닌데)(?:[,.\s]|$)"
)
_OUGHT: Final = lazy_regex(
    r"\b(?:should|supposed to|ought to) (?:be|say|read) (?P<number>\d+(?:\.\d+)?)"
    r"(?![\d.]*\s?(?:/|%|times|days?|weeks?))"
)
"""Of a medicine: what it should be by the box. Of a test that is a goal, and so no figure of the sheet."""
ANEW: Final = lazy_regex(
    r"\b(?:today|now|yesterday|again|re-?(?:check|test|measur|peat)\w*|new(?:est)?|latest"
    r"|this (?:morning|week|month|time)|since|went|gone|from)\b"
    r"|오늘|지금|어제|다시\s?(?:쟀|재|측정|검사|했)|이번|새로|방금|올[라랐렸]|내려|떨어|줄[었여]|늘[었려]"
)
"""Words of another measuring or of a move: then the old value was right."""
_WONDERS: Final = lazy_regex(r"\b(?:is|was|are|isn'?t|wasn'?t) (?:it|that|this|my)\b.*\?|나요|까요|인가|는지|던가")


def with_named_put_right(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], lexicon: Lexicon, author: str
) -> tuple[Proposal, ...]:
    """``proposals`` in which the one number beside the one name that is put right takes the place of that on record."""
    known = _meant(sheet, heard)
    if known is None or _asks(sheet):
        return tuple(proposals)
    taken = known.slot is SlotKind.MEDICATIONS
    ought = _OUGHT.search(sheet.folded) if taken else None
    if (ought is None and WRONG.search(sheet.folded) is None) or ANEW.search(sheet.folded):
        return tuple(proposals)
    own = [
        one
        for one in proposals
        if one.content is not None and one.content.concept.concept_id == known.concept.concept_id
    ]
    others = [one for one in proposals if one not in own and one.operation is not Operation.MENTION]
    if others or any(_settles(one, known) for one in own):
        return tuple(proposals)
    number = _new_number(sheet, known) or (_as_figure(ought) if ought is not None else None)
    if number is None or number.value == _own_number(known):
        return tuple(proposals)
    right = _put_right(sheet, known, number, lexicon, author, own)
    return (*(one for one in proposals if one not in own), right)


def _asks(sheet: Sheet) -> bool:
    """Whether what tells the last number is a question; "where did you get 5 from? it's 10" tells it."""
    last = max((one.start for one in sheet.figures), default=0)
    start, end = sentence_around(sheet.folded, last)
    marked = sheet.folded[end : end + 1] == "?"
    return marked or _WONDERS.search(sheet.folded[start:end]) is not None


def _meant(sheet: Sheet, heard: Heard) -> Content | None:
    """The one fact on record that the words name, where they name nothing else."""
    named = {one.entry.concept_id for one in sheet.mentions if one.entry.kind not in ("relatives",)}
    facts = [one for one in heard.facts if one.concept.concept_id in named and one.subject == PATIENT]
    if len(named) != 1 or not facts or any(one.entry.kind == "relatives" for one in sheet.mentions):
        return None
    first = facts[0]
    return first if first.slot is SlotKind.MEDICATIONS or first.slot in SERIES_SLOTS else None


def _settles(proposal: Proposal, known: Content) -> bool:
    """Whether the readers put it right themselves, or end it."""
    content = proposal.content
    assert content is not None
    if content.status in (Status.STOPPED, Status.ON_HOLD) or content.valid_from not in (None, known.valid_from):
        return True
    told = number_of_dose(content.dose) if known.slot is SlotKind.MEDICATIONS else content.value
    moved = told is not None and told != _own_number(known)
    return moved and proposal.operation in (Operation.CORRECT, Operation.CHANGE)


def _own_number(known: Content) -> float | None:
    return number_of_dose(known.dose) if known.slot is SlotKind.MEDICATIONS else number_on_record(known)


def _new_number(sheet: Sheet, known: Content) -> Figure | None:
    own = _own_number(known)
    numbers = [one for one in sheet.figures if one.kind in ("number", "count") and not one.quantity.parts]
    other = [one for one in numbers if one.value != own]
    if own is None or len(other) != 1 or len(numbers) > 2 or not 1 / _FAR <= other[0].value / own <= _FAR:
        return None
    return other[0]


def _as_figure(ought: re.Match[str]) -> Figure:
    start, end = ought.span("number")
    return Figure(QuantityMention(float(ought["number"]), None, None, None, None, False, start, end))


_FAR: Final = 12.0
"""Most by which what is right differs from what was noted, as a factor."""


def _put_right(
    sheet: Sheet, known: Content, number: Figure, lexicon: Lexicon, author: str, own: Sequence[Proposal]
) -> Proposal:
    if known.slot is SlotKind.MEDICATIONS:
        dose = written_dose(number, assumed_unit(known.concept, known.dose, lexicon, number.value))
        content = Content(slot=known.slot, concept=known.concept, dose=dose, status=Status.ACTIVE)
    else:
        told = next((one.content for one in own if one.content is not None and one.content.value is not None), None)
        content = told or Content(slot=known.slot, concept=known.concept, value=number.value, unit=known.unit)
    quote, start, end = sheet.quote(number.start, number.end)
    target = Target(
        slot=known.slot, concept_id=known.concept.concept_id, subject=known.subject, old=_own_number(known)
    )  # fmt: skip
    return Proposal(
        operation=Operation.CORRECT, content=content, target=target, quote=quote, start=start, end=end, extractor=author
    )
