"""One reading of several put right, its value or its day: "on 29 May it was 4.8", "wrong day for the last one".

Which reading is meant is told by its day, by its place or by the number that stands; all that is told must fit one
reading alone. What is left over is new: a number that does not stand is its value, a day that is not on record its day.
Where both are new another measuring is told, and nothing is put right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
_BESIDE: Final = frozenset({"medications", "drug_classes", "relatives", "labs", "vitals"})
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


def with_one_of_a_series_put_right(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], lexicon: Lexicon,
    author: str,
) -> tuple[Proposal, ...]:  # fmt: skip
    """``proposals`` in which the one reading that the words mean has the value or the day that they tell."""
    if len(sheet.folded) > _LONGEST or any(len(one.value) != _DAY for one in sheet.dates):
        return tuple(proposals)
    if any(one.kind in ("systolic", "diastolic") for one in sheet.figures):
        return tuple(proposals)
    series, entry = _series(sheet, heard, lexicon)
    meant = _meant(sheet, series, entry) if series and entry is not None else None
    if meant is None or not _is_put_right(sheet, heard, understanding, proposals, meant):
        return tuple(one for one in proposals if not _is_what_is_normal(one, sheet))
    kept = [one for one in proposals if not _is_of_these_words(one, sheet, meant)]
    return (*kept, _corrected(sheet, meant, author))


def _series(sheet: Sheet, heard: Heard, lexicon: Lexicon) -> tuple[list[Content], Entry | None]:
    """The readings of the one test that is named, else last spoken of, else that a number said is of: by their days."""
    own = [
        one
        for one in heard.facts
        if one.slot in SERIES_SLOTS
        and one.subject == PATIENT
        and isinstance(one.value, float)
        and one.comparator is None
        and one.concept.concept_id not in (SYSTOLIC, DIASTOLIC)
    ]
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


def _meant(sheet: Sheet, series: Sequence[Content], entry: Entry) -> _Meant | None:
    days = {one.value: one for one in sheet.dates}
    of_days = [one for one in series if one.valid_from in days]
    concept = series[0].concept
    names = [one.start for one in sheet.mentions if one.entry.concept_id in (concept.concept_id, *concept.broader)]
    place = placed(sheet.folded, series, names)
    numbers = [one for one in numbers_said(sheet) if unit_fits(entry, one.quantity) and in_range(entry, one.quantity)]
    fits = list(series)
    if of_days:
        fits = [one for one in fits if one in of_days]
    if place is not None:
        fits = [one for one in fits if one is place]
    if len(fits) > 1:
        fits = [one for one in fits if any(is_value(entry, figure, one) for figure in numbers)]
    if len(fits) != 1:
        return None
    fact = fits[0]
    standing = next((one for one in numbers if is_value(entry, one, fact)), None)
    new = {one.value: one for one in numbers if not is_value(entry, one, fact)}
    fresh = [one for value, one in days.items() if value not in {each.valid_from for each in series}]
    if len(new) + len(fresh) != 1:
        return None
    return _Meant(
        fact, entry, next(iter(new.values()), None), fresh[0] if fresh else None, days.get(fact.valid_from or ""),
        place is not None, standing,
    )  # fmt: skip


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
    old = meant.standing
    if old is not None and meant.number is not None:
        first, second = (old.start, old.end), (meant.number.start, meant.number.end)
        if supposes(text, old.start, meant.number.start) or denies_the_new(text, first, second):
            return False
        if moves_between(text, first, second) and not editing(text):
            return False
    heard_so = any(one.kind == "correct" and one.doubt <= GUESS for one in understanding.acts)
    taken_back = takes_back(text) or puts_right(text) or is_slip(text) or editing(text)
    if meant.day is not None:
        of_the_day = _OF_THE_DAY.search(text) is not None
        told = meant.placed or meant.own_day is not None or meant.standing is not None or of_the_day
        past = meant.day.value <= sheet.day and meant.day.kind == "point" and not tells_of_an_event(text)
        return told and past and (heard_so or taken_back or of_the_day or _is_told_otherwise(text, meant))
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
    concept = meant.fact.concept.concept_id
    if content is None:
        return target is None or target.concept_id in (None, concept) or target.slot in SERIES_SLOTS
    if content.concept.concept_id in (concept, f"{GOAL}{concept}"):
        return True
    named = any(one.entry.concept_id == content.concept.concept_id for one in sheet.mentions)
    return content.slot in (*SERIES_SLOTS, SlotKind.MEDICATIONS) and not named


def _corrected(sheet: Sheet, meant: _Meant, author: str) -> Proposal:
    fact, said = meant.fact, meant.number or meant.day
    assert said is not None
    content = Content(slot=fact.slot, concept=fact.concept, subject=fact.subject)
    if meant.day is not None:
        content = content.with_fields(valid_from=meant.day.value, precision=Precision(meant.day.precision))
    else:
        assert meant.number is not None
        told = measured(meant.entry, meant.number, sheet.language)
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
