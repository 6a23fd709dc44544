"""Sentence-transformers as an encoder: any model by path, or by a name that this machine already holds."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from retrieval.dense import FloatArray, unit_rows
from retrieval.errors import EncoderUnavailable

BATCH = 32
# What a tokenizer of the wrong language makes of a text: unknown pieces, or pieces of letters. On single sentences an
# English model took English to .25 pieces a letter and Korean to 2.2 and more.
MOST_PIECES_A_LETTER = 0.8
MOST_UNKNOWN = 0.05
_PROBES = {
    "ko": "당뇨병이 있는 환자는 혈압과 콜레스테롤을 함께 관리하고, 어지럽거나 가슴이 아프면 진료를 받아야 합니다.",
    "en": "People with diabetes should also control blood pressure and cholesterol, and see a doctor for chest pain.",
}


@lru_cache(maxsize=1)
def sentence_encoder(name_or_path: str, download: bool = False) -> SentenceEncoder:
    """The named model, loaded once a process. Raises EncoderUnavailable when library or model is not on this machine.

    ``download`` allows fetching a model by its name; without it nothing reaches for the network.
    """
    if find_spec("sentence_transformers") is None:
        raise EncoderUnavailable(
            "sentence-transformers is not installed; install the extra `embeddings`.", model=name_or_path
        )
    from sentence_transformers import SentenceTransformer

    try:
        model = SentenceTransformer(name_or_path, device=_device(), local_files_only=not download)
    except (OSError, ValueError, RuntimeError) as error:
        raise EncoderUnavailable(
            f"The model {Path(name_or_path).name} cannot be loaded from this machine.", model=name_or_path
        ) from error
    return SentenceEncoder(name_or_path, model)


class SentenceEncoder:
    """One loaded model. It represents the languages whose sentences its tokenizer does not take to pieces."""

    def __init__(self, name: str, model: Any) -> None:
        self._model = model
        self._lock = Lock()
        self.languages = frozenset(language for language, probe in _PROBES.items() if _reads(model.tokenizer, probe))
        # Another model under the same path encodes a probe otherwise, so the id holds the vectors' digest.
        probe = np.round(self.encode(list(_PROBES.values())), 2).tobytes()
        self.id = f"sentence-transformers:{Path(name).name}/{hashlib.sha256(probe).hexdigest()[:12]}"

    def encode(self, texts: Sequence[str]) -> FloatArray:
        """One vector of length 1 a text. Raises EncoderUnavailable when the model fails, as for want of memory."""
        try:
            with self._lock:
                vectors = self._model.encode(list(texts), batch_size=BATCH, show_progress_bar=False)
        except (RuntimeError, MemoryError) as error:
            raise EncoderUnavailable("The sentence encoder failed.") from error
        return unit_rows(np.asarray(vectors, dtype=np.float32))


def _reads(tokenizer: Any, probe: str) -> bool:
    pieces = tokenizer.tokenize(probe)
    letters = sum(character.isalpha() for character in probe)
    unknown = sum(piece == tokenizer.unk_token for piece in pieces)
    return len(pieces) <= MOST_PIECES_A_LETTER * letters and unknown <= MOST_UNKNOWN * len(pieces)


def _device() -> str:
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"
