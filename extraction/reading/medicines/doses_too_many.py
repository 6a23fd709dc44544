"""A dose too many: by its numbers ("60 units instead of 6") or by words ("took it twice"), and not only asked about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_ASKED_AFTER: Final = lazy_regex(
    r"(?:[아어여해]|셔)?야\s?(?:[하되돼될할함해겠]|맞)|[아어여해]?[도두]\s?(?:[되돼될]|괜찮|상관|문제|무방)|[으]?[을ㄹ]?까|을래|을지"
    r"|나(?:요|\?)|는(?:지|가|\s?[건거])|느?냐|게\s?되면|[을ㄹ]?\s?필요|으?려|을라|지\s?(?:말|마|않)"
)
"""Endings by which a dose too many is only asked about, meant or advised against ("두 배 맞아야 함?")."""
_INSTEAD: Final = lazy_regex(
    r"\b(?:took|taken|had|swallowed|gave|given|injected|did|done|dosed|drew up)\b[^.?!\d]{0,30}(?P<taken>\d+(?:\.\d+)?)"
    r"[^.?!\d]{0,20}\b(?:instead of|rather than|not)\b[^.?!\d]{0,12}(?P<meant>\d+(?:\.\d+)?)"
    r"|(?<!\d)(?P<meant_ko>\d+(?:\.\d+)?)\s?(?:단위|알|정|mg|밀리)?[을를]?\s?(?:대신|[가-힣]{1,3}\s?(?:걸|것을|거를|껄)|아니라|인데)[,\s]"
    r"[^.?!\d]{0,10}(?P<taken_ko>\d+(?:\.\d+)?)\s?(?:단위|알|정|mg|밀리)?[을를]?\s?(?:먹|드|복용|맞|놨|놓|놔|투여|주사)",
    re.IGNORECASE,
)
"""A number that was taken in place of a smaller one: "injected 60 units instead of 6", "6단위 맞을 걸 60단위 맞음"."""
_ONCE_TOO_OFTEN: Final = lazy_regex(
    r"\b(?:took|taken|had|swallowed|gave|given|popped|injected|did|done|dosed)\b[^.?!]{0,60}\b(?:twice|two doses"
    r"|two lots|double|second (?:one|dose|tablet|pill|lot)|(?:an )?extra \w+|another (?:one|dose|lot)"
    r"|again|a second time)\b(?! (?:a|per|every|each)\b| daily)"
    r"|\bdouble.?dos(?:ed|e by|e this|e today)|\b(?:doubled (?:up|my|his|her|the)|took (?:a )?double)\b"
    r"|\b(?:took|had|taken|swallowed|ate|gave (?:him|her|them)) (?:two|2|both|three|3)\b[^.?!]{0,24}"
    r"\b(?:of (?:my|the|his|her|them)|instead of|by mistake|by accident|when|at once|lol)"
    r"|\b(?:already (?:had|took|taken|done)|forgot (?:i|that i|he|she)(?:'d| had)? (?:already )?(?:had|took|taken))\b"
    r"[^.?!]{0,60}\b(?:again|another|second)\b|\b(?:took|had|gave) (?:it|them|one|my \w+) again\b"
    r"|\btook\b[^.?!]{0,60}\b(?:and|then|plus)\b[^.?!]{0,30}\b(?:too|as well)\b"
    r"|\b(?:doses?|pills|tablets|tabs|boxes?)\b[^.?!]{0,20}\btwice\b(?! (?:a|per|each|every)\b| daily)"
    r"|(?<!하루\s)(?<!하루에\s)(?<!일주일에\s)(?:두|2)\s?번\s?(?:이나\s?|연달아\s?|씩\s?)?"
    r"(?:먹|드|복용|맞|놨|놓|놔|붙|투여)(?:었|으|은|셨|신|했|한|았|어\s?버|렸|음|습|여)?"
    r"|(?<!하루\s)(?<!하루에\s)두\s?번\s?(?:먹었|드셨|맞았|놨)"
    r"|(?:두|2)\s?(?:알|정|봉지|포)[을를이나]{0,2}\s?(?:한꺼번에\s|같이\s)?(?:먹어\s?버|먹었|먹은|드셨|드신|복용했"
    r"|복용한)"
    r"|(?:또|다시|한\s?번\s?더|겹쳐|중복(?:으로|해서)?|두\s?배로?)\s?(?:\d+\s?(?:단위\s?)?|한\s?알\s?)?"
    r"(?:먹|드시|드셨|드신|드세|드렸|복용|맞|투여|놨|놓|놔|붙)(?:었|은|셨|신|했|한|았|어\s?버|렸|음|다)?"
    r"|한\s?번[^.?!]{0,14}(?<![가-힣])또(?=\s|[.,]|$)",
    re.IGNORECASE,
)
_UNMEANT: Final = lazy_regex(
    r"mistake|accident|forgot|forget|without thinking|i think|i thought|thinking|instead of|oops|should i"
    r"|what (?:do|should)|do i|is (?:that|it)|harm|danger|ok\b|okay|worr|already|lol|\?|carer|nurse|too\b|didn'?t know"
    r"|기억|realis|realiz|twice (?:today|this|last|tonight|yesterday|already|now)|mixed|muddl|confus"
    r"|실수|깜빡|깜박|모르고|잊|까먹|착각|헷갈|같아|같은|버렸|버린|어떡|어떻|괜찮|원래|큰일|되나|돼요|될까|인데|치매"
    r"|죽나|는가"
    r"|니까|[가-힣]+게요|[가-힣]네요?|잘못",
    re.IGNORECASE,
)
_SURELY_TWICE: Final = lazy_regex(
    r"\b(?:mon|tues?|wednes|thurs?|fri|satur|sun)day(?:'?s)?(?: \w+)? (?:and|&|plus|as well as|then) (?:the )?"
    r"(?:mon|tues?|wednes|thurs?|fri|satur|sun)day(?:'?s)?\b[^.?!]{0,24}\b(?:this morning|today|tonight|together"
    r"|in one go"
    r"|at once|too|as well)"
    r"|\b(?:two|2) lots of\b|\b(?:double[- ]?dosed|doubled up)\b|\b2 ?x\b(?! ?(?:a|per|daily|day))"
    r"|\b(?:took|had|gave|given|did|injected|taken)\b[^.?!]{0,60}\btwice (?:today|this (?:morning|evening)|tonight"
    r"|last night"
    r"|yesterday)\b|\b(?:gave|took|given|had)\b[^.?!]{0,40}\btwice\s*(?:[.!?]|$)"
    r"|\baccid\w+ (?:took|had|gave|taken|swallowed|injected) (?:two|2|double)"
    r"|(?:두|2)\s?번[^.?!]{0,40}(?<![가-힣])또\s?(?:드|먹|맞|놨|놓|놔|넣|붙)"
    r"|(?<![가-힣])또\s?(?:드렸|먹였|놔\s?드렸|드셨|먹었|맞았|놨)(?:대|다네|다는|더라|다고|네|어\s?버)",
    re.IGNORECASE,
)
"""Words that need no other to tell a dose too many."""
_RHYTHM: Final = lazy_regex(
    r"\btwice (?:a|per|each|every) |\btwice daily|\btimes a day\b"
    r"|하루(?:에)?\s?두\s?(?:번|알)|아침\s?저녁|아침하고\s?저녁",
    re.IGNORECASE,
)
"""A rhythm is told by the words for twice; only what was once too often is a mishap."""
_ONCE_MORE: Final = lazy_regex(
    r"\b(?:again|already|by mistake|by accident|doubled?|second time|too many|instead of)\b|또|다시|겹쳐|중복"
    r"|두\s?배|모르고",
    re.IGNORECASE,
)
_FOR_MORE: Final = lazy_regex(
    r"(?:더|또|다시|한\s?(?:알|번)\s?더)\s?(?:먹|드|복용|맞|묵)\S{0,2}(?:도|야)?\s?(?:되|돼|괜찮|하나|하는|할|요\?)"
    r"|\b(?:can|could|may|should|shall|do|must) (?:i|he|she|we)\b[^.?!]{0,40}\b(?:another|more|again|two|extra|twice)\b"
    r"|\btake (?:it|them|one) again\b",
    re.IGNORECASE,
)
"""Whoever asks for another has not had it."""


def doses_too_many(text: str) -> Iterator[tuple[int, int]]:
    """The places [start, end) where words tell a dose too many; whether it happened is for the caller to tell."""
    for match in _SURELY_TWICE.finditer(text):
        yield match.span()
    for start, end in _in_place_of_fewer(text):
        if not _is_asked_after(text, end):
            yield start, end
    if (_RHYTHM.search(text) and not _ONCE_MORE.search(text)) or _FOR_MORE.search(text) or not _UNMEANT.search(text):
        return
    for match in _ONCE_TOO_OFTEN.finditer(text):
        if not _is_asked_after(text, match.end()):
            yield match.span()


def _is_asked_after(text: str, end: int) -> bool:
    """Whether what goes on at ``end``, behind the stem of a verb, only asks, means or advises against it."""
    return _ASKED_AFTER.match(text, end) is not None


def _in_place_of_fewer(text: str) -> Iterator[tuple[int, int]]:
    """The places [start, end) where more is told as taken than was meant."""
    for match in _INSTEAD.finditer(text):
        taken, meant = match["taken"] or match["taken_ko"], match["meant"] or match["meant_ko"]
        if float(taken) > float(meant):
            yield match.span()
