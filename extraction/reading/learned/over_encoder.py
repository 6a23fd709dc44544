"""A linear classifier over what the encoder hears of some words, their letters, and what they name.

Several small readers of whole utterances are made so: what they tell apart differs, what they look at does not.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from domain.remembering import remembered
from extraction.naming.mentions import Entry
from extraction.reading.learned.encoder import END, START, Encoder
from extraction.reading.learned.evidence import EvidenceReader
from extraction.reading.learned.linear import LinearModel, pack, unpack
from extraction.reading.learned.meaning import meaning
from extraction.text.lazy_regex import lazy_regex

BUCKETS: Final = 1 << 16
"""Buckets of the hash of an utterance's letters: a power of two."""

_PIECES: Final = 96
"""Most pieces that are read, the last ones: a question stands at the end."""

_HEARD: Final = 0.36
"""What the encoder's side weighs beside the letters; chosen on authors of readings that were left out."""

_MEANT: Final = 2.0
"""The same of what sets a meaning apart; chosen on authors of talks that were left out."""

_SHORTEST, _LONGEST = 2, 4
"""Letters that are looked at together, within a word and over its edges."""

_WORDS: Final = lazy_regex(r"[가-힣]+|[a-z']+|[0-9]+")
_MEDICINES: Final = frozenset({"medications", "drug_classes"})
_LETTERS: Final = "letters"
_WITHOUT_MEANING: Final = 4
"""Parts of the file of a classifier that looks at no meaning."""


@dataclass(frozen=True, eq=False)
class OverEncoder:
    """The classifier over the shipped encoder; without state of its own, so threads may share it."""

    encoder: Encoder
    weights: NDArray[np.float32]
    """(2 H, labels), or (3 H, labels) where the meaning of the words is looked at, too"""
    letters: LinearModel
    sentences: Encoder | None = None
    """Gives the meaning; None where what the first encoder hears is enough."""
    centre: NDArray[np.float32] | None = None
    """The mean meaning, (H,), which is taken off each."""

    @property
    def labels(self) -> tuple[str, ...]:
        """What is told apart, in the order of the scores."""
        return self.letters.labels

    def scores(self, text: str, named: tuple[str, ...]) -> NDArray[np.float64]:
        """The score of each label for ``text``, which names what :func:`what_is_named` gives."""
        return _scores(self, text, named)


@remembered
def _scores(model: OverEncoder, text: str, named: tuple[str, ...]) -> NDArray[np.float64]:
    states = heard(model.encoder, text)
    if model.sentences is not None and model.centre is not None:
        states = np.concatenate([states, apart(meaning(model.sentences, text), model.centre)])
    scores: NDArray[np.float64] = states @ model.weights + model.letters.scores(letters_of(text, named))
    return scores


def apart(meant: NDArray[np.float32], centre: NDArray[np.float32]) -> NDArray[np.float32]:
    """A meaning, or a row for each, as a classifier looks at it: by what sets it apart from the mean one."""
    return np.asarray((meant - centre) * np.float32(_MEANT))


@remembered
def heard(encoder: Encoder, text: str) -> NDArray[np.float32]:
    """What the encoder hears of ``text``: its opening and the mean of its pieces, each of the same length; (2 H,)."""
    ids = encoder.pieces.split(text, last=_PIECES)[0][-_PIECES:]
    states = encoder.states((START, *ids, END))
    inner = states[1:-1] if len(ids) else states
    return np.concatenate([_unit(states[0]), _unit(inner.mean(axis=0))]) * np.float32(_HEARD)


def _unit(vector: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9), dtype=np.float32)


def what_is_named(entries: Iterable[Entry]) -> tuple[str, ...]:
    """The kinds of what an ask names, and beside medicines also what it is, with all that is wider."""
    found = set()
    for entry in entries:
        found.add(f"K:{entry.kind}")
        if entry.kind not in _MEDICINES:
            found.update(f"C:{one}" for one in (entry.concept_id, *entry.broader))
    return tuple(sorted(found))


def letters_of(text: str, named: Iterable[str]) -> list[int]:
    """The buckets of the letters of an ask, of its words in pairs, and of what it names."""
    found = {"?" if "?" in text else ".", *named}
    words = _WORDS.findall(text.casefold())
    found.update(f"{one} {other}" for one, other in pairwise(words))
    for word in words:
        edged = f" {word} "
        found.add(edged)
        for length in range(_SHORTEST, _LONGEST + 1):
            found.update(edged[at : at + length] for at in range(len(edged) - length + 1))
    return buckets_of(found)


def buckets_of(features: Iterable[str]) -> list[int]:
    """The buckets of features, each once, in order."""
    return sorted({crc32(one.encode()) & (BUCKETS - 1) for one in features})


def packed(
    weights: NDArray[np.float64], letters: LinearModel, encoder: str, centre: NDArray[np.float32] | None = None
) -> bytes:
    """The bytes of a model file: the encoder's side in 8 bits with a scale for each label, then the letters'.

    ``encoder`` is the version of the one that it was fitted on, ``centre`` the mean meaning where that is looked at.
    """
    scales = np.abs(weights).max(axis=0) / 127
    head = json.dumps({"encoder": encoder, "heard": list(weights.shape)}, sort_keys=True).encode()
    parts = (
        head,
        scales.astype("<f4").tobytes(),
        zlib.compress(np.rint(weights / scales).astype(np.int8).tobytes(), 9),
        pack({_LETTERS: letters}),
        *(() if centre is None else (centre.astype("<f4").tobytes(),)),
    )
    return b"".join(len(part).to_bytes(4, "little") + part for part in parts)


def unpacked(content: bytes, evidence: EvidenceReader, sentences: Encoder | None = None) -> OverEncoder:
    """The classifier of a model file's bytes; ``sentences`` gives meanings to one that looks at them.

    Raises ValueError over another encoder than it was fitted on.
    """
    parts, at = [], 0
    while at < len(content):
        size = int.from_bytes(content[at : at + 4], "little")
        parts.append(content[at + 4 : at + 4 + size])
        at += 4 + size
    about = json.loads(parts[0])
    if about["encoder"] != tuned_version(evidence):
        raise ValueError("A classifier was fitted on another encoder: run make train.")
    whole = np.frombuffer(zlib.decompress(parts[2]), dtype=np.int8).reshape(about["heard"]).astype(np.float32)
    weights = np.asarray(whole * np.frombuffer(parts[1], dtype="<f4"), dtype=np.float32)
    [letters] = unpack(parts[3]).by_name.values()
    centre = np.frombuffer(parts[4], dtype="<f4") if len(parts) > _WITHOUT_MEANING else None
    return OverEncoder(evidence.encoder, weights, letters, sentences, centre)


def tuned_version(evidence: EvidenceReader) -> str:
    """The version of an encoder, in whatever numbers it reckons."""
    return evidence.version.partition("-")[0]
