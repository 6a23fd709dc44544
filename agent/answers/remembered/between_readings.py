"""How far a value moved between two readings: "how much have I lost since March?", "3월보다 얼마나 내려갔죠?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.asking.value_request import Window, period_named
from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.known import numeric
from agent.answers.remembered.asked import asks_leave, named_in_words, own_words
from agent.answers.values.comparison import comparison_sentence, measured
from agent.answers.values.courses import DIASTOLIC, SYSTOLIC
from agent.answers.values.told_courses import by_side
from agent.words.figures import difference, difference_text
from agent.words.sentences import sentence
from domain.ledger import Fact
from extraction.naming.mentions import Kind
from extraction.text.lazy_regex import lazy_regex

_HOW_FAR: Final = lazy_regex(
    r"\bhow (?:much|many|far|big)\b|\bby how\b|\bdifference\b|\bgap\b|얼마나|얼마|몇\s?(?:kg|킬로|키로|점|%"
    r"|퍼센트)|차이|폭",
    re.IGNORECASE,
)
_MOVED: Final = lazy_regex(
    r"\b(?:los[et]|lost|gain\w*|drop\w*|fall\w*|fell|came down|come down|went (?:up|down)|gone (?:up|down)"
    r"|ris\w+|rose"
    r"|improv\w+|chang\w+|lower|higher|lighter|heavier|less|more|down|up|put on|differen\w+|gap)\b"
    r"|빠[졌지진]|줄[었어은]|늘[었어은]|쪘|찐|떨어[졌진]|내려[갔간]|올[랐라]|낮아[졌진]|높아[졌진]|좋아[졌진]"
    r"|나빠[졌진]|달라[졌진]|변[했한]|차이|감량|뺀|뺐|뺏|찌웠",
    re.IGNORECASE,
)
_SINCE: Final = lazy_regex(
    r"\b(?:since|than|from|between|before|last two|ago|and now)\b|부터|보다|이후|비해|사이|하고|이랑|에서|까지|대비",
    re.IGNORECASE,
)
_WEIGHT: Final = lazy_regex(
    r"\b(?:weight|weigh|kilos?|kgs?|pounds?|lbs?|lighter|heavier|have i lost|did i lose|i've lost|have i gained"
    r"|did i gain|have i put on|is that down|am i down)\b"
    r"|몸무게|체중|킬로|키로|kg|뺀|뺐|뺏|살이?\s?(?:얼|많|좀|몇|빠|쪘|찐)",
    re.IGNORECASE,
)
_PRESSURE: Final = lazy_regex(r"\b(?:blood )?pressure\b|\bbp\b|혈압(?!약)", re.IGNORECASE)
_SEASONS: Final = (
    (lazy_regex(r"\bspring\b|봄", re.IGNORECASE), 3),
    (lazy_regex(r"\bsummer\b|여름", re.IGNORECASE), 6),
    (lazy_regex(r"\b(?:autumn|fall(?= i| my|\?)|fall$)|가을", re.IGNORECASE), 9),
    (lazy_regex(r"\bwinter\b|겨울", re.IGNORECASE), 12),
)
"""The month in which a season begins, in the northern half of the world."""
_FIRST: Final = lazy_regex(
    r"\bfirst\b|\b(?:at|from|since) the (?:start|beginning)\b|\bbegan\b|\bstart(?:ed|ing)?\b|\bin total\b"
    r"|\baltogether\b"
    r"|\boverall\b|\bso far\b|\bhow many days\b|\bbooking\b"
    r"|처음|첫|시작|(?<![가-힣])총(?![가-힣]*콜)|그동안|지금까지|모두"
    r"|며칠\s?(?:동안|만에|사이)",
    re.IGNORECASE,
)
"""By what it is counted from the first reading on: its words, or a sum of all that moved."""
_DAYS_ASKED: Final = lazy_regex(
    r"\bhow many (?:days|weeks)\b|\b(?:how long|in what time|over how)\b"
    r"|며칠|몇\s?(?:일|주)|얼마\s?(?:만에|동안)|얼마나\s?걸"
    r"|속도|\b(?:pace|rate|speed|how fast|too fast|quick\w*)\b",
    re.IGNORECASE,
)
_WHOLE_DAY: Final = len("2026-01-01")
_WEEK: Final = 7
_THAN: Final = lazy_regex(r"\bthan\b|\bcompared\b|보다|비해|대비|비교", re.IGNORECASE)
_MONTH: Final = len("2026-01")
_MEDICAL: Final[tuple[Kind, ...]] = ("medications", "drug_classes", "allergens")
_BODY_WEIGHT: Final = "body_weight"
_TWO: Final = 2


def asks_between(request: Request) -> bool:
    """Whether it is asked how far a value moved since another."""
    text = request.text
    if asks_leave(request):
        return False
    asks = _HOW_FAR.search(text) is not None and _MOVED.search(text) is not None
    since = _SINCE.search(text) is not None or _FIRST.search(text) is not None
    return asks and (since or _period(request, "9999") is not None)


def between_readings(consultation: Consultation) -> Part:
    """The reading from which it is counted, the one up to which it is, and the difference, of each number asked."""
    request = consultation.request
    several = request.values is not None and request.values.newest not in (None, _TWO)
    if several or not asks_between(request) or named_in_words(consultation, *_MEDICAL):
        return Part()
    period = _period(request, consultation.known.today)
    tests = tests_moved(consultation)
    first, than = (one.search(request.text) is not None for one in (_FIRST, _THAN))
    rows = [row for test in tests for row in _rows(consultation, test)]
    pairs = [pair for row in rows if (pair := _ends(row, period, from_first=first, than=than)) is not None]
    if len(pairs) != len(rows):
        return Part()
    said = joined(
        Part(comparison_sentence(consultation, *pair), tuple(one.fact_id for one in pair), (), measured(*pair))
        for pair in pairs
    )
    said = joined((said, *(_all_of_a_side(consultation, row) for row in rows)), " ")
    return joined((said, _in_days(consultation, *pairs[0])), " ") if pairs else said


def _rows(consultation: Consultation, test: str) -> list[Sequence[Fact]]:
    """The readings of a test over time, those of each of two sides apart."""
    sides = by_side(consultation, test)
    return [one.facts for one in sides] if sides else [consultation.known.series(test)]


def _all_of_a_side(consultation: Consultation, row: Sequence[Fact]) -> Part:
    """Every reading of a side: of two asked in one breath each may be held against another time."""
    if len(row) <= _TWO or row[-1].content.qualifier not in ("left", "right"):
        return Part()
    words = consultation.words
    listed = ", ".join(words.measurement(one) for one in row)
    text = sentence("value.listed", words.language, name=words.test(row[-1].content), listed=listed)
    return Part(text, tuple(one.fact_id for one in row))


def _in_days(consultation: Consultation, earlier: Fact, later: Fact) -> Part:
    """Over how many days that was, and how much it makes a week, where the time or the pace is asked for."""
    days = (earlier.clinical_day, later.clinical_day)
    if _DAYS_ASKED.search(consultation.request.text) is None or any(len(one) != _WHOLE_DAY for one in days):
        return Part()
    count = (date.fromisoformat(days[1]) - date.fromisoformat(days[0])).days
    if count <= 0:
        return Part()
    language, unit = consultation.words.language, later.content.unit
    moved = difference(numeric(earlier) or 0.0, numeric(later) or 0.0, unit)
    if count < _WEEK or not moved:
        return Part(sentence("between.days", language, days=count))
    size = difference_text(round(moved * _WEEK / count, 1), unit, language)
    return Part(sentence("between.days_and_pace", language, days=count, size=size))


def tests_moved(consultation: Consultation) -> tuple[str, ...]:
    """The tests meant: those named, a pressure as both its numbers, a weight by what is said of it alone."""
    text = own_words(consultation)
    if _PRESSURE.search(text) is not None:
        return (SYSTOLIC, DIASTOLIC)
    if not named_in_words(consultation, "labs", "vitals") and _WEIGHT.search(text) is not None:
        return (_BODY_WEIGHT,)
    return consultation.tests_asked() if consultation.request.tests else ()


def _period(request: Request, today: str) -> Window | None:
    """The time between whose ends it is counted; a season begins with its first month, the last time it did."""
    for season, month in _SEASONS:
        if season.search(request.text) is not None:
            year = int(today[:4]) - (f"{month:02d}" > today[5:_MONTH])
            return Window(f"{year}-{month:02d}")
    period = period_named(request.plain, request.mentions, request.dates)
    if period is not None and period.on:
        return Window(period.first)
    return period


def _ends(series: Sequence[Fact], period: Window | None, *, from_first: bool, than: bool) -> tuple[Fact, Fact] | None:
    """The reading where the time begins, else the last before it, and the last one up to its end."""
    if len(series) < _TWO:
        return None
    if period is None or period.first is None:
        return series[0] if from_first else series[-2], series[-1]
    first = period.first
    within = [one for one in series if period.holds(one.clinical_day)]
    on_it = [one for one in series if one.clinical_day.startswith(first)]
    before = [one for one in series if one.clinical_day < first]
    if than and within and series[-1] is not within[-1]:
        # "Than last week" is counted from that week to the newest value, not within it.
        return within[-1], series[-1]
    end = next(iter(within[::-1]), None)
    start = next((one for one in (*on_it, *before[-1:], *within) if one is not end), None)
    return (start, end) if start is not None and end is not None else None


def is_part(text: str) -> bool:
    """Whether one ask of several asks for a part of what is answered here."""
    return any(one.search(text) is not None for one in (_HOW_FAR, _MOVED, _FIRST, _DAYS_ASKED))
