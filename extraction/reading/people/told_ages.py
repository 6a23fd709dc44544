"""Ages that no plain number tells: "14개월인데", "생후 49일", "a 14-month-old", and years alone, "일흔여덟이우다".

A span of time is an age where it is said of a child as what the child is; months since or until something are none. A
native Korean number from twenty on that nothing is counted by is years.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from domain.ages import DAYS, MONTHS, WEEKS
from extraction.text.lazy_regex import lazy_regex

_CHILD: Final = (
    r"(?:아기|애기|아가|신생아|생후|애가|애는|애도|우리\s?애|저희\s?애|아이가|아이는|아이|손자|손녀|손주|아들|딸|쌍둥이"
    r"|첫째|둘째|셋째|막내|남아|여아|큰애|작은애|얘"
    r"|baby|babies|infant|newborn|son|daughter|twins?|boy|girl|little one|grand(?:son|daughter|child|baby)"
    r"|toddler|kid|child|bub)"
)
CHILD_NAMED: Final = lazy_regex(rf"(?<![a-z]){_CHILD}")
_UNBORN: Final = lazy_regex(r"임신|태동|배\s?뭉|주차|출산\s?예정|pregnan|expecting|gestation|due date|trimester")
_IS_SO: Final = (
    r"(?=\s?(?:된|됐|되었|되는|돼|이에요|예요|이요|요(?![가-힣])|이고|이구|인데|인디|이라|입니다|임|이야|이다|짜리"
    r"|아기|애기|아가|아들|딸|아이|애(?=[가는도]?[\s,.]|$)|손자|손녀|손주|조카|남아|여아|남자\s?아|여자\s?아|쌍둥이|[,.!?)]|$))"
)
_NOT_BEHIND: Final = r"(?!\s?(?:전|째|동안|마다|분|치|간격|만에|뒤|후|부터|까지|때|에\s|쯤\s?전|씩|차))"

_KOREAN: Final = (
    (MONTHS, lazy_regex(r"(?P<years>\d{1,2})\s?(?:살|세)\s?(?P<n>\d{1,2})\s?개월" + _NOT_BEHIND)),
    (MONTHS, lazy_regex(rf"(?<!\d)(?P<n>\d{{1,2}})\s?개월(?P<half>\s?반)?{_NOT_BEHIND}{_IS_SO}")),
    (DAYS, lazy_regex(rf"(?<!\d)(?P<weeks>\d{{1,2}})\s?주\s?(?P<n>\d)\s?일{_NOT_BEHIND}{_IS_SO}")),
    (MONTHS, lazy_regex(rf"(?<!\d)(?P<n>\d{{1,2}})\s?개월(?P<beside>){_NOT_BEHIND}(?=\s[가-힣])")),
    (WEEKS, lazy_regex(rf"(?<!\d)(?P<n>\d{{1,2}})\s?주{_NOT_BEHIND}{_IS_SO}")),
    (DAYS, lazy_regex(rf"(?<![\d월]\s)(?<![\d월])(?P<n>\d{{1,3}})\s?일{_NOT_BEHIND}{_IS_SO}")),
)
_BORN_NEAR: Final = lazy_regex(
    rf"(?<![a-z]){_CHILD}(?:[은는이가도]|\s?나이)?\s?(?:(?:이제|지금|오늘로|벌써|오늘|딱)\s?){{0,2}}$"
)
_SINCE: Final = lazy_regex(r"[가-힣]\s지\s?(?:이제\s|벌써\s|딱\s|거의\s|한\s)?$")
"""What makes a span the time since something was done: "낳은 지 3개월"."""
_TODAY: Final = lazy_regex(r"(?:오늘로|태어난\s?지)\s?(?:딱\s)?$")
_NEAR: Final = 20

_UNITS_EN: Final = {"month": MONTHS, "mo": MONTHS, "mth": MONTHS, "week": WEEKS, "wk": WEEKS, "day": DAYS}
_WORDS: Final = {
    word: number for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
         "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"), 1)
}  # fmt: skip
_NUMBER_EN: Final = (
    rf"(?P<n>\d{{1,3}}|{'|'.join(sorted(_WORDS, key=len, reverse=True))})(?P<half>(?: and a half|½|\.5))?"
)
_UNIT_EN: Final = r"(?P<unit>months?|mos?|mths?|weeks?|wks?|days?)"
_OLD: Final = lazy_regex(rf"\b{_NUMBER_EN}[\s-]?{_UNIT_EN}[\s-]old\b")
_CALLED_OLD: Final = lazy_regex(
    rf"\b(?:my|our|her|his) {_NUMBER_EN}[\s-]?{_UNIT_EN}[\s-]old(?='s\b|\s?(?:[,.;)!]|$)"
    r"|\s(?:has|is|was|had|keeps|won'?t|got|woke|and|with|who|since|been|vomit\w*|threw|fell)\b)"
)
"""Somebody small who is called by the age: "my 18 month old has a rash"."""
_IS_EN: Final = lazy_regex(
    r"\b(?:he|she|they|baby|son|daughter|boy|girl|twins|bub|infant|grandson|granddaughter|little one)"
    rf"(?:'s|'re|s| is| are)(?: now| only| just| already| about| nearly| almost)? {_NUMBER_EN} {_UNIT_EN}\b"
    r"(?! (?:ago|into|in\b|on\b|post|late|early|overdue|pregnant|along|out\b|away|since))"
)
_NAMED_EN: Final = lazy_regex(
    rf"\b[a-z]{{3,12}}(?:'s| is)(?: now| only| just)? {_NUMBER_EN} (?P<unit>months?|weeks?)"
    r"(?=\s?(?:[,.;!)]|and\b|old\b|$))"
)
"""A name and the span that is its owner's age, where a child is spoken of: "Otis is 11 weeks"."""
_OF_HIM_EN: Final = lazy_regex(
    rf"\b(?:he|she)'?s (?:now |just |only |nearly |almost |about )?(?P<n>\d{{1,3}}|{'|'.join(_WORDS)})"
    r"(?: and a bit|(?P<half> and a half|½))?(?=\s?(?:[,;)!]|\.(?!\d)|and\b(?! a\b)|$))"
)
"""A bare number of somebody: "she's two, wheezing since Monday"."""
_SPAN: Final = lazy_regex(r"\d\s?(?:개월|주|일)|(?:month|mo|mth|week|wk|day)s?\b")

_TENS: Final = {"스물": 20, "서른": 30, "마흔": 40, "쉰": 50, "예순": 60, "일흔": 70, "여든": 80, "아흔": 90}
_ONES: Final = {
    "하나": 1, "둘": 2, "셋": 3, "넷": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9,
}  # fmt: skip
_NUMBER_KO: Final = rf"(?P<tens>{'|'.join(_TENS)}|열(?={'|'.join(_ONES)}))(?P<ones>{'|'.join(_ONES)})?"
"""From eleven on: ten alone is the word for a fever, too."""
_NATIVE: Final = lazy_regex(
    rf"(?<![가-힣]){_NUMBER_KO}"
    r"(?=이(?:에요|에유|예요|어유|요|고|구|라|신|세|시|야|다|지|죠|오|우다|니|마|면)|예요|예유|입니|인데|인디|인가|인걸|임(?![가-힣])"
    r"|\s?먹(?:었|은(?=\s[가-힣])(?!\s(?:알|거|게|것|지|뒤|후|다음|약)))"
    r"|시(?:고|며|구|거든|네|지)|십니|세요|됐|되었|\s됐|\s되었|[으]?나이"
    r"|\s?(?:여자|남자|여성|남성|총각|처녀|아줌마|아저씨|주부|임산부|임부|산모|대학생|직장인)(?![가-힣])|\s?(?:임산부|주부|산모)(?:예요|이에요|입니다|인데|고요|구요)"
    r"|고\s|구요|구유|구\s|고요)"
)
_ALONE: Final = lazy_regex(
    r"(?:^|[.!?,]\s|(?:지금|올해|이제|나이로|만으로|전|나|난|저는|나는|내가|제가"
    r"|(?:어머님|아버님|어머니|아버지|엄마|아빠|할머니|할아버지|남편|아내|집사람|와이프|신랑|언니|누나|오빠|조카)[은는이가]?)\s)"
    rf"{_NUMBER_KO}(?=\s?(?:[.,!?]|$))"
)
"""A native number by itself, or behind the person whose years it is: "아버님 일흔, 은퇴하시고"."""
_CALLED_YEARS: Final = lazy_regex(
    r"(?:(?:나이|연세)[는가도]?|(?<![가-힣])(?:나|저|조카|남편|아내|어머니|아버지|엄마|아빠|할머니|할아버지)[는은])\s"
    rf"{_NUMBER_KO}(?=\s[가-힣]{{2}})"
)
"""A native number right behind a word for years, or behind whoever is that old: "나이 일흔둘 파킨슨"."""
_COUNTED: Final = lazy_regex(
    r"(?:손주|손자|손녀|자식|형제|식구|직원|환자|사람|친구|회원"
    r"|위|아래|밑|혈압|혈당|당|수치|맥박|점수|체중|몸무게|산소|콜레스테롤|값|결과)[가이는은들도]*\s?$"
)
"""What a number without a counter counts or measures instead."""

_KIN_EN: Final = (
    r"(?:son|daughter|wife|husband|mum|mom|mam|mother|dad|father|gran|nan|nana|grandma|grandmother|grandad|grandpa"
    r"|grandfather|grandson|granddaughter|sister|brother|aunt|auntie|uncle|partner|boy|girl|kid|child|little one"
    r"|lad|lass|nephew|niece)"
)
_NO_NAME: Final = (
    r"(?!(?:is|was|has|had|at|in|on|of|for|to|and|or|who|with|takes?|took|weighs?|got|gets|blew|scored)\b)"
)
_OF_KIN_EN: Final = lazy_regex(
    rf"\b{_KIN_EN}(?:,? {_NO_NAME}[a-z]+,?)?(?:,? is|'s|,| \()\s?(?:now |just |only |nearly |almost )?"
    rf"(?P<n>\d{{1,3}}|{'|'.join(_WORDS)})(?P<half> and a half|½)?"
    r"(?=\s?[,;)!]|\.(?!\d)|\s(?:and|he|she|who|with|has|next|now|today|in)\b|$)"
)
"""A bare number right behind a relative and, it may be, a name: "my daughter Zoe is 5", "our son Leo, 7,"."""
_OF_KIN_IN_YEARS: Final = lazy_regex(
    rf"\b{_KIN_EN}(?:[- ]in[- ]law)?(?:,? {_NO_NAME}[a-z]+)?(?:,|,? is|'s|,? aged| \()?\s?(?:now |only )?"
    r"(?P<n>\d{1,3})(?P<half>½)?\s?(?:years?|yrs?)(?:\sold)?(?=\s?[,;)!]|\.(?!\d)|\s(?:has|takes|is|he|she|known)\b|$)"
)
"""Years right behind a relative: "my father-in-law, 68 years, bypass in 2019", "my husband 63 yrs has BP"."""
_BESIDE_KIN_EN: Final = lazy_regex(
    rf"(?<!give )(?<!give my )(?<!gave )(?<!gave my )\b{_KIN_EN}(?: {_NO_NAME}[a-z]{{3,12}})?"
    r" (?P<n>\d{1,2})(?P<half>½)?(?= (?:is|has|takes|had|got|gets|who|was|on|needs"
    r"|with(?! (?:food|water|milk|meals?|breakfast|tea|juice))|fell|lives|and (?:is|has|takes))\b|,\s(?!\d))"
)
"""A bare number behind a relative who has, takes or is something: "my mother 64 is diabetic", "mum 81 on warfarin"."""
_BESIDE_KIN_KO: Final = lazy_regex(
    r"(?<![가-힣])(?:어머니|어머님|엄마|아버지|아버님|아빠|할머니|할아버지|장모님?|장인|시어머니|시아버지|남편|아내|와이프|집사람)"
    r"[은는이가께서]{0,3}\s(?:올해\s|이제\s)?(?P<n>[2-9]\d)(?P<half>½)?(?=\s[가-힣]|인데|이신데|이시고|이시구|이고|,\s)"
    r"(?!,?\s?(?:나왔|나와|나오|찍|정도|이상|이하|까지|밖에|kg|킬로|번|개|알|정|회|시|분|년|일|주|월|대))"
)
"""The same in Korean: "어머니 64 당뇨 있으세요"."""
_IS_YEARS_EN: Final = lazy_regex(
    rf"\b(?:he|she|baby|{_KIN_EN})(?:'s|s| is| be| are)(?: now| only| just| already| about| nearly| almost)?"
    rf" (?P<n>\d{{1,3}}|{'|'.join(_WORDS)})(?P<half> and a half|½)? ?(?:years?|yrs?)\b"
    r"(?! (?:ago|in\b|into|on\b|post|late|sober|clean|free|out\b|away|since|younger|older|off|without|behind|ahead"
    r"|from|into|cancer|seizure))"
)
_I_AM_YEARS_EN: Final = lazy_regex(
    r"\bi(?:'m|m| am) (?:now )?(?P<n>1[6-9]|[2-9]\d)(?P<half>½)? ?(?:years?|yrs?)\b"
    r"(?=\s?(?:[,.;)!]|$)|\s(?:and|with|now|man|woman|lady|gentleman|male|female|from|taking|diabetic|hypertensive)\b)"
)
"""Years that somebody is: "she be 3 years", "I am 63 years and diabetic"."""
_INTRODUCED: Final = lazy_regex(
    r"(?:\b(?:i am|i'?m|this is|name is|name's|he is|he's|she is|she's) "
    r"[a-z]{2,14}(?<!ic)(?<!ive)(?<!ed)(?<!ing)(?<!ant), "
    r"|^\W*(?:(?:hi|hello|hey)[,.! ]+)?[a-z]{2,14} here[,.]? )(?P<n>1[5-9]|[2-9]\d) ?(?:years?|yrs?)\b\.?"
    r"(?=\s?[,.;](?! (?:and|on|with|now|since|off)\b)|\s(?:man|woman|male|female|from|working)\b|$)"
)
"""Years behind the name of who introduces somebody: "I am Marek, 58 years, builder"."""
_YEARS: Final = (
    _OF_KIN_EN, _OF_KIN_IN_YEARS, _OF_HIM_EN, _BESIDE_KIN_EN, _BESIDE_KIN_KO, _IS_YEARS_EN, _I_AM_YEARS_EN,
)  # fmt: skip
_OLDEST: Final = 110
_SOMEBODY: Final = lazy_regex(
    r"\b(?:s?he|him|her|(?:dad|mum|mom|mam) here|bottle|nappy|nappies|diapers?|feeds?|feeding)\b"
)
"""Words that tell of somebody small beside an age in weeks or months."""


@dataclass(frozen=True, slots=True)
class ToldAge:
    """An age in UCUM ``unit``, empty for years, and the span of its words."""

    value: float
    unit: str
    start: int
    end: int


def told_ages(text: str) -> tuple[ToldAge, ...]:
    """The ages of ``text`` (in lower case) that are told so, in order."""
    ages = [*_years(text)]
    if _SPAN.search(text) is not None:
        ages += [*_korean(text), *_english(text)]
    found: list[ToldAge] = []
    for one in sorted(ages, key=lambda age: (age.start, -age.end)):
        if not found or found[-1].end <= one.start:
            found.append(one)
    if not 1 < len(found) <= _FEW:
        return tuple(found)
    return tuple(one for one in found if not any(_is_exacter(text, other, one) for other in found))


_FEW: Final = 8
"""Ages of one message that may be of one child; more are a list."""
_SECOND: Final = lazy_regex(
    r"\band\b|\bother\b|\b(?:brother|sister|twin)|하고|이랑|그리고|첫째|둘째|셋째|동생|언니|누나|오빠|형"
)


def _is_exacter(text: str, one: ToldAge, other: ToldAge) -> bool:
    """Whether ``one`` is the age ``other`` again in a smaller unit: "3개월 된 아기 ... 정확히는 생후 78일"."""
    if one.unit not in _DAYS_OF or _DAYS_OF[one.unit] >= _DAYS_OF.get(other.unit, 0.0):
        return False
    between = text[min(one.end, other.end) : max(one.start, other.start)]
    apart = abs(one.value * _DAYS_OF[one.unit] - other.value * _DAYS_OF[other.unit])
    return apart <= _DAYS_OF[other.unit] and _SECOND.search(between) is None


_DAYS_OF: Final = {MONTHS: 30.4, WEEKS: 7.0, DAYS: 1.0}


def _years(text: str) -> Iterator[ToldAge]:
    for match in (*_NATIVE.finditer(text), *_ALONE.finditer(text), *_CALLED_YEARS.finditer(text)):
        start = match.start("tens")
        if _COUNTED.search(text, max(0, start - _NEAR), start) is None:
            value = _TENS.get(match["tens"], 10) + _ONES.get(match["ones"] or "", 0)
            yield ToldAge(float(value), "", start, match.end())
    for match in _INTRODUCED.finditer(text):
        yield ToldAge(float(match["n"]), "", match.start("n"), match.end("n"))
    for match in (one for pattern in _YEARS for one in pattern.finditer(text)):
        number = float(_WORDS.get(match["n"]) or match["n"]) + (0.5 if match["half"] else 0.0)
        if number <= _OLDEST:
            yield ToldAge(number, "", match.start("n"), match.end("half" if match["half"] else "n"))


def _korean(text: str) -> Iterator[ToldAge]:
    of_a_child, unborn = CHILD_NAMED.search(text) is not None, _UNBORN.search(text) is not None
    for unit, pattern in _KOREAN:
        for match in pattern.finditer(text):
            groups, value = match.groupdict(), float(match["n"])
            near = text[max(0, match.start() - _NEAR) : match.start()]
            since_birth = _TODAY.search(near) is not None
            sure = bool(groups.get("years")) or (unit == MONTHS and of_a_child and groups.get("beside") is None)
            told = sure or since_birth or _BORN_NEAR.search(near) is not None
            if not told or (unit != MONTHS and unborn) or (_SINCE.search(near) is not None and not since_birth):
                continue
            value += 12 * float(groups.get("years") or 0) + 7 * float(groups.get("weeks") or 0)
            yield ToldAge(value + (0.5 if groups.get("half") else 0.0), unit, match.start(), match.end())


def _english(text: str) -> Iterator[ToldAge]:
    of_a_child = CHILD_NAMED.search(text) is not None
    of_somebody = of_a_child or _SOMEBODY.search(text) is not None
    for pattern, told in (
        (_OLD, of_somebody),
        (_CALLED_OLD, True),
        (_IS_EN, True),
        (_NAMED_EN, of_somebody and not _UNBORN.search(text)),
    ):
        for match in pattern.finditer(text):
            if not told:
                continue
            unit = next(code for word, code in _UNITS_EN.items() if match["unit"].startswith(word))
            number = float(_WORDS.get(match["n"]) or match["n"]) + (0.5 if match["half"] else 0.0)
            yield ToldAge(number, unit, match.start("n"), match.end())
