"""What a medicine is for that is taken for the sake of another: folic acid beside methotrexate.

Its purpose in general ("anaemia, pregnancy") would tell such a patient nothing. From the BNF's monographs of both.
"""

from __future__ import annotations

from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import SlotKind

_BESIDE: Final[tuple[tuple[str, frozenset[str], str], ...]] = (
    ("folic_acid", frozenset({"methotrexate"}), "companion.folic_acid"),
    ("pyridoxine", frozenset({"isoniazid"}), "companion.pyridoxine"),
    ("proton_pump_inhibitor", frozenset({"aspirin", "clopidogrel", "nsaid", "steroid"}), "companion.stomach"),
    ("vitamin_d", frozenset({"bisphosphonate", "steroid"}), "companion.bones"),
    ("calcium_carbonate", frozenset({"bisphosphonate", "steroid"}), "companion.bones"),
)
"""A medicine or class, those beside which it is often taken, and the sentence that says why."""


def companion_of(consultation: Consultation, fact: Fact) -> Part:
    """Why a medicine is often taken beside another one on record; empty where it stands for itself."""
    own = {fact.content.concept.concept_id, *fact.content.concept.broader}
    words = consultation.words
    for each, others, key in _BESIDE:
        if each not in own:
            continue
        for other in consultation.known.in_force(SlotKind.MEDICATIONS):
            if others & {other.content.concept.concept_id, *other.content.concept.broader}:
                said = sentence(key, words.language, name=words.name(fact.content), other=words.name(other.content))
                return Part(said, (other.fact_id,))
    return Part()
