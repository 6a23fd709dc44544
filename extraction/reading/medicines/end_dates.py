"""Since when something is not taken any more: "그저께부터 안 먹어요", "haven't had any since Sunday".

"Since" begins what is said of it. Of what is taken it is the first day; of what is not taken any more it is the last,
and the medicine has ended even where it is not named. "2019년부터 먹던 약을 끊었어요" tells the first day of what has
ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Content, Polarity, SlotKind, Status, Temporality
from extraction.reading.asking.asked import asked, sentences
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention

_WITHOUT_KO: Final = lazy_regex(
    r"\s?(?:부터|이후로?는?|후로|뒤로)\s?(?:[^\s.?!]+\s){0,2}?"
    r"(?:(?:안|못)\s?(?:먹|드[시세셔심]|쓰|써|씀|맞|복용|바르|발라|뿌)|(?:먹|드시|쓰|맞|복용하)지\s?(?:않|못)|끊|중단|중지|그만)"
)
_WITHOUT_EN: Final = lazy_regex(
    r"(?:\b(?:haven'?t|have not|hasn'?t|has not|not|didn'?t|don'?t|doesn'?t|no longer|never) "
    r"(?:been |be )?(?:taken|taking|take|had|have|having|used|using|use|touched|swallowed|on)\b"
    r"|\b(?:off|without|no more|came off|stopped|quit|dropped|skipping)\b)"
    r"(?:(?!\b(?:been|was|were) (?:on|taking)\b)[^.!?;]){0,40}?"
    r"\bsince (?:the |last |this |about |around |early |late )*$"
)
_WITHOUT_AHEAD: Final = lazy_regex(
    r",? (?:i |she |he |we |they |it |and |so )*"
    r"(?:(?:have|has|had|do|does|did)(?:n'?t| not)|don'?t|'ve not|no longer)\b"
)
_SINCE_KO: Final = lazy_regex(
    r"\s?(?:부터|이후로?)\s?(?:[^\s.?!]+\s)?(?:먹던|복용하던|드시던|쓰던|맞던|먹어\s?[오온왔]|복용해\s?[오온왔])"
)
_SINCE_EN: Final = lazy_regex(
    r"\b(?:been (?:on|taking|using)|took|taken|was on|were on|used|had been on)\b[^.!?;]{0,24}?\bsince (?:the |last )*$"
)
_MOST: Final = 12
"""Days of one message beyond which it is a list of another kind."""
_MOVES: Final = (Operation.CHANGE, Operation.ASSERT, Operation.CORRECT)


def with_end_dates(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` in which the day since when a medicine is not taken any more is its last."""
    if not sheet.dates or not any(_is_in_question(one.content) for one in proposals):
        return tuple(proposals)
    supposed = list(asked(sheet.folded))
    without, since = set(), set()
    held = list(sentences(sheet.folded))
    for date in sheet.dates[:_MOST]:
        for start, end in held:
            if not start <= date.start < end or any(first <= date.start < last for first, last in supposed):
                continue
            if _is_taken_since(sheet, date, start, end):
                since.add(date.value)
            elif _is_without(sheet, date, start, end):
                without.add(date.value)
    return tuple(_dated(one, without, since) for one in proposals)


def _is_without(sheet: Sheet, date: DateMention, start: int, end: int) -> bool:
    text = sheet.folded
    if sheet.language == "ko":
        return _WITHOUT_KO.match(text, date.end, end) is not None
    # "Since" may be read as part of the date.
    opening = text.rfind("since", start, date.start + len("since"))
    if opening < 0 or date.start - opening > len("since the early "):
        return False
    ahead = _WITHOUT_EN.search(f"{text[start:opening]}since ") is not None
    return ahead or (not text[start:opening].strip() and _WITHOUT_AHEAD.match(text, date.end, end) is not None)


def _is_taken_since(sheet: Sheet, date: DateMention, start: int, end: int) -> bool:
    if sheet.language == "ko":
        return _SINCE_KO.match(sheet.folded, date.end, end) is not None
    opening = sheet.folded.rfind("since", start, date.start + len("since"))
    return opening >= 0 and _SINCE_EN.search(f"{sheet.folded[start:opening]}since ") is not None


def _is_in_question(content: Content | None) -> bool:
    return (
        content is not None
        and content.slot is SlotKind.MEDICATIONS
        and content.subject == PATIENT
        and content.polarity is Polarity.AFFIRMED
        and (content.valid_from or content.valid_to) is not None
    )


def _dated(proposal: Proposal, without: set[str], since: set[str]) -> Proposal:
    content = proposal.content
    if content is None or not _is_in_question(content) or proposal.operation not in _MOVES:
        return proposal
    if content.valid_from in without:
        ended = content.with_fields(
            status=Status.STOPPED, temporality=Temporality.PAST, valid_from=None, valid_to=content.valid_from
        )
        return proposal.with_fields(content=ended)
    if content.valid_to in since and content.status is Status.STOPPED and content.valid_from is None:
        return proposal.with_fields(content=content.with_fields(valid_from=content.valid_to, valid_to=None))
    return proposal
