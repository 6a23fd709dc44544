"""Whoever speaks for a patient: what is told of the patient by kinship is the patient's, and what the one who speaks
tells of himself or herself is not.

"My mum is 78 and takes metformin" makes the record the mother's. After it "Mum had a stroke" is no family history, and
"I take nothing and I'm only allergic to pollen" says nothing of her.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from domain.proposals import Proposal
from domain.values import PATIENT, SlotKind
from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import sentences
from extraction.reading.items import Heard
from extraction.reading.people.kept_for import kept_for
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read, Understanding
from extraction.text.lazy_regex import lazy_regex

_SAME: Final[tuple[frozenset[str], ...]] = (
    frozenset({"child", "son", "daughter", "grandchild"}),
    frozenset({"husband", "spouse", "wife"}),
    frozenset({"mother", "mother_in_law", "parents"}),
    frozenset({"father", "father_in_law", "parents"}),
    frozenset({"sibling", "brother", "sister"}),
)
"""Words for relatives that may be of one person."""
_PERSONAL: Final = frozenset(
    {"medications", "allergies", "conditions", "symptoms", "social_history", "procedures", "demographics"}
)

_MYSELF_KO: Final = (
    r"(?<![가-힣])(?:저는|저도|저만|저\s?자신은?|나는|나도|나만|난|전|제가|내가|저한테는|본인은)\s"
    r"(?![^.!?\n]{0,40}?(?:드렸|드려|드리|챙|먹였|먹이|모시|간병|돌보|재\s?[보드]|재니|쟀|생각|궁금|걱정|알기|듣기|들었|여쭤|여쭙|물어|볼\s?때|보기엔"
    r"|아들|딸|며느리|보호자))"
)
_MYSELF_EN: Final = (
    r"(?<!can )(?<!could )(?<!should )(?<!may )(?<!must )(?<!shall )"
    r"\bi(?:'m| am| was)?(?: (?:also|only|just|myself|never|always|don'?t|do not))* ?"
    r"(?:(?:allergic|diabetic|asthmatic|pregnant|breastfeeding|smoke|drink|taking)\b|on (?!my way|hold|the phone)"
    r"|(?:take|have|had|get|got|'ve got|use)\b(?! (?:to|him|her|them|it|a question|an appointment|no idea|been)\b))"
    r"|\b(?:i|me) myself\b|\bas for me\b"
)
_MYSELF: Final = lazy_regex(f"{_MYSELF_KO}|{_MYSELF_EN}")
_TURNS_BACK: Final = lazy_regex(
    r"[.!?;\n]|\b(?:but|and|while|whereas) (?:she|he|they|mum|mom|dad)\b"
    r"|\b(?:she|he)(?: (?:isn|doesn|has|is|takes)|'s\b)"
    r"|(?:지만|는데|고요?|구요?),?\s(?=(?:우리|저희|어머니|엄마|아버지|아빠|남편|아내|애|아이|그분|본인))"
)
"""Where a sentence about oneself ends, or turns to somebody else."""


_KIN_EN: Final = (
    r"(?:wife|husband|partner|mum|mom|mother|dad|father|son|daughter|sister|brother|carer|caregiver|nurse|niece|nephew"
    r"|grand\w+|gran|nan|step\w+|aunt|uncle|neighbou?r)"
)
_INTRODUCED: Final = lazy_regex(
    rf"\bi(?:'m| am),? (?:his|her|their)(?: \w+)? {_KIN_EN}\b|\b(?:his|her|their) {_KIN_EN} (?:here|writing|typing)\b"
    r"|\bthis (?:chat|record|file|page|account|one)(?:'s| is) (?:about|for|all about) (?:him|her|my \w+)\b"
    r"|(?<![가-힣])(?:저는|전|제가|난|나는)\s(?:보호자|딸|아들|며느리|사위|아내|와이프|남편|손녀|손자)(?:인데|이에요|예요|입니다|이고|이구|고요|이라)"
)
"""Words by which whoever speaks says that the patient is another."""
_NOT_THEIRS: Final = lazy_regex(
    r"\b(?:all )?(?:that|this|those|these)(?:'s| is| are|'re) (?:all )?(?:me|mine),? not (?:him|his|her|hers|theirs)\b"
    r"|\bbut (?:that|this|it)(?:'s| is) me\b|\bbut never mind me\b|\b(?:mine|me),? not (?:hers|his|him|her|theirs)\b"
    r"|(?:이건|그건|이거는|그거는|이것은|그것은)\s(?:다\s)?(?:제|내)\s?(?:거|것|얘기|이야기)"
)
"""Words by which a sentence is taken back for oneself: the patient is the other."""


def patient_of(sheet: Sheet, heard: Heard) -> str:
    """The relative who is the patient, by the agent's knowledge or as these words say; "" where they name none."""
    if heard.patient_is or heard.facts:
        return heard.patient_is
    one = kept_for(sheet)
    return one.entry.concept_id if one is not None else ""


def is_spoken_for(sheet: Sheet, heard: Heard) -> bool:
    """Whether the patient is another than whoever speaks."""
    return bool(patient_of(sheet, heard)) or _INTRODUCED.search(sheet.folded) is not None


def _told_of_oneself(sheet: Sheet, heard: Heard) -> list[tuple[int, int]]:
    """The places in which whoever speaks for a patient tells of himself or herself."""
    spoken_for = is_spoken_for(sheet, heard)
    own = [*told_of_oneself(sheet.folded), *_introductions(sheet)] if spoken_for else []
    taken = [match.start() for match in _NOT_THEIRS.finditer(sheet.folded)]
    return own + [(start, end) for start, end in sentences(sheet.folded) if any(start <= at < end for at in taken)]


def _introductions(sheet: Sheet) -> Iterator[tuple[int, int]]:
    """Where whoever speaks says who that is, as far as to the one who is spoken for: "I'm Josh, 22, barista"."""
    for match in _I_AM.finditer(sheet.folded):
        end = next((end for start, end in sentences(sheet.folded) if start <= match.end() - 1 < end), match.end())
        turn = _TURNS_BACK.search(sheet.folded, match.end())
        end = min(end, turn.start()) if turn is not None else end
        kin = (one.start for one in sheet.mentions if one.entry.kind == "relatives" and match.end() <= one.start < end)
        yield match.start(), min(kin, default=end)


_I_AM: Final = lazy_regex(
    r"(?:^|[.!?\n]\s*)(?:(?:hi|hello|hey|hiya|good \w+|g'?day)(?: there| all)?[\s,.!]*)?"
    r"(?:i'?m|i am|my name(?:'s| is)|name'?s)\s"
    r"|(?:^|[.!?\n]\s*)(?:안녕하세요[\s,.!~^]*)?(?:저는|전|나는|난)\s"
)


def of_the_patient_alone(reads: Sequence[Read], sheet: Sheet, heard: Heard) -> list[Read]:
    """``reads`` told by one who speaks for a patient: the patient's kinship word means the patient, "I" does not."""
    own, patient = _told_of_oneself(sheet, heard), patient_of(sheet, heard)
    if not patient and not own:
        return list(reads)
    kin = {one.entry.concept_id for one in sheet.mentions if one.entry.kind == "relatives"}
    alone = bool(kin) and all(may_be(one, patient) for one in kin)
    found = []
    for read in reads:
        inside = any(start <= read.item.start < end for start, end in own)
        if read.item.named and inside and read.role in _PERSONAL:
            found.append(replace(read, role="other"))
        elif patient and read.role == "family_history" and _is_of_the_patient(read, patient, alone=alone):
            kind = read.item.kind
            if kind == "conditions" or kind == "symptoms" or kind == "procedures":
                read = replace(read, role=kind, subjects=())
            found.append(read)
        else:
            found.append(read)
    return found


def without_the_speakers_own(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without what one who speaks for a patient tells of himself or herself."""
    own = [sheet.normalised.span(start, end) for start, end in _told_of_oneself(sheet, heard)]
    measured = _OWN_READINGS.finditer(sheet.folded) if is_spoken_for(sheet, heard) else ()
    readings = [sheet.normalised.span(*match.span()) for match in measured]
    return tuple(
        one
        for one in proposals
        if not _is_in(one, one.start, _PERSONAL, own)
        # A value's quote begins with the name of its test, which may stand before somebody else's value.
        and not _is_in(one, one.end - 1 if one.end else None, _MEASURED, readings)
    )


def _is_in(proposal: Proposal, at: int | None, slots: frozenset[str], places: Sequence[tuple[int, int]]) -> bool:
    content = proposal.content
    return (
        content is not None
        and content.slot in slots
        and at is not None
        and any(start <= at < end for start, end in places)
    )


_MEASURED: Final = frozenset({"vitals", "labs"})
_OWN_READINGS: Final = lazy_regex(
    r"\bmy own\b[^.!?;\n]*|\bmine (?:was|is|came|comes|reads?|'s)\b[^.!?;\n]*"
    r"|(?<![가-힣])(?:제|내|제가 잰|제꺼|제\s?거|내\s?거)\s(?:혈압|혈당|맥박|체온|체중|몸무게|수치|당화혈색소)"
    r"[^.!?;\n]*"
)
"""What one who speaks for a patient has measured of himself or herself."""


def with_the_patients_own(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal]
) -> tuple[Proposal, ...]:
    """``proposals`` with what the rules hear as a relative's and is the patient's, who is called by that word."""
    patient = patient_of(sheet, heard)
    return (
        tuple(_as_the_patients(one, sheet, understanding, patient) for one in proposals) if patient else (*proposals,)
    )


def _as_the_patients(proposal: Proposal, sheet: Sheet, understanding: Understanding, patient: str) -> Proposal:
    content = proposal.content
    if content is None or content.slot is not SlotKind.FAMILY_HISTORY or not may_be(content.subject, patient):
        return proposal
    first, last = proposal.start or 0, proposal.end or 0
    for read in understanding.reads:
        start, end = sheet.normalised.span(read.item.start, read.item.end)
        if read.is_fact and read.role in _FINDINGS and start < last and first < end:
            return proposal.with_fields(content=content.with_fields(slot=SlotKind(read.role), subject=PATIENT))
    return proposal


_FINDINGS: Final = frozenset({"conditions", "symptoms", "procedures"})


def _is_of_the_patient(read: Read, patient: str, *, alone: bool) -> bool:
    """Whether a family's illness is the patient's; ``alone`` is whether the words name nobody else."""
    kin = {one.concept_id for one in read.subjects}
    return all(may_be(one, patient) for one in kin) if kin else alone


def may_be(relative: str, patient: str) -> bool:
    """Whether a word for a relative may mean the ``patient`` (both kinship concept ids)."""
    return relative == patient or any({relative, patient} <= same for same in _SAME)


def told_of_oneself(folded: str) -> list[tuple[int, int]]:
    """The places [start, end) of a text in lower case in which whoever speaks tells of himself or herself."""
    found = []
    for match in _MYSELF.finditer(folded):
        end = _TURNS_BACK.search(folded, match.end())
        found.append((match.start(), end.start() if end is not None else len(folded)))
    return found


def is_told_beside(heard: Heard, who: str) -> bool:
    """Whether things of ``who`` stand on record as a relative's beside what the patient has or takes: two people."""
    return any(one.subject == who for one in heard.facts) and any(
        one.subject == PATIENT and one.slot in _ONES_OWN for one in heard.facts
    )


_ONES_OWN: Final = frozenset({SlotKind.MEDICATIONS, SlotKind.CONDITIONS})


def kin_of(named: Iterable[Mention]) -> str:
    """The concept id of the first relative of ``named``; "" where there is none."""
    return next((one.entry.concept_id for one in named if one.entry.kind == "relatives"), "")
