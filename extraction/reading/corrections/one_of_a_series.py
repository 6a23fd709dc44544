"""One reading of several put right, its value or its day: "on 29 May it was 4.8", "wrong day for the last one".

Which reading is meant is told by its day, by its place or by the number that stands; all that is told must fit one
reading alone. What is left over is new: a number that does not stand is its value, a day that is not on record its day.
Where both are new another measuring is told, and nothing is put right. A pressure is one reading of two numbers.
Where each of several days has its number, all are put right at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, SERIES_SLOTS, Content, Precision, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Entry, Kind
from extraction.reading.corrections.not_of_a_test import tells_of_an_event
from extraction.reading.corrections.numbers_said import is_value, numbers_said
from extraction.reading.corrections.place_in_series import placed
from extraction.reading.corrections.slips import is_slip
from extraction.reading.corrections.taking_back import (
    asked_in,
    denies_the_new,
    editing,
    is_asked,
    is_normal,
    moves_between,
    puts_right,
    requested,
    supposes,
    takes_back,
    takes_back_plainly,
)
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measured_values import DIASTOLIC, SYSTOLIC, measured
from extraction.reading.figures.measuring import in_range, unit_fits
from extraction.reading.figures.units_on_record import in_unit_on_record
from extraction.reading.findings.goals import GOAL
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import GUESS, Understanding
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention

_LONGEST: Final = 400
"""Characters of a text in which a correction is looked for; longer ones are pasted sheets."""
_DAY: Final = len("2020-05-17")
_TESTS: Final = frozenset({"labs", "vitals"})
_BESIDE: Final = frozenset({"medications", "drug_classes", "labs", "vitals"})
"""What else may be named that a number or a day can be of."""
_FAR: Final = 8.0
"""Most by which a value is put right that no words take back, as a factor."""
_ANEW: Final = lazy_regex(
    r"\b(?:another|also|too|next|later|then|after(?:wards)?|before|since|now|today|re-?(?:check|test|measur|took|peat)\w*"
    r"|(?:measured|checked|tested|took it|done) again|forgot\w*|morning|noon|afternoon|evening|night|lunch|dinner"
    r"|breakfast|meal|fasting|eating|food|p\.?m\.?|a\.?m\.?)\b"
    r"|다음|나중에\s?또|다시\s?(?:쟀|재|측정|검사했)|지금|오늘|이제|또|추가|까먹|깜[빡박]|빠뜨|빼먹|아침|점심|저녁|새벽|오전|오후|밤에"
    r"|공복|식전|식후|식사"
)
"""Words of another measuring, or of another time of the same day."""
_STANDS_ALONE: Final = lazy_regex(
    r"\s?(?:$|[^\w\s%])|%|\s(?:on|for|in|at|not|instead|actually|really|please|sorry|and|but|that|the|there|i|they|you"
    r"|it|which|as|lah|dear|hen|po|lol|oops|sir|doctor)\b"
    r"|\s?(?:이|가|은|는|을|를|로|으로|였|예요|에요|입니다|임|야|네|라고|라|고|래|랍|더|인데|인|요|쯤|정도|나[왔와온]|맞|[ㄱ-ㅎㅏ-ㅣ])"
)
"""How words go on behind a number that counts nothing."""
_NOT: Final = lazy_regex(r"\bnot\b|n'?t\b|\bno'|아니|말고|않")
_OF_THE_DAY: Final = lazy_regex(r"\b(?:dates?|days?)\b|날짜|검사일|날[을이은도]|(?<=[가-힣])\s날\b|며칠|일자")


@dataclass(frozen=True, slots=True)
class _Meant:
    """The one reading that is meant, and what is said of it that does not stand."""

    fact: Content
    entry: Entry
    number: Figure | None
    day: DateMention | None
    own_day: DateMention | None
    """The day of the reading itself where that is said."""
    placed: bool
    """Whether its place is said."""
    standing: Figure | None
    """Its own value where that is said."""
    lower: Content | None = None
    """Of a pressure the lower number of the same day."""


def with_one_of_a_series_put_right(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], lexicon: Lexicon,
    author: str,
) -> tuple[Proposal, ...]:  # fmt: skip
    """``proposals`` in which the one reading that the words mean has the value or the day that they tell."""
    if len(sheet.folded) > _LONGEST or any(len(one.value) != _DAY for one in sheet.dates):
        return tuple(proposals)
    if _undoes(understanding, proposals):
        # "The first value, 6.3%, was right" takes back a correction and puts no reading right.
        return tuple(proposals)
    series, entry = _series(sheet, heard, lexicon)
    said = _all_meant(sheet, heard, series, entry) if series and entry is not None else []
    if not said or not all(_is_put_right(sheet, heard, understanding, proposals, one) for one in said):
        return tuple(one for one in proposals if not _is_what_is_normal(one, sheet))
    kept = [one for one in proposals if not _is_of_these_words(one, sheet, said[0])]
    return (*kept, *(each for one in said for each in _corrected(sheet, one, author)))


def _undoes(understanding: Understanding, proposals: Sequence[Proposal]) -> bool:
    reverts = any(one.kind == "revert" and one.doubt <= GUESS for one in understanding.acts)
    return reverts or any(one.operation is Operation.REVERT for one in proposals)


def _series(sheet: Sheet, heard: Heard, lexicon: Lexicon) -> tuple[list[Content], Entry | None]:
    """The readings of the one test that is named, else last spoken of, else that a number said is of: by their days."""
    own = [
        one
        for one in heard.facts
        if one.slot in SERIES_SLOTS
        and one.subject == PATIENT
        and isinstance(one.value, float)
        and one.comparator is None
        and one.concept.concept_id != DIASTOLIC
    ]
    # One number alone is no pressure, and two are nothing else; without any a day of either may be meant.
    pressures = any(one.kind == "systolic" for one in sheet.figures)
    if pressures or numbers_said(sheet):
        own = [one for one in own if (one.concept.concept_id == SYSTOLIC) is pressures]
    named = {one.entry.concept_id for one in sheet.mentions if one.entry.kind in _TESTS}
    concepts = {
        one.concept.concept_id
        for one in own
        if not named or one.concept.concept_id in named or not named.isdisjoint(one.concept.broader)
    }
    if len(concepts) > 1:
        concepts = concepts & heard.pointed_at or concepts
    if len(concepts) > 1:
        said = {one.value for one in numbers_said(sheet)}
        concepts = {one.concept.concept_id for one in own if one.concept.concept_id in concepts and one.value in said}
    if len(concepts) != 1:
        return [], None
    concept = concepts.pop()
    readings = [one for one in own if one.concept.concept_id == concept]
    # Of several readings the day is what tells them apart, so one without a day has no place among them.
    readings = [one for one in readings if one.valid_from or len(readings) == 1]
    if not readings:
        return [], None
    kind: Kind = "vitals" if readings[0].slot is SlotKind.VITALS else "labs"
    return sorted(readings, key=lambda one: one.valid_from or ""), lexicon.find(kind, concept)


def _all_meant(sheet: Sheet, heard: Heard, series: Sequence[Content], entry: Entry) -> list[_Meant]:
    """The reading that is meant with what is new of it; or all, where each of several days has its number."""
    lower = {
        one.valid_from: one
        for one in heard.facts
        if one.concept.concept_id == DIASTOLIC and one.subject == PATIENT and entry.concept_id == SYSTOLIC
    }
    if entry.concept_id == SYSTOLIC:
        numbers = [one for one in sheet.figures if one.kind == "systolic"]
    else:
        said = numbers_said(sheet)
        numbers = [one for one in said if unit_fits(entry, one.quantity) and in_range(entry, one.quantity)]
    standing = {
        (fact.valid_from, figure.start)
        for fact in series
        for figure in numbers
        if is_value(entry, figure, fact) and _says_lower(sheet, figure, lower.get(fact.valid_from))
    }
    several = _of_each_day(sheet, series, entry, numbers, standing, lower)
    if several:
        return several
    one = _meant(sheet, series, entry, numbers, standing)
    return [replace(one, lower=lower.get(one.fact.valid_from))] if one is not None else []


def _says_lower(sheet: Sheet, figure: Figure, known: Content | None) -> bool:
    """Whether the lower number that is told with a pressure is the one on record."""
    told = [one.value for one in sheet.figures if one.kind == "diastolic" and one.start == figure.start]
    return known is None or not told or told[0] == known.value


def _of_each_day(
    sheet: Sheet, series: Sequence[Content], entry: Entry, numbers: Sequence[Figure],
    standing: Collection[tuple[str | None, int]], lower: Mapping[str | None, Content],
) -> list[_Meant]:  # fmt: skip
    """The readings that are put right together: "May 7 was 104 and May 29 was 130"."""
    by_day = {one.valid_from: one for one in series}
    days = sorted(sheet.dates, key=lambda one: one.start)
    known = len({one.value for one in days}) == len(days) and all(one.value in by_day for one in days)
    if len(days) < 2 or len(days) != len(numbers) or not known:
        return []
    pairs = list(zip(days, numbers, strict=True))
    ends = [max(day.end, number.end) for day, number in pairs]
    if any(min(day.start, number.start) < end for (day, number), end in zip(pairs[1:], ends, strict=False)):
        return []
    return [
        _Meant(by_day[day.value], entry, number, None, day, False, None, lower.get(day.value))
        for day, number in pairs
        if (day.value, number.start) not in standing
    ]


def _meant(
    sheet: Sheet, series: Sequence[Content], entry: Entry, numbers: Sequence[Figure],
    standing: Collection[tuple[str | None, int]],
) -> _Meant | None:  # fmt: skip
    days = {one.value: one for one in sheet.dates}
    of_days = [one for one in series if one.valid_from in days]
    concept = series[0].concept
    names = [one.start for one in sheet.mentions if one.entry.concept_id in (concept.concept_id, *concept.broader)]
    place = placed(sheet.folded, series, names)
    fits = list(series)
    if of_days:
        fits = [one for one in fits if one in of_days]
    if place is not None:
        fits = [one for one in fits if one is place]
    if len(fits) > 1:
        fits = [one for one in fits if any((one.valid_from, figure.start) in standing for figure in numbers)]
    if len(fits) != 1:
        return None
    fact = fits[0]
    own = [one for one in numbers if (fact.valid_from, one.start) in standing]
    new = {_pair(sheet, one): one for one in numbers if one not in own}
    fresh = [one for value, one in days.items() if value not in {each.valid_from for each in series}]
    if len(new) + len(fresh) != 1:
        return None
    return _Meant(
        fact, entry, next(iter(new.values()), None), fresh[0] if fresh else None, days.get(fact.valid_from or ""),
        place is not None, next(iter(own), None),
    )  # fmt: skip


def _pair(sheet: Sheet, figure: Figure) -> tuple[float, ...]:
    """A number, and of a pressure both."""
    return (figure.value, *(one.value for one in sheet.figures if one.start == figure.start and one is not figure))


def _is_put_right(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], meant: _Meant
) -> bool:
    """Whether the words put the reading right, and neither ask, suppose nor tell of another."""
    text = sheet.folded
    said = meant.number or meant.day
    assert said is not None
    if is_asked(text, said.start, asked_in(text)) and not requested(text):
        return False
    concept = meant.fact.concept
    beside = (one.entry for one in sheet.mentions if one.entry.kind in _BESIDE)
    if any(one.concept_id != concept.concept_id and one.concept_id not in concept.broader for one in beside):
        return False
    relatives = any(one.entry.kind == "relatives" for one in sheet.mentions)
    if relatives and meant.standing is None and not (meant.own_day is not None and meant.day is not None):
        # A relative's own value may be told; who reads the patient's paper is told beside what stood there.
        return False
    old = meant.standing
    if old is not None and meant.number is not None:
        first, second = (old.start, old.end), (meant.number.start, meant.number.end)
        if supposes(text, old.start, meant.number.start) or denies_the_new(text, first, second):
            return False
        if moves_between(text, first, second) and not editing(text):
            return False
    heard_so = any(one.kind == "correct" and one.doubt <= GUESS for one in understanding.acts)
    asks = any(one.kind == "ask" for one in understanding.acts) and bool(asked_in(text))
    if asks and not heard_so and not _is_told_otherwise(text, meant):
        # "With my latest at 6.2, should I change it?" changes nothing on record.
        return False
    taken_back = takes_back(text) or puts_right(text) or is_slip(text) or editing(text)
    if meant.day is not None:
        of_the_day = _OF_THE_DAY.search(text) is not None
        told = meant.placed or meant.own_day is not None or meant.standing is not None or of_the_day
        past = meant.day.value <= sheet.day and meant.day.kind == "point" and not tells_of_an_event(text)
        otherwise = _is_told_otherwise(text, meant) or (meant.own_day is not None and _NOT.search(text) is not None)
        return told and past and (heard_so or taken_back or of_the_day or otherwise)
    if not (meant.own_day is not None or meant.placed):
        return meant.standing is not None and (heard_so or _is_told_otherwise(text, meant))
    if heard_so or taken_back or any(one.operation is Operation.CORRECT for one in proposals):
        return True
    # No words take anything back, but what was just told of that day, or of the last one, cannot be two values.
    named = any(one.entry.kind in _TESTS for one in sheet.mentions)
    just_told = concept.concept_id in heard.of_last_turn and not (meant.placed and named)
    return just_told and _ANEW.search(text) is None and _is_near(meant) and not _counts(text, meant)


def _is_what_is_normal(proposal: Proposal, sheet: Sheet) -> bool:
    """Whether it puts a reading right by what is only told as normal for anybody."""
    content = proposal.content
    if proposal.operation is not Operation.CORRECT or content is None or content.slot not in SERIES_SLOTS:
        return False
    said = [one for one in sheet.figures if one.value == content.value]
    return bool(said) and all(is_normal(sheet.folded, one.start) for one in said)


def _is_told_otherwise(text: str, meant: _Meant) -> bool:
    """Whether what stands is said beside what is new, and denied, taken back or told as said before."""
    old = meant.standing if meant.number is not None else meant.own_day
    new = meant.number or meant.day
    if old is None or new is None:
        return False
    return takes_back_plainly(text, (old.start, old.end), (new.start, new.end), asked_in(text))


def _is_near(meant: _Meant) -> bool:
    value, number = meant.fact.value, meant.number
    near = isinstance(value, float) and number is not None and value > 0
    return near and 1 / _FAR <= number.value / value <= _FAR  # type: ignore[union-attr, operator]


def _counts(text: str, meant: _Meant) -> bool:
    """Whether the number counts what is named behind it: "I walked 5 km"."""
    number = meant.number
    if number is None or number.quantity.unit_stated:
        return False
    return _STANDS_ALONE.match(text, number.end) is None


def _is_of_these_words(proposal: Proposal, sheet: Sheet, meant: _Meant) -> bool:
    """Whether it is another reading of the same words: of this test or its goal, or of what nobody names."""
    content, target = proposal.content, proposal.target
    concepts = {meant.fact.concept.concept_id, *((DIASTOLIC,) if meant.lower is not None else ())}
    if content is None:
        return target is None or target.concept_id in (None, *concepts) or target.slot in SERIES_SLOTS
    if content.concept.concept_id.removeprefix(GOAL) in concepts:
        return True
    named = any(one.entry.concept_id == content.concept.concept_id for one in sheet.mentions)
    return content.slot in (*SERIES_SLOTS, SlotKind.MEDICATIONS) and not named


def _corrected(sheet: Sheet, meant: _Meant, author: str) -> Iterator[Proposal]:
    if meant.number is None or meant.number.value != meant.fact.value:
        yield _of_one(sheet, meant, meant.fact, meant.number, author)
    if meant.lower is None:
        return
    number = None
    if meant.number is not None:
        start = meant.number.start
        number = next((one for one in sheet.figures if one.start == start and one.kind == "diastolic"), None)
    if meant.day is not None or (number is not None and number.value != meant.lower.value):
        yield _of_one(sheet, meant, meant.lower, number, author)


def _of_one(sheet: Sheet, meant: _Meant, fact: Content, number: Figure | None, author: str) -> Proposal:
    """The correction of one number, or of its day."""
    said = meant.number or meant.day
    assert said is not None
    content = Content(slot=fact.slot, concept=fact.concept, subject=fact.subject)
    if meant.day is not None:
        content = content.with_fields(valid_from=meant.day.value, precision=Precision(meant.day.precision))
    else:
        assert number is not None
        told = measured(meant.entry, number, sheet.language)
        content = in_unit_on_record(told.with_fields(slot=fact.slot, concept=fact.concept), fact)
    quote, start, end = sheet.quote(said.start, said.end)
    old = fact.value if isinstance(fact.value, float) else None
    return Proposal(
        operation=Operation.CORRECT,
        content=content,
        target=Target(
            slot=fact.slot, concept_id=fact.concept.concept_id, subject=fact.subject, old=old, date=fact.valid_from
        ),
        quote=quote, start=start, end=end, extractor=author,
        fields=("date",) if meant.day is not None else ("value",),
    )  # fmt: skip
