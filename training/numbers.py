"""The numbers in what an author wrote as a value or a dose."""

from __future__ import annotations

from typing import Any


def number(words: Any) -> float | None:
    """The first number in a value or dose as the authors write them; None without one."""
    digits = ""
    for char in str(words if words is not None else ""):
        if char.isdigit() or (char == "." and digits):
            digits += char
        elif digits and char != ",":
            break
    try:
        return float(digits.rstrip("."))
    except ValueError:
        return None
