"""A household told in one breath: "me (Rob), wife Cat, Isla 4, Finn 14 months", "저 39, 남편 41, 딸 지우 7살".

Whoever speaks is one of those listed, and is the patient. A list has whoever speaks and two others at least, each with
a name or an age right beside it; what stands between one entry and the next is told of the first of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from domain.ages import AGE, DAYS, MONTHS, WEEKS
from domain.proposals import Operation, Proposal
from domain.speaking_for import GENDER, NAME
from domain.values import PATIENT, Concept, Content, SlotKind
from extraction.naming.mentions import Mention
from extraction.reading.items import Heard
from extraction.reading.people.persons import NEAREST
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_UNIT_EN: Final = r"(?:\s?-?(?P<unit>months?|mths?|mos?|weeks?|wks?|days?|years?|yrs?|yo|y/o|y)\b(?:[\s-]old)?)?"
_NO_UNIT: Final = r"(?!\d|[.,/:-]\d|\s?(?:mg|mcg|ml|kg|kilos?|lbs?|stone|st|units?|%|times|x\b|tablets?|pills?|hours?))"
_AGE_EN: Final = rf"(?:,? is|'s|,? aged?|,? age|,)?\s?\(?(?P<n>\d{{1,3}}){_NO_UNIT}{_UNIT_EN}\)?"


def _again(count: int) -> str:
    """The same age in another branch of one pattern, its groups numbered."""
    return _AGE_EN.replace("?P<n>", f"?P<n{count}>").replace("?P<unit>", f"?P<unit{count}>")


_NAME_EN: Final = r"(?-i:[A-Z][a-z’'-]{1,14})"
_NO_NAME: Final = (
    r"(?!(?:I|I'm|Im|My|We|He|She|They|And|But|The|Is|Has|Had|Was|Both|All|Hi|Hello|Hey|Not|No|Yes|House|Family"
    r"|On|In|At|With|Who|Also)\b)"
)
_ENGLISH: Final = lazy_regex(
    rf"\b(?P<called>{_NO_NAME}{_NAME_EN})(?:\s?(?:\(|,\s|-\s?)(?:me|that'?s me|myself)\b[),]?| here\b)(?:{_AGE_EN})?"
    r"|\b(?P<self>i'm|im|i am|me|myself|(?:mum|mom|mam|dad|nan|gran) here)\b"
    rf"(?:[,:]?\s\(?(?P<own>{_NO_NAME}{_NAME_EN})\)?)?(?:{_again(2)})?"
    rf"|(?<![A-Za-z])(?P<name>{_NO_NAME}{_NAME_EN})(?:{_again(3)})",
    re.IGNORECASE,
)
_BEHIND_KIN_EN: Final = lazy_regex(
    rf",?\s(?:is |called |named )?\(?(?P<name>{_NO_NAME}{_NAME_EN})\)?(?:{_AGE_EN})?|(?:{_again(2)})", re.IGNORECASE
)
_SEVERAL_EN: Final = lazy_regex(
    r"\b(?:(?P<child>kids|children|little ones|twins)|(?P<son>boys|sons|lads)|(?P<daughter>girls|daughters))\b",
    re.IGNORECASE,
)

_AGE_KO: Final = (
    r"[은는이가도,]?\s?\(?(?P<n>\d{1,3})(?![\d.,/]\d|\d)\s?(?P<unit>살|세|개월|주|일)?\)?"
    r"(?![가-힣]*\s?(?:mg|kg|키로|킬로|번|알)|에\s|도\s)"
)
_KOREAN: Final = lazy_regex(
    r"(?<![가-힣])(?P<self>저는|저|나는|나|본인은?)(?=[\s(,])"
    r"(?:\s?\(?(?P<own>[가-힣]{2,4}?)(?:\)|이?고요?|이?에요|입니다|(?=[\s,])))?"
    rf"(?:{_AGE_KO})?"
)
_ELDER_KO: Final = lazy_regex(
    r"(?<![가-힣])(?:큰\s?애|작은\s?애|큰\s?아이|작은\s?아이|첫째|둘째|셋째|막내|첫애)(?P<sex>딸|아들)?"
)
_BEHIND_KIN_KO: Final = lazy_regex(rf"(?:\s\(?(?P<name>[가-힣]{{2,4}}?)(?:이[는가]?|[는가])?(?=[\s,)]))?{_AGE_KO}")
_UNITS: Final = {
    "mo": MONTHS,
    "mt": MONTHS,
    "we": WEEKS,
    "wk": WEEKS,
    "da": DAYS,
    "개월": MONTHS,
    "주": WEEKS,
    "일": DAYS,
}
_YEARS: Final = "a"
_GROWN: Final = 15
_OLDEST: Final = 110
_LEAST: Final = 3
_APART: Final = 48
"""Characters at most between two entries of one list."""
_LONGEST: Final = 1_000
_OF_HEALTH: Final = frozenset({"conditions", "symptoms", "medications", "drug_classes", "labs", "vitals", "procedures"})


@dataclass(frozen=True, slots=True)
class Member:
    """One of a household, told at [start, end) of the normalised text; ``who`` is a kinship concept id or "patient"."""

    who: str
    start: int
    end: int
    name: str = ""
    age: float | None = None
    unit: str = _YEARS


def household_listed(sheet: Sheet) -> tuple[Member, ...]:
    """The household that the words list, in order; empty where they list none, or nobody in it is whoever speaks."""
    if len(sheet.text) > _LONGEST or len(sheet.text) != len(sheet.folded):
        return ()
    found = sorted(_korean(sheet) if sheet.language == "ko" else _english(sheet), key=lambda one: (one.start, -one.end))
    members: list[Member] = []
    for one in found:
        if members and one.start < members[-1].end:
            continue
        members.append(one)
    members = _with_kin(members, sheet)
    own = [one for one in members if one.who == PATIENT]
    others = [one for one in members if one.who != PATIENT and (one.name or one.age is not None)]
    near = all(second.start - first.end <= _APART for first, second in pairwise(members))
    if len(own) != 1 or not near:
        return ()
    couple = [one for one in (*own, *others) if one.age is not None and one.who in (PATIENT, *NEAREST)]
    health = any(one.entry.kind in _OF_HEALTH for one in sheet.mentions)
    # Of a couple it is open whom what is told of health is told of.
    return tuple(members) if len(others) >= _LEAST - 1 or (len(couple) == _LEAST - 1 and not health) else ()


def _with_kin(members: Sequence[Member], sheet: Sheet) -> list[Member]:
    """``members`` of whom it is known what they are: whoever stands behind "kids" is a child, and so is a small one."""
    kept: list[Member] = []
    several = [] if sheet.language == "ko" else [*_SEVERAL_EN.finditer(sheet.text)]
    for one in members:
        who = one.who
        if not who:
            last = max((each.end for each in kept if each.who not in ("", *_CHILDREN)), default=0)
            over = [match for match in several if last <= match.start() < one.start]
            who = next((kin for kin, said in over[-1].groupdict().items() if said), "") if over else ""
        if not who and one.age is not None and (one.unit != _YEARS or one.age < _GROWN):
            who = "child"
        if who:
            kept.append(Member(who, one.start, one.end, one.name, one.age, one.unit))
    return kept


_CHILDREN: Final = frozenset({"child", "son", "daughter"})


def _kin(sheet: Sheet) -> Iterator[Mention]:
    for one in sheet.mentions:
        kin = one.entry.kind == "relatives" and (one.entry.extra.get("kin") == "1" or one.entry.concept_id in NEAREST)
        if kin and one.entry.concept_id != "family":
            yield one


def _english(sheet: Sheet) -> Iterator[Member]:
    text = sheet.text
    places = [one for one in _kin(sheet) if _SEVERAL_EN.search(text, one.start, one.end) is None]
    for kin in places:
        match = _BEHIND_KIN_EN.match(text, kin.end)
        if match is not None and not _is_of_health(sheet, match.start("name"), match.end("name")):
            age, unit = _age(match["n"] or match["n2"], match["unit"] or match["unit2"])
            if match["name"] or age is not None:
                yield Member(kin.entry.concept_id, kin.start, match.end(), match["name"] or "", age, unit)
    for match in _ENGLISH.finditer(text):
        group = "called" if match["called"] else "own" if match["own"] else "name"
        if match[group] and _is_of_health(sheet, *match.span(group)):
            continue
        if match["name"]:
            age, unit = _age(match["n3"], match["unit3"])
            yield Member("", match.start(), match.end(), match["name"], age, unit)
        else:
            age, unit = _age(match["n"] or match["n2"], match["unit"] or match["unit2"])
            yield Member(PATIENT, match.start(), match.end(), match["called"] or match["own"] or "", age, unit)


def _korean(sheet: Sheet) -> Iterator[Member]:
    text = sheet.text
    spans = [(one.start, one.end, one.entry.concept_id) for one in _kin(sheet)]
    spans += [
        (*match.span(), {"딸": "daughter", "아들": "son"}.get(match["sex"] or "", "child"))
        for match in _ELDER_KO.finditer(text)
    ]
    for start, end, who in spans:
        match = _BEHIND_KIN_KO.match(text, end)
        if match is not None and not _is_of_health(sheet, *match.span("name")):
            age, unit = _age(match["n"], match["unit"])
            yield Member(who, start, match.end(), match["name"] or "", age, unit)
    for match in _KOREAN.finditer(text):
        age, unit = _age(match["n"], match["unit"])
        if age is not None or match["own"]:
            yield Member(PATIENT, match.start(), match.end(), match["own"] or "", age, unit)


def _age(number: str | None, unit: str | None) -> tuple[float | None, str]:
    if number is None or not 0 < int(number) <= _OLDEST:
        return None, _YEARS
    return float(number), _UNITS.get(unit or "", _UNITS.get((unit or "").casefold()[:2], _YEARS))


def _is_of_health(sheet: Sheet, start: int, end: int) -> bool:
    return any(one.start < end and start < one.end and one.entry.kind in _OF_HEALTH for one in sheet.mentions)


def with_household_listed(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with each name, age and illness as that one's of a listed household whose it is."""
    members = () if heard.patient_is or heard.children else household_listed(sheet)
    if not members:
        return tuple(proposals)
    kept = []
    for one in proposals:
        content = one.content
        if content is not None and content.concept.concept_id in (NAME, AGE, GENDER):
            continue
        holder = _holder(sheet, members, one)
        own = content is None or content.subject != PATIENT or content.slot is SlotKind.SOCIAL_HISTORY
        if content is None or own or holder is None or holder.who == PATIENT:
            kept.append(one)
            continue
        slot = SlotKind.FAMILY_HISTORY if content.slot is SlotKind.CONDITIONS else content.slot
        kept.append(one.with_fields(content=content.with_fields(slot=slot, subject=holder.who)))
    return (*kept, *(made for one in members for made in _details(sheet, one, extractor)))


def _holder(sheet: Sheet, members: Sequence[Member], proposal: Proposal) -> Member | None:
    """Of whom a proposal is told: the last one named before it in its sentence."""
    if proposal.start is None:
        return None
    place = next((at for at, start in enumerate(sheet.normalised.starts) if start >= proposal.start), len(sheet.text))
    before = [one for one in members if one.start <= place]
    if not before or _SENTENCE.search(sheet.text, before[-1].end, place) is not None:
        return None
    return before[-1]


_SENTENCE: Final = lazy_regex(r"[.!?;\n](?=\s)")


def _details(sheet: Sheet, member: Member, extractor: str) -> Iterator[Proposal]:
    qualifier = member.name or None if member.who != PATIENT else None
    if member.name:
        yield _proposal(sheet, member, extractor, _content(sheet, NAME, "이름", member.name, member.who, qualifier))
    if member.age is not None:
        age = _content(sheet, AGE, "나이", member.age, member.who, qualifier)
        yield _proposal(sheet, member, extractor, age.with_fields(unit=member.unit))


def _content(
    sheet: Sheet, concept_id: str, korean: str, value: str | float, subject: str, qualifier: str | None
) -> Content:
    concept = Concept(concept_id=concept_id, name=concept_id, display=korean if sheet.language == "ko" else concept_id)
    return Content(
        slot=SlotKind.DEMOGRAPHICS, concept=concept, value=value, subject=subject, qualifier=qualifier,
        value_stated=value if isinstance(value, str) else f"{value:g}",
    )  # fmt: skip


def _proposal(sheet: Sheet, member: Member, extractor: str, content: Content) -> Proposal:
    quote, start, end = sheet.quote(member.start, member.end)
    return Proposal(operation=Operation.ASSERT, content=content, quote=quote, start=start, end=end, extractor=extractor)
