"""What words ask by the shipped readers of acts and requests alone, for those that nobody has read by themselves."""

from __future__ import annotations

from typing import Protocol, cast

from agent.skills.ports import Question
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import ConceptRecogniser
from extraction.reading.evidence import SILENT, EvidenceReader
from extraction.reading.features import hashed, whole
from extraction.reading.items import Heard, items_of
from extraction.reading.linear import Models, chosen, load_models, together
from extraction.reading.masking import mask
from extraction.reading.reader import EVIDENCE
from extraction.reading.sheet import lay_out
from extraction.reading.understanding import Asking, AskOp


class Kinds(Protocol):
    """Reads the kind of a question; deterministic."""

    def read(self, question: Question) -> Asking:
        """What is asked; no text raises."""
        ...


class LearnedKinds:
    """The shipped classifiers, with the encoder beside them; without state of its own, so threads may share it."""

    def __init__(
        self,
        lexicon: Lexicon,
        recogniser: ConceptRecogniser,
        models: Models | None = None,
        encoder: EvidenceReader | None = None,
    ) -> None:
        """Without ``encoder`` the linear models decide alone."""
        self._lexicon = lexicon
        self._recogniser = recogniser
        self._models = models or load_models()
        self._encoder = encoder

    def read(self, question: Question) -> Asking:
        """What the words of ``question`` ask, as if nothing else had been said beside them."""
        sheet = lay_out(
            question.text, self._lexicon, self._recogniser, question.said_at, question.time_zone, question.language
        )
        items = items_of(sheet, Heard(), self._lexicon)
        evidence = SILENT
        if self._encoder is not None and sheet.text.strip():
            evidence = self._encoder.read(self._encoder.listen(sheet, Heard()), sheet, items)
        words = hashed(whole(mask(sheet, items)))
        kind = chosen(together(self._models["ask"].table(words), evidence.asks, EVIDENCE["ask"]))
        asks = self._models["act:ask"].table(words)
        surely = asks["yes"] - asks["no"] + EVIDENCE["act"] * evidence.acts.get("ask", 0.0)
        return Asking(cast(AskOp, kind.label), float(kind.margin), float(surely))
