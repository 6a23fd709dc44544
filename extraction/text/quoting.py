"""What of a span is quoted: its words, without the spaces and marks around them."""

from __future__ import annotations

from typing import Final

_MARKS: Final = " ,.;!?"


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """[start, end) of ``text`` without the marks at its ends; the point of ".5" belongs to its number."""
    while end > start and text[end - 1] in _MARKS:
        end -= 1
    while start < end and text[start] in _MARKS and not (text[start] == "." and text[start + 1 : end][:1].isdigit()):
        start += 1
    return start, end
