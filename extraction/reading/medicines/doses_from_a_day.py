"""A dose that holds from a day on: "from tomorrow 4 mg", "내일부터 4mg으로 줄이래요", "going up from 50 to 75 today".

What is taken until that day stays on record as it was, and what is taken from it on is a change, whether the day has
come or is still to come: neither contradicts the other, and neither was wrong. Where both doses are told the former one
is recorded with the new one. Which medicine words without a name mean is said by the record: the only one whose dose
can have become the one told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import Concept, Content, SlotKind, Status, Temporality
from extraction.naming.lexicon import Lexicon
from extraction.reading.asking.asked import asked, sentences
from extraction.reading.corrections.taking_back import asked_in
from extraction.reading.items import Heard
from extraction.reading.medicines.meant import (
    is_named_by,
    is_of,
    is_taken,
    is_unnamed,
    meant,
    medicines_named,
    on_record,
    others_spoken_of,
)
from extraction.reading.medicines.numbers_of_tests import TAKEN, is_of_a_test, without_values_as_doses
from extraction.reading.medicines.whose_dose import only_fitting
from extraction.reading.sheet import Sheet
from extraction.records.reader import precision_of
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention, find_dates
from extraction.values.dose_schedules import schedule_of
from extraction.values.dose_units import assumed_unit, number_of_dose, unit_of_dose
from extraction.values.measure_words import with_unit
from extraction.values.plausibility import is_unusual_dose
from extraction.values.schedule_words import whens_told

_LONGEST: Final = 300
"""Characters of a text beyond which it is a pasted sheet."""
_FURTHEST: Final = 5.0
"""Most by which a dose without a name is moved at once, as a factor."""
_LONG_AGO: Final = timedelta(days=62)
"""How far back a day may lie for what is told of it to be news of how a medicine is taken."""
_UNIT: Final = (
    r"mcg|micrograms?|mikrograms?|마이크로(?:그램)?|mgs?|밀리(?:그램|그람)?|미리|milligrams?|units?|단위|g(?![a-z])"
)
_NO_DOSE: Final = (
    r"(?!\d|[%/:~]|\.\d|-\d|[a-z](?<!m)(?<!u)(?<!g))"
    r"(?!\s?(?:kgs?|킬로|키로|kilos?|lbs?|pounds?|stone|cm|센치|ml|cc|시|분|일(?!\s?1)|월|년|주|번|회|알|정(?!도)|개|살|세|도(?![가-힣])|점|병|포"
    r"|days?|weeks?|months?|years?|times|tablets?|tabs?|pills?|puffs?|drops?|hours?|hrs?|am|pm|o'?clock|st|nd|rd|th"
    r"|percent|bpm|mm|mmol|minutes?|mins?|miles?|people)(?![a-z]))"
)
_AMOUNT: Final = rf"(?<![\d.,/:~-])(?P<n>\d+(?:\.\d+)?)\s?(?P<unit>{_UNIT})?{_NO_DOSE}"
_MOVE_EN: Final = (
    r"(?:put|mov\w+|bump\w*|upp?(?:ed|ing)?|rais\w+|increas\w+|cut(?:ting)?|drop(?:s|ped|ping)?|lower\w*|reduc\w+|down"
    r"|go(?:es|ing|ne)?|went|c[ao]m(?:e|es|ing)|step\w*|back|chang\w+|switch\w*"
    r"|halv\w+|doubl\w+|titrat\w+|taper\w*|adjust\w*"
    r"|tak(?:e|en|ing) (?:it|me|him|her|that))"
)
_MOVE_KO: Final = (
    r"(?:올[려렸리린릴림라랐]|늘[려렸리린릴림]|줄[여였이인일임]|낮[춰췄추춘출]|높[여였이인일]|내[려렸리린릴]|감량|증량"
    r"|바[꿔꿨꾸꾼꿀뀌뀐]|변경|조정|[가하](?:자|래|라|기로|겠|십)|간(?:대|다)|한(?:대|다)|먹|묵|드[시셔]|복용|맞|시작)"
)
_TO_EN: Final = lazy_regex(rf"\b{_MOVE_EN}\b(?: [a-z']+){{0,5}}? (?:to|at|on) {_AMOUNT}")
_TO_KO: Final = lazy_regex(
    rf"{_AMOUNT}(?:짜리)?(?:씩)?\s?으?로(?:만)?\s(?:\S{{1,6}}\s){{0,1}}?{_MOVE_KO}|"
    rf"{_AMOUNT.replace('?P<n>', '?P<n2>').replace('?P<unit>', '?P<unit2>')}(?:짜리)?(?:씩)?\s?으?로(?:만)?{_MOVE_KO}"
)
_MOVES: Final = lazy_regex(rf"\b{_MOVE_EN}\b|{_MOVE_KO}|\b(?:from|since|as of|starting)\b|부터|->|→")
_PAIR_EN: Final = lazy_regex(
    rf"(?:\bfrom )?{_AMOUNT.replace('?P<n>', '?P<old>').replace('?P<unit>', '?P<old_unit>')}"
    rf"(?: (?:once|twice) (?:a day|daily))?,? ?(?:(?:up |down |back )?to|->|→) ?{_AMOUNT}"
)
_PAIR_KO: Final = lazy_regex(
    rf"{_AMOUNT.replace('?P<n>', '?P<old>').replace('?P<unit>', '?P<old_unit>')}"
    rf"(?:짜리)?(?:에서|서|->|→|이?었?다가)\s?(?:\S{{1,6}}\s)?{_AMOUNT}"
)
_BEHIND_DAY: Final = lazy_regex(
    rf"(?:\s?(?:아침|점심|저녁|밤|새벽))?\s?부터(?:는|은|로)?,?\s?(?:[^\s\d]{{1,8}}\s){{0,2}}?{_AMOUNT}"
    rf"|(?: (?:morning|evening|night|on(?:wards)?))*,?(?: (?:it'?s|its|is|i'?m|i|he'?s|she'?s|on|take"
    rf"|taking|to|be|going|down"
    rf"|up|just|only"
    rf"|then|have|the|dose|will)){{0,4}} {_AMOUNT.replace('?P<n>', '?P<n2>').replace('?P<unit>', '?P<unit2>')}"
)
_BEFORE_DAY: Final = lazy_regex(
    rf"{_AMOUNT}(?:,? (?:a|per|each|every|once|twice|in|at|the|daily|day|night|morning"
    r"|evening|bedtime|dose|pill|tablet))*,?"
    r" (?:from|as of|starting|beginning|since|effective)(?: the)? $"
)
_AS_OF: Final = lazy_regex(r"\b(?:as of|from|starting|since|beginning|effective)(?: on)? $")
_TODAY: Final = lazy_regex(
    rf"(?:^|[,;] )(?:(?:on|to|just|now|and) )*(?P<n>\d+(?:\.\d+)?)\s?(?P<unit>{_UNIT}) (?:today|this morning)\b"
    rf"|\btoday (?:is |it'?s |was |on )*(?P<n2>\d+(?:\.\d+)?)\s?(?P<unit2>{_UNIT})\b"
    rf"|오늘(?:은|도)?\s(?P<n3>\d+(?:\.\d+)?)\s?(?P<unit3>{_UNIT})"
    rf"|(?P<n4>\d+(?:\.\d+)?)\s?(?P<unit4>{_UNIT})(?:씩|짜리)?\s?(?:먹|묵|복용)"
)
"""The dose of a day, told of what is taken in falling steps."""
_STEPPED: Final = frozenset({"steroid"})
_UNSURE: Final = lazy_regex(
    r"\b(?:might|may(?! \d)|could|maybe|perhaps|thinking|thought|consider\w*|whether|if|unless"
    r"|wonder\w*|suggest\w*|offer\w*"
    r"|option|wanted|would|refus\w*|declin\w*|not|no|never|instead|still|stay\w*|\w+n't"
    r"|(?:did|does|do|was|is|have|has|had|ca|wo|could|would|are)nt)\b"
    r"|까\s?(?:요|봐|말까|고|생각|싶|\?|$)|는지|을지|ㄹ지|면\s|고민|망설|수도\s?있|아직|안\s?[올늘줄바내]|않|말[래라고]|못\s|그대로|유지|뻔"
)
"""Words by which it is not settled, or did not come about."""
_WRONG: Final = lazy_regex(
    r"\b(?:wrong|mistake\w*|misread|meant|typo|correct\w*|actually|ignore|scratch|sorry|oops|box|label)\b"
    r"|아니라|아니고|아니[네야]|잘못|정정|틀[렸린려]|착각|헷갈|고쳐|바꿔\s?(?:주세요|줘|달)"
)
"""Words that put right what was told, which tells of no change."""
_OF_BEFORE: Final = lazy_regex(
    r"\b(?:was|were|used to|had been|been|before|previously)(?: \w+){0,3} $"
    r"|(?:원래|전에는?|처음에?는?|예전에?는?)\s(?:\S{1,8}\s)?$"
)
_TO_COME_EN: Final = lazy_regex(
    r"\b(?:will|'ll|going to|to (?:go|start|take|drop|cut)|have to|need to|wants? me|says?|said|told"
    r"|tells|asked|plan\w*|start(?:ing)?"
    r"|go|drop|increase|raise|lower|reduce|switch|take)\b"
)
_CAME_EN: Final = lazy_regex(
    r"\b(?:went|dropped|increased|raised|lowered|reduced|switched|took|started|been|since|was|upped)\b"
)
_TO_COME_KO: Final = lazy_regex(
    r"(?:으?라|으?래|랍니다|랍디다|란다|대요|답니다|기로|예정|자고|자네|자시|겠|[올늘줄낮높]\S{0,2}[릴일출]|거예|거래|고\s?하[시셨])"
)
_WEEKDAY: Final = lazy_regex(r"(?:on )?(?:mon|tues?|wednes|wed|thurs?|fri|satur|sat|sun)(?:day)?|[월화수목금토일]요일")
_BESIDE_A_DAY: Final = 5
"""Characters between the name of a day and its date."""
_DAY: Final = len("2026-01-31")
_WEEK: Final = timedelta(days=7)
_UNITS: Final = (
    ("mcg", ("mc", "mi", "마이크로")),
    ("mg", ("mg", "밀리", "미리", "milli")),
    ("U", ("unit", "단위")),
    ("g", ("g",)),
)


@dataclass(frozen=True, slots=True)
class _Told:
    """A dose that holds from a day on, the one before it where that is told, and the medicine they are of."""

    number: float
    unit: str
    start: int
    end: int
    day: str | None
    old: float | None = None
    old_unit: str = ""
    up: bool | None = None
    """Whether the words say that it is more than before, or less; None where they say neither."""


def with_doses_from_a_day(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], lexicon: Lexicon, author: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the dose of one medicine, and the former one, as a change from the day told."""
    text = sheet.folded
    proposals = without_values_as_doses(sheet, proposals)
    if len(text) > _LONGEST or _WRONG.search(text) is not None:
        return tuple(proposals)
    supposed = (*asked(text), *asked_in(text))
    for start, end in sentences(text):
        if text[end : end + 1] == "?" or any(first < end and start < last for first, last in supposed):
            continue
        if _UNSURE.search(text, start, end) is not None:
            continue
        if (told := _told(sheet, heard, start, end)) is not None:
            changed = _changed(sheet, heard, told, (start, end), proposals, lexicon, author)
            if changed is not None:
                return changed
            if not medicines_named(sheet) and len(_told_together(heard, told)) > 1:
                # Of which of them it is stays open: a guess would be a wrong dose on record.
                return tuple(one for one in proposals if not _is_anothers(one, sheet, told))
    return tuple(proposals)


def _told(sheet: Sheet, heard: Heard, start: int, end: int) -> _Told | None:
    """The one dose of a sentence that holds from a day, or from now, on."""
    pair = next(_pairs(sheet, start, end), None)
    if pair is not None:
        return pair
    found = {one.number: one for one in _singles(sheet, heard, start, end)}
    return replace(next(iter(found.values())), up=_way(sheet.folded, start, end)) if len(found) == 1 else None


def _way(text: str, start: int, end: int) -> bool | None:
    up, down = _UP.search(text, start, end) is not None, _DOWN.search(text, start, end) is not None
    return up if up != down else None


_UP: Final = lazy_regex(r"\b(?:up|rais\w+|increas\w+|upped|doubl\w+)\b|올[려렸리린릴림라랐]|늘[려렸리린릴림]|증량")
_DOWN: Final = lazy_regex(
    r"\b(?:down|drop\w*|lower\w*|reduc\w+|cut|halv\w+|taper\w*)\b|줄[여였이인일임]|낮[춰췄추춘출]|내[려렸리린릴]|감량"
)


def _pairs(sheet: Sheet, start: int, end: int) -> Iterator[_Told]:
    pattern = _PAIR_KO if sheet.language == "ko" else _PAIR_EN
    for match in pattern.finditer(sheet.folded, start, end):
        if _MOVES.search(sheet.folded, start, end) is None or float(match["old"]) == float(match["n"]):
            continue
        unit, old_unit = _unit(match["unit"]), _unit(match["old_unit"])
        day = _day(sheet, start, end)
        yield _Told(
            float(match["n"]), unit or old_unit, match.start(), match.end(), day, float(match["old"]), old_unit or unit
        )


def _singles(sheet: Sheet, heard: Heard, start: int, end: int) -> Iterator[_Told]:
    text, day = sheet.folded, _day(sheet, start, end)
    matches = list((_TO_KO if sheet.language == "ko" else _TO_EN).finditer(text, start, end))
    for one in _dates(sheet, start, end):
        behind = _BEHIND_DAY.match(text, one.end, end)
        as_of = one.kind == "since" or _AS_OF.search(text, start, one.start) is not None
        if behind is not None and as_of:
            matches.append(behind)
        if (before := _BEFORE_DAY.search(text, start, one.start)) is not None:
            matches.append(before)
    steps = [one for one in _TODAY.finditer(text, start, end)] if _in_steps(heard) else []
    for match in (*matches, *steps):
        number, unit, place = _amount(match)
        if _OF_BEFORE.search(text, start, place) is None:
            yield _Told(number, unit, place, match.end(), day)


def _in_steps(heard: Heard) -> bool:
    return any(is_taken(one) and not _STEPPED.isdisjoint(one.concept.broader) for one in on_record(heard))


def _amount(match: re.Match[str]) -> tuple[float, str, int]:
    groups = match.groupdict()
    name = next(one for one in ("n", "n2", "n3", "n4") if groups.get(one))
    return float(match[name]), _unit(groups.get(name.replace("n", "unit"))), match.start(name)


def _unit(written: str | None) -> str:
    return next((name for name, begins in _UNITS if written and written.startswith(begins)), "")


def _day(sheet: Sheet, start: int, end: int) -> str | None:
    """The (partial) day that a sentence tells; a weekday that is to come is the next of its name."""
    inside = [one for one in _dates(sheet, start, end) if one.kind != "until"]
    # "From Monday the 10th of August": the date tells which Monday.
    whole = [one.start for one in inside if not _WEEKDAY.fullmatch(one.words.casefold())]
    inside = [
        one for one in inside
        if not (_WEEKDAY.search(one.words.casefold()) and any(0 <= at - one.end <= _BESIDE_A_DAY for at in whole))
    ]  # fmt: skip
    told = [one for one in inside if one.kind == "since"] or inside
    days = {_to_come(sheet, one, start, end) for one in told}
    return days.pop() if len(days) == 1 else None


def _dates(sheet: Sheet, start: int, end: int) -> list[DateMention]:
    """The dates of a sentence, a weekday beside a number among them: "5 from Monday" is no dose of Mondays."""
    noon = datetime.combine(date.fromisoformat(sheet.day), time(12), UTC)
    return [one for one in find_dates(sheet.folded, noon, "UTC") if start <= one.start < end]


def _to_come(sheet: Sheet, one: DateMention, start: int, end: int) -> str:
    if len(one.value) != _DAY or one.value >= sheet.day or not _WEEKDAY.fullmatch(one.words.casefold()):
        return one.value
    text = sheet.folded
    if sheet.language == "ko":
        ahead = _TO_COME_KO.search(text, one.end, end) is not None
    else:
        ahead = _TO_COME_EN.search(text, start, end) is not None and _CAME_EN.search(text, start, end) is None
    return (date.fromisoformat(one.value) + _WEEK).isoformat() if ahead else one.value


def _changed(
    sheet: Sheet, heard: Heard, told: _Told, within: tuple[int, int], proposals: Sequence[Proposal], lexicon: Lexicon,
    author: str,
) -> tuple[Proposal, ...] | None:  # fmt: skip
    """``proposals`` with the change; None where no medicine, or more than one, can be meant."""
    if told.day is not None and len(told.day) == _DAY:
        if date.fromisoformat(sheet.day) - date.fromisoformat(told.day) > _LONG_AGO:
            return None
    elif told.day is not None:
        # "Next month" is no day on which it holds.
        return None
    if others_spoken_of(sheet) and not heard.patient_is:
        return None
    ahead = told.day is not None and told.day > sheet.day[: len(told.day)]
    if not told.unit and is_of_a_test(sheet, told.start, within[0], ahead=ahead):
        return None
    if _is_of_one_time(sheet, told, within):
        return None
    fact = _fact(sheet, heard, told, within)
    concept = fact.concept if fact is not None else _named_alone(sheet, heard, told, within)
    if concept is None:
        return None
    unit = told.unit or (unit_of_dose(fact.dose or "") if fact is not None else "")
    unit = unit or assumed_unit(concept, None, lexicon, told.number)
    if not unit:
        return None
    own = [one for one in proposals if is_of(one, concept.concept_id) and one.content is not None]
    if any(_differs(one.content, told) for one in own if one.content is not None):
        return None
    often = next((one.content.frequency for one in own if one.content is not None and one.content.frequency), None)
    base = Content(
        slot=SlotKind.MEDICATIONS, concept=concept, status=Status.ACTIVE, temporality=Temporality.CURRENT,
        frequency=often,
    )  # fmt: skip
    found = []
    if told.old is not None and (fact is None or fact.dose is None):
        former = base.with_fields(dose=with_unit(f"{told.old:g}", told.old_unit or unit))
        found.append(_proposal(sheet, Operation.ASSERT, former, told, None, author))
    since = told.day
    moved = base.with_fields(dose=with_unit(f"{told.number:g}", unit), valid_from=since, precision=precision_of(since))
    if not told.unit and is_unusual_dose(moved.with_fields(frequency=None), widest=1.0):
        # A bare number beyond all that the medicine is given in is of something else.
        return None
    target = Target(slot=SlotKind.MEDICATIONS, concept_id=concept.concept_id)
    found.append(_proposal(sheet, Operation.CHANGE, moved, told, target, author))
    kept = (
        one
        for one in proposals
        if not is_of(one, concept.concept_id) and not _is_read_of(one, told) and not _is_anothers(one, sheet, told)
    )
    return (*kept, *found)


def _is_of_one_time(sheet: Sheet, told: _Told, within: tuple[int, int]) -> bool:
    """Whether the words tell the dose of one time of the day alone, beside that of another."""
    times = {when for when, first, _, _ in whens_told(sheet.folded[: within[1]]) if first >= within[0]}
    return bool(times) and _OF_ONE_TIME.search(sheet.folded, *within) is not None


_OF_ONE_TIME: Final = lazy_regex(
    r"(?:아침|점심|저녁|밤|자기\s?전)(?:에?는|은|엔)?\s?(?:것|거|꺼|약)?만?\s?(?:은|는|만)\s|(?:아침|점심|저녁|밤|자기\s?전)\s?(?:것|거|꺼)"
    r"|\b(?:morning|evening|night|bedtime|lunch\w*|tea ?time|dinner)(?: time)? (?:one|dose|tablet|pill)\b"
    r"|\b(?:only|just) (?:in )?the (?:morning|evening|night)"
)


def _fact(sheet: Sheet, heard: Heard, told: _Told, within: tuple[int, int]) -> Content | None:
    """The medicine on record whose dose has become the one told."""
    own = [one for one in on_record(heard) if is_taken(one)]
    inside = [one for one in sheet.mentions if within[0] <= one.start < within[1] and one.entry.kind in TAKEN]
    if inside:
        ahead = [one for one in inside if one.start < told.start]
        inside = ahead[-1:] or inside[:1]
        named = [one for one in own if any(is_named_by(each, one) for each in inside)]
        ids = {one.concept.concept_id for one in named}
        return named[0] if len(ids) == 1 and _can_follow(named[0], told, named=True) else None
    if medicines_named(sheet):
        named = [one for one in own if any(is_named_by(each, one) for each in medicines_named(sheet))]
        return named[0] if len(named) == 1 and _can_follow(named[0], told, named=False) else None
    one = meant(sheet, heard, lambda one: is_taken(one) and _can_follow(one, told, named=False))
    return one if one is not None else only_fitting(_told_together(heard, told), told.number, told.day)


def _told_together(heard: Heard, told: _Told) -> list[Content]:
    """The medicines, told with each other last, of which the dose can be."""
    able = [one for one in on_record(heard) if is_taken(one) and _can_follow(one, told, named=False)]
    return [one for one in able if one.concept.concept_id in heard.of_last_turn] or able


def _can_follow(fact: Content, told: _Told, *, named: bool) -> bool:
    known = number_of_dose(fact.dose)
    if schedule_of(fact.dose or ""):
        return False
    if known is None:
        return named
    if known == told.number or (told.old is not None and known != told.old):
        return False
    if told.up is not None and (told.number > known) is not told.up:
        return False
    same = not told.unit or unit_of_dose(fact.dose or "").strip() == told.unit
    return same and (named or 1 / _FURTHEST <= told.number / known <= _FURTHEST)


def _named_alone(sheet: Sheet, heard: Heard, told: _Told, within: tuple[int, int]) -> Concept | None:
    """The one medicine that a sentence names, new to the record, where both of its doses are told."""
    named = {
        one.entry.concept_id: one
        for one in sheet.mentions
        if within[0] <= one.start < within[1] and one.entry.kind == "medications"
    }
    if told.old is None or len(named) != 1:
        return None
    name = next(iter(named.values()))
    known = any(is_named_by(name, one) for one in on_record(heard))
    return None if known else name.entry.concept(sheet.language)


def _differs(content: Content, told: _Told) -> bool:
    """Whether the words were read as another dose of it than the two that are told."""
    number = number_of_dose(content.dose)
    return bool(schedule_of(content.dose or "")) or (number is not None and number not in (told.number, told.old))


def _is_read_of(proposal: Proposal, told: _Told) -> bool:
    """Whether a number of the doses was read as the value of a test."""
    content = proposal.content
    if content is None or content.slot not in (SlotKind.LABS, SlotKind.VITALS) or content.value is None:
        return False
    return str(content.value) in (f"{told.number:g}", f"{told.old or 0:g}", str(told.number), str(told.old))


def _is_anothers(proposal: Proposal, sheet: Sheet, told: _Told) -> bool:
    """Whether the dose was read of another medicine that nobody names."""
    content = proposal.content
    return content is not None and is_unnamed(proposal, sheet) and number_of_dose(content.dose) == told.number


def _proposal(
    sheet: Sheet, operation: Operation, content: Content, told: _Told, target: Target | None, author: str
) -> Proposal:
    quote, start, end = sheet.quote(told.start, told.end)
    return Proposal(
        operation=operation, content=content, target=target, quote=quote, start=start, end=end, extractor=author
    )
