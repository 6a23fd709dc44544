"""Several values of one test in one message, each with its own day and circumstance.

"7.1 this morning then 12.4 at bedtime", "INR 2.1, the one before was 1.8 on 12 May", "in January I was 97": the readers
bind one value, or give one the day of the other. Here every number that can be nothing else is a reading of the test
that is named, or of the one on record that the message goes on with; its day is the one among its own words, and what
is told as former has no other's day.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, SERIES_SLOTS, Content, Precision, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Entry
from extraction.reading.asking.asked import sentence_around
from extraction.reading.figures.circumstances import told_apart
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.meal_circumstances import GLUCOSE, meal_of
from extraction.reading.figures.meals_in_a_row import after_each_meal, is_told_by_meals
from extraction.reading.figures.measured_values import in_the_unit_of_the_row, measured
from extraction.reading.figures.measuring import in_range, number_told, unit_fits
from extraction.reading.figures.repaired import standing_figures
from extraction.reading.figures.row_doses import figure_of, is_behind_a_medicine, is_of_a_medicine, unnumbered
from extraction.reading.figures.row_parts import RowPart, row_parts, sentence_end
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention

_LEAST_WORD: Final = 10.0
"""The least whole number that is taken for a value where it is told in a word: "three results" counts."""
_MOST_FIGURES: Final = 12
"""Numbers up to which a message is told; one of more is a pasted sheet, which the readers read line by line."""
_PRESSURES: Final = frozenset({"blood_pressure", "systolic_blood_pressure", "diastolic_blood_pressure"})
_ALIKE: Final = 2.0
"""Most by which two values of a test told together differ, as a factor."""
_ALIKE_MARKED: Final = 6.0
"""The same where the words set them apart: what was before a treatment, a sugar after a meal."""
_SUGAR: Final = lazy_regex(r"\bsugars?\b|\bbms?\b|\bblood glucose\b|혈당|(?<![가-힣])당(?:은|이|도|수치)?\s")
_FORMER: Final = lazy_regex(
    r"\b(?:last (?:time|one)|the (?:one|time|reading|result) before|before that|one before|previous(?:ly)?|used to be"
    r"|prior)\b|지난번|저번|그\s?전|이전|예전|직전|원래"
)
"""Words of a value that was, without the day on which it was."""
_NOW: Final = lazy_regex(r"오늘|지금|이번|현재|방금|\b(?:now|today|this (?:morning|time|evening|week)|tonight|just)\b")
_WHEN: Final = lazy_regex(
    r"공복|식전|식후|빈속|먹고|먹은|아침|점심|저녁|새벽|오전|오후|낮에|밤|자기\s?전|취침|쉬니|쉬고|쉬었|계단|걷|운동|다녀|\d\s?시"
    r"|\b(?:fasting|before|after|morning|noon|lunch|breakfast|dinner|tea|supper|evening|night|tonight|bedtime|bed|woke"
    r"|waking|am|pm|\d ?[ap]m|resting|rest|walk\w*|stairs|later|then)\b"
)
"""Words of the hour or the circumstance of a value."""
_NO_READING: Final = lazy_regex(
    r"\b(?:goal|target|range|limit|normal(?:ly)?|best|ideal\w*|should|supposed|want\w*|under|over|below|above|less than"
    r"|more than|up to|at least|lost|lose|gain\w*|dropped by|down by|up by|if|not|wasn't|isn't|wrong|sorry|meant|mean"
    r"|on (?:me|myself|him|himself|her|herself|them)|mine|hers|theirs"
    r"|scratch|strike|ignore|forget|delete|cancel|nvm|never ?mind|instead|average|units?|tablets?|puffs?"
    r"|take|takes|took|taking|mg|mcg|ml)\b"
    r"|목표|정상|기준|범위|이상|이하|미만|넘은|넘는|넘긴|몇\s?번|아니|잘못|정정|취소|지워|빼고|평균|단위|먹으래|퍼프|알\s|빠졌|쪘|늘었|줄었|만큼"
)
"""Words by which a number is a goal, a limit, a change, a dose or no value any more."""
_COUNTS: Final = lazy_regex(
    r"\s?(?:h|hrs?|hours?|mins?|minutes?|days?|weeks?|months?|years?|yrs?|times|th|st|nd|rd|x|am|pm|a\.m|p\.m|시간|시(?![가-힣])|분|일|주|개월|달"
    r"|년|살|세|번|회|알|정|개|잔|층|퍼프|단위)(?![a-z])"
)
_HOUR_BEFORE: Final = lazy_regex(r"(?:\bat (?:about |around |like )?|:)$")
_ASKS: Final = "?"
_REPAIRED: Final = lazy_regex(
    r"\d[^\d.!?\n]{0,10}?(?:[.…]{2,}\s?|,\s?|\s)(?:아\s?참|아차|아니다?|아\s?아니|참)[\s,]+\d"
    r"|\d[^\d.!?\n]{0,12}\b(?:no,? wait|wait,? no|sorry,?|i mean|oh no)[\s,]+(?:it(?:'s| is| was) )?\d"
)
"""A number put right where it stands: "68… 아 참 66", "68, no wait, 66"."""


def with_readings_in_a_row(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], lexicon: Lexicon, author: str
) -> tuple[Proposal, ...]:
    """``proposals`` with every value of the row that a message tells of one test, each of its own day."""
    if len(sheet.figures) > _MOST_FIGURES or _REPAIRED.search(sheet.folded) is not None:
        # What is said anew in the same breath is no second value.
        return tuple(proposals)
    others = any(one.entry.kind == "relatives" for one in sheet.mentions) and not heard.patient_is
    figures, slips = _in_their_units(_free(sheet, proposals))
    if others or not figures:
        return tuple(proposals)
    if len(figures) == 1:
        return _with_one(sheet, heard, proposals, figures[0], lexicon, author)
    found = _test_of(sheet, heard, proposals, figures, lexicon)
    if found is None:
        return tuple(proposals)
    entry, known, named = found
    proposals, bound = _bound(sheet, proposals, entry, slips)
    row = [one for one in figures if one.start in bound or _can_be(one, entry)]
    row = [
        one for one in row
        if one.start in bound or not (is_behind_a_medicine(sheet, one, row) or is_of_a_medicine(sheet, one))
    ]  # fmt: skip
    held = [one for one in row if one.start in bound] or row
    parts = [one for one in row_parts(sheet.folded, row) if one.figure.start in bound or _is_told(one, sheet, held)]
    if len(parts) < 2 or len({one.figure.value for one in parts}) < 2:
        return tuple(proposals)
    if not named and len(parts) < len(_numbers(sheet)):
        # Where a number is of something else, nobody knows which goes on with the test on record.
        return tuple(proposals)
    return _with_parts(sheet, proposals, parts, bound, entry, known, author)


def _with_one(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], figure: Figure, lexicon: Lexicon, author: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the one number that is told with its circumstance as the next value of the test on record."""
    found = _test_of(sheet, heard, proposals, (figure,), lexicon)
    part = row_parts(sheet.folded, [figure])[0]
    words = sheet.folded[part.start : sentence_end(sheet.folded, figure.end)]
    told = meal_of(part.words(sheet.folded)) is not None or _MEASURED.search(words) is not None
    if found is None or found[2] or found[1] is None or not told or not _goes_on(found[1], figure):
        return tuple(proposals)
    entry, known, _ = found
    taken = any(_is_of(one, entry) for one in proposals) or is_of_a_medicine(sheet, figure)
    if taken or not _can_be(figure, entry) or _NO_READING.search(words) is not None or len(_numbers(sheet)) > 1:
        return tuple(proposals)
    if not _is_near_in_its_kind(known, figure) or sheet.folded.rstrip().endswith(_ASKS):
        return tuple(proposals)
    return _with_parts(sheet, proposals, (part,), {}, entry, known, author)


def _is_near_in_its_kind(known: Content | None, figure: Figure) -> bool:
    """Whether a number is written like the one on record: a whole one may count anything beside one with decimals."""
    own = number_told(known) if known is not None else None
    return own is not None and (not float(figure.value).is_integer() or float(own).is_integer())


_MEASURED: Final = lazy_regex(
    r"쟀|잰|재\s?보|재니|재봤|나왔|나옴|떨어졌|올랐|내렸|찍혔|측정"
    r"|\b(?:read|reads|reading|got|showed|shows|says|said|measured|checked|tested|came (?:out|back)|down to|up to)\b"
)


def _with_parts(
    sheet: Sheet,
    proposals: Sequence[Proposal],
    parts: Sequence[RowPart],
    bound: dict[int, int],
    entry: Entry,
    known: Content | None,
    author: str,
) -> tuple[Proposal, ...]:
    made: list[Proposal] = list(proposals)
    fresh: list[Proposal] = []
    days = _days(sheet, parts)
    whole = len(bound) == len(parts) and _each_has_its_day(sheet, [made[at] for at in bound.values()])
    dated = any(one is not None for one in days) and not whole
    now = [_NOW.search(one.words(sheet.folded)) is not None for one in parts]
    former = [
        _is_former(one, day, sheet) or (any(now) and not told_now and day is None and _was(one, sheet))
        for one, day, told_now in zip(parts, days, now, strict=True)
    ]
    for part, day, was in zip(parts, days, former, strict=True):
        at = bound.get(part.figure.start)
        content = made[at].content if at is not None else _content(entry, _in_its_unit(part, parts), known, sheet)
        if content is None:
            continue
        if at is None or (dated and (any(former) or _has_anothers(content, day, days))) or (was and day is None):
            content = _of_day(content, day, sheet, was=was)
        if at is None:
            meal = meal_of(part.words(sheet.folded)) if entry.concept_id == GLUCOSE else None
            meal = meal or (after_each_meal(known, parts, sheet) if entry.concept_id == GLUCOSE else None)
            content = content.with_fields(qualifier=meal or content.qualifier)
            quote, first, last = sheet.quote(part.figure.start, part.figure.end)
            fresh.append(
                Proposal(
                    operation=Operation.ASSERT, content=content, quote=quote, start=first, end=last, extractor=author
                )
            )
        else:
            made[at] = made[at].with_fields(content=content)
    if not fresh and not any(former):
        return _in_their_order(made, entry)
    own = [unnumbered(one) for one in made if _is_of(one, entry)]
    others = [one for one in made if not _is_of(one, entry) and not _is_part_of_row(one, parts, sheet)]
    row = sorted((*own, *fresh), key=lambda one: one.end or 0)
    return (*others, *told_apart(sheet, row))


def _each_has_its_day(sheet: Sheet, told: Sequence[Proposal]) -> bool:
    """Whether the values that the readers bound have each a day of its own that the words name."""
    days = [one.content.valid_from for one in told if one.content is not None]
    return len(days) > 1 and len(set(days)) == len(days) and set(days) <= {one.value for one in sheet.dates}


def _in_their_order(proposals: Sequence[Proposal], entry: Entry) -> tuple[Proposal, ...]:
    """``proposals`` with the values of a test, where they stand among the others, in the order of the words."""
    row = iter(sorted((one for one in proposals if _is_of(one, entry)), key=lambda one: one.end or 0))
    return tuple(next(row) if _is_of(one, entry) else one for one in proposals)


def _in_their_units(figures: Sequence[Figure]) -> tuple[list[Figure], dict[int, int]]:
    """``figures`` with a number that is said again for its unit once, at its first place; the places of the second.

    "94 stone, sorry, 94 kilos" is one weight, in the words and of the day of the first.
    """
    kept: list[Figure] = []
    slips: dict[int, int] = {}
    for figure in figures:
        known = next((one for one in kept if one.value == figure.value and one.quantity.unit is None), None)
        if known is None or figure.quantity.unit is None:
            kept.append(figure)
            continue
        quantity = replace(known.quantity, unit=figure.quantity.unit, unit_stated=True)
        kept[kept.index(known)] = replace(known, quantity=quantity)
        slips[figure.start] = known.start
    return kept, slips


def _bound(
    sheet: Sheet, proposals: Sequence[Proposal], entry: Entry, slips: Mapping[int, int]
) -> tuple[list[Proposal], dict[int, int]]:
    """``proposals`` with one for each figure of the test, and the place of each by where its figure begins."""
    kept: list[Proposal] = []
    bound: dict[int, int] = {}
    for one in proposals:
        figure = figure_of(one, sheet) if _is_of(one, entry) else None
        start = slips.get(figure.start, figure.start) if figure is not None else None
        if start is not None and start in bound:
            continue
        if start is not None:
            bound[start] = len(kept)
        kept.append(one)
    return kept, bound


def _free(sheet: Sheet, proposals: Sequence[Proposal]) -> list[Figure]:
    """The plain numbers of a message that no dose, no age and no count has, and that were not taken back."""
    taken = [
        (one.start or 0, one.end or 0)
        for one in proposals
        if one.content is not None and one.content.slot not in SERIES_SLOTS and (one.content.dose or one.content.value)
    ]
    put_right = {
        one.content.value_stated for one in proposals
        if one.content is not None and one.operation in (Operation.CORRECT, Operation.CHANGE, Operation.REVERT)
    }  # fmt: skip
    found = []
    for figure in _numbers(sheet):
        _, first, last = sheet.quote(figure.start, figure.end)
        if any(start <= first and last <= end and end - start < _DOSE for start, end in taken):
            continue
        if f"{figure.value:g}" not in put_right:
            found.append(figure)
    return found


_DOSE: Final = 60
"""Characters up to which the words of a dose are its own."""


def _numbers(sheet: Sheet) -> list[Figure]:
    return [
        one for one in standing_figures(sheet)
        if one.kind == "number" and one.schedule is None and not one.counter
        and one.quantity.comparator is None and one.value > 0
        and _COUNTS.match(sheet.folded, one.end) is None and not _is_supposed(sheet, one)
        and (one.value >= _LEAST_WORD or one.value % 1 or sheet.folded[one.start].isdigit())
        and not any(day.start < one.end and one.start < day.end for day in sheet.dates)
    ]  # fmt: skip


def _is_supposed(sheet: Sheet, figure: Figure) -> bool:
    """Whether a number stands in a sentence that hopes or supposes."""
    start, end = sentence_around(sheet.folded, figure.start)
    return _SUPPOSED.search(sheet.folded, start, end) is not None


_SUPPOSED: Final = lazy_regex(
    r"\b(?:if|hop(?:e|ing)|wish|suppose|imagine)\b|(?:이|라|하|오|되)면(?=[\s,?])|좋겠|[가-힣]면\s?(?:좋|어떻|어떡|어때|안\s?[되돼])"
)


def _test_of(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], figures: Sequence[Figure], lexicon: Lexicon
) -> tuple[Entry, Content | None, bool] | None:
    """The one test that a message is of, its last value on record, and whether the words name it."""
    told = {
        one.content.concept.concept_id: one.content
        for one in proposals
        if one.content is not None and one.operation is Operation.ASSERT and one.content.slot in SERIES_SLOTS
    }
    mentioned = {one.entry.concept_id: one.entry for one in sheet.mentions if one.entry.kind in ("labs", "vitals")}
    names = mentioned.keys() | told.keys()
    if len(names) > 1 or not _PRESSURES.isdisjoint(names):
        return None
    if any(one.subject != PATIENT for one in told.values()):
        return None
    latest = {one.concept.concept_id: one for one in reversed(heard.facts) if _is_number(one)}
    if names:
        (name,) = names
        entry = mentioned.get(name) or _entry(told[name], lexicon)
        return (entry, latest.get(name), bool(mentioned) or _SUGAR.search(sheet.folded) is not None) if entry else None
    if _SUGAR.search(sheet.folded) is not None or is_told_by_meals(sheet, figures):
        return lexicon.entry("labs", GLUCOSE), latest.get(GLUCOSE), True
    fitting = [one for one in latest.values() if all(_goes_on(one, figure) for figure in figures)]
    fitting = [one for one in fitting if any(_is_near_in_its_kind(one, figure) for figure in figures)]
    fitting = [one for one in fitting if one.concept.concept_id not in _PRESSURES]
    entry = _entry(fitting[0], lexicon) if len(fitting) == 1 else None
    return (entry, fitting[0], False) if entry is not None else None


def _entry(content: Content, lexicon: Lexicon) -> Entry | None:
    return lexicon.by_name(content.concept.name, ("labs", "vitals"))


def _is_number(one: Content) -> bool:
    return one.slot in SERIES_SLOTS and one.subject == PATIENT and isinstance(one.value, float)


def _goes_on(known: Content, figure: Figure) -> bool:
    """Whether a number can be the next value of the test on record."""
    own = number_told(known)
    most = _ALIKE_MARKED if known.concept.concept_id == GLUCOSE else _ALIKE
    return own is not None and own > 0 and 1 / most <= figure.value / own <= most


def _is_of(proposal: Proposal, entry: Entry) -> bool:
    content = proposal.content
    return (
        content is not None
        and proposal.operation is Operation.ASSERT
        and content.concept.concept_id == entry.concept_id
        and content.value_stated is not None
    )


def _is_part_of_row(proposal: Proposal, parts: Sequence[RowPart], sheet: Sheet) -> bool:
    """Whether a proposal takes a number of the row for something else: somebody's years, a bare confirmation."""
    spans = [sheet.quote(one.figure.start, one.figure.end)[1:] for one in parts]
    return proposal.content is None and (proposal.start, proposal.end) in spans


def _can_be(figure: Figure, entry: Entry) -> bool:
    return unit_fits(entry, figure.quantity) and in_range(entry, figure.quantity)


def _is_told(part: RowPart, sheet: Sheet, row: Sequence[Figure]) -> bool:
    """Whether a number is told as a value: like the others, with its day, circumstance or time, and as no goal."""
    words, figure = part.words(sheet.folded), part.figure
    if figure.again:
        return True
    if (
        figure.quantity.unit is None
        and float(figure.value).is_integer()
        and _PERSON.search(sheet.folded, max(0, figure.start - _PERSON_REACH), figure.start) is not None
    ):
        return False
    own = _NO_READING.search(words) is None and sheet.folded[part.end : part.end + 1] != _ASKS
    if not own or _HOUR_BEFORE.search(sheet.folded, part.start, figure.start) is not None:
        return False
    days = any(part.start <= one.start < part.end for one in sheet.dates)
    marked = days or any(one.search(words) is not None for one in (_WHEN, _FORMER, _NOW)) or _was(part, sheet)
    most = _ALIKE_MARKED if marked else _ALIKE
    alike = any(1 / most <= figure.value / one.value <= most for one in row if one is not figure)
    return alike and (marked or all(figure.start <= one.start for one in row))


_PERSON: Final = lazy_regex(
    r"\b(?:mum|mom|mam|maw|ma|dad|da|father|mother|nan|gran\w*|husband|wife|son|daughter|brother|sister|aunt\w*|uncle|partner"
    r"|here|male|female|man|woman|i'?m)\s?[,(]\s?$"
    r"|(?:엄마|아빠|어머니|아버지|할머니|할아버지|남편|아내|남자|여자|아들|딸)\s?[,(]\s?$"
)
"""A person right before a number, which is his or her years: "my dad, 66. Weight 81.2 kg"."""
_PERSON_REACH: Final = 16


def _was(part: RowPart, sheet: Sheet) -> bool:
    """Whether a value is told in the past: "8이었는데", "was 8"."""
    if sheet.language == "ko":
        return _WAS_KO.match(sheet.folded, part.figure.end) is not None
    return _WAS_EN.search(sheet.folded, part.start, part.figure.start) is not None


_WAS_KO: Final = lazy_regex(r"\s?(?:kg|킬로|키로|%|프로)?\s?(?:이었|였)(?:는데|다가|고|지만|었|어)")
_WAS_EN: Final = lazy_regex(r"\b(?:was|were|from|went|gone|started (?:at|on))\s(?:at |about |around )?$")


def _days(sheet: Sheet, parts: Sequence[RowPart]) -> list[DateMention | None]:
    """The day of each value: among its own words, at the end of its sentence for the last, or going on from before."""
    found: list[DateMention | None] = []
    for at, part in enumerate(parts):
        last = at == len(parts) - 1
        end = sentence_end(sheet.folded, part.end) if last and _FORMER.search(part.words(sheet.folded)) else part.end
        own = [one for one in sheet.dates if part.start <= one.start < end and one.kind == "point"]
        before = [one for one in own if one.end <= part.figure.start]
        found.append(before[-1] if before else own[0] if own else None)
    head = found[0]
    if head is not None and head.end <= parts[0].figure.start and not any(found[1:]):
        # "Yesterday fasting 94, after lunch 118" is of one day, unless a later value is told as of now.
        words = [one.words(sheet.folded) for one in parts[1:]]
        if not any(_NOW.search(each) or _FORMER.search(each) for each in words) and len(head.value) == _WHOLE:
            return [head for _ in parts]
    return found


_WHOLE: Final = len("2026-03-02")


def _is_former(part: RowPart, day: DateMention | None, sheet: Sheet) -> bool:
    """Whether a value is told as one that was: by its word, or by a month or year that is over."""
    if day is not None:
        return day.value[: len(sheet.day)] < sheet.day[: len(day.value)]
    return _FORMER.search(part.words(sheet.folded)) is not None


def _has_anothers(content: Content, day: DateMention | None, days: Sequence[DateMention | None]) -> bool:
    """Whether a value stands on record under the day of another one of its row."""
    own = day.value if day is not None else None
    return content.valid_from != own and content.valid_from in {one.value for one in days if one is not None}


def _in_its_unit(part: RowPart, parts: Sequence[RowPart]) -> Figure:
    """A bare number in the unit in which another of its row is told."""
    return in_the_unit_of_the_row(part.figure, [one.figure for one in parts])


def _content(entry: Entry, figure: Figure, known: Content | None, sheet: Sheet) -> Content:
    """What a number says of its test: in the unit in which it was told before, where it is told in none."""
    plain = measured(entry, figure, sheet.language)
    told, own = (number_told(known), known.value) if known is not None else (None, None)
    if known is None or figure.quantity.unit is not None or not told or not isinstance(own, float):
        return plain
    value = figure.value * own / told
    if (isinstance(plain.value, float) and abs(plain.value - value) <= _ROUNDED * value) or not _goes_on(known, figure):
        return plain
    return plain.with_fields(value=round(value, 2), unit=known.unit, unit_stated=known.unit_stated)


_ROUNDED: Final = 0.02
"""Share by which a value differs that was only rounded on its way between two units."""


def _of_day(content: Content, day: DateMention | None, sheet: Sheet, *, was: bool) -> Content:
    if day is not None:
        return content.with_fields(valid_from=day.value, precision=Precision(day.precision))
    if was:
        return content.with_fields(valid_from=None, precision=None, qualifier=content.qualifier or "before")
    if content.slot is SlotKind.LABS and _NOW.search(sheet.folded) is None:
        # A result without a day was taken on no day that is told.
        return content.with_fields(valid_from=None, precision=None)
    return content.with_fields(valid_from=sheet.day, precision=Precision.DAY)
