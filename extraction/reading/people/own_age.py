"""Of two ages told in one breath one is the patient's: "38살 여자, 다섯살 아들 하나 있어요", "a 5 year old "
"daughter and I'm 34".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, SlotKind
from extraction.reading.people.told_ages import CHILD_NAMED
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_AGE: Final = "age"
_BEHIND: Final = lazy_regex(r"\s?(?:살|세|개월|years?|yrs?|months?|mo)?[\s-]?(?:old|된|짜리|먹은|나는|인)?\s?")
"""What stands between an age and whose it is, where that one comes next."""
_REACH: Final = 16
_ONESELF: Final = lazy_regex(r"\bi(?:'?m)?\b|저|나는")


def with_one_age(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without the age of a relative that stands beside the patient's own."""
    ages = [one for one in proposals if _is_own_age(one)]
    if len(ages) < 2:
        return tuple(proposals)
    of_kin = [one for one in ages if _is_beside_kin(sheet, one)]
    if not of_kin or len(of_kin) == len(ages):
        return tuple(proposals)
    return tuple(one for one in proposals if one not in of_kin)


def without_years_of_life_as_time(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without a beginning that was reckoned from the patient's age: "68 years, on aspirin 75"."""
    ages = {one.content.value for one in proposals if one.content is not None and _is_own_age(one)}
    births = {f"{int(sheet.day[:4]) - age:g}": f"{age:g}" for age in ages if isinstance(age, float)}
    return tuple(
        one.with_fields(content=one.content.with_fields(valid_from=None, precision=None))
        if one.content is not None
        and one.content.slot in _BEGINNING
        and births.get(str(one.content.valid_from), "?") in one.quote
        else one
        for one in proposals
    )


_BEGINNING: Final = frozenset({SlotKind.MEDICATIONS, SlotKind.CONDITIONS, SlotKind.SYMPTOMS})


def _is_own_age(proposal: Proposal) -> bool:
    content = proposal.content
    return (
        content is not None
        and proposal.operation is Operation.ASSERT
        and content.slot is SlotKind.DEMOGRAPHICS
        and content.concept.concept_id == _AGE
        and content.subject == PATIENT
    )


def _is_beside_kin(sheet: Sheet, proposal: Proposal) -> bool:
    """Whether a relative is named right behind the number, or right before it as who is that old."""
    at = sheet.folded.find(proposal.quote.casefold()) if proposal.quote else -1
    if at < 0:
        return False
    end = at + len(proposal.quote)
    kin = [one for one in sheet.mentions if one.entry.kind == "relatives"]
    behind = _BEHIND.match(sheet.folded, end)
    if behind is not None and CHILD_NAMED.match(sheet.folded, behind.end()) is not None:
        return True
    for one in kin:
        if end <= one.start <= end + _REACH and _BEHIND.fullmatch(sheet.folded, end, one.start) is not None:
            return True
        between = sheet.folded[one.end : at]
        if one.end <= at <= one.end + _REACH and not any(mark in between for mark in ".;!?\n"):
            return _ONESELF.search(between) is None
    return False
