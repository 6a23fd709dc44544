"""What a patient's sentences mean, kept between reads: each is said once and asked about again and again."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.reading.learned.encoder import Encoder
from extraction.reading.learned.meaning import meaning
from projections.patient_view import PatientView

MOST_KEPT: Final = 1_024
"""Sentences of one patient: three quarters of a megabyte."""
_BESIDE: Final = "meanings"


class Meanings:
    """The meanings of texts by one encoder. Threads may share it: at worst a text is read twice."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._known: dict[str, NDArray[np.float16]] = {}

    @classmethod
    def beside(cls, view: PatientView, encoder: Encoder) -> Meanings:
        """Those that are kept with a patient's views, and forgotten with them."""
        found: Meanings = view.beside.setdefault(_BESIDE, cls(encoder))
        return found

    def of(self, text: str) -> NDArray[np.float32]:
        """The vector of ``text``, (H,), of length about one; the same whether it was known or not."""
        known = self._known.get(text)
        if known is None:
            known = meaning(self._encoder, text).astype(np.float16)
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            self._known[text] = known
        return known.astype(np.float32)
