"""An OpenAI-compatible embedding endpoint as an encoder."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import openai

from retrieval.dense import FloatArray, unit_rows
from retrieval.errors import EncoderUnavailable

BATCH = 128
# A turn waits for this at most twice; without an answer words alone are searched.
TIMEOUT_SECONDS = 5.0
RETRIES = 1
BOTH = frozenset({"ko", "en"})


def served_encoder(
    model: str, base_url: str | None = None, api_key: str | None = None, languages: frozenset[str] = BOTH
) -> ServedEncoder:
    """The model behind an endpoint, OpenAI's own without a ``base_url``; nothing is called yet.

    Without a key the environment's ``OPENAI_API_KEY`` is used. Raises EncoderUnavailable when there is none.
    """
    try:
        client = openai.OpenAI(base_url=base_url, api_key=api_key, timeout=TIMEOUT_SECONDS, max_retries=RETRIES)
    except openai.OpenAIError as error:
        raise EncoderUnavailable("No key for the embedding endpoint; set OPENAI_API_KEY.", model=model) from error
    return ServedEncoder(model, client, languages)


class ServedEncoder:
    """Vectors of a model that is served elsewhere; ``languages`` are those it is known to represent."""

    def __init__(self, model: str, client: openai.OpenAI, languages: frozenset[str] = BOTH) -> None:
        self.id = f"served:{model}/1"
        self.languages = languages
        self._model = model
        self._client = client

    def encode(self, texts: Sequence[str]) -> FloatArray:
        """One vector of length 1 a text. Raises EncoderUnavailable for an endpoint that fails or answers nonsense."""
        rows = [row for start in range(0, len(texts), BATCH) for row in self._batch(texts[start : start + BATCH])]
        try:
            vectors = np.array(rows, dtype=np.float32)
        except ValueError as error:
            raise EncoderUnavailable("The embedding endpoint gave vectors of different lengths.") from error
        if vectors.ndim != 2 or not np.isfinite(vectors).all():
            raise EncoderUnavailable("The embedding endpoint gave no usable vectors.")
        return unit_rows(vectors)

    def _batch(self, texts: Sequence[str]) -> list[list[float]]:
        try:
            # An empty text is refused by such endpoints.
            answer = self._client.embeddings.create(model=self._model, input=[text or " " for text in texts])
        except openai.OpenAIError as error:
            raise EncoderUnavailable(f"The embedding endpoint failed: {type(error).__name__}.") from error
        if len(answer.data) != len(texts):
            raise EncoderUnavailable("The embedding endpoint gave another number of vectors than asked for.")
        return [each.embedding for each in sorted(answer.data, key=lambda each: each.index)]
