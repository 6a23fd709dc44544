"""What is asked of days on which something happened: the last, the first, how many, between, since."""

from __future__ import annotations

import re
from typing import Final, Literal

from extraction.text.lazy_regex import lazy_regex

Asked = Literal["count", "last", "first", "since", "between", "average", "list"]

_ASKED: Final[tuple[tuple[Asked, re.Pattern[str]], ...]] = (
    ("count", lazy_regex(
        r"몇\s?(?:번|차례|회)(?!째)|횟수|(?<![가-힣])총\s|얼마나\s?자주|\bhow (?:many|often"
        r"|frequently)\b(?! (?:days|weeks|nights) )|\bnumber of\b|\bcount\b|\btally\b",
        re.IGNORECASE)),
    ("last", lazy_regex(r"마지막|제일\s?최근|가장\s?최근|최근에|\b(?:last|latest|most recent)\b(?! (?:week"
                        r"|month|year|night|summer|winter))", re.IGNORECASE)),
    ("first", lazy_regex(r"(?:제일|가장|맨)\s?처음|첫\s?번째|처음(?:으로|에|이)|\bfirst\b(?! day)", re.IGNORECASE)),
    ("since", lazy_regex(
        r"(?:며칠|메칠|몇\s?일|얼마나?|몇\s?주)\s?(?:째|동안|이나|이)?\s?(?:지[났난나]|됐|되[었는]|된|조용"
        r"|안\s|없|흘|전)|(?:며칠|메칠|몇\s?일|몇\s?주)\s?째"
        r"|\bhow (?:many (?:days|weeks)|long)(?: ago| since| has it been| have i been| without| free| is it"
        r"| is that| was that| now| been| it's been)*\b(?! between| apart| are between)"
        r"|\bdays since\b", re.IGNORECASE)),
    ("between", lazy_regex(
        r"사이|간격|주기|며칠\s?며칠|며칠\s?만에|터울|\b(?:between|apart|gaps?|interval|cycles?)\b", re.IGNORECASE)),
    ("average", lazy_regex(r"평균|\b(?:average|avg|mean)\b(?! (?:that|it|by)\b)", re.IGNORECASE)),
    ("list", lazy_regex(
        r"언제|며칠(?!\s?(?:지|째|동안))|무슨\s?날|어느\s?날|날짜|\b(?:when|which days?|what days?|dates?"
        r"|list|days)\b", re.IGNORECASE)),
)  # fmt: skip
_ADVICE: Final = lazy_regex(
    r"\b(?:should|can|could|may|must|is it (?:ok|safe|normal)|how do i|what do i do|why)\b(?! you)"
    r"|[아어해]도\s?(?:되|돼)|[아어해]야\s?(?:하|되|돼|할|될)|왜|어떡|어떻게\s?(?:하|해)|정상|괜찮",
    re.IGNORECASE,
)
_TO_COME: Final = lazy_regex(
    r"다음\s?(?:생리|달|번)|예정|언제쯤\s?(?:하|시작)|\bnext\b|\bdue\b|\bwill\b", re.IGNORECASE
)
BIG: Final = lazy_regex(r"\b(?:big|full|major|grand mal|tonic|proper|real|large)\b|큰|대발작|심한", re.IGNORECASE)
"""That the greater ones of a kind are meant."""
ABOUT_A_CHANGE: Final = lazy_regex(
    r"전에?\s?(?:몇|는)|(?:뒤|후|다음)에?[은는]?\s?(?:몇|는)|\bbefore\b.*\bafter\b|\bsince (?:i|we|she|he"
    r"|starting|the)\b",
    re.IGNORECASE,
)
"""That days before and after something are held against each other."""


def asked_of_events(text: str) -> frozenset[Asked]:
    """What words ask of days that were told; nothing of a wish for advice or of days to come."""
    if _TO_COME.search(text) is not None:
        return frozenset()
    return frozenset(kind for kind, words in _ASKED if words.search(text) is not None)


def wants_advice(text: str) -> bool:
    """Whether words ask what to do, or why."""
    return _ADVICE.search(text) is not None
