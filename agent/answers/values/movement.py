"""Whether a value has moved the right way: from one reading to a later one, against the criterion of the later.

"Better than before?" is no question of up or down alone: a pulse that rises from 47 is better, a pressure is not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.answers.record.known import numeric
from agent.answers.values.judgement import judge
from agent.answers.values.personal_targets import joint_limit
from agent.skills.targets import Target
from agent.words.sentences import sentence
from domain.ledger import Fact
from extraction.text.lazy_regex import lazy_regex

_BETTER: Final = lazy_regex(
    r"\b(?:better|worse|improv\w*|lower|higher|gone (?:up|down)|come down)\b|나아|좋아[졌진]|나빠|떨어[졌진]"
    r"|올랐|내렸|줄었",
    re.IGNORECASE,
)
_Pair = tuple[float, float, Target]


def asks_better(text: str) -> bool:
    """Whether words ask which way something has gone."""
    return _BETTER.search(text) is not None


def movement(consultation: Consultation, before: Sequence[Fact], after: Sequence[Fact]) -> Part:
    """One sentence: better, worse, or within the criterion before and after; empty where no criterion is kept."""
    pairs = [_pair(consultation, old, new) for old, new in zip(before, after, strict=False)]
    held = [pair for pair in pairs if pair is not None]
    if not held or len(held) < len(pairs) or len(before) != len(after):
        return Part()
    key = _key(held)
    if key == "moved.within" and not asks_better(consultation.request.text):
        # Of two values that are both as they should be, the change alone was asked.
        return Part()
    language = consultation.words.language
    limit = joint_limit([target for _, _, target in held], language)
    return Part(sentence(key, language, limit=limit)) if key else Part()


def _pair(consultation: Consultation, before: Fact, after: Fact) -> _Pair | None:
    old, new = numeric(before), numeric(after)
    judged = judge(consultation, after)
    if old is None or new is None or judged is None or before.content.qualifier != after.content.qualifier:
        return None
    return (old, new, judged.target) if before.content.unit == after.content.unit else None


def _key(pairs: Sequence[_Pair]) -> str:
    """The sentence for the way from the old values to the new; empty where they went different ways."""
    away = [(_away(target, old), _away(target, new)) for old, new, target in pairs]
    was_outside, is_outside = any(old for old, _ in away), any(new for _, new in away)
    if not is_outside:
        return "moved.into" if was_outside else "moved.within"
    if not was_outside:
        return "moved.out"
    if any(old * new < 0 for old, new in away):
        return "moved.across"
    steps = [abs(new) - abs(old) for old, new in away]
    if all(step <= 0 for step in steps):
        return "moved.nearer" if any(steps) else "moved.same"
    return "moved.farther" if all(step >= 0 for step in steps) else ""


def _away(target: Target, value: float) -> float:
    """How far beyond the criterion a value lies: above it positive, below it negative, inside 0."""
    if target.holds(value):
        return 0.0
    upper = target.below if target.below is not None else target.high
    if target.is_above(value) and upper is not None:
        # A value on a limit that is not itself inside is a little beyond it.
        return max(value - upper, 1e-9)
    return value - target.low if target.low is not None else 0.0
