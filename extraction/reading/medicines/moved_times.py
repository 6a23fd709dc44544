"""Times that are moved or put right: "I moved it to bedtime", "evening, not morning", "화요일이 아니라 목요일이에요".

The medicine is the one that the sentence names; without a name it is the one on record that is taken at the old time,
else the one that was spoken of last. Times of it that are not spoken of stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.timing import Timing, lies_within
from domain.values import PATIENT, Content, SlotKind, Status
from extraction.reading.items import Heard
from extraction.reading.medicines.times_in_words import TAKEN, Told, sentences_told, timings_told
from extraction.reading.medicines.times_told import ALL, at_times, fits, is_timed, of_record
from extraction.reading.medicines.untaken import tells_of_one_dose
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_schedules import schedule_of

_MOVED: Final = lazy_regex(
    r"\b(?:mov(?:ed|ing)|chang(?:ed|ing)|switch(?:ed|ing)|shift(?:ed|ing)|swapp?(?:ed|ing)|put|pushed|brought)\b[^.?!]{0,40}"
    r"\b(?:to|for|into|at)\b|\bnow\b|\bthese days\b|\bfrom now on\b"
    r"|옮[겼기긴겨]|바[꾸꿔꿨뀌뀐]|변경|당[겼기겨]|미[뤘루뤄]|이제(?:는|부터)?|앞으로(?:는)?|요즘(?:은|엔)?"
)
_ELSE: Final = lazy_regex(
    r"\b(?:appointments?|visits?|meetings?|shifts?|clinic|surger\w+|scans?|tests?|bloods?|bins?|walks?|gym|trip|flights?|lunch"
    r" date|interview|class)\b|예약|진료|검사|수업|약속|회의|근무|산책|운동|수술|여행"
)
"""What else is moved to another day or hour."""
_OF_THE_PAST: Final = lazy_regex(r"\b(?:was|were|happened|started|began|came)\b|였[어습는]|이었|했[어습는]|시작")
"""Words of what happened once: it may be another thing's day that is put right."""
_NOT_TAKING: Final = frozenset({"labs", "vitals", "symptoms", "procedures", "conditions"})
_REVISES: Final = (Operation.CHANGE, Operation.CORRECT, Operation.ASSERT, Operation.MENTION, Operation.RETRACT)
_LONGEST: Final = 160


@dataclass(frozen=True, slots=True)
class _Move:
    """The new time of a sentence, the old one where it is told, and whether the world moved or the word was wrong."""

    new: Told
    old: Told | None
    moved: bool
    start: int
    end: int


def with_times_moved(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str) -> tuple[Proposal, ...]:
    """``proposals`` with the medicine whose time is moved or put right; what else was read of it gives way."""
    found = tuple(proposals)
    once = tells_of_one_dose(sheet.folded)
    for move in _moves(sheet, weekly=any(_is_weekly(one) for one in heard.facts)):
        if once and not move.moved:
            # One dose that comes late moves no day.
            continue
        for known in _meant(sheet, heard, move):
            found = _with(sheet, found, known, move, extractor)
    return found


def _with(
    sheet: Sheet, found: tuple[Proposal, ...], known: Content, move: _Move, extractor: str
) -> tuple[Proposal, ...]:
    """The proposals with one medicine on record at its new time."""
    found = tuple(one for one in found if _is_of(one, known) or not _says_nothing(one, sheet))
    told = Told(_whole(known, move), move.new.start, move.new.end)
    own = next((one for one in found if _is_of(one, known)), None)
    # A time that was read beside the name is weighed again with the one that it takes the place of.
    content = own.content.with_fields(timing=None) if own is not None and own.content is not None else None
    if own is not None and content is not None and is_timed(content) and own.operation in _REVISES[:3]:
        # The words of a time alone are heard as once a day, and a weekday as a date.
        bare = content.with_fields(frequency=None) if content.frequency in ("QD", "QHS") else content
        bare = bare.with_fields(valid_from=None, precision=None) if move.new.timing.days else bare
        changed = own.with_fields(content=at_times(bare, told.timing, known))
        if own.operation is Operation.ASSERT and not move.moved:
            changed = changed.with_fields(operation=Operation.CORRECT)
        if changed.operation is not Operation.ASSERT:
            changed = changed.with_fields(target=_target(known))
        return tuple(changed if one is own else one for one in found)
    ended = content is not None and content.status is Status.STOPPED
    if own is not None and (own.operation not in _REVISES or ended):
        return found
    operation = Operation.CHANGE if move.moved else Operation.CORRECT
    made = of_record(sheet, known, told, operation, extractor).with_fields(target=_target(known))
    return (*(one for one in found if one is not own), made)


def _is_weekly(fact: Content) -> bool:
    return fact.slot is SlotKind.MEDICATIONS and (fact.frequency == "weekly" or bool(Timing.read(fact.timing).days))


def _says_nothing(proposal: Proposal, sheet: Sheet) -> bool:
    """Whether a medicine that nobody named was heard to change, and nothing of how."""
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or proposal.operation is Operation.ASSERT:
        return False
    named = any(one.entry.concept_id == content.concept.concept_id for one in sheet.mentions)
    going_on = content.status in (Status.ACTIVE, None)
    return going_on and not named and not (content.dose or content.frequency or content.timing)


def _target(known: Content) -> Target:
    return Target(slot=known.slot, concept_id=known.concept.concept_id)


def _is_of(proposal: Proposal, known: Content) -> bool:
    content, target = proposal.content, proposal.target
    concept = content.concept.concept_id if content is not None else target.concept_id if target is not None else None
    return concept == known.concept.concept_id and (content is None or content.slot is known.slot)


def _moves(sheet: Sheet, *, weekly: bool) -> Iterator[_Move]:
    if len(sheet.folded) > _LONGEST:
        return
    for start, end in sentences_told(sheet):
        told = timings_told(sheet, start, end, weekly=weekly)
        new = [one for one in told if not one.old]
        old = [one for one in told if one.old]
        moved = _MOVED.search(sheet.folded, start, end) is not None
        strange = any(one.entry.kind in _NOT_TAKING and start <= one.start < end for one in sheet.mentions)
        plain = len(new) == 1 and len(old) <= 1
        directed = [] if plain and not strange else [one for one in told if _is_directed(sheet.folded, start, one)]
        if len(directed) == 1:
            # "Moved it to Fridays because Thursday is quiz night": what it is moved to is plain.
            yield _Move(directed[0], None, True, start, end)
            continue
        if len(new) != 1 or len(old) > 1 or not (old or moved) or strange or _ELSE.search(sheet.folded, start, end):
            continue
        yield _Move(new[0], old[0] if old else None, moved, start, end)


def _is_directed(text: str, start: int, told: Told) -> bool:
    """Whether something is said to be moved to this very time."""
    return (
        _TO_IT_KO.match(text, told.end) is not None or _TO_IT_EN.search(text[max(start, told.start - 50) : told.start])
    ) is not None and _ELSE.search(text, start, told.end) is None


_TO_IT_KO: Final = lazy_regex(r"\s?(?:으로|로)\s?(?:\S{1,4}\s)?(?:옮|바[꾸꿔꿨]|변경|당[겼기겨]|미[뤘루뤄])")
_TO_IT_EN: Final = lazy_regex(
    r"\b(?:moved|moving|changed|switched|shifted|swapped|put|pushed) (?:[\w'-]+ ){0,6}?(?:on)?to"
    r"(?: the)? $"
)


def _meant(sheet: Sheet, heard: Heard, move: _Move) -> tuple[Content, ...]:
    """The medicine on record whose time it is; of "both" and "all of them" each one."""
    taken = [
        one for one in heard.facts
        if one.slot is SlotKind.MEDICATIONS and one.subject == PATIENT and one.status in (Status.ACTIVE, None)
        and not schedule_of(one.dose) and (not move.new.timing.days or _is_weekly(one))
    ]  # fmt: skip
    named = {
        one.entry.concept_id for one in sheet.mentions if one.entry.kind in TAKEN and move.start <= one.start < move.end
    }
    if named:
        taken = [one for one in taken if named & {one.concept.concept_id, *one.concept.broader}]
        return tuple(taken) if len(taken) == len(named) == 1 else ()
    if (every := ALL.search(sheet.folded, move.start, move.end)) is not None:
        return tuple(taken) if fits(every, len(taken)) else ()
    if move.old is not None:
        at_old = [one for one in taken if _is_at(times_of(one), move.old.timing)]
        if len(at_old) == 1 and _OF_THE_PAST.search(sheet.folded, move.start, move.end) is None:
            return tuple(at_old)
        taken = at_old or [one for one in taken if one.timing is None and not move.new.timing.days]
    pointed = [one for one in taken if one.concept.concept_id in heard.pointed_at]
    return tuple(pointed) if len(pointed) == 1 else ()


def times_of(content: Content) -> Timing:
    """When a medicine on record is taken, the bedtime that its frequency tells among it."""
    timing = Timing.read(content.timing)
    return Timing(timing.days, timing.times or ("HS",)) if content.frequency == "QHS" else timing


def _is_at(known: Timing, old: Timing) -> bool:
    """Whether something is taken at all the days and times of ``old``."""
    return set(old.days) <= set(known.days) and all(
        any(_alike(one, own) for own in known.times) for one in old.times
    )  # fmt: skip


def _alike(one: str, other: str) -> bool:
    return lies_within(one, other) or lies_within(other, one) or {one, other} <= {"EVE", "NIGHT", "HS"}


def _whole(known: Content, move: _Move) -> Timing:
    """The days and times from now on: the new in place of the old, and of one of several no more than that one."""
    own, new = times_of(known), move.new.timing
    old = move.old.timing if move.old is not None else Timing()
    days = new.days and (*_left(own.days, old.days), *new.days)
    times = new.times and (*_left(own.times, old.times), *new.times)
    return Timing.of((*(days or own.days), *(times or own.times)))


def _left(own: Iterable[str], old: Sequence[str]) -> tuple[str, ...]:
    """What of ``own`` stays: nothing where it is not said what goes."""
    return tuple(one for one in own if not any(_alike(one, gone) for gone in old)) if old else ()
