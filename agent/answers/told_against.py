"""A value told now, judged, and held against the one before it where that is asked: "134/84 today. Better "
"than before?".
"""

from __future__ import annotations

import re
from typing import Final

from agent.answers.comparison import comparison_sentence, measured
from agent.answers.consultation import Consultation
from agent.answers.courses import DIASTOLIC
from agent.answers.part import Part, joined
from agent.answers.told import judge_told, told_values

_BETTER: Final = re.compile(
    r"\b(?:better|worse|improv\w*|lower|higher|gone (?:up|down)|come down)\b|나아|좋아[졌진]|나빠|떨어[졌진]"
    r"|올랐|내렸|줄었",
    re.IGNORECASE,
)


def judge_and_compare_told(consultation: Consultation) -> Part:
    """Each value told in the question against its criterion, then against the value before it if that is asked."""
    return joined((judge_told(consultation), _against_before(consultation)))


def _against_before(consultation: Consultation) -> Part:
    request = consultation.request
    if not request.has("compare", "previous") and _BETTER.search(request.text) is None:
        return Part()
    # The upper pressure brings the lower one along.
    tests = dict.fromkeys(one.concept_id for one in told_values(request) if one.concept_id != DIASTOLIC)
    series = (consultation.known.series(test) for test in tests)
    return joined(
        (
            Part(comparison_sentence(consultation, *pair), tuple(fact.fact_id for fact in pair), (), measured(*pair))
            for pair in (each[-2:] for each in series if len(each) > 1)
        ),
        " ",
    )
