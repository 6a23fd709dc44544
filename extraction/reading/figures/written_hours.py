"""Numbers that are hours of the clock and no values: "sugars 8am 6.2, 12pm 14.1"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.values.quantities import QuantityMention

_HALF_OF_DAY: Final = lazy_regex(r"\s?(?:[ap]\.?m\b|o'?clock\b)")
_LAST_HOUR: Final = 12.0
_TAKEN: Final = ("medications", "drug_classes")


def clocked(quantity: QuantityMention, folded: str, mentions: Sequence[Mention]) -> bool:
    """Whether a number is an hour by what follows it. Beside a medicine it may be how much: "Lantus 10 am, 12 pm"."""
    value = quantity.value
    if value is None or quantity.unit_stated or value > _LAST_HOUR or _HALF_OF_DAY.match(folded, quantity.end) is None:
        return False
    return not any(one.entry.kind in _TAKEN for one in mentions)


def is_hour_before(folded: str, place: int) -> bool:
    """Whether what ends at ``place`` is an hour by the words that follow: "8am"."""
    return _HALF_OF_DAY.match(folded, place) is not None
