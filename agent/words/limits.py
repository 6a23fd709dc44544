"""Limits and ranges in words: "7.0% 미만", "at least 60 mL/min/1.73m²", "2.5~3.5"."""

from __future__ import annotations

from agent.words.figures import number, quantity
from domain.values import Content


def limit_text(low: float | None, below: float | None, high: float | None, unit: str, language: str) -> str:
    """``low`` <= value < ``below``, or <= ``high`` where the upper limit itself is inside; ``unit`` in UCUM."""
    upper = below if below is not None else high
    if low is not None and upper is not None:
        return f"{number(low, unit)}~{_as_set(upper, unit)}"
    limit = _as_set(low if low is not None else upper or 0.0, unit)
    if low is not None:
        return f"{limit} 이상" if language == "ko" else f"at least {limit}"
    if below is not None:
        return f"{limit} 미만" if language == "ko" else f"below {limit}"
    return f"{limit} 이하" if language == "ko" else f"at most {limit}"


def limits_of(content: Content) -> tuple[float | None, float | None, float | None]:
    """The lower limit, the upper one that is outside and the upper one that is inside, of a goal on record.

    All None for a goal that names no side.
    """
    if content.value_low is not None or content.value_high is not None:
        return content.value_low, None, content.value_high
    if not isinstance(content.value, (int, float)) or isinstance(content.value, bool):
        return None, None, None
    match content.comparator:
        case "<":
            return None, float(content.value), None
        case "<=":
            return None, None, float(content.value)
        case ">" | ">=":
            return float(content.value), None, None
        case _:
            return None, None, None


def goal_text(content: Content, language: str) -> str:
    """The limit that a goal sets, or its number alone where it names no side."""
    limits = limits_of(content)
    if any(one is not None for one in limits):
        return limit_text(*limits, content.unit or "", language)
    value = content.value
    return _as_set(float(value), content.unit or "") if isinstance(value, (int, float)) else ""


def _as_set(value: float, unit: str) -> str:
    """A limit with its unit, as exactly as it was set: a creatinine to be below 0.75 is none to be below 0.8."""
    written = quantity(value, unit)
    rounded = number(value, unit)
    if float(rounded) == value:
        return written
    return f"{value:g}{written.removeprefix(rounded)}"
