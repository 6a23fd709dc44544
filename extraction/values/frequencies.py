"""How often something is taken or happens, as codes: QD, BID, TID, QHS, PRN, QOD, Q8H, weekly, q2wk, "2-3/month".

QD to QID, QHS, QOD, PRN and QnH are the customary prescription abbreviations (QD once a day, QHS at bedtime, QOD every
other day, PRN as needed); counts of longer periods have no abbreviation and are written as count/period.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from extraction.text.lazy_regex import lazy_regex
from extraction.text.needed_letters import Rows
from extraction.text.normalise import normalise
from extraction.values.routes import RouteMention, find_route
from extraction.values.small_counts import ENGLISH_COUNT, KOREAN_COUNT, KOREAN_COUNT_ALONE, KOREAN_DAYS, read_count

__all__ = ["FrequencyMention", "RouteMention", "find_frequencies", "find_frequency", "find_route"]


@dataclass(frozen=True, slots=True)
class FrequencyMention:
    """A frequency, its words and their span; `weak` where only a time of day was named ("아침에")."""

    code: str
    text: str
    start: int
    end: int
    weak: bool = False


_Coder = Callable[[re.Match[str]], str | None]
_Rule = tuple[re.Pattern[str], _Coder]
_Reading = tuple[str, int, int, bool]
"""Code, start, end, weak."""

_DAILY: Final = {1: "QD", 2: "BID", 3: "TID", 4: "QID"}
_TIMES_KO: Final = r"(?:번|회|차례|끼)(?:씩|정도)?"
_FORMS_KO: Final = r"(?:알|정(?!도)|캡슐|포|개(?!월)|방울|퍼프|병|스푼|숟갈)(?:씩)?"
_DAYS_KO: Final = "|".join(sorted(KOREAN_DAYS, key=len, reverse=True))
_FORMS_EN: Final = r"(?:tablets?|pills?|capsules?|puffs?|drops?|tabs?|doses?|units?|patch(?:es)?|sprays?|mg|mcg)"
_SAME_EN: Final = (
    r"(?:(?:and|then|&|again|another|also|half|the|other|same|more|one|two|three|four|\d+(?:\.\d+)?|mg|mcg|units?|ml"
    r"|tablets?|tabs?|pills?|capsules?|puffs?|drops?|sprays?)[ ,]{1,2}){0,5}"
)
"""What stands between two times of day at which one thing is taken; the name of another ends the first one's times."""
_TIMES_EN: Final = rf"(?:once|twice|thrice|(?P<n>{ENGLISH_COUNT}) ?(?:times|x\b))"


def _rule(pattern: str, coder: _Coder | str) -> _Rule:
    if isinstance(coder, str):
        code = coder
        return lazy_regex(pattern, re.IGNORECASE | re.ASCII), lambda match: code
    return lazy_regex(pattern, re.IGNORECASE | re.ASCII), coder


def _times(match: re.Match[str]) -> tuple[int, int]:
    groups = match.groupdict()
    if groups.get("n"):
        return read_count(groups["n"])
    count = 3 if "thrice" in match[0].lower() else 2 if "twice" in match[0].lower() else 1
    return count, count


def _per_day(match: re.Match[str]) -> str | None:
    low, high = _times(match)
    if low != high:
        return f"{low}-{high}/day"
    return _DAILY.get(low, f"{low}/day") if low else None


def _per(period: str) -> _Coder:
    names = {"week": "weekly", "month": "monthly", "year": "yearly"}

    def code(match: re.Match[str]) -> str | None:
        low, high = _times(match)
        if not low:
            return None
        if low != high:
            return f"{low}-{high}/{period}"
        return names[period] if low == 1 else f"{low}/{period}"

    return code


def _every(unit: str) -> _Coder:
    def code(match: re.Match[str]) -> str | None:
        groups = match.groupdict()
        if groups.get("day"):
            period = KOREAN_DAYS[groups["day"]]
        else:
            period = read_count(groups["p"])[0] if groups.get("p") else 1
        return _interval(period, unit)

    return code


def _interval(period: int, unit: str) -> str | None:
    if period <= 0:
        return None
    if unit == "hour":
        return {24: "QD", 48: "QOD"}.get(period, f"Q{period}H")
    if unit == "day":
        return {1: "QD", 2: "QOD", 7: "weekly", 14: "q2wk", 15: "q2wk"}.get(period, f"Q{period}D")
    if period == 1:
        return {"week": "weekly", "month": "monthly", "year": "yearly"}[unit]
    return f"q{period}{ {'week': 'wk', 'month': 'mo', 'year': 'y'}[unit] }"


_ONCE_KO: Final = r"\s?(?:마다|간격|에\s?(?:한\s?번|1\s?번|1\s?회|일\s?회|한\s?차례|한\s?(?:알|대|정)))"
_PERIOD_KO: Final = rf"(?P<p>{KOREAN_COUNT_ALONE})"
_COUNT_KO: Final = rf"(?P<n>{KOREAN_COUNT})"
_COUNTED_KO: Final = rf"{_COUNT_KO}\s?(?:{_TIMES_KO}|{_FORMS_KO})"

_KOREAN: Final[Sequence[_Rule]] = (
    _rule(rf"(?:하루|매일|1\s?일|일일|(?<![가-힣\d])일)(?:에|당)?\s?{_COUNT_KO}\s?{_TIMES_KO}", _per_day),
    _rule(rf"{_PERIOD_KO}\s?시간{_ONCE_KO}", _every("hour")),
    _rule(rf"(?<![가-힣])(?P<day>{_DAYS_KO}){_ONCE_KO}|{_PERIOD_KO}\s?일{_ONCE_KO}", _every("day")),
    _rule(rf"{_PERIOD_KO}\s?주일?{_ONCE_KO}", _every("week")),
    _rule(rf"{_PERIOD_KO}\s?(?:개월|달){_ONCE_KO}", _every("month")),
    _rule(rf"반년{_ONCE_KO}", "q6mo"),
    _rule(rf"{_PERIOD_KO}\s?년{_ONCE_KO}", _every("year")),
    _rule(r"하루\s?(?:걸러|건너)(?:서|뛰고|\s?하루)?|격일(?:로|제)?|이틀\s?걸러", "QOD"),
    _rule(r"격주(?:로|에|마다)?", "q2wk"),
    _rule(r"격월(?:로|에)?", "q2mo"),
    _rule(rf"(?:일주일|한\s?주|1\s?주일?|매주|(?<![가-힣\d])주)(?:에|당|일에)?\s?{_COUNTED_KO}", _per("week")),
    _rule(rf"(?:한\s?달|1\s?(?:달|개월)|매달|매월|(?<![가-힣\d])월)(?:에|당)?\s?{_COUNTED_KO}", _per("month")),
    _rule(rf"(?:일\s?년|1\s?년|한\s?해|매년|(?<![가-힣\d])연)(?:에|간)?\s?{_COUNT_KO}\s?{_TIMES_KO}", _per("year")),
    _rule(r"매주|(?<!요일)(?<!요일\s)[월화수목금토일]요일마다|주마다", "weekly"),
    _rule(r"매달|매월|달마다", "monthly"),
    _rule(r"매년|해마다", "yearly"),
    _rule(r"아침\s?[,·/]?\s?점심\s?[,·/]?\s?저녁(?:으로|에|마다)?|삼시\s?세\s?끼|매\s?식(?:후|전|사)|세\s?끼"
          r"|(?:식사|식후|식전|끼니|끼)(?:\s?때)?마다", "TID"),
    _rule(r"(?:아침|오전)(?:,|·|/|\s?(?:과|하고|이랑|에도|에))?\s?(?:저녁|오후|밤)(?:으로|에|마다)?"
          r"|아침\s?점심(?:으로|에)", "BID"),
    _rule(rf"(?:아침|오전)에?\s?{KOREAN_COUNT}\s?{_FORMS_KO}\s?(?:,|하고|먹고)?\s?(?:저녁|밤"
          rf"|자기\s?전)에?\s?{KOREAN_COUNT}\s?{_FORMS_KO}",
          "BID"),
    _rule(r"(?:잠?\s?자기|취침|잠들기)\s?(?:바로\s?|직)?전(?:에|마다)?|취침\s?시|잠?\s?잘\s?때|자러\s?갈\s?때"
          r"|매일\s?밤|밤마다",
          "QHS"),
    _rule(r"필요\s?(?:할\s?때|시|하면|한\s?경우)(?:에)?(?:마다|만)?|그때\s?그때|그럴\s?때(?:만|마다)?|그때마다|증상\s?(?:이\s?)?있을\s?때(?:만"
          r"|마다)?", "PRN"),
    _rule(r"(?:아플|심할|숨이?\s?찰|가려울|어지러울|급할|답답할|쑤실|열이?\s?날|쓰릴|결릴|힘들|불편할"
          r"|안\s?올)\s?때(?:에)?(?:만|마다)?"
          r"|아프면|심해지면|(?:발작|두통|편두통|통증|증상|기침|경련)(?:이|가)?\s?(?:오면|나면|시작되면|생기면|올\s?때|시작될\s?때)(?:만|마다)?"
          r"|(?:운동|달리기|등산|수영|축구|시합|비행기\s?타기|차\s?타기|시험)\s?(?:하기\s?)?전에(?:만|마다)?", "PRN"),
    _rule(r"[가-힣]\s?때(?:에)?만(?![가-힣])", lambda match: "PRN" if _ends_in_rieul(match[0][0]) else None),
    _rule(r"(?:지속적으로|계속해서|계속|연속|24시간)\s?(?:내내\s?)?주입|24시간\s?내내", "continuous"),
    _rule(rf"(?:하루|매일)(?:에|당)?\s?{KOREAN_COUNT}\s?{_FORMS_KO}|1\s?일\s?{KOREAN_COUNT}\s?{_FORMS_KO}", "QD"),
    _rule(r"매일(?:\s?(?:아침|저녁|점심|오전|오후)(?:에|마다)?)?|날마다|(?:아침|저녁|점심)마다|하루에(?!도)"
          r"|하루(?=\s?\d)", "QD"),
)  # fmt: skip
_ENGLISH: Final[Sequence[_Rule]] = (
    _rule(rf"\b{_TIMES_EN},? (?:(?:a|per|each|every|in a|in the|in|by) day|daily|every night)\b"
          r"|\b(?:once|twice)/day\b", _per_day),
    _rule(rf"(?:(?<=\d\s)|(?<=[mc]g\s)){_TIMES_EN}(?=\s*(?:[,.;]|$|and\b))", _per_day),
    _rule(rf"\b{_TIMES_EN},? (?:(?:a|per|each|every|in a) week|weekly)\b", _per("week")),
    _rule(rf"\b{_TIMES_EN},? (?:(?:a|per|each|every|in a) month|monthly)\b", _per("month")),
    _rule(rf"\b{_TIMES_EN},? (?:(?:a|per|each|every|in a) year|yearly|annually)\b", _per("year")),
    _rule(rf"\b(?:(?:once )?every|each|q\.?) ?(?P<p>{ENGLISH_COUNT})(?: to \d+)?[ -]?(?:hours?|hrs?"
          rf"|h)\b", _every("hour")),
    _rule(r"\b(?:every|each) (?:other|second) (?:day|morning|night|evening)\b"
          r"|\b(?:on )?alternate (?:days?|nights?|mornings?)\b"
          r"|\bq\.?o\.?d\b|\beod\b", "QOD"),
    _rule(r"\b(?:every|each) (?:other|second) week\b|\bfortnightly\b|\bevery fortnight\b|\bonce a fortnight\b", "q2wk"),
    _rule(r"\b(?:every|each) (?:other|second) month\b", "q2mo"),
    _rule(rf"\b(?:once )?(?:every|q) ?(?P<p>{ENGLISH_COUNT})[ -]?(?:days?|d)\b", _every("day")),
    _rule(rf"\b(?:once )?(?:every|q) ?(?P<p>{ENGLISH_COUNT})[ -]?(?:weeks?|wks?)\b", _every("week")),
    _rule(rf"\b(?:once )?(?:every|q) ?(?P<p>{ENGLISH_COUNT})[ -]?(?:months?|mo)\b", _every("month")),
    _rule(rf"\b(?:once )?(?:every|q) ?(?P<p>{ENGLISH_COUNT})[ -]?years?\b", _every("year")),
    _rule(r"\bq\.?(?:i\.?d|d\.?s)\b\.?", "QID"),
    _rule(r"\bt\.?(?:i\.?d|d\.?s)\b\.?|\b(?:with|after|before) (?:each|every|all(?: three)?) meals?\b|\bthree meals\b"
          r"|\b(?<!this )mornings?,? (?:noons?|afternoons?|lunchtimes?|lunch|midday),? (?:and|&) (?:at )?"
          r"(?:nights?|evenings?|bedtime)\b|\bbreakfast,? lunch,? (?:and|&) (?:dinner|supper|tea)\b", "TID"),
    _rule(r"\bb\.?i\.?d\b\.?|\bb\.?d\b(?=\.?[\s,;)/]|\.?$)"
          r"|\b(?:with|at|before|after) breakfast and (?:with |at |before |after )?(?:dinner"
        r"|supper)\b|\b(?:every )?(?<!this )mornings? (?:and|&) (?:(?:at|in) (?:the )?)?(?:every )?(?:nights?"
        r"|evenings?|bedtime)\b|\b(?<!this )(?:nights?|evenings?) (?:and|&) mornings?\b"
          rf"|\bday and night\b|\bin the morning[ ,]{{1,2}}{_SAME_EN}(?:at night|at bedtime|in the evening)\b", "BID"),
    _rule(r"\bq\.?h\.?s\b\.?|\bnocte\b|(?<=\d )(?:on|hs)\b(?=[,;.)]|$)"
          r"|\bat bed ?time\b|\bbefore (?:bed|sleep|sleeping|going to (?:bed|sleep))\b"
          r"|\bwhen i go to (?:bed|sleep)\b"
          r"|\b(?:every|each) night\b|\bnightly\b|\bat night\b|\bof a night\b", "QHS"),
    _rule(r"\bp\.?r\.?n\b\.?|(?<=\d )sos\b|(?<=[mc]g )sos\b"
          r"|\b(?:as|when|if|whenever) (?:needed|required|necessary)\b|\b(?:as|when|whenever"
          r"|if) (?:i|we) need(?: (?:it|them|to))?\b"
          r"|\bwhen(?:ever)? (?:my|the|i) [^.,;?!]{1,24}?(?:acts? up|hurts?|aches?|flares?(?: up)?|gets? bad)\b"
          r"|\bwhen(?:ever)? (?:it|they|one|an attack|a headache|a migraine|the pain|pain) "
          r"(?:starts?|comes? on|comes?|hits?|kicks? in|strikes?|begins?)\b"
          r"|\b(?:before|for) (?:exercis(?:e|ing)|sports?|the gym|gym|runs?|running|football|training|a match|matches"
          r"|flying|flights?|long drives)\b"
          r"|\bon (?:my |the )?bad days\b|\b(?:as and when|the odd time|at the first sign|at the onset)\b"
          r"|\bonly (?:when|if)\b|\bon demand\b", "PRN"),
    _rule(r"\bcontinuous(?:ly)?\b(?= infusion|$|[ .,])|\baround the clock\b", "continuous"),
    _rule(rf"\b{ENGLISH_COUNT} (?:{_FORMS_EN} )?(?:a|per|each|every) week\b|\b(?:once )?weekly\b|\b(?:every"
          rf"|each) week\b"
          r"|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)days\b"
          r"|\b(?:every|each) (?:mon|tues|wednes|thurs|fri|satur|sun)day\b(?! (?:and|&|,))", "weekly"),
    _rule(r"\bmonthly\b|\b(?:every|each) month\b", "monthly"),
    _rule(r"\byearly\b|\bannually\b|\b(?:every|each) year\b", "yearly"),
    _rule(r"\bdaily\b|\b(?:every|each) (?:single )?(?:day|morning|evening)\b|\b(?:a|per) day\b|\bq\.?d\b\.?|\bo\.d\."
          r"|\bq[ap]m\b|\beveryday\b|\bmane\b"
          r"|(?:(?<=\d )|(?<=[mc]g )|(?<=\d[mc]g )|(?<=\d, ))o[dm]\b", "QD"),
)  # fmt: skip
_WEAK: Final[Sequence[_Rule]] = (
    _rule(r"(?<!오늘\s)(?<!오늘)(?<!어제\s)(?<!어제)(?<!내일\s)(?<!그제\s)(?<!지난\s)(?:아침|저녁|점심)(?:에"
          r"|\s?(?:공복|식전|식후|식사))", "QD"),
    _rule(r"(?:(?<=\d)|(?<=[\dg]\s)|(?<=[gl알정])|(?<=[l알정]\s))(?:아침|저녁|점심)"
          r"(?=\s?[,./]|$|\s?(?:한|1)\s?[번회])", "QD"),
    _rule(r"(?<![가-힣])하루(?!\s?(?:종일|전|만|뒤|후|이틀|쯤|정도|째|동안|지나)|이틀)", "QD"),
    _rule(r"(?<!this )\bin (?:the )?(?:morning|evening)s?\b|\bmornings\b|\bof (?:a|an) (?:morning|evening)\b"
          r"|(?:(?<=[mc]g )|(?<=\d\d\d )|(?<=[2-9]\d )|(?<=1[3-9] ))[ap]m\b", "QD"),
)  # fmt: skip
_ALL: Final = tuple(
    (Rows(rules, lambda rule: rule[0]), weak) for rules, weak in ((_KOREAN, False), (_ENGLISH, False), (_WEAK, True))
)
"""The rules, and whether they are weak."""
_DAY_CODES: Final = frozenset({"QD", "BID", "TID", "QID", "QHS"})
_ADJACENT: Final = 2
"""Characters between two wordings of one frequency ("매일, 아침저녁으로")."""

_CORRECTED: Final = lazy_regex(rf"\s?(?:이|가)?\s?(?:아니라|아니고|말고)\s?{_COUNT_KO}\s?{_TIMES_KO}")


def find_frequencies(text: str) -> tuple[FrequencyMention, ...]:
    """Return every frequency of `text` in order; overlapping readings give way to the more specific one."""
    source = normalise(text)
    taken: list[_Reading] = []
    for rules, weak in _ALL:
        for code, start, end in _readings(source.text, rules):
            if all(end <= other[1] or start >= other[2] for other in taken):
                taken.append((code, start, end, weak))
    mentions = []
    for code, start, end, weak in _merged(sorted(taken, key=lambda item: item[1])):
        first, last = source.span(start, end)
        mentions.append(FrequencyMention(code, text[first:last], first, last, weak))
    return tuple(mentions)


def find_frequency(text: str) -> FrequencyMention | None:
    """Return the first frequency of `text` that is said outright, else the first weak one, else None."""
    mentions = find_frequencies(text)
    return next((mention for mention in mentions if not mention.weak), mentions[0] if mentions else None)


def _readings(text: str, rules: Rows[_Rule]) -> Iterator[tuple[str, int, int]]:
    for pattern, coder in rules.worth_trying(text):
        for match in pattern.finditer(text):
            code = coder(match)
            if code is None:
                continue
            yield code, match.start(), match.end()
            if coder is _per_day and (corrected := _CORRECTED.match(text, match.end())):
                again = _per_day(corrected)
                if again is not None:
                    yield again, corrected.start("n"), corrected.end()


def _merged(readings: list[_Reading]) -> list[_Reading]:
    """Join neighbouring wordings of one frequency: the plain "매일" yields to the "자기 전" beside it."""
    merged: list[_Reading] = []
    for reading in readings:
        if merged and (joined := _joined(merged[-1], reading)):
            merged[-1] = joined
        else:
            merged.append(reading)
    return merged


def _joined(left: _Reading, right: _Reading) -> _Reading | None:
    codes = {left[0], right[0]}
    if right[1] - left[2] > _ADJACENT or not (len(codes) == 1 or (codes <= _DAY_CODES and "QD" in codes)):
        return None
    specific = left if right[0] == "QD" else right
    return specific[0], left[1], right[2], left[3] and right[3]


def _ends_in_rieul(syllable: str) -> bool:
    return "가" <= syllable <= "힣" and (ord(syllable) - 0xAC00) % 28 == 8
