"""What words mean as a whole: a vector of the pretrained sentence encoder, near to that of words that mean the same.

multilingual-e5-small as it was pretrained (``encoder.npz`` below, ``meaning.npz`` above): the mean of the states of
"query: " and the words, of length one (Wang et al. 2024, "Multilingual E5 Text Embeddings").
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from domain.remembering import remembered
from extraction.reading.learned.encoder import END, START, Encoder

_QUERY: Final = "query: "
_PIECES: Final = 96
"""Most pieces that are read, the last ones: a question stands at the end."""


@remembered
def meaning(encoder: Encoder, text: str) -> NDArray[np.float32]:
    """The vector of ``text``, (H,), of length one."""
    opening = encoder.pieces.split(_QUERY)[0]
    ids = encoder.pieces.split(_QUERY + text)[0]
    if len(ids) > _PIECES:
        ids = [*opening, *ids[len(ids) - _PIECES + len(opening) :]]
    found = encoder.states((START, *ids, END)).mean(axis=0)
    return np.asarray(found / max(float(np.linalg.norm(found)), 1e-9), dtype=np.float32)
