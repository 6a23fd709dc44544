"""Red flags: symptoms and readings of this turn that call for urgent care, found by rule before all else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from agent.answers.known import numeric
from agent.skills.answering.alarming_words import (
    alarms,
    denies_self_harm,
    settles_with_rest,
    speaks_of_self_harm,
    told_as_past,
)
from agent.skills.ports import Situation
from agent.words.wording import Dictionary, lookup
from domain.events import ContradictionFound, SlotChanged, SlotCorrected, SlotReaffirmed, SlotRecorded
from domain.ledger import Fact, local_day
from domain.values import PATIENT, Certainty, Polarity, SlotKind, Status, Temporality
from extraction.mentions import Mention

SYSTOLIC_CRISIS: Final = 180.0
DIASTOLIC_CRISIS: Final = 120.0
"""mmHg from which a blood pressure calls for care at once (ACC/AHA 2017, hypertensive crisis)."""
GLUCOSE_SEVERELY_LOW: Final = 54.0
"""mg/dL below which a glucose needs action at once (ADA 2024, level 2 hypoglycaemia)."""
GLUCOSE_SEVERELY_HIGH: Final = 300.0
"""mg/dL above which a glucose calls for prompt advice (KDA 2023, sick days)."""
OXYGEN_SEVERELY_LOW: Final = 90.0
"""% oxygen saturation below which care is urgent (WHO oxygen therapy 2016)."""
POTASSIUM_SEVERELY_LOW: Final = 2.5
POTASSIUM_HIGH: Final = 6.0
"""mmol/L below and from which the heart's rhythm is in danger (UK Kidney Association 2023)."""
RECENT_DAYS: Final = 1
"""A reading older than this is history, not an emergency of today."""

_Limit = tuple[float | None, tuple[str, str]]
_NO_LIMIT: Final[_Limit] = (None, ("", ""))
_CRISES: Final[dict[str, tuple[_Limit, _Limit]]] = {
    "systolic_blood_pressure": (_NO_LIMIT, (SYSTOLIC_CRISIS, ("매우 높은 혈압", "very high blood pressure"))),
    "diastolic_blood_pressure": (_NO_LIMIT, (DIASTOLIC_CRISIS, ("매우 높은 혈압", "very high blood pressure"))),
    "glucose": (
        (GLUCOSE_SEVERELY_LOW, ("심한 저혈당", "severely low blood sugar")),
        (GLUCOSE_SEVERELY_HIGH, ("심한 고혈당", "very high blood sugar")),
    ),
    "potassium": (
        (POTASSIUM_SEVERELY_LOW, ("위험하게 낮은 칼륨", "dangerously low potassium")),
        (POTASSIUM_HIGH, ("위험하게 높은 칼륨", "dangerously high potassium")),
    ),
    "oxygen_saturation": ((OXYGEN_SEVERELY_LOW, ("낮은 산소포화도", "low oxygen")), _NO_LIMIT),
}
"""By test: the limit below which and the limit from which a reading is an alarm, each with its name."""
_LOW_SUGAR: Final = "심한 저혈당"
_SELF_HARM_CONCEPTS: Final = frozenset({"suicidal_ideation", "self_harm"})
_SEEN_TODAY: Final = frozenset(
    {"breast_lump", "jaundice", "hematuria", "petechiae", "double_vision", "urinary_retention", "presyncope"}
)
"""Warning signs that a clinician should see soon, without an ambulance."""
_NEEDS_EFFORT: Final = frozenset({"shortness_of_breath"})
"""Symptoms that are no emergency when they come with effort and pass at once with rest."""


@dataclass(frozen=True, slots=True)
class RedFlag:
    """Something of this turn that calls for care; ``fact_id`` when it was recorded as a fact.

    ``at_once`` is False for what should be seen the same day but needs no ambulance.
    """

    name_ko: str
    name_en: str
    fact_id: str | None = None
    self_harm: bool = False
    at_once: bool = True


_READ_AS_URGENT: Final = RedFlag("말씀하신 증상", "what you describe")
"""What a learned reader takes for urgent though no rule names it."""

_SELF_HARM: Final = RedFlag("자해 생각", "thoughts of harming yourself", self_harm=True)


def red_flags(situation: Situation, mentions: Sequence[Mention], dictionary: Dictionary) -> tuple[RedFlag, ...]:
    """The red flags of this turn: symptoms that were recorded as present, readings of today, and alarming words.

    What the record holds as denied, past or another person's is none, unless the words say that it happens now.
    """
    facts = _facts_of_turn(situation)
    text = situation.question.text
    found = [flag for fact in facts if (flag := _of_fact(fact, situation, dictionary)) is not None]
    if speaks_of_self_harm(text) and not any(flag.self_harm for flag in found):
        found.insert(0, _SELF_HARM)
    if situation.urgent and not found:
        found.append(_READ_AS_URGENT)
    own = [fact for fact in facts if fact.content.subject == PATIENT]
    denied = {fact.content.concept.concept_id for fact in own if not _is_present(fact)}
    spoken = {each.entry.concept_id for each in mentions if each.entry.kind == "symptoms"}
    if not found and not (denied & spoken) and not settles_with_rest(text):
        found.extend(RedFlag(ko, en) for en, ko in alarms(text))
    return tuple(found)


def urgent_text(flags: Sequence[RedFlag], language: str) -> str:
    """The sentence that comes first when there are red flags, empty when there are none."""
    if not flags:
        return ""
    if any(flag.self_harm for flag in flags):
        if language == "ko":
            return (
                "혼자 견디지 마세요. 지금 자살예방 상담전화 109에 전화하시고, 스스로를 해칠 위험이 있으면 "
                "바로 119에 전화하거나 응급실로 가세요."
            )
        return (
            "You do not have to face this alone: call a crisis line now (109 in Korea, 988 in the US); if you may harm "
            "yourself, call emergency services (119 in Korea, 911 in the US) or go to the nearest emergency room."
        )
    pressing = [flag for flag in flags if flag.at_once]
    names_ko = ", ".join(dict.fromkeys(flag.name_ko for flag in pressing or flags))
    names_en = ", ".join(dict.fromkeys(flag.name_en for flag in pressing or flags))
    if not pressing:
        return _seen_today(names_ko, names_en, language)
    sugar = any(flag.name_ko == _LOW_SUGAR for flag in pressing)
    if language == "ko":
        first = "삼킬 수 있으면 먼저 사탕이나 주스로 당분 15g을 드시고, " if sugar else ""
        return (
            f"응급일 수 있는 신호입니다({names_ko}): {first}지금 바로 119에 전화하거나 가까운 응급실로 가세요. 직접 "
            f"운전하지 마세요."
        )
    first = "if you can swallow, take 15 g of sugar (candy or juice) first, then " if sugar else ""
    return (
        f"This may be an emergency ({names_en}): {first}call emergency services now (119 in Korea, 911 in the US) "
        "or go to the nearest emergency room. Do not drive yourself."
    )


def _seen_today(names_ko: str, names_en: str, language: str) -> str:
    if language == "ko":
        return (
            f"오늘 안에 진료가 필요할 수 있는 증상입니다({names_ko}): 바로 병원에 연락해 진료를 받으시고, 갑자기 "
            f"심해지면 119에 전화하거나 응급실로 가세요."
        )
    return (
        f"This may need to be seen today ({names_en}): contact a clinic now, and if it suddenly gets worse call "
        "emergency services (119 in Korea, 911 in the US) or go to an emergency room."
    )


def _facts_of_turn(situation: Situation) -> list[Fact]:
    facts = situation.view.ledger.facts
    kinds = (SlotRecorded, SlotChanged, SlotCorrected, SlotReaffirmed, ContradictionFound)
    ids = [event.payload.fact_id for event in situation.turn_events if isinstance(event.payload, kinds)]
    return [facts[fact_id] for fact_id in dict.fromkeys(ids) if fact_id in facts]


def _is_present(fact: Fact) -> bool:
    content = fact.content
    return (
        fact.current
        and content.polarity is Polarity.AFFIRMED
        and content.certainty is not Certainty.UNKNOWN
        and content.subject == PATIENT
        and content.temporality is Temporality.CURRENT
        and content.status not in (Status.RESOLVED, Status.REMISSION, Status.PLANNED)
    )


def _of_fact(fact: Fact, situation: Situation, dictionary: Dictionary) -> RedFlag | None:
    if not _is_present(fact):
        return None
    if fact.content.slot is SlotKind.SYMPTOMS:
        return _of_symptom(fact, situation, dictionary)
    return _of_reading(fact, situation)


def _of_symptom(fact: Fact, situation: Situation, dictionary: Dictionary) -> RedFlag | None:
    concept_id, text = fact.content.concept.concept_id, situation.question.text
    if concept_id in _SELF_HARM_CONCEPTS:
        return None if denies_self_harm(text) else replace(_SELF_HARM, fact_id=fact.fact_id)
    entry = lookup(dictionary, "symptoms", concept_id)
    if entry is None or entry.extra.get("red_flag", "0") in ("", "0", "false"):
        return None
    if told_as_past(text, fact.evidence[-1].quote) or (concept_id in _NEEDS_EFFORT and settles_with_rest(text)):
        return None
    return RedFlag(entry.name_ko or entry.name, entry.name, fact.fact_id, at_once=concept_id not in _SEEN_TODAY)


def _of_reading(fact: Fact, situation: Situation) -> RedFlag | None:
    limits = _CRISES.get(fact.content.concept.concept_id)
    value = numeric(fact)
    if limits is None or value is None or not _is_recent(fact, situation):
        return None
    (low, low_name), (high, high_name) = limits
    if low is not None and value < low:
        return RedFlag(*low_name, fact.fact_id)
    if high is not None and value >= high:
        return RedFlag(*high_name, fact.fact_id)
    return None


def _is_recent(fact: Fact, situation: Situation) -> bool:
    today = date.fromisoformat(local_day(situation.question.said_at, situation.question.time_zone))
    try:
        day = date.fromisoformat(fact.clinical_day)
    except ValueError:
        return False
    return (today - day).days <= RECENT_DAYS
