"""When what only the reader hears is enough for an alarm: how sure it must be, by what the words and the record hold.

The reader learnt on sentences that are urgent or only sound so; a cold lies in between. Where a cold is all that
is named, or somebody eats, drinks and plays, and neither words nor record hold a danger, its ear must be surer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent.answers.record.known import numeric
from agent.safety.alarms import signs_in
from agent.safety.placing import Told
from agent.safety.record import Record
from domain.ledger import Fact
from domain.values import Certainty, SlotKind
from extraction.naming.mentions import Mention

ORDINARY: Final = 0.3
"""Log-odds to be heard where all that is named is a cold's: a temperature, a throat, a cough.

Of the readings of thirteen authors, all of whom it learnt from, the four right alarms of this kind lie above 0.5. A bar
for everything that names no danger was tried, too: at 0.15 ten of 280 urgent sentences of another author (r3) went
unheard for four false ones of 420, so there is none.
"""
AT_EASE: Final = 0.65
"""The same where somebody eats, drinks, plays or jokes: the two right ones lie above 0.7."""
BOTH: Final = 1.2
"""The same for a cold of somebody who does: more than any of them was heard by."""
_COLD: Final = frozenset(
    {"fever", "sore_throat", "cough", "runny_nose", "nasal_congestion", "phlegm", "common_cold", "sneezing",
     "streptococcal_pharyngitis", "pharyngitis", "tonsillitis", "otitis_media", "body_temperature", "influenza"}
)  # fmt: skip
"""What most people have who are told to rest and drink."""
_SLIGHT: Final = frozenset(
    {"fever", "sore_throat", "headache", "infant", "weak_faint", "exposed", "clot_risk", "others_too",
     "glucose_low_words",
     "anticoagulant_words", "sugar_drug_words", "fever_high", "rash_of_allergy", "rash_denied", "parting_peace",
     "allergy_systemic", "skipped_meal", "low_sugar_signs", "vaginal_bleed", "fetus_quiet", "restless_hot", "fell",
     "vomits_on", "at_once", "in_eye", "caustic", "gut_loss", "dizzy"}
)  # fmt: skip
"""Signs that most people who tell of them have without danger, or that only place others."""
_FRAIL: Final = (
    "anticoagulant", "antiplatelet", "bleeding_disorder", "chemo_state", "leukemia", "leukopenia",
    "immunosuppressant", "transplantation", "kidney_transplant_status", "liver_transplant_status", "splenectomy",
    "sickle_cell_disease", "antithyroid_drug", "clozapine", "pregnancy", "recent_birth", "under_three_months",
    "heart_failure", "cardiomyopathy", "adrenal_insufficiency", "addison_disease", "dialysis_state", "insulin_therapy",
    "lithium",
)  # fmt: skip
"""What on record makes an emergency of what is none in others."""


_STEADY: Final = 50.0
"""A pulse per minute from which a slow one is none that must be seen at once by itself (ESC 2021, bradycardia)."""
_TIRED: Final = frozenset({"fatigue", "malaise", "feeling_unwell", "weakness", "lethargy", "tiredness"})


def is_only_slow(felt: Sequence[Fact], told: Told) -> bool:
    """Whether all that is told is a pulse that is somewhat slow and some tiredness: judged by its value, no alarm."""
    if signs_in(told.text) - _SLIGHT - {"slow_pulse_value"} or not any(
        one.content.concept.concept_id == _PULSE for one in felt
    ):
        return False
    return all(
        one.content.concept.concept_id in _TIRED or (one.content.slot is SlotKind.VITALS and _is_steady(one))
        for one in felt
        if not _is_empty(one)
    )


def _is_empty(fact: Fact) -> bool:
    """Whether words kept as they were said name nothing ("feel a bit")."""
    return fact.content.certainty is not Certainty.CONFIRMED and _EMPTY.match(fact.evidence[-1].quote) is not None


_EMPTY: Final = re.compile(
    r"^(?:(?:i|am|is|she|he|and|just|so|very|really|a|bit|little|slightly|feel(?:s|ing)?|been|being|좀|조금|약간)\b\W*)+$",
    re.IGNORECASE,
)


def _is_steady(fact: Fact) -> bool:
    return fact.content.concept.concept_id != _PULSE or (numeric(fact) or 0.0) >= _STEADY


_PULSE: Final = "heart_rate"


def least_heard(told: Told, record: Record, mentions: Sequence[Mention]) -> float:
    """The log-odds from which what the reader alone hears is an alarm."""
    if record.holding(_FRAIL) or signs_in(told.text) - _SLIGHT:
        return 0.0
    findings = [one.entry for one in mentions if one.entry.kind in ("symptoms", "conditions", "vitals")]
    if any(one.extra.get("red_flag", "0") not in ("", "0", "false") for one in findings):
        return 0.0
    if findings and all(one.concept_id in _COLD for one in findings):
        return BOTH if told.at_ease else ORDINARY
    return AT_EASE if told.at_ease else 0.0
