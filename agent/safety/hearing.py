"""When what only the reader hears is enough for an alarm: how sure it must be, by what the words and the record hold.

The reader learnt on sentences that are urgent or only sound so; a cold lies in between. Where a cold is all that
is named, or somebody eats, drinks and plays, and neither words nor record hold a danger, its ear must be surer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from agent.answers.record.known import numeric
from agent.safety.alarms import signs_in
from agent.safety.placing import Told
from agent.safety.record import Record
from domain.ledger import Fact
from domain.values import Certainty, SlotKind
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex

ORDINARY: Final = 0.3
"""Log-odds to be heard where all that is named is a cold's: a temperature, a throat, a cough.

Of the readings of thirteen authors, all of whom it learnt from, the four right alarms of this kind lie above 0.5. A bar
for everything that names no danger was tried, too: at 0.15 ten of 280 urgent sentences of another author (r3) went
unheard for four false ones of 420, so there is none.
"""
AT_EASE: Final = 0.65
"""The same where somebody eats, drinks, plays or jokes: the two right ones lie above 0.7."""
BOTH: Final = 2.0
"""The same for a cold of somebody who does: more than any of them was heard by."""
EVERYDAY: Final = 3.0
"""The same for what most people see through at home, told with nothing that would make it worse: hardly ever met."""
_COLD: Final = frozenset(
    {"fever", "sore_throat", "cough", "runny_nose", "nasal_congestion", "phlegm", "common_cold", "sneezing",
     "streptococcal_pharyngitis", "pharyngitis", "tonsillitis", "otitis_media", "body_temperature", "influenza"}
)  # fmt: skip
"""What most people have who are told to rest and drink."""
_JABBED: Final = "vaccinated"
_EVERYDAY: Final[tuple[tuple[frozenset[str], frozenset[str]], ...]] = (
    (frozenset({"diarrhea", "gastroenteritis", "norovirus", "food_poisoning"}),
     frozenset({"vomiting", "nausea", "indigestion", "loss_of_appetite", "fever", "body_temperature"})),
    (frozenset({"common_cold", "influenza", "covid_19"}),
     frozenset({"fever", "body_temperature", "chills", "body_aches", "fatigue", "headache", "sore_throat",
                "cough", "runny_nose", "nasal_congestion", "phlegm", "sneezing"})),
    (frozenset({_JABBED}),
     frozenset({"arm_pain", "body_aches", "fatigue", "headache", "chills", "fever", "body_temperature", "pain",
                "edema"})),
    (frozenset({"nail_changes", "subungual_hematoma"}), frozenset({"pain", "finger_pain"})),
    (frozenset({"hangover"}), frozenset({"headache", "nausea", "vomiting", "indigestion"})),
    (frozenset({"bee_venom", "wasp_venom", "insect_bite", "insect_bite_reaction", "ant_bite"}),
     frozenset({"edema", "itching", "pain", "skin_redness"})),
    (frozenset({"thorn_puncture"}), frozenset({"skin_redness", "pain"})),
    (frozenset({"hyperemesis_gravidarum"}), frozenset({"nausea", "gestational_age", "pregnancy"})),
    (frozenset({"hand_foot_mouth_disease", "varicella", "herpangina"}),
     frozenset({"blister", "mouth_sores", "rash", "itching", "fever", "body_temperature", "skin_redness"})),
)  # fmt: skip
"""Complaints that pass at home, each with what most often comes along: a stomach bug, a hangover, a sting, a splinter,
morning sickness, the spots of childhood.
"""
_OF_EVERYDAY: Final = frozenset(
    {"gut_loss", "vomits_on", "allergy_systemic", "at_once", "exposed", "upper_belly_swelling", "headache",
     "infant_unwell", "infant", "pregnant_named", "pregnant_words", "begun", "fever", "rash", "mucosa_sore",
     "looks_infected", "blistering_illness", "arm_jaw_pain", "faint"}
)  # fmt: skip
"""Signs that such complaints bring along, which are dangers only beside others."""
_WORSE: Final = lazy_regex(
    r"축\s?(?:처|쳐|늘)|기운이?\s?(?:하나도|전혀|없)|힘이?\s?(?:하나도|없)|어지|쓰러|못\s?(?:마시|먹|일어|삼)|물도|소변|오줌"
    r"|피가?\s?(?:나|섞)"
    r"|졸려|의식|멈추지|안\s?멈|계속\s?(?:토|설)|심하게|너무\s?(?:심|아)|목이?\s?(?:붓|조|부)|숨|퍼지|번지"
    r"|(?:혀|입|목|눈)[을를에]?\s?쏘"
    r"|\b(?:weak|faint\w*|dizz\w*|collaps\w*|drows\w*|confus\w*|floppy|listless|blood\w*|urin\w*|pee\w*|wee|nappy|diaper"
    r"|can'?t (?:keep|stop|drink|stand)|won'?t (?:stop|drink|stay)"
    r"|(?:not|nothing|even water)\b[^.?!]{0,16}\b(?:down|staying)"
    r"|severe\w*|worst|agony|unbearable|breath\w*|spreading|black|green"
    r"|(?:stung|bit|bitten|sting|bite)\b[^.?!]{0,30}\b(?:mouth|tongue|throat|lips?|neck|eye|face))\b",
    re.IGNORECASE,
)
"""Words by which what passes at home is more than that."""
_SLIGHT: Final = frozenset(
    {"fever", "sore_throat", "headache", "infant", "weak_faint", "exposed", "clot_risk", "others_too",
     "glucose_low_words",
     "anticoagulant_words", "sugar_drug_words", "fever_high", "rash_of_allergy", "rash_denied", "parting_peace",
     "allergy_systemic", "skipped_meal", "low_sugar_signs", "vaginal_bleed", "fetus_quiet", "restless_hot", "fell",
     "vomits_on", "at_once", "in_eye", "caustic", "gut_loss", "dizzy", "begun", "rash_wide", "allergy_named",
     "foot_named", "for_weeks", "wound_open", "overworked", "stomach_upset", "stomach_words", "blistering_illness",
     "lump_felt", "runs_out", "inflamed", "hoarse", "mouth_sore", "muscle_failing"}
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
TIRED: Final = frozenset({"fatigue", "malaise", "feeling_unwell", "weakness", "lethargy", "tiredness"})
"""What most who feel ill are, too."""


def is_only_slow(felt: Sequence[Fact], told: Told) -> bool:
    """Whether all that is told is a pulse that is somewhat slow and some tiredness: judged by its value, no alarm."""
    if signs_in(told.text) - _SLIGHT - {"slow_pulse_value"} or not any(
        one.content.concept.concept_id == _PULSE for one in felt
    ):
        return False
    return all(
        one.content.concept.concept_id in TIRED or (one.content.slot is SlotKind.VITALS and _is_steady(one))
        for one in felt
        if not _is_empty(one)
    )


def _is_empty(fact: Fact) -> bool:
    """Whether words kept as they were said name nothing ("feel a bit")."""
    return fact.content.certainty is not Certainty.CONFIRMED and _EMPTY.match(fact.evidence[-1].quote) is not None


_EMPTY: Final = lazy_regex(
    r"^(?:(?:i|am|is|she|he|and|just|so|very|really|a|bit|little|slightly|feel(?:s|ing)?|been|being|좀|조금|약간)\b\W*)+$",
    re.IGNORECASE,
)


def _is_steady(fact: Fact) -> bool:
    return fact.content.concept.concept_id != _PULSE or (numeric(fact) or 0.0) >= _STEADY


_PULSE: Final = "heart_rate"


def least_heard(told: Told, record: Record, mentions: Sequence[Mention]) -> float:
    """The log-odds from which what the reader alone hears is an alarm."""
    findings = [one.entry for one in mentions if one.entry.kind in _FINDINGS]
    if _is_everyday({one.concept_id for one in findings}, told, record):
        return EVERYDAY
    findings = [one for one in findings if one.kind != "allergens"]
    if _is_without_fever({one.concept_id for one in findings}, told):
        return BOTH
    if record.holding(_FRAIL) or signs_in(told.text) - _SLIGHT:
        return 0.0
    if any(one.extra.get("red_flag", "0") not in ("", "0", "false") for one in findings):
        return 0.0
    feverish = not findings and "fever" in signs_in(told.text)
    if feverish or (findings and all(one.concept_id in _COLD for one in findings)):
        # A temperature by its figure alone is a cold's, too.
        return BOTH if told.at_ease else ORDINARY
    return AT_EASE if told.at_ease else 0.0


_VACCINATED: Final = lazy_regex(
    r"\b(?:jabs?|vaccin\w+|booster|shots?) (?:yesterday|today|this|last|on|in|two|a)\b"
    r"|\b(?:had|got|after) (?:my|the|a|his|her) (?:\w+ ){0,2}(?:jabs?|vaccine|booster|shot)\b"
    r"|예방\s?(?:주사|접종)|(?:독감|코로나|폐렴|대상포진)\s?(?:주사|백신|접종)",
    re.IGNORECASE,
)
_STUNG: Final = lazy_regex(
    r"\b(?:stung|sting|bitten|bites?)\b|쏘였|쏘인|쏘이|물렸|물린\s?(?:데|곳|자리)", re.IGNORECASE
)
"""Words for a sting or a bite; those of animals are signs of their own."""


def _is_without_fever(found: set[str], told: Told) -> bool:
    """Whether a cold is told with a temperature that is none to worry of, at whatever age."""
    if _TEMPERATURE not in found or not found <= _COLD or _WORSE.search(told.text):
        return False
    return not (signs_in(told.text) - _SLIGHT - {"young_infant", "infant"}) and "fever" not in signs_in(told.text)


_TEMPERATURE: Final = "body_temperature"


def is_only_cold(told: Told, record: Record, mentions: Sequence[Mention]) -> bool:
    """Whether a cold's complaints are all that is named, of nobody whom they endanger: what can wait for a clinic."""
    findings = {one.entry.concept_id for one in mentions if one.entry.kind in ("symptoms", "conditions", "vitals")}
    if not findings or not findings <= _COLD or record.holding((*_FRAIL, *_MAY_WORSEN)):
        return False
    return not (signs_in(told.text) - _SLIGHT) and _WORSE.search(told.text) is None


_BREATHES: Final = lazy_regex(
    r"숨(?:쉬는)?\s?(?:쉬기|쉬는\s?(?:것|거|건)|소리)?[은는도이]?\s?(?:\S{1,3}\s)?(?:괜찮|멀쩡|편하|정상|문제\s?없|안\s?(?:차|가빠|막)|이상\s?없)"
    r"|\b(?:breathing|breath)\b[^.?!]{0,12}\b(?:fine|ok|okay|normal(?:ly)?|well|good)\b"
    r"|\bno (?:trouble|problems?|difficulty) breathing\b|\bnot (?:breathless|short of breath|wheez\w+)\b",
    re.IGNORECASE,
)


def is_of_the_skin_alone(told: Told, record: Record) -> bool:
    """Whether hives are told beside breathing that is fine and nothing worse: for a clinic today, and no emergency."""
    signs = signs_in(told.text)
    graver = signs & _GRAVER_THAN_HIVES
    return (
        "hives" in signs
        and not graver
        and _BREATHES.search(told.text) is not None
        and not record.holding(("carries_adrenaline", "under_three_months"))
    )


_GRAVER_THAN_HIVES: Final = frozenset(
    {"throat_tight", "throat_swells", "breathless", "noisy_breath", "faint", "weak_faint", "dizzy", "vomits_on",
     "gut_loss", "confused_new", "cannot_wake", "drowsy", "fever", "mucosa_sore", "blue_grey"}
)  # fmt: skip
_FINDINGS: Final = ("symptoms", "conditions", "vitals", "allergens")
_MAY_WORSEN: Final = (
    *(one for one in _FRAIL if one != "pregnancy"),
    "over_75", "under_one", "carries_adrenaline", "diabetes_mellitus", "steroid", "chronic_kidney_disease",
)  # fmt: skip
"""What on record makes of an everyday complaint one that can go wrong: who dries out fast, or reacts to stings."""


def _is_everyday(found: set[str], told: Told, record: Record) -> bool:
    """Whether all that is named is one complaint that passes at home, in nobody whom it endangers."""
    signs = signs_in(told.text)
    named = found | {"varicella"} if "blistering_illness" in signs else found
    named = named | {_JABBED} if _VACCINATED.search(told.text) else named
    named = named | {"insect_bite"} if _STUNG.search(told.text) else named
    if not any(named & these and named <= these | beside for these, beside in _EVERYDAY):
        return False
    if _WORSE.search(told.text) or signs - _SLIGHT - _OF_EVERYDAY:
        return False
    return not record.holding(_MAY_WORSEN)


_LONG: Final = timedelta(days=28)
"""How long ago a complaint began that is no news any more."""
_OF_A_COMPLAINT: Final = frozenset({SlotKind.SYMPTOMS, SlotKind.VITALS, SlotKind.DEMOGRAPHICS})


def tells_complaints_alone(facts: Sequence[Fact], today: str) -> bool:
    """Whether a turn tells how somebody feels now and nothing else: no illness, no medicine, nothing that is old.

    ``today`` is the day as YYYY-MM-DD; a complaint's beginning may be a partial date.
    """
    slots = {each.content.slot for each in facts}
    since = [each.content.valid_from for each in facts if each.content.slot is SlotKind.SYMPTOMS]
    news = (date.fromisoformat(today) - _LONG).isoformat()
    return slots <= _OF_A_COMPLAINT and all(one is None or one >= news[: len(one)] for one in since)
