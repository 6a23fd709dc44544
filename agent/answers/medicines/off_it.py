"""What to watch for when a medicine was just stopped: what it held back may come back.

What comes back follows the class (BNF, treatment summaries and cessation notes of the monographs); of a class that is
not listed it is said that the complaint it was for may return. Whether to stop is asked of another composer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.medicines.off_it_asked import is_named, stopped_lately
from agent.answers.part import Part, joined
from agent.words.sentences import sentence

_COMES_BACK: Final[Mapping[str, str]] = {
    "diuretic": "off_it.diuretic",
    "beta_blocker": "off_it.beta_blocker",
    "anticoagulant": "off_it.clots",
    "antiplatelet": "off_it.clots",
    "antidiabetic": "off_it.sugar",
    "steroid": "off_it.steroid",
    "antidepressant": "off_it.antidepressant",
    "benzodiazepine": "off_it.sedative",
    "sleeping_pill": "off_it.sedative",
    "opioid": "off_it.opioid",
    "antiepileptic": "off_it.fits",
    "proton_pump_inhibitor": "off_it.stomach",
    "h2_blocker": "off_it.stomach",
    "antithyroid_drug": "off_it.thyroid_high",
    "thyroid_drug": "off_it.thyroid_low",
    "gout_drug": "off_it.gout",
    "asthma_drug": "off_it.breath",
    "copd_drug": "off_it.breath",
    "parkinson_drug": "off_it.movement",
    "antipsychotic": "off_it.mood",
    "mood_stabilizer": "off_it.mood",
    "antianginal": "off_it.beta_blocker",
    "prostate_drug": "off_it.urine",
    "antihypertensive": "off_it.pressure",
    "antibiotic": "off_it.infection",
    "lipid_lowering_agent": "off_it.unnoticed",
    "osteoporosis_drug": "off_it.unnoticed",
}
"""What may come back, by class; the first that fits a medicine counts, so the closer class stands before the wider."""


def off_it(consultation: Consultation) -> Part:
    """What may come back without the medicine stopped last, or the one named, and when to ask for help."""
    named = set(consultation.request.concepts("medications", "drug_classes"))
    stopped = stopped_lately(consultation.situation.view, consultation.known.today)
    meant = [fact for fact in stopped if is_named(fact, named)] if named else stopped
    if not meant:
        return Part(sentence("off_it.which", consultation.words.language))
    fact, language, words = meant[0], consultation.words.language, consultation.words
    concept = fact.content.concept
    kinds = (concept.concept_id, *concept.broader)
    key = next((said for kind, said in _COMES_BACK.items() if kind in kinds), "off_it.complaint")
    head = sentence("off_it.head", language, name=words.name(fact.content))
    return joined(
        (
            Part(f"{head} {sentence(key, language)}", (fact.fact_id,), (), medicines_spoken((fact,))),
            Part(sentence("off_it.rest", language)),
        ),
        " ",
    )
