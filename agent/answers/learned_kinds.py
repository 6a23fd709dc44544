"""A second opinion on what an utterance asks: the shipped classifiers of acts and requests, over the masked words.

Measured on fourteen authors, each left out of the training in turn (1,051 questions, kinds of general knowledge taken
together): cues alone .33, with this opinion where the cues are unsure .51.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol, cast

from agent.skills.ports import Question
from extraction.lexicon import Lexicon
from extraction.mentions import ConceptRecogniser
from extraction.reading.features import hashed, whole
from extraction.reading.items import Heard, items_of
from extraction.reading.linear import Models, load_models
from extraction.reading.masking import mask
from extraction.reading.sheet import lay_out
from extraction.reading.understanding import AskOp

FOLLOWED: Final = 0.2
"""Margin from which the kind is followed where cues are unsure: .78 of those of authors left out are right."""
FOLLOWED_TO_ASSESS: Final = 0.4
"""The same against cues for a treatment to be kept or changed."""
ASKS: Final = 0.2
"""Margin from which words without any cue of asking are taken to ask: 30 of 39, beside :data:`FOLLOWED`."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """The likeliest kind of request with its margin over the next, and by how much the words ask at all."""

    op: AskOp
    margin: float
    asks: float


class Opinions(Protocol):
    """Reads the kind of a question; deterministic."""

    def read(self, question: Question) -> Opinion:
        """The opinion; no text raises."""
        ...


class LearnedKinds:
    """The shipped classifiers; without state of its own, so threads may share it."""

    def __init__(self, lexicon: Lexicon, recogniser: ConceptRecogniser, models: Models | None = None) -> None:
        self._lexicon = lexicon
        self._recogniser = recogniser
        self._models = models or load_models()

    def read(self, question: Question) -> Opinion:
        """What the words of ``question`` ask, by the classifiers."""
        sheet = lay_out(
            question.text, self._lexicon, self._recogniser, question.said_at, question.time_zone, question.language
        )
        words = hashed(whole(mask(sheet, items_of(sheet, Heard(), self._lexicon))))
        kind, asks = self._models["ask"].choose(words), self._models["act:ask"].table(words)
        return Opinion(cast(AskOp, kind.label), float(kind.margin), float(asks["yes"] - asks["no"]))
