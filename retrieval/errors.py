"""Named failures of the corpus and its index.

AnamnesisError
 |-- CorpusInvalid        a corpus file that must not be served
 |-- LoaderMissing        a file whose kind needs a library that is not installed
 |-- DocumentUnknown      an id that no passage of the index has
 |-- IndexBusy            another process builds in the same directory
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


class LoaderMissing(AnamnesisError):
    """A library that reads this kind of file is not installed. ``details``: file."""

    status = "FAILED_PRECONDITION"
    reason = "LOADER_MISSING"
    advice = "Install the extra `pdf`, or convert the file to text."


class DocumentUnknown(AnamnesisError):
    """No passage of the index has this id. ``details``: document."""

    status = "NOT_FOUND"
    reason = "DOCUMENT_UNKNOWN"
    advice = "`anamnesis index search` shows ids; an id that ends in # and * stands for all of its parts."


class IndexBusy(AnamnesisError):
    """Another process builds in this directory."""

    status = "FAILED_PRECONDITION"
    reason = "INDEX_BUSY"
    advice = "Wait until the other build has ended."


class IndexStale(AnamnesisError):
    """The stored index was built from something else. ``details``: what differs."""

    status = "FAILED_PRECONDITION"
    reason = "INDEX_STALE"
    advice = "Build the index again with `anamnesis index build`."


class IndexCorrupt(AnamnesisError):
    """A file of the stored index is missing, altered or unreadable. ``details``: file."""

    status = "DATA_LOSS"
    reason = "INDEX_CORRUPT"
    advice = "Build the index again with `anamnesis index build`; nothing but the corpus is needed."


class EncoderUnavailable(AnamnesisError):
    """The encoder cannot answer just now."""

    status = "UNAVAILABLE"
    reason = "ENCODER_UNAVAILABLE"
    advice = "Check the embedding endpoint; answers use word search alone meanwhile."
