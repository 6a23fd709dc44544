"""Millilitres that Korean calls by the short word for milligrams, too: "부루펜 5미리", "케프라 5밀리씩".

"미리" alone means either. Of some medicines no dose is as small as twenty milligrams, and they come as a syrup: of
these it means millilitres. Five millilitres of ibuprofen syrup are 100 mg; kept as 5 mg the next dose would be reckoned
wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from domain.proposals import Proposal
from domain.values import SlotKind
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_SYRUPS: Final = frozenset(
    {"acetaminophen", "ibuprofen", "dexibuprofen", "antipyretic", "amoxicillin", "amoxicillin_clavulanate", "cefaclor",
     "cefadroxil", "azithromycin", "clarithromycin", "levetiracetam", "valproic_acid", "oxcarbazepine",
     "cough_syrup_combination", "ivy_leaf_extract", "pelargonium", "antibiotic", "cold_medicine"}
)  # fmt: skip
"""Medicines given as a syrup of which every dose is of more than twenty milligrams (their Korean labels)."""
_MOST: Final = 20.0
_SHORT: Final = r"(?<![\d.]){number}\s?(?:미리|밀리|미리씩|밀리씩)(?!\s?(?:그램|그람|리터|g|L|l))"
_MILLIGRAMS: Final = lazy_regex(r"(\d+(?:\.\d+)?)mg")


def with_liquid_doses(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` with what can only be millilitres as millilitres."""
    return tuple(_in_millilitres(one, sheet) for one in proposals)


def _in_millilitres(proposal: Proposal, sheet: Sheet) -> Proposal:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or content.concept.concept_id not in _SYRUPS:
        return proposal
    match = _MILLIGRAMS.fullmatch(content.dose or "")
    if match is None or float(match[1]) > _MOST:
        return proposal
    if not is_short_for_either(sheet.folded, match[1]):
        return proposal
    return proposal.with_fields(content=content.with_fields(dose=f"{match[1]}mL"))


def is_short_for_either(folded: str, number: str) -> bool:
    """Whether ``number`` stands before the short word that means milligrams or millilitres in ``folded``."""
    return re.search(_SHORT.format(number=re.escape(number)), folded) is not None
