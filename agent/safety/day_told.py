"""What is told as taken within a day, turn by turn: doses with no name go on with the medicine that was counted last.

An hour that is told again is the same dose, unless the words say that it came on top.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final

from agent.answers.consultation import Consultation
from agent.safety.tables import table
from extraction.naming.mentions import Entry, Mention
from extraction.reading.medicines.doses_counted import Counted, doses_counted, products_in, tells_taken, words_before
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
_WHOLE: Final = lazy_regex(r"\btoday\b|so far|in all|오늘|모두|총", re.IGNORECASE)
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
_HALF_A_DAY: Final = timedelta(hours=11)
_NIGHT_BEFORE: Final = lazy_regex(r"\blast night\b|\byesterday\b|어제|어젯|간밤|전날", re.IGNORECASE)
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


@dataclass(frozen=True, slots=True)
class TurnTold:
    """One turn of the last 24 hours: its words, when they were said, and what was counted of them."""

    text: str
    said_at: datetime
    amounts: tuple[Amount, ...]


def asking_for_the_sum(text: str) -> str:
    """``text`` without the words that ask for a sum, which tell of nothing taken."""
    return _ASKS_TOTAL.sub(" ", text)


def turns_told(consultation: Consultation) -> tuple[TurnTold, ...]:
    """The turns of the last 24 hours with what each counts, this one the last."""
    # A request may be completed by what was spoken of before; what was taken is what the words themselves say.
    question, lines = consultation.situation.question, consultation.situation.view.tiers.lines
    earlier = [lines.get(turn) for turn in range(max(1, question.turn_number - _TURNS), question.turn_number)]
    said = [(one.question, one.said_at) for one in earlier if one is not None and question.said_at - one.said_at < _DAY]
    found: list[TurnTold] = []
    for text, at in (*said, (question.text, question.said_at)):
        plain = normalise(text).text
        last = next((one.amounts for one in reversed(found) if one.amounts), ())
        counted = {(one.entry.concept_id, one.each, one.one) for turn in found for one in turn.amounts if one.mg}
        found.append(TurnTold(plain, at, tuple(_of_line(consultation, plain, last, mixed=len(counted) > 1))))
    return tuple(found)


def amounts_told(consultation: Consultation) -> tuple[Amount, ...]:
    """What this turn counts, with what was told earlier within the day unless this turn tells it all."""
    *before, turn = turns_told(consultation)
    text, now = turn.text, turn.amounts
    earlier = [one for each in before for one in each.amounts]
    named = any(one.entry.kind == "medications" for one in consultation.finder.find(text))
    told = asking_for_the_sum(text)
    whole = bool(_WHOLE.search(told)) or sum(one.doses for one in now) > _FEW_DOSES
    if any(one.mg for one in now) and named and whole and not _MORE.search(told) and _tells_again(now, earlier):
        return tuple(one for one in now if one.mg)
    if not now and not _GOES_ON.search(text) and not asks_total(text):
        return ()
    return tuple(one for one in _distinct((*before, turn)) if one.mg)


def _tells_again(now: Sequence[Amount], earlier: Sequence[Amount]) -> bool:
    """Whether what is told now can be all of it: no less of any substance, and every hour told before."""
    hours = frozenset[float]().union(*(one.hours for one in now))
    substances = {one.substance for one in (*now, *earlier)}
    least = all(_sum(now, each) >= _sum(earlier, each) for each in substances)
    return least and all(one.hours <= hours or not hours for one in earlier)


def _sum(amounts: Sequence[Amount], substance: str) -> float:
    return sum(one.mg for one in amounts if one.substance == substance)


def _of_line(consultation: Consultation, text: str, last: Sequence[Amount], *, mixed: bool) -> Iterator[Amount]:
    """What one turn tells as taken, where ``last`` was counted before it; an amount of nothing only opens a count.

    ``mixed``: more than one product was counted, so that it is not certain of which a dose without a name is.
    """
    if CHILD.search(text) and not consultation.is_kept_for_another:
        return
    mentions = consultation.finder.find(text)
    named = [one for one in mentions if one.entry.kind == "medications"]
    if named:
        before = words_before(text, products_in(mentions)[0])
        if last and before.strip():
            # "Two more at 7, and a cold remedy with it": what stands before the first name goes on with the last.
            yield from _going_on(consultation, before, last, mixed=mixed)
        if tells_taken(text):
            yield from _named(text, mentions, named)
        return
    if last:
        yield from _going_on(consultation, text, last, mixed=mixed)


def _going_on(consultation: Consultation, text: str, last: Sequence[Amount], *, mixed: bool) -> Iterator[Amount]:
    """Doses with no name: the same again is all of the last turn, another is of what was counted last."""
    for one in doses_gone_on(text, of_another=consultation.is_kept_for_another):
        if one.again:
            yield from (_gone_on(one, each) for each in last)
        else:
            more = _gone_on(one, last[-1])
            yield replace(more, low=True) if mixed else more


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


def _distinct(turns: Sequence[TurnTold]) -> Iterator[Amount]:
    """The amounts without those that a later turn tells again by their hours."""
    for place, turn in enumerate(turns):
        later = [each for each in turns[place + 1 :] if _may_tell_again(turn, each)]
        for one in turn.amounts:
            again = (
                each for other in later for each in other.amounts if each.substance == one.substance and not each.more
            )
            if not one.hours or not any(one.hours <= each.hours for each in again):
                yield one


def _may_tell_again(turn: TurnTold, later: TurnTold) -> bool:
    """Whether an hour of ``later`` can be the same one: not half a day on, and not that of the night before."""
    if len(frozenset[float]().union(*(one.hours for one in later.amounts))) > 1:
        return True
    near = later.said_at - turn.said_at < _HALF_A_DAY
    return near and (_NIGHT_BEFORE.search(turn.text) is None) is (_NIGHT_BEFORE.search(later.text) is None)


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
