"""A dose in words: one amount as it is written, one that differs by day or time with its days and times."""

from __future__ import annotations

from typing import Final

from agent.words.timings import timing_text
from domain.timing import HOUR
from domain.values import Content
from extraction.values.dose_schedules import ScheduledDose, schedule_of
from extraction.values.measure_words import measure_of, with_unit

_KOREAN: Final = {
    "Mon": "월", "Tue": "화", "Wed": "수", "Thu": "목", "Fri": "금", "Sat": "토", "Sun": "일",
    "weekdays": "평일", "weekends": "주말", "other days": "나머지 요일", "one day": "하루는", "next day": "다음 날은",
    "dawn": "새벽", "morning": "아침", "noon": "점심", "afternoon": "오후", "evening": "저녁", "night": "밤",
    "bedtime": "자기 전",
}  # fmt: skip
_ENGLISH: Final = {
    "weekdays": "on weekdays", "weekends": "on weekends", "other days": "on the other days", "one day": "one day",
    "next day": "the next", "dawn": "at dawn", "morning": "in the morning", "noon": "at noon",
    "afternoon": "in the afternoon", "evening": "in the evening", "night": "at night", "bedtime": "at bedtime",
}  # fmt: skip


def dose_text(dose: str, language: str) -> str:
    """``dose`` in the words of ``language``: "월·수·금 5mg, 토·일 4mg", "12U in the morning", "2포" (2 sachets)."""
    parts = schedule_of(dose)
    if parts:
        return ", ".join(_part(part, language) for part in parts)
    number, _, unit = dose.partition(" ")
    unit, of, strength = unit.partition(" (")
    return f"{_amount(number, f' {unit}', language)}{of}{strength}" if measure_of(unit) is not None else dose


def dosing_words(content: Content, language: str, frequency: str) -> tuple[str, str]:
    """Dose, and how often and when, to be said of a medicine: a schedule says by itself how often it is taken."""
    said = dose_text(content.dose or "", language)
    if schedule_of(content.dose):
        return said, ""
    return said, ", ".join(word for word in (frequency, timing_text(content.timing, language)) if word)


def _part(part: ScheduledDose, language: str) -> str:
    amount = _amount(f"{part.amount:g}", part.unit, language)
    if language == "ko":
        return f"{_KOREAN.get(part.when) or '·'.join(_KOREAN.get(day, day) for day in part.when.split('/'))} {amount}"
    if HOUR.fullmatch(part.when):
        return f"{amount} at {part.when}"
    return f"{amount} {_ENGLISH.get(part.when) or 'on ' + ', '.join(part.when.split('/'))}"


def _amount(number: str, unit: str, language: str) -> str:
    """An amount with its unit in the words of ``language``: "2 tab" is "2알" and "2 tablets"."""
    measure = measure_of(unit)
    if measure is None:
        return f"{number}{unit}"
    if language == "ko":
        return f"{number}{measure.korean}"
    written = with_unit(number, unit)
    one, several = _SHORT.get(measure.one, ("", ""))
    return f"{number} {one if number == '1' or number.startswith('0') else several}" if one else written


_SHORT: Final = {
    "tab": ("tablet", "tablets"), "puff": ("puff", "puffs"), "drop": ("drop", "drops"), "spray": ("spray", "sprays"),
}  # fmt: skip
"""Measures that are written short on record, as they are said."""
