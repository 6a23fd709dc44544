"""What somebody who treats must be told: first what matters to one of that calling, then the record as handed over."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.handover import hand_over
from agent.answers.remembered.asked import named_in_words, tells_past
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex

_EN: Final = (
    r"(?:dentist|hygienist|pharmacist|chemist|doctor|gp|surgeon|an(?:a)?esthetist|anesthesiologist|specialist"
    r"|consultant"
    r"|nurse|midwife|physio(?:therapist)?|optician|ophthalmologist|\w+ologist|\w+iatrist|locum|paramedics?"
    r"|emergency room|hospital|clinic|pharmacy)"
)
_KO: Final = (
    r"(?:치과|약국|약사|의사|선생님|병원|의원|안과|마취과|수술|정형외과|내과|외과|피부과|이비인후과|산부인과|응급실"
    r"|구급대|간호사|한의원)"
)
_ASKED: Final = lazy_regex(
    rf"\b(?:what|which|anything|everything)\b[^?.]{{0,60}}\b(?:tell|mention|say to|inform"
    rf"|warn)\b[^?.]{{0,60}}\b{_EN}\b"
    rf"|\b{_EN}\b[^?]{{0,60}}\bwhat\b[^?]{{0,30}}\b(?:tell|mention|say)\b"
    rf"|\b{_EN}\b[^?]{{0,60}}\bwhat\b[^?]{{0,40}}\b(?:know|be told|hear)\b"
    rf"|\b(?:what|which)\b[^?.]{{0,60}}\b{_EN}\b[^?.]{{0,30}}\b(?:know|be told|hear)\b"
    rf"|{_KO}[^?.]{{0,40}}(?:뭘|뭐|무엇|무얼|어떤|어떻게)[^?.]{{0,16}}(?:말|알려|알릴|알리|얘기|이야기|전달"
    rf"|해야|하죠|하지)"
    rf"|{_KO}[^?.]{{0,30}}(?:말|알려|알|얘기|이야기)[가-힣\s]{{0,5}}야\s?(?:할|하는|될)[^?.]{{0,8}}(?:뭐|무엇|뭔)"
    rf"|{_KO}[^?.]{{0,30}}알아야\s?(?:할|하는|될)[^?.]{{0,8}}(?:뭐|무엇|뭔)"
    rf"|(?:뭘|뭐라고|뭐를|무엇을|어떤\s?걸)\s?(?:\S{{1,6}}\s)?{_KO}[^?.]{{0,20}}(?:말|알려|얘기|이야기)",
    re.IGNORECASE,
)
_OF_COMPLAINT: Final = ("symptoms", "labs", "vitals")
_DENTIST: Final = lazy_regex(r"\b(?:dentist|hygienist)\b|치과", re.IGNORECASE)
_PHARMACIST: Final = lazy_regex(r"\b(?:pharmacist|chemist|pharmacy)\b|약국|약사", re.IGNORECASE)
_SURGEON: Final = lazy_regex(r"\b(?:surgeon|an(?:a)?esthetist|anesthesiologist)\b|수술|마취", re.IGNORECASE)
_EYES: Final = lazy_regex(r"\b(?:optician|ophthalmologist|eye)\b|안과", re.IGNORECASE)
_BLEEDING: Final = ("anticoagulant", "antiplatelet", "warfarin", "aspirin", "clopidogrel", "nsaid")
_IMMUNE: Final = ("immunosuppressant", "corticosteroid", "systemic_corticosteroid", "methotrexate", "chemotherapy")


@dataclass(frozen=True, slots=True)
class Concern:
    """What one who treats asks for first, by ids of medicines, classes and illnesses; allergies go with all."""

    name: str
    asked: re.Pattern[str]
    ids: Mapping[str, tuple[str, ...]]


_CONCERNS: Final = (
    Concern(
        "dentist",
        _DENTIST,
        {
            "tell.bleeding": _BLEEDING,
            "tell.jaw": ("bisphosphonate", "denosumab", "romosozumab", "zoledronic_acid", "alendronate", "risedronate"),
            "tell.infection": (*_IMMUNE, "insulin_therapy", "antidiabetic", "diabetes_mellitus", "type_2_diabetes"),
            "tell.heart": ("hypertension", "atrial_fibrillation", "heart_failure", "valvular_heart_disease",
                           "endocarditis", "ischemic_heart_disease", "prosthetic_heart_valve"),
            "tell.pregnant": ("pregnancy",),
        },
    ),
    Concern(
        "surgeon",
        _SURGEON,
        {
            "tell.bleeding": _BLEEDING,
            "tell.fasting": ("antidiabetic", "insulin_therapy", "sglt2_inhibitor", "glp1_receptor_agonist"),
            "tell.infection": _IMMUNE,
            "tell.breathing": ("sleep_apnea", "asthma", "copd", "chronic_obstructive_pulmonary_disease"),
            "tell.pregnant": ("pregnancy",),
        },
    ),
    Concern(
        "pharmacist",
        _PHARMACIST,
        {
            "tell.bleeding": _BLEEDING,
            "tell.kidneys": ("chronic_kidney_disease", "liver_cirrhosis", "chronic_hepatitis_b"),
            "tell.pregnant": ("pregnancy", "lactation", "breastfeeding"),
        },
    ),
    Concern(
        "eyes",
        _EYES,
        {
            "tell.eyes_at_risk": ("type_2_diabetes", "type_1_diabetes", "diabetes_mellitus", "hydroxychloroquine",
                          "amiodarone", "corticosteroid", "tamsulosin", "alpha_blocker", "ethambutol", "glaucoma"),
            "tell.bleeding": _BLEEDING,
        },
    ),
)  # fmt: skip
"""What dentists, surgeons, pharmacists and eye doctors ask for (ADA and SDCEP on the medical history; BNF)."""


def asks_what_to_tell(request: Request) -> bool:
    """Whether it is asked what somebody who treats is to be told."""
    asked = _ASKED.search(request.text)
    # What was said to somebody is no question of what to say.
    return asked is not None and not tells_past(asked[0])


def to_tell(consultation: Consultation) -> Part:
    """What matters to whom it is told, and the whole record as it is handed over."""
    if not asks_what_to_tell(consultation.request) or named_in_words(consultation, *_OF_COMPLAINT):
        return Part()
    return joined((matters_first(consultation), hand_over(consultation)))


def matters_first(consultation: Consultation) -> Part:
    """What whoever is named that treats asks for first, of what is on record; of nobody in particular nothing."""
    text, language = consultation.request.text, consultation.words.language
    concern = next((one for one in _CONCERNS if one.asked.search(text) is not None), None)
    if concern is None:
        return Part()
    known, words = consultation.known, consultation.words
    held = (*known.in_force(SlotKind.MEDICATIONS), *known.in_force(SlotKind.CONDITIONS))
    told: dict[str, Fact] = {}
    items = []
    for key, ids in concern.ids.items():
        met = [one for one in held if _is_one_of(one, ids) and one.fact_id not in told]
        told.update((one.fact_id, one) for one in met)
        if met:
            names = ", ".join(words.name(one.content) for one in met)
            items.append(sentence(key, language, names=names))
    allergies = known.in_force(SlotKind.ALLERGIES)
    items += [words.allergy(one.content) for one in allergies]
    if not items:
        return Part()
    listed = "; ".join(items)
    ids = tuple(dict.fromkeys((*told, *(one.fact_id for one in allergies))))
    return Part(sentence("tell.first", language, who=sentence(f"tell.{concern.name}", language), listed=listed), ids)


def _is_one_of(fact: Fact, ids: tuple[str, ...]) -> bool:
    return not set(ids).isdisjoint((fact.content.concept.concept_id, *fact.content.concept.broader))


def is_part(text: str) -> bool:
    """Whether one ask of several asks for a part of what is answered here."""
    return _ASKED.search(text) is not None
