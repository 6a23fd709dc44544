"""What an utterance asks by the shipped classifiers of acts and requests alone, for words that nobody has read."""

from __future__ import annotations

from typing import Protocol, cast

from agent.skills.ports import Question
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import ConceptRecogniser
from extraction.reading.items import Heard, items_of
from extraction.reading.learned.features import hashed, whole
from extraction.reading.learned.linear import Models, load_models
from extraction.reading.learned.masking import mask
from extraction.reading.sheet import lay_out
from extraction.reading.understanding import Asking, AskOp


class Kinds(Protocol):
    """Reads the kind of a question; deterministic."""

    def read(self, question: Question) -> Asking:
        """What is asked; no text raises."""
        ...


class LearnedKinds:
    """The shipped classifiers; without state of its own, so threads may share it."""

    def __init__(self, lexicon: Lexicon, recogniser: ConceptRecogniser, models: Models | None = None) -> None:
        self._lexicon = lexicon
        self._recogniser = recogniser
        self._models = models or load_models()

    def read(self, question: Question) -> Asking:
        """What the words of ``question`` ask, by the classifiers."""
        sheet = lay_out(
            question.text, self._lexicon, self._recogniser, question.said_at, question.time_zone, question.language
        )
        words = hashed(whole(mask(sheet, items_of(sheet, Heard(), self._lexicon))))
        kind, asks = self._models["ask"].choose(words), self._models["act:ask"].table(words)
        return Asking(cast(AskOp, kind.label), float(kind.margin), float(asks["yes"] - asks["no"]))
