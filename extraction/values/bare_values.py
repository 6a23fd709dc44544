"""From where on a value without a unit is taken to be in the preferred one."""

from __future__ import annotations

from typing import Final

_LEAST: Final = {"uric_acid": 1.0, "glucose": 21.0}
"""Values that a patient may have, but hardly ever has, and that are usual in another unit: a bare uric acid of 0.56 is
in mmol/L, as Australia reports it, and so is a sugar of 16, with which nobody could say it in mg/dL."""


def least_bare(concept_id: str, plausible: float) -> float:
    """The least value that a bare number means in the preferred unit; ``plausible`` is the least that anybody has."""
    return max(plausible, _LEAST.get(concept_id, plausible))


def is_told_whole(concept_id: str, unit: str) -> bool:
    """Whether a whole number without a unit is often a value in ``unit``, and no count of something."""
    return (concept_id, unit) == ("glucose", "mmol/L")
