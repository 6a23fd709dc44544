"""What a value makes of somebody who has no diagnosis: the range it lies in, the next test, whether tablets are due.

Ranges and steps: ADA 2024 (sugar), KSH 2022 and NICE NG136 (pressure), KSoLA 2022 and NICE NG238 (lipids), ACR 2020
(uric acid), WHO 2024 (haemoglobin), KDIGO 2024 (kidneys), ATA 2014 (thyroid), WHO 1994 (bones).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.known import numeric
from agent.answers.values.comparison import judged_value, measured, value_sentence
from agent.answers.values.courses import DIASTOLIC, SYSTOLIC
from agent.answers.values.diagnosis_asked import SUBJECTS, asks_tablets, made_of_value
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import SERIES_SLOTS


def _lipids(high: float, borderline: float) -> tuple[tuple[float, str], ...]:
    return (high, "diagnosis.lipids_high"), (borderline, "diagnosis.lipids_between"), (0.0, "diagnosis.lipids_below")


_FROM: Final[Mapping[str, tuple[tuple[float, str], ...]]] = {
    "hba1c": ((6.5, "diagnosis.sugar_high"), (5.7, "diagnosis.sugar_between"), (0.0, "diagnosis.sugar_below")),
    "glucose": ((126.0, "diagnosis.sugar_high"), (100.0, "diagnosis.sugar_between"), (0.0, "diagnosis.sugar_below")),
    "ldl_cholesterol": _lipids(160.0, 130.0),
    "total_cholesterol": _lipids(240.0, 200.0),
    "triglycerides": _lipids(200.0, 150.0),
    "uric_acid": ((6.8, "diagnosis.urate_high"), (0.0, "diagnosis.urate_below")),
    "egfr": ((60.0, "diagnosis.kidneys_well"), (0.0, "diagnosis.kidneys_low")),
    "tsh": ((4.0, "diagnosis.thyroid_high"), (0.4, "diagnosis.thyroid_within"), (0.0, "diagnosis.thyroid_low")),
    "bone_density_t_score": (
        (-0.99, "diagnosis.bones_well"), (-2.49, "diagnosis.bones_thin"), (-9.0, "diagnosis.bones_porous"),
    ),
}  # fmt: skip
"""Lower ends of the ranges of each test in adults who are not pregnant, the highest first."""
_AFTER_MEAL: Final = (
    (200.0, "diagnosis.sugar_high"),
    (140.0, "diagnosis.sugar_between"),
    (0.0, "diagnosis.sugar_below"),
)
_HAEMOGLOBIN: Final = {"male": 13.0, "female": 12.0}
_CLINIC, _HOME = (140.0, 90.0), (135.0, 85.0)
_WORST: Final = ("_high", "_low", "_porous", "_between", "_thin", "_below", "_well", "_within")
"""Of several values of one subject the one that is told: ends of keys, the worst first."""
_TABLETS: Final = frozenset({"sugar", "pressure", "lipids", "urate", "thyroid"})


def against_diagnosis(consultation: Consultation) -> Part:
    """The range that the value asked about lies in, what settles it, and, where asked, whether tablets are due."""
    subject = made_of_value(consultation.request, consultation.situation.view)
    age = consultation.known.age_years()
    child = age is not None and age < _ADULT_FROM
    found = _worst(consultation, subject) if subject is not None else None
    if subject is None or found is None or child or consultation.known.pregnancies():
        # The ranges are those of adults who are not pregnant.
        return judged_value(consultation)
    language, text = consultation.words.language, consultation.situation.question.text
    key, facts = found
    # Both numbers of a pressure were said, or stand in the question.
    lines = ["" if len(facts) > 1 else value_sentence(consultation, one) for one in facts]
    values = joined(Part(line, (one.fact_id,), (), measured(one)) for line, one in zip(lines, facts, strict=True))
    said = Part(sentence(key, language))
    treated = subject in _TABLETS and asks_tablets(text)
    tablets = Part(sentence(f"tablets.{subject}", language)) if treated and _is_outside(key) else Part()
    none = Part(sentence("tablets.none", language)) if treated and not _is_outside(key) else Part()
    return joined((joined((values, said), " "), tablets, none))


def _is_outside(key: str) -> bool:
    return not key.endswith(("_below", "_well", "_within"))


def _worst(consultation: Consultation, subject: str) -> tuple[str, tuple[Fact, ...]] | None:
    known = consultation.known
    series = {test: known.series(test) for test in sorted(SUBJECTS[subject]) if known.series(test)}
    if subject == "pressure":
        upper, lower = series.get(SYSTOLIC), series.get(DIASTOLIC)
        if not upper or not lower:
            return None
        return _of_pressure(upper[-1], lower[-1]), (upper[-1], lower[-1])
    told = [(key, values[-1]) for test, values in series.items() if (key := _range_of(consultation, test, values[-1]))]
    ranked = sorted(told, key=lambda one: next(at for at, end in enumerate(_WORST) if one[0].endswith(end)))
    return (ranked[0][0], (ranked[0][1],)) if ranked else None


def _of_pressure(upper: Fact, lower: Fact) -> str:
    limits = _HOME if "home" in (upper.content.qualifier, lower.content.qualifier) else _CLINIC
    above = (numeric(upper) or 0.0) >= limits[0] or (numeric(lower) or 0.0) >= limits[1]
    return "diagnosis.pressure_high" if above else "diagnosis.pressure_below"


def _range_of(consultation: Consultation, test: str, fact: Fact) -> str | None:
    value = numeric(fact)
    if value is None or fact.content.slot not in SERIES_SLOTS:
        return None
    if test == "hemoglobin":
        limit = _HAEMOGLOBIN.get(consultation.known.sex() or "")
        if limit is None:
            return None
        return "diagnosis.blood_low" if value < limit else "diagnosis.blood_well"
    if test == "ferritin":
        return "diagnosis.iron_low" if value < _FERRITIN_FROM else "diagnosis.iron_well"
    ends = _FROM.get(test, ())
    if test == "glucose" and fact.content.qualifier != "fasting":
        ends = _AFTER_MEAL
    return next((key for end, key in ends if value >= end), None)


_ADULT_FROM: Final = 18.0
_FERRITIN_FROM: Final = 15.0
"""ng/mL below which the stores are empty (WHO 2020)."""
