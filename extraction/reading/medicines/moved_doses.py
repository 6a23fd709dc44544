"""Doses and rhythms that are moved without a name: "She put me up to 100 mcg", "went up to 50 at night", "she cut it to
one a day", "병원에서 100으로 올리래요", "하루 한 번으로 줄이래요".

Beside other news the learned readers leave the medicine alone that only the record names. Where one medicine in force
can mean the number, by its unit, by how far it is from its dose and by the time of day told with it, it is that one; of
several it is the one that the agent's last words named. Where they named none, it is asked about; where they named
several, nobody can know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from domain.proposals import Doubt, Operation, Proposal, Target
from domain.values import PATIENT, Content, SlotKind, Status
from extraction.reading.asking.asked import asked, sentences
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_schedules import schedule_of
from extraction.values.dose_units import number_of_dose, unit_of_dose
from extraction.values.measure_words import with_unit

_MOVED_EN: Final = lazy_regex(
    r"\b(?:put|moved|bumped|upped|raised|increased|cut|dropped|lowered|reduced|took|taken|brought)"
    r" (?:me|him|her|it|that|(?:my|the|his|her) dose)(?: back)?(?: up| down)? to (?P<n>\d+(?:\.\d+)?)"
    r" ?(?P<unit>mcg|micrograms?|mg|g|units?)?(?![\w%/])(?! ?(?:kg|kilos?|lbs?|pounds?|lit\w+|times|days|weeks"
    r"|tablets|pills|puffs))"
)
_WENT_EN: Final = lazy_regex(
    r"\b(?:went|gone|going|moved|stepped|bumped|upped|up|down|back)(?: back)? (?:up |down )?to (?P<n>\d+(?:\.\d+)?)"
    r" ?(?P<unit>mcg|micrograms?|mg|g|units?)?"
    r"(?P<when>[ ,]+(?:at |every |each )?(?:bed ?time|nights?|mornings?|evenings?))?"
    r"(?![\w%/])(?! ?(?:kg|kilos?|lbs?|pounds?|lit\w+|times|days|weeks|tablets|pills|puffs))"
)
"""A number that somebody went to, where a unit of doses or a time of day says that it is a medicine's."""
_MOVED_KO: Final = lazy_regex(
    r"(?<![\d./])(?P<n>\d+(?:\.\d+)?)\s?(?P<unit>mcg|마이크로(?:그램)?|mg|밀리(?:그램|그람)?|미리|단위)?\s?(?:짜리)?으?로\s?"
    r"(?:올[려렸리]|늘[려렸리]|줄[여였이]|낮[춰췄추]|높[여였이]|증량|감량)"
)
_OFTEN_EN: Final = lazy_regex(
    r"\b(?:cut|drop\w*|reduc\w+|lower\w*|put|mov\w+|up(?:ped)?|increas\w+|rais\w+|chang\w+|switch\w*|bump\w*|went|go(?:ne|ing)?"
    r"|back)(?: (?:me|him|her|it|that|(?:my|the|his|her) dose))?(?: back)?(?: up| down)?(?: to| only)? $"
)
_ONLY_EN: Final = lazy_regex(r"\b(?:only|just)(?: (?:to )?tak(?:e|ing))? $|\btak(?:e|ing) (?:only|just) $")
_FROM_NOW_EN: Final = lazy_regex(r"\b(?:now|from now on|from today|should|to take|said|says|told|advised)\b")
"""What makes "only one a day" a new way of taking it, and no account of a day."""
_A_DAY_EN: Final = lazy_regex(
    r"\b(?P<n>once|twice|one|two|three|four|[1-4])(?: (?:tablet|pill|capsule|dose|time)s?)?"
    r" (?:in |per )?(?:a |each |every )?day\b"
)
_COUNTS: Final = {
    "once": "QD", "one": "QD", "1": "QD", "twice": "BID", "two": "BID", "2": "BID", "three": "TID", "3": "TID",
    "four": "QID", "4": "QID",
}  # fmt: skip
_OFTEN_KO: Final = lazy_regex(
    r"\s?(?:으로|로|만)\s?(?:올[려렸리]|늘[려렸리]|줄[여였이]|바[꾸꿔꿨]|변경|먹으[라래]|드시[라래]|먹어도)"
)
"""What stands before a rhythm, and in Korean behind it, where it is moved to."""
_UNITS: Final = (("mcg", ("mc", "micro", "마이크로")), ("mg", ("mg", "밀리", "미리")), ("units", ("unit", "단위")))
_TESTS: Final = frozenset({"labs", "vitals"})
_TAKEN: Final = frozenset({"medications", "drug_classes"})
_DAILY: Final = frozenset({"QD", "BID", "TID", "QID", "QHS", "QOD"})
_MOST: Final = 24
"""Sentences of a message beyond which it is a list of another kind."""
_GOES_ON: Final = (Status.ACTIVE, None)
_FURTHEST: Final = 4.0
"""Most by which a dose is moved at once, as a factor."""


def with_moved_doses(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str) -> tuple[Proposal, ...]:
    """``proposals`` with the dose of the one medicine on record that a number without a name can mean."""
    bare = {_concept(one) for one in proposals if _says_nothing(one, heard)}
    told = {_concept(one) for one in proposals} - bare
    proposals = tuple(_of_the_right_number(one, sheet, heard) for one in proposals)
    found = next(_moved(sheet, heard, extractor, told), None)
    if found is None:
        return proposals
    kept = (one for one in proposals if not _says_nothing(one, heard) or _concept(one) != _concept(found))
    return (*kept, found)


def _of_the_right_number(proposal: Proposal, sheet: Sheet, heard: Heard) -> Proposal:
    """A change that was heard to the dose on record, to the other number of "it's 200 now, no 100"."""
    content = proposal.content
    if proposal.operation not in (Operation.CHANGE, Operation.CORRECT) or content is None or not content.dose:
        return proposal
    known = next((one for one in heard.facts if _is_taken(one) and one.concept == content.concept), None)
    own = number_of_dose(known.dose) if known is not None else None
    if known is None or not own or number_of_dose(content.dose) != own:
        return proposal
    for match in _NOT_THE_OLD.finditer(sheet.folded):
        new = float(match["new"])
        if float(match["old"]) == own and _can_mean(known, new, match["unit"] or ""):
            dose = with_unit(f"{new:g}", unit_of_dose(known.dose or ""))
            return proposal.with_fields(content=content.with_fields(dose=dose))
    return proposal


_NOT_THE_OLD: Final = lazy_regex(
    r"(?<![\d.])(?P<new>\d+(?:\.\d+)?) ?(?P<unit>mcg|micrograms?|mg|g|units?)?(?: now)?,? "
    r"(?:and )?(?:no|not|instead of|rather than)(?: the)? (?P<old>\d+(?:\.\d+)?)(?![\d.]*\d)"
)
"""A dose and the one that it is no more."""


def _concept(proposal: Proposal) -> str | None:
    if proposal.content is not None:
        return proposal.content.concept.concept_id
    return proposal.target.concept_id if proposal.target is not None else None


def _says_nothing(proposal: Proposal, heard: Heard) -> bool:
    """Whether it was heard that a medicine is changed, and nothing of how but what is on record."""
    content = proposal.content
    if proposal.operation is not Operation.CHANGE or content is None or content.slot is not SlotKind.MEDICATIONS:
        return False
    known = next((one.frequency for one in heard.facts if one.concept == content.concept), None)
    return content.status in _GOES_ON and not content.dose and content.frequency in (None, known)


def _moved(sheet: Sheet, heard: Heard, extractor: str, told: set[str | None]) -> Iterator[Proposal]:
    text = sheet.folded
    supposed = list(asked(text))
    for start, end in islice(sentences(text), _MOST):
        if any(first <= start < last for first, last in supposed) or text[end : end + 1] == "?":
            continue
        named = {
            one.entry.concept_id for one in sheet.mentions if start <= one.start < end and one.entry.kind in _TAKEN
        }
        facts = [one for one in heard.facts if not named or _is_named(one, named)]
        match = None if named else _number_moved(sheet, start, end)
        if match is not None and not _is_of_a_test(sheet, start, match.end()):
            often = _often_in(sheet, match.start(), end)
            number = float(match["n"])
            meant = [one for one in facts if _can_mean(one, number, match["unit"] or "")]
            place = (match.start("n"), match.end())
            yield from _of_the_one(_at_its_time(meant, often), sheet, heard, told, place, number, often, extractor)
            continue
        rhythm = next(_rhythms_moved(sheet, start, end), None)
        if rhythm is not None and rhythm[0] in _DAILY and not _is_of_a_test(sheet, start, end):
            code, first, last = rhythm
            meant = [one for one in facts if _is_taken(one) and one.frequency in _DAILY - {code}]
            yield from _of_the_one(meant, sheet, heard, told, (first, last), None, code, extractor)


def _number_moved(sheet: Sheet, start: int, end: int) -> re.Match[str] | None:
    if sheet.language == "ko":
        return _MOVED_KO.search(sheet.folded, start, end)
    went = _WENT_EN.search(sheet.folded, start, end)
    told = went if went is not None and (went["unit"] or went["when"]) else None
    return _MOVED_EN.search(sheet.folded, start, end) or told


def _is_of_a_test(sheet: Sheet, start: int, end: int) -> bool:
    return any(start <= one.start < end and one.entry.kind in _TESTS for one in sheet.mentions)


def _rhythms_moved(sheet: Sheet, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """Each rhythm of a sentence that something is moved to, as a code and its place."""
    told = [(one.code, one.start, one.end) for one in sheet.frequencies if start <= one.start < end]
    if sheet.language == "ko":
        yield from (one for one in told if _OFTEN_KO.match(sheet.folded, one[2]) is not None)
        return
    # "One in a day" counts the tablets of a day, which is how often they are taken.
    counted = [(_COUNTS[one["n"]], *one.span()) for one in _A_DAY_EN.finditer(sheet.folded, start, end)]
    told = [one for one in told if not any(first < one[2] and one[1] < last for _, first, last in counted)]
    for code, first, last in (*counted, *told):
        only = _ONLY_EN.search(sheet.folded, start, first) and _FROM_NOW_EN.search(sheet.folded, start, end)
        if only or _OFTEN_EN.search(sheet.folded, start, first) is not None:
            yield code, first, last


def _often_in(sheet: Sheet, start: int, end: int) -> str | None:
    codes = {one.code for one in sheet.frequencies if start <= one.start < end}
    return next(iter(codes)) if len(codes) == 1 else None


def _at_its_time(meant: Sequence[Content], often: str | None) -> list[Content]:
    """Those that are taken at the time told with the number; all where none is."""
    alike = [one for one in meant if often is not None and one.frequency == often]
    return alike or list(meant)


def _of_the_one(
    meant: Sequence[Content],
    sheet: Sheet,
    heard: Heard,
    told: set[str | None],
    place: tuple[int, int],
    number: float | None,
    often: str | None,
    extractor: str,
) -> Iterator[Proposal]:
    named = [one for one in meant if one.concept.concept_id in heard.pointed_at] if len(meant) > 1 else list(meant)
    if len(named) > 1 or not meant or (named or meant)[0].concept.concept_id in told:
        return
    change = _change(sheet, (named or meant)[0], number, often, place, extractor)
    # Of several that nobody has pointed out it is asked about the one that was spoken of last.
    yield change if named else change.with_fields(doubt=Doubt.UNSURE_READING)


def _is_named(fact: Content, named: set[str]) -> bool:
    """Whether the words name this medicine, or only the class of it."""
    return fact.concept.concept_id in named or not named.isdisjoint(fact.concept.broader)


def _is_taken(fact: Content) -> bool:
    return fact.slot is SlotKind.MEDICATIONS and fact.subject == PATIENT and fact.status in _GOES_ON


def _can_mean(fact: Content, number: float, unit: str) -> bool:
    own = number_of_dose(fact.dose)
    if not _is_taken(fact) or not own or schedule_of(fact.dose) or number == own:
        return False
    written = next((name for name, begins in _UNITS if unit.startswith(begins)), "")
    near = 1 / _FURTHEST <= number / own <= _FURTHEST
    return near and (not written or unit_of_dose(fact.dose or "").strip().startswith(written))


def _change(
    sheet: Sheet, fact: Content, number: float | None, often: str | None, place: tuple[int, int], extractor: str
) -> Proposal:
    quote, start, end = sheet.quote(*place)
    dose = with_unit(f"{number:g}", unit_of_dose(fact.dose or "")) if number is not None else None
    content = Content(slot=fact.slot, concept=fact.concept, status=Status.ACTIVE, dose=dose, frequency=often)
    return Proposal(
        operation=Operation.CHANGE, content=content,
        target=Target(slot=fact.slot, concept_id=fact.concept.concept_id), quote=quote, start=start, end=end,
        extractor=extractor,
    )  # fmt: skip
