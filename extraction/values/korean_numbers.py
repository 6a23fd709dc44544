"""Korean number words: Sino-Korean (일, 이, 삼; 백이십이; 칠 점 이) and native (하나, 둘; 마흔두; 두세)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from extraction.text.lazy_regex import lazy_regex

Reading = tuple[int | float, int | float | None, int, int]
"""Value, upper value of a spoken span or None, start, end."""

_DIGIT: Final = {char: value for value, char in enumerate("영일이삼사오육칠팔구")} | {"공": 0, "륙": 6}
_PLACE: Final = {"십": 10, "백": 100, "천": 1000}
_SINO: Final = lazy_regex(r"[영공일이삼사오육륙칠팔구십백천만]")

_COPULA_AFTER_I: Final = lazy_regex(
    r"\s?(?:넘|초과)|더라|더군|었|에요|에여|라|래|고|구요|네|죠|지|거든|야|요|며"
    r"|니까|다|던|랑|신|\s?아니|\s?아녜"
)
"""What follows when a last 이 is the copula and no digit ("백이십이었어요" is 120)."""

BOUNDARY: Final = (
    r"(?![가-힣])"
    r"|(?:이|가|은|는|을|를|로|으로|도|만|에|과|와|의|나|이나|랑|이랑|하고|까지|부터|에서|보다|정도|쯤|씩|마다|밖에"
    r"|이상|이하|미만"
    r"|초과|넘게|가량|안팎|사이|전|후|뒤|째|간|동안)(?![가-힣])"
    r"|이(?:지|여|오|제|유|랴|당|께|구먼|구만|었|였|라)|짜리|이?(?:더라|더군|었|였|에요|예요|에여|라예|라고|라는|라서|라네|래|입|고요|구요|네요|죠|지요|거든|인데|던데|야|요|니까|다시"
    r"|나왔|나와)|가(?=나왔|나와|나옵|찍|떴|떠|뜨)|이(?=찍|떴|떠|뜨)|고(?![가-힣])"
    r"|(?:사이|이고|인데|인가|이신|으로|로는|에는|에서|까지|부터|정도|쯤|씩|마다|밖에|이상|이하|미만|초과|넘|보다"
    r"|대로|전에|전부|후에|동안|째)"
)
"""What may follow a whole number word or counter: no Hangul, a particle, or a form of the copula."""

_BOUNDARY: Final = lazy_regex(BOUNDARY)
_CLEAR_END: Final = lazy_regex(
    r"\s*(?:$|[^\w\s])|짜리|이\s?(?:넘|초과)|이(?:라(?!도)|랴|여|오|지|제|유)|이?(?:더라|더군|었|였|에요|예요|에여|라예|라고|래|입|네요|죠|지요|거든|인데|요"
    r"|나왔|나와)|에|로|으로|까지|정도|쯤|[가은는]\s?(?:나왔|나와|나옵|찍|떴|뜨|좀|높|낮)"
)

_MEASURE: Final = (
    r"퍼센트|퍼(?=로|요|예|입|\s|$)|프로(?![가-힣])|프로(?=정도|까지|이|였|예|래|라|나|에|가|는|를|도|요|고|인|입|네"
    r"|다|로|쯤|미만|넘|대)"
    r"|%|mg|mL|ml|mcg|ug|μg|kg|cm|mm|U\b|단위|유닛|밀리|마이크로|그램|킬로|센티|센치|리터|시시|cc"
)
_MEASURE_AHEAD: Final = lazy_regex(rf"\s?(?:{_MEASURE}|미리)")
_DOSE_AHEAD: Final = lazy_regex(r"\s?(?:mg|mcg|ug|μg|밀리(?!리터|미터)|미리(?!리터|미터)|마이크로|유닛|단위)")
"""Units of a dose: nobody makes a medicine's name the subject of its strength ("다이크로짇이십오 미리" is 25 mg)."""
_COUNTER_AHEAD: Final = lazy_regex(
    rf"\s?(?:개월|년|회|세(?!상)|시간|분|초|일|주일?|월|도|정(?!도)|알|캡슐|포|개(?!월)|호|기|병|배|점|대|명"
    rf"|번(?!째))(?:{BOUNDARY})"
)
_SINGLE_COUNTER_AHEAD: Final = lazy_regex(
    rf"\s?(?:개월|년|회|시간|분|초|세)(?:{BOUNDARY})|\s정(?!도)(?:{BOUNDARY})|\s?(?:주일?|일)\s?(?:전|후|뒤|째|동안"
    rf"|간|마다|치)"
)
_NOT_NUMBERS: Final = lazy_regex(
    r"이\s?(?:분(?!\s?(?:전|후|마다|동안|간|쯤|정도))|번|세|초|정|년(?=이|아))|사회|일\s?(?:세|초|분|미리|주일)"
    r"|일년내|구세|오시|이십?대|천사|백일|천일|만일|천만"
)
_BETWEEN: Final = lazy_regex(r"사이(?=$|[\s.,!?]|에서|에(?:\s|$)|예요|에요|로|정도|입|였)")
_RANGE_BEFORE: Final = lazy_regex(r"(?:에서|부터|하고|과|와|~|-)\s?[^~]{0,8}$")
_POINT: Final = lazy_regex(r"\s?[점쩜]\s?(?=[영공일이삼사오육륙칠팔구])")
_DEMONSTRATIVE_POINT: Final = lazy_regex(r"[이일]\s점\s?이\s")


def sino_numbers(text: str, lenient: bool) -> Iterator[Reading]:
    """Yield the Sino-Korean numbers of normalised `text`."""
    at = 0
    while match := _SINO.search(text, at):
        start = match.start()
        value, end, compound = _read_sino(text, start)
        if end > start and _is_sino_number(text, start, end, compound, lenient):
            yield value, None, start, end
            at = end
        else:
            at = start + 1


def _read_sino(text: str, start: int) -> tuple[int | float, int, bool]:
    """Read the longest number at `start`: its value, end, and whether its form alone makes it a number."""
    whole, end, places = _read_whole(text, start)
    point = _POINT.match(text, end) if end > start else None
    if point is None:
        return whole, end, places
    decimals, stop = _read_decimals(text, point.end())
    if not decimals:
        return whole, end, places
    return float(f"{whole}.{decimals}"), stop, not _DEMONSTRATIVE_POINT.match(text, start)


def _read_whole(text: str, start: int) -> tuple[int, int, bool]:
    myriads, section, last_place = 0, 0, 10_000
    digit: int | None = None
    at, places, syllables = start, False, 0
    while True:
        here = at + 1 if syllables and text[at : at + 1] == " " and _continues(text, at + 1) else at
        char = text[here : here + 1]
        if char in _DIGIT and char and digit is None and not (_is_final_copula(text, here) and syllables):
            digit = _DIGIT[char]
        elif char in _PLACE and _PLACE[char] < last_place:
            last_place = _PLACE[char]
            section += (1 if digit is None else digit) * last_place
            digit, places = None, True
        elif char == "만" and not myriads and _opens_myriad(text, here, syllables):
            myriads = (section + (digit or 0) or 1) * 10_000
            section, digit, last_place, places = 0, None, 10_000, True
        else:
            return myriads + section + (digit or 0), at, places and syllables > 1
        at, syllables = here + 1, syllables + 1


def _read_decimals(text: str, start: int) -> tuple[str, int]:
    digits, at = "", start
    while len(digits) < 6:
        here = at + 1 if digits and text[at : at + 1] == " " and _continues(text, at + 1) else at
        char = text[here : here + 1]
        if not char or char not in _DIGIT or (digits and (_is_final_copula(text, here) or _ends_subject(text, here))):
            break
        if digits and _is_particle_of_a_decimal(text, here):
            break
        digits, at = digits + str(_DIGIT[char]), here + 1
    return digits, at


def _ends_subject(text: str, at: int) -> bool:
    """Whether 이 behind a digit with a final consonant is its particle: "칠 점 일이 맞아요" is 7.1, and not 7.12."""
    joined = "가" <= text[at - 1] <= "힣" and (ord(text[at - 1]) - 0xAC00) % 28 != 0
    return joined and text[at] == "이" and text[at + 1 : at + 2] == " " and _MEASURE_AHEAD.match(text, at + 1) is None


def _continues(text: str, at: int) -> bool:
    """Whether the word at `at` goes on with the number before the space ("백 이십 이"), and is no word of its own."""
    end = at
    while end < len(text) and end - at < 12 and _SINO.match(text, end):
        end += 1
    if end == at or _BETWEEN.match(text, at) or _NOT_NUMBERS.match(text, at):
        return False
    if end - at == 1 and text[at] in "이일만" and text[end : end + 1] == " ":
        return bool(_MEASURE_AHEAD.match(text, end) or _SINO.match(text, end + 1) or text[end + 1 : end + 2] == "점")
    return bool(_MEASURE_AHEAD.match(text, end) or _COUNTER_AHEAD.match(text, end) or _BOUNDARY.match(text, end)
                or text[end : end + 1] == "점")  # fmt: skip


_SUBJECT_OF_A_READING: Final = lazy_regex(
    r"\s?(?:나왔|나와|나옵|나온|찍|떴|떠|뜨|측정|적혀|적힌|나가|됐|되었|되더|보였|보여|들어|확인)"
    r"|\s(?!점|[영공일이삼사오육칠팔구십백천%])"
)
"""What follows when a last 이 behind a decimal is its particle and no digit ("육 점 영이 나왔어요" is 6.0)."""


def _is_particle_of_a_decimal(text: str, at: int) -> bool:
    if text[at] != "이" or (ord(text[at - 1]) - 0xAC00) % 28 == 0 or _MEASURE_AHEAD.match(text, at + 1):
        return False
    return bool(_SUBJECT_OF_A_READING.match(text, at + 1))


def _is_final_copula(text: str, at: int) -> bool:
    if text[at] == "이" and _COPULA_AFTER_I.match(text, at + 1):
        return True
    return bool(_BETWEEN.match(text, at) and _RANGE_BEFORE.search(text[max(0, at - 16) : at]))


def _opens_myriad(text: str, at: int, syllables: int) -> bool:
    """만 is ten thousand at the head of a number or before its end; after a number it is mostly the particle "only"."""
    after = text[at + 1 : at + 2]
    if after and _SINO.match(after):
        return syllables > 0 or after not in "일이" or text[at + 2 : at + 3] in _PLACE
    return bool(_MEASURE_AHEAD.match(text, at + 1)) or (syllables > 0 and not after.strip())


def _is_subject_particle(text: str, at: int) -> bool:
    """Whether 이 marks the subject ("혈압이 백육십", not 260): a space follows, or a final consonant precedes.

    Behind another particle ("혈색소는이백이십") it is none.
    """
    if text[at - 1] in "는은을를" and text[at + 1 : at + 2] != " ":
        return False
    return text[at] == "이" and (text[at + 1 : at + 2] == " " or (ord(text[at - 1]) - 0xAC00) % 28 != 0)


_COPULA_ALONE: Final = lazy_regex(r"[에예]요|에여|야|[었였]|고(?![가-힣])|네|죠|지|다(?![가-힣])|라|래|거든|던|구")
"""What makes a single 이 behind a space the copula ("먹는 중 이에요") and no two."""


def _is_sino_number(text: str, start: int, end: int, compound: bool, lenient: bool) -> bool:
    attached = start > 0 and "가" <= text[start - 1] <= "힣"
    dosed = bool(_DOSE_AHEAD.match(text, end))
    if attached and not (dosed and compound) and _is_subject_particle(text, start):
        return False
    if text.startswith("이 ", start) and start > 0 and text[start - 1].isalnum():
        return False
    measured = bool(_MEASURE_AHEAD.match(text, end))
    if _NOT_NUMBERS.match(text, start) and not (measured and compound):
        return False
    if compound:
        if attached:
            unmistakable = end - start >= 3 and bool(_BOUNDARY.match(text, end))
            return measured or unmistakable or (lenient and bool(_CLEAR_END.match(text, end)))
        return measured or bool(_COUNTER_AHEAD.match(text, end) or _BOUNDARY.match(text, end))
    if attached:
        return dosed and text[start:end] in _PLACE
    if measured or _SINGLE_COUNTER_AHEAD.match(text, end):
        return True
    if text[start:end] == "이" and _COPULA_ALONE.match(text, end):
        return False
    if lenient and text[start:end] in _PLACE and _BOUNDARY.match(text, end):
        return True
    return lenient and bool(_CLEAR_END.match(text, end))


_ONES: Final = {
    "하나": 1, "한": 1, "둘": 2, "두": 2, "셋": 3, "세": 3, "석": 3, "넷": 4, "네": 4, "넉": 4, "다섯": 5, "여섯": 6,
    "일곱": 7, "여덟": 8, "여덜": 8, "아홉": 9,
}  # fmt: skip
_TENS: Final = {
    "열": 10, "스물": 20, "스무": 20, "서른": 30, "마흔": 40, "쉰": 50, "예순": 60, "일흔": 70, "여든": 80, "아흔": 90,
}  # fmt: skip
SPANS: Final = {
    "한두": (1, 2), "두세": (2, 3), "두서너": (2, 4), "두어": (2, 3), "서너": (3, 4), "네댓": (4, 5), "너댓": (4, 5),
    "네다섯": (4, 5), "대여섯": (5, 6), "대여": (5, 6), "예닐곱": (6, 7), "일고여덟": (7, 8), "여덟아홉": (8, 9),
}  # fmt: skip
"""Spoken spans: the two neighbouring numbers that one word names."""

_MIXED: Final = lazy_regex(
    r"(?<![가-힣])(?:(?P<hundreds>[일이]?)(?P<hundred>백)\s?)?(?P<ten>[이삼사오육칠팔구]?)십"
    r"(?P<ones>하나|둘|셋|넷|다섯|여섯|일곱|여덟|여덜|아홉)"
)
"""Sino-Korean tens with native ones, as older people count: "칠십둘", "백오십둘". With a space they are two numbers."""

_MEASURED: Final = lazy_regex(r"\s?(?:밀리|단위|유닛|mg|mcg|그램|킬로)")
_NATIVE: Final = lazy_regex(
    rf"(?<![가-힣])(?:(?P<span>{'|'.join(sorted(SPANS, key=len, reverse=True))})"
    rf"|(?:(?P<hundred>백)\s?)?(?P<tens>{'|'.join(_TENS)})(?:\s?(?P<ones>{'|'.join(_ONES)}))?"
    rf"|(?P<one>{'|'.join(_ONES)})|(?P<half>반))"
)
_LOOSE_COUNTER: Final = lazy_regex(
    rf"\s?(?:번(?!째)|살|알|개월|개비|개|시간|시|달|주일|주|가지|잔|병|캔|사발|갑|차례|군데|명|봉지|봉|캡슐|방울|숟갈|숟가락|스푼"
    rf"|모금|컵|끼|퍼프|흡입"
    rf"|해|배|사람|회|정(?!도))(?:{BOUNDARY})"
)
_SPACED_COUNTER: Final = lazy_regex(rf"\s(?:분|대|포|년|일|팩|모|돌)(?:{BOUNDARY})")
_MISTAKEN: Final = lazy_regex(
    r"한시|한해|한배|네\s?배|열\s?(?:병|정)|세정|두개골|한주먹|한일|한\s일|세\s일"
    r"|네\s살이\s?(?:빠|찌|쪘)"
)
_HALF_COUNTER: Final = lazy_regex(rf"\s?(?:알|정|갑|병|잔|캔|컵|개|봉지)(?:{BOUNDARY})")


def native_numbers(text: str, lenient: bool) -> Iterator[Reading]:
    """Yield the native Korean numbers of normalised `text`; 반 before a counter is one half."""
    for match in _MIXED.finditer(text):
        if _BOUNDARY.match(text, match.end()) or _LOOSE_COUNTER.match(text, match.end()):
            yield _mixed_value(match), None, match.start(), match.end()
    for match in _NATIVE.finditer(text):
        end = match.end()
        if match["half"]:
            if _HALF_COUNTER.match(text, end):
                yield 0.5, None, match.start(), end
            continue
        if not _is_native_number(text, match, lenient):
            continue
        low, high = SPANS[match["span"]] if match["span"] else (_native_value(match), None)
        yield low, high, match.start(), end


def _mixed_value(match: re.Match[str]) -> int:
    hundreds = 100 * _DIGIT.get(match["hundreds"], 1) if match["hundred"] else 0
    return hundreds + 10 * _DIGIT.get(match["ten"], 1) + _ONES[match["ones"]]


def _native_value(match: re.Match[str]) -> int:
    hundred = 100 if match["hundred"] else 0
    return hundred + _TENS.get(match["tens"] or "", 0) + _ONES.get(match["ones"] or match["one"] or "", 0)


def _is_native_number(text: str, match: re.Match[str], lenient: bool) -> bool:
    end = match.end()
    if _MISTAKEN.match(text, match.start()):
        return False
    if _LOOSE_COUNTER.match(text, end) or _SPACED_COUNTER.match(text, end):
        return True
    if (match["tens"] or len(match[0]) > 1) and _MEASURED.match(text, end):
        return True
    if match["tens"] and match["tens"] not in ("열", "스무"):
        return bool(_BOUNDARY.match(text, end)) and (match["ones"] is not None or match["tens"] != "쉰" or lenient)
    if match[0] in ("하나", "한", "두", "세", "네", "석", "넉", "열", "스무") or match["span"]:
        return lenient and match[0] == "하나" and not text.startswith("도", end) and bool(_CLEAR_END.match(text, end))
    return lenient and bool(_BOUNDARY.match(text, end))
