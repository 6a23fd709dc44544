"""A measured value that is taken back where it stands: "요산 8.1은 제 거 아니에요", "please delete my A1c of 7.2"."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from domain.proposals import Operation, Target
from domain.values import PATIENT, SERIES_SLOTS
from extraction.rules.analysis import Analysis
from extraction.rules.claims import Claim
from extraction.rules.cue_kinds import Cue
from extraction.text.lazy_regex import lazy_regex

_STATED: Final = frozenset({Operation.ASSERT, Operation.MENTION, Operation.REMIND})
_BEHIND: Final = lazy_regex(
    r"\s*(?:%|mg/dl|mmhg|mmol/l)?\s*(?:이?라(?:고|는)?\s?(?:한|말한|말씀드린)?\s?)?(?:거|것|건|값|수치|결과|기록)?"
    r"(?:은|는|이|가|을|를|도)?\s*(?:(?:그건|그것은|제\s?(?:거|것|결과|값|기록)(?:이|가)?\s?아니(?:에요|예요|고|라)),?\.?\s*)?"
    r"(?:,?\s*please\s)?"
)
"""What may stand between a value and the words that take it back."""
_AHEAD: Final = lazy_regex(
    r"\s*(?:my|the|that|a)?\s*(?:latest|last|old|earlier|wrong)?\s*(?:value|reading|result)?\s*(?:of )?"
)


def withdrawn_value(analysis: Analysis, claim: Claim) -> Claim:
    """``claim`` as a withdrawal of the value that it states, when the words beside it take it back.

    It names its target by test and value; a value that nobody ever recorded is then not recorded either.
    """
    content = claim.content
    if content is None or content.slot not in SERIES_SLOTS or content.subject != PATIENT or not claim.spans:
        return claim
    if claim.operation not in _STATED or not _is_taken_back(analysis, claim):
        return claim
    old = content.value if isinstance(content.value, float | str) else None
    target = Target(slot=content.slot, concept_id=content.concept.concept_id, old=old)
    return replace(claim.into(Operation.RETRACT, target, "withdrawn", claim.fields), content=None)


def _is_taken_back(analysis: Analysis, claim: Claim) -> bool:
    text = analysis.cue_text
    for cue in analysis.cues_in(0, len(text), Cue.RETRACTION):
        if analysis.clause_at(cue.start).asked:
            continue
        if cue.start >= claim.end and _BEHIND.fullmatch(text, claim.end, cue.start):
            return True
        if cue.end <= claim.start and _AHEAD.fullmatch(text, cue.end, claim.start):
            return True
    return False
