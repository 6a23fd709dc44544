"""The index: one shelf a language, a pure function of corpus, tokenizer and encoders, so it may be deleted any time."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from retrieval.archive import Manifest, read_contents, read_passages, write_contents
from retrieval.corpus import Passage, corpus_hash
from retrieval.dense import Encoder, LsaEncoder, lsa_id
from retrieval.errors import CorpusInvalid, IndexCorrupt, IndexStale
from retrieval.shelf import Engines, Shelf, ShelfContents, fill_shelf
from retrieval.tokens import Tokenizer, load_analyser
from retrieval.work import Work

_log = logging.getLogger(__name__)

DEFAULT_ENGINES = Engines()


class Index:
    """Immutable; may be read by many threads."""

    def __init__(self, manifest: Manifest, tokenizer: Tokenizer, shelves: Mapping[str, Shelf]) -> None:
        self.manifest = manifest
        self.tokenizer = tokenizer
        self.shelves = shelves
        self.by_id = {passage.document_id: passage for shelf in shelves.values() for passage in shelf.passages}


def build_index(
    passages: Iterable[Passage],
    tokenizer: Tokenizer,
    encoders: Sequence[Encoder] = (),
    engines: Engines = DEFAULT_ENGINES,
    work: Work | None = None,
) -> Index:
    """Index the passages. A language takes the first encoder that represents it, LSA where there is none.

    Raises CorpusInvalid when there is no passage, EncoderUnavailable.
    """
    by_language = _by_language(passages)
    if not by_language:
        raise CorpusInvalid("There are no passages to index.", file="", line=0, rule="no passages")
    contents = {
        language: fill_shelf(shelved, tokenizer, _encoder_for(language, encoders), work or Work())
        for language, shelved in by_language.items()
    }
    return _assemble(by_language, contents, tokenizer, encoders, engines)


def save_index(index: Index, directory: Path) -> None:
    """Store the index; a reader sees the old one or the new one, never a part. Raises OSError."""
    contents = {language: shelf.contents for language, shelf in index.shelves.items()}
    write_contents(directory, index.manifest, index.by_id.values(), contents)


def load_index(
    directory: Path,
    passages: Iterable[Passage],
    tokenizer: Tokenizer,
    encoders: Sequence[Encoder] = (),
    engines: Engines = DEFAULT_ENGINES,
) -> Index:
    """The stored index of exactly these passages, tokenizer and encoders.

    Raises IndexStale when it is absent or of something else, IndexCorrupt when a file is missing or altered.
    """
    by_language = _by_language(passages)
    contents = read_contents(directory, _manifest(by_language, tokenizer, encoders))
    return _assemble(by_language, contents, tokenizer, encoders, engines)


def open_index(
    directory: Path,
    tokenizer: Tokenizer,
    encoders: Sequence[Encoder] = (),
    engines: Engines = DEFAULT_ENGINES,
) -> Index:
    """The stored index with the passages it was built from.

    Raises IndexStale when there is none or it was built by another tokenizer or encoder, IndexCorrupt.
    """
    return load_index(directory, read_passages(directory), tokenizer, encoders, engines)


def open_or_build(
    directory: Path | None,
    passages: Iterable[Passage],
    tokenizer: Tokenizer | None = None,
    encoders: Sequence[Encoder] = (),
    engines: Engines = DEFAULT_ENGINES,
) -> Index:
    """The stored index where it fits, else a new one, stored for the next start. No directory: in memory only.

    The index is derived, so one that is stale or corrupt is replaced, and one that cannot be stored is kept in memory;
    the process log says so.
    """
    kept = tuple(passages)
    tokenizer = tokenizer or Tokenizer(load_analyser())
    if directory is None:
        return build_index(kept, tokenizer, encoders, engines)
    try:
        return load_index(directory, kept, tokenizer, encoders, engines)
    except IndexStale as reason:
        _log.info("building the retrieval index: %s", reason)
    except IndexCorrupt as reason:
        _log.warning("building the retrieval index again: %s", reason)
    index = build_index(kept, tokenizer, encoders, engines)
    try:
        save_index(index, directory)
    except OSError as error:
        # Stored only to start faster the next time.
        _log.warning("the retrieval index cannot be stored: %s", error.strerror)
    return index


def _by_language(passages: Iterable[Passage]) -> dict[str, list[Passage]]:
    by_language: dict[str, list[Passage]] = {}
    for passage in sorted(passages, key=lambda each: each.document_id):
        by_language.setdefault(passage.language, []).append(passage)
    return dict(sorted(by_language.items()))


def _encoder_for(language: str, encoders: Sequence[Encoder]) -> Encoder | None:
    return next((encoder for encoder in encoders if language in encoder.languages), None)


def _manifest(
    by_language: Mapping[str, Sequence[Passage]], tokenizer: Tokenizer, encoders: Sequence[Encoder]
) -> Manifest:
    chosen = {language: _encoder_for(language, encoders) for language in by_language}
    return Manifest(
        corpus_hash=corpus_hash(passage for shelved in by_language.values() for passage in shelved),
        tokenizer=tokenizer.id,
        encoders={language: encoder.id if encoder else lsa_id(tokenizer) for language, encoder in chosen.items()},
    )


def _assemble(
    by_language: Mapping[str, Sequence[Passage]],
    contents: Mapping[str, ShelfContents],
    tokenizer: Tokenizer,
    encoders: Sequence[Encoder],
    engines: Engines,
) -> Index:
    shelves: dict[str, Shelf] = {}
    for language, shelved in by_language.items():
        filled = contents[language]
        encoder: Encoder
        if filled.space is None:
            encoder = next(given for given in encoders if language in given.languages)
        else:
            encoder = LsaEncoder(language, tokenizer, filled.terms.vocabulary, filled.space)
        shelves[language] = Shelf(language, shelved, filled, encoder, engines)
    return Index(_manifest(by_language, tokenizer, encoders), tokenizer, shelves)
