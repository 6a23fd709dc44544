"""Several requests in one utterance, each with the words that belong to it, in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent.answers.asking.request import Request
from extraction.naming.mentions import Mention

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
_QUESTION_JOINTS_EN: Final = tuple(
    f"{before} {verb} "
    for before in (", and", " and", ", but")
    for verb in ("is", "are", "was", "what", "when", "which", "how", "do", "does", "did", "should")
)
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


def questions(request: Request) -> tuple[str, ...]:
    """The questions of an utterance that names nothing: each after its mark, or after "and" with its own verb.

    What goes on about a thing that is named ("is it within the target? Tell me the date, too") is one question.
    """
    if request.subjects or request.mentions:
        return (request.plain,)
    text = request.plain
    for joint in _QUESTION_JOINTS_EN:
        text = text.replace(joint, f"? {joint.split()[-1]} ")
    parts = [part.strip(" ,;") for part in text.replace("?", "?\n").split("\n")]
    asked = tuple(part for part in parts if part)
    return asked if 1 < len(asked) <= _MOST and all(_is_question(part) for part in asked) else (request.plain,)


def _is_question(part: str) -> bool:
    return len(part.split()) > 1 or part.endswith("?")


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
