"""The patient's name, as it is told: of whoever speaks, or, where somebody speaks for a patient, of that one.

What the speaker is called is not kept in a record of another: of "Joy here, Mr Abernathy's carer" the patient is
Abernathy, and of "I'm Ruth, my mum Bridget is 78 and on apixaban" Bridget.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from kiwipiepy import Kiwi

from domain.comparison import fold
from domain.proposals import Operation, Proposal, Target
from domain.speaking_for import GENDER, NAME
from domain.values import Concept, Content, SlotKind
from extraction.reading.items import Heard
from extraction.reading.people import told_names_en, told_names_ko
from extraction.reading.people.cared_for import SEXES, cared_for, speaks_for_another
from extraction.reading.people.corrected_names import is_put_right, put_right, taken_back
from extraction.reading.people.speaking_for import is_spoken_for, may_be, patient_of
from extraction.reading.people.told_name import ToldName
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Understanding
from extraction.text.lazy_regex import lazy_regex

_LONGEST: Final = 4_000
"""Characters of a message beyond which nobody is introduced in it."""


def name_told(sheet: Sheet, heard: Heard, understanding: Understanding, kiwi: Kiwi) -> ToldName | None:
    """The patient's name as these words tell it; None where they tell none, or the speaker's alone."""
    if len(sheet.text) > _LONGEST:
        return None
    found = list(told_names_ko.names_told(sheet, kiwi) if sheet.language == "ko" else told_names_en.names_told(sheet))
    if not found:
        return None
    kept = next((one for one in found if one.whose == "patient"), None)
    if kept is not None:
        return kept
    patient = kin_spoken_for(sheet, heard, understanding)
    spoken_for = bool(patient) or is_spoken_for(sheet, heard) or speaks_for_another(sheet.folded)
    of_kin = [one for one in found if one.whose == "kin" and _BOTH.match(sheet.folded, one.end) is None]
    if spoken_for:
        fits = (one for one in of_kin if not one.kin or not patient or may_be(one.kin, patient))
        return next(fits, None)
    if of_kin and any(one.start == kin.start for one in found for kin in of_kin if one.whose == "speaker"):
        return None
    return next((one for one in found if one.whose == "speaker"), None)


_BOTH: Final = lazy_regex(r"\s(?:and|&)\s(?:i|me|myself)\b|(?:이?랑|하고|와|과)\s(?:저|나|제|내)(?![가-힣]*아)")
"""Words behind a relative's name by which whoever speaks is meant, too."""


def kin_spoken_for(sheet: Sheet, heard: Heard, understanding: Understanding) -> str:
    """The relative who is the patient, by the record, by these words, or by what is told of that one; else ""."""
    if patient := patient_of(sheet, heard):
        return patient
    if heard.facts:
        return ""
    if (one := cared_for(understanding.reads, sheet)) is not None:
        return one.entry.concept_id
    sexed = (read for read in understanding.reads if read.item.kind == "gender" and read.role == "demographics")
    places = {read.item.start for read in sexed}
    return next((one.entry.concept_id for one in sheet.mentions if _is_kin(one.entry.kind) and one.start in places), "")


def _is_kin(kind: str) -> bool:
    return kind == "relatives"


def with_name(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], extractor: str, kiwi: Kiwi
) -> tuple[Proposal, ...]:
    """``proposals`` with the patient's name as told, put right or taken back, and the sex of whom somebody "
    "speaks for.
    """
    if (back := taken_back(sheet)) is not None:
        concept_id, start, end = back
        target = Target(slot=SlotKind.DEMOGRAPHICS, concept_id=concept_id)
        others = (one for one in proposals if not _is_of(one, concept_id))
        return (*others, _at(sheet, start, end, extractor, operation=Operation.RETRACT, target=target))
    known = next((str(one.value) for one in heard.facts if one.concept.concept_id == NAME), "")
    if len(sheet.text) <= _LONGEST and (right := put_right(sheet, known, kiwi)) is not None:
        old, new, start, end = right
        target = Target(slot=SlotKind.DEMOGRAPHICS, concept_id=NAME, old=known if known and old else None)
        content = _content(sheet, NAME, "이름", new)
        others = (one for one in proposals if not _is_of(one, NAME))
        put = _at(sheet, start, end, extractor, operation=Operation.CORRECT, content=content, target=target)
        return (*others, put.with_fields(fields=("value",)))
    told = name_told(sheet, heard, understanding, kiwi)
    kept = tuple(
        one for one in proposals if not (_is_of(one, NAME) and (one.content is None or one.content.value is None))
    )
    if told is None:
        return (*kept, *_sex_of_patient(sheet, heard, proposals, extractor))
    wrong = bool(known) and fold(told.value) not in fold(known) and is_put_right(sheet)
    meant = Target(slot=SlotKind.DEMOGRAPHICS, concept_id=NAME) if wrong else None
    name = _at(
        sheet,
        told.start,
        told.end,
        extractor,
        operation=Operation.CORRECT if wrong else Operation.ASSERT,
        content=_content(sheet, NAME, "이름", told.value),
        target=meant,
    )
    return (name, *kept, *_sex(sheet, heard, told, proposals, extractor))


def _sex(
    sheet: Sheet, heard: Heard, told: ToldName, proposals: Sequence[Proposal], extractor: str
) -> Iterator[Proposal]:
    """The sex of the one who is spoken for, by kinship, title or pronoun, where none is told or on record."""
    sex = told.sex or SEXES.get(told.kin, "")
    known = any(one.concept.concept_id == GENDER for one in heard.facts) or any(
        _is_of(one, GENDER) for one in proposals
    )
    if sex and not known and told.whose != "speaker":
        start, end = _kin_place(sheet, told) or (told.start, told.end)
        yield _at(sheet, start, end, extractor, content=_content(sheet, GENDER, "성별", sex))


def _sex_of_patient(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str) -> Iterator[Proposal]:
    """The sex of a relative for whom the words open a record ("on behalf of my mother"), where nothing tells it."""
    kin = "" if heard.facts or heard.patient_is else patient_of(sheet, heard)
    place = next(((one.start, one.end) for one in sheet.mentions if one.entry.concept_id == kin), None)
    if kin in SEXES and place is not None and not any(_is_of(one, GENDER) for one in proposals):
        yield _at(sheet, *place, extractor, content=_content(sheet, GENDER, "성별", SEXES[kin]))


def _content(sheet: Sheet, concept_id: str, korean: str, value: str) -> Content:
    concept = Concept(concept_id=concept_id, name=concept_id, display=korean if sheet.language == "ko" else concept_id)
    return Content(slot=SlotKind.DEMOGRAPHICS, concept=concept, value=value)


def _at(
    sheet: Sheet,
    start: int,
    end: int,
    extractor: str,
    *,
    operation: Operation = Operation.ASSERT,
    content: Content | None = None,
    target: Target | None = None,
) -> Proposal:
    quote, first, last = sheet.quote(start, end)
    return Proposal(
        operation=operation, content=content, target=target, quote=quote, start=first, end=last, extractor=extractor
    )


def _is_of(proposal: Proposal, concept_id: str) -> bool:
    """Whether a proposal states, or is about, one detail of a person."""
    if proposal.content is not None:
        return proposal.content.concept.concept_id == concept_id
    return proposal.target is not None and proposal.target.concept_id == concept_id


def _kin_place(sheet: Sheet, told: ToldName) -> tuple[int, int] | None:
    """Where the relative is named who bears the name, so that the record is known to be kept for that one."""
    return next(
        (
            (one.start, one.end)
            for one in sheet.mentions
            if _is_kin(one.entry.kind) and one.entry.concept_id == told.kin
        ),
        None,
    )


_TITLE: Final = lazy_regex(r"(?:mr|mrs|ms|miss|mx|mister|shri|smt)\b", re.IGNORECASE)


def is_titled(quote: str) -> bool:
    """Whether a name was told with a title, so that nobody is called by it alone."""
    return _TITLE.match(quote) is not None
