"""The response cache: an earlier answer of this patient that may be given again, found among the recorded answers.

A near text is only a pre-filter, for minimal pairs ("allergic / not allergic") are near too (retrieval.md 2.5). Both
questions must name the same concepts, numbers and negations; nothing believed may have changed since; and questions
about now, or that point back ("that value"), are never answered from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from agent.profiles import AblationProfile
from agent.skills.ports import Question
from extraction.mentions import ConceptRecogniser
from projections.answers import GivenAnswer
from projections.patient_view import PatientView

NEAR = 0.85
"""Cosine from which an earlier question is looked at closely (thesis: response cache)."""
ENTRIES = 100
"""Latest answers of a patient that are looked at (thesis: LRU of 100)."""

_POINTING = re.compile(
    r"그거|그것|그건|그 |그럼|이거|이것|저거|아까|방금|처음에|두 번째|첫 번째|목록|지금|오늘|현재|이번|요즘|다시|또 "
    r"|\b(that|this|those|these|it|they|now|today|current|currently|again|earlier|previous|first|second|list|just)\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"없|않|아니|안 |못 |끊|중단|\b(no|not|never|without|stop|stopped|deny|denies)\b|n't", re.IGNORECASE
)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")

Similarity = Callable[[Sequence[str], str], NDArray[np.float32]]
Signature = tuple[frozenset[tuple[str, str]], tuple[str, ...], int]


class ResponseCache:
    """Looks an answer up; there is nothing to keep, for the log holds every answer."""

    def __init__(self, recogniser: ConceptRecogniser, similarity: Similarity, corpus_hash: str) -> None:
        self._recogniser = recogniser
        self._similarity = similarity
        self._corpus_hash = corpus_hash

    def look_up(self, question: Question, view: PatientView, profile: AblationProfile) -> GivenAnswer | None:
        """An earlier answer to the same question that still holds, or None."""
        if not profile.response_cache or _POINTING.search(question.text):
            return None
        candidates = [
            (line.question, view.answers.given[turn])
            for turn, line in reversed(view.tiers.lines.items())
            # What was told is acknowledged once: the same words later are no question that was answered.
            if turn in view.answers.given
            and not line.fact_ids
            and self._holds(view.answers.given[turn], question, view, profile)
        ][:ENTRIES]
        if not candidates:
            return None
        wanted = self.signature(question.text)
        cosines = self._similarity([question.text, *(text for text, _ in candidates)], question.language)[0, 1:]
        for index in np.argsort(-cosines, kind="stable"):
            text, answer = candidates[int(index)]
            if cosines[index] >= NEAR and self.signature(text) == wanted:
                return answer
        return None

    def signature(self, text: str) -> Signature:
        """What must be equal in both questions: the concepts, the numbers, and how often something is negated."""
        concepts = frozenset((mention.entry.kind, mention.entry.concept_id) for mention in self._recogniser.find(text))
        return concepts, tuple(sorted(_NUMBER.findall(text))), len(_NEGATION.findall(text))

    def _holds(self, answer: GivenAnswer, question: Question, view: PatientView, profile: AblationProfile) -> bool:
        return (
            not answer.invalidated
            and answer.version > view.facts_changed_at
            and answer.corpus_hash == self._corpus_hash
            and answer.profile == profile.name
            and answer.language == question.language
        )
