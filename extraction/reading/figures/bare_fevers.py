"""A fever in degrees Fahrenheit that is told by its bare number beside complaints: "102.4 and I can't stop shaking"."""

from __future__ import annotations

from typing import Final

from extraction.reading.figures.figures import Figure
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_LEAST, _MOST = 100.0, 106.9
"""Fevers that people live through and write with a decimal."""
_FEVERISH: Final = lazy_regex(
    r"\b(?:fever\w*|feverish|chills?|shiver\w*|shak\w+|burning up|thermometer|sweat\w*|flushed)\b"
)
_WEIGHED: Final = lazy_regex(r"\b(?:weigh\w*|pounds?|lbs?|kilos?|kgs?|stone|scales?|sugars?|glucose|fm|miles?)\b")
_REACH: Final = 60
_HAS_IT: Final = lazy_regex(
    r"\b(?:he|she|i|baby|temp(?:erature)?|it|\w+)(?:'s| is|'m| am|s)? (?:at|up to|running|reading|now|still)"
    r"(?: (?:about|around|a|at))*\s$"
)
"""Words that give somebody a number: "he's at 101.3"."""
_BRINGS_DOWN: Final = frozenset({"acetaminophen", "ibuprofen"})
"""Medicines that are asked for with a fever."""
_BEFORE: Final = 32


def is_bare_fever(figure: Figure, sheet: Sheet) -> bool:
    """Whether a bare number with one decimal is a fever: complaints are told around it, and nothing that is weighed."""
    value = figure.quantity.value
    bare = figure.kind == "number" and figure.quantity.unit is None and figure.quantity.comparator is None
    if not bare or value is None or not _LEAST <= value <= _MOST or float(value).is_integer():
        return False
    if _WEIGHED.search(sheet.folded) is not None or sheet.language == "ko":
        return False
    first, last = figure.start - _REACH, figure.end + _REACH
    if is_had(sheet.folded, figure.start) and any(one.entry.concept_id in _BRINGS_DOWN for one in sheet.mentions):
        return True
    ill = any(one.entry.kind == "symptoms" and first <= one.start < last for one in sheet.mentions)
    return ill or _FEVERISH.search(sheet.folded, max(0, first), last) is not None


def is_had(folded: str, place: int) -> bool:
    """Whether the words right before ``place`` give somebody the number there: "he's at 101.3"."""
    return _HAS_IT.search(folded, max(0, place - _BEFORE), place) is not None
