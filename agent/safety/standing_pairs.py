"""Pairs of medicines that stand beside each other: which were prescribed so for years, and which are a new danger."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from agent.safety.cautions import Met
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.naming.mentions import Entry

AGAINST_CLOTS: Final = "antiplatelet"
_SELDOM_MEANT: Final = frozenset(
    {"lamotrigine_low", "contraception_fails", "colchicine", "tamoxifen", "methotrexate", "pressure_crisis",
     "live_vaccine", "chemo_weak", "marrow", "pressure_collapse", "opioid_blocked", "chemo_toxic", "vessels_narrow",
     "fingers_die", "paracetamol_doubled", "same_substance", "skull_pressure"}
)  # fmt: skip
"""Harms of pairs that are seldom prescribed together on purpose: told of even where both are taken."""


def is_new_danger(met: Met, taken: Collection[str], fresh: Collection[str]) -> bool:
    """Whether it meets, gravely, a medicine that was on record before this turn."""
    other = met.against.concept_id if isinstance(met.against, Entry) else met.against.content.concept.concept_id
    return met.caution.is_grave and other in taken and other not in fresh


def is_beside_prescribed(met: Met) -> bool:
    """Whether a medicine told as taken meets a value or an illness: what stands beside it was prescribed with it."""
    if met.caution.harm in _SELDOM_MEANT or met.caution.is_apart:
        return True
    return isinstance(met.against, Fact) and met.against.content.slot is not SlotKind.MEDICATIONS


def is_meant_together(met: Met, taken: Collection[str]) -> bool:
    """Whether two medicines against clots are both taken already: after a stent they are prescribed as a pair."""
    other = met.against.content.concept if isinstance(met.against, Fact) else met.against
    pair = ((met.medicine.concept_id, *met.medicine.broader), (other.concept_id, *other.broader))
    both = met.medicine.concept_id in taken and other.concept_id in taken
    return both and all(AGAINST_CLOTS in family for family in pair)
