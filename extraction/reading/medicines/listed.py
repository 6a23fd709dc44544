"""Medicines as a list tells them: "AM box: Eliquis 5 ... PM: Eliquis again", "콩코르 2.5 반", "labetalol 200 x3".

The readers learnt from sentences. In a list a number right behind a name is its strength, "half" and "two" say how much
of it is taken at once, a time stands for a dose, and what is named under two times is taken at both. What the words of
an entry tell outright goes before what was read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from domain.proposals import Operation, Proposal
from domain.timing import DAYS, Timing, lies_within
from domain.values import PATIENT, Certainty, Content, Polarity, Precision, SlotKind, Status, Temporality
from extraction.naming.mentions import Entry as Named
from extraction.reading.figures.figures import Figure
from extraction.reading.items import Heard
from extraction.reading.medicines.listed_entries import Entry, entries_told, in_lines
from extraction.reading.medicines.listed_owners import others_medicines
from extraction.reading.medicines.listed_standing import Standing, standing, tells_the_last_time
from extraction.reading.medicines.times_told import ALL, TIMES, at_times
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_schedules import GROUPS, DoseSchedule, ScheduledDose, kind_of, schedule_of
from extraction.values.dose_units import labelled_unit, number_of_dose, unit_by_magnitude
from extraction.values.measure_words import measure_of, with_unit
from extraction.values.regimen_hours import through_the_day
from extraction.values.regimen_words import RegimenWord, is_told_of_nights

_MOST: Final = 1500
"""Characters beyond which a text is no list that somebody types."""
_OPEN: Final = (Status.ACTIVE, None)
_WHENS: Final = {
    "MORN": "morning", "CM": "morning", "ACM": "morning", "PCM": "morning", "WAKE": "morning", "NOON": "noon",
    "CD": "noon", "ACD": "noon", "PCD": "noon", "AFT": "afternoon", "EVE": "evening", "CV": "evening",
    "ACV": "evening", "PCV": "evening", "NIGHT": "night", "HS": "bedtime",
}  # fmt: skip
_AT_MEALS: Final = frozenset({"AC", "C", "PC"})
_WEEKLY: Final = "weekly"
_PIECES: Final = frozenset({"", "tab", "cap", "piece", "packet"})
"""What a strength is told of: two of it are twice that. Of puffs and drops both are kept, "2 puff (50mcg)"."""


@dataclass(frozen=True, slots=True)
class Regimen:
    """How much of a medicine is taken at once, how often and when, as far as its entries tell it."""

    dose: str | None
    frequency: str | None
    codes: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    """Where its days and times stand: a weekday of a rhythm is no date."""


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
        told = _told(content, _regimen(sheet, regular, len(entries)), sheet) if regular else content
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
        content = _told(content, _regimen(sheet, own, listed), sheet)
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
    if content.status in _OPEN and told == {"paused"}:
        return proposal.with_fields(content=content.with_fields(status=Status.ON_HOLD))
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
    content = _without_others_words(content, own, others, sheet)
    regular = [one for one in own if one.regular]
    if regular:
        content = _told(content, _regimen(sheet, regular, listed), sheet)
        content = _ended(content, regular, sheet)
    return proposal.with_fields(content=content)


def _without_others_words(content: Content, own: Sequence[Entry], others: Sequence[Entry], sheet: Sheet) -> Content:
    """A content without the amount, the day and the rhythm that are told of another entry alone."""
    amount = number_of_dose(content.dose)
    told = [one.start for one in sheet.figures if one.value == amount]
    if told and _are_of(told, others) and not _are_of(told, own, some=True):
        content = content.with_fields(dose=None)
    if told and not schedule_of(content.dose) and all(any(word.start <= at < word.end for one in (*own, *others) for word in (*one.words, *one.led)
                        if word.kind in ("time", "hour")) for at in told):  # fmt: skip
        # "Yasmin at 9pm" is no dose of nine.
        content = content.with_fields(dose=None)
    if told and all(_OF_TIME.match(sheet.folded, one.end) is not None or _is_a_year(one) for one in sheet.figures
                    if one.value == amount):  # fmt: skip
        content = content.with_fields(dose=None)
    shared = ALL.search(_SIDES.sub(" ", sheet.folded)) is not None
    if shared or not all(one.parted and one.words for one in own):
        return content
    days = [one.start for one in sheet.dates if one.value == content.valid_from]
    if days and _are_of(days, others) and not _are_of(days, own, some=True):
        content = content.with_fields(valid_from=None, precision=None)
    often = [one.start for one in sheet.frequencies if one.code == content.frequency]
    led = any(word.kind in ("need", "often") for one in own for word in one.led)
    if often and not led and _are_of(often, others) and not _are_of(often, own, some=True):
        content = content.with_fields(frequency=None)
    return content


_OF_TIME: Final = lazy_regex(r"\s?(?:살|세\s?(?:때|부터)|years? old|yrs? old|yo\b|년(?:도)?(?:부터|에)?(?![가-힣]))")
_YEARS: Final = range(2001, 2036)


def _is_a_year(figure: Figure) -> bool:
    """Whether a number without a unit is the year since when: "nexplanon 2024"; "vitamin D 2000" is none."""
    return figure.quantity.unit is None and figure.value in _YEARS


_SIDES: Final = lazy_regex(r"\bboth (?:my |the )?(?:eyes|sides|ears|nostrils|knees|legs|feet|arms|hands|hips)\b")


def _are_of(places: Sequence[int], entries: Sequence[Entry], *, some: bool = False) -> bool:
    within = (any(one.start <= at < one.end or any(word.start <= at < word.end for word in one.led) for one in entries)
              for at in places)  # fmt: skip
    return any(within) if some else all(within)


def _told(content: Content, told: Regimen, sheet: Sheet) -> Content:
    same = number_of_dose(told.dose) == number_of_dose(content.dose) and "," not in (told.dose or "")
    known = schedule_of(content.dose)
    parts = schedule_of(told.dose)
    if known and (not parts or [one.amount for one in parts] == [one.amount for one in known]):
        # The sentence tells the same, and may tell when more exactly.
        return content
    kept = same and content.dose is not None and "/" not in (told.dose or "") and "%" not in (told.dose or "")
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


def _regimen(sheet: Sheet, entries: Sequence[Entry], listed: int) -> Regimen:
    words = [word for one in entries for word in (*one.words, *(word for word in one.led if word.kind != "time"))]
    days = [word for one in entries for word in (*one.words, *one.led) if word.kind == "days"]
    timed = {id(one): in_order(one) for one in entries}
    times = [word for one in entries for word in timed[id(one)]]
    by_day = _by_day(entries)
    dose = _by_time(entries, timed) or by_day or _one_dose(sheet, entries, listed)
    days = [] if by_day is not None else days
    codes = dict.fromkeys(
        (*(code for word in days for code in word.codes), *(code for word in times for code in word.codes))
    )
    exact = tuple(one for one in codes if not any(other != one and lies_within(other, one) for other in codes))
    often = _often(words)
    if often is None and not days and any(word.kind == "hour" for one in entries for word in one.words) and not times:
        hours = [one for entry in entries for word in entry.words if word.kind == "hour" for one in word.numbers]
        often = _DAILY.get(len(hours)) if len(hours) > 1 else None
    return Regimen(
        dose, None if days and often == _WEEKLY else often, exact,
        tuple((word.start, word.end) for word in (*days, *times)),
    )  # fmt: skip


_DAILY: Final = {2: "BID", 3: "TID", 4: "QID"}


def in_order(entry: Entry) -> tuple[RegimenWord, ...]:
    """The times of an entry, its own or those that lead it, hours of the clock settled through the day.

    A time that leads a name and one behind it are both its own where something is taken at either.
    """
    own = [word for word in entry.words if word.kind in ("time", "hour")]
    led = [word for word in entry.led if word.kind in ("time", "hour")]
    amounts = [word.start for word in entry.words if word.kind in ("count", "half", "again")]
    again = any(word.kind == "again" for word in entry.words)
    both = (entry.is_led or again) and own and any(at < own[0].start for at in amounts) and not _refines(led, own)
    told = [*led, *own] if both else own or led
    open_ = [word for word in told if word.kind == "hour"]
    if not open_:
        return tuple(told)
    hours = [
        one for word in told
        for one in (word.numbers if word.kind == "hour" else [code for code in word.codes if ":" in code])
    ]  # fmt: skip
    named = [word for word in told if word.kind == "time" and not any(":" in code for code in word.codes)]
    settled = through_the_day(hours) if not named else None
    if settled is None and len(hours) == 1 and isinstance(hours[0], float) and hours[0] <= _AFTERNOON:
        # Nobody who says two o'clock and no more means the night.
        settled = (f"{int(hours[0]) + 12}:{round(hours[0] % 1 * 60):02d}",)
        return tuple(replace(word, kind="time", codes=settled) if word.kind == "hour" else word for word in told)
    if settled is None:
        return tuple(word for word in told if word.kind == "time")
    found, at = [], 0
    for word in told:
        count = len(word.numbers) if word.kind == "hour" else len(word.codes)
        found.append(replace(word, kind="time", codes=settled[at : at + count]))
        at += count
    return tuple(found)


_AFTERNOON: Final = 5
"""The last hour of which the afternoon is meant where nothing is said."""


def _refines(led: Sequence[RegimenWord], own: Sequence[RegimenWord]) -> bool:
    """Whether the times behind a name say more exactly what those before it say: "아침에 A 식후"."""
    codes = [code for word in own for code in word.codes]
    before = [code for word in led for code in word.codes]
    return all(code in _AT_MEALS or any(lies_within(code, one) for one in before) for code in codes)


def _often(words: Iterable[RegimenWord]) -> str | None:
    told = list(words)
    if any(word.kind == "need" for word in told):
        return "PRN"
    often = [word.codes[0] for word in told if word.kind == "often"]
    return often[0] if len(set(often)) == 1 else None


def _one_dose(sheet: Sheet, entries: Sequence[Entry], listed: int) -> str | None:
    """What is taken at each time: the strength, times how many of it where that is told; None where nobody tells."""
    strengths = [word for one in entries for word in one.words if word.kind == "strength"]
    nights = [word for word in strengths if is_told_of_nights(sheet.folded, word)]
    if any(word.numbers[0] < _NIGHTS_A_WEEK and listed < 2 for word in nights):
        return None
    if len(strengths) == 2 and len(counts_of(entries)) == 1 and len(strengths[1].numbers) == 1:
        whole, piece, number = strengths[0], strengths[1], counts_of(entries)[0].numbers[0]
        if whole.numbers == (piece.numbers[0] * number,):
            # "10mg on Fridays (2.5, four of them)" tells the same twice.
            return f"{whole.numbers[0]:g}{whole.unit or piece.unit or _unit(entries[0].mention.entry, whole.numbers)}"
    if any(word.unit == "%" for word in strengths) and any(word.unit != "%" for word in strengths):
        # Of a lotion of so many percent, millilitres are taken.
        strengths = [replace(word, unit="mL") for word in strengths if word.unit != "%"]
    told = {(word.numbers, word.unit) for word in strengths}
    counts = counts_of(entries)
    if len({(word.kind, word.numbers, word.unit) for word in counts}) > 1:
        return None
    if (
        not told
        and counts
        and counts[0].unit not in ("", "tab", "piece")
        and (measure := measure_of(counts[0].unit)) is not None
    ):
        return with_unit(f"{counts[0].numbers[0]:g}", f" {measure.several}")
    if len(told) != 1:
        return None
    numbers, unit = next(iter(told))
    named = entries[0].mention.entry
    many = counts[0].numbers[0] if counts else 1.0
    unit = unit or _unit(named, numbers)
    if not counts and not unit and numbers[0] < _FEW:
        return None
    if counts and counts[0].unit not in _PIECES:
        measure = measure_of(counts[0].unit)
        strength = "/".join(f"{one:g}" for one in numbers) + unit
        return None if measure is None else f"{with_unit(f'{many:g}', f' {measure.several}')} ({strength})"
    return "/".join(f"{round(one * many, 4):g}" for one in numbers) + unit


def counts_of(entries: Sequence[Entry]) -> list[RegimenWord]:
    """How many at a time the entries of a medicine tell."""
    return [word for one in entries for word in one.words if word.kind in ("count", "half")]


_FEW: Final = 5
"""Below this a bare number may count tablets, which the readers tell by the medicine."""
_NIGHTS_A_WEEK: Final = 8


def _by_time(entries: Sequence[Entry], timed: Mapping[int, Sequence[RegimenWord]]) -> str | None:
    """The amounts of a medicine that has another one at each time of the day; None where they are the same."""
    pairs: list[tuple[float, str, str]] = []
    strength = next((word for one in entries for word in one.words if word.kind == "strength"), None)
    for entry in entries:
        amounts = [word for word in entry.words if word.kind in ("strength", "count", "half")]
        counts = [word for word in amounts if word.kind != "strength"]
        if strength in amounts and counts and len(amounts) == len(counts) + 1:
            amounts = counts
        codes = [code for word in timed[id(entry)] for code in word.codes if code not in _AT_MEALS]
        if amounts and amounts[0] is strength and len(amounts) == len(codes) + 1:
            amounts = amounts[1:]
        if not codes or len(amounts) not in (1, len(codes)):
            return None
        for amount, code in zip(amounts * (len(codes) if len(amounts) == 1 else 1), codes, strict=True):
            paired = _amount(amount, strength if amount is not strength else None, entry.mention.entry)
            when = _WHENS.get(code, code if ":" in code else None)
            if paired is None or when is None:
                return None
            pairs.append((*paired, when))
    if len({when for *_, when in pairs}) < 2 or len({(one, unit) for one, unit, _ in pairs}) < 2:
        return None
    if len({when for *_, when in pairs}) != len(pairs) or len({unit for _, unit, _ in pairs}) != 1:
        return None
    parts = tuple(ScheduledDose(one, unit, when) for one, unit, when in pairs)
    return DoseSchedule(parts, 0, 0).written() if all(kind_of(one.when) for one in parts) else None


def _by_day(entries: Sequence[Entry]) -> str | None:
    """The amounts of a medicine that has another one on each of some days of the week; None where it has none."""
    if len(entries) != 1:
        return None
    words = entries[0].words
    strength = next((word for word in words if word.kind == "strength"), None)
    days = [word for word in words if word.kind == "days"]
    amounts = [word for word in words if word.kind in ("strength", "count", "half")]
    amounts = amounts[max(0, len(amounts) - len(days)) :]
    named = [code for word in days for code in word.codes]
    if len(days) < 2 or len(amounts) != len(days) or len(set(named)) != len(named):
        return None
    paired = [_amount(one, strength if one is not strength else None, entries[0].mention.entry) for one in amounts]
    told = [one for one in paired if one is not None]
    if len(told) != len(days) or len({unit for _, unit in told}) != 1 or len({one for one, _ in told}) < 2:
        return None
    whens = [word.unit or "/".join(code.capitalize() for code in word.codes) for word in days]
    return ", ".join(ScheduledDose(one, unit, GROUPS.get(when, when)).written()
                     for (one, unit), when in zip(told, whens, strict=True))  # fmt: skip


def _amount(word: RegimenWord, strength: RegimenWord | None, named: Named) -> tuple[float, str] | None:
    if word.kind == "strength":
        if len(word.numbers) > 1:
            return None
        return word.numbers[0], word.unit or _unit(named, word.numbers)
    if word.unit not in _PIECES:
        measure = measure_of(word.unit)
        return None if measure is None else (word.numbers[0], f" {measure.several}")
    if strength is None or len(strength.numbers) > 1:
        return word.numbers[0], " tab"
    return strength.numbers[0] * word.numbers[0], strength.unit or _unit(named, strength.numbers)


def _unit(named: Named, numbers: Sequence[float]) -> str:
    return unit_by_magnitude(named, numbers[0]) or labelled_unit(named)
