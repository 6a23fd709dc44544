"""The right number and the wrong one of words that put a number right: "61 아니고 71", "2 not 3"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_BEHIND_WRONG: Final = lazy_regex(
    r"\s?[가-힣/%a-z]{0,4}?\s?(?:[이가은는도]\s?)?(?:아니|말고|오타|잘못|틀[린렸])|\s?(?:was "
    r"|is )?(?:an? )?(?:typo|wrong|mistake)\b",
    re.IGNORECASE,
)
_BEFORE_WRONG: Final = lazy_regex(r"\b(?:not|isn'?t|wasn'?t|instead of|rather than)(?: the| a)?\s$", re.IGNORECASE)
_TAKEN_BACK: Final = lazy_regex(
    r"아니[고라었네에야]|정정|오타|잘못|틀[린렸]|고쳐|고칠|수정|다시\s?보니|착각"
    r"|\b(?:correction|correct (?:that|it)|sorry|oops|wrong|mis(?:read|typed|took|heard|counted)|typo|mistake"
    r"|actually|i meant?|not|no,)(?![a-z])"
    r"|\bno,? ?$|\bno\b(?= (?:it|actually|wait|that)\b)|(?<=[?.,] )no (?=\d)|\bscratch that\b|\bhang on\b"
    r"|\bshould (?:be|say|have)\b",
    re.IGNORECASE,
)

_TURNED: Final = lazy_regex(r"\b(?:no|actually|sorry|i mean)\b|아니", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PutRight:
    """What is right, and what was wrong where that is said."""

    new: float
    old: float | None


def takes_back(text: str) -> bool:
    """Whether words take back what was told."""
    return _TAKEN_BACK.search(text) is not None


def put_right(text: str, numbers: Sequence[tuple[float, int, int]]) -> PutRight | None:
    """Which of the ``numbers`` (value, start, end) in ``text`` is right, and which wrong; None where that is open."""
    wrong = [one for one in numbers if _is_wrong(text, one[1], one[2])]
    if not wrong and len(numbers) == 2 and _TURNED.search(text, numbers[0][2], numbers[1][1]) is not None:
        # "2 on Thursday? No, 4 it was."
        wrong = [numbers[0]]
    if len(wrong) == len(numbers) == 1:
        # "It was 56.9, written down wrong": the only number that is told is the right one.
        wrong = []
    right = [one for one in numbers if one not in wrong]
    if len(right) != 1 or len(wrong) > 1:
        return None
    return PutRight(right[0][0], wrong[0][0] if wrong else None)


def _is_wrong(text: str, start: int, end: int) -> bool:
    return (
        _BEHIND_WRONG.match(text, end) is not None or _BEFORE_WRONG.search(text, max(0, start - 24), start) is not None
    )
