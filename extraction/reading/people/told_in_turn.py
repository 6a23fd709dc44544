"""Several people laid out one after the other, each with his or her own: "Mum 79, AF, ... Me: 49, thyroid, ...".

A head opens what is told of somebody: who it is, with the years or a colon right behind, or with the verb by which
that one takes or has things. What stands between one head and the next is of the first of them; what comes before all
heads is nobody's by this. A sentence inside in which somebody else acts is left as it was read.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from domain.ages import AGE
from domain.proposals import Operation, Proposal
from domain.reattribution import of_relative
from domain.speaking_for import GENDER
from domain.values import PATIENT, Certainty, Concept, Content, Polarity, SlotKind, Status
from extraction.reading.items import Heard
from extraction.reading.people.persons import NEAREST
from extraction.reading.people.roster import household_listed
from extraction.reading.people.speaking_for import may_be, patient_of
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_LONGEST: Final = 700
_OLDEST: Final = 110
_LEAST: Final = 2
_SELF: Final = "self"
_HELD: Final = frozenset({
    SlotKind.MEDICATIONS, SlotKind.SYMPTOMS, SlotKind.CONDITIONS, SlotKind.LABS, SlotKind.VITALS, SlotKind.ALLERGIES,
    SlotKind.PROCEDURES, SlotKind.FAMILY_HISTORY,
})  # fmt: skip
_YOUNG: Final = frozenset({"child", "son", "daughter", "grandchild", "grandson", "granddaughter", "niece", "nephew"})
_GROWN: Final = 18.0
_NOBODY: Final = frozenset({"family", "relative", "parents", "grandparents", "siblings", "children"})

_AGE_EN: Final = (
    r"(?P<n>1?\d{1,2})(?![\d.,/:-]*\d)(?!\s?(?:mg|mcg|ug|µg|g|ml|kg|kilos?|lbs?|stone|units?|iu|%|times|x\b|tablets?|pills?"
    r"|weeks?|wks?|months?|mths?|days?|hours?|o'?clock|am|pm)\b)(?:\s?(?:years?(?: old)?|yrs?|yo|y/o))?"
)
_BEGINS_EN: Final = lazy_regex(
    r"(?:^|[.;:,!?\n(]\s*|\s[-–—]\s*|\b(?:and|also|both|plus|then|while|but|note|for|here is|here's|this is)\s"
    r"|&\s?|\d[.)]\s)"
    r"(?:(?:my|our|the|me|old|dear|elderly)\s)*$"
)
"""What stands before a head."""
_LISTS_EN: Final = (
    r"(?:meds|medicines?|medication|tablets|pills|list|drugs|operations?|surger(?:y|ies)|history|conditions|allerg(?:y|ies)"
    r"|illnesses|prescriptions?|scans?)(?: list)?"
)
_LISTS_KO: Final = (
    r"(?:수술\s?(?:이력|력|내역|기록)?|병력|과거력|지병|진단|병명|병|복용\s?약|먹는\s?약|드시는\s?약"
    r"|약\s?(?:목록|리스트)?|알레르기|검사)"
)
_BEHIND_KIN_EN: Final = lazy_regex(
    rf"(?:[,\s]\s?(?:is |called |named )?\(?"
    r"(?P<name>(?!(?:is|has|was|on|takes?|had|also|and|or|who|with|aged?|s?he|they|i)\b)"
    r"[a-z][a-z’'-]{1,14})\)?)?"
    rf"(?:(?:,|:|\s-|\s–)?\s?(?:is\s|'s\s|(?:is\s)?aged?\s)?\(?{_AGE_EN}\)?(?=[\s.,;:)–-]|$)"
    rf"(?:,? (?:is on|takes?|has|on|with))?|(?:['’]?s\s(?:own )?{_LISTS_EN}|['’]?s)?\s?(?P<colon>[:=]|\s[-–—])\s)"
)
_TAKES_EN: Final = lazy_regex(r"(?:['’]s on| is on| takes| uses| has| had| on)\b(?! (?:me|my|to|been|done|got to)\b)")
_BEFORE_OWN_EN: Final = r"(?P<lead>^|[.;:!?\n(,]\s*|\s[-–—]\s*|\b(?:and|also|while|but)\s(?:for\s)?|&\s?)"
_AGE_2_EN: Final = _AGE_EN.replace("?P<n>", "?P<n2>")
_OWN_EN: Final = lazy_regex(
    _BEFORE_OWN_EN + r"(?P<who>(?:as for |about )?(?:me|myself)"
    rf"(?:(?:\s?[:=]|\s[-–—]|,|,? i'm|,? i am)?\s?\(?{_AGE_EN}\)?(?=[\s.,;:)–-]|$)"
    r"|\s?[:=]|\s[-–—]|,?\son\b|,?\si\b)"
    rf"|(?:i'm|i am|im)\s(?:{_AGE_2_EN}(?=[\s.,;:)–-]|$)|(?:only |just |also )?on\b(?! (?:my|holiday|the)\b))"
    r"|(?:i|i've)\s(?:only |just |also )?(?:take|have|use|had|get)\b(?! (?:to|been|her|him|care|it|them)\b)"
    r"|mine(?:\s?[:=]|\s[-–—]|\s(?:is|are)\b))"
)
_AGE_KO: Final = (
    r"(?P<n>1?\d{1,2})(?![\d./]*\d)(?:\s?(?P<unit>세|살)(?!에|\s?때|\s?쯤|부터|까지)(?:이?고요?|이?세요|이?시고|이?신데|인데|이?에요|입니다|예요|이며|로|,)?"
    r"|(?=\s?[,)\s/]))(?!\s?(?:mg|미리|밀리|kg|키로|알|정|번|회|개월|주|일|월|시))"
)
_AGE_2_KO: Final = _AGE_KO.replace("?P<n>", "?P<n2>").replace("?P<unit>", "?P<unit2>")
_BEHIND_KIN_KO: Final = lazy_regex(
    rf"(?:님|분)?(?:(?:의|꺼|거)?\s?{_LISTS_KO}(?:은|는)?\s?[:=]\s?|\s?[:=]\s(?!\d)"
    r"|\s?[:=]?(?:께서는?|은|는|이|가)?[,\s]?\s?(?:\(?(?P<name>[가-힣]{2,4})\)?[,\s]\s?)?"
    rf"\(?{_AGE_KO}\)?)"
)
_TAKES_KO: Final = lazy_regex(r"(?:님|분)?(?:은|는|께서는|이|가|께서)[\s,]")
_BEGINS_KO: Final = lazy_regex(
    r"(?:^|[.;:,!?\n(]\s*|\s[-–]\s*|[요다음임고]\s|그리고\s|또\s|\d[.)]\s|\s/\s)(?:우리\s?|저희\s?|제\s|내\s)?$"
)
_OWN_KO: Final = lazy_regex(
    r"(?P<lead>^|[.;:,!?\n]\s*|\s[-–]\s*|[요다음임고]\s|\s/\s)"
    rf"(?P<who>(?:저는|전|나는|난|저|나|본인은?|제\s?(?:거|것|꺼|건|약)은?|내\s?(?:거|것|꺼|건|약)은?)"
    rf"(?:\s?[:=]\s(?!\d)|\s?[:=]?[,\s]\s?(?:\({_AGE_KO}\)|{_AGE_2_KO})?))"
)
_ACTS: Final = lazy_regex(r"\b(?:i|we|me|us)\b(?!['’]?\s?[:=])|(?<![가-힣])(?:제가|내가|저도|나도|저한테|나한테)(?=\s)")
"""Words of whoever speaks inside what is told of another."""
_SENTENCE: Final = lazy_regex(r"[.!?;\n](?=\s|$)")


@dataclass(frozen=True, slots=True)
class Head:
    """Of whom is told from ``end`` on: "self" or a kinship concept id; ``laid_out`` where years or a colon follow."""

    who: str
    start: int
    end: int
    age: float | None = None
    laid_out: bool = False


def with_told_in_turn(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with each person's things and years as that one's, where people are laid out one by one."""
    if not proposals or len(sheet.folded) > _LONGEST or len(sheet.text) != len(sheet.folded):
        return tuple(proposals)
    heads = () if household_listed(sheet) else heads_in(sheet)
    if not heads or _only_introduces(heads, proposals, sheet):
        return tuple(proposals)
    patient = patient_of(sheet, heard)
    if patient and not any(may_be(one.who, patient) for one in heads):
        return tuple(proposals)
    kept: list[Proposal] = []
    for one in proposals:
        content = one.content
        if content is None or one.operation is not Operation.ASSERT or one.start is None:
            kept.append(one)
            continue
        if content.slot is SlotKind.DEMOGRAPHICS and content.concept.concept_id in (AGE, GENDER):
            head = _head_at(heads, _place(one, sheet), sheet)
            settled = content.concept.concept_id == AGE or head is None or _subject(head, patient) != PATIENT
            if not settled:
                kept.append(one)
            continue
        head = _head_at(heads, _place(one, sheet), sheet)
        if head is None or content.slot not in _HELD:
            kept.append(one)
            continue
        told = _as_of(content, head, patient)
        if told is not None:
            kept.append(one.with_fields(content=told))
    kept += _allergies(sheet, heads, patient, kept, extractor)
    return (*kept, *_ages(sheet, heads, patient, extractor))


def heads_in(sheet: Sheet) -> tuple[Head, ...]:
    """The heads of an utterance in order; empty where it does not lay out several people, one of them a relative."""
    korean = sheet.language == "ko"
    found = sorted((*_kin(sheet, korean=korean), *_own(sheet.folded, korean=korean)), key=lambda one: one.start)
    heads: list[Head] = []
    for one in found:
        if not heads or one.start >= heads[-1].end:
            heads.append(one)
    who = {one.who for one in heads}
    kin = [one for one in heads if one.who != _SELF]
    if any(one.who in _YOUNG and (one.age is None or one.age < _GROWN) for one in kin):
        # Children are told apart by their own weights, ages and doses.
        return ()
    if (
        len(who) < _LEAST
        or not kin
        or not any(one.laid_out for one in heads)
        or len(kin) != len({one.who for one in kin})
    ):
        return ()
    return tuple(heads)


def _only_introduces(heads: Sequence[Head], proposals: Sequence[Proposal], sheet: Sheet) -> bool:
    """Whether fewer than two of them have anything: "I'm 64, my husband is 71 with ..." is of the husband alone."""
    held = [one for one in proposals if one.content is not None and one.content.slot in _HELD and one.start is not None]
    found = (_head_at(heads, _place(one, sheet), sheet) for one in held)
    return len({one.who for one in found if one is not None}) < _LEAST


def _kin(sheet: Sheet, *, korean: bool) -> Iterator[Head]:
    text = sheet.folded
    begins, behind, takes = (
        (_BEGINS_KO, _BEHIND_KIN_KO, _TAKES_KO) if korean else (_BEGINS_EN, _BEHIND_KIN_EN, _TAKES_EN)
    )
    for one in sheet.mentions:
        entry = one.entry
        kin = entry.kind == "relatives" and (entry.extra.get("kin") == "1" or entry.concept_id in NEAREST)
        if not kin or entry.concept_id in _NOBODY or begins.search(text, 0, one.start) is None:
            continue
        match = behind.match(text, one.end)
        if match is not None and _is_no_name(sheet, *match.span("name")):
            age = _years(match["n"])
            yield Head(entry.concept_id, one.start, match.end(), age, laid_out=True)
        elif (match := takes.match(text, one.end)) is not None:
            yield Head(entry.concept_id, one.start, match.end())


def _is_no_name(sheet: Sheet, start: int, end: int) -> bool:
    """Whether the word taken for a name is none of the lexicon's."""
    return start < 0 or not any(one.start < end and start < one.end for one in sheet.mentions)


def _own(text: str, *, korean: bool) -> Iterator[Head]:
    for match in (_OWN_KO if korean else _OWN_EN).finditer(text):
        age = _years(match["n"] or match["n2"])
        yield Head(_SELF, match.start("who"), match.end("who"), age, laid_out=age is not None)


def _years(said: str | None) -> float | None:
    return float(said) if said is not None and 0 < int(said) <= _OLDEST else None


def _place(proposal: Proposal, sheet: Sheet) -> int:
    """Where the name of what is proposed stands in the folded text."""
    first = bisect_left(sheet.normalised.starts, proposal.start or 0)
    last = bisect_left(sheet.normalised.ends, proposal.end or 0) + 1
    content = proposal.content
    named = [one.start for one in sheet.mentions if first <= one.start < last and one.entry.kind != "relatives"
             and content is not None and one.entry.concept_id == content.concept.concept_id]  # fmt: skip
    return named[0] if named else first


def _head_at(heads: Sequence[Head], place: int, sheet: Sheet) -> Head | None:
    """The head under which ``place`` stands; None ahead of all, or where somebody else acts in that sentence."""
    for head, following in pairwise((*heads, Head("", len(sheet.folded) + 1, len(sheet.folded) + 1))):
        if head.start <= place < following.start:
            since = max([head.end, *(one.end() for one in _SENTENCE.finditer(sheet.folded, head.end, place))])
            until = _SENTENCE.search(sheet.folded, place, min(following.start, len(sheet.folded)))
            end = until.start() if until is not None else min(following.start, len(sheet.folded))
            if not head.laid_out and head.who != _SELF and since > head.end:
                # "My father had a stroke at 62" tells no more of him than its own sentence.
                return None
            others = [one for one in sheet.mentions if one.entry.kind == "relatives" and since <= one.start < end]
            if others or (head.who != _SELF and since < end and _ACTS.search(sheet.folded, since, end)):
                return None
            return head
    return None


def _subject(head: Head, patient: str) -> str:
    """Who that is on this record; "" for whoever speaks for a patient."""
    if head.who == _SELF:
        return PATIENT if not patient else ""
    return PATIENT if patient and may_be(head.who, patient) else head.who


def _as_of(content: Content, head: Head, patient: str) -> Content | None:
    subject = _subject(head, patient)
    if not subject:
        return None
    listed = content.with_fields(certainty=Certainty.CONFIRMED) if head.laid_out else content
    if subject == PATIENT:
        if content.subject == PATIENT:
            return content
        if content.slot is SlotKind.FAMILY_HISTORY:
            affirmed = content.polarity is Polarity.AFFIRMED
            status = Status.ACTIVE if affirmed else None
            return listed.with_fields(slot=SlotKind.CONDITIONS, subject=PATIENT, status=status)
        return content.with_fields(subject=PATIENT, qualifier=None)
    if content.slot in (SlotKind.MEDICATIONS, SlotKind.FAMILY_HISTORY):
        return content.with_fields(subject=subject)
    return of_relative(listed, subject)


def _ages(sheet: Sheet, heads: Sequence[Head], patient: str, extractor: str) -> Iterator[Proposal]:
    display = "나이" if sheet.language == "ko" else AGE
    for head in heads:
        subject = _subject(head, patient)
        if head.age is None or not subject:
            continue
        content = Content(
            slot=SlotKind.DEMOGRAPHICS, concept=Concept(concept_id=AGE, name=AGE, display=display), value=head.age,
            value_stated=f"{head.age:g}", unit="a", subject=subject,
        )  # fmt: skip
        quote, start, end = sheet.quote(head.start, head.end)
        yield Proposal(
            operation=Operation.ASSERT, content=content, quote=quote, start=start, end=end, extractor=extractor
        )


def _allergies(
    sheet: Sheet, heads: Sequence[Head], patient: str, proposals: Sequence[Proposal], extractor: str
) -> Iterator[Proposal]:
    """What somebody laid out is allergic to by a name and the word right beside it, and no reader heard."""
    for one in sheet.mentions:
        if one.entry.kind not in _SUBSTANCES or not _is_allergen(sheet.folded, one.start, one.end):
            continue
        head = _head_at(heads, one.start, sheet)
        subject = _subject(head, patient) if head is not None else ""
        concept = one.entry.concept(sheet.language)
        known = {each.content.concept.concept_id for each in proposals if each.content is not None
                 and each.content.slot in (SlotKind.ALLERGIES, SlotKind.FAMILY_HISTORY)}  # fmt: skip
        if not subject or not known.isdisjoint((concept.concept_id, f"{concept.concept_id}_allergy")):
            continue
        content: Content | None = Content(slot=SlotKind.ALLERGIES, concept=concept)
        content = content if subject == PATIENT or content is None else of_relative(content, subject)
        quote, start, end = sheet.quote(one.start, one.end)
        yield Proposal(
            operation=Operation.ASSERT, content=content, quote=quote, start=start, end=end, extractor=extractor
        )


def _is_allergen(text: str, start: int, end: int) -> bool:
    behind, before = _ALLERGY_BEHIND.match(text, end), _ALLERGY_BEFORE.search(text, 0, start)
    return behind is not None or before is not None


_SUBSTANCES: Final = frozenset({"medications", "drug_classes", "allergens"})
_ALLERGY_BEHIND: Final = lazy_regex(
    r"\s?(?:allergy|allergic)\b(?!\s?[:=-]?\s?(?:no|none)\b)|\s?(?:알레르기|알러지|앨러지)(?!\s?(?:검사|약|는?\s?(?:없|아니)))"
)
_ALLERGY_BEFORE: Final = lazy_regex(r"(?<!not )(?<!n't )\b(?:allergic to|allerg(?:y|ies):?(?: to)?)\s$")
