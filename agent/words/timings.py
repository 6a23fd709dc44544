"""When a medicine is taken or a complaint came, in words: "on Mondays after dinner", "월요일 저녁 식후", "5월 3일"."""

from __future__ import annotations

from typing import Final

from agent.words.figures import date_text
from domain.timing import DAYS, Timing

_KOREAN_DAYS: Final = dict(zip(DAYS, "월화수목금토일", strict=True))
_ENGLISH_DAYS: Final = dict(
    zip(
        DAYS, ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays"), strict=True,
    )
)  # fmt: skip
_KOREAN: Final = {
    "WAKE": "일어나자마자", "ACM": "아침 식전", "CM": "아침 식사와 함께", "PCM": "아침 식후", "MORN": "아침",
    "ACD": "점심 식전", "CD": "점심 식사와 함께", "PCD": "점심 식후", "NOON": "점심", "AFT": "오후", "ACV": "저녁 식전",
    "CV": "저녁 식사와 함께", "PCV": "저녁 식후", "EVE": "저녁", "NIGHT": "밤", "HS": "자기 전", "AC": "식전",
    "C": "식사와 함께", "PC": "식후",
}  # fmt: skip
_ENGLISH: Final = {
    "WAKE": "on waking", "ACM": "before breakfast", "CM": "with breakfast", "PCM": "after breakfast",
    "MORN": "in the morning", "ACD": "before lunch", "CD": "with lunch", "PCD": "after lunch", "NOON": "at noon",
    "AFT": "in the afternoon", "ACV": "before dinner", "CV": "with dinner", "PCV": "after dinner",
    "EVE": "in the evening", "NIGHT": "at night", "HS": "at bedtime", "AC": "before meals", "C": "with meals",
    "PC": "after meals",
}  # fmt: skip


def timing_text(written: str | None, language: str) -> str:
    """The days and times of a timing; empty where none is told."""
    timing = Timing.read(written)
    if timing.events:
        return ", ".join(date_text(one, language) for one in timing.events)
    if language == "ko":
        days = "·".join(_KOREAN_DAYS[one] for one in timing.days)
        times = ", ".join(_KOREAN.get(one) or _clock(one) for one in timing.times)
        return " ".join(word for word in (f"{days}요일" if days else "", times) if word)
    named = [_ENGLISH_DAYS[one] for one in timing.days]
    days = f"on {_listed(named)}" if named else ""
    times = _listed([_ENGLISH.get(one) or f"at {_clock(one)}" for one in timing.times])
    return " ".join(word for word in (days, times) if word)


def _listed(words: list[str]) -> str:
    """Words in a row: "in the morning and at noon"."""
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def _clock(hour: str) -> str:
    """An hour as it is said: "8:00" of "08:00"."""
    return hour.removeprefix("0")
