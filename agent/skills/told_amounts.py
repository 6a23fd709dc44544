"""The amounts of a text, in digits and in words, with what they count: "3시간 반", "세 알", "two puffs", "9:15".

What a patient told and what an answer tells again are read by the same rules, so that "한 알 반" is 1.5 in both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from domain.remembering import remembered
from extraction.text.lazy_regex import lazy_regex
from extraction.values.small_counts import ENGLISH_COUNT, KOREAN_COUNT_ALONE, KOREAN_DAYS, read_count
from extraction.values.spoken_numbers import find_numbers

_DIGITS: Final = lazy_regex(
    r"(?<![\d.])(?:\d{1,3}(?:,\d{2,3})+(?!\d)(?:\.\d+)?|\d+,\d(?![\d,])|\d+(?:\.\d+)?|(?<!\d)\.\d+)"
)
_COMMA: Final = lazy_regex(r"\d+,\d")
_COUNTER: Final = (
    r"알(?![가-힣]{2})|정(?=[씩을은이도만\s,.)·]|$)|캡슐|방울|포(?=[씩를\s,.)]|$)|봉지?|병|갑|캔|컵|잔|그릇|사발|개비|개월|개(?![가-힣]*(?:선|학|인|봉|통))"
    r"|번(?!째|호)|차례|회(?!사|의|복|식)|시간|시(?=\s|쯤|반|에|부|까|$|[),.])|분(?=\s|쯤|간|정|만|이|에|씩|짜|$|[),.])|일(?![가-힣]*(?:요일|정하|부러"
    r"|단))|주(?![가-힣]*(?:사|의|말|로|스|무))|달|년"
    r"|명|장|바늘|대(?=[씩를\s,.]|$)|모금|스푼|숟갈|숟가락|조각|판|입|끼|밤|살|단위|군데|차(?=[례\s)])|마리"
)
"""What Korean words count with, behind a number in words."""
_WORDS_KO: Final = lazy_regex(rf"(?P<n>{KOREAN_COUNT_ALONE})\s?(?P<of>{_COUNTER})")
_WORDS_EN: Final = lazy_regex(
    rf"(?P<n>(?!\d)(?!an?\b)(?:{ENGLISH_COUNT}))(?![- ]?(?:way|of (?:the|those|these|them)\b))"
    r"|\b(?P<often>once|twice|thrice)\b",
    re.IGNORECASE,
)
_SPAN_KO: Final = lazy_regex(rf"(?<![가-힣])(?P<days>{'|'.join(sorted(KOREAN_DAYS, key=len, reverse=True))})(?!에)")
_FORTNIGHT: Final = lazy_regex(r"\bfortnight\b|(?<![가-힣])일주일|(?<![가-힣])보름", re.IGNORECASE)
_HALF_BEHIND: Final = lazy_regex(
    r"\s?(?:시간|알|정|개월|개|병|컵|달|년|잔)?\s?반(?!응|찬|복|드|창|신|지|납|대|려|갑|경)|\s?(?:and|&)\s(?:a\s)?half\b|\s?½",
    re.IGNORECASE,
)
_HALF: Final = lazy_regex(
    r"(?<![가-힣])반\s?(?:알|정|개|병|컵|잔|시간|통|포)|\bhalf an? |\bhalf of an? |\ba half\b|½", re.IGNORECASE
)
_CLOCK: Final = lazy_regex(
    r"(?<![\d/.])(?P<h>[01]?\d|2[0-4])\s?시(?!간)(?:\s?(?P<m>[0-5]?\d)\s?분|\s?(?P<half>반))?"
    r"|(?<![\d/.:])(?P<hc>[01]?\d|2[0-3])[:.](?P<mc>[0-5]\d)(?![\d%]|\.\d)(?=\s?(?P<ap>[ap]\.?m\b)?)"
    r"|(?<![\d/.:])(?P<ho>1[0-2]|[1-9])\s?(?:[ap]\.?m\b|o['’]?clock\b)",
    re.IGNORECASE,
)
_SPOKEN_CLOCK: Final = lazy_regex(
    r"\b(?:(?P<half>half)(?: past)?|(?P<quarter>quarter) (?P<qto>to|past)|(?P<min>five|ten|twenty"
    r"|twenty[- ]five) (?P<to>to|past))"
    r" (?P<h>1[0-2]|[1-9]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b",
    re.IGNORECASE,
)
_SPOKEN_HOUR_KO: Final = lazy_regex(
    r"(?<![가-힣])(?P<h>한|두|세|네|다섯|여섯|일곱|여덟|아홉|열한|열두|열)\s?시(?!간)"
    r"(?:\s?(?P<m>[0-5]?\d|[일이삼사오]?십[일이삼사오육칠팔구]?|[일이삼사오육칠팔구])\s?분|\s?(?P<half>반))?"
)
_UNIT: Final = lazy_regex(
    r"\s?(?P<of>퍼센트|프로|킬로|키로|밀리|그램|단위|시간|개월|개비|방울|캡슐|바늘|사발|그릇|차례|[가-힣]|%|[a-zµμ]+(?:/[a-z]+)?)",
    re.IGNORECASE,
)
_ALIKE: Final = {
    name: unit
    for unit, names in {
        "번": "times time 번 차례 회",
        "알": "tablet pill capsule cap tab 알 정 캡슐 개",
        "일": "day night evening morning 일 밤",
        "주": "week wk 주",
        "달": "month mo 달 개월",
        "년": "year 년",
        "시간": "hour hr h 시간",
        "분": "minute min 분",
        "%": "percent % 퍼센트 프로",
        "kg": "kg 키로 킬로",
        "ml": "ml cc 밀리",
        "그램": "g gram 그램",
        "단위": "unit u 단위",
        "lb": "lb pound",
    }.items()
    for name in names.split()
}
"""Units by one name each; pieces that are swallowed count alike."""
_HALF_DAY: Final = 720
_SMALL: Final = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "twenty": 20, "twenty-five": 25, "twenty five": 25,
    "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9, "열": 10, "열한": 11,
    "열두": 12,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of a text, its place, and what it counts ("" where nothing is said); ``spoken`` where it is in words."""

    value: float
    start: int
    end: int
    unit: str = ""
    spoken: bool = False


_SMALLER: Final = {
    "시간": ("분", 60.0),
    "주": ("일", 7.0),
    "kg": ("그램", 1000.0),
    "litre": ("ml", 1000.0),
    "l": ("ml", 1000.0),
}
"""Units that are told in a smaller one as well, with how many of it they are."""


def is_alike(one: Amount, other: Amount) -> bool:
    """Whether both may count the same: in one unit, in two of one measure, or where a unit is not told."""
    return not one.unit or not other.unit or _measure(one.unit) == _measure(other.unit)


def value_as(one: Amount, other: Amount) -> float:
    """The value of ``one`` in the unit of ``other``: an hour and a half is 90 where minutes are told."""
    if not (one.unit and other.unit) or one.unit == other.unit:
        return one.value
    factor = _SMALLER.get(one.unit, ("", 1.0))[1] / _SMALLER.get(other.unit, ("", 1.0))[1]
    return one.value * factor


def _measure(unit: str) -> str:
    return _SMALLER.get(unit, (unit, 1.0))[0]


@dataclass(frozen=True, slots=True)
class Clock:
    """An hour of the clock in minutes, morning and evening alike, and its place."""

    minutes: int
    start: int
    end: int

    def is_at(self, other: Clock) -> bool:
        """Whether both may be the same hour."""
        return self.minutes == other.minutes


@remembered
def clocks_in(text: str) -> tuple[Clock, ...]:
    """The hours of the clock that a text names, in their order."""
    found = [*_spoken_clocks(text)]
    for one in _CLOCK.finditer(text):
        # A number with a point is an hour only where the part of the day stands behind it.
        if one["hc"] and "." in one[0] and not one["ap"]:
            continue
        hour = int(one["h"] or one["hc"] or one["ho"])
        minute = 30 if one["half"] else int(one["m"] or one["mc"] or 0)
        found.append(Clock((hour * 60 + minute) % _HALF_DAY, one.start(), one.end()))
    kept: list[Clock] = []
    for each in sorted(found, key=lambda one: (one.start, -one.end)):
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
    return tuple(kept)


def _spoken_clocks(text: str) -> Iterator[Clock]:
    for one in _SPOKEN_HOUR_KO.finditer(text):
        minute = 30 if one["half"] else _minutes_ko(one["m"] or "0")
        yield Clock((_SMALL[one["h"]] * 60 + minute) % _HALF_DAY, one.start(), one.end())
    for one in _SPOKEN_CLOCK.finditer(text):
        words = one["h"].casefold()
        hour = int(words) if words.isdigit() else _SMALL[words]
        minute = 30 if one["half"] else 15 if one["quarter"] else _SMALL[one["min"].casefold()]
        before = (one["qto"] or one["to"] or "").casefold() == "to"
        yield Clock((hour * 60 + (-minute if before else minute)) % _HALF_DAY, one.start(), one.end())


def _minutes_ko(words: str) -> int:
    return int(words) if words.isdigit() else max(read_count(words))


@remembered
def amounts_in(text: str) -> tuple[Amount, ...]:
    """The numbers of a text in their order, none of them part of an hour of the clock."""
    hours = [(one.start, one.end) for one in clocks_in(text)]
    found = [*_written(text), *_counted(text), *_spans(text)]
    found += [
        Amount(float(one.value), one.start, one.end, unit_behind(text, one.end), spoken=True)
        for one in find_numbers(text)
        if not one.digits
    ]
    kept: list[Amount] = []
    for each in sorted(found, key=lambda one: (one.start, -one.end)):
        apart = not kept or each.start >= kept[-1].end
        if apart and not any(start < each.end and each.start < end for start, end in hours):
            kept.append(each)
    return tuple(kept)


def _written(text: str) -> Iterator[Amount]:
    for one in _DIGITS.finditer(text):
        # "8,4" is what others write as 8.4.
        value = float(one[0].replace(",", "." if _COMMA.fullmatch(one[0]) else ""))
        half = _HALF_BEHIND.match(text, one.end())
        yield Amount(
            value + (0.5 if half else 0), one.start(), half.end() if half else one.end(), unit_behind(text, one.end())
        )


def _counted(text: str) -> Iterator[Amount]:
    for one in _WORDS_KO.finditer(text):
        if one["n"][0].isdigit():
            continue
        half = _HALF_BEHIND.match(text, one.end("n"))
        value = max(read_count(one["n"])) + (0.5 if half else 0)
        yield Amount(value, one.start(), half.end() if half else one.end("n"), unit_named(one["of"]), spoken=True)
    for one in _WORDS_EN.finditer(text):
        often = (one["often"] or "").casefold()
        value = {"once": 1, "twice": 2, "thrice": 3}.get(often) or max(read_count(one["n"]))
        unit = "번" if often else unit_behind(text, one.end())
        half = _HALF_BEHIND.match(text, one.end())
        yield Amount(value + (0.5 if half else 0), one.start(), half.end() if half else one.end(), unit, spoken=True)
    for one in _HALF.finditer(text):
        yield Amount(0.5, one.start(), one.end(), "알", spoken=True)


def _spans(text: str) -> Iterator[Amount]:
    for one in _SPAN_KO.finditer(text):
        yield Amount(float(KOREAN_DAYS[one["days"]]), one.start(), one.end(), "일", spoken=True)
    for one in _FORTNIGHT.finditer(text):
        days = 7.0 if one[0].endswith("주일") else 15.0 if "보름" in one[0] else 14.0
        yield Amount(days, one.start(), one.end(), "일", spoken=True)


def unit_behind(text: str, end: int) -> str:
    """What stands behind a number, by one name for all its forms; "" where nothing does."""
    found = _UNIT.match(text, end)
    return unit_named(found["of"]) if found is not None else ""


def unit_named(words: str) -> str:
    """The one name of a unit; "" for a word that counts nothing, be it a particle or a preposition."""
    plain = words.casefold()
    known = _ALIKE.get(plain) or _ALIKE.get(plain.removesuffix("s"))
    if known is not None:
        return known
    if plain in _MEASURES or (plain.endswith("s") and len(plain) > _SHORT and plain not in _NO_NOUNS):
        return plain.removesuffix("s")
    return ""


_MEASURES: Final = frozenset(
    "kg mg mcg ml l cm mm km m oz st bpm mmhg mmol iu kcal mg/dl mmol/l puff sip can pint glass cup bottle stone foot"
    " inch mil kilo kilos litre liter 도 월 장 잔 병 컵 포 갑 캔 개비 방울 바늘 사발 그릇 명 조각 보 원 살 세 초 점"
    " 차".split()
)
_NO_NOUNS: Final = frozenset("was is has as this its plus does less minus yes us versus across".split())
"""Words that end like what is counted, and are none."""
_SHORT: Final = 3
