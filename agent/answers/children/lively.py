"""Whether a child with a fever, or a rash that fades, is told to be well: no ear alone makes that an emergency.

How a child is tells more than the height of the fever (NICE NG143: green signs), from three months on.
"""

from __future__ import annotations

import re
from typing import Final

from agent.answers.complaints.fever_care import UNWELL, WELL
from agent.answers.consultation import Consultation
from agent.safety.household_told import household_told
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

_LONGEST: Final = 450
_YOUNG_MONTHS: Final = 3.0
_HIGHEST: Final = 41.0
_GRAVE: Final = lazy_regex(
    r"\b(?:fit|fits|seiz\w*|blood|bleed\w*|purple|bruis\w*|stiff|breath\w*|wheez\w*|choke\w*|swallow\w*|fell|bang\w*"
    r"|head injury|burn\w*|scald\w*|blue|grey|gray|"
    r"collaps\w*|unconscious|swell\w*|swollen|limp\w*|won'?t (?:walk|wake|stop)|glass)\b"
    r"|경련|경기|발작|피가|출혈|보라|멍이|뻣뻣|숨|쌕쌕|삼켰|떨어|부딪|화상|데었|파랗|새파|입술|기절|의식|부었|붓"
    r"|다리를\s?절|눌러도",
    re.IGNORECASE,
)


def is_lively(consultation: Consultation) -> bool:
    """Whether the child of the talk is well by these words, and nothing grave is told."""
    told = household_told(consultation.situation)
    child = told.patient if told.is_of_children else None
    text = normalise(consultation.situation.question.text).text
    if child is None or child.months is None or child.months < _YOUNG_MONTHS or len(text) > _LONGEST:
        return False
    hot = child.temperatures[-1].degrees if child.temperatures else 0.0
    well = WELL.search(text) is not None and UNWELL.search(text) is None and _GRAVE.search(text) is None
    return well and hot < _HIGHEST
