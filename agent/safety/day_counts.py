"""What was taken over a day, counted: the sum of each substance, however it was sold, held against the most of a day.

Paracetamol above the licensed dose, or 75 mg/kg within 24 hours, is a staggered overdose (TOXBASE, RCEM 2017); below
50 kg less is allowed. Two painkillers of one family are told of as such.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.answers.record.known import numeric
from agent.safety.day_complete import uncounted
from agent.safety.day_most import LIMITS
from agent.safety.day_told import CHILD, Amount, amounts_told, asks_total
from agent.safety.days_past import are_of_days_past
from agent.safety.substances import substances_in
from agent.safety.whereabouts import emergency_for
from agent.words.figures import number
from agent.words.sentences import sentence
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex

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
_SLOW_HOURS: Final = 8
_FAR_AT_ONCE: Final = 1.4
"""Times the most of one dose from which a single dose is told of as too much: two tablets of 650 mg are sold as one."""
_ALIKE: Final = frozenset({"ibuprofen", "dexibuprofen", "naproxen", "naproxen_sodium"})
_ADULT_YEARS: Final = 16
_FEW_TABLETS: Final = 3


_PLANS_MORE: Final = lazy_regex(
    r"시간\s?(?:마다|간격(?:으로)?|에\s?한\s?번)\s?(?:\S{1,6}\s){0,2}?(?:추가|더\s?|또\s?|같이\s?|함께\s?)"
    r"(?:로\s?)?(?:하|먹|드|복용|먹여)?\S{0,3}(?:려|을까|ㄹ까|할까|도\s?(?:되|돼|괜)|면\s?(?:안\s?)?(?:되|돼))"
    r"|\b(?:add|adding|on top|also take|as well)\b[^.?!]{0,60}\bevery (?:\w+|\d+) hours\b"
    r"|\bevery (?:\w+|\d+) hours\b[^.?!]{0,30}\b(?:on top|as well|too|added)\b",
    re.IGNORECASE,
)


_OF_ANOTHER_DAY: Final = lazy_regex(
    r"\b(?:how (?:many|much)|total)\b[^.?!]{0,60}\b(?:yesterday|the day before|last week|(?:on )?(?:mon|tues|wednes"
    r"|thurs|fri|satur|sun)day)\b|\byesterday\b[^.?!]{0,40}\bhow (?:many|much)\b"
    r"|(?:어제|그제|[월화수목금토일]요일|지난\s?주)[^.?!]{0,20}(?:몇|얼마|총)",
    re.IGNORECASE,
)
"""Questions for the sum of another day, of which that of today is no answer."""


def counted_over_the_day(consultation: Consultation) -> Part:
    """The day's sum of each substance with what may still be taken; empty where nothing was counted."""
    if _is_of_a_child(consultation) or _PLANS_MORE.search(consultation.situation.question.text) is not None:
        # What is to be added by a rhythm comes to more than what was taken: the sum of that alone would give leave.
        return Part()
    if _OF_ANOTHER_DAY.search(consultation.situation.question.text) is not None:
        return Part()
    amounts = amounts_told(consultation)
    if are_of_days_past(consultation, amounts, lambda one: _most(consultation, one)):
        return Part()
    sums: defaultdict[str, list[Amount]] = defaultdict(list)
    for one in amounts:
        sums[one.substance].append(one)
    alike = [one for one in sums if one in _ALIKE]
    asked = asks_total(consultation.situation.question.text)
    if not asked and not any(_is_counted(each) for each in sums.values()) and len(alike) < 2:
        return Part()
    left_out = uncounted(consultation, amounts)
    said = [
        line for one, each in sums.items() for line in _told(consultation, one, each, left_out, alone=len(alike) < 2)
    ]
    if len(alike) > 1:
        language = consultation.words.language
        names = ", ".join(_name(consultation, sums[one][0].entry) for one in alike)
        said.append(sentence("count.two_alike", language, names=names))
        if APAP not in sums and not left_out:
            said.append(sentence("count.apap_instead", language, most=number(_most(consultation, APAP))))
    return Part("\n".join(line for line in said if line))


def _is_of_a_child(consultation: Consultation) -> bool:
    """Whether the doses are a child's, whose most goes by weight: that is reckoned elsewhere."""
    years = consultation.known.age_years()
    return (years is not None and years < _ADULT_YEARS) or CHILD.search(consultation.request.text) is not None


def medicines_counted(consultation: Consultation) -> frozenset[str]:
    """The ids of the medicines of which doses are counted."""
    return frozenset(one.entry.concept_id for one in amounts_told(consultation))


def _is_counted(amounts: Sequence[Amount]) -> bool:
    """Whether several doses are told, and not one that was just taken."""
    return sum(one.doses for one in amounts) > 1 or sum(one.tablets for one in amounts) >= _FEW_TABLETS


def _told(
    consultation: Consultation, substance: str, amounts: Sequence[Amount], left_out: Sequence[str], *, alone: bool
) -> Iterator[str]:
    language, text = consultation.words.language, consultation.request.plain or consultation.request.text
    total, most = sum(one.mg for one in amounts), _most(consultation, substance)
    lines = ", ".join(_line(consultation, one) for one in _by_product(amounts))
    name = consultation.pick("아세트아미노펜", "acetaminophen (paracetamol)") if substance == APAP else ""
    name = name or _name(consultation, amounts[0].entry)
    part = "count.sum_part" if left_out else "count.sum"
    yield sentence(part, language, substance=name, total=number(total), lines=lines)
    least = any(one.low for one in amounts)
    if least:
        yield sentence("count.least", language)
    emergency = emergency_for(consultation.situation)
    key = _verdict(consultation, substance, total, most)
    if key == "count.within" and not alone:
        return
    if key == "count.within" and (left_out or least):
        # No allowance over a part of what was taken.
        told = " ".join(f"“{one}”" for one in left_out)
        yield sentence("count.left_out", language, told=told) if left_out else ""
        yield sentence("count.no_leave", language, most=number(most))
        return
    left = most - total
    hours = _SLOW_HOURS if substance == APAP and any(one.slow for one in amounts) else _HOURS.get(substance, 6)
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
    most_at_once = _AT_ONCE.get(substance)
    largest = max(one.one for one in amounts)
    if most_at_once is not None and largest > most_at_once * _FAR_AT_ONCE and key == "count.within":
        yield sentence("count.at_once", language, one=number(largest), dose=number(most_at_once))
    if substance == APAP and _drinks(consultation, text):
        yield sentence("count.alcohol", language)
    yield from (
        sentence("count.opioid", language, name=_name(consultation, one.entry), emergency=emergency)
        for one in amounts
        if one.opioid
    )


def _by_product(amounts: Sequence[Amount]) -> Iterator[Amount]:
    """Each product once, by its strength, with all that was taken of it."""
    same: defaultdict[tuple[str, float], list[Amount]] = defaultdict(list)
    for one in amounts:
        same[(one.entry.concept_id, one.each if one.tablets else 0.0)].append(one)
    for each in same.values():
        yield replace(each[0], tablets=sum(one.tablets for one in each), mg=sum(one.mg for one in each))


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


def _line(consultation: Consultation, one: Amount) -> str:
    language, name = consultation.words.language, _name(consultation, one.entry)
    if not one.tablets:
        return sentence("count.line_mg", language, name=name, mg=number(one.mg))
    return sentence(
        "count.line", language, name=name, tablets=number(one.tablets), strength=number(one.each), mg=number(one.mg)
    )


def _name(consultation: Consultation, entry: Entry) -> str:
    return consultation.pick(entry.name_ko or entry.name, entry.name)
