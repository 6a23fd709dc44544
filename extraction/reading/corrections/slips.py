"""A value told a moment ago and put right by the words of a slip: "ah no wait its 10.1", "앗 다시 보니 138이네요".

Such words correct what was read or typed wrongly. They bring no second value of the test, which would stand against
the first one. What was measured again is a new value, and what was forgotten adds to the record.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.remembering import remembered
from domain.values import SERIES_SLOTS, Content
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measured_values import DIASTOLIC, SYSTOLIC
from extraction.reading.figures.measuring import number_on_record
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_SLIP: Final = lazy_regex(
    r"\b(?:no,? wait|wait,? no|oh wait|ah wait|whoops|oops|scratch that|my (?:bad|mistake)|typo|fat fingers?"
    r"|sorry,? (?:it'?s|it is|it was|that'?s|no|wrong|i mean\w*)|i meant? to (?:say|write|type|put)"
    r"|(?:read|reading|wrote|typed|copied|looking at|looked at)\b(?: \w+){0,2} wrong(?:ly)?|wrong line"
    r"|mis-?(?:read|typed|copied|heard|spoke))\b"
    r"|(?<![가-힣])(?:앗|헉|아이고|어머)(?![가-힣])|다시\s?(?:보니|봤더니|확인하니)|잘못\s?(?:봤|썼|말|읽|적|쳤|눌|봐|본)|오타"
    r"|(?<![가-힣])아\s(?:잠깐|아니다)"
)
"""Words by which somebody takes back what they have just read, typed or said."""
_ANEW: Final = lazy_regex(
    r"\b(?:again|re-?(?:check|test|measur|took|did|peat)\w*|now|later|another|second|next|forgot\w*|also"
    r"|yesterday|ago|last)\b"
    r"|다시\s?(?:쟀|재|측정|검사|해)|지금은|이제|이번|또|잊|까먹|깜[빡박]|어제|지난|전에|후에|나중"
)
"""Words of another measuring, another time or another matter."""
_HALF: Final = lazy_regex(
    r"(?:밑|아래|이완기?|작은|낮은|위|윗|수축기?|큰|높은)\S{0,3}\s?(?:\S{1,4}\s)?$"
    r"|\b(?:bottom|lower|diastolic|under|top|upper|systolic|over)\b[^.\d]{0,16}$"
)
"""Words right before a number that say which half of a pressure it is."""
_REACH: Final = 24


@remembered
def is_slip(folded: str) -> bool:
    """Whether the words take back what was just said, and tell of no other measuring."""
    return _SLIP.search(folded) is not None and _ANEW.search(folded) is None


def with_slips_put_right(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` in which the values of a slip correct those on record, each of its own kind."""
    kept = [one for one in proposals if not _takes_the_wrong_one(one, sheet)]
    return tuple(_put_right(_of_its_half(one, sheet, heard), sheet, heard) for one in kept)


_NOT_BEFORE: Final = lazy_regex(r"\b(?:not|isn'?t|wasn'?t|ain'?t|never)\s(?:a |the |at )?$")
_NOT_BEHIND: Final = lazy_regex(r"\S{0,3}?(?:이|가|은|는)?\s?(?:아니|아녜|아닌|아님|말고)")


def _takes_the_wrong_one(proposal: Proposal, sheet: Sheet) -> bool:
    """Whether a value is put right to the number that the words deny, of two: "not 90, 80"."""
    content = proposal.content
    if proposal.operation is not Operation.CORRECT or content is None or content.slot not in SERIES_SLOTS:
        return False
    own = [one for one in sheet.figures if one.quantity.value == content.value]
    others = [one for one in sheet.figures if one.quantity.value not in (None, content.value)]
    return bool(own and others) and all(_is_denied(one, sheet) for one in own)


def _is_denied(figure: Figure, sheet: Sheet) -> bool:
    before = _NOT_BEFORE.search(sheet.folded, max(0, figure.start - _REACH), figure.start)
    return before is not None or _NOT_BEHIND.match(sheet.folded, figure.end) is not None


def _put_right(proposal: Proposal, sheet: Sheet, heard: Heard) -> Proposal:
    content = proposal.content
    if content is None or content.slot not in SERIES_SLOTS:
        return proposal
    if _adds_another_day(proposal, content, sheet):
        return proposal.with_fields(operation=Operation.ASSERT, target=None)
    if proposal.operation is not Operation.ASSERT:
        return proposal
    if content.value is None or not is_slip(sheet.folded):
        return proposal
    known = next((one for one in heard.facts if _is_of(one, content)), None)
    if known is None or number_on_record(known) in (None, content.value):
        return proposal
    if content.valid_from not in (None, known.valid_from):
        return proposal
    return proposal.with_fields(operation=Operation.CORRECT, target=_target(content, number_on_record(known)))


def _adds_another_day(proposal: Proposal, content: Content, sheet: Sheet) -> bool:
    """Whether a value of a day of its own, which somebody forgot to tell, was heard as putting another right."""
    corrects = proposal.operation is Operation.CORRECT and (proposal.target is None or proposal.target.old is None)
    dated = content.valid_from is not None and not sheet.day.startswith(content.valid_from)
    return corrects and dated and _FORGOT.search(sheet.folded) is not None


_FORGOT: Final = lazy_regex(r"\bforgot\b|잊|까먹|깜[빡박]")


def _is_of(fact: Content, content: Content) -> bool:
    return (fact.slot, fact.concept.concept_id, fact.subject) == (
        content.slot, content.concept.concept_id, content.subject
    )  # fmt: skip


def _target(content: Content, old: float | None = None) -> Target:
    return Target(slot=content.slot, concept_id=content.concept.concept_id, subject=content.subject, old=old)


def _of_its_half(proposal: Proposal, sheet: Sheet, heard: Heard) -> Proposal:
    """A pressure put right whose half is not said is of the half on record that is nearest to it."""
    content = proposal.content
    if content is None or content.concept.concept_id not in (SYSTOLIC, DIASTOLIC):
        return proposal
    if proposal.operation is Operation.ASSERT and not is_slip(sheet.folded):
        return proposal
    value = content.value
    upper, lower = (_on_record(half, content.subject, heard) for half in (SYSTOLIC, DIASTOLIC))
    if upper is None or lower is None or not isinstance(value, float) or _says_half(sheet, value):
        return proposal
    half = _named_half(sheet, value, upper, lower)
    half = half or nearer_half(value, number_on_record(upper), number_on_record(lower))
    if half is None or half == content.concept.concept_id:
        return proposal
    meant = upper if half == SYSTOLIC else lower
    told = content.with_fields(concept=meant.concept)
    return proposal.with_fields(content=told, target=None if proposal.target is None else _target(told))


def _named_half(sheet: Sheet, value: float, upper: Content, lower: Content) -> str | None:
    """The half on record whose number the words name as the wrong one: "it's not 140 it's 104"."""
    said = {one.quantity.value for one in sheet.figures if one.quantity.value != value and _is_denied(one, sheet)}
    named = [
        half for half, fact in ((SYSTOLIC, upper), (DIASTOLIC, lower)) if number_on_record(fact) in said
    ]  # fmt: skip
    return named[0] if len(named) == 1 else None


def _on_record(half: str, subject: str, heard: Heard) -> Content | None:
    return next((one for one in heard.facts if (one.concept.concept_id, one.subject) == (half, subject)), None)


def _says_half(sheet: Sheet, value: float) -> bool:
    """Whether the words before the number say which half of the pressure it is, or a pair is told."""
    place = next((one.start for one in sheet.figures if one.quantity.value == value), None)
    if place is None:
        return True
    before = sheet.folded[max(0, place - _REACH) : place]
    return _HALF.search(before) is not None


def nearer_half(value: float, upper: float | None, lower: float | None) -> str | None:
    """The half of a pressure that ``value`` was misread as: the far nearer one, or none where both are as near."""
    if not upper or not lower or value <= 0:
        return None
    to_upper, to_lower = abs(log(value / upper)), abs(log(value / lower))
    if max(to_upper, to_lower) < _FAR_NEARER * min(to_upper, to_lower):
        return None
    return SYSTOLIC if to_upper < to_lower else DIASTOLIC


_FAR_NEARER: Final = 2.0
