"""Medicines: the dose, frequency and route that belong to each, and whether it is taken, stopped or planned."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from domain.proposals import Operation
from domain.values import PATIENT, Content, Polarity, Precision, SlotKind, Status
from extraction.naming.mentions import Mention
from extraction.rules.analysis import MEASUREMENTS, MEDICINES, Analysis
from extraction.rules.assertion import Assertion, Assertions
from extraction.rules.claims import Claim
from extraction.rules.cues import Span
from extraction.rules.measured_dates import stands_beside
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention
from extraction.values.dose_units import DOSE_UNITS, labelled_unit, unit_by_magnitude
from extraction.values.frequencies import FrequencyMention
from extraction.values.quantities import QuantityMention
from extraction.values.routes import find_route

_ATTACHED: Final = lazy_regex(
    r"\s?(?:을|를|은|는|이|가)?\s?(?:용량[이은을]?|from|to|at|of|is|was|by|에서|(?:이|가)?\s?아니라|(?:이"
    r"|가)?\s?아니고|,"
    r"|-)?\s?(?:from\s|to\s)?"
)
"""What may stand between a name or an earlier strength and a bare number that is its strength in mg."""

_ROUTE_REACH: Final = 40
"""Characters around a medicine's words in which its route is named."""

_TIMES: Final = {
    "morning": ("아침", "오전", "morning", "breakfast"),
    "noon": ("점심", "lunch", "noon"),
    "evening": ("저녁", "오후", "evening", "dinner", "supper"),
    "night": ("밤", "자기 전", "자기전", "취침 전", "night", "bedtime"),
}
_TIME: Final = lazy_regex("|".join(word for words in _TIMES.values() for word in words))
_TIME_AFTER: Final = lazy_regex(rf"\s?(?:씩\s?|을\s|를\s)?(?:(?:before|at|with|after|in the) )?({_TIME.pattern})")
_TIME_BEFORE: Final = lazy_regex(rf"({_TIME.pattern})(?:에|엔|에는|은)?\s?(?:식[전후]\s?(?:에\s?)?|공복\s?)?$")
_TIME_REACH: Final = 14
_TIMES_CODES: Final = {2: "BID", 3: "TID", 4: "QID"}

_OF: Final = lazy_regex(r"\s(?:of|의)\s(?:the |my )?")
_APPOSITION: Final = lazy_regex(
    r"\s?(?:으로|로|인|은|는|이|중에서?|이름이|called|named|is|which is|,|:|\()?\s?(?:the )?$"
)
_JUDGED: Final = lazy_regex(
    r"\s?(?:은|는|이|가|도|을|를)?\s?(?:부작용\s?(?:도|은|이)?\s?없(?:이|고)\s?)?(?:정말|아주|좀|별로|더)?\s?(?:괜찮|좋[다대은아]|나쁘|안전|위험|해[롭로]|독하|효과|중독)"
    r"|\s(?:is|are|isn't|aren't|was|can be|may be)\s(?:(?:not|really|very|so|too|quite|perfectly|always)\s)*"
    r"(?:fine|good|safe|bad|ok|okay|harmless|dangerous|harmful|effective|better|best|worse|useless|addictive|strong"
    r"|healthy|unhealthy|poison|risky|great|terrible|cheap|expensive)\b"
)
"""A judgement right after the name of a medicine."""
_INTAKE: Final = lazy_regex(
    r"먹|드시|복용|맞[고아는]|쓰고|바르|\b(?:i|i'm|i've|my)\b[^.;]{0,30}\b(?:take|taking|took|on|use|using|start\w*)\b"
)
_APPOSITION_REACH: Final = 12
_LONGEST_NAME: Final = 200
_LIST_JOINT: Final = lazy_regex(r"(?:와|과|랑|하고|및|,|and)\s?$")


@dataclass(frozen=True, slots=True)
class _Part:
    """What was found for one medicine."""

    mention: Mention
    doses: list[QuantityMention]
    frequencies: list[FrequencyMention]


def dose_of(quantity: QuantityMention, assumed: str = "") -> str:
    """A dose as it is written: "5mg", "75mcg", "250/50mcg"; a bare number is in the ``assumed`` unit."""
    unit = assumed if quantity.unit is None else DOSE_UNITS.get(quantity.unit, quantity.unit)
    values = quantity.parts or tuple(
        value for value in (quantity.value, quantity.low, quantity.high) if value is not None
    )
    # A dash before a dose is one between the words.
    values = tuple(abs(value) for value in values)
    joint = "/" if quantity.parts else "-"
    return joint.join(f"{value:g}" for value in values) + unit


def read_medications(
    assertions: Assertions, skipped: Callable[[Span], bool], allergens: frozenset[int]
) -> Iterator[Claim]:
    """Claims about medicines.

    ``skipped`` tells words that are withdrawn, ``allergens`` where substances stand that cause an allergy.
    """
    analysis = assertions.analysis
    named = [
        mention
        for mention in analysis.mentions
        if mention.entry.kind in MEDICINES
        and mention.start not in allergens
        and not skipped((mention.start, mention.end))
    ]
    specific = [mention for mention in named if not _is_apposition(analysis, mention, named)]
    for part in _parts(analysis, specific, skipped):
        assertion = assertions.of(part.mention)
        if assertion.stated and assertion.subject == PATIENT:
            claim = _claim(assertions, part, assertion)
            yield replace(claim, operation=Operation.MENTION) if _is_judged(analysis, part) else claim


def _is_judged(analysis: Analysis, part: _Part) -> bool:
    """Whether the medicine is only spoken well or ill of: "she says aspirin is fine" tells of nobody's intake."""
    if part.doses or part.frequencies:
        return False
    clause = analysis.clause_at(part.mention.start)
    if _INTAKE.search(analysis.cue_text, clause.start, clause.end):
        return False
    return _JUDGED.match(analysis.cue_text, part.mention.end) is not None


def _is_apposition(analysis: Analysis, mention: Mention, named: Sequence[Mention]) -> bool:
    """Whether a class only introduces the medicine named right after it ("혈압약으로 암로디핀")."""
    if mention.entry.kind != "drug_classes":
        return False
    near = bisect_left(named, mention.start - _LONGEST_NAME, key=lambda one: one.start)
    for other in islice(named, near, None):
        if other.start > mention.end + _APPOSITION_REACH:
            break
        gap = analysis.cue_text[mention.end : other.start]
        if other.entry.kind == "medications" and 0 <= mention.start - other.end <= 1:
            return True
        if (
            other.entry.kind == "medications"
            and 0 <= other.start - mention.end <= _APPOSITION_REACH
            and analysis.index_at(other.start) == analysis.index_at(mention.start)
        ):
            if mention.entry.concept_id in other.entry.broader and not _LIST_JOINT.search(gap):
                return True
            return bool(_APPOSITION.fullmatch(gap)) and "," not in gap
    return False


def _parts(analysis: Analysis, named: Sequence[Mention], skipped: Callable[[Span], bool]) -> list[_Part]:
    parts = [_Part(mention, [], []) for mention in named]
    for quantity in analysis.quantities:
        if not skipped((quantity.start, quantity.end)) and (owner := _dose_owner(analysis, quantity, parts)):
            owner.doses.append(quantity)
    for frequency in analysis.frequencies:
        if not skipped((frequency.start, frequency.end)) and (
            owner := _owner(analysis, (frequency.start, frequency.end), parts)
        ):
            owner.frequencies.append(frequency)
    _share_frequency(analysis, parts)
    return parts


def _dose_owner(analysis: Analysis, quantity: QuantityMention, parts: Sequence[_Part]) -> _Part | None:
    if quantity.comparator is not None or (quantity.unit is not None and quantity.unit not in DOSE_UNITS):
        return None
    owner = _owner(analysis, (quantity.start, quantity.end), parts)
    if owner is None or (quantity.unit is not None and quantity.unit != "%"):
        return owner
    if any(True for _ in analysis.within(owner.mention.end, quantity.start, MEASUREMENTS)):
        return None
    before = [one.end for one in analysis.quantities if owner.mention.end <= one.start < quantity.start]
    place = max([owner.mention.end, *before[-1:]])
    near = place <= quantity.start and _ATTACHED.fullmatch(analysis.cue_text, place, quantity.start)
    return owner if near or owner.doses else None


def _owner(analysis: Analysis, span: Span, parts: Sequence[_Part]) -> _Part | None:
    """The medicine named last before ``span`` in its sentence, else the first after it in its clause.

    A sentence that names no medicine speaks of the one named last ("용량을 잘못 말했어요. 5mg이 아니라 10mg").
    """
    place, clause = span[0], analysis.clause_at(span[0])
    at = bisect_right(parts, place, key=lambda part: part.mention.start)
    before, after = (parts[at - 1] if at else None), (parts[at] if at < len(parts) else None)
    if after is not None and _OF.fullmatch(analysis.cue_text, span[1], after.mention.start):
        return after
    if before is not None and analysis.clause_at(before.mention.start).sentence == clause.sentence:
        own_clause = analysis.index_at(before.mention.start) == analysis.index_at(place)
        return before if own_clause or after is None or after.mention.start >= clause.end else after
    start, end = analysis.sentence_span(clause.sentence)
    if after is not None and after.mention.start < end:
        return after
    foreign = any(True for _ in analysis.within(start, end, {"labs", "vitals", "social", "conditions", "symptoms"}))
    return None if foreign else before


def _share_frequency(analysis: Analysis, parts: Sequence[_Part]) -> None:
    """One frequency said for several: "A와 B를 하루 한 번"."""
    for earlier, later in zip(reversed(parts[:-1]), reversed(parts[1:]), strict=True):
        end = max([earlier.mention.end, *(dose.end for dose in earlier.doses)])
        gap = analysis.cue_text[end : later.mention.start]
        if (
            not earlier.frequencies
            and len(later.frequencies) == 1
            and re.search(r"(?:와|과|랑|하고|및|\band)\s?$", gap)
        ):
            earlier.frequencies.append(later.frequencies[0])


def _claim(assertions: Assertions, part: _Part, assertion: Assertion) -> Claim:
    analysis, mention = assertions.analysis, part.mention
    dose = part.doses[-1] if part.doses else None
    outright = [one for one in part.frequencies if not one.weak]
    frequency = next(iter(outright or part.frequencies), None)
    times = _times_of_day(analysis, part)
    code = _TIMES_CODES.get(len(times)) if times and not outright else None
    code = code or (frequency.code if frequency else None)
    start, end = _words(part)
    clause = analysis.clause_at(mention.start)
    route = (
        find_route(analysis.text[max(clause.start, start - _ROUTE_REACH) : min(clause.end, end + _ROUTE_REACH)])
        if assertion.polarity is Polarity.AFFIRMED
        else None
    )
    date = date_of(assertions, mention)
    period = _period(assertion, date)
    content = Content(
        slot=SlotKind.MEDICATIONS,
        concept=mention.entry.concept(analysis.language),
        dose=_dose(part, times),
        frequency=code if assertion.polarity is Polarity.AFFIRMED else None,
        route=route.code if route else None,
        status=assertion.status,
        polarity=assertion.polarity,
        certainty=assertion.certainty,
        temporality=assertion.temporality,
    ).with_fields(**period)
    spans = ((start, end),) if date is None or not period else ((start, end), (date.start, date.end))
    value_span = (dose.start, dose.end) if dose else (mention.start, mention.end)
    return Claim(content, spans, value_span, mention, confidence=mention.confidence)


def _times_of_day(analysis: Analysis, part: _Part) -> tuple[str, ...]:
    """The times of day at which it is taken, where each has its own words or dose ("아침 14단위 저녁 8단위")."""
    times: dict[str, None] = {}
    ahead = [_TIME_BEFORE.search(analysis.cue_text, max(0, one.start - _TIME_REACH), one.start) for one in part.doses]
    behind = [_TIME_AFTER.match(analysis.cue_text, one.end) for one in part.doses]
    for match in ahead if any(ahead[:1]) else behind:
        if match is not None:
            times[_time(match[1])] = None
    for one in part.frequencies:
        if one.weak and (named := _TIME.search(one.text)):
            times[_time(named[0])] = None
    return tuple(times) if len(times) > 1 else ()


def _time(word: str) -> str:
    return next((name for name, words in _TIMES.items() if word in words), word)


def _dose(part: _Part, times: tuple[str, ...]) -> str | None:
    """The dose; several times of day have their own ("14U morning, 8U evening"): no one of them is what is taken."""
    entry = part.mention.entry
    doses = [dose_of(one, unit_by_magnitude(entry, one.value or 0.0) or labelled_unit(entry)) for one in part.doses]
    if times and len(doses) == len(times) and len(set(doses)) > 1:
        return ", ".join(f"{one} {time}" for one, time in zip(doses, times, strict=True))
    return doses[-1] if doses else None


def _words(part: _Part) -> Span:
    spans = [
        (part.mention.start, part.mention.end),
        *((dose.start, dose.end) for dose in part.doses),
        *((one.start, one.end) for one in part.frequencies),
    ]
    return min(start for start, _ in spans), max(end for _, end in spans)


def date_of(assertions: Assertions, mention: Mention) -> DateMention | None:
    """The date said for ``mention``, in its clause or one that goes on about it: a period's edge, else the point beside
    it, else the last one.
    """
    analysis = assertions.analysis
    for clause in assertions.region(mention):
        own = [date for date in analysis.dates if clause.start <= date.start < clause.end]
        if own:
            beside = next((date for date in own if stands_beside(analysis, mention, date)), own[-1])
            return next((date for date in own if date.kind != "point"), beside)
    return None


def _period(assertion: Assertion, date: DateMention | None) -> dict[str, str | Precision]:
    if date is None:
        return {}
    edge = "valid_to" if assertion.status in (Status.STOPPED, Status.ON_HOLD) else "valid_from"
    if assertion.status is Status.ACTIVE and date.kind != "since":
        return {}
    return {edge: date.value, "precision": Precision(date.precision)}
