"""Readings of today that are an alarm by themselves, by the limits of the guidelines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Final

from agent.answers.record.known import numeric
from agent.safety.alarms import Level
from domain.ledger import Fact
from extraction.text.lazy_regex import lazy_regex

RECENT_DAYS: Final = 1
"""Days after which what is measured at home is history, not an emergency of today."""
RESULT_DAYS: Final = 7
"""Days within which a laboratory's result still calls for what it did: patients hear of it later."""
_RESULTS: Final = frozenset({"potassium", "sodium", "inr", "lithium_level", "hemoglobin", "neutrophils", "egfr"})
PREGNANT: Final = "pregnancy"
OF_PREGNANCY: Final = "gestational"


@dataclass(frozen=True, slots=True)
class Crisis:
    """A limit of one test: an alarm below it or from it on."""

    test: str
    below: float | None
    since: float | None
    level: Level
    name_ko: str
    name_en: str
    source: str
    first: str = ""
    known: str = ""
    """A token of the record without which it is none; "" for anyone."""

    @property
    def days(self) -> int:
        """How long after its day a reading still is an alarm."""
        return RESULT_DAYS if self.test in _RESULTS else RECENT_DAYS


CRISES: Final = (
    Crisis("systolic_blood_pressure", None, 160.0, "now", "임신 중 매우 높은 혈압", "severe hypertension in pregnancy",
           "nice_preeclampsia", known=PREGNANT),
    Crisis("diastolic_blood_pressure", None, 110.0, "now", "임신 중 매우 높은 혈압", "severe hypertension in pregnancy",
           "nice_preeclampsia", known=PREGNANT),
    Crisis("systolic_blood_pressure", None, 140.0, "today", "임신 중 높은 혈압", "high blood pressure in pregnancy",
           "nice_preeclampsia", known=PREGNANT),
    Crisis("diastolic_blood_pressure", None, 90.0, "today", "임신 중 높은 혈압", "high blood pressure in pregnancy",
           "nice_preeclampsia", known=PREGNANT),
    Crisis("systolic_blood_pressure", None, 180.0, "now", "매우 높은 혈압", "very high blood pressure", "acc_bp"),
    Crisis("diastolic_blood_pressure", None, 120.0, "now", "매우 높은 혈압", "very high blood pressure", "acc_bp"),
    Crisis("glucose", 54.0, None, "now", "심한 저혈당", "severely low blood sugar", "ada", "take_sugar"),
    Crisis("glucose", 70.0, None, "this_week", "저혈당", "low blood sugar", "ada", "take_sugar", known="lowers_sugar"),
    Crisis("glucose", None, 300.0, "now", "심한 고혈당", "very high blood sugar", "kda_sick_day"),
    Crisis("potassium", 2.5, 6.0, "now", "위험한 칼륨 수치", "a dangerous potassium", "ukka"),
    Crisis("potassium", None, 5.5, "this_week", "높은 칼륨", "a raised potassium", "ukka"),
    Crisis("sodium", 120.0, 160.0, "now", "위험한 나트륨 수치", "a dangerous sodium", "ese_sodium"),
    Crisis("body_temperature", None, 38.0, "now", "석 달 안 된 아기의 열",
           "fever in a baby under three months", "nice_fever", known="under_three_months"),
    Crisis("body_temperature", None, 39.0, "today", "여섯 달 안 된 아기의 높은 열",
           "a high fever in a baby under six months", "nice_fever", known="under_six_months"),
    Crisis("body_temperature", None, 38.0, "today", "임신 중의 열", "a fever in pregnancy", "nice_sepsis",
           known=PREGNANT),
    Crisis("oxygen_saturation", 90.0, None, "now", "낮은 산소포화도", "low oxygen", "who_oxygen"),
    Crisis("inr", None, 8.0, "today", "지나치게 높은 INR", "a far too high INR", "bsh_inr"),
    Crisis("inr", None, 5.0, "today", "높은 INR", "a high INR", "bsh_inr"),
    Crisis("lithium_level", None, 2.0, "now", "위험한 리튬 농도", "a dangerous lithium level", "bnf_lithium"),
    Crisis("lithium_level", None, 1.2, "today", "높은 리튬 농도", "a high lithium level", "bnf_lithium"),
    Crisis("hemoglobin", 7.0, None, "today", "심한 빈혈", "severe anaemia", "who_anaemia"),
    Crisis("neutrophils", 0.5, None, "now", "매우 낮은 호중구", "very few neutrophils", "nice_neutropenia"),
    Crisis("qtc_interval", None, 500.0, "today", "매우 긴 QT 간격", "a very long QT interval", "crediblemeds"),
    Crisis("egfr", 15.0, None, "this_week", "매우 낮은 신장 기능", "very low kidney function", "ukka"),
)  # fmt: skip
"""Limits in the canonical unit of each test; of several that one reading meets, the most urgent counts."""


_PRESSURE: Final = "acc_bp"
_HIGHEST: Final = {"systolic_blood_pressure": 220.0, "diastolic_blood_pressure": 130.0}
"""mmHg from which nobody waits for a clinic, whatever they feel."""
_FEELS_NOTHING: Final = lazy_regex(
    r"\b(?:no|without|zero|not any|don't have any|dont have any) (?:other )?(?:symptoms?|headaches?|chest pain"
    r"|complaints?|problems?)\b"
    r"|\bnothing at all\b|\bfeel(?:s|ing)? (?:perfectly |completely |totally |quite |absolutely )?(?:fine|ok"
    r"|okay|well|good|great|normal)\b"
    r"|\b(?:body|i|he|she)(?:'m| am| is|'s) (?:ok|okay|fine|well)\b"
    r"|(?:증상|아픈\s?(?:데|곳)|불편한\s?(?:데|곳))[은는도이]?\s?(?:전혀\s|하나도\s|아무것도\s)?없|아무렇지도?\s?않|멀쩡"
)


def waits_for_a_clinic(crisis: Crisis, fact: Fact, text: str, *, felt: bool) -> bool:
    """Whether a pressure is told with the words that nothing is felt: no organ is in danger this hour, and treatment is
    begun or raised within days, not by ambulance (AHA/ACC 2025, severe hypertension without symptoms).

    ``felt`` is whether any complaint stands on record.
    """
    value = numeric(fact)
    if crisis.source != _PRESSURE or felt or value is None or crisis.known:
        return False
    return value < _HIGHEST.get(crisis.test, 0.0) and _FEELS_NOTHING.search(text) is not None


def crisis_of(fact: Fact, today: str, holds: Callable[[str], bool]) -> Crisis | None:
    """The most urgent limit that a recent reading is beyond, or None; ``holds`` tells what is on record."""
    value = numeric(fact)
    if value is None:
        return None
    own = [one for one in CRISES if one.test == fact.content.concept.concept_id]
    met = [one for one in own if _beyond(one, value) and _is_recent(fact, today, one.days)]
    met = [one for one in met if not one.known or holds(one.known)]
    order = {"now": 0, "today": 1, "this_week": 2}
    return min(met, key=lambda one: order[one.level], default=None)


def _beyond(one: Crisis, value: float) -> bool:
    return (one.below is not None and value < one.below) or (one.since is not None and value >= one.since)


def _is_recent(fact: Fact, today: str, days: int) -> bool:
    try:
        day = date.fromisoformat(fact.clinical_day)
    except ValueError:
        return False
    return (date.fromisoformat(today) - day).days <= days
