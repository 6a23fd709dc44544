"""How far would the model contradict itself? Samples of one answer are compared, and doubt is told with the answer.

``points``, the default, compares the facts, values and stances that the samples tell (:mod:`agent.sample_points`): how
a thing is worded counts for nothing, and neither does what one sample adds, for three good answers differ in every
sentence. ``cosine`` is the thesis's 1 - mean pairwise cosine. ``claims`` is the share of the samples' sentences that
the others don't bear out. `python -m tests.agent.doubting` reports all three against answers known to be right or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from agent.polarity import negations, numbers
from agent.sample_points import Points
from agent.skills.number_checks import Names
from agent.skills.ports import Draft, Language
from extraction.text.lazy_regex import lazy_regex

Method = Literal["points", "claims", "cosine"]

Facts = Sequence[str]
"""The ids of the facts that a sample used."""

SAMPLES: Final = 3
SAMPLING_TEMPERATURE: Final = 0.7
"""Samples of one answer and their temperature (thesis: uncertainty)."""
WARN_ABOVE: Final = 0.3
"""Uncertainty above which the patient is sent to a clinician (thesis)."""
SUPPORT: Final = 0.5
"""Share of a claim's words that one sentence of another sample must hold to speak of the same (ours)."""
ECHO: Final = 0.3
"""The same for a denial, of which less is left when it is worded otherwise (ours)."""
SAMPLED: Final = frozenset({"plan", "steps", "knowledge", "faq"})
"""Intents whose answers are sampled: advice and knowledge. Courtesy and the record leave nothing to be unsure of."""

WARNING: Final = "uncertain"
"""Stands among an answer's warnings."""

_WARNED = lazy_regex(
    r"\n?(?:이 답변의 확신도는 약 \d+%로 낮습니다\. 결정하시기 전에 의료진에게 꼭 확인하세요\."
    r"|I am only about \d+% sure of this answer\. Please check with a clinician before you act on it\.)"
)
_SENTENCE = lazy_regex(r"(?<=[.!?。])\s+|\n+")
_HANGUL, _LATIN = lazy_regex(r"[가-힣]+"), lazy_regex(r"[a-z]{3,}")
_FUNCTION_WORDS = frozenset({"the", "and", "for", "are", "was", "were", "with", "that", "this", "your", "you", "not"})


@dataclass(frozen=True, slots=True)
class Comparison:
    """Samples compared: the uncertainty by each method, and which sample the others support best."""

    points: float
    claims: float
    cosine: float
    best: int

    def by(self, method: Method) -> float:
        """The uncertainty, 0 to 1, by one method."""
        match method:
            case "points":
                return self.points
            case "claims":
                return self.claims
            case "cosine":
                return self.cosine


def compare(
    texts: Sequence[str], cosines: NDArray[np.float32], names: Names = lambda text: (), facts: Sequence[Facts] = ()
) -> Comparison:
    """Compare at least two samples.

    ``cosines`` are their pairwise cosines, ``names`` finds the concepts of a text, and ``facts`` are the ids of the
    facts on record that each sample used, none where it is not known.
    """
    used = facts or [()] * len(texts)
    points = [Points.of(text, own, names) for text, own in zip(texts, used, strict=True)]
    apart = [
        sum(one.disagreement(other) + other.disagreement(one) for other in points if other is not one)
        / (2 * (len(points) - 1))
        for one in points
    ]
    unsupported = [_unsupported(text, [*texts[:index], *texts[index + 1 :]]) for index, text in enumerate(texts)]
    best = min(range(len(texts)), key=lambda index: (apart[index], unsupported[index], index))
    turned = 1.0 - float(cosines[np.triu_indices(len(texts), k=1)].mean())
    return Comparison(
        points=sum(apart) / len(apart),
        claims=sum(unsupported) / len(unsupported),
        cosine=min(1.0, max(0.0, turned)),
        best=best,
    )


def warned(draft: Draft, uncertainty: float | None, language: Language) -> Draft:
    """``draft`` as the patient gets it: with the advice to see a clinician where the samples disagree."""
    if uncertainty is None or uncertainty <= WARN_ABOVE:
        return draft
    text = f"{draft.text}\n{warning_text(uncertainty, language)}"
    return replace(draft, text=text, warnings=(*draft.warnings, WARNING))


def warning_text(uncertainty: float, language: Language) -> str:
    """The advice, with the confidence in per cent."""
    confidence = round(100 * (1 - uncertainty))
    if language == "ko":
        return f"이 답변의 확신도는 약 {confidence}%로 낮습니다. 결정하시기 전에 의료진에게 꼭 확인하세요."
    return f"I am only about {confidence}% sure of this answer. Please check with a clinician before you act on it."


def without_warning(text: str) -> str:
    """An answer without the advice that was shown with it, which is none of the next prompt's business."""
    return _WARNED.sub("", text).rstrip()


def _unsupported(text: str, others: Sequence[str]) -> float:
    """Mean over the claims of ``text`` of the share of ``others`` that don't bear them out; 0 without any claim."""
    claims = [claim for claim in _SENTENCE.split(text) if _terms(claim)]
    if not claims:
        return 0.0
    supports = [sum(_borne_out(claim, other) for other in others) / len(others) for claim in claims]
    return 1.0 - sum(supports) / len(supports)


def _borne_out(claim: str, other: str) -> bool:
    """Whether another sample holds a claim's numbers, makes its denial, and does not deny what it says."""
    if not set(numbers(claim)) <= set(numbers(other)):
        return False
    denies, terms = negations(claim) % 2, _terms(claim)
    alike = [
        (negations(sentence) % 2, len(terms & _terms(sentence)) / len(terms)) for sentence in _SENTENCE.split(other)
    ]
    if denies:
        return any(other_denies and share >= ECHO for other_denies, share in alike)
    near = [other_denies for other_denies, share in alike if share >= SUPPORT]
    return not near or not all(near)


def _terms(text: str) -> frozenset[str]:
    """Words without endings that tell little: Hangul in pairs of syllables, Latin words of three letters and more."""
    folded = text.casefold()
    pairs = {run[at : at + 2] for run in _HANGUL.findall(folded) for at in range(max(1, len(run) - 1))}
    return frozenset(pairs | (set(_LATIN.findall(folded)) - _FUNCTION_WORDS))
