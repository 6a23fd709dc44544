"""What a value outside its criterion means for now: how pressing it is, what to do about it, what on record moves it.

The steps are those of the guideline that the criterion is of; which medicines move a value is from the BNF's
monographs (side effects). Values that cannot wait are alarms of :mod:`agent.safety.crises`, and come before this.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, Literal

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.answers.values.criteria import OLD_FROM
from agent.words.sentences import sentence
from domain.values import SlotKind

Side = Literal["high", "low"]

_STEPS: Final[Mapping[tuple[str, Side], str]] = {
    ("systolic_blood_pressure", "high"): "next.pressure_high",
    ("diastolic_blood_pressure", "high"): "next.pressure_high",
    ("heart_rate", "low"): "next.pulse_low",
    ("heart_rate", "high"): "next.pulse_high",
    ("hba1c", "high"): "next.hba1c_high",
    ("glucose", "high"): "next.glucose_high",
    ("egfr", "low"): "next.kidney",
    ("creatinine", "high"): "next.kidney",
    ("tsh", "high"): "next.thyroid_high",
    ("tsh", "low"): "next.thyroid_low",
    ("inr", "high"): "next.inr_high",
    ("inr", "low"): "next.inr_low",
    ("phq_9", "high"): "next.depression_high",
    ("gad_7", "high"): "next.anxiety_high",
    ("oxygen_saturation", "low"): "next.oxygen_low",
    ("body_temperature", "high"): "next.fever",
    ("uric_acid", "high"): "next.uric_acid_high",
    ("ldl_cholesterol", "high"): "next.lipids_high",
    ("total_cholesterol", "high"): "next.lipids_high",
    ("triglycerides", "high"): "next.lipids_high",
    ("hemoglobin", "low"): "next.hemoglobin_low",
    ("ferritin", "low"): "next.ferritin_low",
    ("vitamin_d_25oh", "low"): "next.vitamin_d_low",
    ("alt", "high"): "next.liver_high",
    ("ast", "high"): "next.liver_high",
}
_IN_PREGNANCY: Final[Mapping[str, str]] = {
    "next.thyroid_high": "next.thyroid_pregnant",
    "next.thyroid_low": "next.thyroid",
}
"""Where a pregnancy changes what is to be done."""

_OF_THE_OLD: Final[Mapping[str, str]] = {"next.hba1c_high": "next.hba1c_high_old"}
"""Where a high age changes it (ADA 2024, section 13)."""

_MOVED_BY: Final[Mapping[tuple[str, Side], frozenset[str]]] = {
    ("heart_rate", "low"): frozenset({"beta_blocker", "digoxin", "amiodarone", "diltiazem", "verapamil", "donepezil"}),
    ("heart_rate", "high"): frozenset({"bronchodilator", "levothyroxine", "decongestant", "adhd_drug"}),
    ("glucose", "high"): frozenset({"steroid"}),
    ("hba1c", "high"): frozenset({"steroid"}),
    ("systolic_blood_pressure", "high"): frozenset({"nsaid", "decongestant", "steroid"}),
    ("uric_acid", "high"): frozenset({"thiazide_diuretic", "loop_diuretic"}),
    ("creatinine", "high"): frozenset({"nsaid"}),
    ("egfr", "low"): frozenset({"nsaid"}),
}

_MEANT_TO_LOWER: Final[Mapping[str, frozenset[str]]] = {
    "antihypertensive": frozenset({"systolic_blood_pressure", "diastolic_blood_pressure", "blood_pressure"}),
    "lipid_lowering_agent": frozenset({"ldl_cholesterol", "total_cholesterol", "triglycerides"}),
    "antidiabetic": frozenset({"glucose", "hba1c"}),
    "allopurinol": frozenset({"uric_acid"}),
    "febuxostat": frozenset({"uric_acid"}),
    "levothyroxine": frozenset({"tsh"}),
}
"""What a class is given for, as a value that it is to bring down."""


def moves(kinds: Collection[str], test: str) -> Side | None:
    """The side to which a medicine of these classes moves a test; None where nothing is kept of the two."""
    if any(test in tests for kind, tests in _MEANT_TO_LOWER.items() if kind in kinds):
        return "low"
    return next((side for (each, side), classes in _MOVED_BY.items() if each == test and classes & {*kinds}), None)


def what_next(consultation: Consultation, concept_id: str, *, above: bool) -> Part:
    """What to do about a value that lies ``above`` or below its criterion; empty where no step is kept for it.

    The same steps are not said twice in a talk.
    """
    language = consultation.words.language
    side: Side = "high" if above else "low"
    key = _STEPS.get((concept_id, side))
    if key is None:
        return Part()
    if "pregnancy" in consultation.known.condition_ids():
        key = _IN_PREGNANCY.get(key, key)
    age = consultation.known.age_years()
    if age is not None and age >= OLD_FROM:
        key = _OF_THE_OLD.get(key, key)
    text = sentence(key, language)
    if consultation.asked_before(text):
        return Part()
    moved = _movers(consultation, _MOVED_BY.get((concept_id, side), frozenset()))
    return Part(" ".join(filter(None, (moved.text, text))), moved.facts)


def _movers(consultation: Consultation, classes: frozenset[str]) -> Part:
    facts = [
        fact
        for fact in consultation.known.in_force(SlotKind.MEDICATIONS)
        if not classes.isdisjoint((fact.content.concept.concept_id, *fact.content.concept.broader))
    ]
    if not facts:
        return Part()
    names = ", ".join(dict.fromkeys(consultation.words.name(fact.content) for fact in facts))
    text = sentence("next.moved_by", consultation.words.language, names=names)
    return Part(text, tuple(fact.fact_id for fact in facts))
