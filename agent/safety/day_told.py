"""What is told as taken within a day, turn by turn: doses with no name go on with the medicine that was counted last.

An hour that is told again is the same dose, unless the words say that it came on top.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from typing import Any, Final

from agent.answers.consultation import Consultation
from agent.safety.tables import table
from extraction.naming.mentions import Entry, Mention
from extraction.reading.medicines.doses_counted import Counted, doses_counted, products_in, tells_taken
from extraction.reading.medicines.doses_gone_on import GoneOn, doses_gone_on, hours_of
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

CHILD: Final = lazy_regex(
    r"아이(?!부)|아기|애기|아들|딸|손주|손자|손녀|애가|우리\s?애|[가-힣\d]\s?개월"
    r"|\b(?:baby|toddler|son|daughter|child|kid|kids|grand(?:son|daughter|child|kid)|months? old|calpol|infant)\b",
    re.IGNORECASE,
)
_GOES_ON: Final = lazy_regex(
    r"\bwhat (?:can|could|may) i\b|\b(?:can|could|may|should) i (?:take|have)\b|\b(?:any|some|one|two) more\b|\bat bed"
    r"|더\s?(?:먹|드|묵)|(?:먹|드셔|묵)\S?도\s?(?:되|돼)|뭐\s?먹|자기\s?전",
    re.IGNORECASE,
)
_ASKS_TOTAL: Final = lazy_regex(
    r"\bhow (?:many|much)\b(?! (?:times|longer|water|days|hours))"
    r"[^.?!]{0,40}(?:\b(?:today|so far|that|altogether|in all|total|had|taken|took)\b|$)"
    r"|\btotal\b[^.?!]{0,20}\b(?:so far|today|now|mg)\b|\bthe total\b|\badd (?:it|them|that) up\b"
    r"|(?:오늘\s?|여태\s?|지금까지\s?|그럼\s?)?(?:총|모두|전부|다\s?합|합치|합해|합하|오늘|지금까지|여태)[^.?!]{0,12}(?:몇|얼마)"
    r"|몇\s?(?:알|정|개|병|미리|mg|밀리)[^.?!]{0,8}(?:먹었|먹은|이[야지에예]|죠|지|였|드셨)",
    re.IGNORECASE,
)
"""Questions for the sum: their "today" tells no total."""
_TODAY: Final = lazy_regex(r"\btoday\b|so far|in all|오늘|모두|총", re.IGNORECASE)
_MORE: Final = lazy_regex(
    r"\b(?:more|another|again|just now)\b|(?<![가-힣])(?:더|또|다시|방금|추가)"
    r"(?![가-힣]*\s?(?:먹|드시|드셔)\S{0,2}\s?(?:되|돼|괜))",
    re.IGNORECASE,
)
_SLOW: Final = lazy_regex(r"8\s?시간|서방|이알|\ber\b|650|arthritis|8 ?hour", re.IGNORECASE)
_SLOW_MG: Final = 650.0
_BEFORE, _BEHIND = 16, 8
"""Characters before and behind a name in which words tell which product it is ("extra strength Tylenol")."""
_DAY: Final = timedelta(hours=24)
_TURNS: Final = 24
_FEW_DOSES: Final = 3


@dataclass(frozen=True, slots=True)
class Amount:
    """What one product brings of a substance: told at once, at ``hours`` of the clock where these are told."""

    entry: Entry
    substance: str
    tablets: float
    each: float
    mg: float
    doses: int
    low: bool
    opioid: bool
    slow: bool = False
    hours: frozenset[float] = frozenset()
    more: bool = False

    @property
    def one(self) -> float:
        """The mg of one dose of it."""
        return self.mg / max(1, self.doses)


def asks_total(text: str) -> bool:
    """Whether words ask what was taken so far comes to."""
    return _ASKS_TOTAL.search(text) is not None


def amounts_told(consultation: Consultation) -> tuple[Amount, ...]:
    """What this turn counts, with what was told earlier within the day unless this turn tells it all."""
    # A request may be completed by what was spoken of before; what was taken is what the words themselves say.
    text = normalise(consultation.situation.question.text).text
    earlier = list(_earlier(consultation))
    last = earlier[-1] if earlier else None
    now = list(_of_line(consultation, text, last))
    named = any(one.entry.kind == "medications" for one in consultation.finder.find(text))
    told = _ASKS_TOTAL.sub(" ", text)
    whole = bool(_TODAY.search(told)) or sum(one.doses for one in now) > _FEW_DOSES
    if any(one.mg for one in now) and named and whole and not _MORE.search(told):
        return tuple(one for one in now if one.mg)
    if not now and not _GOES_ON.search(text) and not asks_total(text):
        return ()
    return tuple(one for one in _distinct((*earlier, *now)) if one.mg)


def _earlier(consultation: Consultation) -> Iterator[Amount]:
    question, lines = consultation.situation.question, consultation.situation.view.tiers.lines
    last: Amount | None = None
    for turn in range(max(1, question.turn_number - _TURNS), question.turn_number):
        line = lines.get(turn)
        if line is None or question.said_at - line.said_at >= _DAY:
            continue
        for one in _of_line(consultation, normalise(line.question).text, last):
            last = one
            yield one


def _of_line(consultation: Consultation, text: str, last: Amount | None) -> Iterator[Amount]:
    """What one turn tells as taken, where ``last`` was counted before it; an amount of nothing only opens a count."""
    if CHILD.search(text) and not consultation.is_kept_for_another:
        return
    mentions = consultation.finder.find(text)
    named = [one for one in mentions if one.entry.kind == "medications"]
    if named:
        if tells_taken(text):
            yield from _named(text, mentions, named)
        return
    if last is not None:
        for one in doses_gone_on(text, of_another=consultation.is_kept_for_another):
            yield _gone_on(one, last)


def _named(text: str, mentions: Sequence[Mention], named: Sequence[Mention]) -> Iterator[Amount]:
    rows = table("contents")
    counted = [one for one in doses_counted(text, products_in(mentions)) if one.product.entry.concept_id in rows]
    for one in counted:
        yield _amount(one, rows[one.product.entry.concept_id], text)
    if not counted and len({one.entry.concept_id for one in named}) == 1 and named[0].entry.concept_id in rows:
        row, entry = rows[named[0].entry.concept_id], named[0].entry
        yield Amount(entry, row["substance"], 0, float(row["mg"]), 0, 0, low=bool(row.get("least")), opioid=False)


def _gone_on(one: GoneOn, last: Amount) -> Amount:
    """More of what was counted last, of the same strength: one that was told in mg is one of so much."""
    each = last.each if last.tablets or not last.mg else last.one
    if one.again:
        doses = max(1, last.doses)
        tablets, mg = last.tablets / doses, last.one if last.mg else each
    else:
        tablets, mg = one.tablets, one.mg or one.tablets * each
    return replace(last, tablets=tablets, each=each, mg=mg, doses=1, hours=one.hours, more=one.more)


def _distinct(amounts: Sequence[Amount]) -> Iterator[Amount]:
    """The amounts without those that a later turn tells again by their hours."""
    for place, one in enumerate(amounts):
        later = amounts[place + 1 :]
        again = (each for each in later if each.substance == one.substance and not each.more)
        if not one.hours or not any(one.hours <= each.hours for each in again):
            yield one


def _amount(one: Counted, row: Mapping[str, Any], text: str) -> Amount:
    beside = text[max(0, one.product.start - _BEFORE) : one.product.end + _BEHIND]
    own = next((mg for said, mg in row.get("said", {}).items() if _said(said).search(beside)), None)
    each = float(one.strength or own or row["mg"])
    return Amount(
        one.product.entry,
        row["substance"],
        one.tablets,
        each,
        one.tablets * each + one.mg,
        one.doses,
        low=bool(row.get("least")) and one.strength is None and own is None,
        opioid=bool(row.get("opioid", False)),
        slow=each == _SLOW_MG or _SLOW.search(beside) is not None,
        hours=frozenset(hours_of(text)),
        more=_MORE.search(text) is not None,
    )


@cache
def _said(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
