"""Treatment targets and reference limits of common tests, each with the body that set it.

They are the general limits that an answer may judge a value by, never a personal prescription: the answer says whose
criterion it used, and that the personal target is set with the clinicians.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

from agent.words.limits import limit_text
from extraction.text.lazy_regex import lazy_regex

Sex = Literal["male", "female"]
SEXES: Final[tuple[Sex, Sex]] = ("male", "female")


@dataclass(frozen=True, slots=True)
class Source:
    """Who set a limit, and in which year; the name in Korean and English."""

    ko: str
    en: str
    year: int

    def text(self, language: str) -> str:
        """The source with its year."""
        return f"{self.ko if language == 'ko' else self.en} {self.year}"


ADA: Final = Source("미국당뇨병학회(ADA) 진료 표준", "ADA Standards of Care in Diabetes", 2024)
KSH: Final = Source("대한고혈압학회 진료지침", "Korean Society of Hypertension guidelines", 2022)
KSOLA: Final = Source("한국지질·동맥경화학회 진료지침", "Korean Society of Lipid and Atherosclerosis guidelines", 2022)
KDIGO: Final = Source("KDIGO 만성콩팥병 지침", "KDIGO chronic kidney disease guideline", 2024)
WHO: Final = Source("세계보건기구(WHO) 빈혈 기준", "WHO haemoglobin cutoffs", 2024)
KSSO: Final = Source("대한비만학회 진료지침", "Korean Society for the Study of Obesity guidelines", 2022)
ACR: Final = Source("미국류마티스학회(ACR) 통풍 지침", "ACR gout guideline", 2020)
ATA: Final = Source("미국갑상선학회(ATA) 갑상선기능저하증 치료 지침", "ATA hypothyroidism treatment guideline", 2014)
ACCP: Final = Source("ACCP 항혈전 치료 지침", "ACCP antithrombotic guidelines", 2012)


@dataclass(frozen=True, slots=True)
class Target:
    """A range of a test's values: ``low`` <= value < ``below``, or <= ``high`` where the upper limit itself is inside.

    ``source`` is None for a limit that the question itself stated.
    """

    unit: str
    low: float | None = None
    below: float | None = None
    high: float | None = None
    source: Source | None = None

    def holds(self, value: float) -> bool:
        """Whether ``value``, in the target's unit, is inside."""
        return (
            (self.low is None or value >= self.low)
            and (self.below is None or value < self.below)
            and (self.high is None or value <= self.high)
        )

    def is_above(self, value: float) -> bool:
        """Whether ``value`` lies beyond the upper limit, rather than under the lower one."""
        return (self.below is not None and value >= self.below) or (self.high is not None and value > self.high)

    def text(self, language: str) -> str:
        """The range in words: "7.0% 미만", "at least 60 mL/min/1.73m²"."""
        return limit_text(self.low, self.below, self.high, self.unit, language)


HBA1C_BELOW: Final = 7.0
"""% of haemoglobin; most nonpregnant adults with diabetes (ADA 2024)."""
LDL_BELOW: Final = 130.0
"""mg/dL; two or more risk factors, without cardiovascular disease or diabetes (KSoLA 2022)."""
LDL_DIABETES_BELOW: Final = 100.0
LDL_STROKE_BELOW: Final = 70.0
LDL_CORONARY_BELOW: Final = 55.0
"""mg/dL; basic targets with diabetes, atherosclerotic stroke and coronary artery disease (KSoLA 2022)."""
EGFR_FROM: Final = 60.0
"""mL/min/1.73 m2; below it for three months is chronic kidney disease (KDIGO 2024)."""
HEMOGLOBIN_MALE_FROM: Final = 13.0
HEMOGLOBIN_FEMALE_FROM: Final = 12.0
"""g/dL; below it is anaemia in men and in nonpregnant women (WHO 2024)."""
HEMOGLOBIN_PREGNANT_FROM: Final = 11.0
"""g/dL; in pregnancy, 10.5 in its second trimester (WHO 2024)."""
SYSTOLIC_BELOW: Final = 140.0
DIASTOLIC_BELOW: Final = 90.0
"""mmHg; uncomplicated hypertension (KSH 2022)."""
SYSTOLIC_HIGH_RISK_BELOW: Final = 130.0
DIASTOLIC_HIGH_RISK_BELOW: Final = 80.0
"""mmHg; hypertension with cardiovascular disease or high risk (KSH 2022)."""
PREMEAL_GLUCOSE: Final = (80.0, 130.0)
"""mg/dL before meals, in diabetes (ADA 2024)."""
FASTING_GLUCOSE_BELOW: Final = 100.0
"""mg/dL, fasting, without diabetes (ADA 2024)."""
AFTER_MEAL_GLUCOSE_BELOW: Final = 180.0
"""mg/dL, one to two hours after a meal, in diabetes (ADA 2024)."""
TOTAL_CHOLESTEROL_BELOW: Final = 200.0
TRIGLYCERIDES_BELOW: Final = 150.0
HDL_FROM: Final = 40.0
"""mg/dL (KSoLA 2022)."""
URIC_ACID_BELOW: Final = 6.0
"""mg/dL, in gout under treatment (ACR 2020)."""
TSH_RANGE: Final = (0.4, 4.0)
"""mIU/L, in treated hypothyroidism (ATA 2014)."""
INR_RANGE: Final = (2.0, 3.0)
"""Usual range under warfarin (ACCP 2012)."""
BMI_BELOW: Final = 25.0
"""kg/m2; obesity in Koreans starts here (KSSO 2022)."""

_GENERAL: Final = {
    "hba1c": Target("%", below=HBA1C_BELOW, source=ADA),
    "ldl_cholesterol": Target("mg/dL", below=LDL_BELOW, source=KSOLA),
    "egfr": Target("mL/min/{1.73_m2}", low=EGFR_FROM, source=KDIGO),
    "systolic_blood_pressure": Target("mm[Hg]", below=SYSTOLIC_BELOW, source=KSH),
    "diastolic_blood_pressure": Target("mm[Hg]", below=DIASTOLIC_BELOW, source=KSH),
    "total_cholesterol": Target("mg/dL", below=TOTAL_CHOLESTEROL_BELOW, source=KSOLA),
    "triglycerides": Target("mg/dL", below=TRIGLYCERIDES_BELOW, source=KSOLA),
    "hdl_cholesterol": Target("mg/dL", low=HDL_FROM, source=KSOLA),
    "uric_acid": Target("mg/dL", below=URIC_ACID_BELOW, source=ACR),
    "tsh": Target("mIU/L", low=TSH_RANGE[0], high=TSH_RANGE[1], source=ATA),
    "inr": Target("", low=INR_RANGE[0], high=INR_RANGE[1], source=ACCP),
    "body_mass_index": Target("kg/m2", below=BMI_BELOW, source=KSSO),
}
_DIABETES: Final = frozenset({"diabetes_mellitus", "type_2_diabetes", "type_1_diabetes", "antidiabetic"})
_STROKE: Final = frozenset(
    {"stroke", "ischemic_stroke", "peripheral_artery_disease", "transient_ischemic_attack", "carotid_stenosis"}
)
_CORONARY: Final = frozenset(
    {"coronary_artery_disease", "myocardial_infarction", "old_myocardial_infarction", "acute_coronary_syndrome",
     "angina", "coronary_stenting", "coronary_bypass"}
)  # fmt: skip
_HIGH_RISK: Final = _STROKE | _CORONARY
_AFTER_MEAL: Final = frozenset({"postprandial", "after_meal", "2h_postprandial"})


def general_target(
    concept_id: str, sex: Sex | None, conditions: Collection[str], qualifier: str | None = None
) -> Target | None:
    """The general limit of a test, None where none is kept; haemoglobin needs the sex, glucose the circumstances."""
    if concept_id in ("hemoglobin", "haemoglobin"):
        if "pregnancy" in conditions:
            return Target("g/dL", low=HEMOGLOBIN_PREGNANT_FROM, source=WHO)
        limits: dict[Sex | None, float] = {"male": HEMOGLOBIN_MALE_FROM, "female": HEMOGLOBIN_FEMALE_FROM}
        limit = limits.get(sex)
        return None if limit is None else Target("g/dL", low=limit, source=WHO)
    if concept_id in ("glucose", "fasting_glucose", "blood_glucose"):
        if qualifier in _AFTER_MEAL:
            return Target("mg/dL", below=AFTER_MEAL_GLUCOSE_BELOW, source=ADA)
        if not _DIABETES.isdisjoint(conditions):
            return Target("mg/dL", low=PREMEAL_GLUCOSE[0], high=PREMEAL_GLUCOSE[1], source=ADA)
        return Target("mg/dL", below=FASTING_GLUCOSE_BELOW, source=ADA)
    return _GENERAL.get(concept_id)


def risk_target(concept_id: str, conditions: Collection[str]) -> Target | None:
    """The stricter limit that the patient's conditions call for, None where the general one stands."""
    if concept_id == "ldl_cholesterol":
        tiers = ((_CORONARY, LDL_CORONARY_BELOW), (_STROKE, LDL_STROKE_BELOW), (_DIABETES, LDL_DIABETES_BELOW))
        for group, limit in tiers:
            if not group.isdisjoint(conditions):
                return Target("mg/dL", below=limit, source=KSOLA)
    if not _HIGH_RISK.isdisjoint(conditions):
        if concept_id == "systolic_blood_pressure":
            return Target("mm[Hg]", below=SYSTOLIC_HIGH_RISK_BELOW, source=KSH)
        if concept_id == "diastolic_blood_pressure":
            return Target("mm[Hg]", below=DIASTOLIC_HIGH_RISK_BELOW, source=KSH)
    return None


def proven_target(concept_id: str, conditions: Collection[str]) -> Target | None:
    """The limit that takes the place of the general one: of LDL once vessels of heart, brain or legs are diseased."""
    if concept_id != "ldl_cholesterol" or _HIGH_RISK.isdisjoint(conditions):
        return None
    return risk_target(concept_id, conditions)


_NUMBER: Final = r"(?P<limit>\d+(?:\.\d+)?)"
_STATED: Final = (
    (lazy_regex(rf"{_NUMBER}\s*[^\d\s,.;()]*(?:\s*[^\d\s,.;()]*)?\s*미만"), "below"),
    (lazy_regex(rf"{_NUMBER}\s*[^\d\s,;()]*\s*이하"), "high"),
    (lazy_regex(rf"{_NUMBER}\s*[^\d\s,;()]*(?:1\.73\s*m\S*)?\s*이상"), "low"),
    (lazy_regex(rf"\b(?:below|under|less than|<)\s*{_NUMBER}", re.IGNORECASE), "below"),
    (lazy_regex(rf"\b(?:at most|no more than|up to)\s*{_NUMBER}", re.IGNORECASE), "high"),
    (lazy_regex(rf"\b(?:at least|no less than|above|over|>=?)\s*{_NUMBER}", re.IGNORECASE), "low"),
    (lazy_regex(rf"{_NUMBER}\s*[^\d\s,;()]*(?:1\.73\s*m\S*)?\s*or (?:above|more|higher)", re.IGNORECASE), "low"),
)


_BY_SEX: Final = lazy_regex(
    r"남[성자].{0,12}여[성자]|여[성자].{0,12}남[성자]|\bmen\b.{0,16}women|women.{0,16}\bmen\b", re.IGNORECASE
)


def states_target(question: str) -> bool:
    """Whether a question states a limit beside the word "target", be it another for each sex."""
    called = re.search(r"목표|기준|target|goal|range|limit", question, re.IGNORECASE) is not None
    return called and (_BY_SEX.search(question) is not None or any(one.search(question) for one, _ in _STATED))


def stated_target(question: str, unit: str | None) -> Target | None:
    """The limit that a question itself states beside the word "target"; None for none, several, or one for each sex."""
    if not re.search(r"목표|기준|target|goal|range|limit", question, re.IGNORECASE) or _BY_SEX.search(question):
        return None
    found = [(match, side) for pattern, side in _STATED for match in pattern.finditer(question)]
    if len({(match["limit"], side) for match, side in found}) != 1:
        return None
    limit, side = float(found[0][0]["limit"]), found[0][1]
    return Target(
        unit or "",
        low=limit if side == "low" else None,
        below=limit if side == "below" else None,
        high=limit if side == "high" else None,
    )
