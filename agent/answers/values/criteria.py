"""The criterion that a value is judged by: the one for its circumstances (at home, in pregnancy), else the general one.

None where none is kept: an answer then says so and judges nothing.
"""

from __future__ import annotations

from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.record.known import Known
from agent.answers.values.personal_targets import personal_target
from agent.answers.values.reference_ranges import ABIM, NOT_IN_PREGNANCY, OF_ADULTS, REFERENCE_RANGES, ferritin_range
from agent.skills.targets import ADA, KDIGO, KSH, SEXES, Sex, Source, Target, general_target, proven_target
from domain.values import Content

ATA_PREGNANCY: Final = Source(
    "미국갑상선학회(ATA) 임신 중 갑상선질환 지침", "ATA guidelines for thyroid disease in pregnancy", 2017
)
KDIGO_POTASSIUM: Final = Source("KDIGO 칼륨 논의 회의", "KDIGO conference on potassium", 2020)
POTASSIUM: Final = (3.5, 5.0)
"""mmol/L; below is hypokalaemia, above hyperkalaemia (KDIGO 2020)."""
LITHIUM: Final = (0.4, 1.0)
"""mmol/L twelve hours after the dose; 0.6 to 0.8 is the usual aim (NICE CG185)."""
NICE_LITHIUM: Final = Source("영국 NICE 양극성장애 지침 CG185", "NICE CG185, bipolar disorder", 2014)
LIVER_ENZYMES_TO: Final = 40.0
"""U/L; a usual upper limit of laboratories for ALT and AST (ACG 2017 sets it lower for ALT)."""
ACG_LIVER: Final = Source("미국소화기학회(ACG) 간기능검사 지침", "ACG guideline on liver chemistries", 2017)
NEUTROPHILS_FROM: Final = 1.5
"""10^3/uL below which neutropenia begins (CTCAE 5.0, grade 2)."""
CTCAE: Final = Source("미국 국립암연구소 CTCAE 5.0", "NCI CTCAE 5.0", 2017)
SATURATION_FROM: Final = 94.0
"""% at rest in adults and children without lung disease that retains carbon dioxide (BTS 2017)."""
BTS_OXYGEN: Final = Source("영국흉부학회(BTS) 산소 지침", "BTS oxygen guideline", 2017)
SODIUM: Final = (135.0, 145.0)
"""mmol/L; below is hyponatraemia (European guideline 2014), above hypernatraemia."""
ERBP_SODIUM: Final = Source("유럽 저나트륨혈증 임상진료지침", "European guideline on hyponatraemia", 2014)
VITAMIN_D: Final = (20.0, 100.0)
"""ng/mL of 25-hydroxyvitamin D; below is deficiency, up to the upper one nothing harms (Endocrine Society 2011)."""
ENDOCRINE_VITAMIN_D: Final = Source("미국내분비학회 비타민 D 지침", "Endocrine Society guideline on vitamin D", 2011)
WHITE_CELLS: Final = (4.0, 11.0)
"""10^3/uL in adults who are not pregnant (ABIM)."""
PLATELETS: Final = (150.0, 450.0)
"""10^3/uL; below is a low count, above a high one (NHLBI)."""
NHLBI_PLATELETS: Final = Source("미국 국립심폐혈액연구소(NHLBI) 혈소판감소증", "NHLBI, thrombocytopenia", 2022)
FEVER_FROM: Final = 38.0
"""Degrees Celsius from which a temperature is a fever (NICE NG143)."""
NICE_FEVER: Final = Source("영국 NICE 발열 지침 NG143", "NICE NG143, fever", 2019)
T_SCORE_FROM: Final = -1.0
"""Standard deviations; below is low bone mass, from -2.5 down osteoporosis (WHO 1994)."""
WHO_BONE: Final = Source("세계보건기구(WHO) 골다공증 기준", "WHO criteria for osteoporosis", 1994)
GLUCOSE_CHALLENGE_BELOW: Final = 140.0
"""mg/dL an hour after 50 g of glucose in pregnancy; some clinics take 130 or 135 (ACOG 2018)."""
ACOG_DIABETES: Final = Source("미국산부인과학회(ACOG) 임신성 당뇨 지침 190", "ACOG Practice Bulletin 190", 2018)
CREATININE_TO: Final = 1.3
"""mg/dL; a usual upper limit for men, lower for women and the small (KDIGO 2024 judges by the eGFR)."""
RESTING_PULSE: Final = (60.0, 100.0)
"""Beats a minute at rest in adults; trained people have fewer (AHA)."""
AHA_PULSE: Final = Source("미국심장협회(AHA) 안정 시 심박수", "American Heart Association, resting heart rate", 2024)
ADULT_FROM: Final = 13.0
"""Years below which limits made for adults say nothing of pulse and pressure (AAP 2017 has tables by age)."""
HOME_SYSTOLIC_BELOW: Final = 135.0
HOME_DIASTOLIC_BELOW: Final = 85.0
"""mmHg measured at home, which stand for 140/90 at the clinic (KSH 2022)."""
PREGNANT_FASTING_GLUCOSE_BELOW: Final = 95.0
PREGNANT_AFTER_MEAL_GLUCOSE_BELOW: Final = 140.0
"""mg/dL in pregnancy with diabetes, fasting and one hour after a meal (ADA 2024)."""
PREGNANT_HBA1C_BELOW: Final = 6.0
"""% in pregnancy, where it can be had without low sugars (ADA 2024)."""
NORMAL_HBA1C_BELOW: Final = 5.7
"""% without diabetes; from here on it is prediabetes (ADA 2024)."""
LOW_PRESSURE: Final = {"systolic_blood_pressure": 90.0, "diastolic_blood_pressure": 60.0}
"""mmHg below which a pressure is low (ESC 2018): being under the upper limit says nothing good of it."""
PREGNANT_TSH_BELOW: Final = 2.5
"""mIU/L in pregnancy under treatment for an underactive thyroid (ATA 2017)."""

OLD_FROM: Final = 75.0
"""Years from which the aims for sugar are looser."""
OLD_HBA1C_BELOW: Final = 7.5
"""% with diabetes at a high age, 7.0 to 7.5 for the healthy and below 8.0 for the frail (ADA 2024, section 13)."""
DEPRESSION_BELOW: Final = 5.0
"""Points of the PHQ-9, and of the GAD-7, below which there is no depression or anxiety to speak of."""
PHQ: Final = Source("PHQ-9 타당도 연구(Kroenke)", "Kroenke et al., validity of the PHQ-9", 2001)
GAD: Final = Source("GAD-7 연구(Spitzer)", "Spitzer et al., the GAD-7", 2006)
COPD_SATURATION: Final = (88.0, 92.0)
"""% aimed for where oxygen is given in COPD; 88 is the least that is let be (BTS 2017)."""

_HOME: Final = {
    "systolic_blood_pressure": Target("mm[Hg]", below=HOME_SYSTOLIC_BELOW, source=KSH),
    "diastolic_blood_pressure": Target("mm[Hg]", below=HOME_DIASTOLIC_BELOW, source=KSH),
}
_PREGNANT: Final = {
    ("glucose", "fasting"): Target("mg/dL", below=PREGNANT_FASTING_GLUCOSE_BELOW, source=ADA),
    ("glucose", "postprandial"): Target("mg/dL", below=PREGNANT_AFTER_MEAL_GLUCOSE_BELOW, source=ADA),
    ("hba1c", ""): Target("%", below=PREGNANT_HBA1C_BELOW, source=ADA),
    ("tsh", ""): Target("mIU/L", below=PREGNANT_TSH_BELOW, source=ATA_PREGNANCY),
}
_DIABETES: Final = frozenset({"diabetes_mellitus", "type_1_diabetes", "type_2_diabetes", "antidiabetic"})
"""Illnesses, and the class of medicines, that make 7 % the target."""
_FURTHER: Final = {
    "potassium": Target("mmol/L", low=POTASSIUM[0], high=POTASSIUM[1], source=KDIGO_POTASSIUM),
    "lithium_level": Target("mmol/L", low=LITHIUM[0], high=LITHIUM[1], source=NICE_LITHIUM),
    "alt": Target("U/L", high=LIVER_ENZYMES_TO, source=ACG_LIVER),
    "ast": Target("U/L", high=LIVER_ENZYMES_TO, source=ACG_LIVER),
    "neutrophils": Target("10*3/uL", low=NEUTROPHILS_FROM, source=CTCAE),
    "oxygen_saturation": Target("%", low=SATURATION_FROM, source=BTS_OXYGEN),
    "creatinine": Target("mg/dL", high=CREATININE_TO, source=KDIGO),
    "sodium": Target("mmol/L", low=SODIUM[0], high=SODIUM[1], source=ERBP_SODIUM),
    "vitamin_d_25oh": Target("ng/mL", low=VITAMIN_D[0], high=VITAMIN_D[1], source=ENDOCRINE_VITAMIN_D),
    "wbc": Target("10*3/uL", low=WHITE_CELLS[0], high=WHITE_CELLS[1], source=ABIM),
    "platelets": Target("10*3/uL", low=PLATELETS[0], high=PLATELETS[1], source=NHLBI_PLATELETS),
    "body_temperature": Target("Cel", below=FEVER_FROM, source=NICE_FEVER),
    "bone_density_t_score": Target("{T-score}", low=T_SCORE_FROM, source=WHO_BONE),
    "glucose_challenge_test": Target("mg/dL", below=GLUCOSE_CHALLENGE_BELOW, source=ACOG_DIABETES),
    "phq_9": Target("", below=DEPRESSION_BELOW, source=PHQ),
    "gad_7": Target("", below=DEPRESSION_BELOW, source=GAD),
    "heart_rate": Target("/min", low=RESTING_PULSE[0], high=RESTING_PULSE[1], source=AHA_PULSE),
} | REFERENCE_RANGES
_OF_ADULTS: Final = OF_ADULTS | {
    "wbc", "heart_rate", "systolic_blood_pressure", "diastolic_blood_pressure", "body_mass_index"
}  # fmt: skip
"""Tests whose limits hang on the age of a child."""
_NOT_IN_PREGNANCY: Final = NOT_IN_PREGNANCY | {
    "wbc", "ldl_cholesterol", "total_cholesterol", "triglycerides", "body_mass_index"
}  # fmt: skip
"""Tests that pregnancy moves, and for which no limit in pregnancy is kept."""
_BY_CIRCUMSTANCE: Final = frozenset({"glucose"})
"""Tests whose limits in pregnancy differ fasting and after a meal, and are all below those of other adults."""


def target_for(consultation: Consultation, content: Content) -> Target | None:
    """The criterion of a test for this patient, their own before the general one.

    None where none is kept, or where it hangs on an unknown sex.
    """
    known = consultation.known
    own = personal_target(known, content.concept.concept_id, content.qualifier)
    if own is not None:
        return own.target
    found = criterion_for(content.concept.concept_id, content.qualifier, known.sex(), known.states_and_classes())
    return _as_proven(found, content.concept.concept_id, known)


def limit_for(known: Known, concept_id: str, value: float, qualifier: str | None) -> Target | None:
    """The limit that ``value`` is judged by for this patient, any goal of their own left aside; None for none."""
    found = criterion_for_any_sex(concept_id, value, qualifier, known.sex(), known.states_and_classes())
    return _as_proven(found, concept_id, known)


def _as_proven(found: Target | None, concept_id: str, known: Known) -> Target | None:
    """``found``, or the limit that takes its place for what this patient has had; for a child no adults' limit."""
    age = known.age_years()
    if concept_id in _OF_ADULTS and age is not None and age < ADULT_FROM:
        return None
    if (
        concept_id == "hba1c"
        and age is not None
        and age >= OLD_FROM
        and not _DIABETES.isdisjoint(known.states_and_classes())
    ):
        return Target("%", below=OLD_HBA1C_BELOW, source=ADA)
    return (proven_target(concept_id, known.ever_ids()) or found) if found is not None else None


def criterion_for(concept_id: str, qualifier: str | None, sex: Sex | None, conditions: frozenset[str]) -> Target | None:
    """The criterion of a test under ``qualifier``, for a sex and conditions in force."""
    if qualifier == "home" and concept_id in _HOME:
        return _HOME[concept_id]
    if "pregnancy" in conditions:
        if concept_id in _NOT_IN_PREGNANCY:
            return None
        special = _PREGNANT.get((concept_id, qualifier or ""))
        if special is not None or concept_id in _BY_CIRCUMSTANCE:
            return special
    if concept_id == "oxygen_saturation" and "copd" in conditions:
        return Target("%", low=COPD_SATURATION[0], source=BTS_OXYGEN)
    if concept_id == "hba1c" and _DIABETES.isdisjoint(conditions):
        return Target("%", below=NORMAL_HBA1C_BELOW, source=ADA)
    if concept_id == "ferritin":
        return ferritin_range(sex)
    return _FURTHER.get(concept_id) or general_target(concept_id, sex, conditions, qualifier)


def criterion_for_any_sex(
    concept_id: str, value: float, qualifier: str | None, sex: Sex | None, conditions: frozenset[str]
) -> Target | None:
    """The criterion; when it depends on a sex that is not known, the one on which both sexes' limits agree."""
    own = criterion_for(concept_id, qualifier, sex, conditions)
    if own is not None or sex is not None:
        return own
    male, female = (criterion_for(concept_id, qualifier, each, conditions) for each in SEXES)
    if male is None or female is None or male.holds(value) is not female.holds(value):
        return None
    return (max if male.holds(value) else min)(male, female, key=lambda target: target.low or 0.0)
