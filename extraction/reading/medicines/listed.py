"""Medicines as a list tells them: "AM box: Eliquis 5 ... PM: Eliquis again", "콩코르 2.5 반", "labetalol 200 x3".

The readers learnt from sentences. In a list a number right behind a name is its strength, "half" and "two" say how much
of it is taken at once, a time stands for a dose, and what is named under two times is taken at both. What the words of
an entry tell outright goes before what was read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.timing import DAYS, Timing
from domain.values import PATIENT, Certainty, Content, Polarity, Precision, SlotKind, Status, Temporality
from extraction.reading.items import Heard
from extraction.reading.medicines.listed_entries import Entry, entries_told, in_lines
from extraction.reading.medicines.listed_not_own import without_others_words
from extraction.reading.medicines.listed_owners import others_medicines
from extraction.reading.medicines.listed_regimens import Regimen, regimen_of
from extraction.reading.medicines.listed_standing import Standing, standing, tells_the_last_time
from extraction.reading.medicines.times_told import TIMES, at_times
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_schedules import schedule_of
from extraction.values.dose_units import number_of_dose

_MOST: Final = 1500
"""Characters beyond which a text is no list that somebody types."""
_WEEKLY: Final = "weekly"
_OPEN: Final = (Status.ACTIVE, None)
_AT_MEALS: Final = frozenset({"AC", "C", "PC"})


def with_listed(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str) -> tuple[Proposal, ...]:
    """``proposals`` in which what a list tells of a medicine that is new stands as the list tells it."""
    if len(sheet.folded) > _MOST or not any(_is_new(one.content, heard) for one in proposals):
        return tuple(proposals)
    anothers = others_medicines(sheet, heard)
    left = [one for one in proposals if anothers and _is_of(one, anothers, sheet)]
    theirs = tuple(_of_kin(sheet, left, anothers))
    proposals = [one for one in proposals if one not in left]
    entries = [one for one in entries_told(sheet) if one.mention.start not in anothers]
    by_concept: defaultdict[str, list[Entry]] = defaultdict(list)
    for one in entries:
        by_concept[one.mention.entry.concept_id].append(one)
    listed = sum(1 for one in entries if one.words)
    text, korean = in_lines(sheet), sheet.language == "ko"
    stands = {one.mention.start: standing(text, one, korean=korean) for one in entries}
    told = []
    for proposal in proposals:
        own = by_concept.get(proposal.content.concept.concept_id, []) if proposal.content is not None else []
        others = [one for one in entries if one not in own]
        stood = _standing(proposal, heard, own, sheet, listed, stands)
        if stood is not None:
            told.append(_as_listed(stood, heard, own, others, sheet, listed))
    seen = {one.content.concept.concept_id for one in (*proposals, *left) if one.content is not None}
    new = [own for name, own in by_concept.items() if name not in seen] if listed > 1 else []
    told += _unread(sheet, heard, new, listed, extractor)
    return (*_once(told, heard), *theirs)


def _of_kin(sheet: Sheet, proposals: Sequence[Proposal], anothers: Mapping[int, str]) -> Iterator[Proposal]:
    """What a list tells of a relative's medicines, as that one's; of anybody else nothing is kept."""
    entries = [one for one in entries_told(sheet) if one.mention.start in anothers]
    seen: set[tuple[str, str]] = set()
    for one in proposals:
        content = one.content
        own = [
            each
            for each in entries
            if content is not None and each.mention.entry.concept_id == content.concept.concept_id
        ]
        whose = {anothers[each.mention.start] for each in own}
        if content is None or len(whose) != 1 or whose == {_ANYBODY} or one.operation is not Operation.ASSERT:
            continue
        who = next(iter(whose))
        stands = {standing(in_lines(sheet), each, korean=sheet.language == "ko") for each in own}
        if (
            content.status not in _OPEN
            or stands & {"ended", "declined", "once", "paused"}
            or (who, content.concept.concept_id) in seen
        ):
            continue
        seen.add((who, content.concept.concept_id))
        regular = [each for each in own if each.regular]
        told = _told(content, regimen_of(sheet, regular, len(entries)), sheet) if regular else content
        yield one.with_fields(content=told.with_fields(subject=who, certainty=Certainty.CONFIRMED))


_ANYBODY: Final = "other"
"""Who is no kin."""


def _unread(
    sheet: Sheet, heard: Heard, entries: Sequence[Sequence[Entry]], listed: int, extractor: str
) -> Iterator[Proposal]:
    """What a list plainly tells to be taken and no reader heard, as the list tells it."""
    text = in_lines(sheet)
    on_record = {one.concept.concept_id for one in heard.facts}
    if _ANYBODYS.search(text) is not None:
        return
    for own in entries:
        named = own[0].mention
        stands = {standing(text, one, korean=sheet.language == "ko") for one in own}
        whole = all(one.regular for one in own) and any(_is_a_regimen(one) for one in own)
        if stands != {"taken"} or not whole or named.entry.concept_id in on_record or named.entry.kind != "medications":
            continue
        quote, start, end = sheet.quote(named.start, named.end)
        content = Content(slot=SlotKind.MEDICATIONS, concept=named.entry.concept(sheet.language), status=Status.ACTIVE)
        content = _told(content, regimen_of(sheet, own, listed), sheet)
        yield Proposal(
            operation=Operation.ASSERT, content=content, quote=quote, start=start, end=end, extractor=extractor
        )


def _is_a_regimen(entry: Entry) -> bool:
    """Whether it is told how much is taken and when, or how often."""
    kinds = {word.kind for word in (*entry.words, *entry.led)}
    return not kinds.isdisjoint({"strength", "count", "half"}) and not kinds.isdisjoint(
        {"time", "hour", "often", "days"}
    )


_ANYBODYS: Final = lazy_regex(
    r"\b(?:if i|should i|would|friend|colleague|neighbou?r)\b|친구|동료|이웃|옆집|누가|환자분"
)
"""Words by which a list may be nobody's, or somebody's who is no kin."""


def _standing(
    proposal: Proposal,
    heard: Heard,
    own: Sequence[Entry],
    sheet: Sheet,
    listed: int,
    stands: Mapping[int, Standing | None],
) -> Proposal | None:
    """A proposal of a medicine that is new as its entry tells that it is taken or has ended; None where it is not."""
    content = proposal.content
    if content is None or not own or proposal.operation is not Operation.ASSERT or not _is_new(content, heard):
        return proposal
    told = {stands[one.mention.start] for one in own}
    if content.status in _OPEN and told & {"declined", "once"} and not told & {"taken"}:
        return None
    if content.status in (*_OPEN, Status.STOPPED) and told == {"paused"}:
        return proposal.with_fields(
            content=content.with_fields(status=Status.ON_HOLD, temporality=Temporality.CURRENT, valid_to=None)
        )
    if content.status in _OPEN and told == {"ended"}:
        return proposal.with_fields(content=_as_ended(content))
    lists = listed > 1 or tells_the_last_time(sheet.folded)
    if content.status in (Status.STOPPED, Status.ON_HOLD) and told <= {"taken", None} and "taken" in told and lists:
        taken = content.with_fields(status=Status.ACTIVE, temporality=Temporality.CURRENT, valid_to=None)
        return proposal.with_fields(content=taken)
    return proposal


def _as_ended(content: Content) -> Content:
    return content.with_fields(
        valid_from=None, precision=None, status=Status.STOPPED, temporality=Temporality.PAST,
    )  # fmt: skip


def _is_of(proposal: Proposal, places: Collection[int], sheet: Sheet) -> bool:
    """Whether a proposal tells of a medicine that is named in one of these places, and in no other."""
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or proposal.start is None or proposal.end is None:
        return False
    named = [one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id]
    own = [one for one in named if sheet.quote(one.start, one.end)[1] < proposal.end
           and proposal.start < sheet.quote(one.start, one.end)[2]]  # fmt: skip
    return bool(own or named) and all(one.start in places for one in own or named)


def _once(proposals: Sequence[Proposal], heard: Heard) -> Iterator[Proposal]:
    """``proposals`` with a medicine that is named again as one: what only one of them tells holds of it."""
    first: dict[str, Proposal] = {}
    gone: set[int] = set()
    for one in sorted(
        proposals, key=lambda one: one.content is None or one.content.certainty is not Certainty.CONFIRMED
    ):
        if one.content is None or one.operation is not Operation.ASSERT or not _is_open(one.content, heard):
            continue
        name = one.content.concept.concept_id
        known = first.get(name)
        joined = _joined(known.content, one.content) if known is not None and known.content is not None else None
        if known is not None and joined is not None:
            first[name] = known.with_fields(content=joined)
            gone.add(id(one))
        elif known is None:
            first[name] = one
    kept = {one.content.concept.concept_id: one for one in first.values() if one.content is not None}
    seen: set[str] = set()
    for one in proposals:
        name = one.content.concept.concept_id if one.content is not None else ""
        if id(one) in gone:
            continue
        if name in kept and name not in seen and one.operation is Operation.ASSERT and _is_open(one.content, heard):
            seen.add(name)
            yield kept[name]
        else:
            yield one


def _joined(one: Content, other: Content) -> Content | None:
    """Two tellings of a medicine as one; None where they differ in anything that both tell."""
    fields = ("dose", "frequency", "route", "status", "valid_to")
    if any(None not in (pair := (getattr(one, name), getattr(other, name))) and len(set(pair)) > 1 for name in fields):
        return None
    if None not in (one.valid_from, other.valid_from) and one.valid_from != other.valid_from:
        return None
    since = one if one.valid_from is not None else other
    return one.with_fields(
        dose=one.dose or other.dose, frequency=one.frequency or other.frequency, route=one.route or other.route,
        timing=one.timing if schedule_of(one.dose) or one.timing else other.timing,
        valid_from=since.valid_from, precision=since.precision,
    )  # fmt: skip


def _is_open(content: Content | None, heard: Heard) -> bool:
    return _is_new(content, heard) and content is not None and content.status in _OPEN


def _is_new(content: Content | None, heard: Heard) -> bool:
    """Whether it is of a medicine of the patient that is not on record."""
    return (
        content is not None
        and content.slot is SlotKind.MEDICATIONS
        and content.subject == PATIENT
        and content.polarity is Polarity.AFFIRMED
        and not any(one.concept.concept_id == content.concept.concept_id for one in heard.facts
                    if one.slot is SlotKind.MEDICATIONS and one.subject == PATIENT)
    )  # fmt: skip


def _as_listed(
    proposal: Proposal, heard: Heard, own: Sequence[Entry], others: Sequence[Entry], sheet: Sheet, listed: int
) -> Proposal:
    content = proposal.content
    told = proposal.operation in (Operation.ASSERT, Operation.CHANGE, Operation.CORRECT)
    if content is None or not told or not _is_open(content, heard) or not own:
        return proposal
    content = without_others_words(content, own, others, sheet)
    regular = [one for one in own if one.regular]
    if regular:
        content = _told(content, regimen_of(sheet, regular, listed), sheet)
        content = _ended(content, regular, sheet)
    return proposal.with_fields(content=content)


def _told(content: Content, told: Regimen, sheet: Sheet) -> Content:
    same = number_of_dose(told.dose) == number_of_dose(content.dose) and "," not in (told.dose or "")
    known = schedule_of(content.dose)
    parts = schedule_of(told.dose)
    if known and (not parts or [one.amount for one in parts] == [one.amount for one in known]):
        # The sentence tells the same, and may tell when more exactly.
        return content
    kept = same and content.dose is not None and "/" not in (told.dose or "") and not {"%", "("} & set(told.dose or "")
    if told.dose is not None and not kept:
        # Of the same number the readers know the unit better: "케프라 5밀리" is of a syrup.
        content = content.with_fields(dose=told.dose)
    if told.frequency is not None:
        content = content.with_fields(frequency=told.frequency)
    if told.codes and told.frequency != "PRN":
        days = any(one in DAYS for one in told.codes) and told.frequency is None
        bare = content.with_fields(
            timing=None, frequency=None if days and content.frequency == _WEEKLY else content.frequency
        )
        if parts and not days:
            bare = bare.with_fields(frequency=None)
        if bare.frequency == "PRN" and _is_beyond(sheet, told):
            bare = bare.with_fields(frequency=None)
        counted = [one for one in told.codes if one not in _AT_MEALS and one not in DAYS]
        if told.frequency is None and not days and counted and TIMES.get(bare.frequency or "") != len(counted):
            # How often was read of another entry.
            bare = bare.with_fields(frequency=None if bare.frequency in TIMES else bare.frequency)
        timed = at_times(bare, Timing.of(told.codes), None)
        content = timed if timed.timing is not None or timed.frequency != bare.frequency else content
    if told.frequency == "PRN":
        content = content.with_fields(timing=None)
    dated = [one.value for one in sheet.dates if any(low <= one.start < high for low, high in told.spans)]
    if content.valid_from in dated:
        content = content.with_fields(valid_from=None, precision=None)
    return content


def _is_beyond(sheet: Sheet, told: Regimen) -> bool:
    """Whether every need of the text is told behind a mark that ends the words of a regimen, of something else."""
    needs = [one.start for one in sheet.frequencies if one.code == "PRN"]
    ends = [_MARK_BEHIND.search(sheet.folded, last) for _, last in told.spans]
    last = max((one.start() if one is not None else len(sheet.folded) for one in ends), default=0)
    first = min((low for low, _ in told.spans), default=0)
    return bool(needs) and bool(ends) and not any(first - _BESIDE_NEED <= at <= last for at in needs)


_MARK_BEHIND: Final = lazy_regex(r"[,;/.\n](?=\s|$)")
_BESIDE_NEED: Final = 40


def _ended(content: Content, own: Sequence[Entry], sheet: Sheet) -> Content:
    """A medicine whose own entry says that it ended: "donepezil 10 STOPPED april"."""
    last = max(own, key=lambda one: one.mention.start)
    end = next((word for word in last.words if word.kind == "ended"), None)
    if end is None:
        return content
    day = next((one for one in sheet.dates if 0 <= one.start - end.end <= _BESIDE), None)
    date = {"valid_to": day.value, "precision": Precision(day.precision)} if day is not None else {}
    return _as_ended(content).with_fields(**date)


_BESIDE: Final = 6
"""Most characters between the word of an end and its day."""
