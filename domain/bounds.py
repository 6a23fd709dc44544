"""How a range is written: with both of its ends, or as the bound that it is when only one of them is known."""

from __future__ import annotations

from collections.abc import Callable

from domain.values import Content

AT_LEAST, AT_MOST = ">=", "<="


def bounds_text(content: Content, number: Callable[[float], str] = "{:g}".format, joint: str = "-") -> str:
    """The range of a content: "6-9", ">=6" or "<=9"; empty where it has none."""
    low, high = content.value_low, content.value_high
    if low is None:
        return "" if high is None else f"{AT_MOST}{number(high)}"
    return f"{AT_LEAST}{number(low)}" if high is None else f"{number(low)}{joint}{number(high)}"
