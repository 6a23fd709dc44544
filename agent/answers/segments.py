"""Several requests in one utterance, each with the words that belong to it, in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent.answers.request import Request
from extraction.mentions import Mention

_JOINTS_KO: Final = (
    "이랑 ",
    "랑 ",
    "하고 ",
    "그리고 ",
    "이고, ",
    "이고 ",
    "고, ",
    "고 ",
    "며, ",
    "며 ",
    "및 ",
    "와 ",
    "과 ",
)
_JOINTS_EN: Final = (" and ", " plus ", " as well as ", " & ")
_MARKS: Final = ("? ", "! ", ". ", ", ", "; ", "\n")
_MOST: Final = 4


def segments(request: Request) -> tuple[str, ...]:
    """The parts of an utterance that name something each, in order; the whole where there is but one.

    A joint counts only where something is named on both of its sides, so "blood pressure and pulse" is cut as "A1c and
    my losartan dose" is, and it is for the caller to see whether the parts ask different things.
    """
    text = request.plain
    named = [one for one in request.subjects if one.entry.kind != "relatives"]
    if len(named) < 2:
        return (text,)
    cuts = _cuts(text, named)
    parts, start = [], 0
    for cut in cuts:
        if _names(named, start, cut) and _names(named, cut, len(text)):
            parts.append(text[start:cut])
            start = cut
    parts.append(text[start:])
    return tuple(part.strip(" ,;") for part in parts) if len(parts) <= _MOST else (text,)


def _cuts(text: str, named: Sequence[Mention]) -> list[int]:
    found = set()
    for joint in (*_JOINTS_KO, *_JOINTS_EN, *_MARKS):
        at = text.find(joint)
        while at >= 0:
            end = at + len(joint)
            # Within a name, or a digit group, nothing is joined.
            if not any(one.start < end and at < one.end - 1 and end < one.end for one in named):
                found.add(end)
            at = text.find(joint, end)
    return sorted(found)


def _names(named: Sequence[Mention], start: int, end: int) -> bool:
    return any(start <= one.start < end for one in named)
