"""How much of a medicine a sentence has taken, and how often, held against what the record holds of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent.skills.claims import Claim
from agent.skills.clauses import clause_at, clauses_of
from agent.skills.held_record import HeldFact, HeldRecord
from agent.skills.reckoned_numbers import A_DAYS, days_parts, tells_days_total
from agent.skills.span_checks import Grounds
from domain.values import SlotKind
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex
from extraction.values.frequencies import find_frequencies

_MEDICINES: Final = frozenset({"medications", "drug_classes"})
_PER_DAY: Final = {
    "QD": 1.0, "QHS": 1.0, "BID": 2.0, "TID": 3.0, "QID": 4.0, "QOD": 0.5, "weekly": 1 / 7, "q2wk": 1 / 14,
    "monthly": 1 / 30,
}  # fmt: skip
_TOTAL: Final = lazy_regex(
    r"더하|일주일|모두|총\s|총량|합쳐|합하|합해|합계|전부|통틀어|\b(?:total|altogether|in all|adds? up|comes? to"
    r"|makes?|in a day|a week|weekly|daily (?:dose|total|amount))\b",
    re.IGNORECASE,
)
_AMOUNT: Final = lazy_regex(r"(?P<n>\d+(?:\.\d+)?)\s?(?P<unit>[A-Za-zµμ]+|단위)?")
_AMOUNTS: Final = lazy_regex(r"\d+(?:\.\d+)?")
_UNITS: Final = {"µg": "mcg", "μg": "mcg", "ug": "mcg", "units": "unit", "iu": "unit", "u": "unit", "단위": "unit",
                 "[iu]": "unit", "[arb'u]": "unit"}  # fmt: skip


def of_rhythm(sentence: str, heard: Sequence[Claim], record: HeldRecord, grounds: Grounds) -> tuple[str, str] | None:
    """Of the one medicine that a sentence speaks of, every rhythm in it is."""
    medicines = {one.entry.concept_id: one for one in heard if one.entry.kind in _MEDICINES}
    if len(medicines) != 1 or _TOTAL.search(sentence):
        return None
    one = next(iter(medicines.values()))
    spoken = _WHY_NOT.sub(" ", sentence) if sentence.isascii() else clause_at(clauses_of(sentence), one.start).text
    if _ASKED.search(spoken):
        return None
    taken = [fact for fact in record.about(one.entry, SlotKind.MEDICATIONS) if fact.stands == "current"]
    known = _PER_DAY.get(taken[0].rhythm) if len(taken) == 1 else None
    if known is not None and tells_days_total(sentence, taken[0].dose, taken[0].rhythm):
        return None
    clauses = clauses_of(sentence)
    own = clause_at(clauses, one.start)
    if one.granted and taken and _DAILY_KO.search(sentence[one.end :]) and _is_for_need(one.entry, grounds):
        return "wrong_frequency", f"it is taken when needed: {one.entry.name}"
    said = [clause.text for clause in clauses if clause is own or TAKES.search(clause.text)]
    told = {
        _PER_DAY[each.code]
        for text in said
        for each in find_frequencies(text)
        if not each.weak and each.code in _PER_DAY
    }
    if known is not None and told and known not in told and one.state == "current":
        return "wrong_frequency", f"the record holds how often it is taken: {one.entry.name}"
    return None


_DAILY_KO: Final = lazy_regex(r"^(?:을|를)?\s?(?:매일|날마다|하루도)")
_FOR_NEED: Final = lazy_regex(
    r"때만|때마다|필요할\s때|\b(?:only when|when needed|as needed|when \w+ comes?)\b", re.IGNORECASE
)


def _is_for_need(entry: Entry, grounds: Grounds) -> bool:
    lines = list(grounds.lines_of({entry.concept_id}))
    return bool(lines) and all(_FOR_NEED.search(line) for line in lines)


TAKES: Final = lazy_regex(
    r"드[시세셔실]|먹이|복용|맞으|쓰[시세]|뿌리|\b(?:tak(?:e|es|ing)|use|uses|using|give|given|inject\w*)\b",
    re.IGNORECASE,
)
_WHY_NOT: Final = lazy_regex(r"\bwhy not\b", re.IGNORECASE)
_ASKED: Final = lazy_regex(
    r"\b(?:if|whether|ask\w*|may|might|usually|often|not|never|without|rather than|instead of)\b|n['’]t\b|물어"
    r"|여쭤|상의|않|말고|아니|보통|대개|경우",
    re.IGNORECASE,
)


def of_taking(one: Claim, sentence: str, taken: Sequence[HeldFact], grounds: Grounds) -> tuple[str, str] | None:
    """What is wrong with the dose or the rhythm that a name of a medicine is told with."""
    if one.open or one.state != "current" or _TOTAL.search(sentence) or len(taken) != 1:
        return None
    fact = taken[0]
    often = [_PER_DAY[code] for code in one.rhythms if code in _PER_DAY]
    known = _PER_DAY.get(fact.rhythm)
    if known is not None and often and known not in often and not tells_days_total(sentence, fact.dose, fact.rhythm):
        return "wrong_frequency", f"the record holds how often it is taken: {one.entry.name}"
    if fact.rhythm == "PRN" and often:
        return "wrong_frequency", f"it is taken when needed: {one.entry.name}"
    if fact.dose and one.role == "medications":
        often_known = _PER_DAY.get(fact.rhythm, 0.0)
        amounts = [(float(found["n"]), _unit(found["unit"] or "")) for found in _AMOUNT.finditer(fact.dose)]
        told = [(value, _unit(unit)) for value, unit in one.doses if _unit(unit)]
        comparable = [(value, unit) for value, unit in told if any(unit == other for _, other in amounts)]
        totals = [(value * times, unit) for value, unit in amounts for times in (often_known, 7 * often_known)]
        single = any(found[0] == f"{value:g}" for value, _ in amounts for found in _AMOUNTS.finditer(sentence))
        summed = (single or not often or A_DAYS.search(sentence)) and all(one in totals for one in comparable)
        if (
            comparable
            and not summed
            and not CHANGED_BY.search(sentence)
            and not any(one in amounts for one in comparable)
            and not any(_is_told_in_parts(value, one.entry, grounds) for value, _ in comparable)
        ):
            return "number_of_another", f"the record holds another dose: {one.entry.name}"
    return None


def _is_told_in_parts(value: float, entry: Entry, grounds: Grounds) -> bool:
    """Whether a line of the medicine tells the amount as one part of the day's, as what they come to, or by a ratio."""
    lines = list(grounds.lines_of({entry.concept_id}))
    parts = [whole for line in lines if (whole := days_parts(line)) is not None]
    return value in parts or any(_PER_GRAM.search(line) for line in lines)


_PER_GRAM: Final = lazy_regex(r"\b(?:per|for every|for each)\s\d+(?:\.\d+)?\s?g\b|\dg\s?(?:당|마다)", re.IGNORECASE)
CHANGED_BY: Final = lazy_regex(
    r"\b(?:mg|mcg|g|ml|units?)(?:,[^,]{0,24},)?\s(?:higher|lower|more|less|stronger|above|below)\b"
    r"|\bby\s\S+\s?(?:mg|mcg|g|ml|units?)\b"
    r"|\d\s?(?:mg|mcg|g|ml|단위|밀리그램|마이크로그램)(?:이|가|을|를|씩|만큼|\s?정도|\s?쯤)?\s?(?:더\s)?(?:늘|줄|올[라랐리린렸]|내[리려린렸]|증량|감량|높|낮)",
    re.IGNORECASE,
)
"""An amount by which a dose changed, and no dose."""


def _unit(unit: str) -> str:
    return _UNITS.get(unit.casefold(), unit.casefold())
