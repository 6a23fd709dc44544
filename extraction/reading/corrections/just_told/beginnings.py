"""When something was or began, put right: the year of an operation, the day since when a complaint is had.

"Sorry, it was 2009" moves the year and withdraws nothing. Of two days that are told the record knows the old one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.timing import Timing
from domain.values import PATIENT, Content, Precision, SlotKind, Status
from extraction.reading.corrections.denying_an_illness import is_over
from extraction.reading.corrections.just_told.focus import LONGEST, adds, asks, is_own, is_put_right, the_one_meant
from extraction.reading.corrections.taking_back import is_denied
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Understanding
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention

_YEAR: Final = lazy_regex(r"(?<![\d.,/-])(?:19|20)\d\d(?![\d.,/-]*\d)")
_DAY: Final = len("2020-05-17")
_LONG_AGO: Final = len("2020")
GENERAL: Final = frozenset({"surgery", "hospitalization", "operation"})
"""What names an operation and not which."""
OTHER_THINGS: Final = frozenset({"medications", "drug_classes", "labs", "vitals", "allergens"})
_ENDS: Final = lazy_regex(
    r"\b(?:until|till|ended|stopped|went away|gone|better|finished|is over|was over)\b|까지|끝났|나았|그쳤|멈췄|멎었"
    r"|없어졌"
)

ELSE: Final = lazy_regex(
    r"\b(?:born|birth\w*|retir\w+|married|divorc\w+|appointments?|book(?:ed|ing)|visit\w*|see(?:ing)? (?:the|my"
    r"|a) \w+|saw (?:the|my|a) \w+"
    r"|holiday|work|job|school|moved (?:to|house))\b|생년|태어|년생|생일|예약|은퇴|퇴직|결혼|진료|방문|이사|입사|졸업"
)
"""What else has a day or a year."""


def with_beginnings_put_right(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` in which the time of the one operation or complaint that is meant is another."""
    kinds = {one.entry.kind for one in sheet.mentions}
    if len(sheet.folded) > LONGEST or heard.patient_is or not kinds.isdisjoint(OTHER_THINGS):
        return tuple(proposals)
    for slot in _slots(sheet, heard):
        found = _moved(sheet, heard, understanding, slot)
        if found is None:
            continue
        known, new = found
        rest = [one for one in proposals if not _is_about(one, known, new)]
        beside = [one for one in heard.facts if _told_with(one, known, heard)]
        if len(Timing.read(known.timing).events) > 1:
            return (*rest, _with_other_day(sheet, known, new, author))
        return (*rest, *(_corrected(sheet, one, new, author) for one in (known, *beside)))
    return tuple(proposals)


def _slots(sheet: Sheet, heard: Heard) -> Sequence[SlotKind]:
    """Whose time can be meant: that of what is named, else of what the last turn spoke of."""
    named = {one.entry.kind for one in sheet.mentions}
    if "procedures" in named:
        return (SlotKind.PROCEDURES,)
    if not named.isdisjoint({"symptoms", "conditions"}):
        return (SlotKind.SYMPTOMS, SlotKind.CONDITIONS)
    last = [one.slot for one in heard.facts if one.concept.concept_id in heard.of_last_turn]
    return tuple(
        one for one in (SlotKind.PROCEDURES, SlotKind.SYMPTOMS, SlotKind.CONDITIONS) if not last or one in last
    )


def _moved(
    sheet: Sheet, heard: Heard, understanding: Understanding, slot: SlotKind
) -> tuple[Content, DateMention] | None:
    operation = slot is SlotKind.PROCEDURES
    named = {
        each
        for one in sheet.mentions
        if one.entry.kind in ("procedures", "symptoms", "conditions")
        for each in (one.entry.concept_id, *one.entry.broader)
    }
    dates = times_told(sheet, years=operation)
    known = the_one_meant(heard, slot, named - GENERAL, lambda one: _is_dated(one, operation=operation))
    if known is None:
        return None
    events = Timing.read(known.timing).events
    stands = {known.valid_from, *events}
    old = [one for one in dates if one.value in stands]
    new = [one for one in dates if one.value not in stands and not is_denied(sheet.folded, (one.start, one.end))]
    if len(events) > 1 and len({one.value for one in old}) != 1:
        # Which of several days it was must be said.
        return None
    if not old and named - GENERAL and not _is_named(known, named):
        # With the old day beside it "sorry for the confusion" names no complaint.
        return None
    if len({one.value for one in new}) != 1 or asks(sheet, new[0].start) or any(one.kind == "until" for one in new):
        return None
    if known.valid_from is not None and _coarser(new[0].value, known.valid_from):
        return None
    if not operation and (len(new[0].value) != _DAY or _ENDS.search(sheet.folded) or is_over(sheet.folded)):
        return None
    if ELSE.search(sheet.folded) is not None or new[0].value > sheet.day:
        return None
    restated = not operation and not named and new[0].kind == "since"
    right = bool(old) or restated or is_put_right(sheet, understanding)
    if not right or (adds(sheet) and not old):
        return None
    return (_of_other_day(known, old[0].value, new[0].value) if len(events) > 1 else known), new[0]


def _of_other_day(known: Content, old: str, new: str) -> Content:
    """A complaint that came on several days, with another day in the place of one of them."""
    days = {*Timing.read(known.timing).events, new} - {old}
    return known.with_fields(timing=Timing.of(days).written(), valid_from=min(days))


def _is_dated(fact: Content, *, operation: bool) -> bool:
    if not is_own(fact) or fact.concept.concept_id in GENERAL:
        return False
    return operation or (fact.valid_from is not None and len(fact.valid_from) == _DAY and fact.valid_to is None)


def _is_named(known: Content, named: set[str]) -> bool:
    return known.concept.concept_id in named or not named.isdisjoint(known.concept.broader)


def _coarser(new: str, old: str) -> bool:
    """Whether a time says the same as another, less exactly: "in May" of the fifth of May."""
    return old.startswith(new)


def times_told(sheet: Sheet, *, years: bool) -> list[DateMention]:
    """The times that are told; a bare number is a year where an operation's is put right."""
    found = list(sheet.dates)
    if not years:
        return found
    for match in _YEAR.finditer(sheet.folded):
        if not any(one.start <= match.start() < one.end for one in found) and match.group() <= sheet.day[:_LONG_AGO]:
            found.append(DateMention(match.group(), "year", "point", match.start(), match.end(), match.group()))
    return sorted(found, key=lambda one: one.start)


def _told_with(fact: Content, known: Content, heard: Heard) -> bool:
    """Whether a fact has its time from the same words: the cataract that was operated on, the stay in hospital."""
    if fact is known or fact.subject != PATIENT or fact.valid_from is None or fact.valid_from != known.valid_from:
        return False
    of_it = fact.slot is SlotKind.PROCEDURES or (fact.slot is SlotKind.CONDITIONS and fact.status is Status.RESOLVED)
    return known.slot is SlotKind.PROCEDURES and of_it and fact.concept.concept_id in heard.of_last_turn


def _corrected(sheet: Sheet, fact: Content, new: DateMention, author: str) -> Proposal:
    quote, start, end = sheet.quote(new.start, new.end)
    return Proposal(
        operation=Operation.CORRECT,
        content=Content(
            slot=fact.slot, concept=fact.concept, valid_from=new.value, precision=Precision(new.precision),
            temporality=fact.temporality, status=fact.status, certainty=fact.certainty, qualifier=fact.qualifier,
        ),
        target=Target(slot=fact.slot, concept_id=fact.concept.concept_id, date=fact.valid_from),
        quote=quote, start=start, end=end, extractor=author, fields=("date",),
    )  # fmt: skip


def _with_other_day(sheet: Sheet, told: Content, new: DateMention, author: str) -> Proposal:
    quote, start, end = sheet.quote(new.start, new.end)
    return Proposal(
        operation=Operation.CORRECT, content=told, target=Target(slot=told.slot, concept_id=told.concept.concept_id),
        quote=quote, start=start, end=end, extractor=author, fields=("date",),
    )  # fmt: skip


_DATED: Final = frozenset({SlotKind.PROCEDURES, SlotKind.CONDITIONS, SlotKind.SYMPTOMS})


def _is_about(proposal: Proposal, known: Content, new: DateMention) -> bool:
    """Whether it is another reading of when that was."""
    content, target = proposal.content, proposal.target
    if content is None:
        return target is None or target.slot in (None, *_DATED)
    if content.slot is SlotKind.DEMOGRAPHICS:
        return str(content.value or "").startswith(new.value[:_LONG_AGO])
    own = content.concept.concept_id == known.concept.concept_id or content.valid_from == new.value
    return content.slot in _DATED and (own or proposal.operation is not Operation.ASSERT)
