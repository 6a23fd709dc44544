"""A fever in degrees Fahrenheit that is told by its bare number beside complaints: "102.4 and I can't stop shaking"."""

from __future__ import annotations

import re
from typing import Final

from extraction.reading.figures import Figure
from extraction.reading.sheet import Sheet

_LEAST, _MOST = 100.0, 106.9
"""Fevers that people live through and write with a decimal."""
_FEVERISH: Final = re.compile(
    r"\b(?:fever\w*|feverish|chills?|shiver\w*|shak\w+|burning up|thermometer|sweat\w*|flushed)\b"
)
_WEIGHED: Final = re.compile(r"\b(?:weigh\w*|pounds?|lbs?|kilos?|kgs?|stone|scales?|sugars?|glucose|fm|miles?)\b")
_REACH: Final = 60


def is_bare_fever(figure: Figure, sheet: Sheet) -> bool:
    """Whether a bare number with one decimal is a fever: complaints are told around it, and nothing that is weighed."""
    value = figure.quantity.value
    bare = figure.kind == "number" and figure.quantity.unit is None and figure.quantity.comparator is None
    if not bare or value is None or not _LEAST <= value <= _MOST or float(value).is_integer():
        return False
    if _WEIGHED.search(sheet.folded) is not None or sheet.language == "ko":
        return False
    first, last = figure.start - _REACH, figure.end + _REACH
    ill = any(one.entry.kind == "symptoms" and first <= one.start < last for one in sheet.mentions)
    return ill or _FEVERISH.search(sheet.folded, max(0, first), last) is not None
