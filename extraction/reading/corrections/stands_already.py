"""Which of two doses is taken now: "it was 10 before Christmas and then they changed it to 5" changes no 5 on record.

Who tells two numbers of a medicine of which one stands on record mostly moves it to the other. But the words may say
that the one on record is what is taken, and the other what was: then nothing moves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from extraction.reading.figures.figures import Figure
from extraction.text.lazy_regex import lazy_regex

_LONG_AGO: Final = (
    r"\b(?:used to|previously|formerly|originally|initially|at first|to (?:start|begin) with|at the (?:start|beginning)"
    r"|once upon|in the past|back then|(?:years?|months?|while) (?:ago|back))\b|예전|옛날|원래|처음|한때|작년|재작년"
)
_WAS: Final = lazy_regex(_LONG_AGO)
_FORMER: Final = lazy_regex(
    _LONG_AGO + r"|\b(?:before|once|was|were|had (?:been|me|him|her)|been on|until|till|back in|the old|first"
    r"|start(?:ed)?(?: (?:me|him|her|off|out))*(?: (?:at|on|with))?"
    r"|last (?:year|month|week|spring|summer|autumn|winter|time))\b"
    r"|이전|전에|전엔|지난(?!\s?\S{1,5}부터)|까지(?!\s?[올내왔온])|때[는엔]?(?=\s)|적에?[는엔]?(?=\s)|였다가|였고|이었|였[음는지]|시작"
    r"|[먹묵]었[었는던지]|[먹묵]다가?|줬었|줬는"
)
_NOW: Final = lazy_regex(
    r"\b(?:now(?:adays)?|currently|current|these days|at (?:the )?(?:moment|present)|presently|down to|since then|noo"
    r"|(?:put|cut|brought|took|dropped|lowered|raised|changed|reduced|increased|moved|went|gone|stepped)"
    r"(?: (?:it|me|him|her|that))?(?: back| down| up)? (?:to|on|at)|settled (?:on|at))\b"
    r"|지금|현재|요즘|요새|인자|이제|작금|쭉|부터[는은]?\s|으?로\s?(?:바뀌|바꿔|바꾸|줄|늘|내[렸려]|올[렸려]|낮|높)"
    r"|으?로만?\s?(?:먹고|먹는)"
)
_PARTS: Final = lazy_regex(
    r"[.;!?\n,]|\b(?:and|but|then|so)\b|지만|는데(?:요)?|거든요?|(?<=[가-힣])고\s|다가\s|더니|(?<=[가-힣])서\s"
    r"|\s(?=now\b|지금|현재|요즘|이제)"
)
_FROM_TO: Final = lazy_regex(r"\D{0,8}?(?:\bto\b|->|→|⇒|에서|서)\D{0,16}?$")
_FROM: Final = lazy_regex(r"\bfrom(?: \w+)?\s$")
_NOT: Final = lazy_regex(
    r"\b(?:not|no|isn'?t|n'?t|never|no longer|nae)(?: \w+){0,3}?\s$|더는\s[^.!?]{0,10}$|더\s?이상\s[^.!?]{0,10}$"
)
_NOT_BEHIND: Final = lazy_regex(
    r"[^\d.;!?,]{0,14}?(?:\bany ?more\b|\bno more\b|\bno longer\b|not now"
    r"|(?:이|가|은|는)?\s?아니(?!라고)|아닌|안\s?(?:먹|묵|드)|옛날)"
)


def stands_already(text: str, said: Sequence[Figure], others: Sequence[Figure]) -> bool:
    """Whether the number on record is what is taken, as the words have it, and no other takes its place.

    ``text`` is the folded text, ``said`` where it says the number on record, ``others`` what else may be a dose.
    """
    if len(others) != 1:
        return False
    [other] = others
    if not said:
        gone = _NOT.search(text[: other.start]) is not None or _NOT_BEHIND.match(text, other.end) is not None
        return gone or (_has(_WAS, text, other) and not _has(_NOW, text, other))
    own = said[-1]
    if other.end <= own.start and _is_from_to(text, other, own):
        return True
    score = _has(_NOW, text, own) + _has(_FORMER, text, other) - _has(_FORMER, text, own) - _has(_NOW, text, other)
    return score > 0


def _is_from_to(text: str, first: Figure, second: Figure) -> bool:
    """Whether the words go from the first number to the second."""
    between = text[first.end : second.start]
    return _FROM_TO.match(between) is not None and (
        "에서" in between or "서" in between or _leads(text, first, between)
    )


def _leads(text: str, first: Figure, between: str) -> bool:
    arrow = any(mark in between for mark in ("->", "→", "⇒"))
    return arrow or _FROM.search(text[: first.start]) is not None


def _has(marks: re.Pattern[str], text: str, figure: Figure) -> bool:
    """Whether the part of the sentence that holds a number has one of these marks."""
    opening = max((one.end() for one in _PARTS.finditer(text, 0, figure.start)), default=0)
    ending = _PARTS.search(text, figure.end)
    return marks.search(text, opening, ending.end() if ending is not None else len(text)) is not None
