"""Each child's age, weight, fever and doses on its own: the patient's as the patient's, a sister's as the sister's.

Where the record is a child's, what is told of it is the patient's and of a brother or sister the sibling's; where it is
the record of whoever speaks, a nursing mother, what is told of the child is the child's. A pregnancy or a birth told
beside a small child is the mother's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from domain.ages import AGE, years_of
from domain.proposals import Operation, Proposal
from domain.reattribution import of_relative
from domain.speaking_for import GENDER, NAME
from domain.values import PATIENT, Certainty, Content, SlotKind, Temporality
from extraction.naming.lexicon import Lexicon
from extraction.reading.children.child import Child, Household
from extraction.reading.children.doses import sentence_spans
from extraction.reading.children.given_on_record import (
    FEVER_MEDICINES,
    as_spoon,
    dose_words,
    hours_given,
    is_a_dose_of,
    spooned,
)
from extraction.reading.children.household import household
from extraction.reading.children.swallowed import has_swallowed
from extraction.reading.children.telling import TEMPERATURE, Telling
from extraction.reading.children.whose_children import (
    ADULT_YEARS,
    CHILD_YEARS,
    OF_MOTHERS,
    WEIGHT,
    YOUNG,
    others_known,
    patient_index,
    patient_known,
)
from extraction.reading.items import Heard
from extraction.reading.people.speaking_for import told_of_oneself
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_OF_A_PERSON: Final = frozenset({AGE, GENDER, NAME, WEIGHT, TEMPERATURE})
_SAME: Final = 0.15
_ROUNDED: Final = 0.03
"""Kilograms by which the weights that two readers make of the same words may differ."""


def with_children_apart(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], lexicon: Lexicon, extractor: str, said_at: datetime
) -> tuple[Proposal, ...]:
    """``proposals`` with what is told of children as each one's own; ``said_at`` is the moment in the local zone."""
    known = any(one.subject in YOUNG or (years_of(one) or ADULT_YEARS) < CHILD_YEARS for one in heard.children)
    if not known and not _MAY_BE.search(sheet.folded):
        return tuple(proposals)
    seeds = (*patient_known(heard), *others_known(heard))
    told = household([(sheet.original, said_at)], seeds)
    if not told.is_of_children:
        return tuple(proposals)
    patient = patient_index(told, heard, sheet, proposals)
    weighed = tuple(
        one.value for one in heard.facts
        if one.concept.concept_id == WEIGHT and one.subject == PATIENT and isinstance(one.value, float)
    )  # fmt: skip
    made = _Made(sheet, told, patient, lexicon, extractor, weighed)
    kept = [one for each in proposals for one in made.kept(each)]
    return (*made.completed(kept), *made.others(), *made.taken_back(heard))


_MAY_BE: Final = lazy_regex(
    r"\bcalpol\b|\bnurofen\b|\btylenol\b|\bmotrin\b|챔프|부루펜|시럽|\bis \d{1,2}(?=,)|\baged? \d|"
    r"\b(?:bab(?:y|ies)|son|daughter|boy|girl|kid|child|toddler|newborn|infant|grand\w+|twins?|brother|sister|lad"
    r"|lass|he|she|him|her|his|hes|shes|bub|months?|mos?|weeks?|wks?)\b"
    r"|\d\s?(?:kg|lb|kilo)|아기|애기|아가|아이|애[가는도를한]|딸|아들|손[주자녀]|첫째|둘째|막내|누나|언니|오빠|형"
    r"|동생|개월|살|돌|생후|신생아|\d\s?세"
)


class _Made:
    """The proposals of one utterance, seen by whose they are."""

    def __init__(
        self, sheet: Sheet, told: Household, patient: int | None, lexicon: Lexicon, extractor: str,
        weighed: Sequence[float] = (),
    ) -> None:  # fmt: skip
        self._weighed_before = weighed
        """The weights of the patient that stand on record."""
        self._weighs_anew = False
        self._sheet = sheet
        self._told = told
        self._patient = patient
        self._lexicon = lexicon
        self._telling = Telling(sheet, lexicon, extractor)
        self._oneself = told_of_oneself(sheet.folded)

    @property
    def _own(self) -> Child | None:
        return self._told.children[self._patient] if self._patient is not None else None

    def kept(self, proposal: Proposal) -> Iterator[Proposal]:
        """The proposal as it is, as another's, or none where another child's value was taken for the patient's."""
        content = proposal.content
        if content is not None and self._is_an_age_as_weeks(content):
            return
        if content is None or content.subject != PATIENT or proposal.operation is Operation.RETRACT:
            yield proposal
            return
        concept_id = content.concept.concept_id
        if concept_id in OF_MOTHERS and self._own is not None and self._own.months is not None:
            as_mothers = of_relative(content, "mother")
            if as_mothers is not None and proposal.operation is Operation.ASSERT:
                yield proposal.with_fields(content=as_mothers)
            return
        if concept_id in _OF_A_PERSON:
            if self._is_the_patients(content, proposal):
                yield proposal
            return
        if content.slot is SlotKind.SOCIAL_HISTORY and self._is_small and content.concept.concept_id in _GROWN_HABITS:
            return
        if self._own is not None and content.slot in _ONES_OWN and self._is_oneselfs(content, proposal):
            told = of_relative(content, "parents") if proposal.operation is Operation.ASSERT else None
            if content.slot is SlotKind.MEDICATIONS and proposal.operation is Operation.ASSERT:
                told = content.with_fields(subject="parents")
            if told is not None:
                yield proposal.with_fields(content=told)
            return
        if self._is_only_asked_about(content, proposal):
            return
        if content.slot is SlotKind.MEDICATIONS and self._is_misheard(content, proposal):
            return
        if content.slot is SlotKind.MEDICATIONS and self._may_have_swallowed:
            # It is somebody else's, and nothing that the child takes.
            once = content.with_fields(
                certainty=Certainty.UNCERTAIN, temporality=Temporality.PAST, frequency=None, status=None
            )
            yield proposal.with_fields(content=once)
            return
        holder = self._holder(proposal)
        if holder is None or holder == self._patient:
            yield proposal
        elif content.slot in _TAKEN and proposal.operation is Operation.ASSERT:
            child = self._told.children[holder]
            yield proposal.with_fields(
                content=content.with_fields(subject=self._subject(child), qualifier=child.name or None)
            )
        elif content.slot in _FELT and proposal.operation is Operation.ASSERT and self._patient is None:
            child = self._told.children[holder]
            yield proposal.with_fields(content=content.with_fields(subject=self._subject(child)))
        elif content.slot not in _TAKEN:
            yield proposal

    def _is_an_age_as_weeks(self, content: Content) -> bool:
        """Whether a pregnancy was heard in the weeks that a child is old."""
        if content.concept.concept_id != "pregnancy" or _EXPECTING.search(self._sheet.folded):
            return False
        weeks = [one.age for one in self._told.children if one.age is not None and one.age_line == 0]
        return any(one.unit in ("wk", "mo", "d") for one in weeks)

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

    @property
    def _is_small(self) -> bool:
        own = self._own
        return own is not None and own.months is not None and own.months < _SMALL_MONTHS

    @property
    def _may_have_swallowed(self) -> bool:
        own = self._own
        small = own is not None and own.months is not None and own.months < _SWALLOWS_MONTHS
        return small and has_swallowed(self._sheet.text)

    def _is_oneselfs(self, content: Content, proposal: Proposal) -> bool:
        """Whether whoever speaks for a small child tells it of himself or herself."""
        own = self._own
        if proposal.start is None or own is None or own.months is None or own.months >= _SPEAKS_MONTHS:
            return False
        places = [self._folded(proposal.start)]
        amount = _NUMBER.match(content.dose or "")
        if amount is not None:
            places += [
                match.start()
                for match in re.finditer(rf"(?<![\d.]){re.escape(amount[0])}(?![\d.])", self._sheet.folded)
            ]
        return any(
            start <= place < min(end, start + _NEAR) and not _GIVING.search(self._clause(place))
            for start, end in self._oneself
            for place in places
        )

    def _is_only_asked_about(self, content: Content, proposal: Proposal) -> bool:
        """Whether a fever medicine is at hand and asked about, and nothing says that the child was given it."""
        own = self._own
        if own is None or content.slot is not SlotKind.MEDICATIONS or proposal.operation is not Operation.ASSERT:
            return False
        substance = content.concept.concept_id
        if substance not in FEVER_MEDICINES or any(one.substance == substance for one in own.doses):
            return False
        return _ASKS_FOR.search(self._sheet.folded) is not None and _STANDING.search(self._sheet.folded) is None

    def _is_misheard(self, content: Content, proposal: Proposal) -> bool:
        """Whether a medicine for fever is another's dose, or another medicine was heard in its name."""
        substance, given = (
            content.concept.concept_id,
            {each.substance for one in self._told.children for each in one.doses},
        )
        own = self._own
        if substance in FEVER_MEDICINES:
            of_others = {each.substance for one in self._told.children if one is not own for each in one.doses}
            mine = own is not None and any(each.substance == substance for each in own.doses)
            if mine and proposal.start is not None:
                holder = self._holder(proposal)
                taken = (
                    {each.substance for each in self._told.children[holder].doses}
                    if holder is not None
                    else {substance}
                )
                return substance not in taken
            return not mine and substance in of_others and bool(content.dose) and own is not None
        if proposal.start is None or not given:
            return False
        place = self._folded(proposal.start)
        return any(one.start - 1 <= place < one.end for one in self._told.products)

    def _folded(self, place: int) -> int:
        starts = self._sheet.normalised.starts
        return next((index for index, start in enumerate(starts) if start >= place), len(starts))

    def _clause(self, place: int) -> str:
        text = self._sheet.folded
        return next((text[first:last] for first, last in sentence_spans(text) if first <= place < last), text)

    def _is_in_childs_sentence(self, place: int, meant: int) -> bool:
        """Whether the sentence of a place names the child that is meant there."""
        child, clause = self._told.children[meant], self._clause(place)
        return bool(child.name and child.name.casefold() in clause) or _CHILD_WORD.search(clause) is not None

    def _is_the_patients(self, content: Content, proposal: Proposal) -> bool:
        own, others = self._own, [one for index, one in enumerate(self._told.children) if index != self._patient]
        concept_id, value = content.concept.concept_id, content.value
        if concept_id == NAME:
            said = str(value or "").casefold()
            return not any(one.name and said.startswith(one.name.casefold()) for one in others) and not (
                own is not None and own.name
            )
        if concept_id == GENDER:
            if own is None:
                return not any(one.sex == value for one in others) or _OWN_SEX.search(self._sheet.folded) is not None
            return not own.sex and _CHILDS_SEX.search(proposal.quote.casefold()) is not None
        if not isinstance(value, float):
            return True
        if concept_id == AGE:
            if own is not None:
                righted = proposal.operation is not Operation.ASSERT and own.age is not None
                if righted and own.age is not None and value == own.age.value:
                    return True
                return not own.age_line == 0 and _AGE_WORDS.search(proposal.quote.casefold()) is not None
            return (years_of(content) or 0.0) >= CHILD_YEARS
        if concept_id == WEIGHT:
            if own is not None and self._only_repeats(own) and abs((own.weight or 0.0) - value) > _SAME:
                # "12키로는 작년이고 어제 15.4": of the two the one that is not on record is told.
                self._weighs_anew = True
                return True
            if own is not None and own.weight_line == 0:
                if own.weight_is_righted:
                    return False
                # Another weight of the same line is another's, or was put right; one "ten months" ago is an age's.
                same = own.weight is not None and abs(own.weight - value) <= _ROUNDED
                return same and not self._is_dated_by_age(content, own)
            return not any(one.weight is not None and abs(one.weight - value) <= _SAME for one in others) and not (
                own is not None and own.weight_line < 0 and any(one.weight_line == 0 for one in others)
            )
        degrees = [each.degrees for each in own.temperatures] if own is not None else []
        if any(abs(each - value) <= _SAME for each in degrees):
            return True
        return not any(abs(each.degrees - value) <= _SAME for one in others for each in one.temperatures)

    def _only_repeats(self, own: Child) -> bool:
        """Whether the weight that these words tell of the patient is the one on record."""
        weight = own.weight
        told = weight is not None and own.weight_line == 0
        return told and any(abs((weight or 0.0) - one) <= _SAME for one in self._weighed_before)

    def _is_dated_by_age(self, content: Content, own: Child) -> bool:
        """Whether a weight is dated so long ago as the child is old: "ten months, 9kg"."""
        if content.valid_from is None or len(content.valid_from) >= len(self._sheet.day) or own.months is None:
            return False
        return content.valid_from < self._sheet.day[: len(content.valid_from)]

    def completed(self, kept: Sequence[Proposal]) -> tuple[Proposal, ...]:
        """``kept`` with what was told of the patient and no reader heard."""
        own = self._own
        if own is None:
            return tuple(kept)
        there = {
            one.content.concept.concept_id for one in kept if one.content is not None and one.content.subject == PATIENT
        }
        made = [
            one
            for one in self._telling.details(own, weighs=not self._weighs_anew)
            if one.content is not None and one.content.concept.concept_id not in there
        ]
        degrees = [each.degrees for child in self._told.children for each in child.temperatures]
        measured = [spooned(one, self._sheet.folded, degrees) for one in kept]
        return self._with_doses((*measured, *made), own)

    def others(self) -> Iterator[Proposal]:
        """What is told of the children that are not the patient, as theirs."""
        for index, child in enumerate(self._told.children):
            if index == self._patient or (child.age is None and child.weight is None):
                continue
            if child.age_line < 0 and child.weight_line < 0 and not child.temperatures:
                continue
            yield from self._telling.details(child, self._subject(child), child.name or None)
        for index, child in enumerate(self._told.children):
            if index != self._patient and child.doses:
                yield from self._telling.doses(child, self._subject(child))

    def _subject(self, child: Child) -> str:
        if child.subject:
            return child.subject
        female = child.sex == "female"
        if self._patient is not None:
            return ("sister" if female else "brother") if child.sex else "sibling"
        if child.role == "grandchild":
            return "grandchild"
        return ("daughter" if female else "son") if child.sex else "child"

    def taken_back(self, heard: Heard) -> Iterator[Proposal]:
        """The doses told before that these words put in another way: "other way round, Isla had the Calpol"."""
        if not _OTHER_WAY.search(self._sheet.folded) or sum(bool(one.doses) for one in self._told.children) < _TWO:
            return
        now = {
            (PATIENT if index == self._patient else self._subject(one), each.substance)
            for index, one in enumerate(self._told.children)
            for each in one.doses
        }
        for fact in heard.facts:
            known = (fact.subject, fact.concept.concept_id)
            if fact.slot is SlotKind.MEDICATIONS and known[1] in FEVER_MEDICINES and known not in now:
                yield self._telling.withdrawn(*known)

    def _with_doses(self, proposals: tuple[Proposal, ...], own: Child) -> tuple[Proposal, ...]:
        """``proposals`` with the medicines for fever as they were given: once, as needed, so much."""
        found = list(proposals)
        for substance in dict.fromkeys(one.substance for one in own.doses):
            given = [one for one in own.doses if one.substance == substance]
            entry = self._lexicon.find("medications", substance)
            if entry is None:
                continue
            dose = dose_words(given)
            index = next((at for at, one in enumerate(found) if is_a_dose_of(one, substance)), None)
            if index is not None:
                content = found[index].content
                assert content is not None
                dose = dose or as_spoon(content.dose, self._sheet.folded)
                found = [one for at, one in enumerate(found) if at <= index or not is_a_dose_of(one, substance)]
                found[index] = found[index].with_fields(
                    content=content.with_fields(
                        dose=dose or content.dose,
                        frequency="PRN",
                        timing=hours_given(given),
                        certainty=Certainty.CONFIRMED,
                    )
                )
                continue
            found.append(self._telling.given(entry, given))
        return tuple(found)


_ONES_OWN: Final = frozenset({SlotKind.MEDICATIONS, SlotKind.ALLERGIES, SlotKind.CONDITIONS})
_NEAR: Final = 40
"""Characters behind "I" in which something is surely told of whoever speaks."""
_NUMBER: Final = lazy_regex(r"\d+(?:\.\d+)?")
_SMALL_MONTHS: Final = 144.0
_GROWN_HABITS: Final = frozenset({"alcohol", "smoking", "driving", "sexual_activity", "occupation"})
_SWALLOWS_MONTHS: Final = 72.0
_SPEAKS_MONTHS: Final = 192.0
_GIVING: Final = lazy_regex(r"\b(?:give|gave|giving|put)\b|먹였|먹이|멕|줬|줬어|재[니보]")
_CHILDS_SEX: Final = lazy_regex(
    r"\b(?:son|daughter|boy|girl|lad|lass|he|she|grandson|granddaughter|male|female)\b|여아|남아|딸|아들|손녀|손자"
    r"|여자|남자|공주|왕자"
)
_AGE_WORDS: Final = lazy_regex(r"(?:years?|months?|weeks?|days?|yrs?|mos?|wks?|old)\b|살|세|개월|주|일|돌|달")
_EXPECTING: Final = lazy_regex(
    r"\bpregnan|\bexpecting\b|\b(?:gone|along)\b|\bdue\b|\btrimester|임신|임산부|산모|예정일|태동"
)
_ASKS_FOR: Final = lazy_regex(
    r"\bhow (?:much|many)\b|\bwhat dose\b|\b(?:can|could|should|shall|may) (?:i|we|he|she|they) (?:give|have|use|try"
    r"|do|take)\b"
    r"|\bis \w+ ok\b|먹일까|먹여도|먹이면|멕여도|멕이면|먹여요\?|몇\s?(?:ml|미리|밀리|cc|알)|얼마나|줘도|줄까"
)
_STANDING: Final = lazy_regex(
    r"\b(?:takes|is on|been on|every (?:day|night|morning)|daily|prescribed)\b|매일|하루에?\s?\S{1,2}\s?번|처방"
)
_TWO: Final = 2
_OTHER_WAY: Final = lazy_regex(
    r"\bother way (?:a?round|about)\b|\bwrong way (?:a?round|about)\b|\bswapped\b|\bmixed (?:them |it |that )?up\b"
    r"|반대|거꾸로|바꿔\s?(?:말|썼|적)|뒤바"
)
_TAKEN: Final = frozenset({SlotKind.MEDICATIONS})
_FELT: Final = frozenset({SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.ALLERGIES, SlotKind.PROCEDURES})
_OWN_BESIDE: Final = lazy_regex(
    r"\b(?:i|i'm|i've|me|my|mine)\b|(?<![가-힣])(?:저|제|저는|제가|나|내|나는|내가)(?![가-힣])"
)
_CHILD_WORD: Final = lazy_regex(
    r"\b(?:baby|son|daughter|she|he|her|his|him|kid|child|toddler|boy|girl|sister|brother)\b|아기|애기|아이"
    r"|애[가는도]|딸|아들|첫째|둘째|막내|동생"
)
_OWN_SEX: Final = lazy_regex(
    r"\bi(?:'m| am) an? (?:\w+ )?(?:woman|man|mum|mom|mother|dad|father)\b|(?:여자|남자)(?:예요|이에요|입니다)"
)
