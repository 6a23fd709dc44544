"""How far outside its criterion a value is, in the words of who graded it: "moderately reduced", "grade 1".

"How bad is that?" is not answered by the side of a limit alone. A degree is told of one value; whether it lasts, and
what it means for the patient, is for the clinicians.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from agent.answers.consultation import Consultation
from agent.skills.targets import Target
from agent.words.sentences import sentence

_SEVERITY: Final = ("degree.mild", "degree.moderate", "degree.severe")
_BELOW: Final[dict[str, tuple[tuple[float, str], ...]]] = {
    # KDIGO 2024, G2 to G5.
    "egfr": (
        (15.0, "degree.kidney_g5"),
        (30.0, "degree.kidney_g4"),
        (45.0, "degree.kidney_g3b"),
        (60.0, "degree.kidney_g3a"),
    ),
    # WHO 1994; -2.5 itself is osteoporosis.
    "bone_density_t_score": ((-2.49, "degree.bone_porosis"), (-1.0, "degree.bone_penia")),
    # European guideline on hyponatraemia 2014.
    "sodium": ((125.0, _SEVERITY[2]), (130.0, _SEVERITY[1]), (135.0, _SEVERITY[0])),
    "potassium": ((2.5, _SEVERITY[2]), (3.0, _SEVERITY[1]), (3.5, _SEVERITY[0])),
    # NICE NG239.
    "vitamin_b12": ((180.0, "degree.b12_lack"), (350.0, "degree.b12_unclear")),
    "platelets": ((50.0, _SEVERITY[2]), (100.0, _SEVERITY[1]), (150.0, _SEVERITY[0])),
}
"""Upper ends of the degrees below a criterion, the farthest first."""
_FROM: Final[dict[str, tuple[tuple[float, str], ...]]] = {
    # KDIGO 2020.
    "potassium": ((6.5, _SEVERITY[2]), (6.0, _SEVERITY[1]), (5.0, _SEVERITY[0])),
    # NCEP ATP III, as KSoLA 2022 gives it.
    "ldl_cholesterol": ((190.0, "degree.very_high"), (160.0, "degree.high"), (130.0, "degree.borderline_high")),
    "total_cholesterol": ((240.0, "degree.high"), (200.0, "degree.borderline_high")),
    "triglycerides": ((500.0, "degree.very_high"), (200.0, "degree.high"), (150.0, "degree.borderline_high")),
}
"""Lower ends of the degrees above a criterion, the farthest first."""
_PRESSURE: Final = {"systolic_blood_pressure": (160.0, 140.0), "diastolic_blood_pressure": (100.0, 90.0)}
"""mmHg at which the second grade and the first begin (KSH 2022)."""
_HEMOGLOBIN: Final = {"pregnant": (7.0, 10.0, 11.0), "adult": (8.0, 11.0, 13.0)}
"""g/dL under which anaemia is severe, moderate, mild (WHO 2024)."""
_ANAEMIA: Final = ("degree.anaemia_severe", "degree.anaemia_moderate", "degree.anaemia_mild")
_TIMES: Final = ("alt", "ast")
"""Tests whose height is told in multiples of the upper limit (ACG 2017)."""
_SUGAR: Final = (6.5, 5.7)
"""% of HbA1c at which diabetes and prediabetes begin (ADA 2024)."""


@dataclass(frozen=True, slots=True)
class Graded:
    """A value of a test, and the criterion that it is held against."""

    test: str
    value: float
    target: Target


def degree(consultation: Consultation, values: Sequence[Graded]) -> str:
    """The degree of what is outside among values judged together (both of a pressure); empty where none is graded."""
    outside = [one for one in values if not one.target.holds(one.value)]
    keys = sorted(key for one in outside if (key := _key(consultation, one)))
    language = consultation.words.language
    if keys:
        # Of two numbers of a pressure the higher grade counts.
        return sentence("degree.is", language, degree=sentence(keys[-1], language))
    for one in outside:
        if one.test in _TIMES and one.target.high and one.target.is_above(one.value):
            times = f"{one.value / one.target.high:.1f}".removesuffix(".0")
            return sentence("degree.times", language, times=times)
    return ""


def _key(consultation: Consultation, one: Graded) -> str:
    value, above = one.value, one.target.is_above(one.value)
    if one.test in _PRESSURE:
        second, first = _PRESSURE[one.test]
        return "degree.pressure_2" if value >= second else "degree.pressure_1" if value >= first else ""
    if one.test == "hemoglobin" and not above:
        ends = _HEMOGLOBIN["pregnant" if consultation.known.pregnancies() else "adult"]
        return next((key for end, key in zip(ends, _ANAEMIA, strict=True) if value < end), "")
    if one.test == "hba1c" and one.target.below == _SUGAR[1]:
        # The limit of those who have no diabetes.
        return "degree.sugar_diabetes" if value >= _SUGAR[0] else "degree.sugar_prediabetes"
    degrees = _FROM.get(one.test, ()) if above else _BELOW.get(one.test, ())
    return next((key for end, key in degrees if (value >= end if above else value < end)), "")
