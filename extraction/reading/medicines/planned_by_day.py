"""A medicine that begins on a day to come is planned, whatever the readers hear: "I haven't started aspirin yet, that's
for next week", "다음 주부터 먹기로 했어요. 지금은 안 먹고요".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Content, Polarity, SlotKind, Status, Temporality
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_ENDS: Final = lazy_regex(
    r"\b(?:stop\w*|quit|come off|coming off|finish\w*|last (?:dose|one|pill)|run(?:s|ning)? out|end(?:s|ing)?"
    r"|cut (?:it )?out)\b|끊|그만|중단|마지막|끝"
)
_TO_COME: Final = lazy_regex(
    r"\bnext (?:week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b|\btomorrow\b"
    r"|다음\s?(?:주|달)|내일|모레|내주"
)
_BEGINS: Final = lazy_regex(
    r"\b(?:start\w*|begin\w*|begun|go(?:ing)? on(?:to)?|put (?:me )?on|plann?\w*|first (?:one|time|dose|tablet"
    r"|pill)|yet|so far|until then"
    r"|(?:haven'?t|havent|have not|won'?t) (?:be )?(?:tak|had|start|us)\w*)\b"
    r"|시작|부터|기로\s?(?:했|하|되|됐|돼)|들어가|새로|아직|여태|하라고|하자고|먹게\s?된|복용하게\s?된"
)
"""Words of a beginning, or that it has not come yet."""


def with_planned_by_their_day(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` in which the one medicine named, new to the record, is planned where its day is yet to come."""
    named = {one.entry.concept_id for one in sheet.mentions if one.entry.kind == "medications"}
    known = {one.concept.concept_id for one in heard.facts}
    later = [one for one in sheet.dates if one.value > sheet.day[: len(one.value)]]
    if len(named) != 1 or named & known or not later or len(later) != len(sheet.dates):
        return tuple(proposals)
    if _ENDS.search(sheet.folded) or not (_TO_COME.search(sheet.folded) and _BEGINS.search(sheet.folded)):
        return tuple(proposals)
    return tuple(
        one.with_fields(operation=Operation.ASSERT, target=None, content=_planned(one.content))
        if one.content is not None and _is_of(one, one.content, named)
        else one
        for one in proposals
    )


def _is_of(proposal: Proposal, content: Content, named: set[str]) -> bool:
    told = proposal.operation in (Operation.ASSERT, Operation.CHANGE) and content.subject == PATIENT
    return told and content.slot is SlotKind.MEDICATIONS and content.concept.concept_id in named


def _planned(content: Content) -> Content:
    return content.with_fields(
        status=Status.PLANNED, polarity=Polarity.AFFIRMED, temporality=Temporality.FUTURE,
        valid_from=content.valid_from or content.valid_to, valid_to=None,
    )  # fmt: skip
