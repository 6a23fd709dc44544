"""Everything closed that stands in one utterance, laid out once: names, numbers, pressures, frequencies and dates."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from extraction.naming.body_complaints import with_body_complaints
from extraction.naming.infection_tests import as_infection_test
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import ConceptRecogniser, Mention
from extraction.naming.removals import with_removals
from extraction.naming.told_findings import with_told_findings
from extraction.naming.vaccinations import as_vaccination
from extraction.naming.weight_changes import with_weight_changes
from extraction.reading.corrections.denied_ends import keeping
from extraction.reading.figures.bare_counts import counting_names, counts_beside
from extraction.reading.figures.doses_as_degrees import is_strength, without_degrees
from extraction.reading.figures.figures import Figure, scheduled, told_age, with_when
from extraction.reading.figures.lettered_tests import with_letters
from extraction.reading.figures.no_values import is_no_value
from extraction.reading.figures.spoken_values import spoken_values
from extraction.reading.figures.supplies import is_supply
from extraction.reading.figures.values_after_doses import with_units_told_again
from extraction.reading.figures.written_hours import clocked
from extraction.reading.medicines.schedule_owners import TAKEN, is_of_a_medicine
from extraction.reading.people.ages import is_age, is_introduced
from extraction.reading.people.bare_ages import bare_ages
from extraction.reading.people.told_ages import ToldAge, told_ages
from extraction.reading.people.vocatives import without_vocatives
from extraction.rules.implied_tests import with_degrees
from extraction.rules.scan import Scan, scan
from extraction.rules.substances import as_medicine, as_test, in_rows_of_medicines
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import Normalised
from extraction.text.quoting import trimmed
from extraction.values.body_size import heights, pounds_and_ounces, stones
from extraction.values.dates import DateMention
from extraction.values.dose_schedules import DoseSchedule
from extraction.values.frequencies import FrequencyMention
from extraction.values.measure_words import Measure, measure_at
from extraction.values.quantities import QuantityMention
from extraction.values.schedule_words import find_dose_schedules

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One utterance laid out; all spans refer to ``text``, the normalised text."""

    original: str
    normalised: Normalised
    folded: str
    """The text in lower case with common misspellings put right, as long as ``text``."""
    language: str
    day: str
    """The local ISO date of speaking."""
    mentions: tuple[Mention, ...]
    figures: tuple[Figure, ...]
    frequencies: tuple[FrequencyMention, ...]
    dates: tuple[DateMention, ...]
    going_on: tuple[Span, ...] = ()
    """The sentences that deny an end: nothing named there ends or is withdrawn."""
    kept: dict[str, tuple[int, ...]] = field(default_factory=dict, compare=False, repr=False)
    """Places that were looked for once in the whole text, by what they are."""

    @property
    def text(self) -> str:
        """The normalised text."""
        return self.normalised.text

    def quote(self, start: int, end: int) -> tuple[str, int, int]:
        """The words of a span as they were typed, and their place in the original."""
        first, last = self.normalised.span(*trimmed(self.text, start, end))
        return self.original[first:last], first, last


_MONEY: Final = lazy_regex(r"(?:[$£€₱₹₩¥]|(?<![a-z])rs\.?)\s?$", re.IGNORECASE)
_MONEY_REACH: Final = 4
_ORDER: Final = lazy_regex(
    r"\b(?:days?|weeks?|months?|cycles?|rounds?|sessions?|steps?|ward|room|bed|flight|route|page)"
    r"\s(?:#|no\.?\s?)?(?:\w+ of )?$"
)
_BESIDE_A_NAME: Final = 2
_ORDER_REACH: Final = 24
"""What the number behind only counts through: "day three of five", "ward 7"."""
_NAMED_NUMBER: Final = lazy_regex(r"[A-Za-z]-?$")
_LINE: Final = 400
"""Characters of a text in which number words without a digit are looked for; longer ones are pasted sheets."""


def lay_out(
    text: str,
    lexicon: Lexicon,
    recogniser: ConceptRecogniser,
    said_at: datetime,
    time_zone: str,
    language: str,
    *,
    expects_value: bool = False,
) -> Sheet:
    """Lay out ``text``; ``said_at`` must be aware. ``expects_value`` hears bare number words everywhere."""
    scanned = scan(text, said_at, time_zone)
    return laid_out(scanned, lexicon, recogniser, language, expects_value=expects_value)


def laid_out(
    scanned: Scan,
    lexicon: Lexicon,
    recogniser: ConceptRecogniser,
    language: str,
    *,
    expects_value: bool = False,
    answers: bool = False,
    doses: Sequence[float] = (),
    values: Sequence[float] = (),
) -> Sheet:
    """The same for a text that was looked through; ``doses`` are those on record that an unnamed schedule may mean.

    ``values`` are those of tests on record with which a row of days may go on.

    Where it ``answers`` a question a number by itself is what was asked for, and nobody's years.
    """
    plain, folded, dates = scanned.text, scanned.folded, scanned.dates
    mentions = _mentions(plain, folded, without_vocatives(folded, recogniser.find(plain)), lexicon)
    schedules = find_dose_schedules(folded, scanned.quantities)
    several = (one for one in schedules if len(one.parts) > 1)
    whole = tuple(one for one in several if is_of_a_medicine(one, mentions, folded, doses, values))
    parted = Cover(len(plain), tuple((one.start, one.end) for one in whole))
    # "Sat" and "Sun" of a schedule are days, and name no saturation and no sun.
    mentions = tuple(one for one in mentions if one.entry.kind in TAKEN or not parted.touches(one.start, one.end))
    dates = tuple(one for one in dates if not parted.touches(one.start, one.end))
    in_words = told_ages(folded)
    if not in_words and not answers:
        in_words = bare_ages(folded, mentions)
    aged = Cover(len(plain), tuple((one.start, one.end) for one in in_words))
    dates = tuple(one for one in dates if not aged.touches(one.start, one.end))
    often = tuple(one for one in scanned.frequencies if not parted.touches(one.start, one.end))
    frequencies = tuple(_free(len(plain), often, dates))
    figures = _figures(
        replace(scanned, dates=dates), mentions, frequencies, whole, in_words, expects_value=expects_value
    )
    figures = with_units_told_again([with_when(figure, schedules) for figure in figures], folded, mentions)
    return Sheet(
        original=scanned.original,
        normalised=scanned.normalised,
        folded=folded,
        language=language,
        day=scanned.said_at.astimezone(ZoneInfo(scanned.time_zone)).date().isoformat(),
        mentions=mentions,
        figures=figures,
        frequencies=frequencies,
        dates=dates,
        going_on=tuple(keeping(folded)),
    )


def _mentions(text: str, folded: str, found: tuple[Mention, ...], lexicon: Lexicon) -> tuple[Mention, ...]:
    found = with_weight_changes(folded, with_body_complaints(folded, found, lexicon), lexicon)
    found = tuple(_without_dose(one, folded) if one.entry.kind in TAKEN else one for one in found)
    named = without_heads(with_told_findings(folded, with_removals(folded, found, lexicon), lexicon))
    lettered = with_letters(text, folded, named, lexicon)
    told = [as_test(as_medicine(mention, lexicon), folded, lexicon) for mention in lettered]
    tested = in_rows_of_medicines(told, folded, lexicon)
    given = (as_vaccination(mention, folded, lexicon) for mention in tested)
    return tuple(as_infection_test(mention, folded, lexicon) for mention in given)


def _without_dose(mention: Mention, folded: str) -> Mention:
    """A medicine without the number of its name that is its dose: "Mixtard 30 units in the morning"."""
    if _DOSED_BEHIND.match(folded, mention.end) is None:
        return mention
    number = _NUMBER_AT_END.search(folded, mention.start, mention.end)
    return replace(mention, end=number.start()) if number is not None else mention


_DOSED_BEHIND: Final = lazy_regex(r"\s?(?:units?\b|iu\b|u\b|단위)")
_NUMBER_AT_END: Final = lazy_regex(r"(?<=[^\d/.])\s\d+$")


def without_heads(mentions: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """``mentions`` without a general noun that only heads the name before it: "LDL 콜레스테롤" is one test."""
    kept: list[Mention] = []
    for mention in mentions:
        last = kept[-1] if kept else None
        if last is not None and _is_head_of(mention, last):
            kept[-1] = replace(last, end=mention.end)
            continue
        kept.append(mention)
    return tuple(kept)


def _is_head_of(mention: Mention, last: Mention) -> bool:
    if mention.start - last.end > 1:
        return False
    kinds = {mention.entry.kind, last.entry.kind}
    if kinds == {"procedures"}:
        return mention.entry.concept_id == "surgery" and last.entry.concept_id != "surgery"
    if not kinds <= {"labs", "vitals"}:
        return False
    own, other = mention.entry.concept_id, last.entry.concept_id
    same_noun = own.rsplit("_", 1)[-1] == other.rsplit("_", 1)[-1]
    # The name of a kind ("콜레스테롤") heads the narrower name before it; after the name of the kind stands another.
    return same_noun and own != other and not other.startswith("total_") and "_" in other


_AS_MUCH: Final = lazy_regex(
    r"\s?배(?=로|까지|씩|나\b|정도|쯤|를\s?(?:늘|올|먹)|\s?(?:늘|올|증|용량|먹|복용)|[\s,.!?]|$)"
)
"""Words behind a number by which it says how many times as much, and is no dose: "두 배로 늘렸어요"."""


def _says_how_much_more(folded: str, end: int) -> bool:
    return _AS_MUCH.match(folded, end - folded[:end].endswith("배")) is not None


def _figures(
    scanned: Scan,
    mentions: tuple[Mention, ...],
    frequencies: tuple[FrequencyMention, ...],
    schedules: Sequence[DoseSchedule] = (),
    in_words: Sequence[ToldAge] = (),
    *,
    expects_value: bool,
) -> tuple[Figure, ...]:
    text, folded = scanned.text, scanned.folded
    taken = Cover(len(text), (*_spans(mentions), *_spans(scanned.dates)))
    habits = Cover(len(text), _spans(frequencies))
    ends = sorted(one.end for one in mentions)
    found: list[Figure] = []
    for schedule in schedules:
        taken.add(schedule.start, schedule.end)
        found.append(scheduled(schedule))
    for age in in_words:
        taken.add(age.start, age.end)
        found.append(told_age(age))
    for systolic, diastolic, start, end in scanned.pressures:
        if not taken.touches(start, end):
            taken.add(start, end)
            found += () if is_goal(folded, start) else _pressures(systolic, diastolic, start, end)
    for quantity in (
        *heights(folded),
        *stones(folded),
        *pounds_and_ounces(folded),
        *(with_degrees(one, folded) for one in scanned.quantities),
    ):
        before = text[max(0, quantity.start - _MONEY_REACH) : quantity.start]
        named = _NAMED_NUMBER.search(before[-2:]) or _MONEY.search(before)
        ordered = _ORDER.search(folded[max(0, quantity.start - _ORDER_REACH) : quantity.start])
        if taken.touches(quantity.start, quantity.end) or named or ordered or clocked(quantity, folded, mentions):
            continue
        if quantity.unit in ("Cel", "[degF]") and is_strength(quantity, folded, mentions):
            quantity = without_degrees(quantity, folded)
        figure = _figure(quantity, folded, in_habit=habits.touches(quantity.start, quantity.end))
        if figure is not None and figure.counter == _PATCH and figure.value > _MOST_OF_ONE:
            # "Evorel 50 patches" are patches of fifty; of tablets somebody may have taken as many.
            figure = Figure(quantity) if is_strength(quantity, folded, mentions) else figure
        if figure is not None and figure.kind == "number" and quantity.unit is None:
            beside = bisect_left(ends, quantity.start - _BESIDE_A_NAME) < bisect_right(ends, quantity.start)
            introduced = not beside and is_introduced(folded, quantity.start, quantity.end, figure.value)
            figure = replace(figure, kind="age") if introduced else figure
        if figure is not None and not is_goal(folded, figure.start):
            taken.add(figure.start, figure.end)
            found.append(figure)
    if (expects_value and len(text) <= _LINE) or any(one.entry.kind in ("labs", "vitals") for one in mentions):
        for quantity in spoken_values(text, mentions, everywhere=expects_value and len(text) <= _LINE):
            clear = not taken.touches(quantity.start, quantity.end) and not habits.touches(quantity.start, quantity.end)
            if clear and not is_no_value(quantity, folded):
                taken.add(quantity.start, quantity.end)
                found.append(Figure(quantity, spoken=True))
    for count in counts_beside(mentions, _spans(frequencies), folded):
        if not taken.touches(count.start, count.end):
            taken.add(count.start, count.end)
            found.append(count)
    found = [one for one in counting_names(found, mentions, folded) if not is_supply(one, folded, mentions)]
    told = (one for one in found if one.kind != "number" or not _says_how_much_more(folded, one.end))
    placed = sorted(told, key=lambda figure: (figure.start, figure.kind != "systolic"))
    return tuple(_strengths(placed, folded, sorted(mentions, key=lambda one: one.end), expects_value=expects_value))


def _strengths(
    figures: list[Figure], text: str, mentions: Sequence[Mention], *, expects_value: bool
) -> Iterator[Figure]:
    """``figures`` with the two strengths of a combination ("Sinemet 25/100") as one, and "1/2 tablet" as a half."""
    at = 0
    while at < len(figures):
        first, second = figures[at], figures[at + 1] if at + 1 < len(figures) else None
        joined = None
        if second is not None and first.kind in ("number", "systolic"):
            joined = (
                _half(first, second, text)
                or _several(first, second, text)
                or _strength(first, second, text, mentions)
                or (_pair(first, second, text) if expects_value else None)
            )
        yield joined or first
        at += 2 if joined else 1


def _half(first: Figure, second: Figure, text: str) -> Figure | None:
    if second.counter and text[first.end : second.start].strip() == "/" and (first.value, second.value) == (1, 2):
        return replace(second, quantity=replace(second.quantity, value=0.5, start=first.start))
    return None


def _several(first: Figure, second: Figure, text: str) -> Figure | None:
    """Several of one strength: "two of the 500s" is a thousand."""
    # "Warfarin 3 aspirin 75 simvastatin" has no plural of 75.
    plural = _PLURAL.match(text, second.end) is not None
    several = 2 <= first.value <= _MOST_OF_ONE and float(first.value).is_integer() and first.quantity.unit is None
    if not plural or not several or not _OF_THE.fullmatch(text, first.end, second.start):
        return None
    quantity = replace(second.quantity, value=first.value * second.value, start=first.start)
    return replace(second, quantity=quantity)


_PLURAL: Final = lazy_regex(r"['\u2019]?s(?![a-z])")
_OF_THE: Final = lazy_regex(r" (?:of )?(?:the |my |those |them |these |me )?(?:[a-z]{3,14} ){0,3}")
_PATCH: Final = "patch"
_MOST_OF_ONE: Final = 12
"""Most tablets of one strength that are taken at a time."""


def _pair(first: Figure, second: Figure, text: str) -> Figure | None:
    """Two strengths that no name stands before, where a dose is spoken of: "97/103". A score is out of 10 or 20."""
    bare = first.kind == second.kind == "number" and first.quantity.unit is None and second.value not in (10, 20)
    if not bare or text[first.end : second.start] != "/" or first.quantity.parts or second.quantity.parts:
        return None
    parts = (first.value, second.value)
    return Figure(replace(second.quantity, value=parts[0], start=first.start, parts=parts))


def _strength(first: Figure, second: Figure, text: str, mentions: Sequence[Mention]) -> Figure | None:
    """The two strengths of the medicine named last before them; ``mentions`` are in the order of their ends."""
    before = bisect_right(mentions, first.start, key=lambda one: one.end)
    medicine = mentions[before - 1] if before else None
    if medicine is None or medicine.entry.kind != "medications" or first.quantity.unit not in (None, "mm[Hg]"):
        return None
    away = first.start - medicine.end
    if first.kind == "systolic":
        # A pressure may be told beside a medicine; only right behind the name of two substances it is none.
        if away > 1 or "/" not in medicine.entry.name:
            return None
    elif second.kind != "number" or away > _STRENGTH_REACH or not _parts_strengths(text, first, second, medicine):
        return None
    parts = (first.value, second.value)
    unit = None if first.kind == "systolic" else second.quantity.unit
    whole = replace(first.quantity, end=second.end, unit=unit, unit_stated=unit is not None, parts=parts)
    return Figure(whole)


def _parts_strengths(text: str, first: Figure, second: Figure, medicine: Mention) -> bool:
    """Whether two numbers are the strengths of one medicine: "25/100", and of two substances also "오십에 오백짜리"."""
    between = text[first.end : second.start].strip()
    return between == "/" or (between == "에" and "/" in medicine.entry.name)


_STRENGTH_REACH: Final = 16
"""Most characters between a medicine's name and the strengths of a combination."""


_GOAL: Final = lazy_regex(
    r"(?:목표|타깃|타겟)(?:치|값|수치)?(?:는|은|가|이|를|을|도|로)?\s?(?:[가-힣a-z0-9]{1,8}(?:는|은|가|이|을|를)?\s)?$"
    r"|\b(?:targets?|goals?|aim(?:s|ed|ing)?|supposed to be|should be|ought to be"
    r"|wants? (?:it|my [a-z0-9]+|me(?! on\b))"
    r"|keep(?:ing)? (?:it|them|him|her|(?:my|the|his|her) [a-z0-9]+))\b"
    r"(?:[^.;,\d]|(?<=[a-z])\d){0,24}$"
)
_GOAL_REACH: Final = 40


_IS_THE_GOAL: Final = lazy_regex(
    r"(?:\s?(?:%|[a-z]+/[a-z]+|이상|이하|미만|초과|정도|까지|밑|아래))*\s?(?:가|이|를|을|으로|로)?\s?(?:목표|타깃|타겟)"
    r"|(?:\s?(?:%|percent|or (?:less|more|lower|below)))*\s(?:is|was|as)\s(?:my|the|his|her|our)?\s?(?:goal|target)\b"
    r"|\s?(?:%|[a-z]+/[a-z]+)?\s?(?:사이|정도|안|내외)?(?:으로|로|에|에서)?\s?(?:유지|맞추|맞춰)"
    r"|\s?(?:%|[a-z]+/[a-z]+)?\s?(?:이상|이하|미만|초과|밑|아래|위|안\s?넘|[을를]?\s?넘)(?:으로)?\s?(?:이|만|까지)?\s?(?:으?면|되면|여야|라야|어야)"
    r"|(?:(?<=이상)|(?<=이하)|(?<=미만)|(?<=초과))\S{0,2}\s?(?:\S{1,5}\s)?\S{0,4}(?:[는은인]지|건지|는가)(?![가-힣])"
)


_WHETHER: Final = lazy_regex(r"\b(?:whether|if) (?:[^.;,!?\d]|(?<=[a-z])\d){1,32}$")
_LIMIT: Final = lazy_regex(r"(?:under|below|above|over|within|less than|more than|at (?:least|most)|[<>≤≥])")


def is_called_goal(text: str, end: int) -> bool:
    """Whether the number that ends at ``end`` is called a goal behind it ("12 이상이 목표래요")."""
    return bool(_IS_THE_GOAL.match(text, end))


def is_goal(text: str, start: int) -> bool:
    """Whether the number at ``start`` is told as what should be: a goal is never a value of the patient's."""
    before = text[max(0, start - _GOAL_REACH) : start]
    # "I wonder whether my LDL is under 130" asks of a limit.
    return bool(_GOAL.search(before) or (_LIMIT.match(text, start) and _WHETHER.search(before)))


def _pressures(systolic: int, diastolic: int, start: int, end: int) -> Iterator[Figure]:
    for kind, value in (("systolic", systolic), ("diastolic", diastolic)):
        yield Figure(
            QuantityMention(float(value), None, None, None, "mm[Hg]", True, start, end),
            "systolic" if kind == "systolic" else "diastolic",
        )


def _figure(quantity: QuantityMention, folded: str, *, in_habit: bool) -> Figure | None:
    if quantity.unit in _LETTERED and quantity.value is not None and quantity.value <= OLDEST:
        # "34F" and "58M" of a person: nobody who writes is that cold.
        before = folded[max(0, quantity.start - _COLD_REACH) : quantity.start]
        if _AGE_AND_SEX.fullmatch(folded, quantity.start, quantity.end) and not _COLD.search(before):
            return Figure(replace(quantity, unit=None, unit_stated=False, end=quantity.end - 1), "age")
    if quantity.unit is not None and quantity.unit != "/min":
        return Figure(quantity)
    if quantity.value is not None and is_age(folded, quantity.start, quantity.end, quantity.value):
        return Figure(quantity, "age")
    if (measured := measure_at(folded, quantity.end)) is not None:
        return _counted(quantity, *measured, folded)
    if quantity.unit == "/min":
        return None if in_habit else Figure(quantity)
    return None if in_habit or is_no_value(quantity, folded) else Figure(quantity)


_LETTERED: Final = frozenset({"[degF]", "m"})
_AGE_AND_SEX: Final = lazy_regex(r"\d{1,2}[fm]")
_COLD: Final = lazy_regex(r"temp|degrees|fever|thermometer|열")
_COLD_REACH: Final = 20
OLDEST: Final = 94
"""Years up to which "34F" is an age; from there on it may be a temperature."""


def _counted(quantity: QuantityMention, measure: Measure, end: int, folded: str) -> Figure:
    """A count that ends at ``end``, with the half that may follow it ("한 갑 반")."""
    half = _AND_A_HALF.match(folded, end)
    if half is not None and quantity.value is not None:
        quantity, end = replace(quantity, value=quantity.value + 0.5), half.end()
    return Figure(replace(quantity, end=end), "count", measure.counter, measure=measure.one)


_AND_A_HALF: Final = lazy_regex(r"\s?반(?=\s|$|[.,!?~]|정도|씩|쯤|이|은|을|만)| and a half\b")


def _free(length: int, found: Iterable[FrequencyMention], dates: tuple[DateMention, ...]) -> Iterator[FrequencyMention]:
    dated = Cover(length, _spans(dates))
    return (one for one in found if not dated.touches(one.start, one.end))


def _spans(items: Collection[Mention] | Collection[DateMention] | Collection[FrequencyMention]) -> tuple[Span, ...]:
    return tuple((item.start, item.end) for item in items)


class Cover:
    """The characters that are spoken for."""

    def __init__(self, length: int, spans: Iterable[Span]) -> None:
        self._marks = bytearray(length)
        for start, end in spans:
            self.add(start, end)

    def add(self, start: int, end: int) -> None:
        """Take [start, end)."""
        self._marks[start:end] = b"\1" * (end - start)

    def touches(self, start: int, end: int) -> bool:
        """Whether any character of [start, end) is taken."""
        return any(self._marks[start:end])
