"""Whether words ask what a value makes of somebody: "so am I diabetic?", "약 먹어야 돼요?" behind a value just told."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.following.references import spoken
from domain.values import IN_FORCE, PATIENT, SERIES_SLOTS, Polarity, SlotKind
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView

SUBJECTS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "sugar": frozenset({"glucose", "hba1c"}),
        "pressure": frozenset({"systolic_blood_pressure", "diastolic_blood_pressure", "blood_pressure"}),
        "lipids": frozenset({"ldl_cholesterol", "total_cholesterol", "triglycerides", "cholesterol"}),
        "urate": frozenset({"uric_acid"}),
        "blood": frozenset({"hemoglobin", "ferritin"}),
        "kidneys": frozenset({"egfr", "creatinine"}),
        "thyroid": frozenset({"tsh"}),
        "bones": frozenset({"bone_density_t_score"}),
    }
)
"""The tests whose values a diagnosis, or the need for tablets, hangs on."""
_ILLNESSES: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "sugar": frozenset({"diabetes_mellitus", "type_2_diabetes", "prediabetes", "insulin_resistance"}),
        "pressure": frozenset({"hypertension"}),
        "lipids": frozenset({"hyperlipidemia", "dyslipidemia", "hypercholesterolemia"}),
        "urate": frozenset({"gout", "hyperuricemia"}),
        "blood": frozenset({"anemia", "iron_deficiency_anemia"}),
        "kidneys": frozenset({"chronic_kidney_disease", "kidney_disease", "kidney_failure"}),
        "thyroid": frozenset({"hypothyroidism", "hyperthyroidism"}),
        "bones": frozenset({"osteoporosis", "osteopenia"}),
    }
)
_TREATED_BY: Final[Mapping[str, str]] = MappingProxyType(
    {
        "sugar": "antidiabetic",
        "pressure": "antihypertensive",
        "lipids": "lipid_lowering_agent",
        "urate": "gout_drug",
        "blood": "iron_preparation",
        "thyroid": "thyroid_drug",
    }
)
"""The class that treats each: who takes it asks of going on, and not of a beginning."""
_IS_IT_EN: Final = lazy_regex(
    r"\b(?:is|was) (?:it|this|that|mine)\b|\b(?:am|are) (?:i|we)\b|\bis (?:he|she)\b|\b(?:do|does) (?:i|he"
    r"|she) (?:now |actually )?have\b"
    r"|\bhave i (?:now )?got\b|\b(?:does|do) (?:it|this|that|they|these) mean\b|\bmeans? (?:i|he|she)\b"
    r"|\bcount(?:s)? as\b",
    re.IGNORECASE,
)
_IS_IT_KO: Final = lazy_regex(
    r"\s?(?:이|가)?\s?(?:인가|인\s?건가|인\s?거|인지|일까|이에요|예요|에요|이야|야|맞|라는\s?건|이라는|란\s?건|판정|진단|초기|전단계|된\s?건)"
)
"""What stands behind an illness that a value is asked to be."""
_TABLETS: Final = lazy_regex(
    r"\b(?:do|does|will|would|should|must|am|is) (?:i|he|she|we)\b[^.?!]{0,30}\b(?:need|have to|take|start"
    r"|be on|go on|be put on)\b"
    r"[^.?!]{0,24}\b(?:tablets?|pills?|medicines?|medications?|meds|drugs?|statins?|treatment|treated|metformin)\b"
    r"|(?<![가-힣])약(?:을|도|은)?\s?(?:꼭\s?|바로\s?|벌써\s?)?(?:먹어야|복용해야|드셔야|써야|시작해야|먹을\s?정도|필요)",
    re.IGNORECASE,
)
_NEXT_TEST: Final = lazy_regex(
    r"\b(?:what|which|any) (?:other |more |further )?tests?\b[^.?!]{0,24}\b(?:next|need|do|should|have|get)\b"
    r"|(?:뭐|뭘|무슨|어떤)\s?(?:더|또|다른)?\s?(?:검사를?)?\s?(?:더\s?)?(?:검사해|검사를?\s?받|해봐|받아)(?:야|봐야)?|(?:더|추가로"
    r"|다시)\s?검사(?:해야|받아야|할)",
    re.IGNORECASE,
)


def asks_tablets(text: str) -> bool:
    """Whether words ask if medicine is needed."""
    return _TABLETS.search(text) is not None


def asks_next_test(text: str) -> bool:
    """Whether words ask what is to be tested further."""
    return _NEXT_TEST.search(text) is not None


def made_of_value(request: Request, view: PatientView) -> str | None:
    """What a value is asked to make of the patient, by its subject; None where nothing of the kind is asked."""
    if request.concepts("medications", "allergens", "procedures") or request.has("permission"):
        return None
    text = request.text
    named = _illness_asked(request)
    tested = asks_tablets(text) or asks_next_test(text)
    subject = named or (_measured_last(request, view) if tested and not request.concepts("conditions") else None)
    if subject is None or not _is_measured(subject, request, view) or _is_known(subject, view):
        return None
    return subject


def _illness_asked(request: Request) -> str | None:
    for one in request.mentions:
        if one.entry.kind != "conditions":
            continue
        subject = next((name for name, ids in _ILLNESSES.items() if one.entry.concept_id in ids), None)
        korean = _IS_IT_KO.match(request.plain, one.end) is not None
        if subject is not None and (korean or _IS_IT_EN.search(request.plain[: one.start]) is not None):
            return subject
    return None


def _measured_last(request: Request, view: PatientView) -> str | None:
    """The subject of the tests named, else of the value that was last spoken of or told."""
    last = spoken(view.answers, "measurement")
    of_last = last.reference.concept_id if last is not None else None
    for tests in (set(request.tests), {of_last}):
        found = next((name for name, ids in SUBJECTS.items() if ids & tests), None)
        if found is not None:
            return found
    return None


def _is_measured(subject: str, request: Request, view: PatientView) -> bool:
    own = (fact.content for slot in SERIES_SLOTS for fact in view.ledger.current(slot))
    on_record = any(one.concept.concept_id in SUBJECTS[subject] and one.subject == PATIENT for one in own)
    return on_record or bool(SUBJECTS[subject].intersection(request.tests) and any(ch.isdigit() for ch in request.text))


def _is_known(subject: str, view: PatientView) -> bool:
    """Whether the illness is on record already, or treated."""
    slots = (SlotKind.CONDITIONS, SlotKind.MEDICATIONS)
    wanted = {*_ILLNESSES[subject], _TREATED_BY.get(subject, "")} - {
        "prediabetes",
        "hyperuricemia",
        "insulin_resistance",
    }
    return any(
        not wanted.isdisjoint((content.concept.concept_id, *content.concept.broader))
        for slot in slots
        for fact in view.ledger.current(slot)
        if (content := fact.content).subject == PATIENT
        and content.polarity is Polarity.AFFIRMED
        and (content.status is None or content.status in IN_FORCE)
    )
