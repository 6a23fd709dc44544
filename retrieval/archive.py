"""Index contents on disk: a manifest that names, by SHA-256, the files of one generation. Arrays and JSON, no pickle.

A new generation is written beside the old one, and the manifest is replaced last, in one rename. Arrays are mapped into
memory, so processes on one machine share them and a large index loads as fast as its files can be checked.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from retrieval.bm25 import WordIndex
from retrieval.corpus import Passage, as_line, parse_corpus
from retrieval.dense import LatentSpace
from retrieval.errors import CorpusInvalid, IndexCorrupt, IndexStale
from retrieval.shelf import ShelfContents
from retrieval.sparse import SparseRows
from retrieval.terms import TermCounts

FORMAT_VERSION = 2
MANIFEST = "manifest.json"
PASSAGES = "passages.jsonl"
_GENERATION = "generation-"
_BUILDING = "building-"


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an index was made from; two indexes with one manifest rank alike. ``encoders``: encoder id by language."""

    corpus_hash: str
    tokenizer: str
    encoders: Mapping[str, str]
    version: int = FORMAT_VERSION


def write_contents(
    directory: Path, manifest: Manifest, passages: Iterable[Passage], contents: Mapping[str, ShelfContents]
) -> None:
    """Write a new generation, make it the current one, and remove the others. Raises OSError."""
    directory.mkdir(parents=True, exist_ok=True)
    # Another process may clean up generations at any moment; what is half written has a name it does not look for.
    building = Path(tempfile.mkdtemp(prefix=_BUILDING, dir=directory))
    generation = directory / building.name.replace(_BUILDING, _GENERATION, 1)
    try:
        (building / PASSAGES).write_text("".join(f"{as_line(passage)}\n" for passage in passages), encoding="utf-8")
        for language, shelf in contents.items():
            (building / _vocabulary_name(language)).write_bytes(_json_bytes(list(shelf.terms.vocabulary)))
            for name, array in _arrays(shelf).items():
                np.save(building / f"{language}.{name}.npy", array, allow_pickle=False)
        digests = {path.name: _durable_digest(path) for path in sorted(building.iterdir())}
        described = asdict(manifest) | {"generation": generation.name, "files": digests}
        (building / MANIFEST).write_bytes(_json_bytes(described))
        _durable_digest(building / MANIFEST)
        building.rename(generation)
    except BaseException:
        shutil.rmtree(building, ignore_errors=True)
        raise
    os.replace(generation / MANIFEST, directory / MANIFEST)
    for other in directory.glob(f"{_GENERATION}*"):
        if other != generation:
            shutil.rmtree(other, ignore_errors=True)


def read_contents(directory: Path, expected: Manifest) -> dict[str, ShelfContents]:
    """The stored contents by language. Raises IndexStale and IndexCorrupt, see there."""
    described = _described(directory)
    for name, wanted in asdict(expected).items():
        if described.get(name) != wanted:
            raise IndexStale(f"the stored index differs in {name}", differs=name)
    try:
        generation, digests = directory / str(described["generation"]), dict(described["files"])
        for name, digest in digests.items():
            _check(generation, name, digest)
        return {language: _read_shelf(generation, language, digests) for language in expected.encoders}
    except (KeyError, TypeError, ValueError, OSError) as error:
        raise IndexCorrupt("the stored index cannot be read", file=MANIFEST) from error


def read_passages(directory: Path) -> tuple[Passage, ...]:
    """The passages that a stored index was built from, each checked against its content hash.

    Raises IndexStale when there is no index or one of another format, IndexCorrupt when a file is missing or altered.
    """
    described = _described(directory)
    if described.get("version") != FORMAT_VERSION:
        raise IndexStale("the stored index differs in version", differs="version")
    try:
        generation, digest = directory / str(described["generation"]), dict(described["files"])[PASSAGES]
        _check(generation, PASSAGES, digest)
        return parse_corpus((generation / PASSAGES).read_bytes(), PASSAGES)
    except (KeyError, TypeError, ValueError, OSError, CorpusInvalid) as error:
        raise IndexCorrupt("the stored passages cannot be read", file=PASSAGES) from error


def read_manifest(directory: Path) -> Manifest:
    """What a stored index says it was made from. Raises IndexStale when there is none, IndexCorrupt."""
    described = _described(directory)
    try:
        return Manifest(**{name: described[name] for name in Manifest.__slots__})
    except KeyError as error:
        raise IndexCorrupt("the manifest lacks a key", file=MANIFEST) from error


def _described(directory: Path) -> dict[str, Any]:
    try:
        described = json.loads((directory / MANIFEST).read_bytes())
    except FileNotFoundError as error:
        raise IndexStale(f"there is no stored index in {directory}", differs=MANIFEST) from error
    except (OSError, ValueError) as error:
        raise IndexCorrupt("the manifest cannot be read", file=MANIFEST) from error
    if not isinstance(described, dict) or not isinstance(described.get("encoders"), dict):
        raise IndexCorrupt("the manifest is not one of an index", file=MANIFEST)
    return described


def _read_shelf(generation: Path, language: str, names: Iterable[str]) -> ShelfContents:
    vocabulary = json.loads((generation / _vocabulary_name(language)).read_bytes())
    prefix, ending = f"{language}.", ".npy"
    arrays = {
        name[len(prefix) : -len(ending)]: np.load(generation / name, mmap_mode="r", allow_pickle=False)
        for name in names
        if name.startswith(prefix) and name.endswith(ending)
    }
    rows, columns = arrays["shape"].tolist()
    counts = SparseRows(arrays["data"], arrays["indices"], arrays["starts"], (rows, columns))
    space = LatentSpace(arrays["idf"], arrays["projection"], arrays["strengths"]) if "projection" in arrays else None
    return ShelfContents(
        terms=TermCounts({term: number for number, term in enumerate(vocabulary)}, counts),
        words=WordIndex(arrays["word_data"], arrays["word_indices"], arrays["word_starts"]),
        space=space,
        vectors=arrays["vectors"],
        heads=arrays["heads"],
        graph=arrays.get("graph"),
    )


def _arrays(shelf: ShelfContents) -> dict[str, Any]:
    counts = shelf.terms.counts
    arrays: dict[str, Any] = {
        "data": counts.data,
        "indices": counts.indices,
        "starts": counts.indptr,
        "shape": np.array(counts.shape),
        "word_data": shelf.words.data,
        "word_indices": shelf.words.indices,
        "word_starts": shelf.words.starts,
        "vectors": shelf.vectors,
        "heads": shelf.heads,
    }
    if shelf.space is not None:
        arrays |= {
            "idf": shelf.space.idf,
            "projection": shelf.space.projection,
            "strengths": shelf.space.strengths,
        }
    return arrays if shelf.graph is None else arrays | {"graph": shelf.graph}


def _check(generation: Path, name: str, digest: str) -> None:
    try:
        found = _digest(generation / name)
    except OSError as error:
        raise IndexCorrupt(f"{name} cannot be read", file=name) from error
    if found != digest:
        raise IndexCorrupt(f"{name} was altered", file=name)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _durable_digest(path: Path) -> str:
    with path.open("rb") as file:
        os.fsync(file.fileno())
    return _digest(path)


def _json_bytes(value: Mapping[str, Any] | Sequence[str]) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode("utf-8")


def _vocabulary_name(language: str) -> str:
    return f"{language}.vocabulary.json"
