"""How much of a medicine for the occasion is the most, and how often is too often: "how many can I take in a day".

The limits are those of adults without a reason for less, as the labels and formularies print them. Of what is
prescribed for every day nothing is said here: its most is the prescriber's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.part import Part, joined
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import number_of_dose

_ASKS: Final = lazy_regex(
    r"\bhow (?:many|much)\b[^?.!]{0,40}\b(?:can|may|should|could|am i allowed to|is (?:it )?safe to|is ok to)\b"
    r"|\bhow many (?:a|per|in a) day\b|\b(?:max(?:imum)?|the most|daily limit|upper limit)\b"
    r"|\btoo (?:many|much|often|frequent\w*)\b|\bhow often (?:can|may|should|is too)\b"
    r"|(?:몇|얼마)\s?(?:알|정|개|번|미리|밀리|미리그램|밀리그램|mg|그램)?까지|최대\s?(?:용량|몇|얼마|하루)?|너무\s?(?:많이|자주|많은|잦은)"
    r"|하루에?\s?(?:몇|최대)|얼마나\s?자주",
    re.IGNORECASE,
)
"""Words that ask for the most of something, or whether it was too much."""
_OFTEN: Final = lazy_regex(
    r"\b\d+ (?:days|times|doses) (?:this|a|per|last|in a|each) (?:day|week|month)\b|\bevery (?:single )?day\b|\bdaily\b"
    r"|\bfor (?:\w+) (?:weeks|months)\b|\b(?:puffs?|times) a day\b"
    r"|(?:이번|한|지난)\s?(?:달|주)에?[^?.!]{0,12}\d+\s?(?:일|번|회|알)|매일|(?:며칠|몇\s?[주달]|\d+\s?(?:일|주|달|개월))\s?(?:째|동안|내내)",
    re.IGNORECASE,
)
"""Words that tell how often, or for how long, it is taken."""
_FINE: Final = lazy_regex(
    r"\b(?:ok|okay|fine|safe|alright|all right|too much|bad|keep|carry on|normal)\b|괜찮|돼|되나|될까|계속|안전",
    re.IGNORECASE,
)
_MISSED: Final = lazy_regex(
    r"overdos|by mistake|accident|twice by|실수로|한꺼번에|과다\s?복용|모르고\s?두", re.IGNORECASE
)
"""Too much was taken already: that is a matter of the card on an extra dose, or of an alarm."""
_TRIPTANS: Final = ("rizatriptan", "zolmitriptan", "naratriptan", "almotriptan", "eletriptan", "frovatriptan")
_LIMITS: Final[Mapping[str, str]] = {
    "acetaminophen": "most.acetaminophen",
    "ibuprofen": "most.ibuprofen",
    "dexibuprofen": "most.dexibuprofen",
    "naproxen": "most.naproxen",
    "naproxen_sodium": "most.naproxen",
    "aspirin": "most.aspirin",
    "sumatriptan": "most.sumatriptan",
    **dict.fromkeys(_TRIPTANS, "most.triptan"),
    "albuterol_inhaler": "most.reliever",
    "loperamide": "most.loperamide",
    "cetirizine": "most.once_a_day",
    "loratadine": "most.once_a_day",
    "levocetirizine": "most.once_a_day",
    "diphenhydramine": "most.sleep_aid",
    "oxymetazoline_nasal_spray": "most.nose_drops",
    "xylometazoline_nasal_spray": "most.nose_drops",
    "bisacodyl": "most.laxative",
    "senna": "most.laxative",
    "omeprazole": "most.acid_blocker",
    "famotidine": "most.acid_blocker",
}
"""What is said of each; the sources stand in the sentences."""
_SAME_FOR_ALL: Final = frozenset({"most.reliever", "most.once_a_day", "most.nose_drops", "most.laxative"})
_LOW_DOSE_ASPIRIN: Final = 162.0
"""mg a day up to which aspirin is taken for the heart, and not for pain."""
_ADULT_FROM: Final = 12.0


def most_taken(consultation: Consultation) -> Part:
    """The most of the one medicine that is asked about; empty where nothing of the kind is asked, or of a child."""
    request, known = consultation.request, consultation.known
    age = known.age_years()
    often = request.asks and _OFTEN.search(request.text) is not None and _FINE.search(request.text) is not None
    if not often and _ASKS.search(request.text) is None:
        return Part()
    if _MISSED.search(request.text) or (age is not None and age < _ADULT_FROM):
        return Part()
    named = {one.entry.concept_id: one.entry for one in request.mentions if one.entry.kind == "medications"}
    if often and not named:
        # "I've used it every day this week, is that fine?" means the one on record that is for the occasion.
        taken = [consultation.words.entry(fact.content) for fact in known.in_force(SlotKind.MEDICATIONS)]
        named = {one.concept_id: one for one in taken if one is not None and one.concept_id in _LIMITS}
    if len(named) != 1 or request.tests:
        return Part()
    [entry] = named.values()
    key = _LIMITS.get(entry.concept_id)
    fact = next((one for one in known.in_force(SlotKind.MEDICATIONS) if _is_of(one, entry)), None)
    if key is None or (fact is not None and _is_for_the_heart(fact)):
        return Part()
    language = consultation.words.language
    said = Part(sentence(key, language, name=consultation.pick(entry.name_ko or entry.name, entry.name)))
    own = Part() if fact is None else _on_record(consultation, fact)
    less = Part() if key in _SAME_FOR_ALL else Part(sentence("most.less", language))
    return joined((own, said, less), " ")


def _is_of(fact: Fact, entry: Entry) -> bool:
    return fact.content.concept.concept_id == entry.concept_id


def _is_for_the_heart(fact: Fact) -> bool:
    aspirin = fact.content.concept.concept_id == "aspirin"
    return aspirin and (number_of_dose(fact.content.dose) or 0.0) <= _LOW_DOSE_ASPIRIN


def _on_record(consultation: Consultation, fact: Fact) -> Part:
    text = sentence("most.on_record", consultation.words.language, medicine=consultation.words.brief(fact))
    return Part(text, (fact.fact_id,), (), medicines_spoken((fact,)))
