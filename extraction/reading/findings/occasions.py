"""On which days a complaint came, where several are told: "it came on 3 May, again on 21 May", "6월 13일에도 또".

All days of a complaint stand in its one fact, as the events of its timing; one that is told later is added to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.timing import Timing
from domain.values import PATIENT, Content, Polarity, Precision, SlotKind, Status
from extraction.naming.mentions import Mention
from extraction.reading.corrections.just_told.focus import LONGEST, adds, asks, is_own, relatives_named, the_one_meant
from extraction.reading.figures.counts import TIMES
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention

_DAY: Final = len("2020-05-17")
_OTHER_THINGS: Final = frozenset({"medications", "drug_classes", "labs", "vitals", "allergens", "procedures"})
_SLOTS: Final = (SlotKind.SYMPTOMS, SlotKind.CONDITIONS)
_OF: Final = {"symptoms": SlotKind.SYMPTOMS, "conditions": SlotKind.CONDITIONS}
_ELSE: Final = lazy_regex(
    r"\b(?:appointments?|visits?|visit(?:ed|ing) (?:the|my|a)|saw|see(?:ing)?|clinic|hospital|doctor|dr|gp|scan|took"
    r"|taking|until|till|to"
    r"|through|between"
    r"|better|gone|ended|stopped|not|never|no|without|n['’]t|\w+n['’]t|instead|wrong|should be)\b"
    r"|예약|진료|방문|병원|의사|검사|먹었|복용|(?<!지금)(?<!여태)(?<!오늘)까지|나았|없어졌|멎었|없[었는던어]|안\s|않"
    r"|아니|틀[렸린려]|잘못"
)
"""What else may have a day, and what parts the days that are told."""
_STRONG_ELSE: Final = lazy_regex(
    r"\b(?:appointments?|visits?|visit(?:ed|ing) (?:the|my|a)|saw|clinic|hospital|scan|until|till|between|ended"
    r"|instead|wrong|should be)\b"
    r"|예약|진료|방문|(?<!지금)(?<!여태)(?<!오늘)까지|나았|없어졌|멎었|없[었는던어]|아니라|틀[렸린려]|잘못"
)


def with_occasions(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], author: str) -> tuple[Proposal, ...]:
    """``proposals`` with all days on which the one complaint that is meant is told to have come."""
    kinds = {one.entry.kind for one in sheet.mentions}
    if len(sheet.folded) > LONGEST or heard.patient_is or not kinds.isdisjoint(_OTHER_THINGS):
        return tuple(proposals)
    days = _days(sheet)
    if not days or relatives_named(sheet) or any(one.fields == ("date",) for one in proposals):
        return tuple(proposals)
    named = _complaint(sheet)
    known = _on_record(heard, named)
    if len(days) > 1:
        if named is None and known is None:
            return tuple(proposals)
        if _ELSE.search(sheet.folded) is not None:
            return tuple(proposals)
    elif known is None or not _is_another(sheet, known, days[0], named) or _STRONG_ELSE.search(sheet.folded):
        return tuple(proposals)
    told = _told(sheet, named, known, [one.value for one in days])
    if told is None or _is_denied(proposals, told):
        return tuple(proposals)
    quote, start, end = sheet.quote(*((named.start, named.end) if named else (days[0].start, days[-1].end)))
    changes = known is not None and known.slot is SlotKind.CONDITIONS
    found = Proposal(
        operation=Operation.CHANGE if changes else Operation.ASSERT, content=told,
        target=Target(slot=told.slot, concept_id=told.concept.concept_id) if changes else None,
        quote=quote, start=start, end=end, extractor=author,
    )  # fmt: skip
    return (*(one for one in proposals if not _is_about(one, told)), found)


def _days(sheet: Sheet) -> list[DateMention]:
    """The single days that are told, each once, none of them to come; nothing where a span or a month is told."""
    if any(len(one.value) != _DAY or one.kind != "point" or one.value > sheet.day for one in sheet.dates):
        return []
    return list({one.value: one for one in sheet.dates}.values())


def _complaint(sheet: Sheet) -> Mention | None:
    """The one complaint that is named."""
    named = [one for one in sheet.mentions if one.entry.kind in _OF]
    broader = {each for one in named for each in one.entry.broader}
    own = {one.entry.concept_id: one for one in named if one.entry.concept_id not in broader}
    if len(own) > 1:
        # "It hit me three times" names no aggression.
        own = {key: one for key, one in own.items() if _HITS.match(sheet.folded, one.start) is None}
    return next(iter(own.values())) if len(own) == 1 else None


_HITS: Final = lazy_regex(r"(?:hits?|struck|got|attack(?:s|ed)) (?:me|him|her)\b")


def _on_record(heard: Heard, named: Mention | None) -> Content | None:
    """The complaint on record that is named, or that was told a moment ago and has come on days."""
    if named is not None:
        ids = {named.entry.concept_id, *named.entry.broader}
        same = (one for one in heard.facts if one.slot in _SLOTS and is_own(one) and one.concept.concept_id in ids)
        return next((one for one in same if one.polarity is Polarity.AFFIRMED), None)
    for slot in _SLOTS:
        known = the_one_meant(heard, slot, (), lambda one: is_own(one) and bool(_came_on(one)))
        if known is not None:
            return known
    return None


def _is_another(sheet: Sheet, known: Content, day: DateMention, named: Mention | None) -> bool:
    """Whether one more day is told of what came before."""
    if asks(sheet, day.start) and _PLEASE.search(sheet.folded) is None:
        return False
    events = _came_on(known)
    if not events or day.value in events:
        return False
    several = named is not None and len(events) > 1
    return several or adds(sheet) or _MORE.search(sheet.folded) is not None


def _came_on(known: Content) -> tuple[str, ...]:
    """The days on which a complaint came: all that were told, or the one day that it has."""
    events = Timing.read(known.timing).events
    day = known.valid_from or known.valid_to
    return events or ((day,) if day is not None and len(day) == _DAY else ())


_PLEASE: Final = lazy_regex(r"\b(?:add|put|note|include|please)\b|추가|넣어|적어")
_MORE: Final = lazy_regex(
    r"\b(?:one more|another|forgot|left (?:one )?out|missed|add|extra|once more|again|also|too|as well|that makes"
    r"|came back|more time|further)\b|더|또|추가|빠[뜨졌트]|빼먹|깜[빡박]|잊|[가-힣]도\s|넣어|말고"
)


def _told(sheet: Sheet, named: Mention | None, known: Content | None, days: Sequence[str]) -> Content | None:
    events = _came_on(known) if known is not None else ()
    if len(days) > 1 and len(events) == 1:
        # What is told day by day begins with its own first day.
        events = ()
    together = sorted({*events, *days})
    concept = known.concept if known is not None else named.entry.concept(sheet.language) if named else None
    slot = known.slot if known is not None else _OF[named.entry.kind] if named else None
    if concept is None or slot is None:
        return None
    return Content(
        slot=slot, concept=concept, value=float(len(together)), unit=TIMES, valid_from=together[0],
        precision=Precision.DAY, timing=Timing.of(together).written(),
        status=Status.ACTIVE if slot is SlotKind.CONDITIONS else None,
    )  # fmt: skip


def _is_denied(proposals: Sequence[Proposal], told: Content) -> bool:
    """Whether the words were heard to say that it did not come."""
    alike = (one.content for one in proposals if one.content is not None)
    return any(one.concept.concept_id == told.concept.concept_id and one.polarity is Polarity.NEGATED for one in alike)


def _is_about(proposal: Proposal, told: Content) -> bool:
    """Whether it is another reading of the same words."""
    content, target = proposal.content, proposal.target
    if content is None:
        return target is None or target.slot in (None, *_SLOTS)
    if content.slot is SlotKind.DEMOGRAPHICS:
        return content.concept.concept_id in ("date_of_birth", "birth_date")
    return content.slot in _SLOTS and content.subject == PATIENT
