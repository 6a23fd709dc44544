"""The dose of one time of a day beside those of others: "6 units at dinner", then "점심때는 4단위", "아침 건 끊었어요".

A medicine is one fact, and its dose tells what is taken when. Who tells an amount for a time that is not on record yet
adds to it, unless the words move it there; who ends the dose of one time ends that one and not the medicine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.timing import HOUR
from domain.values import Content, SlotKind, Status
from extraction.reading.items import Heard
from extraction.reading.medicines.moved_times import times_of
from extraction.reading.medicines.times_in_words import TAKEN, only_of_taking, sentences_told
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_schedules import ScheduledDose, in_the_day, kind_of, schedule_of
from extraction.values.dose_units import DOSE_UNITS, number_of_dose, unit_of_dose
from extraction.values.measure_words import with_unit
from extraction.values.quantities import find_quantities
from extraction.values.schedule_words import find_dose_schedules, whens_told

_WHEN: Final = {
    **dict.fromkeys(("WAKE", "ACM", "CM", "MORN", "PCM"), "morning"),
    **dict.fromkeys(("ACD", "CD", "NOON", "PCD"), "noon"),
    "AFT": "afternoon",
    **dict.fromkeys(("ACV", "CV", "EVE", "PCV"), "evening"),
    "NIGHT": "night", "HS": "bedtime",
}  # fmt: skip
"""The times of a schedule by the places of a timing; what is beside every meal has no time of its own."""
_TWICE: Final = "MORN EVE"
"""The times of what is taken twice a day where none was told."""
_CODE: Final = {
    "morning": "MORN", "noon": "NOON", "afternoon": "AFT", "evening": "EVE", "night": "NIGHT", "bedtime": "HS",
}  # fmt: skip
_LATE: Final = frozenset({"evening", "night", "bedtime"})
_A_DAY: Final = {1: "QD", 2: "BID", 3: "TID", 4: "QID"}
_ONCE: Final = frozenset({None, "QD", "QHS"})
_FURTHEST: Final = 4.0
"""Most by which amounts of one medicine at two times of a day differ, as a factor."""
_LONGEST: Final = 240
_BESIDE: Final = 6
"""Characters behind a number in which the name of a test makes it the test's."""

_MOVED: Final = lazy_regex(
    r"\b(?:instead|rather than|moved|switched|swapped|changed|not (?:in|at|with) the|no longer)\b"
    r"|\bnow (?:i |he |she )?tak"
    r"|옮[겼기긴겨]|바[꾸꿔꿨뀌뀐]|대신|말고|아니라|변경"
)
"""Words by which another time takes the place of the one on record."""
_ADDED: Final = lazy_regex(
    r"\b(?:also|too|as well|plus|another|extra|on top|added|adding|additional|both|besides)\b|^\s*(?:and|plus|then|&)\b"
    r"|(?:아침|점심|저녁|밤|새벽|낮|오전|오후|자기\s?전|전|때|시)(?:에|에는|때)?도(?![가-힣])|추가|더\s?(?:먹|맞)|또(?![가-힣])|그리고"
)
"""Words by which a dose of another time comes beside the one on record."""
_SET_BESIDE: Final = lazy_regex(r"(?:아침|점심|저녁|밤|새벽|낮|오전|오후|때|전)(?:에|때)?(?:는|은|엔)(?![가-힣])")
"""A time that is set beside others: where nothing is moved, the dose of it comes beside theirs."""
_ENDS: Final = lazy_regex(
    r"끊[었었으기어]|그만|중단|빼(?:기|라|래|자|고|불|도|란)|뺐|없[앴어]|안\s?(?:먹어|먹기|먹습|맞아|맞기|맞습|드[세셔시])|이제\s?안"
    r"|\b(?:stopped|dropped|cut out|took (?:me )?off|taken off|came off|come off|got rid of|done with|finished with"
    r"|no longer (?:take|need|have|on|do)|(?:don'?t|do not|doesn'?t) (?:take|have|need|do|inject) .{0,40}"
    r"\b(?:any ?more|now)"
    r"|is (?:off|gone)|scrapped|ditched|quit)\b"
)
_ONE_DAY: Final = lazy_regex(
    r"오늘(?!부터)|어제|그제|내일(?!부터)|깜빡|까먹|잊|못\s?(?:먹|맞)|안\s?(?:먹|맞)[었았]|놓[쳤치]|걸렀|건너|빼먹"
    r"|(?<!from )(?<!starting )\b(?:today|yesterday|tonight|this (?:morning|evening)|last night|tomorrow)\b"
    r"|\b(?:missed|skipped|forgotten|forgot(?! (?:that|to (?:say|mention|tell|add)|one|about that)))\b"
)
"""Words of what happened on one day, which tells nothing of every day."""
_OF_AN_HOUR: Final = lazy_regex(r"\s?(?:[ap]\.?m\b|o'?clock|시(?!간))")
_OTHER_WORDS: Final = lazy_regex(
    r"맞(?:아요?|습니다|는다|구|음|지)|때(?:는|에|엔)?|먹(?:는다|음|지|습니다)|드(?:세요|십니다|셔요?)|(?:이?[에예]?요|입니다|이다|다|임)(?=\s|[.!~]|$)"
    r"|\b(?:lunch ?time|dinner ?time|tea ?time|breakfast|lunch|dinner|supper|noon|midday|morning|evening|afternoon"
    r"|night|bed ?time|bed|another|plus|extra|on top|besides|too|more|well|sorry|oh"
    r"|forgot(?: (?:that|to say|to mention|one|it|about))*)\b"
)


def with_doses_by_time(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the medicines on record of which the dose of one time is added, moved or ended."""
    found = tuple(proposals)
    if len(sheet.folded) > _LONGEST:
        return found
    for start, end in sentences_told(sheet):
        if _ONE_DAY.search(sheet.folded, start, end) is not None:
            continue
        for dosed in _meant(sheet, heard, start, end):
            parts = _added(sheet, dosed, start, end) or _left(sheet, dosed, start, end)
            if parts:
                found = _with(sheet, found, dosed.fact, parts, (start, end), extractor)
                break
    return found


@dataclass(frozen=True, slots=True)
class _Dosed:
    """A medicine on record whose amounts are told by the time of a day, and whether the words name it."""

    fact: Content
    parts: tuple[ScheduledDose, ...]
    named: bool


def _meant(sheet: Sheet, heard: Heard, start: int, end: int) -> Iterator[_Dosed]:
    """The one medicine of a sentence: the one that it names, else the one spoken of last, else the only one."""
    inside = [one for one in sheet.mentions if start <= one.start < end]
    told = [one for one in inside if one.entry.kind not in TAKEN and one.entry.kind != "relatives"]
    if any(one.start < _first_number(sheet, start, end) + _BESIDE for one in told):
        # What is named behind the dose is why it was changed; what is named before it has the number.
        return
    of_a_dose = _OF_A_DOSE.search(sheet.folded, start, end) is not None
    taken = [
        (one, parts)
        for one in heard.facts
        if one.slot is SlotKind.MEDICATIONS and one.status in (Status.ACTIVE, None)
        if (parts := by_times(one) or (by_times(_by_halves(one)) if of_a_dose else ()))
    ]
    ids = {one.entry.concept_id for one in inside if one.entry.kind in TAKEN}
    if ids:
        meant = [one for one in taken if ids & {one[0].concept.concept_id, *one[0].concept.broader}]
    else:
        meant = [one for one in taken if one[0].concept.concept_id in heard.pointed_at]
        if not meant and of_a_dose:
            meant = taken
    if len(meant) == 1:
        yield _Dosed(*meant[0], bool(ids))


def _by_halves(fact: Content) -> Content:
    """What is taken twice a day, at the usual times of it where none was told."""
    return fact.with_fields(timing=_TWICE) if fact.frequency == "BID" and not fact.timing else fact


_OF_A_DOSE: Final = lazy_regex(
    r"\b(?:ones?|dose|tablets?|pills?|up|down|cut|lowered|raised|reduced|increased|halved|doubled)\b"
    r"|(?:아침|점심|저녁|밤|전)\s?(?:것|거|꺼|약)|올[려렸리]|늘[려렸리]|줄[여였이]|낮[춰췄추]|내[려렸리]"
)
"""Words by which an amount that names nothing is a dose, and its one medicine on record that is dosed by the time."""


def _first_number(sheet: Sheet, start: int, end: int) -> int:
    """Where the first number of a stretch ends; its start where there is none."""
    return min((one.end for one in sheet.figures if start <= one.start < end and one.kind == "number"), default=start)


def by_times(fact: Content) -> tuple[ScheduledDose, ...]:
    """What is taken of a medicine at each time of a day; empty where the record does not tell the times."""
    if parts := schedule_of(fact.dose):
        return parts if kind_of(parts[0].when) == "times" else ()
    amount, timing = number_of_dose(fact.dose), times_of(fact)
    unit = unit_of_dose(fact.dose or "")
    whole = amount is not None and fact.dose == f"{amount:g}{unit}"
    whens = [one if HOUR.fullmatch(one) else _WHEN.get(one, "") for one in timing.times]
    fits = fact.frequency in _ONCE if len(whens) == 1 else _A_DAY.get(len(whens)) == fact.frequency
    if amount is None or not whole or timing.days or not whens or not all(whens) or not fits:
        return ()
    return tuple(ScheduledDose(amount, unit, when) for when in whens)


def _added(sheet: Sheet, dosed: _Dosed, start: int, end: int) -> tuple[ScheduledDose, ...]:
    """The amounts with those that a sentence tells for its times; empty where it tells none, or moves them."""
    own, unit = dosed.parts, dosed.parts[0].unit
    quantities = [one for one in find_quantities(sheet.text) if start <= one.start < end]
    schedules = [one for one in find_dose_schedules(sheet.folded[:end], quantities) if one.start >= start]
    schedules = [one for one in schedules if len(one.parts) > 1 or not _is_of_a_reading(sheet, one.start, one.end, end)]
    told = [part for one in schedules for part in one.parts] or _of_one_time(sheet, own, start, end)
    if not told or any(not _is_alike(part, own, unit) for part in told):
        return ()
    all_told = len(told) > 1 and len(own) == 1 and _ADDED.search(sheet.folded, start, end) is None
    # Who takes one dose a day and tells two times without more words has told all of it.
    merged = {} if all_told else {part.when: part for part in own}
    for part in told:
        at = _same_time(part.when, merged)
        if at is None or merged[at].amount != part.amount:
            merged[at or part.when] = ScheduledDose(part.amount, unit, at or part.when)
    changed = tuple(sorted(merged.values(), key=lambda part: in_the_day(part.when)))
    if len(changed) == len(own):
        return changed if len(own) > 1 and set(changed) != set(own) else ()
    last = max((one.end for one in schedules), default=start)
    first = min((one.start for one in schedules), default=start)
    left = f"{sheet.folded[start:first]} {sheet.folded[last:end]}"
    return changed if _comes_beside(sheet.folded[start:end], left, dosed, bool(told[0].unit), len(told) > 1) else ()


def _of_one_time(sheet: Sheet, own: Sequence[ScheduledDose], start: int, end: int) -> list[ScheduledDose]:
    """The new amounts of times on record, where a sentence holds as many numbers as times: "the evening one is 500"."""
    told = [one for one in whens_told(sheet.folded[:end]) if one[1] >= start]
    # "Because of a low sugar at 2am" tells an hour of something else.
    times = {when for when, first, last, _ in told if not any(map(str.isdecimal, sheet.folded[first:last]))}
    numbers = [
        one for one in sheet.figures
        if start <= one.start < end and one.kind == "number" and not (one.spoken and one.value == 1)
        and _OF_AN_HOUR.match(sheet.folded, one.end) is None
    ]  # fmt: skip
    if len(own) < 2 or not times or len(times) != len(numbers):
        return []
    # "The evening one is 500, the morning one stays 1000": each amount stands behind its time, or each before it.
    ordered = sorted((first, when) for when, first, _, _ in told if when in times)
    if len(ordered) != len(numbers):
        return []
    pairs = [(first, one.start) for (first, _), one in zip(ordered, numbers, strict=True)]
    flat = [place for pair in pairs for place in pair]
    back = [place for first, number in pairs for place in (number, first)]
    if len(pairs) > 1 and flat != sorted(flat) and back != sorted(back):
        return []
    return [
        ScheduledDose(one.value, DOSE_UNITS.get(one.quantity.unit or "", one.quantity.unit or ""), when)
        for (_, when), one in zip(ordered, numbers, strict=True)
    ]


_ONCE_A_DAY: Final = frozenset(
    {"insulin_glargine", "insulin_degludec", "insulin_detemir", "insulin_degludec_liraglutide",
     "insulin_glargine_lixisenatide", "insulin_nph"}
)  # fmt: skip
"""Insulins of which there is one dose a day as a rule."""
_READING: Final = lazy_regex(
    r"[\s,:;]*(?:before\s\w+\s)?(?:fasting|sugars?|glucose|readings?|bgs?|bms?|bp|blood|pressure|levels?|numbers?|hba1c"
    r"|(?:was|is|were|came)\b|공복|식전|식후|혈당|당(?:이|은|도)?(?![가-힣])|혈압|수치|\d)"
)
"""What stands behind a time of day that is of a reading."""
_OF_FASTING: Final = lazy_regex(r"공복|혈당|\b(?:fasting|sugars?|glucose)\b")


def _is_of_a_reading(sheet: Sheet, first: int, last: int, end: int) -> bool:
    """Whether the time of a single dose is that of a reading told with it: "18 units, morning fasting 148"."""
    behind = _READING.match(sheet.folded, last, end) is not None
    return behind or _OF_FASTING.search(sheet.folded, first, last) is not None


def _comes_beside(sentence: str, left: str, dosed: _Dosed, measured: bool, both: bool) -> bool:
    """Whether a dose of another time comes beside those on record; ``left`` are the words beside it.

    ``both``: the words tell two times or more.
    """
    if _ADDED.search(sentence) is None:
        if dosed.fact.concept.concept_id in _ONCE_A_DAY and len(dosed.parts) == 1 and not both:
            # A long-acting insulin told with another time was moved or changed: two doses would be twice as much.
            return False
        if _MOVED.search(sentence) is not None:
            return False
        if dosed.named and not (_is_by_the_meal(dosed.fact) or _SET_BESIDE.search(sentence)):
            # "Atorvastatin 40 at night" of one that is taken in the morning tells it anew.
            return False
    return dosed.named or measured or only_of_taking(_OTHER_WORDS.sub(" ", left))


def _is_alike(part: ScheduledDose, own: Sequence[ScheduledDose], unit: str) -> bool:
    near = any(1 / _FURTHEST <= part.amount / one.amount <= _FURTHEST for one in own if one.amount)
    return kind_of(part.when) == "times" and near and part.unit in ("", unit)


def _is_by_the_meal(fact: Content) -> bool:
    """Whether a medicine has an amount for each meal as a rule."""
    return not _BY_THE_MEAL.isdisjoint(fact.concept.broader)


_BY_THE_MEAL: Final = frozenset({"insulin_therapy", "parkinson_drug"})


def _same_time(when: str, whens: dict[str, ScheduledDose]) -> str | None:
    if when in whens:
        return when
    late = [one for one in whens if one in _LATE]
    return late[0] if when in _LATE and len(late) == 1 else None


def _left(sheet: Sheet, dosed: _Dosed, start: int, end: int) -> tuple[ScheduledDose, ...]:
    """The amounts without the one whose time a sentence ends; empty where it ends none, or all."""
    own = {part.when: part for part in dosed.parts}
    told = {
        at for when, first, _, _ in whens_told(sheet.folded[:end]) if first >= start and (at := _same_time(when, own))
    }
    if len(own) < 2 or not told or len(told) == len(own) or _ENDS.search(sheet.folded, start, end) is None:
        return ()
    if any(start <= one.start < end and one.kind == "number" and not one.spoken for one in sheet.figures):
        return ()
    return tuple(part for part in dosed.parts if part.when not in told)


def _with(
    sheet: Sheet,
    found: tuple[Proposal, ...],
    fact: Content,
    parts: Sequence[ScheduledDose],
    place: tuple[int, int],
    extractor: str,
) -> tuple[Proposal, ...]:
    concept = fact.concept.concept_id
    rest = tuple(one for one in found if not _is_of(one, fact))
    quote, start, end = sheet.quote(*place)
    told_of = Content(slot=fact.slot, concept=fact.concept, status=Status.ACTIVE, subject=fact.subject)
    content = _as_dosed(told_of, parts)
    told = Proposal(
        operation=Operation.CHANGE, content=content, target=Target(slot=fact.slot, concept_id=concept), quote=quote,
        start=start, end=end, extractor=extractor,
    )  # fmt: skip
    return (*rest, told)


def _is_of(proposal: Proposal, fact: Content) -> bool:
    content, target = proposal.content, proposal.target
    named = content.concept if content is not None else None
    own = named is not None and (
        named.concept_id == fact.concept.concept_id or named.concept_id in fact.concept.broader
    )
    aimed = target is not None and target.concept_id == fact.concept.concept_id
    return (own and content is not None and content.slot is fact.slot and content.subject == fact.subject) or aimed


def _as_dosed(content: Content, parts: Sequence[ScheduledDose]) -> Content:
    """A medicine with what is taken when: of one time that is left the time stands by itself."""
    if len(parts) > 1:
        return content.with_fields(dose=", ".join(part.written() for part in parts), frequency=_A_DAY.get(len(parts)))
    last = parts[0]
    at_bedtime = last.when == "bedtime"
    return content.with_fields(
        dose=with_unit(f"{last.amount:g}", last.unit),
        frequency="QHS" if at_bedtime else "QD",
        timing=None if at_bedtime else _CODE.get(last.when, last.when),
    )
