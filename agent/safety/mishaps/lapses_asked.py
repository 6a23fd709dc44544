"""Whether it is asked which doses were missed or late: that wants no advice about a missed dose."""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_MISSED_EN: Final = (
    r"(?:miss(?:ed)?|skip(?:ped)?|forg[eo]t(?:ten)?|fail(?:ed)? to take|didn'?t take|not (?:take|taken)|late|left out)"
)
_ASKS: Final = lazy_regex(
    rf"\b(?:(?:how|hoo) (?:many|mony|often|late|long)|which|what|whit"
    rf"|when|wha?t days?|on whi?ch)\b[^.?!]{{0,60}}\b{_MISSED_EN}\b"
    rf"|\b{_MISSED_EN}\b[^.?!]{{0,30}}\b(?:how many|which days?|when (?:was|were|did))\b|\bhow late\b"
    r"|(?:몇\s?(?:번|알|일|시간)|며칠|언제|무슨\s?요일|어느\s?날)[^.?!]{0,20}"
    r"(?:빼\s?먹|빠뜨|빠졌|빠진|까먹|깜[빡박]|거[르른렀]|걸렀|놓[쳤친]|잊|(?:못|안)\s?(?:먹|묵|드|맞)|까묵|늦게\s?(?:먹|묵|맞|드)|늦[은었])"
    r"|(?:빼\s?먹|빠뜨|빠진|까먹|깜[빡박]|거른|놓친|잊은|(?:못|안)\s?(?:먹|묵|맞)은)[^.?!]{0,12}(?:몇|며칠|언제|무슨\s?요일)",
    re.IGNORECASE,
)
_ADVICE: Final = lazy_regex(
    r"\b(?:what (?:do|should|can|happens)|should i|shall i|can i|do (?:i|we)|must i|how (?:much|long) (?:should|do|can)"
    r"|is (?:it|that) (?:ok|okay|safe|alright)|am i (?:ok|covered|protected|safe)|if (?:i|you) (?:miss|forget|skip))\b"
    r"|어떡|어떻게\s?(?:하|해)|먹어도|드셔도|괜찮|먹을까|먹어야|먹어요\?|되나|돼요|될까|까먹으면|빼먹으면|놓치면|잊으면",
    re.IGNORECASE,
)


def asks_of_lapses(text: str) -> bool:
    """Whether words ask when, or how often, doses were missed or late."""
    return _ASKS.search(text) is not None


def asks_of_lapses_alone(text: str) -> bool:
    """Whether they ask that, and not what to do about it."""
    return asks_of_lapses(text) and _ADVICE.search(text) is None
