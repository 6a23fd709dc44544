"""The life of a stored index: built, added to, taken from. Whoever reads it sees the old one or the new, never a part.

Adding and removing build anew from all passages, so they equal a fresh build; what was tokenised and encoded before is
kept, so they cost only what is new and the fitting, and a build that was cut short goes on where it was.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from retrieval.archive import read_manifest, read_passages
from retrieval.corpus import Passage
from retrieval.dense import Encoder
from retrieval.errors import CorpusInvalid, DocumentUnknown, IndexBusy, IndexStale
from retrieval.index import Index, build_index, save_index
from retrieval.tokens import Tokenizer
from retrieval.work import Progress, kept_work, unheard


def build_library(
    directory: Path,
    passages: Iterable[Passage],
    tokenizer: Tokenizer,
    encoders: Sequence[Encoder] = (),
    progress: Progress = unheard,
) -> Index:
    """Build and store an index of exactly these passages; whatever was stored is replaced at the end.

    Raises CorpusInvalid when there is none, IndexBusy, EncoderUnavailable and OSError; the old index then stays.
    """
    with _building(directory):
        return _build(directory, passages, tokenizer, encoders, progress)


def add_passages(
    directory: Path,
    passages: Iterable[Passage],
    tokenizer: Tokenizer,
    encoders: Sequence[Encoder] = (),
    replace: bool = False,
    progress: Progress = unheard,
) -> Index:
    """Add to the stored index. An id that is there already is refused with CorpusInvalid unless ``replace``.

    Raises as build_library, and IndexStale or IndexCorrupt when there is no index to add to.
    """
    with _building(directory):
        stored = {passage.document_id: passage for passage in read_passages(directory)}
        new = {passage.document_id: passage for passage in passages}
        twice = sorted(stored.keys() & new.keys())
        if twice and not replace:
            raise CorpusInvalid(
                f"{len(twice)} ids are in the index already, such as {twice[0]}; `--replace` exchanges them",
                file="",
                line=0,
                rule="duplicate id",
            )
        _same_encoders(directory, encoders)
        return _build(directory, (stored | new).values(), tokenizer, encoders, progress)


def remove_passages(
    directory: Path,
    document_ids: Iterable[str],
    tokenizer: Tokenizer,
    encoders: Sequence[Encoder] = (),
    progress: Progress = unheard,
) -> Index:
    """Take passages from the stored index by id; ``name#*`` means every part of a file or a long passage.

    Raises DocumentUnknown for an id that is not there, CorpusInvalid when nothing would be left, and as add_passages.
    """
    with _building(directory):
        stored = read_passages(directory)
        gone: set[str] = set()
        for document_id in document_ids:
            meant = _meant(document_id, stored)
            if not meant:
                raise DocumentUnknown(f"No passage has the id {document_id}.", document=document_id)
            gone |= meant
        _same_encoders(directory, encoders)
        kept = [passage for passage in stored if passage.document_id not in gone]
        return _build(directory, kept, tokenizer, encoders, progress)


def _build(
    directory: Path, passages: Iterable[Passage], tokenizer: Tokenizer, encoders: Sequence[Encoder], progress: Progress
) -> Index:
    with kept_work(directory, progress) as work:
        index = build_index(passages, tokenizer, encoders, work=work)
        save_index(index, directory)
        work.forget_unused()
    return index


def _same_encoders(directory: Path, encoders: Sequence[Encoder]) -> None:
    """Raises IndexStale where another encoder than the stored one would be taken in silence."""
    for language, stored in read_manifest(directory).encoders.items():
        here = next((encoder.id for encoder in encoders if language in encoder.languages), "lsa")
        if here != stored and not (here == "lsa" and stored.startswith("lsa")):
            raise IndexStale(f"the index was built with {stored}; name the same encoder", differs="encoders")


def _meant(document_id: str, stored: Iterable[Passage]) -> set[str]:
    if document_id.endswith("#*"):
        prefix = document_id[:-1]
        return {passage.document_id for passage in stored if passage.document_id.startswith(prefix)}
    return {passage.document_id for passage in stored if passage.document_id == document_id}


@contextmanager
def _building(directory: Path) -> Iterator[None]:
    directory.mkdir(parents=True, exist_ok=True)
    with (directory / "lock").open("a") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise IndexBusy from None
        yield
