"""How much of a fever medicine a child may be given: by its own weight and age, and why none of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent.answers.children.given_doses import CHILD_RULES, DAILY_LIMIT, OfADay
from agent.answers.children.illnesses import has_asthma, is_dried_by, is_made_worse
from agent.answers.children.matters import ANTIBIOTIC, ASPIRIN
from agent.answers.children.talk import (
    AMERICAN,
    Talk,
    capitalised,
    in_kilograms,
    is_a_childs,
    products_told,
    rule_slots,
    who_it_is,
)
from agent.answers.complaints.fever_doses import warnings_of
from agent.answers.complaints.fever_medicine_asked import IBUPROFEN, PARACETAMOL
from agent.words.figures import number
from extraction.reading.children.child import Child
from extraction.reading.children.products import DEXIBUPROFEN, PARACETAMOL_160, UK_PARACETAMOL
from extraction.reading.people.speaking_for import told_of_oneself
from extraction.text.lazy_regex import lazy_regex

_USUAL: Final[dict[str, dict[str, float | None]]] = {
    PARACETAMOL: {"ko": 32.0, "en": None},
    IBUPROFEN: {"ko": 20.0, "en": 20.0},
    DEXIBUPROFEN: {"ko": 12.0, "en": 12.0},
}
"""Milligrams in a millilitre of the syrup that is sold there; None where several are (MFDS, NHS, AAP)."""


_BRITISH: Final = 24.0


_BY_AGE: Final = (
    (PARACETAMOL, ((3, 6, 2.5), (6, 24, 5.0), (24, 48, 7.5), (48, 72, 10.0))),
    (IBUPROFEN, ((6, 12, 2.5), (12, 48, 5.0), (48, 84, 7.5), (84, 120, 10.0))),
)
"""Months of age and mL of the UK infant suspensions (120 mg, 100 mg in 5 mL; NHS)."""


def _wanted(talk: Talk, child: Child, days: Sequence[OfADay]) -> tuple[str, ...]:
    """The medicines whose amount is asked for: those these words name as not given, else those asked about before."""
    given = {one.said for one in child.doses if one.line == child.last_line}
    now = tuple(dict.fromkeys(one.substance for one in talk.told.products if one.said not in given))
    if now:
        return now
    before = tuple(dict.fromkeys(one.substance for one in products_told(talk) if one.said not in given))
    if before:
        return before[-1:] if len(before) > 1 and not days else before
    hot = bool(child.temperatures) and child.temperatures[-1].degrees >= _WARM
    feverish = hot or (not child.temperatures and _FEVER_TOLD.search(talk.text) is not None)
    return () if days or not feverish or ANTIBIOTIC.search(talk.lines) else (PARACETAMOL, IBUPROFEN)


_FEVER_TOLD: Final = lazy_regex(
    r"\bfever\b|\btemp(?:erature)?\b|\bpain\w*\b|\bteeth\w*\b|해열제|열나|열이|진통제|아파", re.IGNORECASE
)


def amounts_of(talk: Talk, child: Child, days: Sequence[OfADay]) -> list[str]:
    """How much of each medicine that is asked about, and why none of one."""
    found: list[str] = []
    wanted = list(_wanted(talk, child, days))
    if ASPIRIN.search(talk.text) and not talk.told.products:
        wanted = [PARACETAMOL, IBUPROFEN]
    refused = []
    for one in wanted:
        if why := _against(talk, child, one):
            found.append(why)
            refused.append(one)
    wanted = [one for one in wanted if one not in refused]
    if refused and not wanted and PARACETAMOL not in refused and not any(one.substance == PARACETAMOL for one in days):
        wanted = [PARACETAMOL]
    told_lately, asks_weight = {one.substance for one in days}, False
    for one in wanted:
        if young := _too_young(talk, child, one):
            found.append(young)
            continue
        if one in told_lately and ("next" in talk.wishes or "amount" not in talk.wishes):
            continue
        asks_weight = asks_weight or child.weight is None
        found.append(_amount(talk, child, one))
    found = list(dict.fromkeys(found))
    return [*found, talk.say("child.weight_asked", who=who_it_is(talk, child))] if asks_weight else found


def _against(talk: Talk, child: Child, substance: str) -> str:
    """Why none of it: what the record warns of; of ibuprofen chickenpox, dryness, a reaction, asthma."""
    if is_a_childs(talk.consultation) and child is talk.told.patient and not _too_young(talk, child, substance):
        warned = warnings_of(talk.consultation, IBUPROFEN if substance == DEXIBUPROFEN else substance, by_record=True)
        if warned.text:
            return warned.text
    if substance == PARACETAMOL:
        return ""
    if "chickenpox" in talk.ill:
        return talk.say("child.pox").strip()
    if is_made_worse(talk.lines):
        return talk.say("child.reacted").strip()
    if has_asthma(_without_oneself(talk.lines)):
        return talk.say("child.asthma")
    if is_dried_by(talk.lines):
        return talk.say("child.dry", who=who_it_is(talk, child)).strip()
    return ""


def _without_oneself(text: str) -> str:
    """``text`` without what whoever speaks tells of himself or herself: "저는 천식 있어요" beside a nephew's fever."""
    for start, end in reversed(told_of_oneself(text.casefold())):
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _too_young(talk: Talk, child: Child, substance: str) -> str:
    months = child.months
    if months is None:
        return ""
    least = CHILD_RULES[substance].youngest_months
    if months < CHILD_RULES[PARACETAMOL].youngest_months:
        return talk.say("child.newborn", medicine=talk.name(substance))
    return talk.say("child.too_young", medicine=talk.name(substance), months=least) if months < least else ""


def _amount(talk: Talk, child: Child, substance: str) -> str:
    rule, name = CHILD_RULES[substance], talk.name(substance)
    slots = {"medicine": capitalised(name), "who": who_it_is(talk, child), **rule_slots(talk, rule)}
    if child.weight is None:
        return talk.say("child.rule", low=number(rule.low), high=number(rule.high), **slots) + by_age_label(
            talk, child, substance
        )
    kilograms = round(child.weight, 1)
    low, high = min(rule.low * kilograms, rule.grown), min(rule.high * kilograms, rule.grown)
    a_day = min(DAILY_LIMIT[substance] * kilograms, rule.a_day[talk.language] * kilograms, rule.grown_a_day)
    head = ""
    if child.weight_before is not None and abs(child.weight_before - child.weight) > _SAME:
        head = talk.say("child.old_weight", weight=in_kilograms(child.weight), before=in_kilograms(child.weight_before))
    said = talk.say(
        "child.amount", weight=in_kilograms(child.weight), low=f"{low:.0f}", high=f"{high:.0f}",
        volume=_volume(talk, substance, low, high, child), a_day=f"{a_day:.0f}", **slots,
    )  # fmt: skip
    said += _tablets(talk, substance, low, high, a_day)
    check = "child.check_paracetamol" if substance == PARACETAMOL else "child.check_ibuprofen"
    return f"{head}{said}{by_age_label(talk, child, substance)} {talk.say(check)}"


def _tablets(talk: Talk, substance: str, low: float, high: float, a_day: float) -> str:
    """The same in tablets of the strength that was told, by halves; empty where none was, or half a one is too much."""
    told = [one.milligrams for one in products_told(talk) if one.substance == substance and one.milligrams]
    if not told:
        return ""
    each = told[-1]
    most = int(high / each * 2) / 2
    least = min(most, max(0.5, -int(-low / each * 2) / 2))
    if most < _HALF:
        return ""
    amount = (
        number(most)
        if least >= most
        else f"{number(least)}~{number(most)}"
        if talk.language == "ko"
        else f"{number(least)} to {number(most)}"
    )
    return " " + talk.say("child.tablets", each=number(each), amount=amount, most=int(a_day / each))


_HALF: Final = 0.5
_WARM: Final = 37.8
_SAME: Final = 0.15


_TABLETS_FROM: Final = 11 * 12


def _volume(talk: Talk, substance: str, low: float, high: float, child: Child) -> str:
    if child.months is not None and child.months >= _TABLETS_FROM and talk.told.strength is None:
        return ""
    told = talk.told.strength
    key = "child.volume" if told else "child.volume_if"
    strength = told or _product_strength(talk, substance) or _usual(talk, substance)
    return talk.say(
        key, low=number(round(low / strength, 1)), high=number(round(high / strength, 1)), strength=number(strength * 5)
    )


def _usual(talk: Talk, substance: str) -> float:
    """How strong the syrup is that is sold where they live."""
    usual = _USUAL[substance][talk.language]
    return usual if usual is not None else PARACETAMOL_160 if AMERICAN.search(talk.lines) else _BRITISH


def _product_strength(talk: Talk, substance: str) -> float | None:
    strengths = [one.strength for one in products_told(talk) if one.substance == substance and one.strength]
    return strengths[-1] if strengths else None


def by_age_label(talk: Talk, child: Child, substance: str) -> str:
    """The dose of the UK label by age, where the syrup is a British one."""
    zone = talk.consultation.situation.question.time_zone
    american = AMERICAN.search(talk.lines)
    several = sum(one.months is not None for one in talk.told.children) > 1
    if talk.language != "en" or zone != "Europe/London" or american or child.months is None or several:
        # Whose age is whose may be mixed up, where several are told.
        return ""
    rows = dict(_BY_AGE).get(substance, ())
    volume = next((each for low, high, each in rows if low <= child.months < high), None)
    strength = UK_PARACETAMOL if substance == PARACETAMOL else 20.0
    if volume is None:
        return ""
    return talk.say("child.by_age", volume=number(volume), strength=number(strength * 5))
