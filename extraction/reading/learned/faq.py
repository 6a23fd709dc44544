"""Which of the common questions an utterance asks: the shipped list is told apart by a small network.

Thousands of questions are too many for a classifier of each: what the words mean as a whole, alone and behind what was
said before, their letters, what they name and what stands on record are laid into one short vector, and each question
has its place among those.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from domain.remembering import remembered
from extraction.naming.mentions import Entry
from extraction.reading.learned.encoder import Encoder
from extraction.reading.learned.encoder_files import load_sentence_encoder, packed, unpacked_arrays
from extraction.reading.learned.linear import MODELS
from extraction.reading.learned.meaning import meaning
from extraction.reading.learned.over_encoder import letters_of

MODEL: Final = "faq.npz"
OTHER: Final = ""
"""The label of words that ask none of the questions."""

_UNLIKELIEST: Final = -20.0
"""The least logarithm of a probability that is told."""

Groups = tuple[frozenset[str], ...]
"""What an answer rests on: of each group one concept has to be there."""


@dataclass(frozen=True, eq=False)
class LearnedFaq:
    """The shipped network; without state of its own, so threads may share it.

    With D the width of the vector and N the questions and OTHER: ``centre`` (2 H) is taken off the meanings,
    ``meanings`` (2 H, D), ``letters`` int8 (rows, D) with ``scale`` and the row of each bucket, ``places`` (D, N),
    ``biases`` (N).
    """

    encoder: Encoder
    pairs: tuple[str, ...]
    rests_on: Mapping[str, Groups]
    centre: NDArray[np.float32]
    meanings: NDArray[np.float32]
    letters: NDArray[np.int8]
    row_of: NDArray[np.int32]
    scale: float
    places: NDArray[np.float32]
    biases: NDArray[np.float32]

    def log_odds(self, ask: str, before: str, around: tuple[str, ...]) -> Mapping[str, float]:
        """The logarithm of the probability of every question by its pair, and of OTHER; rounded to three digits.

        ``before`` is what the patient said just before, ``around`` what :func:`surroundings` gives.
        """
        scores = _scores(self, ask, before, around)
        likely = scores - scores.max()
        likely = np.maximum(likely - np.log(np.exp(likely).sum()), _UNLIKELIEST)
        return dict(zip(self.pairs, np.round(likely.astype(np.float64), 3).tolist(), strict=True))

    def groups(self, pair: str) -> Groups:
        """What the answer of a question rests on; empty for a pair that is none."""
        return self.rests_on.get(pair, ())


@remembered
def _scores(model: LearnedFaq, ask: str, before: str, around: tuple[str, ...]) -> NDArray[np.float32]:
    whole = together(before, ask)
    buckets = letters_of(whole, around)
    rows = model.row_of[buckets]
    spelt = model.letters[rows[rows >= 0]].sum(axis=0, dtype=np.int64) * (model.scale / np.sqrt(max(1, len(buckets))))
    meant = meant_by(model.encoder, ask, whole) - model.centre
    scores: NDArray[np.float32] = (meant @ model.meanings + spelt) @ model.places + model.biases
    return scores


def together(before: str, ask: str) -> str:
    """An ask behind what was said before it."""
    return f"{before.rstrip(' .')}. {ask}" if before else ask


def meant_by(encoder: Encoder, ask: str, whole: str) -> NDArray[np.float32]:
    """What the words mean behind what was said before, and alone; (2 H,)."""
    return np.concatenate([meaning(encoder, whole), meaning(encoder, ask)])


def surroundings(named: Iterable[Entry], known: Iterable[str]) -> tuple[str, ...]:
    """What a question stands amid: what it names, with all that is wider, and the concepts that stand on record."""
    found = {f"C:{one}" for entry in named for one in (entry.concept_id, *entry.broader)}
    return tuple(sorted(found | {f"R:{one}" for one in known}))


def packed_faq(
    pairs: Sequence[str],
    rests_on: Mapping[str, Sequence[Sequence[str]]],
    arrays: Mapping[str, NDArray[Any]],
) -> bytes:
    """The bytes of a model file: numbers in 16 bits, the letters' in 8."""
    about = json.dumps({"pairs": list(pairs), "rests_on": rests_on}, sort_keys=True)
    letters = arrays["letters"]
    scale = float(np.abs(letters).max()) / 127
    kept: dict[str, NDArray[Any]] = {
        "letters": np.rint(letters / scale).astype(np.int8), "row_of": arrays["row_of"].astype(np.int32),
        "scale": np.array([scale], np.float32), "about": np.frombuffer(about.encode(), np.uint8),
        **{name: arrays[name].astype(np.float16) for name in _NUMBERS},
    }  # fmt: skip
    return packed(kept)


def faq_reader(content: bytes, encoder: Encoder) -> LearnedFaq:
    """The reader of a model file's bytes."""
    arrays = unpacked_arrays(content)
    about = json.loads(arrays["about"].tobytes())
    rests_on = {pair: tuple(frozenset(group) for group in groups) for pair, groups in about["rests_on"].items()}
    centre, meanings, places, biases = (arrays[name].astype(np.float32) for name in _NUMBERS)
    return LearnedFaq(
        encoder, tuple(about["pairs"]), rests_on, centre, meanings, arrays["letters"], arrays["row_of"],
        float(arrays["scale"][0]), places, biases,
    )  # fmt: skip


def load_faq() -> LearnedFaq:
    """The shipped network over the shipped encoder."""
    return faq_reader(MODELS.joinpath(MODEL).read_bytes(), load_sentence_encoder())


_NUMBERS: Final = ("centre", "meanings", "places", "biases")
