"""Counts and spans of an answer, held against the days and amounts that it lists."""

from __future__ import annotations

import re
from typing import Final

from agent.llm_failures import OutputUnusable
from agent.skills.answer_parts import Answer, Told
from agent.skills.kept_words import KeptWords
from agent.skills.told_amounts import Amount
from agent.skills.worked_out import Listed, size_of
from agent.sources import SENTENCE
from extraction.text.lazy_regex import lazy_regex


def require_count(one: Told, answer: Answer, listed: Listed) -> None:
    """A count beside a list of days is that of the list.

    Raises OutputUnusable ("ungrounded_number") for another one.
    """
    amount = one.amount
    if amount.value != int(amount.value) or amount.value > _MOST_LISTED:
        return
    behind = _LIST.match(answer.text, amount.end)
    if behind is not None:
        inside = [each for each in answer.days if behind.start() <= each.start < behind.end()]
        others = [each for each in answer.told if behind.start() <= each.amount.start < behind.end()]
        sums = {
            sum(map(size_of, inside)),
            len({each.days for each in inside}),
            sum(each.amount.value for each in others),
        }
        sums |= {len([each for each, _ in answer.clocks if behind.start() <= each.start < behind.end()])}
        if len(inside) > 1 and (not others or len(others) >= len(inside)) and amount.value not in sums:
            raise OutputUnusable("ungrounded_number", f"list the days that you counted: {amount.value:g}")
    if one.days or amount.unit not in COUNTED or amount.value < 2:
        return
    start, end = listed.sentence_of(amount)
    days = [each for each in answer.days if start <= each.start < end]
    total = _TOTAL.search(answer.text[start:end])
    if (
        len(days) > 1
        and total is not None
        and not any(_TOTAL.search(piece.words) and piece.holds(amount.value) for piece in listed.kept.pieces)
    ):
        raise OutputUnusable("ungrounded_number", f"list the days that you counted: {amount.value:g}")


_LIST: Final = lazy_regex(r"\s?[가-힣]{0,4}\s?\([^()]*\)|\s(?:\w+\s?){0,2}\([^()]*\)")
COUNTED: Final = frozenset({"번", "일", "알", "병", "개비", "회", "잔", "캔", "포"})
_TOTAL: Final = lazy_regex(
    r"모두|총|다 합|합쳐|합계|전부|\b(?:in all|total|altogether|in total|all told)\b", re.IGNORECASE
)


def require_leading_count(answer: Answer, listed: Listed, kept: KeptWords) -> None:
    """A count with which an answer begins is that of the days, or of the amounts, that it lists behind it.

    Raises OutputUnusable ("ungrounded_number") for another one.
    """
    if not answer.told:
        return
    first = answer.told[0].amount
    if (
        first.unit not in {*COUNTED, ""}
        or first.value != int(first.value)
        or not 1 < first.value <= _MOST_LISTED
        or _LEAD.match(answer.text[: first.start]) is None
    ):
        return
    ends = _LEAD_ENDS.match(answer.text, first.end)
    if ends is None or any(one.start < ends.end() for one in answer.days):
        return
    stop = next((one.start() for one in SENTENCE.finditer(answer.text, ends.end())), len(answer.text))
    days = [one for one in answer.days if one.start < stop]
    if len(days) < 2:
        return
    behind = [one.amount for one in answer.told[1:] if one.amount.start < stop and one.amount.unit in (first.unit, "")]
    behind += (
        []
        if first.unit
        else [one.amount for one in answer.told[1:] if one.amount.start < stop and one.amount.unit in COUNTED]
    )
    items = [one for one in answer.parts if ends.end() <= one[0] < stop]
    sums: set[float] = {sum(map(size_of, days)), len({one.days for one in days}), len(items)}
    if len(behind) >= len(days):
        sums |= {
            sum(one.value for one in behind),
            sum(one.value for one in behind if not _in_brackets(one, answer.text)),
        }
    if first.value not in sums and not listed.works_out(first):
        raise OutputUnusable("ungrounded_number", f"list the days that you counted: {first.value:g}")


def _in_brackets(one: Amount, text: str) -> bool:
    return text.count("(", 0, one.start) > text.count(")", 0, one.start)


_MOST_LISTED: Final = 31
_LEAD: Final = lazy_regex(r"(?:[^\d.!?]{0,14})$")
_LEAD_ENDS: Final = lazy_regex(
    r"\s?(?:번|일|알|병|개비|회|잔|캔|포|개|days?|times|puffs?|tablets?)?"
    r"(?:\s(?:that )?you(?:['’]ve)? (?:told|had)(?: \w+){0,3})?"
    r"\s?(?:입니다|이에요|예요|이요|요|이고|이었어요)?[:.]\s",
    re.IGNORECASE,
)


def require_spans(answer: Answer, listed: Listed, kept: KeptWords) -> None:
    """A span beside the two days between which it lies is as long as they are apart.

    Raises OutputUnusable ("ungrounded_number") for another one.
    """
    for one in answer.told:
        if one.amount.unit not in ("일", "주", "달") or one.amount.value < 2:
            continue
        start, end = listed.sentence_of(one.amount)
        days = [each for each in answer.days if start <= each.start < end]
        if len(days) != 2 or listed.comes_to(one.amount) or not _BETWEEN.search(answer.text[start:end]):
            continue
        sentence = kept.stems_of(answer.text[start:end])
        if not any(
            each.value == one.amount.value and each.unit == one.amount.unit and piece.stems & sentence
            for piece in kept.pieces
            for each in piece.amounts
        ):
            raise OutputUnusable("ungrounded_number", f"these numbers are not in the data: {one.amount.value:g}")


_BETWEEN: Final = lazy_regex(
    r"간격|차이|만[에이]|걸[렸려]|까지|뒤|사이|\b(?:to|from|between|after|since|until|later|apart|on from)\b",
    re.IGNORECASE,
)
