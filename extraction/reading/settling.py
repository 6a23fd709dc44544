"""What the words leave open and the record settles: which figure is the new one of a fact that is on record.

Whoever corrects "500" to "1000" says both numbers or the new one alone. The models guess from the words which is which;
the record knows which of them stands, so the one that stands is the old one and the other is new.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from domain.values import PATIENT, Content, SlotKind, Status
from extraction.reading.corrections.replaced_names import (
    GUESSED,
    LEFT_ALONE,
    given_over,
    of_the_replaced,
    replaced_by_another,
    turned_round,
)
from extraction.reading.corrections.stands_already import stands_already
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measuring import in_range, is_number, number_on_record, unit_fits
from extraction.reading.figures.new_readings import new_readings, speaks_of
from extraction.reading.items import Heard, Item
from extraction.reading.understanding import Act, Change, Read, Role
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_schedules import DoseSchedule
from extraction.values.dose_units import number_of_dose
from extraction.values.measure_words import counter_of
from extraction.values.quantities import QuantityMention

Margins = Mapping[tuple[int, int], float]
"""By item and place of a figure: by how much the models favour it as a value of the item."""

_MOVING: Final[tuple[Change, ...]] = ("correct", "change", "revert")
_SURE: Final = 0.6
"""Most doubt of an act from which a fact that the models left alone is moved."""

_WIDEST: Final = 40.0
"""Most by which a new number differs from the one on record, as a factor: beyond that it counts something else."""

_WIDEST_DOSE: Final = 16.0
"""The same for a dose: from prednisolone 5 to 60 mg; "my fasting is near 100" is no dose of six units' insulin."""

_FEW: Final = 4
"""Most free figures among which one is chosen for a fact that had none."""

_AGES: Final = (1, 120)


def settled(
    heard: Heard,
    reads: Sequence[Read],
    acts: Sequence[Act],
    figures: Sequence[Figure],
    margins: Margins,
    text: str = "",
) -> list[Read]:
    """``reads`` with the figures of facts on record put right by what the record says.

    ``text`` is the folded text, for what is said without a number: "doubled", "반으로".
    """
    reads = given_over(turned_round(replaced_by_another(reads, heard), heard))
    medicines = [read.item for read in reads if read.item.named and read.item.kind in ("medications", "drug_classes")]
    reads = [_scaled(_moved_on(read, heard, acts), heard, text, medicines) for read in reads]
    old = [read for read in reads if read.role == "old"]
    moved = [_unfounded(of_the_replaced(read, old, heard), old) for read in reads]
    numbers: dict[float, set[SlotKind]] = defaultdict(set)
    for one in heard.facts:
        if (number := number_on_record(one)) is not None:
            numbers[number].add(one.slot)
    fits: dict[tuple[int, str, str], list[Figure]] = {}
    taken = {figure.start for read in reads for figure in (*read.new, *read.old)}
    pressed = any(_is_pressure(read) and read.item.named and read.new for read in reads)
    for index, read in enumerate(moved):
        if read.item.heard is None or (own := number_on_record(fact := heard.facts[read.item.heard])) is None:
            moved[index] = _taken_back(read, acts)
            continue
        if pressed and not read.item.named and _is_pressure(read, fact):
            # Both numbers of the pressure are told by the one that is named.
            continue
        same = (read.item.heard, read.item.kind, read.item.concept_id)
        if same not in fits:
            fits[same] = [other_end(figure, own) for figure in figures if _fits(figure, fact, read)]
        fitting = fits[same]
        said = [figure for figure in fitting if is_number(figure, own)]
        if fact.slot is SlotKind.MEDICATIONS and _is_as_on_record(read, fact, acts, text, said, fitting, own):
            moved[index] = replace(read, change="mention", state="current", new=(), old=()) if read.is_fact else read
            taken |= {figure.start for figure in fitting}
            continue
        named = speaks_of(heard.agent_said, own)
        change = _change(read, old, acts, said, asked=named)
        if change is None and said and not read.is_fact and read.role == "untouched" and fact.dose:
            # The dose on record is said, and what it was moved to: "it was 20, but they put it up to 40".
            change = "change" if _MOVED_TO.search(text) is not None else None
        if change is None:
            continue
        bound = {figure.start for figure in read.new}
        held = [figure for figure in fitting if figure.start in bound and not _says(figure, own)]
        free = [one for one in fitting if (one.start not in taken or one.start in bound) and not _says(one, own)]
        free = _nobody_elses(free, fact, numbers)
        if not held or _counts_only(held, free):
            widest = _WIDEST_DOSE if fact.slot is SlotKind.MEDICATIONS else _WIDEST
            held = _chosen(free, own, index, margins, widest) or _reckoned(
                read, fact, own, change, heard.agent_said, text, medicines
            )
            if not held and _agrees(acts, text):
                held = _offered(heard.agent_said, fact, own)
        if not held or (not read.is_fact and not said and not named):
            moved[index] = _taken_back(read, acts)
            continue
        role: Role = read.role if read.is_fact else _role(fact)
        wrong = tuple(
            {one.start: one for one in (*read.old, *_nearest([one for one in said if _says(one, own)], read))}.values()
        )
        moved[index] = replace(read, role=role, change=change, new=tuple(held), old=wrong)
        taken |= {figure.start for figure in (*held, *wrong)}
    return [_filled(read) for read in new_readings(moved, heard, acts, figures, text)]


def _is_as_on_record(
    read: Read, fact: Content, acts: Sequence[Act], text: str, said: list[Figure], fitting: list[Figure], own: float
) -> bool:
    """Whether two doses are told of which the one on record is today's, and nothing is put right."""
    # "Not on ramipril 10 any more" ends no ramipril 5.
    of_another = read.change == "stop" and read.state == "ended" and not said
    if fact.status in (Status.STOPPED, Status.ON_HOLD) or not read.item.named:
        return False
    if read.state != "current" and not of_another:
        return False
    if any(act.kind in ("correct", "revert") and act.doubt <= _SURE for act in acts):
        return False
    return stands_already(text, said, [one for one in fitting if not is_number(one, own)])


def _says(figure: Figure, own: float) -> bool:
    """Whether a figure is the number on record; a whole schedule that begins with it is another dose."""
    return is_number(figure, own) and (figure.schedule is None or len(figure.schedule.parts) == 1)


_MOVED_TO: Final = lazy_regex(
    r"\b(?:put|went|gone|go|taken|bumped|upped|moved|increased|raised|cut|dropped|reduced|lowered|changed|brought)\b"
    r"[^.;!?]{0,24}\bto\s\d"
    r"|\d[^.;!?]{0,8}(?:에서|→|->)\s?\d[^.;!?]{0,16}(?:올|늘|줄|내[려렸리]|낮|높|바)"
)


def _filled(read: Read) -> Read:
    """A change of a medicine that changes nothing of it is no change of its dose: it ends, or waits."""
    told = read.new or read.old or read.frequencies or read.subjects
    if read.role != "medications" or read.item.heard is None or read.change != "change" or read.state != "current":
        return read
    if told or read.next_state not in ("ended", "on_hold") or read.next_behind > _EMPTY_CHANGE:
        return read
    return replace(read, state=read.next_state)


_EMPTY_CHANGE: Final = 0.5
"""Most by which the models favour "as it was" in a change without a dose, for the medicine to be read as ended."""


def _nobody_elses(free: list[Figure], fact: Content, numbers: Mapping[float, set[SlotKind]]) -> list[Figure]:
    """``free`` without the numbers of other facts on record; one of its own slot may have lent its number to it.

    ``numbers`` holds the slots in which each number stands on record; that of ``fact`` itself is not among ``free``.
    """
    free = [one for one in free if not numbers.get(one.value, set()) - {fact.slot}]
    return [one for one in free if one.value not in numbers] or free


def _moved_on(read: Read, heard: Heard, acts: Sequence[Act]) -> Read:
    """What is taken back while another value of it is told is put right ("Scrap that, it's 112"), what is denied in
    plain words is denied for the record ("천식 없어요"), and what is a relative's instead is taken back.
    """
    another = read.role == "family_history" or bool(read.subjects)
    if read.change == "correct" and another and not read.new and _is_the_patients(read, heard):
        return replace(read, change="retract")
    denied = read.change == "retract" and read.state == "negated" and read.is_fact and read.item.named
    if denied and all(act.kind in ("state", "reply") for act in acts):
        return replace(read, change="correct")
    if read.change != "retract" or not read.is_fact or read.item.heard is None or len(read.new) != 1:
        return read
    own = number_on_record(heard.facts[read.item.heard])
    other = own is not None and not is_number(read.new[0], own) and own not in [one.value for one in read.old]
    return replace(read, change="correct") if other and read.new[0].start > read.item.start else read


def _is_the_patients(read: Read, heard: Heard) -> bool:
    """Whether what is named stands on record as the patient's own."""
    known = heard.facts[read.item.heard] if read.item.heard is not None else None
    return (
        known is not None and read.item.named and known.slot is not SlotKind.FAMILY_HISTORY and known.subject == PATIENT
    )


def _agrees(acts: Sequence[Act], text: str) -> bool:
    """Whether the words answer the agent with a yes."""
    return any(act.kind == "reply" for act in acts) and bool(_YES.match(text))


_YES: Final = lazy_regex(
    r"\s*(?:네+|예+|응+|어+|넵|넹|옙|그래요?|맞아요?|맞습니다|좋아요|yes|yeah|yep|yup|right|correct|sure|ok(?:ay)?)(?![가-힣a-z])"
)


def _offered(agent_said: str, fact: Content, own: float) -> list[Figure]:
    """The value that the agent offered to put in the place of the one on record ("21에서 12로 고칠까요?")."""
    offered = [float(one[1]) for one in _FROM_TO.findall(agent_said) if float(one[0]) == own]
    return [_figure(offered[0], fact, 0, 0)] if len(offered) == 1 and offered[0] != own else []


_FROM_TO: Final = lazy_regex(r"(\d+(?:\.\d+)?)[^\d\s]{0,6}(?:에서|→|->| to | into )\s?(\d+(?:\.\d+)?)")
"""Two numbers, the second in the place of the first."""


def _reckoned(
    read: Read, fact: Content, own: float, change: Change, agent_said: str, text: str, medicines: Sequence[Item]
) -> list[Figure]:
    """The new number where none is said: half or twice the dose on record, or what the agent said that it changed."""
    if change == "revert":
        named = [float(one) for one in _NUMBER.findall(agent_said)]
        earlier = {one for one in named if one != own and 1 / _WIDEST <= one / own <= _WIDEST} if own else set()
        return [_figure(earlier.pop(), fact, 0, 0)] if own in named and len(earlier) == 1 else []
    if fact.slot is not SlotKind.MEDICATIONS or change != "change":
        return []
    counted = bool(counter_of(fact.dose))
    beside = _clause(text, read.item.start, read.item.end) if read.item.named else text
    shift = text.find(beside)
    for factor, words in _FACTORS:
        match = words.search(text, max(0, shift), max(0, shift) + len(beside)) or words.search(text)
        if match is not None and _ASKS_WHICH.match(text, match.end()) is not None:
            continue
        if match is not None and not counted and _is_of(read.item, match.start(), medicines):
            return [replace(_figure(own * factor, fact, match.start(), match.start() + 1), reckoned=True)]
    return []


def _scaled(read: Read, heard: Heard, text: str, medicines: Sequence[Item]) -> Read:
    """A medicine whose dose is halved or doubled beside its name goes on: its dose changes."""
    known = heard.facts[read.item.heard] if read.item.heard is not None else None
    ends = read.role == "medications" and read.change in ("stop", "change", "assert", "mention") and read.item.named
    if known is None or not ends or not known.dose or read.new:
        return read
    beside = _clause(text, read.item.start, read.item.end)
    shift = text.find(beside)
    told = (words.search(beside) for _, words in _FACTORS)
    if not any(match is not None and _is_of(read.item, shift + match.start(), medicines) for match in told):
        return read
    return replace(read, change="change", state="current")


def _is_of(item: Item, place: int, medicines: Sequence[Item]) -> bool:
    """Whether what is said at ``place`` is of this medicine: no other is named nearer to it."""
    if not medicines or not item.named:
        return not medicines
    nearest = min(medicines, key=lambda one: max(one.start - place, place - one.end, 0))
    return (nearest.start, nearest.end) == (item.start, item.end)


def _clause(text: str, start: int, end: int) -> str:
    """The words around [start, end) up to the next mark on either side."""
    first = max((match.end() for match in _MARKS.finditer(text, 0, start)), default=0)
    last = _MARKS.search(text, end)
    return text[first : last.start() if last else len(text)]


_MARKS: Final = lazy_regex(r"[.,;!?\n](?=\s|$)")


def _figure(value: float, fact: Content, start: int, end: int) -> Figure:
    return Figure(QuantityMention(value, None, None, None, fact.unit, False, start, end))


_ASKS_WHICH: Final = lazy_regex(
    r"[^.!?\n]{0,16}?(?:뭐|뭔|뭘|머|무엇|어느|어떤|몇|있나|남았)|[^.!?\n]{0,24}?(?:\?|\bwhich\b|\bwhat\b)"
)
"""What follows words of a half or a double that ask which medicines are taken so."""
_FACTORS: Final = (
    (
        2.0,
        lazy_regex(
            r"두 ?배|2 ?배|갑절|곱절|\bdoubl(?:ed|ing)\b|\bdouble (?:the|that|my|his|her|dose)\b"
            r"|\btwice (?:the dose|as much|that)\b"
        ),
    ),
    (1.5, lazy_regex(r"한 ?알 ?반|\bone and a half (?:tablets?|pills?)\b|\ba (?:tablet|pill) and a half\b")),
    (
        0.5,
        lazy_regex(
            r"반 ?알|반 ?정|반 ?쪽|반으로|반씩|반만|반 ?쪼|반토막|절반|\bhalved\b|\bin half\b|\bto half\b|\bhalving\b"
            r"|(?<!and a )\bhalf (?:the|as much|that|of (?:that|it|the)|it|an? (?:tab|tablet|pill)|tablets?|tabs?)\b"
            r"|(?<!and a )\bhalf (?:my|his|her|what)\b"
        ),
    ),
)
"""Words that say by how much a dose was changed."""


def _unfounded(read: Read, old: Sequence[Read]) -> Read:
    """A finding that is put right though nothing on record or in the words is wrong was hardly told at all."""
    told = not read.is_fact or read.change not in ("correct", "revert") or read.item.heard is not None
    if told or read.role not in _FINDINGS or read.doubt <= GUESSED or old:
        return read
    return replace(read, role="other")


_FINDINGS: Final = frozenset({"conditions", "symptoms", "social_history"})


def _taken_back(read: Read, acts: Sequence[Act]) -> Read:
    """What is corrected to nothing else, in words that take something back, is withdrawn."""
    empty = not read.frequencies and not read.dates and not read.subjects and read.state == "current"
    certain = {act.kind: act.doubt for act in acts}
    if not read.is_fact or read.change != "correct" or not empty or "retract" not in certain:
        return read
    return replace(read, change="retract", new=()) if certain["retract"] <= certain.get("correct", 1.0) else read


def other_end(figure: Figure, own: float) -> Figure:
    """Of "from 40 to 80" the end that is not on record."""
    low, high = figure.quantity.low, figure.quantity.high
    if low is None or high is None or own not in (low, high):
        return figure
    other = high if own == low else low
    return replace(figure, quantity=replace(figure.quantity, value=other, low=None, high=None))


def _nearest(said: Sequence[Figure], read: Read) -> Sequence[Figure]:
    """The number on record where it stands for this fact: the same number may be another one's new dose."""
    if len(said) < 2 or not read.item.named:
        return said
    return [min(said, key=lambda one: abs(one.start - read.item.start))]


_NUMBER: Final = lazy_regex(r"\d+(?:\.\d+)?")


def _is_pressure(read: Read, fact: Content | None = None) -> bool:
    concept = fact.concept.concept_id if fact is not None else read.item.concept_id
    return "blood_pressure" in concept


def _counts_only(held: Sequence[Figure], free: Sequence[Figure]) -> bool:
    """Whether only tablets were counted though a strength is told: "cut to half a tablet, 12.5"."""
    return all(one.counter for one in held) and any(not one.counter for one in free)


def _change(
    read: Read, old: Sequence[Read], acts: Sequence[Act], said: Sequence[Figure], *, asked: bool
) -> Change | None:
    """What is done to the fact; None where the words move nothing. ``asked``: the agent just named its number."""
    replies = asked and any(act.kind == "reply" for act in acts)
    if read.is_fact and read.change in _MOVING:
        return read.change
    if read.is_fact and read.change in ("assert", "mention") and replies and read.state == "current":
        return "correct"
    if read.is_fact and any(one.start == other.start for one in read.old for other in said):
        return "correct"
    if asked and not read.is_fact and read.change in _MOVING and read.doubt > LEFT_ALONE:
        return read.change
    sure = {act.kind for act in acts if act.doubt <= _SURE}
    moving = next((kind for kind in _MOVING if kind in sure), None)
    if moving is None and any(_is_withdrawn(one, said) for one in old):
        moving = "correct"
    if moving is None or not (said or asked) or read.role in ("old", "asked") or read.state != "current":
        return None
    return moving if read.change in ("assert", "mention") or not read.is_fact else None


def _is_withdrawn(read: Read, said: Sequence[Figure]) -> bool:
    """Whether the number on record was read as an old one, an age for instance."""
    return read.item.named and any(read.item.start == one.start for one in said)


def _role(fact: Content) -> Role:
    return fact.slot.value


def _chosen(free: Sequence[Figure], own: float, index: int, margins: Margins, widest: float = _WIDEST) -> list[Figure]:
    """The figure that takes the place of ``own``: the one that the models favour most."""
    strengths = [one for one in free if not one.counter] or list(free)
    near = [one for one in strengths if own == 0 or one.value == 0 or 1 / widest <= one.value / own <= widest]
    if not near or len(near) > _FEW:
        return []
    best = max(near, key=lambda one: (margins.get((index, one.start), float("-inf")), one.start))
    return [one for one in near if one.start == best.start]


def _fits(figure: Figure, fact: Content, read: Read) -> bool:
    """Whether a figure can be a value or dose of a fact, by kind and unit."""
    quantity = figure.quantity
    if figure.spoken and figure.value == 1:
        # "The Tuesday one" counts nothing.
        return False
    if fact.slot is SlotKind.DEMOGRAPHICS:
        return figure.kind in ("age", "number") and quantity.unit is None and _AGES[0] <= figure.value <= _AGES[1]
    if figure.kind == "age":
        return False
    if fact.slot in (SlotKind.LABS, SlotKind.VITALS):
        side = fact.concept.concept_id.partition("_")[0]
        if figure.kind in ("systolic", "diastolic"):
            return figure.kind == side
        entry = read.item.entry
        known = entry is None or (unit_fits(entry, quantity) and in_range(entry, quantity))
        return figure.kind == "number" and known and (quantity.unit in (None, fact.unit) or entry is not None)
    dose = fact.dose or ""
    if figure.schedule is not None and not read.item.named and not _is_schedule_near(figure.schedule, dose):
        return False
    counted = bool(figure.counter)
    by_count = bool(counter_of(dose))
    if figure.kind in ("systolic", "diastolic") or (dose and counted != by_count and quantity.unit is None and counted):
        return False
    return quantity.unit is None or quantity.unit in _DOSED


def _is_schedule_near(schedule: DoseSchedule, dose: str) -> bool:
    """Whether a schedule told without a name may be of the medicine whose dose is ``dose``, by each of its amounts."""
    own = number_of_dose(dose)
    return own is None or len(schedule.parts) < 2 or schedule.is_near(own)


_DOSED: Final = frozenset({"mg", "ug", "g", "U", "mL", "U/mL", "mg/mL", "ug/mL", "%", "meq/L"})
