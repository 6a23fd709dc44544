"""Signs that lie in numbers told in passing: a weight that rose within days, a pressure that is too low."""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex
from extraction.values.blood_pressure import find_blood_pressure

FLUID_KG: Final = 2.0
"""Kilograms gained within a few days from which heart failure is taken to hold water (ESC 2021: over 2 kg in 3
days).
"""
LOW_SYSTOLIC: Final = 90.0
"""mmHg below which a pressure is low (ESC 2018)."""
_SCALES: Final = lazy_regex(r"\b(?:scales?|weigh(?:ed|s|t)?|kilos?|kg)\b|체중|몸무게|킬로|키로|저울", re.IGNORECASE)
_KILOGRAMS: Final = lazy_regex(r"(?<![\d./])(\d{2,3}(?:\.\d)?)(?![\d/]|\s?(?:mg|mcg|밀리|%|세|살|kg 빠|킬로 빠))")
_LEAST_KG, _MOST_KG, _MOST_GAIN = 30.0, 250.0, 12.0


def weight_gained(text: str) -> float | None:
    """Kilograms between two weights that one sentence tells in the order of time; None where it tells none."""
    for sentence in re.split(r"(?<=[.!?])\s", text):
        if not _SCALES.search(sentence):
            continue
        told = [float(one) for one in _KILOGRAMS.findall(sentence)]
        weights = [one for one in told if _LEAST_KG <= one <= _MOST_KG]
        if len(weights) >= 2 and 0 < weights[-1] - weights[0] <= _MOST_GAIN:
            return weights[-1] - weights[0]
    return None


def lowest_pressure(text: str) -> tuple[float, float] | None:
    """The lowest of the blood pressures that the words tell, as systolic and diastolic in mmHg."""
    pairs = [(float(one[0]), float(one[1])) for one in find_blood_pressure(text)]
    return min(pairs, default=None)
