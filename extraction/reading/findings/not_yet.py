"""What is so today did not begin on a day that is still to come: "LDL 160, recheck in six weeks", "기침 나요. 2주 뒤에
다시 오래요".

The day is the next visit's; the value was measured and the complaint came before the words. When that was nobody said.
What is planned for a day without a year is still to come: "수술은 9월 3일이에요". And a pregnancy did not begin on the
day on which the child is due.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Proposal
from domain.values import Content, SlotKind, Status, Temporality
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_PRESENT: Final = frozenset(
    {SlotKind.LABS, SlotKind.VITALS, SlotKind.SYMPTOMS, SlotKind.CONDITIONS, SlotKind.ALLERGIES}
)


_YEAR: Final = 4
_DUE: Final = lazy_regex(
    r"(?:예정일|(?<![가-힣])출산)\S{0,2}\s?(?:은|이|는)?\s?$|\bdue(?: date)?(?: is| on| in)?(?: the)?\s?$"
)
_HAD: Final = lazy_regex(r"\b(?:had|got|underwent)\b(?! to\b)|[했됐받]었|했[어습음]|받았")
_BEFORE: Final = 16


def without_days_to_come(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` in which nothing that is so already begins after the day on which it was said, or when it is due.

    What is planned for a month and day that have gone by this year is planned for the next.
    """
    return tuple(
        one
        if one.content is None
        else one.with_fields(content=_on_its_day(one.content, sheet, was_had=_was_had(one, sheet)))
        for one in proposals
    )


def _was_had(proposal: Proposal, sheet: Sheet) -> bool:
    """Whether the words say that an operation was had: "had my gallbladder out on 3 March"."""
    start = proposal.start or 0
    return _HAD.search(sheet.original[max(0, start - _BEFORE) : start + _BEFORE].casefold()) is not None


def _on_its_day(content: Content, sheet: Sheet, *, was_had: bool) -> Content:
    since = content.valid_from
    if since is None:
        return content
    if content.status is Status.PLANNED or content.temporality is Temporality.FUTURE:
        gone = len(since) > _YEAR and since < sheet.day[: len(since)] and since[:_YEAR] not in sheet.original
        if gone and was_had and content.slot is SlotKind.PROCEDURES:
            return content.with_fields(status=None, temporality=Temporality.PAST)
        return content.with_fields(valid_from=_a_year_on(since)) if gone else content
    if (content.slot in _PRESENT and since > sheet.day[: len(since)]) or _is_due(content, sheet):
        return content.with_fields(valid_from=None, precision=None)
    return content


def _a_year_on(since: str) -> str:
    year, rest = int(since[:_YEAR]) + 1, since[_YEAR:]
    return f"{year}{'-02-28' if rest == '-02-29' else rest}"


def _is_due(content: Content, sheet: Sheet) -> bool:
    """Whether the day of a pregnancy is told as the one on which the child is due."""
    days = [one.start for one in sheet.dates if one.value == content.valid_from]
    if content.concept.concept_id != "pregnancy" or not days:
        return False
    return all(_DUE.search(sheet.folded, max(0, day - _BEFORE), day) is not None for day in days)
