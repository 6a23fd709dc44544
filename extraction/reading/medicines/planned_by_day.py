"""A medicine that begins on a day to come is planned, whatever the readers hear: "I haven't started aspirin yet, that's
for next week", "다음 주부터 먹기로 했어요. 지금은 안 먹고요".
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Content, Polarity, SlotKind, Status, Temporality
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention

_ENDS: Final = lazy_regex(
    r"\b(?:stop\w*|quit|come off|coming off|finish\w*|last (?:dose|one|pill)|run(?:s|ning)? out|end(?:s|ing)?"
    r"|cut (?:it )?out)\b|끊|그만|중단|마지막|끝"
)
_TO_COME: Final = lazy_regex(
    r"\bnext (?:week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b|\btomorrow\b"
    r"|\b(?:till|until) then\b|\b(?:carry|keep|stay|go) on (?:\w+ ){0,4}?(?:till|until)\b"
    r"|다음\s?(?:주|달)|내일|모레|내주|그때까지"
)
_BEGINS: Final = lazy_regex(
    r"\b(?:(?:swap|switch|chang|mov)\w* (?:me |him |her |over )*(?:to|onto)|instead of|in place of|start\w*"
    r"|begin\w*|begun|go(?:ing)? on(?:to)?|put (?:me )?on|plann?\w*|first (?:one|time|dose|tablet"
    r"|pill)|yet|so far|until then"
    r"|(?:haven'?t|havent|have not|won'?t) (?:be )?(?:tak|had|start|us)\w*)\b"
    r"|시작|부터|기로\s?(?:했|하|되|됐|돼)|들어가|새로|아직|여태|하라고|하자고|먹게\s?된|복용하게\s?된"
)
"""Words of a beginning, or that it has not come yet."""


def with_planned_by_their_day(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` in which the one medicine named, new to the record, is planned where its day is yet to come."""
    named = {one.entry.concept_id for one in sheet.mentions if one.entry.kind == "medications"}
    known = {one.concept.concept_id for one in heard.facts}
    new, goes_on = named - known, _GOES_ON.search(sheet.folded) is not None
    if len(new) != 1 or (named != new and not goes_on):
        return tuple(proposals)
    later = sorted(day for one in sheet.dates if (day := _still_to_come(one, sheet.day, goes_on=goes_on)))
    if not later or len(later) != len(sheet.dates):
        return tuple(proposals)
    if _ENDS.search(sheet.folded) or not (_TO_COME.search(sheet.folded) and _BEGINS.search(sheet.folded)):
        return tuple(proposals)
    return tuple(
        one.with_fields(operation=Operation.ASSERT, target=None, content=_planned(one.content, later[0]))
        if one.content is not None and _is_of(one, one.content, new)
        else one
        for one in proposals
        if not (goes_on and _ends_now(one))
    )


def _still_to_come(one: DateMention, today: str, *, goes_on: bool) -> str:
    """The (partial) day of a date that is to come; a bare weekday until which something goes on is the next one."""
    if one.value > today[: len(one.value)]:
        return one.value
    if goes_on and len(one.value) == len(today) and _WEEKDAY.fullmatch(one.words.casefold()):
        return (date.fromisoformat(one.value) + timedelta(days=7)).isoformat()
    return ""


_WEEKDAY: Final = lazy_regex(r"(?:on )?(?:mon|tues?|wednes|wed|thurs?|fri|satur|sat|sun)(?:day)?|[월화수목금토일]요일")


def _ends_now(proposal: Proposal) -> bool:
    """Whether it ends a medicine, which goes on until the new one takes its place."""
    content = proposal.content
    return content is not None and content.slot is SlotKind.MEDICATIONS and content.status is Status.STOPPED


def _is_of(proposal: Proposal, content: Content, named: set[str]) -> bool:
    told = proposal.operation in (Operation.ASSERT, Operation.CHANGE) and content.subject == PATIENT
    return told and content.slot is SlotKind.MEDICATIONS and content.concept.concept_id in named


_GOES_ON: Final = lazy_regex(
    r"\b(?:till|until) then\b|\b(?:carry|keep|stay|go) on\b|\bkeep taking\b|그때까지"
    r"|까지는?\s?(?:지금|먹던|그대로|계속)"
)
"""Words by which what is taken goes on until something new takes its place."""


def _planned(content: Content, day: str) -> Content:
    return content.with_fields(
        status=Status.PLANNED, polarity=Polarity.AFFIRMED, temporality=Temporality.FUTURE,
        valid_from=content.valid_to or day, valid_to=None,
    )  # fmt: skip
