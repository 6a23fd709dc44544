"""What becomes of a fact that turns out to be a relative's: what a family history holds of it."""

from __future__ import annotations

from typing import Final

from domain.values import Concept, Content, SlotKind

_KEPT_AS_IT_IS: Final = frozenset({SlotKind.CONDITIONS, SlotKind.SYMPTOMS})


def of_relative(content: Content, relative: str) -> Content | None:
    """``content`` as the family history of ``relative``: the disease, or that there is an allergy to something.

    None for what a family history has no place for: a relative's medicines, measurements and operations say nothing
    about the patient.
    """
    if content.slot in _KEPT_AS_IT_IS:
        concept = content.concept
    elif content.slot is SlotKind.ALLERGIES:
        concept = _allergy_to(content.concept)
    else:
        return None
    return Content(
        slot=SlotKind.FAMILY_HISTORY,
        concept=concept,
        subject=relative,
        polarity=content.polarity,
        certainty=content.certainty,
    )


def _allergy_to(substance: Concept) -> Concept:
    korean = any("가" <= char <= "힣" for char in substance.display)
    return Concept(
        concept_id=f"{substance.concept_id}_allergy",
        name=f"{substance.name} allergy",
        display=f"{substance.display} {'알레르기' if korean else 'allergy'}" if substance.display else "",
    )
