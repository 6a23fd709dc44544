"""Each child's age, weight, fever and doses on its own: the patient's as the patient's, a sister's as the sister's.

Where the record is a child's, what is told of it is the patient's and of a brother or sister the sibling's; where it is
the record of whoever speaks, a nursing mother, what is told of the child is the child's. A pregnancy or a birth told
beside a small child is the mother's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from domain.ages import AGE, YEARS, years_of
from domain.proposals import Operation, Proposal
from domain.reattribution import of_relative
from domain.speaking_for import GENDER, NAME
from domain.values import PATIENT, Concept, Content, SlotKind, Status
from extraction.naming.lexicon import Lexicon
from extraction.reading.children.ages import Age
from extraction.reading.children.household import Child, Given, Household, household
from extraction.reading.items import Heard
from extraction.reading.people.speaking_for import told_of_oneself
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex


WEIGHT, TEMPERATURE = "body_weight", "body_temperature"
_OF_A_PERSON: Final = frozenset({AGE, GENDER, NAME, WEIGHT, TEMPERATURE})
_OF_MOTHERS: Final = frozenset({"pregnancy", "childbirth", "breastfeeding", "cesarean_section", "miscarriage"})
_YOUNG: Final = frozenset({"child", "son", "daughter", "grandchild"})
_SIBLINGS: Final = frozenset({"sibling", "brother", "sister"})
_ADULT_YEARS: Final = 18.0
_CHILD_YEARS: Final = 16.0
_NEVER: Final = datetime(2000, 1, 1, 12, tzinfo=UTC)
"""A moment for words of which no hour is kept."""
_OWN_LIFE: Final = lazy_regex(
    r"\bi(?:'m| am) (?:\d\d\b|[a-z]+, \d\d\b|pregnant|\d+ weeks (?:gone|along|pregnant))|\bi(?:'m| am) on\b|\bi take\b|\bmy own (?:meds|medicines|tablets)\b"
    r"|(?<![가-힣])(?:저는|전|나는|저)\s[^.?!]{0,30}(?:먹고\s?있|먹어요|드시고|앓|진단)"
)
_SAME: Final = 0.15


def with_children_apart(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], lexicon: Lexicon, extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with what is told of children as each one's own."""
    if not _MAY_BE.search(sheet.folded) and not any(one.subject in _YOUNG for one in heard.facts):
        return tuple(proposals)
    seeds = (*_patient_known(heard), *_others_known(heard))
    told = household([(sheet.original, _NEVER)], seeds)
    if not told.is_of_children:
        return tuple(proposals)
    patient = _patient(told, heard, sheet)
    made = _Made(sheet, told, patient, lexicon, extractor)
    kept = [one for each in proposals for one in made.kept(each)]
    return (*made.completed(kept), *made.others())


_MAY_BE: Final = lazy_regex(
    r"\b(?:bab(?:y|ies)|son|daughter|boy|girl|kid|child|toddler|newborn|infant|grand\w+|twins?|brother|sister|lad|lass|he|she|him|her|his|hes|shes|bub|months?|mos?|weeks?|wks?)\b"
    r"|\d\s?(?:kg|lb|kilo)|아기|애기|아가|아이|애[가는도를한]|딸|아들|손[주자녀]|첫째|둘째|막내|누나|언니|오빠|형|동생|개월|살|돌|생후|신생아|\d\s?세"
)


def _patient(told: Household, heard: Heard, sheet: Sheet) -> int | None:
    """The index of the child whose record it is; None where it is the record of whoever speaks, or of another."""
    recorded = next((index for index, one in enumerate(told.children) if one.is_recorded), None)
    if recorded is not None:
        return recorded
    ages = [years for one in heard.facts if one.subject == PATIENT and (years := years_of(one)) is not None]
    grown = any(each >= _ADULT_YEARS for each in ages)
    expecting = any(one.subject == PATIENT and one.concept.concept_id in _OF_MOTHERS for one in heard.facts)
    if heard.speaker_is or grown or expecting or (heard.patient_is and heard.patient_is not in _YOUNG):
        return None
    if any(one.subject in _YOUNG for one in heard.facts):
        return None
    main = told.patient
    if main is None:
        return None
    if _OWN_LIFE.search(sheet.folded) and not (main.temperatures or main.doses):
        return None
    return told.main


def _patient_known(heard: Heard) -> Iterator[Child]:
    """The child whose record it is, by what the talk last spoke of."""
    own = {one.concept.concept_id: one for one in reversed(heard.facts) if one.subject == PATIENT}
    age = own.get(AGE)
    years = years_of(age) if age is not None else None
    if age is None or years is None or years >= _CHILD_YEARS or not isinstance(age.value, float):
        if heard.patient_is in _YOUNG and own:
            yield _known(own, "", recorded=True)
        return
    if heard.speaker_is and years >= _TEEN:
        return
    yield _known(own, "", recorded=True)


_TEEN: Final = 10.0


def _others_known(heard: Heard) -> Iterator[Child]:
    names = dict.fromkeys((one.subject, one.qualifier or "") for one in heard.facts if one.subject in _YOUNG | _SIBLINGS)
    for subject, qualifier in names:
        own = {
            one.concept.concept_id: one
            for one in reversed(heard.facts)
            if (one.subject, one.qualifier or "") == (subject, qualifier) and one.slot is not SlotKind.FAMILY_HISTORY
        }
        if own:
            yield _known(own, subject, recorded=False)


def _known(own: dict[str, Content], subject: str, *, recorded: bool) -> Child:
    age, weight, name, sex = (own.get(one) for one in (AGE, WEIGHT, NAME, GENDER))
    role = "sibling" if subject in _SIBLINGS else "child" if subject else ""
    told = next((one.qualifier for one in own.values() if one.qualifier), "") if subject else ""
    return Child(
        name=str(name.value) if name is not None and name.value else told or "",
        role=role,
        sex=str(sex.value) if sex is not None else {"daughter": "female", "sister": "female", "son": "male", "brother": "male"}.get(subject, ""),
        age=Age(age.value, age.unit or YEARS) if age is not None and isinstance(age.value, float) else None,
        weight=weight.value if weight is not None and isinstance(weight.value, float) else None,
        is_recorded=recorded,
    )  # fmt: skip


class _Made:
    """The proposals of one utterance, seen by whose they are."""

    def __init__(
        self, sheet: Sheet, told: Household, patient: int | None, lexicon: Lexicon, extractor: str
    ) -> None:
        self._sheet = sheet
        self._told = told
        self._patient = patient
        self._lexicon = lexicon
        self._extractor = extractor
        self._oneself = told_of_oneself(sheet.folded)

    @property
    def _own(self) -> Child | None:
        return self._told.children[self._patient] if self._patient is not None else None

    def kept(self, proposal: Proposal) -> Iterator[Proposal]:
        """The proposal as it is, as another's, or none where another child's value was taken for the patient's."""
        content = proposal.content
        if content is None or content.subject != PATIENT or proposal.operation is Operation.RETRACT:
            yield proposal
            return
        concept_id = content.concept.concept_id
        if concept_id in _OF_MOTHERS and self._own is not None and self._own.months is not None:
            as_mothers = of_relative(content, "mother")
            if as_mothers is not None and proposal.operation is Operation.ASSERT:
                yield proposal.with_fields(content=as_mothers)
            return
        if concept_id in _OF_A_PERSON:
            if self._is_the_patients(content, proposal):
                yield proposal
            return
        holder = self._holder(proposal)
        if holder is None or holder == self._patient:
            yield proposal
        elif content.slot in _TAKEN and proposal.operation is Operation.ASSERT:
            child = self._told.children[holder]
            yield proposal.with_fields(content=content.with_fields(subject=self._subject(child), qualifier=child.name or None))
        elif content.slot in _FELT and proposal.operation is Operation.ASSERT and self._patient is None:
            child = self._told.children[holder]
            yield proposal.with_fields(content=content.with_fields(subject=self._subject(child), qualifier=child.name or None))
        elif content.slot not in _TAKEN:
            yield proposal

    def _holder(self, proposal: Proposal) -> int | None:
        """The child of whom a medicine or a complaint is told; None of whoever speaks, or where nobody can tell."""
        if proposal.start is None:
            return None
        place = self._folded(proposal.start)
        if any(start <= place < end for start, end in self._oneself):
            return None
        if self._patient is None and _OWN_BESIDE.search(self._clause(place)):
            return None
        meant = self._told.meant_at(place)
        if meant is None:
            return None
        if self._patient is None and not self._is_in_childs_sentence(place, meant):
            return None
        return meant

    def _folded(self, place: int) -> int:
        starts = self._sheet.normalised.starts
        return next((index for index, start in enumerate(starts) if start >= place), len(starts))

    def _clause(self, place: int) -> str:
        text = self._sheet.folded
        start = max(text.rfind(mark, 0, place) for mark in ".!?;\n") + 1
        ends = [at for mark in ".!?;\n" if (at := text.find(mark, place)) >= 0]
        return text[start : min(ends, default=len(text))]

    def _is_in_childs_sentence(self, place: int, meant: int) -> bool:
        """Whether the sentence of a place names the child that is meant there."""
        child, clause = self._told.children[meant], self._clause(place)
        return bool(child.name and child.name.casefold() in clause) or _CHILD_WORD.search(clause) is not None

    def _is_the_patients(self, content: Content, proposal: Proposal) -> bool:
        own, others = self._own, [one for index, one in enumerate(self._told.children) if index != self._patient]
        concept_id, value = content.concept.concept_id, content.value
        if concept_id == NAME:
            said = str(value or "").casefold()
            return not any(one.name and said.startswith(one.name.casefold()) for one in others) and not (own is not None and own.name)
        if concept_id == GENDER:
            if own is None:
                return not any(one.sex == value for one in others) or _OWN_SEX.search(self._sheet.folded) is not None
            return False if own.sex else not any(one.sex for one in others)
        if not isinstance(value, float):
            return True
        if concept_id == AGE:
            if own is not None:
                return False if own.age is not None else years_of(content) is not None and (years_of(content) or 0) < _CHILD_YEARS
            return (years_of(content) or 0.0) >= _CHILD_YEARS
        if concept_id == WEIGHT:
            if own is not None and own.weight is not None and abs(own.weight - value) <= _SAME:
                return True
            if own is not None and own.weight_line == 0:
                # Another weight of the same line is another's, or was put right.
                return False
            return not any(one.weight is not None and abs(one.weight - value) <= _SAME for one in others) and not (own is not None and own.weight_line < 0 and any(one.weight_line == 0 for one in others))
        degrees = [each.degrees for each in own.temperatures] if own is not None else []
        if any(abs(each - value) <= _SAME for each in degrees):
            return True
        return not any(abs(each.degrees - value) <= _SAME for one in others for each in one.temperatures)

    def completed(self, kept: Sequence[Proposal]) -> tuple[Proposal, ...]:
        """``kept`` with what was told of the patient and no reader heard."""
        own = self._own
        if own is None:
            return tuple(kept)
        there = {one.content.concept.concept_id for one in kept if one.content is not None and one.content.subject == PATIENT}
        made = [one for one in self._details(own, PATIENT, None) if one.content is not None and one.content.concept.concept_id not in there]
        return self._with_doses((*kept, *made), own)

    def others(self) -> Iterator[Proposal]:
        """What is told of the children that are not the patient, as theirs."""
        for index, child in enumerate(self._told.children):
            if index == self._patient or (child.age is None and child.weight is None):
                continue
            if child.age_line < 0 and child.weight_line < 0 and not child.temperatures:
                continue
            yield from self._details(child, self._subject(child), child.name or None)

    def _subject(self, child: Child) -> str:
        female = child.sex == "female"
        if self._patient is not None:
            return ("sister" if female else "brother") if child.sex else "sibling"
        if child.role == "grandchild":
            return "grandchild"
        return ("daughter" if female else "son") if child.sex else "child"

    def _details(self, child: Child, subject: str, qualifier: str | None) -> Iterator[Proposal]:
        if child.name and not child.is_recorded:
            yield self._told_so(SlotKind.DEMOGRAPHICS, _person(NAME, "이름", self._sheet.language), child.name, None, subject, qualifier)
        if child.age is not None and child.age_line == 0:
            operation = Operation.CORRECT if child.is_recorded else Operation.ASSERT
            yield self._told_so(SlotKind.DEMOGRAPHICS, _person(AGE, "나이", self._sheet.language), child.age.value, child.age.unit, subject, qualifier, operation)
        if child.sex and subject == PATIENT and not child.is_recorded:
            yield self._told_so(SlotKind.DEMOGRAPHICS, _person(GENDER, "성별", self._sheet.language), child.sex, None, subject, qualifier)
        if child.weight is not None and child.weight_line == 0:
            yield self._measured(WEIGHT, child.weight, "kg", subject, qualifier)
        if child.temperatures:
            yield self._measured(TEMPERATURE, child.temperatures[-1].degrees, "Cel", subject, qualifier)

    def _measured(self, concept_id: str, value: float, unit: str, subject: str, qualifier: str | None) -> Proposal:
        concept = self._lexicon.entry("vitals", concept_id).concept(self._sheet.language)
        made = self._told_so(SlotKind.VITALS, concept, value, unit, subject, qualifier)
        assert made.content is not None
        return made.with_fields(content=made.content.with_fields(valid_from=self._sheet.day))

    def _told_so(
        self, slot: SlotKind, concept: Concept, value: float | str, unit: str | None, subject: str, qualifier: str | None,
        operation: Operation = Operation.ASSERT,
    ) -> Proposal:  # fmt: skip
        stated = f"{value:g}" if isinstance(value, float) else value
        unit = None if unit == YEARS and concept.concept_id == AGE else unit
        content = Content(
            slot=slot, concept=concept, value=value, unit="a" if concept.concept_id == AGE and unit is None else unit,
            value_stated=stated, subject=subject, qualifier=qualifier,
        )  # fmt: skip
        quote, start, end = self._sheet.quote(0, len(self._sheet.text))
        return Proposal(operation=operation, content=content, quote=quote[:_QUOTE], start=start, end=min(end, start + _QUOTE), extractor=self._extractor)

    def _with_doses(self, proposals: tuple[Proposal, ...], own: Child) -> tuple[Proposal, ...]:
        """``proposals`` with the medicines for fever as they were given: once, as needed, so much."""
        found = list(proposals)
        for substance in dict.fromkeys(one.substance for one in own.doses):
            given = [one for one in own.doses if one.substance == substance]
            entry = self._lexicon.find("medications", substance)
            if entry is None:
                continue
            dose = _dose_words(given)
            index = next((at for at, one in enumerate(found) if _is_of(one, substance)), None)
            if index is not None:
                content = found[index].content
                assert content is not None
                found[index] = found[index].with_fields(content=content.with_fields(dose=dose or content.dose, frequency="PRN", timing=None))
                continue
            content = Content(slot=SlotKind.MEDICATIONS, concept=entry.concept(self._sheet.language), dose=dose, frequency="PRN", status=Status.ACTIVE)
            quote, start, end = self._sheet.quote(0, len(self._sheet.text))
            found.append(Proposal(operation=Operation.ASSERT, content=content, quote=quote[:_QUOTE], start=start, end=min(end, start + _QUOTE), extractor=self._extractor))
        return tuple(found)


_QUOTE: Final = 80
_TAKEN: Final = frozenset({SlotKind.MEDICATIONS})
_FELT: Final = frozenset({SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.ALLERGIES, SlotKind.PROCEDURES})
_OWN_BESIDE: Final = lazy_regex(r"\b(?:i|i'm|i've|me|my|mine)\b|(?<![가-힣])(?:저|제|저는|제가|나|내|나는|내가)(?![가-힣])")
_CHILD_WORD: Final = lazy_regex(r"\b(?:baby|son|daughter|she|he|her|his|him|kid|child|toddler|boy|girl|sister|brother)\b|아기|애기|아이|애[가는도]|딸|아들|첫째|둘째|막내|동생")
_OWN_SEX: Final = lazy_regex(r"\bi(?:'m| am) an? (?:\w+ )?(?:woman|man|mum|mom|mother|dad|father)\b|(?:여자|남자)(?:예요|이에요|입니다)")


def _is_of(proposal: Proposal, substance: str) -> bool:
    content = proposal.content
    return (
        content is not None
        and content.slot is SlotKind.MEDICATIONS
        and content.subject == PATIENT
        and content.concept.concept_id == substance
        and proposal.operation in (Operation.ASSERT, Operation.CHANGE, Operation.CORRECT)
    )


def _dose_words(given: Sequence[Given]) -> str | None:
    """The amount of a dose; of several the last one told."""
    last = given[-1]
    if last.millilitres is not None:
        return f"{last.millilitres:g}mL"
    return f"{last.milligrams:g}mg" if last.milligrams is not None else None


def _person(concept_id: str, korean: str, language: str) -> Concept:
    return Concept(concept_id=concept_id, name=concept_id, display=korean if language == "ko" else concept_id)
