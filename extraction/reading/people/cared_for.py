"""Whoever speaks for a relative: the relative's years and sex are the patient's, as the medicines and readings are.

"My mum, 81, is on co-careldopa" tells of a patient of 81 who is a woman; "my mum died at 81 and I have her knees" does
not. What tells them apart is whose the rest is: someone for whom medicines, readings or complaints are noted, and of
whom nothing was heard as family history, is the one who is cared for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.naming.mentions import Mention
from extraction.reading.items import Heard, Item
from extraction.reading.people.speaking_for import may_be
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read
from extraction.text.lazy_regex import lazy_regex

SEXES: Final = {
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

_PARTED: Final = lazy_regex(
    r"[.!?\n]|(?<![a-z])(?:m|f|male|female|man|woman|guy|lady)(?![a-z])|(?<![가-힣])[남여](?:자|성)?(?![가-힣])"
    r"|(?<![가-힣])[남여](?:자|성)(?:이고|이에요|예요|입니다|임|이야|인데|요)"
)
_INTRODUCING: Final = lazy_regex(r"(?:[(,]|'s|\bis|올해|이제|연세가?|나이가?)\s?$")
_OF_ONESELF: Final = lazy_regex(
    r"(?<![가-힣])(?:저는|저도|저만|제가|나는|나도|나만|난|전|내가|제)(?=\s)"
    r"|\bi(?:'m| am) (?:\d|on\b|taking|also|pregnant|diabetic|allergic)|\bi(?:'ve)? (?:take|have|had|got|feel"
    r"|get|use|was)\b"
    r"|\b(?:myself|mine|my (?:own|doctor|gp|dose|tablets?|pills?|meds|blood|sugar|bp))\b"
)
_KIN: Final = (
    r"(?:둘째|셋째|막내|큰|작은|친|외)?\s?(?:며느리|딸내미|딸아이|딸|아들|손녀|손자|남편|아내|와이프|동생|언니|누나"
    r"|오빠|형|사위|조카|엄마|아빠|어머니|아버지|보호자|간병인)"
)
_SPEAKER: Final = lazy_regex(
    rf"(?<![가-힣])(?:저는|전|나는|난)\s{_KIN}(?:이고|고|이고요|이에요|예요|입니다|인데요?|구요|이구요|요)?(?=[\s.,!?]|$)"
    rf"|(?:^|[.!?]\s){_KIN}(?:입니다|이에요|예요|인데요|이 (?:대신|말씀)|가 (?:대신|말씀))(?=[\s.,!?]|$)"
    rf"|(?<![가-힣])(?:저는|전|나는|난)\s(?:\S{{1,6}}\s){{1,3}}?{_KIN}(?:이고|고|이고요|고요|이에요|예요|입니다|인데요?|이구요|구요|이라|라)"
    r"(?=[\s.,!?]|$)"
    r"|\b(?:carer|caregiver|mum|mom|mam|dad|daughter|son|wife|husband) (?:here|speaking|writing)\b"
    r"(?:[\s,(]{1,2}i(?:'m| am) \d+\)?)?"
    r"|\bi(?:'m| am) (?:her|his|their) \w+|\b(?:this is|it's) (?:her|his) \w+(?: here| speaking| writing)?"
)
"""Who speaks for another, as that one says it: "저는 손녀예요", "아들입니다", "I'm her daughter"."""
_GONE: Final = lazy_regex(r"\b(?:died|passed|dead|late)\b|돌아가|사망|별세|여의")
_BORN: Final = lazy_regex(r"낳|출산|임신|\b(?:gave birth|birth to|pregnan\w+|expecting|breastfe\w+)\b|수유")


def with_whom_is_cared_for(reads: Sequence[Read], sheet: Sheet, heard: Heard) -> list[Read]:
    """``reads`` with the years, and the sex, of the relative whom the words speak for; as they are where none is.

    Where it is known who the patient is, no words about somebody else make that one the patient.
    """
    if heard.patient_is and not all(may_be(one, heard.patient_is) for one in _kin(sheet)):
        return list(reads)
    reads = _told_of_the_youngest(reads, sheet)
    one = cared_for(reads, sheet)
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
    return with_sex(found, one)


def _told_of_the_youngest(reads: Sequence[Read], sheet: Sheet) -> Sequence[Read]:
    """``reads`` with what a small child has as the patient's: whoever tells a child's weeks or months speaks for it."""
    young = any(one.kind == "age" and one.quantity.unit is not None for one in sheet.figures)
    if not young or _OF_ONESELF.search(sheet.folded) or _BORN.search(sheet.folded):
        return reads
    if not _kin(sheet) <= _YOUNGEST:
        return reads
    return [
        replace(read, role=read.item.kind, subjects=())
        if read.role == "family_history" and read.item.kind in ("conditions", "symptoms")
        else replace(read, role="demographics", state="current", change="assert")
        if read.item.kind == "age" and read.role == "other" and _is_young(read.item, sheet)
        else read
        for read in reads
    ]


def _kin(sheet: Sheet) -> set[str]:
    return {one.entry.concept_id for one in sheet.mentions if one.entry.kind == "relatives"}


_YOUNGEST: Final = frozenset({"child", "son", "daughter", "grandchild"})


def _is_young(item: Item, sheet: Sheet) -> bool:
    return any(one.kind == "age" and one.quantity.unit and one.start == item.start for one in sheet.figures)


def speaks_for_another(folded: str) -> bool:
    """Whether whoever speaks says so by whose kin that one is: "her daughter here", "저는 손녀예요"."""
    return _SPEAKER.search(folded) is not None


def tells_of_oneself(folded: str) -> bool:
    """Whether words tell of the health of whoever speaks, of somebody's death, or of a birth."""
    return any(pattern.search(folded) for pattern in (_OF_ONESELF, _GONE, _BORN))


def _is_of(one: Mention, item: Item, sheet: Sheet) -> bool:
    """Whether the number right before or behind a relative is that one's years.

    Whoever opens with years and sex, or ends the sentence behind them, tells them of the patient: "45세 남. 아버지가
    당뇨세요", "29 m, dad had a heart attack".
    """
    if item.end <= one.start and _PARTED.search(sheet.folded, item.end, one.start) is not None:
        return False
    if any(figure.kind == "age" and figure.start == item.start for figure in sheet.figures):
        return abs(item.start - one.start) <= _REACH
    between = sheet.folded[one.end : item.start] if one.end <= item.start else ""
    if any(char.isdigit() for char in between):
        return False
    return one.end < item.start <= one.end + _REACH and _INTRODUCING.search(between) is not None


def cared_for(reads: Sequence[Read], sheet: Sheet) -> Mention | None:
    """The only relative named, where what is told of a patient is told of that one."""
    one = _only_relative(sheet)
    if one is None or any(read.role == "family_history" for read in reads):
        return None
    told = any(read.role in _TOLD and read.is_fact and read.item.named and read.item.kind != "topic" for read in reads)
    return one if told else None


def _only_relative(sheet: Sheet) -> Mention | None:
    """The relative that an utterance names where it names no other and tells nothing of the one who speaks."""
    speakers = [match.span() for match in _SPEAKER.finditer(sheet.folded)]
    named = [
        one
        for one in sheet.mentions
        if one.entry.kind == "relatives" and not any(start <= one.start < end for start, end in speakers)
    ]
    kin = {one.entry.concept_id for one in named}
    if len(kin) != 1 or not kin <= (SEXES.keys() | _OTHERS):
        return None
    whole = _SPEAKER.sub(" ", sheet.folded)
    return None if tells_of_oneself(whole) else named[0]


def as_of_one_person(reads: Sequence[Read], sheet: Sheet, heard: Heard, *, asks: bool) -> list[Read]:
    """``reads`` of an opening that tells of one relative alone, what that one takes included, as the patient's.

    What is told of one person is one person's: an illness is not put down as the family's beside medicines that are the
    patient's. Of 99 first utterances of 35 authors that name one relative, nothing of the speaker, and a medicine, 92
    speak for a patient; illnesses alone prove nothing (106 of 125). One plain sentence of an illness and its medicine
    may still be the family's: somebody's years, a complaint, a reading, a second medicine or a question tells.
    """
    known = heard.facts or heard.patient_is or _FAMILY_ASKED.search(heard.agent_said.lower()) is not None
    if known or (one := _only_relative(sheet)) is None or _NOT_ME.search(sheet.folded):
        return list(reads)
    takes = [_follows(read.item, one) and _is_in_use(read.item, sheet) for read in reads]
    more = sum(takes) > 1 or asks or any(_is_told_of_a_patient(read, one, sheet) for read in reads)
    years = _years(reads, one, sheet)
    if not (any(takes) and more) and years is None:
        return list(reads)
    found = [
        replace(read, role="medications", state="current")
        if used and (read.role == "other" or (read.role == "asked" and not asks))
        else replace(read, role="demographics", state="current", change="assert", certain=True)
        if read is years
        else replace(read, role=read.item.kind)
        if read.role == "family_history" and read.item.kind in ("conditions", "symptoms") and _follows(read.item, one)
        else read
        for read, used in zip(reads, takes, strict=True)
    ]
    return with_sex(found, one)


def _years(reads: Sequence[Read], one: Mention, sheet: Sheet) -> Read | None:
    """The years that a relative is now: of 18 openings with such in the readings 16 speak for a patient."""
    return next(
        (
            read
            for read in reads
            if read.item.kind == "age"
            and read.item.named
            and _is_of(one, read.item, sheet)
            and _ONCE.match(sheet.folded, read.item.end) is None
        ),
        None,
    )


_ONCE: Final = lazy_regex(r"\s?(?:살|세)?\s?(?:에|때|적|부터|쯤|까지)")


def with_sex(reads: list[Read], one: Mention) -> list[Read]:
    """``reads`` with the sex that the word for a relative tells, where it is not told yet."""
    sex = SEXES.get(one.entry.concept_id)
    if sex is None or any(read.item.kind == "gender" and read.role == "demographics" for read in reads):
        return reads
    return [*reads, Read(Item("gender", one.start, one.end, value=sex), "demographics")]


def _is_told_of_a_patient(read: Read, one: Mention, sheet: Sheet) -> bool:
    if read.item.kind == "age":
        return read.item.named and _is_of(one, read.item, sheet)
    return read.role in ("symptoms", "vitals", "labs") and read.state == "current" and read.item.named


def _follows(item: Item, one: Mention) -> bool:
    return item.start > one.start


def _is_in_use(item: Item, sheet: Sheet) -> bool:
    """Whether the words around a medicine say that somebody takes it."""
    if item.kind != "medications" or not item.named:
        return False
    ahead, behind = sheet.folded[max(0, item.start - _REACH) : item.start], sheet.folded[item.end : item.end + _REACH]
    return _IN_USE_EN.search(ahead) is not None or _IN_USE_KO.search(behind) is not None


_FAMILY_ASKED: Final = lazy_regex(
    r"가족|친척|부모|형제|집안|유전|\b(?:family|relatives?|parents|siblings|hereditary|runs? in)\b"
)
"""What an agent asks of the family: a relative told of in the answer is no patient."""
_NOT_ME: Final = lazy_regex(
    r"\bnot (?:me|mine)\b|(?:^|[.!?]\s)me\b|\b(?:i|we) live with\b"
    r"|(?<![가-힣])(?:저|나|제|내)(?:는|가|야|한텐)?\s?(?:말고|아니)"
)
"""Words of one who sets the relative apart from the patient."""
_IN_USE_EN: Final = lazy_regex(
    r"\b(?:takes?|taking|is on|'s on|\d on|uses?|using|gets|puts? (?:him|her) on|started (?:him|her)? ?on)\b[^.;!?]*$"
)
_IN_USE_KO: Final = lazy_regex(
    r"^[^.!?]*?(?:먹고|먹어|먹는|먹인|먹습|먹여|드시|드세|드십|드신|드리|복용|맞고|맞아|맞으|맞습|맞는|써요|쓰고|쓰세|쓰시|처방받|넣)"
)


def without_what_a_relative_takes(reads: Sequence[Read], sheet: Sheet) -> list[Read]:
    """``reads`` without medicines of a relative whose illness is told in the same breath: "and takes ..."."""
    return [
        replace(read, role="other") if read.role == "medications" and _is_taken_by_kin(read, reads, sheet) else read
        for read in reads
    ]


def _is_taken_by_kin(read: Read, reads: Sequence[Read], sheet: Sheet) -> bool:
    item = read.item
    taken = _TAKES_TOO.search(sheet.folded[max(0, item.start - _REACH) : item.start])
    if not item.named:
        return False
    place = item.start - len(taken[0]) if taken is not None else item.start
    if taken is not None and taken[0].startswith("who"):
        return any(one.entry.kind == "relatives" and one.end <= place <= one.end + 1 for one in sheet.mentions)
    illness = max(
        (one.item.end for one in reads if one.role == "family_history" and one.item.end <= place + 1), default=-1
    )
    if illness < 0:
        return False
    between = sheet.folded[illness:place]
    if taken is not None:
        return not any(mark in between for mark in ".;!?\n")
    return _GOES_ON_KO.fullmatch(between) is not None and _IN_USE_KO.search(sheet.folded[item.end :]) is not None


_TAKES_TOO: Final = lazy_regex(
    r"(?:,|\band|\bwho)\s(?:is\s|was\s|he'?s\s|she'?s\s|they'?re\s)?(?:taking|takes|takin|on|uses|using)\s(?:\w+\s)?$"
)
_GOES_ON_KO: Final = lazy_regex(
    r"[가이은는도]?\s?(?:있[으]?[시셔]?(?:고|어서|서|며|는데)|때문에|이셔서|이라|라서|라|로)\s(?:\S{1,6}\s)?"
)
"""Words by which a sentence about somebody else goes on to what that one takes."""
