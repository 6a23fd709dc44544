"""Index contents on disk: a manifest that names, by SHA-256, the files of one generation. Arrays and JSON, no pickle.

A new generation is written beside the old one, and the manifest is replaced last, in one rename.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from scipy.sparse import csr_matrix

from retrieval.dense import LatentSpace
from retrieval.errors import IndexCorrupt, IndexStale
from retrieval.shelf import ShelfContents
from retrieval.terms import TermCounts

FORMAT_VERSION = 1
MANIFEST = "manifest.json"
_GENERATION = "generation-"
_BUILDING = "building-"


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an index was made from; two indexes with one manifest rank alike. ``encoders``: encoder id by language."""

    corpus_hash: str
    tokenizer: str
    encoders: Mapping[str, str]
    version: int = FORMAT_VERSION


def write_contents(directory: Path, manifest: Manifest, contents: Mapping[str, ShelfContents]) -> None:
    """Write a new generation, make it the current one, and remove the others. Raises OSError."""
    directory.mkdir(parents=True, exist_ok=True)
    # Another process may clean up generations at any moment; what is half written has a name it does not look for.
    building = Path(tempfile.mkdtemp(prefix=_BUILDING, dir=directory))
    generation = directory / building.name.replace(_BUILDING, _GENERATION, 1)
    digests: dict[str, str] = {}
    for language, shelf in contents.items():
        for name, content in (
            (_arrays_name(language), _arrays(shelf)),
            (_vocabulary_name(language), _json_bytes(list(shelf.terms.vocabulary))),
        ):
            _write_durably(building / name, content)
            digests[name] = hashlib.sha256(content).hexdigest()
    described = asdict(manifest) | {"generation": generation.name, "files": digests}
    _write_durably(building / MANIFEST, _json_bytes(described))
    building.rename(generation)
    os.replace(generation / MANIFEST, directory / MANIFEST)
    for other in directory.glob(f"{_GENERATION}*"):
        if other != generation:
            shutil.rmtree(other, ignore_errors=True)


def read_contents(directory: Path, expected: Manifest) -> dict[str, ShelfContents]:
    """The stored contents by language. Raises IndexStale and IndexCorrupt, see there."""
    described = _read_manifest(directory)
    for name, wanted in asdict(expected).items():
        if described.get(name) != wanted:
            raise IndexStale(f"the stored index differs in {name}", differs=name)
    try:
        generation, digests = str(described["generation"]), dict(described["files"])
        return {language: _read_shelf(directory / generation, language, digests) for language in expected.encoders}
    except (KeyError, TypeError, ValueError, BadZipFile) as error:
        raise IndexCorrupt("the stored index cannot be read", file=MANIFEST) from error


def _read_manifest(directory: Path) -> dict[str, Any]:
    try:
        described = json.loads((directory / MANIFEST).read_bytes())
    except FileNotFoundError as error:
        raise IndexStale("there is no stored index", differs=MANIFEST) from error
    except (OSError, ValueError) as error:
        raise IndexCorrupt("the manifest cannot be read", file=MANIFEST) from error
    if not isinstance(described, dict):
        raise IndexCorrupt("the manifest is not an object", file=MANIFEST)
    return described


def _read_shelf(generation: Path, language: str, digests: Mapping[str, str]) -> ShelfContents:
    arrays_name, vocabulary_name = _arrays_name(language), _vocabulary_name(language)
    arrays = _read_checked(generation, arrays_name, digests[arrays_name])
    vocabulary = json.loads(_read_checked(generation, vocabulary_name, digests[vocabulary_name]))
    with np.load(io.BytesIO(arrays), allow_pickle=False) as stored:
        counts = csr_matrix((stored["data"], stored["indices"], stored["starts"]), shape=tuple(stored["shape"]))
        latent = "projection" in stored
        space = LatentSpace(stored["idf"], stored["projection"], stored["strengths"]) if latent else None
        terms = TermCounts({term: number for number, term in enumerate(vocabulary)}, counts)
        return ShelfContents(terms, space, stored["vectors"], stored["heads"])


def _read_checked(generation: Path, name: str, digest: str) -> bytes:
    try:
        content = (generation / name).read_bytes()
    except OSError as error:
        raise IndexCorrupt(f"{name} cannot be read", file=name) from error
    if hashlib.sha256(content).hexdigest() != digest:
        raise IndexCorrupt(f"{name} was altered", file=name)
    return content


def _arrays(shelf: ShelfContents) -> bytes:
    counts = shelf.terms.counts
    arrays: dict[str, Any] = {
        "data": counts.data,
        "indices": counts.indices,
        "starts": counts.indptr,
        "shape": np.array(counts.shape),
        "vectors": shelf.vectors,
        "heads": shelf.heads,
    }
    if shelf.space is not None:
        arrays |= {"idf": shelf.space.idf, "projection": shelf.space.projection, "strengths": shelf.space.strengths}
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


def _json_bytes(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode("utf-8")


def _write_durably(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _arrays_name(language: str) -> str:
    return f"{language}.npz"


def _vocabulary_name(language: str) -> str:
    return f"{language}.vocabulary.json"
