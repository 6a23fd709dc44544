"""Labs and vitals: which value belongs to which test, on which day, in which unit."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from domain.proposals import Operation
from domain.values import PATIENT, Certainty, Content, Precision, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Entry, Mention
from extraction.rules.analysis import MEASUREMENTS, MEDICINES, Analysis, Pressure
from extraction.rules.assertion import Assertions
from extraction.rules.claims import Claim
from extraction.rules.cue_kinds import Cue
from extraction.rules.cues import Span
from extraction.rules.measured_dates import dates_of_values
from extraction.rules.moods import Mood
from extraction.text.lazy_regex import lazy_regex
from extraction.values.bare_values import is_told_whole, least_bare
from extraction.values.counted_things import is_count
from extraction.values.dates import DateMention
from extraction.values.quantities import QuantityMention
from extraction.values.units import convert

_PRESSURE: Final = "blood_pressure"
SYSTOLIC: Final = "systolic_blood_pressure"
DIASTOLIC: Final = "diastolic_blood_pressure"

_CRITERION_BEFORE: Final = lazy_regex(
    r"(?:목표|기준|정상|권장|target|goal|normal|limit|cut-?off|threshold)[^.?!]{0,16}$"
    r"|\b(?:wants?|would like|told me to|supposed to|need to|have to|trying to|should|keep|says? to"
    r"|said to)\b[^.?!]{0,32}$"
)
_CLAUSE_REACH: Final = 100
"""Characters on either side of a value in which a word of its clause still speaks of it."""

_CRITERION_REACH: Final = 64
"""Characters before a number in which a word makes it a target."""

_CRITERION_AFTER: Final = lazy_regex(
    r"[^.,?!]{0,6}\s?(?:기준|목표|권장|범위|target|goal)"
    r"|(?:으로|로|까지|는|만)*\s?(?:유지|조절|관리|낮[추춰]|맞[추춰]|떨어[뜨트]|내[리려]|올[리려]|줄[이여]|빼)(?:하|되|해|시)?(?:야|라|래|자고|도록|려고)"
)
"""A target, a norm, or advice ("130 밑으로 유지하라고"): what should be, not what is."""

FASTING: Final = lazy_regex(
    r"공복|식전|빈속|(?:아침|밥|식사)(?:을|를)?\s?(?:먹기|하기)?\s?전(?![가-힣]{0,2}\s?(?:주|달))"
    r"|\b(?:fasting|fbs|fbg|fpg)\b|\bbefore (?:my |the |any )?(?:breakfast|eating|meals?|food)\b"
)
POSTPRANDIAL: Final = lazy_regex(
    r"식후|식사\s?(?:후|뒤|하고)|(?:밥|아침|점심|저녁|간식)(?:을|은)?\s?(?:먹고|먹은|먹었|후|뒤)"
    r"|\bafter[- ](?:my |the |our |a |some )?(?:meals?|eating|brunch|lunch|dinner|supper|tea|breakfast|food)\b"
    r"|\bpost-?\s?(?:prandial|meals?|breakfast|lunch|dinner)\b|\bpp(?:bs|bg)?\b"
)
HOME: Final = lazy_regex(
    r"집에서|집에\s?(?:와|오|가)|집\s?혈압|가정\s?혈압|가정용|자가\s?혈압"
    r"|\bat home\b|\bhome (?:blood pressure|bp|reading|monitor|machine|cuff)"
    r"|\b(?:my|our|the) (?:own |home |arm |wrist )?(?:cuff|monitor|bp machine)\b"
)
_USUAL: Final = lazy_regex(
    r"보통|평소|대개|(?<!오)늘\s|대체로|정도\s?(?:나와|나옵|돼|됩|유지)|\busually\b|\bnormally\b|\bruns?\b|\btypically\b"
)
_IFCC: Final = "mmol/mol"
_IFCC_LEAST, _IFCC_MOST = 20.0, 140.0
"""HbA1c in mmol/mol of living patients: 4 to 15 % by NGSP = 0.09148 * IFCC + 2.152."""

_CELLS: Final = "/uL"
_LEAST_CELLS: Final = 1000.0
_RIGHT_AFTER: Final = lazy_regex(
    r"\s?(?:수치|값|결과|level|result)?\s?(?:은|는|이|가|도|:|=|,|was|is|of|at|came back(?: at)?)?\s?"
    r"(?:about |around |약 )?"
)
"""What may stand between a test's name and a number that is read in a unit nobody said."""

_GLUCOSE: Final = "glucose"
_VAGUE_TIME: Final = lazy_regex(
    r"지난번|저번|예전|이전에|전에\s?(?:잰|쟀|재|는|나)|옛날|\blast time\b|\bpreviously\b|\bbefore\b|\bused to be\b"
)
_AFTERTHOUGHT: Final = 16
"""Characters after a value in which "(공복)" or "fasting" still speaks of it."""

_UNKNOWN_LABEL: Final = lazy_regex(r"(?<![A-Za-z가-힣])([A-Z][A-Z0-9]{1,5})\s?[:=]?\s?$")
_UNDATED: Final = frozenset({"body_height"})
_COMPARED: Final = lazy_regex(
    r"변[한했화]|차이|비교|달라|올랐|내렸|좋아[진졌]|나빠[진졌]|추세|\b(?:chang\w*|differ\w*|compar\w*|trend"
    r"|better|worse|improv\w*)\b"
)


@dataclass(frozen=True, slots=True)
class _Reading:
    """A value with the test that it is of."""

    mention: Mention
    entry: Entry
    quantity: QuantityMention


def read_measurements(assertions: Assertions, lexicon: Lexicon, skipped: Callable[[Span], bool]) -> Iterator[Claim]:
    """Claims about labs and vitals; a value quoted in a question is a mention, a target value is nothing."""
    analysis = assertions.analysis
    readings = [
        reading for reading in _readings(analysis, lexicon, skipped) if not _is_criterion(analysis, reading.quantity)
    ]
    dates = [date for date in analysis.dates if not skipped((date.start, date.end))]
    spans = [(reading.quantity.start, reading.quantity.end) for reading in readings]
    tests = [reading.entry.concept_id for reading in readings]
    for reading, date in zip(readings, dates_of_values(analysis, spans, tests, dates), strict=True):
        claim = _claim(assertions, reading, date)
        if claim is not None:
            yield claim


def _readings(analysis: Analysis, lexicon: Lexicon, skipped: Callable[[Span], bool]) -> Iterator[_Reading]:
    tests = [one for one in analysis.mentions if one.entry.kind in MEASUREMENTS]
    found: list[_Reading] = []
    named = [one for one in tests if _is_pressure(one.entry)]
    for pressure in analysis.pressures:
        mention = _pressure_mention(pressure, named)
        if mention is not None and not skipped((pressure.start, pressure.end)):
            found += _pressure_readings(pressure, mention, lexicon)
    for quantity in analysis.quantities:
        if skipped((quantity.start, quantity.end)):
            continue
        mention = _test_of(analysis, quantity, tests)
        if mention is not None and _is_guess(analysis, mention, quantity):
            continue
        if mention is not None and is_plausible(mention.entry, quantity):
            # One number said of "the blood pressure" is the upper one.
            alone = mention.entry.concept_id == _PRESSURE
            entry = lexicon.entry("vitals", SYSTOLIC) if alone else mention.entry
            found.append(_Reading(mention, entry, quantity))
    yield from sorted(found, key=lambda reading: reading.quantity.start)


def _is_guess(analysis: Analysis, mention: Mention, quantity: QuantityMention) -> bool:
    """Whether a bare number could be a value in another unit only, and does not stand right after the test's name."""
    if quantity.unit is not None or _inferred(mention.entry, quantity) == unit_of(mention.entry):
        return False
    return not _RIGHT_AFTER.fullmatch(analysis.cue_text, mention.end, max(mention.end, quantity.start))


def _pressure_mention(pressure: Pressure, named: Sequence[Mention]) -> Mention | None:
    """The word for blood pressure, of those named, that a pair belongs to."""
    before = bisect_right(named, pressure.start, key=lambda one: one.start)
    return named[max(0, before - 1)] if named else None


def _is_pressure(entry: Entry) -> bool:
    return _PRESSURE in entry.concept_id or _PRESSURE in entry.broader


def _pressure_readings(pressure: Pressure, mention: Mention, lexicon: Lexicon) -> Iterator[_Reading]:
    for concept_id, value in ((SYSTOLIC, pressure.systolic), (DIASTOLIC, pressure.diastolic)):
        quantity = QuantityMention(float(value), None, None, None, "mm[Hg]", True, pressure.start, pressure.end)
        yield _Reading(mention, lexicon.entry("vitals", concept_id), quantity)


def _test_of(analysis: Analysis, quantity: QuantityMention, tests: Sequence[Mention]) -> Mention | None:
    """The test named last before the value in its sentence, else after it, else in the sentence before or after."""
    if _is_labelled_otherwise(analysis, quantity) or is_count(analysis.text, quantity):
        return None
    sentence = analysis.clause_at(quantity.start).sentence
    start, end = analysis.sentence_span(sentence)
    spans = [analysis.sentence_span(one) for one in range(sentence - 2, sentence + 2)]
    first = bisect_left(tests, min(one[0] for one in spans if one[1]), key=lambda test: test.start)
    last = bisect_left(tests, max(one[1] for one in spans), lo=first, key=lambda test: test.start)
    fitting = [test for test in tests[first:last] if unit_fits(test.entry, quantity)]
    before = [test for test in fitting if start <= test.start and test.end <= quantity.start]
    if before:
        medicines = [one for one in analysis.within(before[-1].end, quantity.start, MEDICINES)]
        return None if medicines and quantity.unit in (None, "mg", "ug", "U") else before[-1]
    after = [test for test in fitting if quantity.start < test.start < end]
    if after and not any(True for _ in analysis.within(start, quantity.start, MEDICINES)):
        return after[0]
    if any(True for _ in analysis.within(start, end, MEDICINES | MEASUREMENTS)):
        return None
    earlier = [test for test in fitting if analysis.clause_at(test.start).sentence in (sentence - 1, sentence - 2)]
    later = [test for test in fitting if analysis.clause_at(test.start).sentence == sentence + 1]
    return earlier[-1] if earlier else (later[0] if later else None)


def _is_labelled_otherwise(analysis: Analysis, quantity: QuantityMention) -> bool:
    """Whether an unknown abbreviation stands before the number: "HR 88, XY 37" gives no heart rate of 37."""
    label = _UNKNOWN_LABEL.search(analysis.text, max(0, quantity.start - 12), quantity.start)
    return label is not None and not any(one.start <= label.start(1) < one.end for one in analysis.mentions)


def unit_fits(entry: Entry, quantity: QuantityMention) -> bool:
    """Whether a number has no unit, or one in which the test is reported."""
    if quantity.unit is None:
        return True
    return quantity.unit == unit_of(entry) or quantity.unit in alternatives(entry) or _same_kind(entry, quantity.unit)


def _same_kind(entry: Entry, unit: str) -> bool:
    own = unit_of(entry)
    return own in ("kg", "cm") and convert(1.0, unit, own, {}) is not None and unit not in ("mg", "ug", "g", "mm")


def unit_of(entry: Entry) -> str:
    """The preferred UCUM unit of a test."""
    return entry.extra.get("unit", "")


def alternatives(entry: Entry) -> Mapping[str, str]:
    """The other units in which a test is reported, each with its factor or rule to the preferred one."""
    pairs = (pair.partition(":") for pair in re.split(r"[;|]", entry.extra.get("alt_units", "")) if pair.strip())
    return {unit.strip(): rule.strip() for unit, _, rule in pairs}


def _is_criterion(analysis: Analysis, quantity: QuantityMention) -> bool:
    """Whether the number is a target that a value is held against ("목표 130 미만", "below the 7.0% threshold")."""
    clause = analysis.clause_at(quantity.start)
    before = analysis.cue_text[max(clause.start, quantity.start - _CRITERION_REACH) : quantity.start]
    return bool(_CRITERION_BEFORE.search(before) or _CRITERION_AFTER.match(analysis.cue_text, quantity.end))


def _claim(assertions: Assertions, reading: _Reading, date: DateMention | None) -> Claim | None:
    analysis, quantity = assertions.analysis, reading.quantity
    if (
        assertions.subject_at(reading.mention.start if reading.mention.start < quantity.start else quantity.start)
        != PATIENT
    ):
        return None
    operation = _operation(assertions, quantity)
    if operation is None:
        return None
    content = measured(reading.entry, quantity, analysis).with_fields(**_when(analysis, reading, date))
    content = content.with_fields(certainty=_certainty(analysis, quantity), qualifier=_qualifier(analysis, reading))
    spans = [(reading.mention.start, reading.mention.end), (quantity.start, quantity.end)]
    if date is not None:
        spans.append((date.start, date.end))
    return Claim(
        content, tuple(spans), (quantity.start, quantity.end), reading.mention, operation,
        confidence=reading.mention.confidence,
    )  # fmt: skip


def _operation(assertions: Assertions, quantity: QuantityMention) -> Operation | None:
    mood = assertions.mood_at(quantity.start)
    if mood is Mood.HYPOTHETICAL:
        quoted = assertions.analysis.text[: quantity.start].rstrip().endswith("(")
        return Operation.MENTION if quoted else None
    if mood in (Mood.QUESTION, Mood.REQUEST):
        return Operation.MENTION
    sentence = assertions.analysis.clause_at(quantity.start).sentence
    start, end = assertions.analysis.sentence_span(sentence)
    asked = assertions.mood_at(max(start, end - 1)) in (Mood.QUESTION, Mood.REQUEST)
    return (
        Operation.MENTION
        if asked and _COMPARED.search(assertions.analysis.cue_text, quantity.end, end)
        else Operation.ASSERT
    )


def measured(entry: Entry, quantity: QuantityMention, analysis: Analysis) -> Content:
    """The content of a reading: the value in the test's preferred unit, and as it was stated."""
    own, stated = unit_of(entry), quantity.unit or _inferred(entry, quantity)

    def normal(value: float | None) -> float | None:
        converted = None if value is None else convert(value, stated, own, alternatives(entry)) if own else value
        return value if converted is None else (converted if stated == own else round(converted, 2))

    unit = own if stated == own or stated in alternatives(entry) or _same_kind(entry, stated) else stated
    return Content(
        slot=SlotKind.VITALS if entry.kind == "vitals" else SlotKind.LABS,
        concept=entry.concept(analysis.language),
        value=normal(quantity.value),
        value_low=normal(quantity.low),
        value_high=normal(quantity.high),
        comparator=quantity.comparator,
        unit=unit or None,
        value_stated=None if quantity.value is None else f"{quantity.value:g}",
        unit_stated=quantity.unit if quantity.unit_stated else None,
    )


def _inferred(entry: Entry, quantity: QuantityMention) -> str:
    """The unit of a bare number: the preferred one, or the only other in which the value is plausible.

    A whole number is too often a count of something to be taken for another unit, but for HbA1c in mmol/mol, for
    sugars, and for blood cells, whose thousands ("백혈구 4500") count nothing else.
    """
    value = quantity.value if quantity.value is not None else quantity.low
    low, high = entry.extra.get("plausible_low", ""), entry.extra.get("plausible_high", "")
    own = unit_of(entry)
    if value is None or not low or not high or least_bare(entry.concept_id, float(low)) <= value <= float(high):
        return own
    whole = float(value).is_integer()
    for unit in alternatives(entry):
        counted = (unit == _CELLS and value >= _LEAST_CELLS) or is_told_whole(entry.concept_id, unit)
        if whole and not counted and not (unit == _IFCC and _IFCC_LEAST <= value <= _IFCC_MOST):
            continue
        converted = convert(value, unit, own, alternatives(entry))
        if converted is not None and float(low) <= converted <= float(high):
            return unit
    return own


def is_plausible(entry: Entry, quantity: QuantityMention) -> bool:
    """Whether a number without a unit can be a value of the test; with a unit the speaker is taken at their word."""
    low, high = entry.extra.get("plausible_low", ""), entry.extra.get("plausible_high", "")
    own = unit_of(entry)
    if quantity.unit == own or quantity.value is None or not low or not high:
        return True
    if quantity.value < 0:
        # Nothing else is counted below zero: it was said of the test, and is asked about.
        return True
    if quantity.unit is not None:
        stated = convert(quantity.value, quantity.unit, own, alternatives(entry))
        return stated is None or stated <= float(high)
    value = convert(quantity.value, _inferred(entry, quantity), own, alternatives(entry)) if own else quantity.value
    return value is None or float(low) <= value <= float(high)


def _when(analysis: Analysis, reading: _Reading, date: DateMention | None) -> dict[str, object]:
    if date is not None:
        return {"valid_from": date.value, "precision": Precision(date.precision)}
    momentary = reading.entry.kind == "vitals" and reading.entry.concept_id not in _UNDATED
    if not momentary and _qualifier(analysis, reading) != "postprandial":
        return {}
    if _VAGUE_TIME.search(_words_around(analysis, reading.quantity)):
        return {}
    return {"valid_from": analysis.day, "precision": Precision.DAY}


def _certainty(analysis: Analysis, quantity: QuantityMention) -> Certainty:
    clause = analysis.clause_at(quantity.start)
    return Certainty.UNCERTAIN if analysis.has(clause, Cue.UNCERTAIN) else Certainty.CONFIRMED


def _qualifier(analysis: Analysis, reading: _Reading) -> str | None:
    if _is_pressure(reading.entry):
        words = _words_around(analysis, reading.quantity)
        return "home" if HOME.search(words) else "usual" if _USUAL.search(words) else None
    if _GLUCOSE not in (reading.entry.concept_id, *reading.entry.broader):
        return None
    words = _own_words(analysis, reading)
    later = _since_last_value(analysis, reading)
    if FASTING.search(later) or POSTPRANDIAL.search(later):
        words = later
    if FASTING.search(words):
        return "fasting"
    return "postprandial" if POSTPRANDIAL.search(words) else None


def _words_around(analysis: Analysis, quantity: QuantityMention) -> str:
    """The clause of a value; of one that runs on without end, the words near the value."""
    clause = analysis.clause_at(quantity.start)
    start, end = quantity.start - _CLAUSE_REACH, quantity.end + _CLAUSE_REACH
    return analysis.cue_text[max(clause.start, start) : min(clause.end, end)]


def _since_last_value(analysis: Analysis, reading: _Reading) -> str:
    """The words from an earlier value of the same test to this one ("공복 혈당 110, 식후 180"); empty without one."""
    opening, closing = reading.mention.end, reading.quantity.start
    ends = [one.end for one in analysis.quantities if opening <= one.start and one.end <= closing]
    return analysis.cue_text[max(ends) : reading.quantity.start] if ends else ""


def _own_words(analysis: Analysis, reading: _Reading) -> str:
    """The words about one reading: from the value before its test's name to the end of its own value's phrase."""
    start, end = analysis.sentence_span(analysis.clause_at(reading.mention.start).sentence)
    opening = min(reading.mention.start, reading.quantity.start)
    start = max([start, *(one.end for one in analysis.quantities if one.end <= opening)])
    closing = max(reading.quantity.end, reading.mention.end)
    later = [one.start for one in analysis.mentions if one.start >= closing and one.entry.kind in MEASUREMENTS]
    return analysis.cue_text[start : min([closing + _AFTERTHOUGHT, end, *later])]
