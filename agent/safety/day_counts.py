"""What was taken over a day, counted: the sum of each substance, however it was sold, held against the most of a day.

Paracetamol above the licensed dose, or 75 mg/kg within 24 hours, is a staggered overdose (TOXBASE, RCEM 2017); below
50 kg less is allowed. Two painkillers of one family are told of as such.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Any, Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.answers.record.known import numeric
from agent.safety.day_most import LIMITS
from agent.safety.substances import substances_in
from agent.safety.tables import table
from agent.safety.whereabouts import emergency_for
from agent.words.figures import number
from agent.words.sentences import sentence
from extraction.naming.mentions import Entry
from extraction.reading.medicines.doses_counted import Counted, doses_counted, products_in, tells_taken
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

APAP: Final = "acetaminophen"
_A_KILO: Final = 75.0
"""mg of paracetamol for each kilogram and day (MFDS, NHS: lighter adults; RCEM: an overdose to be looked at)."""
_LIGHT: Final = 50.0
"""Kilograms below which an adult may take less of it."""
_FAR_OVER: Final = 6000.0
"""mg in a day from which it is an overdose whatever the weight."""
_HOURS: Final = {APAP: 4, "ibuprofen": 6, "dexibuprofen": 6, "naproxen": 8, "naproxen_sodium": 8}
_AT_ONCE: Final[Mapping[str, float]] = {
    APAP: 1000, "ibuprofen": 400, "dexibuprofen": 300, "naproxen": 500, "naproxen_sodium": 440,
}  # fmt: skip
"""Hours between doses, and the most of one, of adults (labels)."""
_SLOW: Final = lazy_regex(r"8\s?시간|서방|이알|\ber\b|650|arthritis|8 ?hour", re.IGNORECASE)
_SLOW_HOURS: Final = 8
_ALIKE: Final = frozenset({"ibuprofen", "dexibuprofen", "naproxen", "naproxen_sodium"})
_GOES_ON: Final = lazy_regex(
    r"\bwhat (?:can|could|may) i\b|\b(?:can|could|may|should) i (?:take|have)\b|\b(?:any|some|one|two) more\b|\bat bed"
    r"|더\s?(?:먹|드|묵)|(?:먹|드셔|묵)\S?도\s?(?:되|돼)|뭐\s?먹|자기\s?전",
    re.IGNORECASE,
)
_TODAY: Final = lazy_regex(r"\btoday\b|so far|in all|오늘|모두|총", re.IGNORECASE)
_BEFORE, _BEHIND = 16, 8
"""Characters before and behind a name in which words tell which product it is ("extra strength Tylenol")."""
_ADULT_YEARS: Final = 16
_CHILD: Final = lazy_regex(
    r"아이(?!부)|아기|애기|아들|딸|손주|손자|손녀|애가|우리\s?애|[가-힣\d]\s?개월"
    r"|\b(?:baby|toddler|son|daughter|child|kid|kids|grand(?:son|daughter|child|kid)|months? old|calpol|infant)\b",
    re.IGNORECASE,
)
_DAY: Final = timedelta(hours=24)
_TURNS: Final = 6
_FEW_TABLETS: Final = 3


@dataclass(frozen=True, slots=True)
class _Amount:
    """What one product brings of a substance."""

    entry: Entry
    substance: str
    tablets: float
    each: float
    mg: float
    doses: int
    low: bool
    opioid: bool


def counted_over_the_day(consultation: Consultation) -> Part:
    """The day's sum of each substance with what may still be taken; empty where nothing was counted."""
    if _is_of_a_child(consultation):
        return Part()
    amounts = list(_amounts(consultation))
    sums: defaultdict[str, list[_Amount]] = defaultdict(list)
    for one in amounts:
        sums[one.substance].append(one)
    alike = [one for one in sums if one in _ALIKE]
    if not any(_is_counted(each) for each in sums.values()) and len(alike) < 2:
        return Part()
    said = [line for one, each in sums.items() for line in _told(consultation, one, each, alone=len(alike) < 2)]
    if len(alike) > 1:
        language = consultation.words.language
        names = ", ".join(_name(consultation, sums[one][0].entry) for one in alike)
        said.append(sentence("count.two_alike", language, names=names))
        if APAP not in sums:
            said.append(sentence("count.apap_instead", language, most=number(_most(consultation, APAP))))
    return Part("\n".join(said))


def _is_of_a_child(consultation: Consultation) -> bool:
    """Whether the doses are a child's, whose most goes by weight: that is reckoned elsewhere."""
    years = consultation.known.age_years()
    return (years is not None and years < _ADULT_YEARS) or _CHILD.search(consultation.request.text) is not None


def medicines_counted(consultation: Consultation) -> frozenset[str]:
    """The ids of the medicines of which doses are counted."""
    return frozenset(one.entry.concept_id for one in _amounts(consultation))


def _is_counted(amounts: Sequence[_Amount]) -> bool:
    """Whether several doses are told, and not one that was just taken."""
    return sum(one.doses for one in amounts) > 1 or sum(one.tablets for one in amounts) >= _FEW_TABLETS


def _amounts(consultation: Consultation) -> Iterator[_Amount]:
    """What this turn counts, with what was told earlier within the day unless this turn tells it all."""
    text = consultation.request.plain or consultation.request.text
    now = [*_of_text(consultation, text)] if tells_taken(text) else []
    whole = bool(_TODAY.search(text)) or sum(one.doses for one in now) > _FEW_TABLETS
    if now and whole:
        yield from now
        return
    if now or _GOES_ON.search(text):
        yield from _earlier(consultation)
        yield from now


def _earlier(consultation: Consultation) -> Iterator[_Amount]:
    question, lines = consultation.situation.question, consultation.situation.view.tiers.lines
    for turn in range(max(1, question.turn_number - _TURNS), question.turn_number):
        line = lines.get(turn)
        if line is not None and question.said_at - line.said_at < _DAY:
            told = normalise(line.question).text
            if tells_taken(told):
                yield from _of_text(consultation, told)


def _of_text(consultation: Consultation, text: str) -> Iterator[_Amount]:
    mentions = consultation.finder.find(text)
    for one in doses_counted(text, products_in(mentions)):
        row = table("contents").get(one.product.entry.concept_id)
        if row is not None:
            yield _amount(one, row, text)


def _amount(one: Counted, row: Mapping[str, Any], text: str) -> _Amount:
    beside = text[max(0, one.product.start - _BEFORE) : one.product.end + _BEHIND]
    own = next((mg for said, mg in row.get("said", {}).items() if _said(said).search(beside)), None)
    each = float(one.strength or own or row["mg"])
    low = bool(row.get("least")) and one.strength is None and own is None
    mg = one.tablets * each + one.mg
    return _Amount(
        one.product.entry, row["substance"], one.tablets, each, mg, one.doses, low, bool(row.get("opioid", False))
    )


@cache
def _said(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _told(consultation: Consultation, substance: str, amounts: Sequence[_Amount], *, alone: bool) -> Iterator[str]:
    language, text = consultation.words.language, consultation.request.plain or consultation.request.text
    total, most = sum(one.mg for one in amounts), _most(consultation, substance)
    lines = ", ".join(_line(consultation, one) for one in amounts)
    name = consultation.pick("아세트아미노펜", "acetaminophen (paracetamol)") if substance == APAP else ""
    name = name or _name(consultation, amounts[0].entry)
    yield sentence("count.sum", language, substance=name, total=number(total), lines=lines)
    if any(one.low for one in amounts):
        yield sentence("count.least", language)
    emergency = emergency_for(consultation.situation)
    key = _verdict(consultation, substance, total, most)
    if key == "count.within" and not alone:
        return
    left = most - total
    hours = _SLOW_HOURS if substance == APAP and _SLOW.search(text) else _HOURS.get(substance, 6)
    dose = min(_AT_ONCE.get(substance, left), left)
    yield sentence(
        key,
        language,
        most=number(most),
        emergency=emergency,
        left=number(left),
        hours=str(hours),
        dose=number(dose),
        name=name,
        amount=number(total),
    )
    if substance == APAP and _drinks(consultation, text):
        yield sentence("count.alcohol", language)
    yield from (
        sentence("count.opioid", language, name=_name(consultation, one.entry), emergency=emergency)
        for one in amounts
        if one.opioid
    )


def _verdict(consultation: Consultation, substance: str, total: float, most: float) -> str:
    if substance != APAP:
        limit = LIMITS[substance]
        if total >= limit.poison:
            return "limit.poison"
        return (
            ("count.over_other" if substance in _ALIKE else "limit.reached") if total > most else _within(total, most)
        )
    weight = _weight(consultation)
    if total >= _FAR_OVER or (weight is not None and total > _A_KILO * weight and total > most):
        return "count.poison"
    return "count.over" if total > most else _within(total, most)


def _within(total: float, most: float) -> str:
    return "count.reached" if total >= most else "count.within"


def _most(consultation: Consultation, substance: str) -> float:
    most, weight = LIMITS[substance].most, _weight(consultation)
    if substance == APAP and weight is not None and weight < _LIGHT:
        return min(most, _A_KILO * weight)
    return most


def _weight(consultation: Consultation) -> float | None:
    series = consultation.known.series("body_weight")
    return numeric(series[-1]) if series else None


def _drinks(consultation: Consultation, text: str) -> bool:
    told = substances_in(text, consultation.words.dictionary)
    return any(one.entry.concept_id == "alcohol" for one in told)


def _line(consultation: Consultation, one: _Amount) -> str:
    language, name = consultation.words.language, _name(consultation, one.entry)
    if not one.tablets:
        return sentence("count.line_mg", language, name=name, mg=number(one.mg))
    return sentence(
        "count.line", language, name=name, tablets=number(one.tablets), strength=number(one.each), mg=number(one.mg)
    )


def _name(consultation: Consultation, entry: Entry) -> str:
    return consultation.pick(entry.name_ko or entry.name, entry.name)
