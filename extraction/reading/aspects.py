"""Which side of its subject a general question is about: a missed dose, alcohol, what it means, when to worry.

One linear classifier over what the encoder hears of the words of an ask, its letters and what it names. It tells the
side alone: of what is asked, and whether there is anything to say on it, others find.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Protocol
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from domain.remembering import remembered
from extraction.naming.mentions import Entry
from extraction.reading.encoder import END, START, Encoder
from extraction.reading.evidence import EvidenceReader
from extraction.reading.linear import MODELS, LinearModel, pack, unpack

ASPECTS: Final = (
    "purpose", "onset", "duration", "timing", "technique", "missed_dose", "extra_dose", "vomited_dose", "stopping",
    "side_effects", "dependence", "storage", "monitoring", "substitute", "alcohol", "food", "supplements",
    "pain_and_cold_medicine", "vaccination", "dental_and_surgery", "driving", "exercise", "travel", "heat_and_bathing",
    "smoking", "pregnancy", "breast_feeding", "sex_and_contraception", "contagion", "heredity", "meaning", "cause",
    "signs", "outlook", "self_care", "warning_signs", "test_preparation",
)  # fmt: skip
"""The sides of a medicine, an illness or a test that general questions are about."""

RECORD: Final = "record"
"""What is answered from the patient's own record."""

OTHER: Final = "other"
"""A general question about none of the aspects."""

LABELS: Final = (*ASPECTS, RECORD, OTHER)

MODEL: Final = "aspects.npz"

BUCKETS: Final = 1 << 16
"""Buckets of the hash of an ask's letters: a power of two."""

_PIECES: Final = 96
"""Most pieces of an ask that are read, its last ones: the question stands at the end."""

_HEARD: Final = 0.36
"""What the encoder's side weighs beside the letters; chosen on authors of readings that were left out."""

_SHORTEST, _LONGEST = 2, 4
"""Letters that are looked at together, within a word and over its edges."""

_WORDS: Final = re.compile(r"[가-힣]+|[a-z']+|[0-9]+")
_MEDICINES: Final = frozenset({"medications", "drug_classes"})


@dataclass(frozen=True, slots=True)
class Aspect:
    """The likeliest label with its probability, and the next one with its own."""

    label: str
    probability: float
    next_label: str
    next_probability: float


class AspectReader(Protocol):
    """Reads the aspect of the words of one ask; deterministic."""

    def read(self, text: str, named: tuple[str, ...]) -> Aspect:
        """The aspect of ``text``, which names what :func:`what_is_named` gives; no text raises."""
        ...


@dataclass(frozen=True, eq=False)
class LearnedAspects:
    """The shipped classifier over the shipped encoder; without state of its own, so threads may share it."""

    encoder: Encoder
    weights: NDArray[np.float32]
    """(2 H, labels)"""
    letters: LinearModel

    def read(self, text: str, named: tuple[str, ...]) -> Aspect:
        """The likeliest labels of ``text``."""
        return _read(self, text, named)


@remembered
def _read(aspects: LearnedAspects, text: str, named: tuple[str, ...]) -> Aspect:
    scores = heard(aspects.encoder, text) @ aspects.weights + aspects.letters.scores(letters_of(text, named))
    raised = np.exp(scores - scores.max())
    # Rounded, so that a last bit that differs between machines decides nothing.
    likely = np.round(raised / raised.sum(), 3)
    best, second = np.argsort(-likely, kind="stable")[:2]
    labels = aspects.letters.labels
    return Aspect(labels[best], float(likely[best]), labels[second], float(likely[second]))


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
    return sorted({crc32(one.encode()) & (BUCKETS - 1) for one in found})


def packed(weights: NDArray[np.float64], letters: LinearModel, encoder: str) -> bytes:
    """The bytes of a model file: the encoder's side in 8 bits with a scale for each label, then the letters'.

    ``encoder`` is the version of the one that it was fitted on.
    """
    scales = np.abs(weights).max(axis=0) / 127
    head = json.dumps({"encoder": encoder, "heard": list(weights.shape)}, sort_keys=True).encode()
    parts = (
        head,
        scales.astype("<f4").tobytes(),
        zlib.compress(np.rint(weights / scales).astype(np.int8).tobytes(), 9),
        pack({"aspect": letters}),
    )
    return b"".join(len(part).to_bytes(4, "little") + part for part in parts)


def unpacked(content: bytes, evidence: EvidenceReader) -> LearnedAspects:
    """The reader of a model file's bytes. Raises ValueError over another encoder than it was fitted on."""
    parts, at = [], 0
    while at < len(content):
        size = int.from_bytes(content[at : at + 4], "little")
        parts.append(content[at + 4 : at + 4 + size])
        at += 4 + size
    about = json.loads(parts[0])
    if about["encoder"] != tuned_version(evidence):
        raise ValueError("The reader of aspects was fitted on another encoder: run make train.")
    whole = np.frombuffer(zlib.decompress(parts[2]), dtype=np.int8).reshape(about["heard"]).astype(np.float32)
    weights = np.asarray(whole * np.frombuffer(parts[1], dtype="<f4"), dtype=np.float32)
    return LearnedAspects(evidence.encoder, weights, unpack(parts[3])["aspect"])


def load_aspects(evidence: EvidenceReader) -> LearnedAspects:
    """The shipped model over the shipped encoder."""
    return unpacked(MODELS.joinpath(MODEL).read_bytes(), evidence)


def tuned_version(evidence: EvidenceReader) -> str:
    """The version of an encoder, in whatever numbers it reckons."""
    return evidence.version.partition("-")[0]
