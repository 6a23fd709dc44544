"""A bare weight that is told in pounds: "weight was 214, heart failure here".

Who writes English and has no unit beside a weight of 140 and more means pounds: one adult in a hundred weighs as many
kilograms (NHANES 2015-2018, weight by age: 95th percentile of men 127 kg), and half of all adults as many pounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Proposal
from domain.values import Content
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.body_size import KILOGRAMS_A_POUND

_LEAST: Final = 140.0
_WEIGHT: Final = "body_weight"
_KILOS: Final = lazy_regex(r"\b(?:kg|kgs|kilos?|stones?|st)\b|\d\s?(?:kg|kilos?|st)\b")


def with_bare_pounds(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` whose bare weights nobody has in kilograms are in pounds; not where kilograms were ever told."""
    in_kilos = _KILOS.search(sheet.folded) is not None or any(_is_in_kilos(one) for one in heard.facts)
    if sheet.language != "en" or in_kilos:
        return tuple(proposals)
    return tuple(_in_pounds(one) for one in proposals)


def _is_in_kilos(fact: Content) -> bool:
    if fact.concept.concept_id != _WEIGHT or not isinstance(fact.value, float):
        return False
    return fact.unit_stated in ("kg", None) and f"{fact.value:g}" == fact.value_stated


def _in_pounds(proposal: Proposal) -> Proposal:
    content = proposal.content
    if content is None or content.concept.concept_id != _WEIGHT or content.unit_stated is not None:
        return proposal
    if not isinstance(content.value, float) or content.value < _LEAST or content.value_low is not None:
        return proposal
    pounds = round(content.value * KILOGRAMS_A_POUND, 2)
    return proposal.with_fields(
        content=content.with_fields(
            value=pounds, unit="kg", value_stated=content.value_stated or f"{content.value:g}", unit_stated="[lb_av]"
        )
    )
