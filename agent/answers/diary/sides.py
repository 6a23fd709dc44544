"""The side of the body that stands after it was put right: "it's the LEFT knee", "오른무릎이네요 왼무릎 아니고"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from extraction.text.lazy_regex import lazy_regex
from extraction.values.put_right import takes_back
from projections.tiers import TurnLine

_SIDE: Final = lazy_regex(
    r"(?P<ko>(?:왼|오른)(?:쪽|편)?\s?(?:무릎|발목|발|다리|종아리|허벅지|팔|손목|손|어깨|팔꿈치|귀|눈|가슴"
    r"|유방|엉덩이|고관절|옆구리|허리|손가락|발가락|쪽)?)"
    r"|\b(?P<en>(?:left|right)(?: (?:knee|ankle|foot|leg|calf|thigh|arm|wrist|hand|shoulder|elbow|ear|eye"
    r"|breast|hip|side|toe|big toe|finger|thumb))?)\b"
)
_DENIED: Final = lazy_regex(r"(?:쪽)?[이가은는]?\s?(?:아니|말고)|,? not\b")
_DENYING: Final = lazy_regex(r"\b(?:not|never|saying|said|say|kept saying|put|wrote) (?:the |my |it'?s (?:the )?)?$")


_SHORT: Final = lazy_regex(r"\b(?:rt|lt|l|r)\b(?= (?:knee|ankle|foot|leg|arm|wrist|hand|shoulder|hip|eye|ear)\b)")


def _which(words: str) -> str:
    return "left" if words[:1] in ("l", "왼") else "right"


def side_put_right(lines: Sequence[TurnLine]) -> str:
    """The side, with its part of the body, as it was last put right; "" where no side was."""
    for place in range(len(lines) - 1, 0, -1):
        text = lines[place].question.casefold()
        before = {_which(match[0]) for one in lines[:place] for match in _SIDE.finditer(one.question.casefold())}
        before |= {_which(match[0]) for one in lines[:place] for match in _SHORT.finditer(one.question.casefold())}
        if not before or not takes_back(text):
            continue
        for match in _SIDE.finditer(text):
            denied = _DENIED.match(text, match.end()) or _DENYING.search(
                text, max(0, match.start() - 20), match.start()
            )
            other = _which(match[0]) not in before or len(before) > 1
            if denied is None and other and "all right" not in text[max(0, match.start() - 4) : match.end()]:
                return (match["ko"] or match["en"]).strip()
    return ""
