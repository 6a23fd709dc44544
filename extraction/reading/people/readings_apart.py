"""What is measured of several people in one talk: of the patient's record are the patient's readings alone.

"Nan 128/76, grandad 150/94" and "mine was 9.1, my wife's 6.2" tell whose each is; "64.6" alone is of whomever the talk
has measured until then. A single relative whose reading opens a talk may be the one who is cared for: that is left to
:mod:`~extraction.reading.people.whose_it_is`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from domain.ages import AGE
from domain.proposals import Operation, Proposal, Target
from domain.speaking_for import GENDER, NAME
from domain.values import PATIENT, SERIES_SLOTS, Content, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Entry, Mention
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measured_values import DIASTOLIC, SYSTOLIC, measured
from extraction.reading.items import Heard
from extraction.reading.people.given_to_another import whose_that_was
from extraction.reading.people.named_people import UNKNOWN, names_told
from extraction.reading.people.persons import OUTSIDER, SELF
from extraction.reading.people.readings_of_people import PRESSURE, Marker, PersonReading, markers_in, readings_in
from extraction.reading.people.speaking_for import is_spoken_for, is_told_beside, may_be, patient_of
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

Find = Callable[[str], Sequence[Mention]]

_MEASURED: Final = frozenset({SlotKind.LABS, SlotKind.VITALS})
_OF_A_PERSON: Final = frozenset({AGE, GENDER})
PRESSURES: Final = frozenset({SYSTOLIC, DIASTOLIC})
_LONGEST: Final = 700
"""Characters beyond which a text is a pasted sheet, of one patient."""


@dataclass(frozen=True, slots=True)
class Talk:
    """Who was measured in the turns before: the names told, the relative told of last, and whether the patient was.

    ``kin`` are the relatives named in them, ``test`` the test of the last reading.
    """

    names: Mapping[str, str]
    last: str = ""
    last_is_another: bool = False
    own: bool = False
    others: bool = False
    kin: frozenset[str] = frozenset()
    test: str = ""


def talk_before(heard: Heard, texts: Sequence[tuple[str, Sequence[Mention]]], patient: str) -> Talk:
    """What the turns before, normalised, tell of who is measured."""
    names = names_told(texts)
    last, another, own, others, test = "", False, False, False, ""
    for text, mentions in texts:
        for one in readings_in(text.casefold(), mentions, names, last=last, test=test, several=own and others):
            test = one.test
            if one.person is None:
                continue
            another = is_another(one, heard, patient)
            own, others = own or not another, others or another
            last = one.person.who if one.person.who not in (SELF, OUTSIDER) else last
    kin = frozenset(
        each.entry.concept_id for _, mentions in texts for each in mentions if each.entry.kind == "relatives"
    )
    return Talk(names, last, another, own, others, kin, test)


def is_another(reading: PersonReading, heard: Heard, patient: str) -> bool:
    """Whether a reading is told of another than the patient, who is ``patient`` (a kinship concept id) or speaks."""
    return reading.person is not None and is_another_person(reading.person, heard, patient)


def is_another_person(person: Marker, heard: Heard, patient: str) -> bool:
    """Whether somebody named is another than the patient."""
    called = _called(heard)
    if person.name and called and person.name.casefold() in called:
        return False
    if person.who == SELF:
        return bool(patient)
    if person.who == UNKNOWN and not person.name and patient:
        return False
    return person.who == OUTSIDER or not patient or not may_be(person.who, patient)


def _called(heard: Heard) -> frozenset[str]:
    """The parts of the patient's name on record, in lower case."""
    own = (one for one in (*heard.facts, *heard.children) if one.concept.concept_id == NAME and one.subject == PATIENT)
    return frozenset(part for one in own for part in str(one.value or "").casefold().split())


def with_readings_apart(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], find: Find, lexicon: Lexicon, author: str
) -> tuple[Proposal, ...]:
    """``proposals`` without the readings of others than the patient, and the years and sexes read from them.

    The patient's own, told beside them, are there; and a reading that is now said to be another's is taken back.
    """
    if len(sheet.folded) > _LONGEST or len(sheet.text) != len(sheet.folded) or not _NUMBERED.search(sheet.folded):
        return _with_given_back(sheet, heard, proposals, author)
    patient = patient_of(sheet, heard)
    if not patient and is_spoken_for(sheet, heard):
        return tuple(proposals)
    before = [(text, find(text)) for text in (normalise(one).text for one in heard.said_before)]
    talk = talk_before(heard, before, patient)
    names = names_told([*before, (sheet.text, sheet.mentions)])
    readings = readings_in(
        sheet.folded, sheet.mentions, names, last=talk.last or patient, test=talk.test, several=talk.others
    )
    patient = patient or _cared_for(sheet, heard, talk, proposals)
    apart = list(_of_others(readings, heard, talk, patient))
    own = [one for one in readings if one not in apart]
    kept = [
        one
        for one in proposals
        if not _is_no_age(one, readings) and not (apart and _is_told_by(one, sheet, apart, own))
    ]
    righted = whose_that_was(sheet.folded, markers_in(sheet.folded, sheet.mentions, names)) is not None
    if apart or talk.others or righted or patient:
        told = [one for one in own if one.person is not None or (patient and _opens(sheet, one))]
        kept += _own_told(sheet, kept, told, lexicon, author)
    return _with_given_back(sheet, heard, kept, author)


def _cared_for(sheet: Sheet, heard: Heard, talk: Talk, proposals: Sequence[Proposal]) -> str:
    """The one relative of whom a whole talk tells, where what is told of that one's illness stands as the patient's."""
    kin = {one.entry.concept_id for one in sheet.mentions if one.entry.kind == "relatives"} | talk.kin
    told = (*heard.facts, *(one.content for one in proposals if one.content is not None))
    ill = any(one.slot in _OPENING and one.subject == PATIENT for one in told)
    if len(kin) != 1 or not ill or heard.speaker_is or talk.own:
        return ""
    if is_told_beside(heard, next(iter(kin))):
        return ""
    if any(one.who == SELF for one in markers_in(sheet.folded, sheet.mentions, talk.names)):
        return ""
    return next(iter(kin))


_OPENING: Final = frozenset({SlotKind.CONDITIONS, SlotKind.MEDICATIONS})
_NUMBERED: Final = lazy_regex(r"\d|[십백]")


def _opens(sheet: Sheet, reading: PersonReading) -> bool:
    """Whether a message begins with a reading, or names its test: else its number may be anything."""
    return _BEFORE.fullmatch(sheet.folded, 0, reading.start) is not None


_BEFORE: Final = lazy_regex(r"\W*(?:(?:today|now|this morning|it['’]?s|오늘|오늘은|지금|아침|아침에)\W+)*")


def _own_told(
    sheet: Sheet,
    proposals: Sequence[Proposal],
    readings: Sequence[PersonReading],
    lexicon: Lexicon,
    author: str,
) -> Iterator[Proposal]:
    """The patient's own readings that no reader heard beside those of others, where a figure of a test stands there."""
    told = {one.content.concept.concept_id for one in proposals if one.content is not None}
    for reading in readings:
        for one in sheet.figures:
            if not reading.start <= one.start < reading.end or one.quantity.value is None:
                continue
            entry = _tested(lexicon, reading, one)
            content = measured(entry, one, sheet.language) if entry is not None else None
            if content is None or content.value is None or content.concept.concept_id in told:
                continue
            quote, start, end = sheet.quote(reading.start, reading.end)
            yield Proposal(
                content=content.with_fields(valid_from=sheet.day), quote=quote, start=start, end=end, extractor=author
            )


def _tested(lexicon: Lexicon, reading: PersonReading, figure: Figure) -> Entry | None:
    if reading.test == PRESSURE:
        upper = figure.quantity.value == reading.values[0]
        return lexicon.entry("vitals", SYSTOLIC if upper else DIASTOLIC)
    return lexicon.find("vitals", reading.test) or lexicon.find("labs", reading.test) if reading.test else None


def _with_given_back(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], author: str) -> tuple[Proposal, ...]:
    """``proposals`` that take the reading told last off the record, where it is said to be somebody else's."""
    series = [one for one in heard.facts if one.slot in SERIES_SLOTS and one.subject == PATIENT]
    last = next((one for one in series if one.concept.concept_id in heard.of_last_turn), None)
    if last is None or len(sheet.folded) > _SHORT:
        return tuple(proposals)
    names = names_told([(sheet.text, sheet.mentions)])
    owner = whose_that_was(sheet.folded, markers_in(sheet.folded, sheet.mentions, names))
    patient = patient_of(sheet, heard)
    if owner is None or not is_another_person(owner, heard, patient):
        return tuple(proposals)
    halves = PRESSURES if last.concept.concept_id in PRESSURES else {last.concept.concept_id}
    taken = {one.concept.concept_id: one for one in reversed(series) if one.concept.concept_id in halves
             and one.valid_from == last.valid_from}  # fmt: skip
    kept = [one for one in proposals if not _is_of_last(one, taken)]
    quote, start, end = sheet.quote(owner.start, owner.end)
    kin = owner.who if owner.who not in (SELF, OUTSIDER, UNKNOWN) else None
    withdrawn = (
        Proposal(
            operation=Operation.RETRACT, quote=quote, start=start, end=end, extractor=author, reattributed_to=kin,
            target=Target(
                slot=one.slot, concept_id=one.concept.concept_id, date=one.valid_from,
                old=_number(one.value_stated) or (one.value if isinstance(one.value, float) else None),
            ),
        )
        for one in taken.values()
    )  # fmt: skip
    return (*withdrawn, *kept)


_SHORT: Final = 160
"""Characters of a message that gives a reading to somebody else."""


def _is_of_last(proposal: Proposal, taken: Mapping[str, Content]) -> bool:
    """Whether a proposal does something else with what is taken back, or tells it once more."""
    target, content = proposal.target, proposal.content
    if proposal.operation in (Operation.RETRACT, Operation.CORRECT, Operation.CHANGE):
        concept = target.concept_id if target is not None else None
        concept = concept or (content.concept.concept_id if content is not None else None)
        if proposal.operation is Operation.RETRACT or content is None:
            return concept is None or concept in taken
    if content is None or content.concept.concept_id not in taken:
        return False
    return content.value == taken[content.concept.concept_id].value


def _is_no_age(proposal: Proposal, readings: Sequence[PersonReading]) -> bool:
    """Whether a number was taken for somebody's years that is a reading of somebody."""
    content = proposal.content
    if content is None or content.concept.concept_id != AGE or _OF_YEARS.search(proposal.quote.lower()):
        return False
    return any(one.person is not None and content.value in one.values for one in readings)


_OF_YEARS: Final = lazy_regex(r"year|old|\baged?\b|yo\b|y/o|살|세|나이|연세|month|개월")


def _may_be_a_reading(content: Content) -> bool:
    measured = content.slot in _MEASURED or content.concept.concept_id in _OF_A_PERSON
    return measured and content.subject == PATIENT


def _of_others(readings: Sequence[PersonReading], heard: Heard, talk: Talk, patient: str) -> Iterator[PersonReading]:
    """The readings of a message that are told of others than the patient."""
    told = {(one.person.who, one.person.name) if one.person is not None else None for one in readings}
    known = any(fact.slot in _MEASURED and fact.subject == PATIENT for fact in heard.facts)
    # Where a relative was named beside what is on record, or nobody heard who told it, that one may be the patient.
    tells_of_oneself = known and bool(heard.said_before) and not talk.kin
    several = len(told) > 1 or len(talk.names) > 1 or talk.others or talk.own or heard.speaker_is or tells_of_oneself
    goes_on = talk.last_is_another and not talk.own and not known
    for one in readings:
        if one.person is None:
            if goes_on:
                yield one
        elif is_another(one, heard, patient) and (
            several or is_told_beside(heard, one.person.who) or patient or one.person.who == OUTSIDER
        ):
            yield one
        elif one.person.who == SELF and known and talk.kin and not (patient or talk.own or heard.speaker_is):
            # What is on record was told beside a relative and may be that one's: one's own is not set beside it.
            yield one


def _is_told_by(proposal: Proposal, sheet: Sheet, apart: Sequence[PersonReading], own: Sequence[PersonReading]) -> bool:
    """Whether a proposal was read from a reading of somebody else's."""
    content = proposal.content
    if content is None or not _may_be_a_reading(content) or proposal.operation is Operation.RETRACT:
        return False
    if content.concept.concept_id == GENDER:
        # Who was measured is no proof of who the patient is.
        return any(_stands_in(proposal, sheet, one.person.start, one.person.end) for one in apart if one.person)
    values = {content.value, _number(content.value_stated)}
    theirs = [one for one in apart if not values.isdisjoint(one.values)]
    mine = [one for one in own if not values.isdisjoint(one.values)]
    if theirs and mine:
        return any(_stands_in(proposal, sheet, one.start, one.end) for one in theirs) and not any(
            _stands_in(proposal, sheet, one.start, one.end) for one in mine
        )
    return bool(theirs)


def _number(stated: str | None) -> float | None:
    try:
        return float(stated) if stated is not None else None
    except ValueError:
        return None


def _stands_in(proposal: Proposal, sheet: Sheet, start: int, end: int) -> bool:
    first, last = sheet.normalised.span(start, end)
    return proposal.start is not None and proposal.start < last and first < (proposal.end or proposal.start + 1)
