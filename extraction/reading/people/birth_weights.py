"""What somebody weighed when born, where a birth and a weight are told and no name joins them."""

from __future__ import annotations

from typing import Final

from extraction.reading.figures.figures import Figure
from extraction.text.lazy_regex import lazy_regex
from extraction.values.units import convert

BIRTH_WEIGHT: Final = "birth_weight"

_LEAST_KG, _MOST_KG = 0.3, 6.5
"""What living newborns weigh, the smallest and the largest."""
_UNITS: Final = frozenset({"kg", "g", "[lb_av]"})
_REACH: Final = 44
_BORN_BEFORE: Final = lazy_regex(
    r"\b(?:born|delivered|arrived|came)\b(?:(?!\b(?:now|today|currently|since"
    r"|lost|gained?|put on|down|up|drinks?|takes?)\b)"
    r"[^.;!?\n]|\.(?=\d)){0,40}$"
    r"|태어(?:났|나)[^.;!?\n]{0,6}$|출생[^.;!?\n]{0,8}$"
)
_BORN_BEHIND: Final = lazy_regex(
    r"\s?(?:짜리)?(?:으로|로|에)\s?(?:태어|낳|출생|출산|나와|나왔)"
    r"|\s(?:at birth|when (?:he|she|they) (?:was|were) born)\b"
)


def weighed_at_birth(figure: Figure, folded: str) -> bool:
    """Whether a figure is a weight that a newborn can have, told of a birth: "born at 29 weeks and 1.2 kilos"."""
    quantity = figure.quantity
    if figure.kind != "number" or quantity.unit not in _UNITS or quantity.value is None:
        return False
    weight = convert(quantity.value, quantity.unit, "kg", {})
    if weight is None or not _LEAST_KG <= weight <= _MOST_KG:
        return False
    before = folded[max(0, figure.start - _REACH) : figure.start]
    return _BORN_BEHIND.match(folded, figure.end) is not None or _BORN_BEFORE.search(before) is not None
