"""Which of several medicines a mishap without a name is of: the one of the strength, or the one that is injected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent.safety.mishaps.medicine import Medicine
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import number_of_dose, unit_of_dose

_STRENGTH: Final = lazy_regex(r"(?<![\d.])(\d{1,4}(?:\.\d{1,3})?) ?(mg|mcg|units?|밀리그램|밀리|단위)(?![a-z/])")
_UNIT: Final = {"밀리그램": "mg", "밀리": "mg", "단위": "units", "unit": "units", "u": "units", "iu": "units"}
_INJECTED: Final = lazy_regex(
    r"\b(?:jabs?|shots?|injections?|injected|pens?)\b|주사|인젝션|(?<![가-힣])펜(?![가-힣]{2})|맞"
)
_OF_THE_NEEDLE: Final = frozenset({"insulin", "insulin_therapy", "glp1_receptor_agonist"})
"""Classes that are injected, but for a few by name that are swallowed."""
_BY_MOUTH: Final = frozenset({"orforglipron"})
_ALL: Final = lazy_regex(
    r"\b(?:all|any|none|everything|anything|both|every one|the lot|no (?:tablets|pills|meds|medicines?|medication))\b"
    r"|\b(?:my|his|her|the) (?:meds|medicines|medication|tablets|pills)\b|\b(?:meds|tablets|pills)\b"
    r"|(?<![가-힣])(?:다|모두|전부|둘\s?다|몽땅|아무\s?것도)(?![가-힣])|약(?:들)?[을은도이]?\s"
)
"""Words by which all that is taken is meant."""


def told_apart(text: str, taken: Sequence[Medicine]) -> tuple[Medicine, ...]:
    """Those of ``taken`` that ``text`` can mean: all of them where it tells neither a strength nor a needle."""
    if is_of_all(text):
        return tuple(taken)
    folded = text.lower()
    strengths = {(float(number), _unit(unit)) for number, unit in _STRENGTH.findall(folded)}
    of_strength = tuple(one for one in taken if _strength(one) in strengths)
    if of_strength:
        return of_strength
    injected = tuple(one for one in taken if _is_injected(one))
    return injected if injected and _INJECTED.search(folded) else tuple(taken)


def is_of_all(text: str) -> bool:
    """Whether ``text`` speaks of all that is taken, or of the medicines at large."""
    return _ALL.search(text.lower()) is not None


def _is_injected(one: Medicine) -> bool:
    return not _OF_THE_NEEDLE.isdisjoint(one.kinds) and one.concept_id not in _BY_MOUTH


def _strength(one: Medicine) -> tuple[float, str] | None:
    dose = one.fact.content.dose if one.fact is not None else None
    number = number_of_dose(dose) if dose else None
    return (number, _unit((unit_of_dose(dose or "")).strip().casefold())) if number is not None else None


def _unit(unit: str) -> str:
    return _UNIT.get(unit, unit)
