"""An INR that no name tells: "finger stick says 4.6" of somebody on warfarin, whose finger is pricked for its clotting.

Who takes a vitamin K antagonist, or has an INR on record, measures it at home with a drop of blood as others measure
their sugar, and the two numbers look alike (an INR of 5.1, 5.1 mmol/L). Who has diabetes beside it may mean either:
then nothing is recorded for the bare number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from domain.values import PATIENT, Content
from extraction.naming.mentions import Mention
from extraction.reading.figures.figures import Figure
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_ANTAGONISTS: Final = frozenset({"warfarin", "acenocoumarol", "phenprocoumon", "inr"})
_SHOWN: Final = lazy_regex(
    r"(?:\b(?:finger[ -]?(?:prick|stick|poke)s?|home test|self[- ]test|strip|meter|machine|monitor|coagu\w+"
    r"|clinic|lab|number|reading|result"
    r"|level|it|mine|one)(?: (?:at home|today|test|tested|reading|result|machine|meter|this (?:morning|week)"
    r"|now|just|from \w+)){0,3}"
    r" (?:was|is|'s|said|says|read|reads|showed|shows|came (?:up|out|back)(?: (?:as|at|to|with))?|gave(?: me)?"
    r"|went (?:up )?to"
    r"|jumped to|got(?: up)? to|at|of)(?: (?:only|now|up to|like|about|around))?\s)$"
    r"|(?:손가락|자가|집에서|기계|측정기|수치)\S{0,4}\s(?:\S{1,5}\s){0,2}$"
)
_OTHER: Final = lazy_regex(
    r"\b(?:sugars?|glucose|scales?|kilos?|kg|lbs?|pounds|temp\w*|pulse|bp|pressure|oximeter|oxygen|sats?|a1c|hba1c|potassium|cholesterol"
    r"|pain|out of|creatinine|hemoglobin|haemoglobin|mm|cm|hours?|days?|weeks?)\b|혈당|당뇨|체중|혈압|체온|맥박|통증"
)
_PRICK: Final = lazy_regex(r"finger[ -]?(?:prick|stick|poke)s?(?: (?:test|reading))?")
_LEAST, _MOST = 0.8, 12.0
"""What meters of INR show on an antagonist."""
_REACH: Final = 48


def measures_clotting(facts: Sequence[Content]) -> bool:
    """Whether the patient takes what an INR is measured for, or has one on record."""
    return any(fact.subject == PATIENT and fact.concept.concept_id in _ANTAGONISTS for fact in facts)


def can_be_an_inr(figure: Figure) -> bool:
    """Whether a bare number is one that such a meter shows."""
    return figure.kind == "number" and figure.quantity.unit is None and _LEAST <= figure.value <= _MOST


def is_by_the_finger(mention: Mention) -> bool:
    """Whether a test is called by the prick alone, which two tests are measured by."""
    return mention.entry.concept_id == "glucose" and _PRICK.fullmatch(mention.surface.casefold()) is not None


def may_be_either(mention: Mention, sheet: Sheet, facts: Sequence[Content]) -> bool:
    """Whether a sugar by the prick alone may as well be an INR, by who tells it and by its number."""
    return is_by_the_finger(mention) and measures_clotting(facts) and any(can_be_an_inr(one) for one in sheet.figures)


def unnamed_inrs(sheet: Sheet, facts: Sequence[Content]) -> Iterator[int]:
    """The places of the numbers that are an INR; none where a test is named or a sugar may be meant."""
    named = (one for one in sheet.mentions if one.entry.kind in ("labs", "vitals") and not is_by_the_finger(one))
    if not measures_clotting(facts) or any(named):
        return
    of_diabetes = any("diabet" in word for fact in facts for word in (fact.concept.concept_id, *fact.concept.broader))
    if of_diabetes or _OTHER.search(sheet.folded) is not None:
        return
    for figure in sheet.figures:
        before = sheet.folded[max(0, figure.start - _REACH) : figure.start]
        if can_be_an_inr(figure) and not figure.counter and _SHOWN.search(before) is not None:
            yield figure.start
            return
