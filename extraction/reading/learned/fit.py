"""How likely a passage answers an ask: where both lie among questions and answers, and a model of what relates them.

A projection of meanings sets each ask near the passages that answer such asks; it was fitted on the wordings of common
questions. Whether one answers is weighed by a linear model and by trees over what relates it to the ask, fitted on
pairs that were judged by readers (``training/fit``). Nothing here reads words.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from domain.remembering import remembered
from extraction.reading.learned.encoder import Encoder
from extraction.reading.learned.encoder_files import load_sentence_encoder, packed, unpacked_arrays
from extraction.reading.learned.faq import meant_by
from extraction.reading.learned.linear import MODELS
from extraction.reading.learned.weigher import Weigher, stored

MODEL: Final = "fit.npz"
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PassagePlaces:
    """The passages of one language, a row each in the order of ``ids``.

    ``places`` int8 (n, W) times ``scale`` is where each lies, of length about one; ``named`` holds the concepts that it
    names, with all that is wider, and ``often`` in how many of them the beginning of a word stands.
    """

    ids: tuple[str, ...]
    places: NDArray[np.int8]
    scale: float
    named: tuple[Collection[str], ...]
    often: Mapping[str, int]

    @cached_property
    def row_of(self) -> dict[str, int]:
        """The row of each passage by its id."""
        return {one: at for at, one in enumerate(self.ids)}

    def near(self, place: NDArray[np.float32]) -> Floats:
        """How near each passage lies to a place, as a cosine rounded to four digits; (n,)."""
        found: Floats = np.round((self.places.astype(np.float32) @ place).astype(np.float64) * self.scale, 4)
        return found


@dataclass(frozen=True, eq=False)
class FitModel:
    """The shipped models; without state of its own, so threads may share it.

    With places of W numbers ``centre`` (2 H) and ``toward`` (2 H, W) lay an ask among the passages; ``weigher`` weighs
    what relates the two.
    """

    encoder: Encoder
    version: str
    names: tuple[str, ...]
    passages: Mapping[str, PassagePlaces]
    centre: NDArray[np.float32]
    toward: NDArray[np.float32]
    weigher: Weigher

    def place(self, ask: str, whole: str) -> NDArray[np.float32]:
        """Where ``ask`` lies, behind what was said before it in ``whole``; (W,), of length one."""
        return _place(self, ask, whole)

    def probabilities(self, rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
        """How likely each row of F features is that of a passage that answers, rounded to three digits."""
        return self.weigher.probabilities(rows)


@remembered
def _place(model: FitModel, ask: str, whole: str) -> NDArray[np.float32]:
    found = (meant_by(model.encoder, whole=whole, ask=ask) - model.centre) @ model.toward
    return np.asarray(found / max(float(np.linalg.norm(found)), 1e-9), dtype=np.float32)


def packed_fit(
    version: str, names: Sequence[str], arrays: Mapping[str, NDArray[Any]], passages: Mapping[str, PassagePlaces]
) -> bytes:
    """The bytes of a model file: the arrays of :class:`FitModel` by their names, and the passages by language."""
    concepts = sorted({each for one in passages.values() for named in one.named for each in named})
    number = {one: at for at, one in enumerate(concepts)}
    about = {
        "version": version, "names": list(names), "concepts": concepts,
        "passages": {
            language: {
                "ids": list(one.ids), "scale": one.scale, "often": dict(sorted(one.often.items())),
                "named": [sorted(number[each] for each in named) for named in one.named],
            }
            for language, one in sorted(passages.items())
        },
    }  # fmt: skip
    content = json.dumps(about, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    kept: dict[str, NDArray[Any]] = {"about": np.frombuffer(content.encode(), np.uint8)}
    kept |= {name: arrays[name].astype(np.float16) for name in ("centre", "toward")}
    kept |= stored(arrays)
    kept |= {f"places.{language}": one.places for language, one in passages.items()}
    return packed(kept)


def fit_model(content: bytes, encoder: Encoder) -> FitModel:
    """The models of a file's bytes."""
    arrays = unpacked_arrays(content)
    about = json.loads(arrays["about"].tobytes())
    concepts = about["concepts"]
    passages = {
        language: PassagePlaces(
            tuple(one["ids"]), arrays[f"places.{language}"], float(one["scale"]),
            # A set takes four times as much, and few of thousands are looked at.
            tuple(tuple(concepts[each] for each in named) for named in one["named"]), one["often"],
        )
        for language, one in about["passages"].items()
    }  # fmt: skip
    centre, toward = (arrays[name].astype(np.float32) for name in ("centre", "toward"))
    return FitModel(encoder, about["version"], tuple(about["names"]), passages, centre, toward, Weigher.of(arrays))


def load_fit() -> FitModel:
    """The shipped models over the shipped encoder."""
    return fit_model(MODELS.joinpath(MODEL).read_bytes(), load_sentence_encoder())
