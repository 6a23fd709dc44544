"""Names that Korean words tell: "김순자예요", "박지훈입니다", "이름은 …", "…라고 불러주세요", "우리 딸 서연이"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from kiwipiepy import Kiwi

from extraction.reading.people.names_ko import (
    is_a_verb,
    is_full_name,
    is_given_name,
    is_named_in_the_dictionary,
    without_call,
)
from extraction.reading.people.told_name import ToldName
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_IS: Final = (
    r"(?:이?(?:에요|예요|이예요|여요|요|입니다|인데요?|이고요?|고요|구요|이구요|이라|야|이야|입니더|임더|임다|올시다|이오|이여|이다)"
    r"|입니다|예여|에여|임)(?![가-힣])"
)
_CALLED: Final = r"이?라고\s?(?:합니다|해요|하는|하고|함|불러|부르|하오|합니더|해유|헙니다|하는데|한다|해$|해\.)"
_CALL_ME: Final = lazy_regex(
    r"(?P<name>[가-힣]{2,5}?)(?:이라고|라고|으로|로)\s?(?:불러|부르시|부르면|부르세|호칭)(?!지)"
)
_NAME_IS: Final = lazy_regex(
    r"(?:(?P<of>제|내|저의|나의|본인|환자분?|저|아이|아기|애기|애|딸|아들|어머니|어머님|아버지|아버님|엄마|아빠"
    r"|남편|아내|할머니|할아버지|와이프|그분|이분|이 분)\s?)?"
    r"(?:이름|성함|성명|존함)(?:은|는|이|가|요)?\s?[:：]?\s?(?P<name>[가-힣]{2,6}|[가-힣]\s[가-힣]{2})"
)
_ENDS: Final = lazy_regex(
    rf"(?P<is>{_IS}|{_CALLED}|이?라는|\s?씨?(?=[,.!\n]|$|\s?\d)|이?시?고(?=[\s,])|이?신?데|이?세요|이?십니다|이?셔요)"
)
_GREETED: Final = r"안녕하세요|안녕하십니까|안녕|여보세요|네|예|아|저기요?|선생님|수고하십니다|반갑습니다|하이"
_OPENS: Final = rf"(?:^|[.!?~\n]\s*)(?:(?:{_GREETED})[\s,.!~^]+)*"
_I: Final = r"(?:저는|전|나는|난|저|제가|내는|지는|저|소생은)\s"
_SELF: Final = lazy_regex(
    rf"(?:{_OPENS}(?:{_I})?|(?<![가-힣]){_I})(?P<name>[가-힣]{{2,4}}?|[가-힣]\s[가-힣]{{2}}){_IS}"
)
_SELF_CALLED: Final = lazy_regex(rf"(?<![가-힣])(?P<name>[가-힣]{{2,6}}?|[가-힣]\s[가-힣]{{2}}){_CALLED}")
_OPENING: Final = lazy_regex(
    rf"{_OPENS}(?P<name>[가-힣]{{3,4}}|[가-힣]\s[가-힣]{{2}})(?:,|\s|\()\s?(?:만\s)?"
    r"(?=\d{1,3}\s?(?:세|살|,|남|여|\s|$|\))|\d{2,4}\s?년\s?생|남(?:자|성)?[\s,/]|여(?:자|성)?[\s,/]|(?:스물|서른|마흔|쉰|예순|일흔|여든|아흔))"
)
_SIGNED: Final = lazy_regex(
    r"(?:[.!?~]\s*|\n\s*|\s)(?:[-–—]\s?(?P<dash>[가-힣]{2,4})|(?P<name>[가-힣]{3,4})\s?(?:드림|올림|배상))[\s.]*$"
)
_LOOKED_AFTER: Final = lazy_regex(
    r"(?<![가-힣])(?P<name>[가-힣]{2,4}?)\s?(?:님|씨|어르신|할머니|할아버지)?(?:의)?\s?(?:환자분?의?\s)?"
    r"(?P<who>보호자|간병인|요양보호사|활동지원사|활동보조인|대리인|간호사|담당자|딸|아들|며느리|사위|아내|남편|엄마|아빠|어머니|아버지|손녀|손자|이모|고모)"
    r"(?:예요|이에요|입니다|인데요?|이고|이구|고요|구요|이라|라|이 (?:대신|적|씁)|가 (?:대신|적|씁))"
)
_PAID: Final = frozenset({"보호자", "간병인", "요양보호사", "활동지원사", "활동보조인", "대리인", "담당자"})
_BEHIND_KIN: Final = lazy_regex(
    r"(?:님|이|인)?,?\s(?P<name>[가-힣]{2,4}?)(?P<call>이)?(?:가|는|은|이|도|한테|에게|의|를|을|랑|꺼|거|인데요?|이고|예요|이에요|입니다|라고|님|씨)?"
    r"(?=[\s,.!?(]|\d|$)"
)
_OF_ANOTHER: Final = lazy_regex(
    r"(?:약|주사|병|안약|연고|영양제|검사|수술|병원|성분|제품|물약|패치|파스|시럽|캡슐|알약|의사|선생님?|원장|교수"
    r"|간호사|약사|과장|친구|이웃|동료|담당자|강아지|고양이)[^.!?\n]{0,14}$"
)
"""What is named there is a medicine, a clinic, or somebody who is not the patient."""


def names_told(sheet: Sheet, kiwi: Kiwi) -> Iterator[ToldName]:
    """The names that the words tell, the surest ways to tell one first."""
    yield from _by_name(sheet, kiwi)
    yield from _looked_after(sheet, kiwi)
    yield from _kin(sheet, kiwi)
    yield from _oneself(sheet, kiwi)


def _kinship(sheet: Sheet, first: int, last: int) -> str:
    return next(
        (one.entry.concept_id for one in sheet.mentions if one.entry.kind == "relatives" and first <= one.start < last),
        "",
    )


def _is_taken(sheet: Sheet, start: int, end: int) -> bool:
    return any(one.start < end and start < one.end and one.confidence >= _SURELY for one in sheet.mentions)


_SURELY: Final = 0.9


def _as_told(name: str) -> str:
    return name.replace(" ", "")


def _by_name(sheet: Sheet, kiwi: Kiwi) -> Iterator[ToldName]:
    """What is said to be a name: "제 이름은 김순자예요", "환자 성함 최봉례"."""
    text = sheet.text
    for match in _NAME_IS.finditer(text):
        named = _ended(text, match.start("name"), kiwi)
        if named is None:
            continue
        value, end = named
        before = text[max(0, match.start() - 18) : match.start()]
        of_thing = match["of"] is None and _OF_ANOTHER.search(before) is not None
        sentence = max((before.rfind(mark) for mark in ".!?\n"), default=-1)
        kin = _kinship(sheet, match.start() - (len(before) - sentence - 1), match.end("name"))
        sure = match["of"] is not None or bool(kin)
        if of_thing or not (is_full_name(value, kiwi, sure=True) or (sure and is_given_name(value, kiwi))):
            continue
        if match["of"] in ("환자", "환자분"):
            yield ToldName(_as_told(value), match.start("name"), end, "patient")
        elif kin and match["of"] not in ("제", "내", "저의", "나의", "본인"):
            yield ToldName(_as_told(value), match.start("name"), end, "kin", kin)
        elif match["of"] in ("그분", "이분", "이 분", "아이", "애", "아기", "애기"):
            yield ToldName(_as_told(value), match.start("name"), end, "kin")
        else:
            yield ToldName(_as_told(value), match.start("name"), end, "speaker")
    for match in _CALL_ME.finditer(text):
        value = match["name"]
        if not _is_taken(sheet, *match.span("name")) and (
            is_full_name(value, kiwi, sure=True) or is_given_name(value, kiwi)
        ):
            yield ToldName(value, *match.span("name"), "speaker")


def _ended(text: str, start: int, kiwi: Kiwi) -> tuple[str, int] | None:
    """The name that begins at ``start`` and behind which words close that close a name, the longest first."""
    for length in (3, 4, 2, 5, 6):
        value = text[start : start + length]
        if len(value) < length or any(not ("가" <= one <= "힣" or one == " ") for one in value) or value.endswith(" "):
            continue
        # "김 순자" with a gap behind the family name, and nothing else with one.
        if " " in value and value.index(" ") != 1:
            continue
        if _ENDS.match(text, start + length) is None:
            continue
        if is_full_name(value, kiwi, sure=True) or is_given_name(value, kiwi):
            return value, start + length
    return None


def _looked_after(sheet: Sheet, kiwi: Kiwi) -> Iterator[ToldName]:
    """Whose carer speaks: "김철수님 보호자입니다", "서연이 엄마예요" of a child who is named again."""
    text = sheet.text
    for match in _LOOKED_AFTER.finditer(text):
        value = without_call(match["name"], kiwi)
        paid = match["who"] in _PAID
        known = is_full_name(value, kiwi) or (is_given_name(value, kiwi) and (paid or text.count(value) > 1))
        if known and not _is_taken(sheet, *match.span("name")):
            yield ToldName(value, match.start("name"), match.start("name") + len(value), "patient")


def _kin(sheet: Sheet, kiwi: Kiwi) -> Iterator[ToldName]:
    """A relative's name right behind the word for that one: "우리 딸 서연이", "어머니 김순자"."""
    for one in sheet.mentions:
        if one.entry.kind != "relatives":
            continue
        match = _BEHIND_KIN.match(sheet.text, one.end)
        if match is None or _is_taken(sheet, *match.span("name")):
            continue
        value = match["name"]
        if _NO_NAME_BEHIND.match(sheet.text, match.end("name")) or is_a_verb(sheet.text, match.start("name"), kiwi):
            continue
        told = without_call(value, kiwi)
        full = is_full_name(told, kiwi)
        if full or (len(told) <= 3 and is_named_in_the_dictionary(told, kiwi) and told not in _CITIES):
            start = match.start("name")
            yield ToldName(told, start, start + len(told), "kin", one.entry.concept_id)


_CITIES: Final = frozenset(
    "서울 부산 대구 인천 광주 대전 울산 세종 제주 수원 성남 고양 용인 청주 전주 천안 창원 포항 김해 미국 중국 "
    "일본 독일 호주".split()
)


_NO_NAME_BEHIND: Final = lazy_regex(
    r"[은는이가도을를에]?\s?(?:에\s)?(?:알레르기|알러지|알레르|과민|소화제|먹고|먹으|먹다가)"
)
"""What stands behind a food or a medicine that a relative cannot bear or has eaten, and is no name."""


def _oneself(sheet: Sheet, kiwi: Kiwi) -> Iterator[ToldName]:
    text = sheet.text
    for match in _SELF.finditer(text):
        value, start = match["name"], match.start("name")
        spoken = bool(re.search(rf"{_I}$", text[match.start() : start]))
        full = is_full_name(value, kiwi)
        given = spoken and len(value) <= 3 and is_named_in_the_dictionary(value, kiwi) and value not in _CITIES
        if (full or given) and not _is_taken(sheet, start, match.end("name")):
            yield ToldName(_as_told(value), start, match.end("name"), "speaker")
    for match in _SELF_CALLED.finditer(text):
        value, start = match["name"], match.start("name")
        introduced = re.search(
            rf"{_I}(?:[가-힣]+\s){{0,4}}$|^(?:[가-힣,.\s]{{0,30}}(?:하는|사는|온)\s)?$", text[:start]
        )
        unknown = introduced is not None and is_named_in_the_dictionary(value, kiwi)
        if _OF_ANOTHER.search(text[max(0, start - 18) : start]):
            continue
        if (is_full_name(value, kiwi) or unknown) and not _is_taken(sheet, start, match.end("name")):
            yield ToldName(_as_told(value), start, match.end("name"), "speaker")
    for pattern in (_OPENING, _SIGNED):
        for match in pattern.finditer(text):
            group = "name" if match["name"] else "dash"
            value = match[group]
            fits = is_full_name(value, kiwi, sure=pattern is _SIGNED) and not _is_taken(sheet, *match.span(group))
            if fits:
                yield ToldName(_as_told(value), *match.span(group), "speaker")
