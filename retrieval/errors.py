"""Named failures of the corpus and its index.

AnamnesisError
 |-- CorpusInvalid        a corpus file that must not be served
 |-- IndexStale           a stored index of another corpus, tokenizer or encoder
 |-- IndexCorrupt         a stored index whose files are missing or altered
 `-- EncoderUnavailable   an encoder cannot be reached just now; retrieval goes on without it
"""

from __future__ import annotations

from domain.errors import AnamnesisError


class CorpusInvalid(AnamnesisError):
    """The corpus file breaks its format. ``details``: file, line (from 1) and rule."""

    status = "FAILED_PRECONDITION"
    reason = "CORPUS_INVALID"
    advice = "Correct the named line of the corpus file and start again."


class IndexStale(AnamnesisError):
    """The stored index was built from something else. ``details``: what differs."""

    status = "FAILED_PRECONDITION"
    reason = "INDEX_STALE"
    advice = "Build the index again with `anamnesis index`."


class IndexCorrupt(AnamnesisError):
    """A file of the stored index is missing, altered or unreadable. ``details``: file."""

    status = "DATA_LOSS"
    reason = "INDEX_CORRUPT"
    advice = "Build the index again with `anamnesis index`; nothing but the corpus is needed."


class EncoderUnavailable(AnamnesisError):
    """The encoder cannot answer just now."""

    status = "UNAVAILABLE"
    reason = "ENCODER_UNAVAILABLE"
    advice = "Check the embedding endpoint; answers use word search alone meanwhile."
