"""Which side of its subject a general question is about: a missed dose, alcohol, what it means, when to worry.

It tells the side alone: of what is asked, and whether there is anything to say on it, others find.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from extraction.reading.learned.encoder_files import load_sentence_encoder
from extraction.reading.learned.evidence import EvidenceReader
from extraction.reading.learned.linear import MODELS
from extraction.reading.learned.over_encoder import OverEncoder, unpacked

ASPECTS: Final = (
    "purpose", "onset", "duration", "timing", "technique", "missed_dose", "extra_dose", "vomited_dose", "stopping",
    "side_effects", "dependence", "storage", "monitoring", "substitute", "alcohol", "food", "supplements",
    "pain_and_cold_medicine", "vaccination", "dental_and_surgery", "driving", "exercise", "travel", "heat_and_bathing",
    "smoking", "pregnancy", "breast_feeding", "sex_and_contraception", "contagion", "heredity", "meaning", "cause",
    "signs", "outlook", "self_care", "warning_signs", "test_preparation",
)  # fmt: skip
"""The sides of a medicine, an illness or a test that general questions are about."""

RECORD: Final = "record"
"""What is answered from the patient's own record."""

OTHER: Final = "other"
"""A general question about none of the aspects."""

LABELS: Final = (*ASPECTS, RECORD, OTHER)

MODEL: Final = "aspects.npz"


@dataclass(frozen=True, slots=True)
class Aspect:
    """The likeliest label with its probability, and the next one with its own."""

    label: str
    probability: float
    next_label: str
    next_probability: float


class AspectReader(Protocol):
    """Reads the aspect of the words of one ask; deterministic."""

    def read(self, text: str, named: tuple[str, ...]) -> Aspect:
        """The aspect of ``text``, which names what :func:`what_is_named` gives; no text raises."""
        ...

    def probabilities(self, text: str, named: tuple[str, ...]) -> Mapping[str, float]:
        """How likely each label is, rounded to three digits."""
        ...


@dataclass(frozen=True, slots=True)
class LearnedAspects:
    """The shipped classifier of aspects."""

    classifier: OverEncoder

    def read(self, text: str, named: tuple[str, ...]) -> Aspect:
        """The likeliest labels of ``text``."""
        likely = self._likely(text, named)
        best, second = np.argsort(-likely, kind="stable")[:2]
        labels = self.classifier.labels
        return Aspect(labels[best], float(likely[best]), labels[second], float(likely[second]))

    def probabilities(self, text: str, named: tuple[str, ...]) -> Mapping[str, float]:
        """How likely each label of ``text`` is."""
        return dict(zip(self.classifier.labels, self._likely(text, named).tolist(), strict=True))

    def _likely(self, text: str, named: tuple[str, ...]) -> NDArray[np.float64]:
        scores = self.classifier.scores(text, named)
        raised = np.exp(scores - scores.max())
        # Rounded, so that a last bit that differs between machines decides nothing.
        likely: NDArray[np.float64] = np.round(raised / raised.sum(), 3)
        return likely


def load_aspects(evidence: EvidenceReader) -> LearnedAspects:
    """The shipped model over the shipped encoders: the tuned one, and the one that gives meanings."""
    return LearnedAspects(unpacked(MODELS.joinpath(MODEL).read_bytes(), evidence, load_sentence_encoder()))
