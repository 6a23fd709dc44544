"""By whose facts a question was weighed, where that is not whoever the record is of: said ahead of the answer."""

from __future__ import annotations

from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.regimen.whose import kin_name
from agent.record_of_kin import kin_of_view
from agent.words.sentences import sentence
from domain.values import SlotKind

_MOST: Final = 6
"""Things told of that one that are named."""


def weighed_for(consultation: Consultation) -> str:
    """That it goes by a relative's medicines, illnesses and allergies, and by which; "" of the patient's own."""
    kin = kin_of_view(consultation.situation.view)
    if not kin:
        return ""
    known, words = consultation.known, consultation.words
    held = [
        one
        for slot in (SlotKind.MEDICATIONS, SlotKind.CONDITIONS, SlotKind.ALLERGIES)
        for one in known.own(slot)
        if known.is_in_force(one)
    ]
    listed = ", ".join(words.brief(one) for one in held[:_MOST])
    if not listed:
        return ""
    return sentence("people.weighed_for", words.language, who=kin_name(consultation, kin), listed=listed)
