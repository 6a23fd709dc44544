"""Whether a number is told as somebody's years: "58 years of age", "만 16", "나이는 오십다섯", "a man of forty-six"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_AFTER: Final = lazy_regex(
    r"\s?(?:세(?![대트상르레티파팔프브픽]|마글|로[켈토]|는데|는\s?(?:중|동안))(?!\s?번|\s(?:알|정|개|캡슐|봉|포|병|잔|명|시간|달|가지|군데|통|방울))|살(?![짝살갗]))(?!\s?(?:때|부터|에\s|된|난|쯤))|\s?-?(?:years?|yrs?)[\s-]old\b|\s?y/?o\b"
    r"|\s?years of age\b"
    r"|\s?(?:years?|yrs?)\s(?:male|female|man|woman|lady|gentleman|m|f)\b"
)
_NATIVE: Final = lazy_regex(
    r"(?:서른|마흔|쉰|예순|일흔|여든|아흔)(?:하나|한|둘|두|셋|세|넷|네|다섯|여섯|일곱|여덟|아홉)?"
)
"""Native tens, by which hardly anything but years is told without a counter."""
_TOLD_SO: Final = lazy_regex(
    r"(?:^|[.,!?]\s?|(?:올해|이제|인제|인자|벌써|나이|내가|제가|저는|나는|난|전|우리 나이로|낼모레)\s)(?:만\s)?$"
)
_YEARS_TOLD: Final = lazy_regex(
    r"\s?(?:먹|됐|되었|되는|인데|인디|이에요|예요|입니다|이라서?\s|이오|이여|이고|이요|[,.]|$)"
)
"""What stands around a native number that is told as somebody's years, and nothing that is counted or measured."""
_HONOURED: Final = lazy_regex(r"\s?(?:이신|이시|이세|이셔|이십니|되신|되셨|되시|되십|드신)")
"""Native tens of which the verb honours somebody count that one's years, whatever stands before."""
_BEFORE: Final = lazy_regex(
    r"(?:나이|연세|춘추|연령)(?:[가는은도]|로는|로)?\s?(?:만\s?)?$|(?:^|[\s,.])만\s?$"
    r"|\b(?:aged?|age is|turned|turning)\s?:?\s?$|\b(?:man|woman|male|female|lady|guy|girl|boy|fella|lad|lass) of\s$"
)
_I_AM: Final = lazy_regex(r"\bi(?:'m| am|m)\s(?:now\s|only\s|already\s)?$")
_AS_IF: Final = lazy_regex(
    r"\b(?:like|as if|as though|pretend|imagine) (?:i(?:'m| am|m| was| were)|you(?:'re| are|re)) $"
)
"""Nobody is as old as they want to be spoken to."""
_ALONE: Final = lazy_regex(
    r"\s?(?:$|[.,;!?)]|(?:and|but|so|with|male|female|m|f|now|i|no|not|never|on|been|have|just|taking|from|who"
    r"|diabetic)\b)"
)
_YEARS_KO: Final = lazy_regex(r"(?=\s?(?:$|[.,;!?)]|이[고구라에예요입며야]|입|요|예|에|인데|남|여|먹은|먹었))")
_YEARS_EN: Final = lazy_regex(r"\s?(?:years?|yrs?)\b(?!\s(?:ago|back|now|of (?!age)|with|on))")
_PAST: Final = lazy_regex(r"\b(?:when|until|till|since|at|from|by)\s(?:\w+\s){0,3}$")

_LISTED: Final = lazy_regex(r"(?:^|[,:]\s|\b(?:sir|ma'am|mr|mrs|ms|baby|patient)\.?\s(?:[a-z]+\s)?)$")
_YEARS_LISTED: Final = lazy_regex(r"\s?(?:years|yrs?)\b(?:\scompleted)?(?=\s?(?:[,.;)]|$)|\scompleted)")
"""Years between commas, or behind a person: "male, 63 yrs completed, retired"."""

_LIVES: Final = lazy_regex(r"사\s?세[요유여]")
"""The verb that sounds like four years: "옆 동에 사세요"."""
_SEX_BEHIND: Final = lazy_regex(
    r"\s?/?\s?[mf](?=\s?(?:[,.:;)/]|$|w(?:ith|/)|c/o))|\s?/?\s?(?:남|여)(?:자|성)?(?=\s?(?:[,.:;)/]|$|\s[가-힣]))"
)
_SEX_AHEAD: Final = lazy_regex(r"(?:^|[,.(\n]\s?)(?:남|여|[mf]|남자|여자|남성|여성)(?:\s?/\s?|\s)$")
_MEASURED: Final = lazy_regex(r"(?:체중|몸무게|혈압|맥박|혈당|당|키|수치)[은는이가]?\s$")
_LINE_ENDS: Final = lazy_regex(r"\s?(?:세|살|yo|y/o)?\s?(?:[,.;:)/]|$|(?!\d)[a-z가-힣]{2,})")
_BY_NAME: Final = lazy_regex(
    r"(?:^|[.!?]\s)(?:[a-z']+,?\s){0,3}(?!(?:pain|hurts?|sore|bp|pressure|sugar|is|it|was|been|lump|rash|over)\s)[a-z']+\shere,?\s$"
)
"""A name by which somebody introduces the one who writes: "mick here, 61"."""
_OPENS: Final = lazy_regex(r"(?:^|[,(\"':;\n]\s?|\bi'?m\s|\bpt:?\s|[가-힣○]:?\s)$")
"""What stands before the years and the letter of a sex, as one doctor writes to another: "54 F, frozen shoulder"."""
_GROWN: Final = 16

_LEAST, _MOST = 10, 110
_SOMEBODY_IS: Final = lazy_regex(
    r"\b(?:s?he|(?:my|our|the) (?:little |wee |youngest |oldest |eldest )?(?:son|daughter|boy|girl|kid|toddler|grandson"
    r"|granddaughter|nephew|niece)(?: [a-z]+)?)(?:'s| is|s)\s(?:now\s|only\s|just\s|nearly\s|almost\s|about\s)?$"
)
"""What stands right before the few years of a child: "he is 5 and weighs 18 kg"."""


def is_age(folded: str, start: int, end: int, value: float) -> bool:
    """Whether the number at [start, end) of a text in lower case is an age, by the words that touch it."""
    if _LIVES.match(folded, start):
        return False
    if _AFTER.match(folded, end):
        return True
    small = 0 < value < _GROWN and float(value).is_integer()
    if 0 < value <= _MOST and float(value).is_integer() and _is_by_birthday(folded, start, end):
        return True
    if small and _SOMEBODY_IS.search(folded[max(0, start - 40) : start]):
        return _ALONE.match(folded, end) is not None
    if not _LEAST <= value <= _MOST or not float(value).is_integer():
        return False
    if _NATIVE.fullmatch(folded, start, end) and _HONOURED.match(folded, end):
        return True
    if _NATIVE.fullmatch(folded, start, end) and _YEARS_TOLD.match(folded, end):
        return _TOLD_SO.search(folded[max(0, start - _REACH) : start]) is not None
    before = folded[max(0, start - _REACH) : start]
    if value >= _GROWN and _SEX_BEHIND.match(folded, end) and _OPENS.search(before) and not _MEASURED.search(before):
        return True
    if value >= _GROWN and _SEX_AHEAD.search(before) and _LINE_ENDS.match(folded, end):
        return True
    if value >= _GROWN and _BY_NAME.search(folded[max(0, start - 40) : start]) and _ALONE.match(folded, end):
        return True
    if _LISTED.search(before) and _YEARS_LISTED.match(folded, end):
        return True
    if _AS_IF.search(before):
        return False
    if _I_AM.search(before):
        return bool(_ALONE.match(folded, end))
    return bool(_BEFORE.search(before)) and any(one.match(folded, end) for one in (_ALONE, _YEARS_KO, _YEARS_EN))


def _is_by_birthday(folded: str, start: int, end: int) -> bool:
    return _BIRTHDAY.search(folded[max(0, start - 40) : start]) is not None and _NOW.match(folded, end) is not None


_BIRTHDAY: Final = lazy_regex(
    r"\b(?:(?:i|he|she|we|just|has|have|'ve|'s) (?:just )?turned|turned)\s(?:the big )?$"
    r"|\bbirthday\b[^.;!?\d]{0,16}(?:[,.]\s|\band\s|\bso\s)(?:i'm |i am |he's |he is |she's |she is |now |it's )*$"
)
_NOW: Final = lazy_regex(
    r"\s?(?:$|[.,;!?)]|(?:now|yesterday|today|last|this|on|in|at the|just|a|two|three|and|but|so)\b)"
    r"(?!\s?(?:weeks?|months?|days?)\b)"
)
"""What stands behind the years that a birthday made: "turned 40 yesterday", "birthday passed, seven now"."""


def is_own_sex(folded: str, start: int) -> bool:
    """Whether the word for a sex at ``start`` is said of the speaker outright: "나 여잔데", "I'm a bloke"."""
    return _OWN_SEX.search(folded, max(0, start - _REACH), start) is not None


_OWN_SEX: Final = lazy_regex(
    r"(?<![가-힣])(?:저|나|전|난|저는|나는|제가|내가)\s$|\bi(?:'m| am) (?:just )?an? (?:\d\d[ -]year[ -]old )?$"
)
_REACH: Final = 24
_INTRODUCED: Final = lazy_regex(r"(?:^|[.!?]\s)(?:[a-z']+,?\s){0,3}[a-z']+,\s$")


def is_introduced(folded: str, start: int, end: int, value: float) -> bool:
    """Whether a number stands between commas behind a name at the head of a sentence: "Gareth, 61, retired"."""
    whole = _LEAST <= value <= _MOST and float(value).is_integer()
    before = _INTRODUCED.search(folded[max(0, start - 40) : start]) if whole and folded.startswith(",", end) else None
    return before is not None and _NUMBERS.search(before[0]) is None


_NUMBERS: Final = lazy_regex(r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|at|is|was)\b")


def is_of_an_outsider(folded: str, start: int) -> bool:
    """Whether an age is that of somebody whose record nobody keeps: "my friend, 44, has gout"."""
    return _OUTSIDER.search(folded, max(0, start - _REACH), start) is not None


_OUTSIDER: Final = lazy_regex(
    r"\b(?:friend|neighbou?r|colleague|co-?worker|mate|boss|flatmate|roommate|bloke next door|woman next door)"
    r"(?: [a-z]{2,12})?(?:,| is|'s| \(| who is| who's| aged?)?\s?(?:about |now |only )?$"
    r"|(?:친구|이웃|동료|지인|선배|후배|옆집\s?\S{1,4})(?:[는은이가]|\s나이)?\s(?:올해\s|이제\s)?$"
)


def is_told_of_the_patient(folded: str, start: int, relatives: Iterable[int]) -> bool:
    """Whether an age is the speaker's present one: no other person stands before it in its clause, and no past time."""
    opening = max((match.end() for match in _CLAUSES.finditer(folded, 0, start)), default=0)
    return not any(opening <= one < start for one in relatives) and not _PAST.search(folded[opening:start])


_CLAUSES: Final = lazy_regex(r"[.;!?\n]|,\s|\b(?:and|but|while)\b|고\s|는데\s|지만\s")
