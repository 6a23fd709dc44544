"""A medicine with the days and times of the day that were told of it: "Ramipril every morning", "월요일마다 저녁 먹고".

Times are told beside the name, in a sentence of their own ("I take it after dinner"), or of a whole row ("all three at
night"). When a complaint comes, when a test was done and when one dose was given are no times of a medicine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.timing import Timing
from domain.values import PATIENT, Content, Polarity, SlotKind, Status
from extraction.reading.items import Heard
from extraction.reading.medicines.rhythms_beside import ONE_DAY
from extraction.reading.medicines.times_in_words import (
    TAKEN,
    Told,
    only_of_taking,
    sentences_told,
    times_of_named,
    timings_told,
)
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_schedules import schedule_of

_OPEN: Final = (Status.ACTIVE, Status.PLANNED, None)
_TELLS: Final = (Operation.ASSERT, Operation.CHANGE, Operation.CORRECT)
_DAILY: Final = {1: "QD", 2: "BID", 3: "TID", 4: "QID"}
TIMES: Final = {code: times for times, code in _DAILY.items()} | {"QHS": 1, "Q12H": 2, "Q8H": 3, "Q6H": 4}
_AT_NIGHT: Final = frozenset({"NIGHT", "HS"})
_AT_MEALS: Final = frozenset({"AC", "C", "PC"})
_WEEK: Final = 7
ALL: Final = lazy_regex(
    r"\b(?P<both>both)\b|\b(?:all (?:of (?:them|these|it)|three|four|five|six|my \w+)|them all|everything|the lot)\b"
    r"|(?P<both_ko>둘\s?다|두\s?(?:개|가지|알)\s?(?:다|모두))|(?:셋|넷|세\s?(?:개|가지)|네\s?(?:개|가지))\s?(?:다|모두)|모두|전부|다\s?같이|한꺼번에"
)
_MOST: Final = 8
"""Medicines of a record beyond which "all of them" is not told of each."""
_SHORT: Final = 80


def with_times_told(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str) -> tuple[Proposal, ...]:
    """``proposals`` with the times of the medicines, and one for each on record that only a time is told of."""
    stretches = [one for one in sentences_told(sheet) if ONE_DAY.search(sheet.folded, *one) is None]
    named: dict[str, Timing] = {}
    alone: list[tuple[Told, str]] = []
    for start, end in stretches:
        own = times_of_named(sheet, start, end)
        named = {**own, **named}
        if not any(one.entry.kind in TAKEN and start <= one.start < end for one in sheet.mentions):
            alone += [(one, sheet.folded[start:end]) for one in timings_told(sheet, start, end)[:1]
                      if not one.old and _tells_no_more(sheet, one, start, end)]  # fmt: skip
    if not named and not alone:
        return tuple(proposals)
    found = tuple(_with(one, named, heard) for one in proposals)
    for told, words in alone[:1]:
        found = _of_those_meant(sheet, heard, found, told, words, extractor)
    return found


def _tells_no_more(sheet: Sheet, told: Told, start: int, end: int) -> bool:
    """Whether a sentence says no more than that something is taken at a time."""
    if any(start <= one.start < end for one in sheet.mentions):
        return False
    left = list(sheet.folded[start:end])
    for first, last in ((told.start, told.end), *((one.start, one.end) for one in sheet.frequencies)):
        for at in range(max(first, start), min(last, end)):
            left[at - start] = " "
    return only_of_taking(ALL.sub(" ", "".join(left)))


def _with(proposal: Proposal, named: Mapping[str, Timing], heard: Heard) -> Proposal:
    content = proposal.content
    if content is None or not is_timed(content) or proposal.operation not in _TELLS:
        return proposal
    names = (content.concept.concept_id, *content.concept.broader)
    timing = next((named[one] for one in names if one in named), None)
    return (
        proposal
        if timing is None
        else proposal.with_fields(content=at_times(content, timing, on_record(content, heard)))
    )


def is_timed(content: Content) -> bool:
    """Whether a content is of a medicine that the patient takes, and has no time yet."""
    return (
        content.slot is SlotKind.MEDICATIONS
        and content.polarity is Polarity.AFFIRMED
        and content.status in _OPEN
        and content.timing is None
        and not schedule_of(content.dose)
    )


def on_record(content: Content, heard: Heard) -> Content | None:
    """The medicine of this concept that is on record."""
    return next(
        (one for one in heard.facts if one.slot is content.slot and one.concept.concept_id == content.concept.concept_id
         and one.subject == content.subject), None,
    )  # fmt: skip


def _of_those_meant(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], told: Told, words: str, extractor: str
) -> tuple[Proposal, ...]:
    """A time told without a name: of the one medicine of the message, of all of them, or of those on record."""
    open_ = [one for one in proposals if one.content is not None and is_timed(one.content) and one.operation in _TELLS]
    concepts = {one.content.concept.concept_id for one in open_ if one.content is not None}
    every = ALL.search(words)
    if concepts:
        meant = len(concepts) == 1 or (every is not None and fits(every, len(concepts)))
        return tuple(
            one.with_fields(content=at_times(one.content, told.timing, on_record(one.content, heard)))
            if meant and one in open_ and one.content is not None else one
            for one in proposals
        )  # fmt: skip
    others = [one for one in proposals if one.content is not None and one.content.slot is SlotKind.MEDICATIONS]
    if any(one.operation is not Operation.MENTION for one in others):
        return tuple(proposals)
    taken = [
        one for one in heard.facts
        if is_timed(one.with_fields(timing=None)) and one.subject == PATIENT and one.status is not Status.PLANNED
    ]  # fmt: skip
    if every is None:
        taken = [one for one in taken if one.concept.concept_id in heard.pointed_at]
        taken = taken if len(taken) == 1 and len(sheet.folded) <= _SHORT else []
    elif not fits(every, len(taken)):
        taken = []
    # That it was spoken of is said by what is told of it.
    spoken = {one.concept.concept_id for one in taken}
    rest = (one for one in proposals if one not in others or _concept(one) not in spoken)
    return (*rest, *(of_record(sheet, one, told, Operation.ASSERT, extractor) for one in taken))


def _concept(proposal: Proposal) -> str | None:
    return proposal.content.concept.concept_id if proposal.content is not None else None


def fits(every: re.Match[str], count: int) -> bool:
    """Whether "both" or "all of them" can be told of so many medicines."""
    return count == 2 if every["both"] or every["both_ko"] else 1 < count <= _MOST


def of_record(sheet: Sheet, known: Content, told: Told, operation: Operation, extractor: str) -> Proposal:
    """What tells no more of a medicine on record than when it is taken."""
    quote, start, end = sheet.quote(told.start, told.end)
    bare = Content(slot=known.slot, concept=known.concept, status=known.status, subject=known.subject)
    return Proposal(
        operation=operation, content=at_times(bare, told.timing, known), quote=quote, start=start, end=end,
        extractor=extractor,
    )  # fmt: skip


def at_times(content: Content, timing: Timing, known: Content | None) -> Content:
    """A content with its days and times, and with how often where only they tell it.

    Times that do not fit how often it is taken ("twice a day, in the morning") are not all of them, and are left out.
    """
    often = content.frequency or (known.frequency if known is not None else None)
    days, times = timing.days, timing.times
    counted = tuple(one for one in times if one not in _AT_MEALS)
    if days and often in (None, "QD", "QHS", "weekly") and len(days) < _WEEK:
        often = "weekly" if len(days) == 1 else f"{len(days)}/week"
    elif days and often != f"{len(days)}/week":
        days = ()
    if not days and counted and not (known is not None and known.frequency in TIMES and content.frequency is None):
        often = _often(often, counted)
    if (
        not days
        and often == "QHS"
        and counted
        and len(counted) == 1
        and counted[0] not in _AT_NIGHT
        and ":" not in counted[0]
    ):
        often = "QD"
    if counted and TIMES.get(often or "", len(counted)) != len(counted):
        times = ()
    if often == "QHS":
        times = tuple(one for one in times if one not in _AT_NIGHT)
    told = Timing.of((*days, *times)).written()
    moved = often if often != (known.frequency if known is not None else None) else content.frequency
    return content.with_fields(timing=told, frequency=moved)


def _often(often: str | None, counted: Sequence[str]) -> str | None:
    """How often a day by the times of it, where nothing or no more than "a day" tells it."""
    if often is None and len(counted) == 1 and counted[0] in _AT_NIGHT:
        return "QHS"
    if often is None or (often == "QD" and len(counted) > 1):
        return _DAILY.get(len(counted))
    return often
