"""Numbers that count something that is no measurement: "give me three steps", "two more questions"."""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex
from extraction.values.quantities import QuantityMention

_MORE: Final = r"(?:more|other|different|short|small|simple|easy|clear|concrete|practical|main|key|good|new|next)"
_ASKED_FOR: Final = (
    r"steps?|things?|tips?|options?|reasons?|questions?|ways?|goals?|actions?|items?|examples?|ideas?|suggestions?"
    r"|sentences?|lines?|words|kinds?|types?|changes?|tasks?|habits?|meals?|foods?|tests?|visits?|appointments?"
)
_VERBS: Final = (
    r"was|is|has|does|means|seems|looks|makes|gets|sounds|feels|shows|says|tells|puts|goes|worries|scares|bothers"
    r"|concerns|always|sometimes|yes|this|its|percent|points?|units?"
)
_COUNTED: Final = lazy_regex(rf"\s+(?:{_MORE}\s+)*(?:{_ASKED_FOR})\b", re.IGNORECASE)
_PLURAL: Final = lazy_regex(rf"\s+(?:{_MORE}\s+)*(?!(?:{_VERBS})\b)[a-z]{{3,}}s\b", re.IGNORECASE)


def is_count(text: str, quantity: QuantityMention) -> bool:
    """Whether a bare whole number counts what is named after it, rather than being a test's value.

    A number in words before any plural is a count ("three bananas"); one in digits only before what people ask for,
    since digits are mostly values.
    """
    if quantity.unit is not None or quantity.value is None or quantity.value != int(quantity.value):
        return False
    in_words = not any(char.isdigit() for char in text[quantity.start : quantity.end])
    return (_PLURAL if in_words else _COUNTED).match(text, quantity.end) is not None
