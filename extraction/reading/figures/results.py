"""Results that are told in words and not in numbers: a closed list, each with what it is called on record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_RESULTS: Final = (
    ("negative", r"음성|\(-\)|(?<![\w])-ve\b|\bneg(?:ative)?\b|\bnon-?reactive\b"),
    ("positive", r"양성(?!\s?(?:종양|결절|혹|물혹|용종))|\(\+\)|\+ve\b|\bpos(?:itive)?\b|(?<!non)(?<!-)\breactive\b"),
    ("indeterminate", r"\bindeterminate\b|\binconclusive\b|\bequivocal\b|판정 ?보류"),
    ("borderline", r"\bborderline\b|경계(?=[는은가이에라래예였,. ]|$)"),
    (
        "not_detected",
        r"\b(?:not|never) detect(?:ed|able)\b|\bundetect(?:ed|able)\b|미검출|불검출"
        r"|검출 ?(?:안 ?[되됐돼됨]|되지 ?않|한계 ?미만)|(?<![가-힣])안 ?(?:나[옴왔와온]|나온|잡[혀힘히])",
    ),
    ("low_risk", r"\blow[- ]risk\b|저위험"),
    ("high_risk", r"\bhigh[- ]risk\b|고위험"),
    ("trace", r"\btrace\b|미량"),
    (
        "normal",
        r"정상|괜찮|멀쩡|깨끗|이상 ?무(?![가-힣])|이상 ?(?:은|이)? ?없|\bnormal\b|\bfine\b|\bclear\b|\bok(?:ay)?\b"
        r"|\bwnl\b|\bunremarkable\b"
        r"|\ball (?:good|clear)\b",
    ),
)
_PATTERN: Final = lazy_regex("|".join(f"(?P<{name}>{words})" for name, words in _RESULTS))
_DENIED_BEFORE: Final = lazy_regex(r"(?:\bnot|n't|비|안)\s?(?:so |all |quite )?$")
_DENIED_AFTER: Final = lazy_regex(r"\S{0,3}\s?(?:아니|않|못)|\s?(?:or|이하|이상(?! ?없)|범위|수치|치\b|range|limits?)")
_SIGNED: Final = lazy_regex(r"\s?\(\s?(?P<sign>[-−–+])\s?\)")


def sign_of(folded: str, end: int) -> str | None:
    """The sign that clinicians write right behind a finding: "-" for absent ("fever (-)"), "+" for present."""
    match = _SIGNED.match(folded, end)
    return None if match is None else "+" if match["sign"] == "+" else "-"


_WELL_WITHIN: Final = lazy_regex(r"(?<![가-힣])잘\s?(?![안못])[가-힣]|멀쩡|괜찮|문제\s?없|이상\s?없")
_WELL_BEHIND: Final = lazy_regex(
    r"\S{0,3}\s?(?:멀쩡|괜찮|정상|문제\s?없|이상\s?없|잘\s(?!안|못)[가-힣])"
    r"|(?:'?s|'re| is| are)\s(?:fine|right|ok(?:ay)?|good|normal|sound|grand|clear|working|easy)\b(?!\s?\?)"
    r"|\s(?:fine|ok(?:ay)?|normal(?:ly)?|sound)\b(?!\s?\?)"
)


def works_well(folded: str, start: int, end: int) -> bool:
    """Whether what [start, end) names is said to work as it should: "숨도 잘 쉬고", "breathing's sound"."""
    return _WELL_WITHIN.search(folded, start, end) is not None or _WELL_BEHIND.match(folded, end) is not None


_ENDS_KO: Final = (
    r"(?:멎|멈[추춰췄춘출]|그[치쳐쳤친칠]|떨어|내[려리렸린릴]|없어|낫|나[아으은을았]|가라앉|빠[지져졌진질]|풀[리려렸린릴]|사라"
    r"|가[시셔셨신실]|잡[히혀혔힌힐]|끝나|끝났|줄[어지]|들어가)"
)
_GOES_ON_BEHIND: Final = lazy_regex(
    r"[가-힣]{0,3}?\s?(?:(?!없|안|못)[^\s.,!?]{1,8}\s){0,3}?(?:안|못)\s?"
    + _ENDS_KO
    + r"|[가-힣]{0,3}?\s?(?:(?!없|안|못)[^\s.,!?]{1,8}\s){0,3}?"
    + _ENDS_KO
    + r"[가-힣]{0,2}?(?:지[를도는가]?|질|진)\s?(?:않|안|못)"
    r"|(?:'s|s)?\s(?:(?!no\b|but\b|and\b)[a-z']+\s){0,2}?(?:won'?t|will not|isn'?t|is not|hasn'?t|has not|haven'?t"
    r"|doesn'?t"
    r"|does not|don'?t|not|never)\s(?:really\s|even\s|seem to\s|want to\s)?(?:go(?:es|ing|ne)?(?: away| down)?"
    r"|stop\w*|let(?:s|ting)? up"
    r"|settl\w+|eas(?:e|es|ed|ing)|clear\w*|shift\w*|c[oa]m(?:e|es|ing) down|improv\w+|get(?:ting)? (?:any )?better)\b"
    r"|(?:'?s|'re)?\s(?:(?:is|are|was|were|been|got)\s)?(?:still\s|really\s)?"
    r"(?:no better|no different|no less|not (?:any |much )?(?:better|gone|over|shifted)|just as bad|(?:much )?the same)"
    r"\b"
    r"|[가-힣]{0,3}?\s?(?:아직도?\s)?(?:여전[하해히]|그대로[예이인네라임])"
)
_GOES_ON_AHEAD: Final = lazy_regex(
    r"\b(?:no (?:relief|let-?up|end)(?: from| of| in| to)|(?:can't|cannot|cant|couldn't|not) (?:seem to )?(?:shake"
    r"|shift|get rid of|get over))"
    r"\s(?:the |this |that |my |his |her |these |all )*$"
)
_GOES_ON_REACH: Final = 40


_LACK: Final = lazy_regex(
    r"(?<![가-힣])(?:안|못|거의\s안|잘\s안)\s?(?:좋|나[와오온]|되|돼|들[려리]|보[여이]|움직|쉬|올라|맡|느껴)|안좋|좋지\s?(?:않|못)"
)
_LACK_DENIED: Final = lazy_regex(
    r"[가-힣]{0,4}\s?(?:(?:데|곳|거|것|건|적|편|증상|병)[은는이가도]?\s?)?(?:하나도\s|전혀\s)?(?:없|아니|아녜|않)"
)


def names_a_lack(folded: str, start: int, end: int) -> bool:
    """Whether the complaint is itself that something is not as it should be: "간이 안 좋아요", "소변이 거의 안 나와요".

    What denies it stands behind it: "안 좋은 데 없어요".
    """
    match = _LACK.search(folded, start, min(len(folded), end + _LACK_REACH))
    return match is not None and _LACK_DENIED.match(folded, max(end, match.end())) is None


_LACK_REACH: Final = 3
"""Characters behind a name that was cut short of its verb."""


def goes_on(folded: str, start: int, end: int) -> bool:
    """Whether a complaint is said not to end: what is denied is its end, not the complaint ("코피가 안 멎어요")."""
    ahead = folded[max(0, start - _GOES_ON_REACH) : start]
    within = _GOES_ON_BEHIND.search(folded, start, end)
    return (
        within is not None or _GOES_ON_BEHIND.match(folded, end) is not None or _GOES_ON_AHEAD.search(ahead) is not None
    )


_GRADED: Final = lazy_regex(r"\s?(?:\+(?!\s?[\d+])|플러스|plus\b)")
_PLUSES: Final = lazy_regex(r"\s?:?\s?\(?(?P<pluses>\+{1,4}|±)\)?(?![\d+\w])")


def is_grade(folded: str, end: int) -> bool:
    """Whether the number before ``end`` is a grade, as dipsticks are read: "2+", "3 플러스"."""
    return _GRADED.match(folded, end) is not None


def grade_of(folded: str, end: int) -> str | None:
    """The grade that is written in pluses right behind a test ("nitrites ++"): "2+"."""
    match = _PLUSES.match(folded, end)
    if match is None:
        return None
    return "±" if match["pluses"] == "±" else f"{len(match['pluses'])}+"


READ_BY_LINES: Final = frozenset({"pregnancy_test", "covid_test", "covid_19_antigen_test", "flu_test"})
"""Tests that patients do at home and read by their lines."""
_LINES: Final = (
    ("positive", r"(?:두|2|둘)\s?줄|\b(?:two|2)(?: [a-z]+)? lines\b|\b(?:a |the )?(?:second|faint) line\b"),
    ("negative", r"(?:한|1)\s?줄|\b(?:one|1|single)(?: [a-z]+)? line\b"),
)
_LINE: Final = lazy_regex("|".join(f"(?P<{name}>{words})" for name, words in _LINES))


def find_lines(folded: str, start: int, end: int) -> str | None:
    """The result that the lines of a home test within [start, end) tell; None where several or none are told."""
    found = {str(match.lastgroup) for match in _LINE.finditer(folded, max(0, start), min(len(folded), end))}
    return found.pop() if len(found) == 1 else None


_AHEAD, _BEHIND = 30, 12
"""Most characters between a test's name and its result, after the name and before it."""

_ENDS: Final = ".?!;\n"
_JOINED: Final = lazy_regex(r"\s?(?:(?:for|on|in)(?: the| my)?\s)?")
"""What may stand between a result and the test behind it."""


@dataclass(frozen=True, slots=True)
class Result:
    """A result in words at [start, end) of the text: "negative", "not detected", "normal" and the like."""

    value: str
    start: int
    end: int


def find_results(folded: str) -> Iterator[Result]:
    """The results of a text in lower case, but those that are denied or name a range."""
    for match in _PATTERN.finditer(folded):
        denied = _DENIED_BEFORE.search(folded[: match.start()]) or _DENIED_AFTER.match(folded, match.end())
        if not denied:
            yield Result(str(match.lastgroup).replace("_", " "), match.start(), match.end())


def result_of(folded: str, start: int, end: int, others: tuple[int, ...]) -> Result | None:
    """The result of the test named at [start, end): the next one behind it, else right before it.

    None where a sentence ends or another test, one of ``others`` by its place, stands between.
    """
    found = list(find_results(folded[max(0, start - _BEHIND - 20) : end + _AHEAD + 20]))
    shift = max(0, start - _BEHIND - 20)
    found = [Result(one.value, one.start + shift, one.end + shift) for one in found]

    def free(first: int, last: int) -> bool:
        between = folded[first:last].strip(" .:")
        return not any(mark in between for mark in _ENDS) and not any(first <= place < last for place in others)

    after = (one for one in found if end <= one.start <= end + _AHEAD and free(end, one.start))
    before = (one for one in found if one.end <= start and _JOINED.fullmatch(folded, one.end, start))
    return next(after, None) or next(before, None)
