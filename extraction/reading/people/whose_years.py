"""Of the ages that one who speaks for another tells, the patient's: "I'm Ann, 41, writing for my dad who is 74".

What is told of one person is one person's: where illnesses and medicines are the relative's, so are the years, and the
years by which whoever speaks is introduced are nobody's on this record.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal

from extraction.naming.mentions import Mention
from extraction.reading.items import Heard, Item
from extraction.reading.people.cared_for import cared_for, tells_of_oneself, with_sex
from extraction.reading.people.kept_for import kept_for
from extraction.reading.people.speaking_for import may_be, patient_of
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read
from extraction.text.lazy_regex import lazy_regex

_Owner = Literal["speaker", "patient", "another", ""]

_SELF: Final = lazy_regex(
    r"\b(?:i'?m|i am|my name|name'?s|name is|here)\b"
    r"|(?<![가-힣])(?:저는|저도|저|전|나는|나도|나|난|제가|내가|본인은)(?=\s)|(?<![가-힣])(?:제|내)\s?나이"
)
_HIM: Final = lazy_regex(r"\b(?:s?he|who)(?:'s| is|'ll be|'s now)?\b|\b(?:his|her) age\b")
_OLDER_BROTHER: Final = lazy_regex(r"(?<![가-힣])형(?:은|이|님)(?=[\s가-힣])")
"""A word for a brother too short for the lexicon."""
_SENTENCE: Final = lazy_regex(r"[.!?;\n](?=\s|$)")
_ATTRIBUTE: Final = lazy_regex(
    r"\s?(?:살|세|개월|years?|yrs?|months?|mo|weeks?|wks?|y/?o)?[\s-]?(?:old|된|되신|되는|짜리|먹은|나는|인|이신)?\s?"
    r"(?:my |우리\s?|저희\s?)?"
)
"""What stands between an age and the one of whom it is an attribute: "my 5-year-old daughter", "7살 아들"."""
_HONOURED: Final = lazy_regex(r"\s?(?:세|살)?\s?(?:이?시[고구며네지]|이?세요|이?십니|이?신데|되[셨신시]|이?셔)")
"""Endings by which an age is said of somebody looked up to, which nobody says of oneself."""


def with_years_of_whom_it_is(reads: Sequence[Read], sheet: Sheet, heard: Heard) -> list[Read]:
    """``reads`` with the patient's age alone, where whoever speaks is another than the patient."""
    patient = patient_of(sheet, heard) or ("" if heard.facts else _one_told_of(reads, sheet))
    if not patient:
        return list(reads)
    found, told = list(reads), False
    for index, read in enumerate(reads):
        if read.item.kind != "age" or not read.item.named or read.role not in ("demographics", "other"):
            continue
        owner = _owner(read.item, sheet, patient)
        if not _tells_years(read, sheet) and not (owner == "patient" and _is_said_of(read.item, sheet)):
            continue
        if owner == "speaker" or owner == "another" or (told and read.change == "assert"):
            found[index] = replace(read, role="other")
        elif owner == "patient":
            told = True
            if read.role == "other":
                found[index] = replace(read, role="demographics", state="current", change="assert", certain=True)
    one = None if heard.patient_is or heard.facts else kept_for(sheet)
    return with_sex(found, one) if one is not None else found


def _tells_years(read: Read, sheet: Sheet) -> bool:
    """Whether a number is read or written as somebody's years."""
    item = read.item
    if item.kind != "age" or not item.named:
        return False
    return read.role == "demographics" or any(one.kind == "age" and one.start == item.start for one in sheet.figures)


def _is_said_of(item: Item, sheet: Sheet) -> bool:
    """Whether a bare number is what somebody is: "mum is 83 by the way", "my dad who's 74"."""
    ahead = _IS.search(sheet.folded, max(0, item.start - _NEAR), item.start)
    return ahead is not None and _WHOLE.match(sheet.folded, item.end) is not None


_NEAR: Final = 24
_IS: Final = lazy_regex(r"(?:\bis|'s|\bturn(?:s|ed)|\baged?)\s(?:now |only |just |nearly |almost |about )?$")
_WHOLE: Final = lazy_regex(r"\s?(?:[,;)!?]|\.(?!\d)|$)|\s(?:and|with|has|by|now|so|who|he|she|but|today|this)\b")


def _one_told_of(reads: Sequence[Read], sheet: Sheet) -> str:
    """The relative of whom an opening tells all that it tells of health, years included; "" where it is nobody."""
    one = cared_for(reads, sheet) or _child(sheet)
    if one is None:
        return ""
    health = [read for read in reads if read.is_fact and read.item.named and read.role not in _OF_A_PERSON]
    years = [read.item.start for read in reads if _tells_years(read, sheet)]
    behind = all(read.item.start > one.start for read in health if read.item.end > read.item.start)
    told = any(read.role != "family_history" for read in health) and behind
    return one.entry.concept_id if told and any(start > one.end for start in years) else ""


def _child(sheet: Sheet) -> Mention | None:
    """The only relative named, a child, where whoever speaks tells no more of himself or herself than an age."""
    kin = [one for one in sheet.mentions if one.entry.kind == "relatives" and not _is_the_speaker(one, sheet)]
    if not kin or not all(one.entry.concept_id in _CHILDREN for one in kin):
        return None
    rest = _AGE_OF_ONESELF.sub(" ", sheet.folded)
    return None if tells_of_oneself(rest) else kin[0]


_CHILDREN: Final = frozenset({"child", "son", "daughter", "grandchild"})
_AGE_OF_ONESELF: Final = lazy_regex(
    r"\bi(?:'?m| am) (?:[a-z]+,? )?(?:aged )?\d{2}(?: (?:years? old|yo))?(?=\s?[,.;)!]|\s(?:and|my|our)\b|$)"
    r"|(?<![가-힣])(?:저는|저|전|나는|나|난)\s\d{2}\s?(?:살|세)?(?:이고요?|이에요|예요|입니다|이구요?|고요)?(?=[\s,.]|$)"
)
_OF_A_PERSON: Final = frozenset({"demographics", "social_history", "other"})


def _owner(item: Item, sheet: Sheet, patient: str) -> _Owner:
    """Whose years a number is: of whom it is an attribute, or who was named last before it."""
    kin = [one for one in sheet.mentions if one.entry.kind == "relatives"]
    for one in kin:
        if item.end <= one.start and _ATTRIBUTE.fullmatch(sheet.folded, item.end, one.start):
            # "38살 엄마고요" is whoever speaks; "7살 아들" is the son.
            named = _is_the_speaker(one, sheet)
            return "speaker" if named else "patient" if may_be(one.entry.concept_id, patient) else "another"
    opening = max((match.end() for match in _SENTENCE.finditer(sheet.folded, 0, item.start)), default=0)
    persons = sorted(_persons(sheet, kin, item.start, patient))
    near = [owner for end, owner in persons if end > opening] or [owner for _, owner in persons]
    if _HONOURED.match(sheet.folded, item.end):
        near = [owner for owner in near if owner != "speaker"] or ["patient"]
    if near:
        return near[-1]
    return "speaker" if any(one.start > item.start for one in kin) else ""


def _persons(sheet: Sheet, kin: Sequence[Mention], before: int, patient: str) -> list[tuple[int, _Owner]]:
    """Who is named before a place: where each name ends, and whether it is whoever speaks, the patient or another."""
    found: list[tuple[int, _Owner]] = []
    for match in _SELF.finditer(sheet.folded, 0, before):
        if match[0] != "here" or not any(0 <= match.start() - one.end <= 1 for one in kin):
            found.append((match.end(), "speaker"))
    for one in kin:
        if one.end <= before and not _is_the_speaker(one, sheet):
            found.append((one.end, "patient" if may_be(one.entry.concept_id, patient) else "another"))
    if not may_be("brother", patient):
        found += [(match.end(), "another") for match in _OLDER_BROTHER.finditer(sheet.folded, 0, before)]
    for match in _HIM.finditer(sheet.folded, 0, before):
        last = [owner for end, owner in sorted(found) if end <= match.start() and owner != "speaker"]
        found.append((match.end(), last[-1] if last else "patient"))
    return found


def _is_the_speaker(one: Mention, sheet: Sheet) -> bool:
    """Whether a word for a relative says what whoever speaks is to the patient: "저는 38살 엄마고요"."""
    opening = max((match.end() for match in _SENTENCE.finditer(sheet.folded, 0, one.start)), default=0)
    own = list(_SELF.finditer(sheet.folded, opening, one.start))
    if _ROLE_KO.match(sheet.folded, one.end) and own:
        return not any(end in sheet.folded[own[-1].end() : one.start] for end in ("고 ", "데 ", ", "))
    return bool(own and _ROLE_EN.fullmatch(sheet.folded, own[-1].end(), one.start))


_ROLE_KO: Final = lazy_regex(r"(?:이?고요?|이?구요?|이?에요|예요|입니다|이?인데요?|이라서?|라서|이?요)(?=[\s.,!?]|$)")
_ROLE_EN: Final = lazy_regex(r",?\s(?:\d+,?\s)?(?:an?|the|his|her|their)\s(?:[\w-]+\s){0,2}")
