"""From where on a value without a unit is taken to be in the preferred one."""

from __future__ import annotations

from typing import Final

_LEAST: Final = {"uric_acid": 1.0, "glucose": 20.0}
"""Values that a patient may have, but hardly ever has, and that are usual in another unit: a bare uric acid of 0.56 is
in mmol/L, as Australia reports it; of 11.2 a bare sugar is in mmol/L, for with 11.2 mg/dL nobody writes."""


def least_bare(concept_id: str, plausible: float) -> float:
    """The least value that a bare number means in the preferred unit; ``plausible`` is the least that anybody has."""
    return max(plausible, _LEAST.get(concept_id, plausible))
