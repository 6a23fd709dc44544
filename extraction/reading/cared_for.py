"""Whoever speaks for a relative: the relative's years and sex are the patient's, as the medicines and readings are.

"My mum, 81, is on co-careldopa" tells of a patient of 81 who is a woman; "my mum died at 81 and I have her knees" does
not. What tells them apart is whose the rest is: someone for whom medicines, readings or complaints are noted, and of
whom nothing was heard as family history, is the one who is cared for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.mentions import Mention
from extraction.reading.items import Item
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read

_SEXES: Final = {
    "mother": "female", "father": "male", "daughter": "female", "son": "male", "wife": "female", "husband": "male",
    "grandmother": "female", "grandfather": "male", "sister": "female", "brother": "male", "aunt": "female",
    "uncle": "male", "mother_in_law": "female", "father_in_law": "male",
}  # fmt: skip
_OTHERS: Final = frozenset({"child", "grandchild", "sibling", "spouse", "parents", "cousin", "niece", "nephew"})
_TOLD: Final = frozenset({"medications", "vitals", "labs", "conditions", "allergies"})
"""What is told of a patient at length. Not a complaint alone: "our little one is 7 and has a fever" may be said by one
who is the patient."""
_REACH: Final = 40
"""Characters between a relative and the number that is that one's years."""

_INTRODUCING: Final = re.compile(r"(?:[(,]|'s|\bis|올해|이제|연세가?|나이가?)\s?$")
_OF_ONESELF: Final = re.compile(
    r"(?<![가-힣])(?:저는|저도|저만|제가|나는|나도|나만|난|전|내가|제)(?=\s)"
    r"|\bi(?:'m| am) (?:\d|on\b|taking|also|pregnant|diabetic)|\bi(?:'ve)? (?:take|have|had|got|feel|get|use|was)\b"
    r"|\b(?:myself|mine|my (?:own|doctor|gp|dose|tablets?|pills?|meds|blood|sugar|bp))\b"
)
_KIN: Final = (
    r"(?:둘째|셋째|막내|큰|작은|친|외)?\s?(?:며느리|딸내미|딸아이|딸|아들|손녀|손자|남편|아내|와이프|동생|언니|누나"
    r"|오빠|형|사위|조카|엄마|아빠|어머니|아버지|보호자|간병인)"
)
_SPEAKER: Final = re.compile(
    rf"(?<![가-힣])(?:저는|전|나는|난)\s{_KIN}(?:이고|고|이고요|이에요|예요|입니다|인데요?|구요|이구요|요)?(?=[\s.,!?]|$)"
    rf"|(?:^|[.!?]\s){_KIN}(?:입니다|이에요|예요|인데요|이 (?:대신|말씀)|가 (?:대신|말씀))(?=[\s.,!?]|$)"
    r"|\bi(?:'m| am) (?:her|his|their) \w+|\b(?:this is|it's) (?:her|his) \w+(?: here| speaking| writing)?"
)
"""Who speaks for another, as that one says it: "저는 손녀예요", "아들입니다", "I'm her daughter"."""
_GONE: Final = re.compile(r"\b(?:died|passed|dead|late)\b|돌아가|사망|별세|여의")
_BORN: Final = re.compile(r"낳|출산|임신|\b(?:gave birth|birth to|pregnan\w+|expecting|breastfe\w+)\b|수유")


def with_whom_is_cared_for(reads: Sequence[Read], sheet: Sheet) -> list[Read]:
    """``reads`` with the years, and the sex, of the relative whom the words speak for; as they are where none is."""
    reads = _told_of_the_youngest(reads, sheet)
    one = _cared_for(reads, sheet)
    if one is None:
        return list(reads)
    ages = [
        (abs(read.item.start - one.start), index)
        for index, read in enumerate(reads)
        if read.item.kind == "age" and read.item.named and _is_of(one, read.item, sheet)
    ]
    told = any(read.item.kind == "age" and read.role == "demographics" for read in reads)
    if not ages or (told and reads[min(ages)[1]].role != "demographics"):
        return list(reads)
    found, index = list(reads), min(ages)[1]
    found[index] = replace(found[index], role="demographics", state="current", change="assert", certain=True)
    sex = _SEXES.get(one.entry.concept_id)
    if sex is not None and not any(read.item.kind == "gender" and read.role == "demographics" for read in found):
        found.append(Read(Item("gender", one.start, one.end, value=sex), "demographics"))
    return found


def _told_of_the_youngest(reads: Sequence[Read], sheet: Sheet) -> Sequence[Read]:
    """``reads`` with what a small child has as the patient's: whoever tells a child's weeks or months speaks for it."""
    young = any(one.kind == "age" and one.quantity.unit is not None for one in sheet.figures)
    if not young or _OF_ONESELF.search(sheet.folded) or _BORN.search(sheet.folded):
        return reads
    kin = {one.entry.concept_id for one in sheet.mentions if one.entry.kind == "relatives"}
    if not kin <= _YOUNGEST:
        return reads
    return [
        replace(read, role=read.item.kind, subjects=())
        if read.role == "family_history" and read.item.kind in ("conditions", "symptoms")
        else replace(read, role="demographics", state="current", change="assert")
        if read.item.kind == "age" and read.role == "other" and _is_young(read.item, sheet)
        else read
        for read in reads
    ]


_YOUNGEST: Final = frozenset({"child", "son", "daughter", "grandchild"})


def _is_young(item: Item, sheet: Sheet) -> bool:
    return any(one.kind == "age" and one.quantity.unit and one.start == item.start for one in sheet.figures)


def _is_of(one: Mention, item: Item, sheet: Sheet) -> bool:
    """Whether the number right before or behind a relative is that one's years."""
    if any(figure.kind == "age" and figure.start == item.start for figure in sheet.figures):
        return abs(item.start - one.start) <= _REACH
    between = sheet.folded[one.end : item.start] if one.end <= item.start else ""
    return one.end < item.start <= one.end + _REACH and _INTRODUCING.search(between) is not None


def _cared_for(reads: Sequence[Read], sheet: Sheet) -> Mention | None:
    """The only relative named, where what is told of a patient is told of that one."""
    speakers = [match.span() for match in _SPEAKER.finditer(sheet.folded)]
    named = [
        one
        for one in sheet.mentions
        if one.entry.kind == "relatives" and not any(start <= one.start < end for start, end in speakers)
    ]
    kin = {one.entry.concept_id for one in named}
    if len(kin) != 1 or not kin <= (_SEXES.keys() | _OTHERS):
        return None
    whole = _SPEAKER.sub(" ", sheet.folded)
    if any(pattern.search(whole) for pattern in (_OF_ONESELF, _GONE, _BORN)):
        return None
    if any(read.role == "family_history" for read in reads):
        return None
    told = any(read.role in _TOLD and read.is_fact and read.item.named and read.item.kind != "topic" for read in reads)
    return named[0] if told else None


def without_what_a_relative_takes(reads: Sequence[Read], sheet: Sheet) -> list[Read]:
    """``reads`` without medicines of a relative whose illness is told in the same breath: "and takes ..."."""
    return [
        replace(read, role="other") if read.role == "medications" and _is_taken_by_kin(read, reads, sheet) else read
        for read in reads
    ]


def _is_taken_by_kin(read: Read, reads: Sequence[Read], sheet: Sheet) -> bool:
    item = read.item
    taken = _TAKES_TOO.search(sheet.folded[max(0, item.start - _REACH) : item.start])
    if taken is None or not item.named:
        return False
    place = item.start - len(taken[0])
    illness = max(
        (one.item.end for one in reads if one.role == "family_history" and one.item.end <= place + 1), default=-1
    )
    between = sheet.folded[illness:place] if illness >= 0 else "."
    return not any(mark in between for mark in ".;!?\n")


_TAKES_TOO: Final = re.compile(
    r"(?:,|\band|\bwho)\s(?:is\s|was\s|he'?s\s|she'?s\s|they'?re\s)?(?:taking|takes|takin|on|uses|using)\s(?:\w+\s)?$"
)
"""Words by which a sentence about somebody else goes on to what that one takes."""
