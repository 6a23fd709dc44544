"""Ages of children as people tell them: days, weeks, months, years, birthdays, school years, jabs, births some weeks
ago.

A span of time is an age where it is said of somebody as what that one is; what lasts, is past, comes every so often or
limits something is none, and weeks of an unborn child are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from domain.ages import DAYS, MONTHS, WEEKS, YEARS
from extraction.text.lazy_regex import lazy_regex

MONTH_DAYS: Final = 30.44
IN_MONTHS: Final = {DAYS: 1 / MONTH_DAYS, WEEKS: 7 / MONTH_DAYS, MONTHS: 1.0, YEARS: 12.0}
"""Months in one of each unit."""
GROWN: Final = 18


@dataclass(frozen=True, slots=True)
class Age:
    """An age in a UCUM unit; ``sure`` where it can be nothing else than an age."""

    value: float
    unit: str
    start: int = 0
    end: int = 0
    sure: bool = True

    @property
    def months(self) -> float:
        """The same in months."""
        return self.value * IN_MONTHS[self.unit]


_WORDS: Final = {
    word: number
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
         "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"), 1)
}  # fmt: skip
_NATIVE: Final = {
    "한": 1, "두": 2, "세": 3, "석": 3, "네": 4, "넉": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9,
    "열": 10, "열한": 11, "열두": 12, "열세": 13, "열네": 14, "열다섯": 15, "열여섯": 16, "열일곱": 17,
}  # fmt: skip
_N: Final = (
    rf"(?P<n>\d{{1,3}}(?:\.\d)?|{'|'.join(sorted(_WORDS, key=len, reverse=True))})(?P<half>[ -]and[ -]a[ -]half|½)?"
)
_UNIT: Final = r"(?P<unit>days?|weeks?|wks?|months?|mths?|mos?|years?|yrs?|[dwmy](?=o\b|/o\b|[ -]old))"
_SPAN: Final = (
    r"(?<!for )(?<!in )(?<!last )(?<!past )(?<!under )(?<!over )(?<!below )(?<!above )(?<!until )(?<!till )(?<!from )"
    r"(?<!every )(?<!at )(?<!within )(?<!after )(?<!before )(?<!than )(?<!next )(?<!the )(?<!another )(?<!of )"
    r"(?<!took )(?<!like )(?<!min )(?<!first )(?<!day )"
)
_NOT_AGE: Final = (
    r"(?! ?(?:ago|later|before|back|early|earlier|late|overdue|premature|prem|pregnant|gone|along|post|into|off|apart"
    r"|on\b"
    r"|course|since|away|free|straight|running|in a row|now with|to go|left|of (?:antib|amox|fever|pregn)|supply|fever"
    r"|pp\b|waiting|younger|older|gestation|corrected|prescription|appointment))"
)
_BEHIND: Final = (
    r"(?= ?(?:[,.;:!?()\n]|$|old|and\b|who|with|has|had|is\b|so\b|but|now|today|tomorrow|yesterday|weigh|boy|girl"
    r"|baby|son"
    r"|daughter|twin|grand|\d|we\b|he\b|she\b|as of|breast|bottle|he's|she's|male|female|lad|lass|toddler|infant"
    r"|newborn))"
)
_I: Final = re.IGNORECASE
_ENGLISH: Final = (
    (
        True,
        lazy_regex(
            rf"(?<![\d.,/-]){_N}[ -]?{_UNIT}(?:[ -]?old\b|[ -]?/?o\b)(?! (?:prescription|script|bottle|phone|scan"
            rf"|result|x-?ray|injury|scar|wound|fracture|car\b|bruise|packet|box|medicine|tablets?|cut|wart))",
            _I,
        ),
    ),
    (
        True,
        lazy_regex(
            rf"\b{_N}[ -]?{_UNIT}[ -](?=(?:boy|girl|baby|son|daughter|twins?|grand\w+|infant|toddler|lad|lass)\b)", _I
        ),
    ),
    (False, lazy_regex(rf"{_SPAN}(?<![\d.,/-])\b{_N}[ -]{_UNIT}\b{_NOT_AGE}{_BEHIND}", _I)),
    (
        False,
        lazy_regex(
            rf"(?<![\d.,/-])\b(?P<n>\d{{1,2}})(?P<half>½)?(?P<unit>months?|mths?|mnths?|weeks?|days?|mo|yo|y|m|w|wks?"
            rf"|yrs?)\b{_NOT_AGE}",
            _I,
        ),
    ),
    (
        True,
        lazy_regex(
            rf"\b(?:(?i:had) (?:[A-Z][a-z]+|him|her|my|our|the baby|twins|a (?:baby|boy|girl))"
            rf"|(?i:born|delivered|gave birth(?: to \w+)?))\b[^.!?;]{{0,24}}?\b{_N} {_UNIT} ago\b"
        ),
    ),
    (True, lazy_regex(rf"\b{_N} {_UNIT} (?:post ?-?partum|postnatal|after (?:the )?birth|after giving birth)\b")),
)
_JABS_EN: Final = lazy_regex(
    rf"\b{_N}[ -]{_UNIT}(?:'s)? (?:jabs?|vaccin\w+|vax\w*|shots?|imms|immuni[sz]ations?|injections?|needles?)\b", _I
)
"""The jabs of an age: whoever had them today is about that old."""
_YEARS_EN: Final = (
    lazy_regex(
        r"(?:\b(?:is|are|aged?|turned|turning|just|only)|['’]s|\b(?:he|she|hes|shes))(?: only| just| nearly| almost|"
        r" about| now"
        rf"| around| like)? (?P<n>1?\d|{'|'.join(_WORDS)})(?P<half> and a (?:half|bit)|½|\.5)?"
        r"(?= ?(?:[,;!?)\n]|\.(?!\d)|$)| (?:and\b(?! a\b)|with\b|has\b|had\b|so\b|but\b|now\b|weigh|today\b|he\b"
        r"|she\b|on\b|who\b"
        r"|about (?:\d|a )|around \d|is\b|\d+(?:\.\d)? ?(?:kg|kilo|lb|pound)))",
        _I,
    ),
    lazy_regex(
        r"(?:\b[A-Z][a-z]+(?: here)?|\b(?:son|daughter|boy|girl|grandson|granddaughter|eldest|oldest|youngest|brother"
        r"|sister|(?:little|wee|older|younger) one|bub|toddler|baby))(?:,? ?[,(]| is)"
        r" ?(?P<n>1?\d)(?P<half>½)?(?=[,;)]| and )"
    ),
    lazy_regex(r"\b[A-Z][a-z]+,? (?P<n>1?\d)(?P<half>½)?(?=,? \(?\d{1,3}(?:\.\d)? ?(?:kg|kilo|lb|pound|st\b))"),
    lazy_regex(r"\((?P<n>1?\d)(?P<half>½)?(?=(?: ?(?:yrs?|yo|y))?,? ?\d{1,3}(?:\.\d)? ?(?:kg|kilo|lb|pound))", _I),
    lazy_regex(r"\b(?:my|our|her|his) (?P<n>1?\d)(?P<half>½)?(?= (?:and|has|is|had)\b)", _I),
)
"""Years told by a bare number, of whoever is named right before."""

_NK: Final = rf"(?P<n>\d{{1,3}}|{'|'.join(sorted(_NATIVE, key=len, reverse=True))})"
_NOT_KO: Final = (
    r"(?!\s?(?:전(?!체)|째|동안|마다|분(?!유)|치(?!료)|간격|만에|뒤|후|부터|까지|때|쯤\s?전|씩|이하|미만|이상|이전"
    r"|넘어야"
    r"|먹|복용|드시|드신|드셨|맞[고았기]|치료|처방|근무|일했|다녔|다닌"
    r"|은\s?돼야|간(?![가-힣])|아니|말고|전용|용(?![가-힣])|접종|예방|검진|내로|이내|더|남|정도\s?(?:됐|지났)))"
)
_FRONT: Final = r"(?<![\d.,])(?<![가-힣])"
_KOREAN: Final = (
    (DAYS, lazy_regex(rf"신생아\s(?:이제\s|오늘로\s)?{_NK}\s?일(?P<half>)(?P<years>)(?!\s?(?:전|째|동안|간))")),
    (
        DAYS,
        lazy_regex(
            rf"(?<![\d.,])(?:생후\s?)?(?P<weeks>\d{{1,2}})\s?주\s?(?:하고\s?)?{_NK}\s?일(?P<half>)(?P<years>)(?=\s?(?:된"
            rf"|됐|되|짜리|아기|애기|아가|신생아|이에요|인데|이고|[,.]))"
        ),
    ),
    (
        MONTHS,
        lazy_regex(
            rf"{_FRONT}(?P<years>\d{{1,2}}|한|두|세)\s?(?:살|세|년)\s?(?P<n>\d{{1,2}})\s?개월(?P<half>)" + _NOT_KO
        ),
    ),
    (MONTHS, lazy_regex(rf"(?<![\d.,])(?<![가-힣])(?:생후\s?|만\s?)?{_NK}\s?개월(?P<half>\s?반)?{_NOT_KO}(?P<years>)")),
    (
        MONTHS,
        lazy_regex(
            rf"(?<![\d.,])(?<![가-힣])(?:생후\s?|만\s?)?{_NK}\s?달(?P<half>\s?반)?(?P<years>){_NOT_KO}(?=\s?(?:된|됐"
            rf"|되|짜리|인데|이에요|예요|이요|아기|애기|아가|이고|이여|[,.(]))"
        ),
    ),
    (
        WEEKS,
        lazy_regex(
            rf"(?:생후|태어난\s?지|출산|낳은\s?지)\s?(?:이제\s|딱\s|오늘로\s)?{_NK}\s?주(?:차)?(?P<half>)(?P<years>)"
        ),
    ),
    (
        WEEKS,
        lazy_regex(
            rf"(?<!임신 )(?<!임신)(?<![\d.,])(?<![가-힣]){_NK}\s?주(?P<half>)(?P<years>){_NOT_KO}(?!차)(?=\s?(?:된|됐"
            rf"|짜리|아기|애기|아가|신생아|인데|남아|여아))"
        ),
    ),
    (
        DAYS,
        lazy_regex(
            rf"(?:생후|태어난\s?지|낳은\s?지)\s?(?:이제\s|딱\s"
            rf"|오늘로\s)?(?:(?P<weeks>\d{{1,2}})\s?주\s?)?{_NK}\s?일(?P<half>)(?P<years>)"
        ),
    ),
    (
        DAYS,
        lazy_regex(
            rf"(?<![\d.월,])(?<!월 )(?<![가-힣]){_NK}\s?일(?P<half>)(?P<years>){_NOT_KO}(?=\s?(?:된|됐|되는|짜리|아기"
            rf"|애기|아가|신생아|남아|여아|아들|딸|손[주자녀]))"
        ),
    ),
    (
        YEARS,
        lazy_regex(
            rf"(?<![\d.,])(?<![가-힣])(?:만\s?)?(?P<years>){_NK}\s?(?:살"
            rf"|세(?![가-힣]))(?P<half>\s?반)?{_NOT_KO}(?!\s?(?:차이|터울|위|아래|어))"
        ),
    ),
    (YEARS, lazy_regex(rf"(?<=만)(?P<years>)\s?{_NK}\s?(?:살|세(?![가-힣]))(?P<half>\s?반)?{_NOT_KO}")),
)
_BIRTHDAYS_KO: Final = lazy_regex(
    r"(?<![가-힣])(?P<n>첫|두|세|네)?\s?돌(?P<half>\s?반)?"
    r"(?=\s?(?:지난|지났|된|됐|막\s?지|쟁이|이에요|예요|이고|짜리|아기|애기|여아|남아|아들|딸|인데|\d"
    r"|[,.(]))(?!\s?(?:전|안))"
)
_SCHOOL_KO: Final = lazy_regex(
    r"(?<![가-힣])(?P<school>초등?|중학?|고등?)(?:학교|생)?\s?(?P<n>[1-6])(?:학년)?(?=\s|[가-힣,.(]|$)(?!\s?(?:시|일"
    r"|번|회|개|알|층))"
)
_SCHOOLS: Final = {"초": 6, "중": 12, "고": 15}
"""Years of age that a school begins after, in Korea."""
_HUNDRED_DAYS: Final = lazy_regex(r"(?<![가-힣])백일\s?(?:된|지난|아기|애기|아가|갓|이고|인데|이에요|이요|남짓)")
_JABS_KO: Final = lazy_regex(r"(?<![\d.])(?P<n>\d{1,2})\s?개월\s?(?:차\s)?(?:예방)?(?:접종|주사)")
NEWBORN: Final = lazy_regex(r"\bnew ?-?born\b|신생아|갓난(?:아기|애기|쟁이|아이)", re.IGNORECASE)
_UNIT_CODES: Final = (("d", DAYS), ("w", WEEKS), ("y", YEARS), ("m", MONTHS))
_OWN: Final = lazy_regex(
    r"(?:\bi'?m|\bi am|\bme,?|\bmyself,?|(?<![가-힣])(?:저|저는|제가|나는|나|난|전|저두|저도))\s(?:now |only |이제 "
    r"|올해 |만 )?$",
    _I,
)
"""What makes an age the speaker's own."""


_UNBORN: Final = lazy_regex(
    r"임신(?!성)|태동|임산부|산모|조산|배\s?뭉|태아|예정일|\bpregnan|\bexpecting\b|\bcontractions?\b|\bgestation"
    r"|\btrimester|\bantenatal|\bkick(?:s|in|ing)?\b",
    _I,
)
_TENS_KO: Final = lazy_regex(r"(?:스물|서른|마흔|쉰|예순|일흔|여든|아흔)\s?$")
_SINCE_KO: Final = lazy_regex(
    r"(?<!태어난)(?<!낳은)(?<!출산한)\s?지\s?(?:이제\s|벌써\s|딱\s)?$|(?:지난|마지막|매)\s?$|임신\s?$"
)


def ages_in(text: str) -> tuple[Age, ...]:
    """The ages of children told in ``text``, in order; none of whoever speaks, and none from eighteen years on."""
    found: list[Age] = []
    for one in sorted((*_english(text), *_korean(text)), key=lambda age: (age.start, not age.sure, -age.end)):
        if found and one.start < found[-1].end:
            continue
        before = text[max(0, one.start - 20) : one.start]
        if one.months < GROWN * 12 and not any(each.search(before) for each in (_OWN, _TENS_KO, _SINCE_KO)):
            if not (
                one.unit == WEEKS
                and one.value >= _SHOWS
                and _UNBORN.search(text)
                and not _BORN.search(text, one.start, one.end + 8)
            ):
                found.append(one)
    if not found:
        found = list(_by_jabs(text))
    return tuple(found)


_SHOWS: Final = 4
"""Weeks from which a pregnancy is told by them."""
_BORN: Final = lazy_regex(r"old|생후|태어|낳은|출산|된\s아기|ago", _I)


def _number(match: re.Match[str]) -> float:
    said = match["n"].casefold()
    value = float(_WORDS.get(said) or _NATIVE.get(said) or said)
    half = match.groupdict().get("half") or ""
    return value + (0.5 if half and "bit" not in half else 0.0)


def _english(text: str) -> Iterator[Age]:
    for sure, pattern in _ENGLISH:
        for match in pattern.finditer(text):
            unit = next(code for letter, code in _UNIT_CODES if match["unit"].casefold().startswith(letter))
            yield Age(_number(match), unit, match.start("n"), match.end(), sure)
    for pattern in _YEARS_EN:
        for match in pattern.finditer(text):
            value = _number(match)
            if 0 < value < GROWN:
                yield Age(
                    value, YEARS, match.start("n"), match.end("half") if match["half"] else match.end("n"), sure=False
                )


def _korean(text: str) -> Iterator[Age]:
    for unit, pattern in _KOREAN:
        for match in pattern.finditer(text):
            value = _number(match)
            if match["years"]:
                value += 12 * float(_NATIVE.get(match["years"]) or match["years"])
            if match.groupdict().get("weeks"):
                value += 7 * float(match["weeks"])
            yield Age(value, unit, match.start(), match.end())
    for match in _BIRTHDAYS_KO.finditer(text):
        years = {"두": 2, "세": 3, "네": 4}.get(match["n"] or "", 1)
        yield Age(12.0 * years + (6.0 if match["half"] else 0.0), MONTHS, match.start(), match.end())
    for match in _SCHOOL_KO.finditer(text):
        yield Age(_SCHOOLS[match["school"][0]] + float(match["n"]), YEARS, match.start(), match.end(), sure=False)
    for match in _HUNDRED_DAYS.finditer(text):
        yield Age(100.0, DAYS, match.start(), match.end())


def _by_jabs(text: str) -> Iterator[Age]:
    for match in _JABS_EN.finditer(text):
        unit = next(code for letter, code in _UNIT_CODES if match["unit"].casefold().startswith(letter))
        yield Age(_number(match), unit, match.start("n"), match.end("unit"), sure=False)
    for match in _JABS_KO.finditer(text):
        yield Age(float(match["n"]), MONTHS, match.start("n"), match.end("n"), sure=False)
