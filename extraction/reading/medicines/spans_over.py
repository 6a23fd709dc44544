"""Medicines that were taken for a span that is over: "작년 5월부터 6개월 먹었어요", "from May 2024 for six weeks".

A span is told by its beginning and either its length or its end. Where it lies before the day on which it is told, in
words of the past, the medicine is not taken any more, however the readers heard it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Content, Polarity, SlotKind, Status, Temporality
from extraction.reading.asking.asked import asked, sentence_around
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention
from extraction.values.small_counts import ENGLISH_COUNT, KOREAN_COUNT, read_count

_LENGTH_KO: Final = lazy_regex(
    rf"\s?(?:부터|이후로?)\s(?:약\s|한\s|대략\s|딱\s|총\s)?(?P<n>{KOREAN_COUNT})\s?(?P<unit>개월|달|주일?|년|일)"
    r"(?![째차에])\s?(?:간|동안|정도|가량|쯤|만)?(?=[\s,])"
)
_LENGTH_EN: Final = lazy_regex(
    rf",?\s(?:on\s|onwards?,?\s)?for (?:about |around |roughly |some |only |just )?(?P<n>{ENGLISH_COUNT}) "
    r"(?P<unit>day|week|month|year)s?\b"
)
_LENGTH_AHEAD_EN: Final = lazy_regex(
    rf"\bfor (?:about |around |roughly |only |just )?(?P<n>{ENGLISH_COUNT}) (?P<unit>day|week|month|year)s?,? "
    r"(?:starting |beginning )?(?:from |in |since )?(?:the |last )?$"
)
_TAKEN_KO: Final = lazy_regex(
    r"(?:먹|맞)었(?!더|는데\s?(?:지금|아직))|(?:먹|맞)았|맞았|복용했|드셨|썼|발랐|넣었|투여\S{0,2}[했받]|먹음|복용함"
)
_TAKEN_EN: Final = lazy_regex(
    r"\b(?:took|was on|were on|was taking|had been (?:on|taking)|used|was given|was put on|had)\b"
)
_GOES_ON: Final = lazy_regex(
    r"지금|아직|계속|여전히|째|고\s?있|현재|요즘"
    r"|\b(?:still|now|so far|ongoing|currently|have been|has been|'ve been|to date)\b"
)
_UNITS: Final = {
    "일": 1, "day": 1, "주": 7, "주일": 7, "week": 7, "개월": 30, "달": 30, "month": 30, "년": 365, "year": 365,
}  # fmt: skip
_MOVES: Final = (Operation.ASSERT, Operation.CHANGE)


def with_spans_over(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` in which a medicine has ended that was taken for a span which lies before the present day."""
    begun = [one for one in sheet.dates if one.kind == "since"]
    if not begun or not any(_is_taken(one.content) for one in proposals):
        return tuple(proposals)
    supposed = list(asked(sheet.folded))
    over = {
        one.value for one in begun
        if not any(first <= one.start < last for first, last in supposed) and _is_over(sheet, one)
    }  # fmt: skip
    return tuple(_ended(one, over) for one in proposals)


def _is_over(sheet: Sheet, since: DateMention) -> bool:
    text = sheet.folded
    first, last = sentence_around(text, since.start)
    words = text[first:last]
    taken = _TAKEN_KO if sheet.language == "ko" else _TAKEN_EN
    if text[last : last + 1] == "?" or taken.search(words) is None or _GOES_ON.search(words) is not None:
        return False
    until = next((one for one in sheet.dates if one.kind == "until" and since.end <= one.start < last), None)
    if until is not None:
        return until.value < sheet.day[: len(until.value)]
    behind = _LENGTH_KO if sheet.language == "ko" else _LENGTH_EN
    length = behind.match(text, since.end, last) or _LENGTH_AHEAD_EN.search(text[first : since.start])
    if length is None:
        return False
    begun = date.fromisoformat(f"{since.value}-01-01"[: len(sheet.day)])
    return begun + timedelta(days=read_count(length["n"])[1] * _UNITS[length["unit"]]) < date.fromisoformat(sheet.day)


def _is_taken(content: Content | None) -> bool:
    return (
        content is not None
        and content.slot is SlotKind.MEDICATIONS
        and content.subject == PATIENT
        and content.polarity is Polarity.AFFIRMED
        and content.status is Status.ACTIVE
        and content.valid_from is not None
    )


def _ended(proposal: Proposal, over: set[str]) -> Proposal:
    content = proposal.content
    if content is None or not _is_taken(content) or proposal.operation not in _MOVES or content.valid_from not in over:
        return proposal
    ended = content.with_fields(status=Status.STOPPED, temporality=Temporality.PAST)
    return proposal.with_fields(content=ended)
