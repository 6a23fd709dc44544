"""Names by which the people of a talk are told apart: "husband Derek", "Mason 7, Lily 4", "twins. ava 38.1 isla 37.8".

A word is somebody's name by where it stands: behind a word for a relative, before somebody's years, before a reading
that nothing else names, or as the owner of one ("that's Ron's"). A word that people write in small letters, or that
names anything of medicine, is no name; in small letters a word is one only where a message about several people sets
two of them before readings of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from extraction.naming.mentions import Mention
from extraction.reading.children.persons import words_for_children
from extraction.reading.people.names_en import is_ordinary
from extraction.text.lazy_regex import lazy_regex

UNKNOWN: Final = "relative"
"""Who somebody is of whom the name alone was told."""
_READING: Final = r"(?:\d{2,3}\s?/\s?\d{2,3}|[34]\d\.\d)(?!\d)"
_BEHIND_KIN: Final = lazy_regex(r"(?:,| is| called| named)?\s\(?(?P<name>[A-Z][a-z]{1,14})\b")
_BEFORE_AGE: Final = lazy_regex(
    r"(?<![A-Za-z])(?P<name>[A-Z][a-z]{1,14}),?\s\(?(?P<n>\d{1,2})(?![\d./:%]|\s?(?:mg|mcg|ml|kg|am|pm|times|tablets?"
    r"|units?|x\b|hours?|st\b|nd\b|rd\b|th\b))"
)
_BEFORE_READING: Final = lazy_regex(
    rf"(?<![A-Za-z])(?P<name>[A-Z][a-z]{{1,14}})(?:['’]s|,|:| is| was| had| got| at)?\s(?={_READING})"
)
_OWNS: Final = lazy_regex(
    r"\b(?:that|it|this|those|they)(?:['’]?s|['’]?re| is| was| are| were)(?: actually| really)?"
    r"\s(?P<name>[A-Z][a-z]{1,14})(?:['’]s|['’])(?![a-z])"
)
_SEVERAL: Final = lazy_regex(
    r"\b(?:twins|triplets|kids|children|boys|girls|lads|both|all three|two of them)\b|쌍둥이|애들|아이들|둘\s?다"
    r"|셋\s?다|애\s?[둘셋]|형제|남매|자매",
    re.IGNORECASE,
)
_SMALL: Final = lazy_regex(rf"(?<![A-Za-z])(?P<name>[a-z]{{2,12}})(?:['’]s|:| is| was| at)?\s(?={_READING})")
_KOREAN: Final = lazy_regex(
    rf"(?<![가-힣])(?P<name>[가-힣]{{2,3}}?)(?:이는|이가|이|는|은|가)?\s(?:열\s)?(?={_READING})"
)
_NO_NAME_KO: Final = frozenset(
    "오전 오후 아침 점심 저녁 새벽 지금 방금 오늘 어제 그제 낮에 밤에 체온 체온은 열이 열은 혈압 혈압이 혈압은 다시"
    " 현재 최고 최저 나이 연세 성별 이름 생일 키가 키는 체중 몸무게 맥박 혈당 병원 집에서 재니 재보니 근데 그리고 아까"
    " 이번 처음 마지막 오른쪽 왼쪽 위가 아래".split()
)
_NO_NAME_EN: Final = frozenset(
    "temp temps bp sats sat pulse fever me mine and was is at now then both hers his mon tue tues wed weds thu thur"
    " thurs fri sat sun jan feb mar apr may jun jul aug sep sept oct nov dec am pm wknd bpm hr spo resting avg".split()
)
AS_MONTHS: Final = frozenset({"April", "May", "June", "August"})
"""Names that are months elsewhere: right behind a word for a relative one is that one's."""
_LEAST: Final = 2
"""Names in small letters that one message sets before readings."""


def names_told(texts: Sequence[tuple[str, Sequence[Mention]]]) -> Mapping[str, str]:
    """The names told in these normalised texts, in lower case, each with the kinship concept id of whose it is."""
    found: dict[str, str] = {}
    for text, mentions in texts:
        for name, who in _names(text, mentions):
            if found.get(name.casefold(), UNKNOWN) == UNKNOWN:
                found[name.casefold()] = who
    return found


def _names(text: str, mentions: Sequence[Mention]) -> Iterator[tuple[str, str]]:
    taken = [(one.start, one.end) for one in mentions]

    def is_free(match: re.Match[str]) -> bool:
        start, end = match.span("name")
        if _INTRODUCES.search(text, 0, start) is not None:
            return False
        return not any(first < end and start < last for first, last in taken) and not _is_word(match["name"])

    for kin in mentions:
        match = _BEHIND_KIN.match(text, kin.end) if kin.entry.kind == "relatives" else None
        if match is not None and (is_free(match) or match["name"] in AS_MONTHS):
            yield match["name"], kin.entry.concept_id
    for pattern in (_OWNS, _BEFORE_READING):
        yield from ((match["name"], UNKNOWN) for match in pattern.finditer(text) if is_free(match))
    related = any(one.entry.kind == "relatives" for one in mentions)
    several = _SEVERAL.search(text) is not None
    yield from ((match["name"], _child(match)) for match in _BEFORE_AGE.finditer(text) if is_free(match))
    for word in words_for_children(text, (), ()):
        if (
            word.kind == "name"
            and not _is_word(word.name)
            and not any(first < word.end and word.start < last for first, last in taken)
        ):
            yield word.name, "child"
    if several or related:
        for pattern in (_SMALL, _KOREAN):
            small = {match["name"] for match in pattern.finditer(text) if is_free(match)}
            least = _LEAST - 1 if related and pattern is _SMALL else _LEAST
            if len(small) >= least and (several or pattern is _SMALL):
                yield from ((name, "child" if several else UNKNOWN) for name in sorted(small))


_INTRODUCES: Final = lazy_regex(
    r"(?:\b(?:i['’]?m|i am|this is|my name(?:['’]s| is)|name['’]?s|call me)\s|\bme,?\s\(?)$", re.IGNORECASE
)
"""What makes a name that of whoever speaks."""
_GROWN: Final = 18


def _child(match: re.Match[str]) -> str:
    return "child" if int(match["n"]) < _GROWN else UNKNOWN


def _is_word(word: str) -> bool:
    if re.match(r"[가-힣]", word):
        return word in _NO_NAME_KO
    return word.casefold() in _NO_NAME_EN or is_ordinary(word)
