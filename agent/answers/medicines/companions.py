"""What a medicine is for beside the rest of the record: folic acid with methotrexate, amitriptyline with migraine.

Its purpose in general ("anaemia", "depression") would tell such a patient nothing. From the BNF's monographs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.safety.record import Record
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import Polarity, SlotKind

_NERVES: Final = (
    "peripheral_neuropathy diabetic_neuropathy neuralgia postherpetic_neuralgia trigeminal_neuralgia fibromyalgia"
)
_HEART: Final = "coronary_artery_disease myocardial_infarction old_myocardial_infarction angina coronary_stenting"
_BRAIN: Final = "stroke ischemic_stroke transient_ischemic_attack stroke_sequelae"
_PERIODS: Final = "heavy_menstrual_bleeding menstrual_pain dysmenorrhea_disorder endometriosis premenstrual_syndrome"
_BESIDE: Final[tuple[tuple[str, str, str], ...]] = (
    ("folic_acid", "methotrexate", "companion.folic_acid"),
    ("folic_acid prenatal_vitamin", "pregnancy", "companion.neural_tube"),
    ("iron_preparation", "pregnancy", "companion.iron_in_pregnancy"),
    ("aspirin", "pregnancy", "companion.preeclampsia"),
    ("pyridoxine", "isoniazid", "companion.pyridoxine"),
    ("proton_pump_inhibitor", "aspirin clopidogrel nsaid steroid", "companion.stomach"),
    ("vitamin_d calcium_carbonate", "bisphosphonate steroid", "companion.bones"),
    ("colchicine", "allopurinol febuxostat benzbromarone", "companion.attacks"),
    ("contraceptive", f"{_PERIODS} pcos irregular_menstruation acne", "companion.periods"),
    ("amitriptyline nortriptyline", f"migraine {_NERVES} insomnia_disorder insomnia", "companion.low_tricyclic"),
    ("duloxetine gabapentin pregabalin", _NERVES, "companion.nerves"),
    ("propranolol topiramate valproic_acid candesartan flunarizine", "migraine", "companion.migraine"),
    ("propranolol", "essential_tremor tremor anxiety_disorder hyperthyroidism graves_disease", "companion.tremor"),
    ("beta_blocker", f"atrial_fibrillation heart_failure {_HEART}", "companion.heart_rate"),
    ("anticoagulant", "atrial_fibrillation", "companion.fibrillation"),
    ("antiplatelet", f"{_HEART} {_BRAIN}", "companion.platelets"),
    ("statin", f"{_HEART} {_BRAIN} diabetes_mellitus", "companion.vessels"),
    ("sglt2_inhibitor", "heart_failure chronic_kidney_disease", "companion.sglt2"),
    (
        "ace_inhibitor angiotensin_receptor_blocker",
        "chronic_kidney_disease proteinuria heart_failure diabetes_mellitus",
        "companion.kidneys",
    ),
    ("spironolactone", "heart_failure acne cirrhosis", "companion.spironolactone"),
    ("metformin", "pcos", "companion.pcos"),
    ("methotrexate", "rheumatoid_arthritis psoriasis", "companion.low_methotrexate"),
    ("hydroxychloroquine", "lupus rheumatoid_arthritis", "companion.antimalarial"),
    ("prednisolone prednisone methylprednisolone deflazacort", "asthma copd", "companion.airways"),
    ("tamsulosin", "kidney_stone urolithiasis", "companion.stone"),
)
"""Medicines or classes, what on record they are taken for or beside, and the sentence that says why."""


def companion_of(consultation: Consultation, fact: Fact) -> Part:
    """Why a medicine is taken beside another one or an illness on record; empty where it stands for itself."""
    own = {fact.content.concept.concept_id, *fact.content.concept.broader}
    words, record = consultation.words, Record(consultation.ledger, consultation.known.today)
    for medicines, others, key in _BESIDE:
        if own.isdisjoint(medicines.split()):
            continue
        wanted = others.split()
        found = [one for one in (*record.holding(wanted), *_felt(consultation, wanted)) if one.fact_id != fact.fact_id]
        if found:
            other = words.name(found[0].content)
            said = sentence(key, words.language, name=words.name(fact.content), other=other)
            return Part(said, (found[0].fact_id,))
    return Part()


def _felt(consultation: Consultation, wanted: Collection[str]) -> Iterator[Fact]:
    """The complaints on record, which may be over by what they are taken against."""
    for fact in consultation.known.own(SlotKind.SYMPTOMS):
        affirmed = fact.content.polarity is Polarity.AFFIRMED
        if affirmed and fact.content.concept.concept_id in wanted:
            yield fact
