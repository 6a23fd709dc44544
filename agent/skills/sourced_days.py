"""Whether the turns that an answer names for a day tell of it, or of one from which it was reckoned."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import combinations
from typing import Final

from agent.llm_failures import OutputUnusable
from agent.skills.kept_words import SPANS, NamedAt, days_apart
from agent.skills.recounted_checks import NIGHT, days_dated, is_among
from agent.skills.told_amounts import amounts_in, unit_named
from agent.skills.vouched import Vouched
from agent.skills.worked_out import sentence_of
from extraction.text.lazy_regex import lazy_regex


def days_vouched_for(vouched: Vouched, texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The places of the days that the turns named for them bear out.

    Raises OutputUnusable ("value_of_another_day") for another day, but for one of ``texts`` for which no turn is named.
    """
    on_record = days_dated(texts)
    for one in vouched.answer.days:
        if _is_day_of(one, vouched) or _is_weekday_of(one, vouched) or _is_reckoned(one, vouched):
            yield one.start, one.end
        elif not is_among(one, on_record) or vouched.names(one.start):
            words = vouched.answer.text[one.start : one.end]
            raise OutputUnusable("value_of_another_day", f"what is named for it tells nothing of this day: {words}")


def _is_day_of(one: NamedAt, vouched: Vouched) -> bool:
    pieces = vouched.of(one.start)
    days = frozenset(day for piece in pieces for day in (*piece.days, *piece.named, piece.on)) | {vouched.kept.today}
    if one.days & days:
        return True
    told = "".join("".join(vouched.kept.as_said[turn].split()) for turn in vouched.turns_of(one.start))
    if "".join(vouched.answer.text[one.start : one.end].split()) in told:
        # "8/10" is no day where it was told of pain.
        return True
    words = vouched.answer.text[max(0, one.start - _AROUND) : one.end + _AROUND]
    if NIGHT.search(words) or any(NIGHT.search(piece.words) for piece in pieces):
        return any(_moved(day, by) in days for day in one.days for by in (1, -1))
    return False


def _is_weekday_of(one: NamedAt, vouched: Vouched) -> bool:
    """Whether it is the day of the week that a turn of its sentence names, near the day on which that was said, or one
    between two days that such turns tell of.
    """
    turns = vouched.named_with(one.start) or vouched.sourced.turns
    pieces = [piece for piece in vouched.told if piece.turn in turns]
    for day in one.days:
        told = date.fromisoformat(day)
        names = _WEEKDAYS[told.weekday()]
        for piece in pieces:
            said = vouched.kept.as_said[piece.turn]
            if abs((date.fromisoformat(piece.on) - told).days) <= _FORTNIGHT and names.search(said):
                return True
        apart = abs((date.fromisoformat(vouched.kept.today) - told).days) if vouched.kept.today else _FORTNIGHT
        if apart < _FORTNIGHT and names.search(vouched.kept.question):
            return True
    days = sorted(day for piece in pieces for day in (*piece.days, piece.on))
    around = vouched.answer.text[max(0, one.start - _WINDOW) : one.end + _WINDOW]
    return bool(days) and bool(_RUN.search(around)) and any(days[0] < day < days[-1] for day in one.days)


_FORTNIGHT, _WINDOW = 13, 20
_WEEKDAYS: Final = tuple(
    lazy_regex(rf"{ko}(?:요일|욜|(?=[,\s·]))|\b{en}{more}", re.IGNORECASE)
    for ko, en, more in (
        ("월", "mon", ""), ("화", "tue", ""), ("수", "wed", ""), ("목", "thu", ""), ("금", "fri", ""),
        ("토", "sat", r"|주말|\bweekend|토일"), ("일", "sun", r"|주말|\bweekend|토일"),
    )
)  # fmt: skip
_RUN: Final = lazy_regex(
    r"부터|까지|동안|매일|없|안\s|\b(?:each|every|through|daily|none|missed|nothing)\b|\d(?:st|nd|rd|th)(?:, | and )",
    re.IGNORECASE,
)
"""Words of a run of days, or of those of it that were left out."""


def _moved(day: str, by: int) -> str:
    return (date.fromisoformat(day) + timedelta(days=by)).isoformat()


_AROUND: Final = 12


def _is_reckoned(one: NamedAt, vouched: Vouched) -> bool:
    """Whether a day lies so far from one that is named in its sentence as a span of it, or of what is told, says."""
    answer, source = vouched.answer, vouched.sourced.at(one.start)
    # What no turn is named for may follow from all that is told.
    start, end = (0, len(answer.text)) if source is None else sentence_of(one.start, answer.text)
    turns = vouched.named_with(one.start) if source is not None else vouched.sourced.turns
    pieces = [piece for piece in vouched.told if piece.turn in turns]
    begun = {day for piece in pieces for day in (*piece.days, piece.on)} | {vouched.kept.today}
    begun |= {day for each in answer.days if start <= each.start < end and each is not one for day in each.days}
    if _EDGE.search(answer.text[start:end]) and any(_moved(day, by) in begun for day in one.days for by in (1, -1)):
        return True
    around = answer.text[max(start, one.start - _BESIDE) : one.end + _BESIDE]
    around += f" {vouched.kept.question}" if source is None else ""
    if not _RECKONED.search(around):
        return False
    spans = {span for piece in pieces for span in _spans_of(piece.words)} | {*_spans_of(answer.text[start:end])}
    spans |= {
        (value, unit)
        for (one_value, unit), (other_value, other_unit) in combinations(sorted(spans)[:_MOST_SPANS], 2)
        if unit == other_unit
        for value in (one_value + other_value, abs(one_value - other_value))
    }
    reached = {day for begins in begun for value, unit in spans for day in days_apart(begins, value, unit)}
    return any(day in reached or _moved(day, 1) in reached for day in one.days)


def _spans_of(text: str) -> Iterator[tuple[float, str]]:
    """The spans that a text tells, as number and unit: of "6 to 8 weeks" both, "a week" and "day 28" too."""
    yield from ((each.value, each.unit) for each in amounts_in(text) if each.unit in SPANS)
    for found in _OPEN_SPAN.finditer(text):
        if found["day"]:
            yield float(found["day"]), "일"
        else:
            yield float(found["from"] or 1), unit_named(found["unit"])


_OPEN_SPAN: Final = lazy_regex(
    r"\b(?:(?P<from>\d+)\s?(?:to|-|–|~)\s?\d+|an?(?= [wmy]))\s(?P<unit>days?|weeks?|months?|years?)\b"
    r"|\bday (?P<day>\d{1,3})\b",
    re.IGNORECASE,
)
_MOST_SPANS: Final = 8
_BESIDE: Final = 30
_RECKONED: Final = lazy_regex(
    r"뒤|후|전|까지|쯤|부터|동안|지나|예정|다음|만[에이]|째|~"
    r"|\b(?:until|till|due|so|later|after|before|about|around|from|to|next|by|ago|earliest|latest|last|makes?|that['’]s|through|would"
    r"|should)\b",
    re.IGNORECASE,
)
"""Words beside a day that was reckoned from another one."""
_EDGE: Final = lazy_regex(
    r"까지|전날|다음\s?날|이튿날|마지막|\b(?:until|to|till|last|the day (?:before|after)|back on)\b", re.IGNORECASE
)
"""Words by which the day before or after one is meant."""
