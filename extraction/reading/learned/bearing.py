"""How likely an answer to an ask of the record needs a sentence that was said: the model of what relates the two.

It was fitted on asks of talks whose authors, and readers, marked the words that a good answer needs
(``training/bearing``). Nothing here reads words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from extraction.reading.learned.encoder import Encoder
from extraction.reading.learned.encoder_files import load_sentence_encoder, packed, unpacked_arrays
from extraction.reading.learned.linear import MODELS
from extraction.reading.learned.weigher import Weigher, stored

MODEL: Final = "bearing.npz"


@dataclass(frozen=True, eq=False)
class BearingModel:
    """The shipped model: ``encoder`` gives the meanings from which some of the features ``names`` are made."""

    encoder: Encoder
    version: str
    names: tuple[str, ...]
    weigher: Weigher


def packed_bearing(version: str, names: Sequence[str], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """The bytes of a model file."""
    content = json.dumps({"version": version, "names": list(names)}, sort_keys=True, separators=(",", ":"))
    return packed({"about": np.frombuffer(content.encode(), np.uint8)} | stored(arrays))


def bearing_model(content: bytes, encoder: Encoder) -> BearingModel:
    """The model of a file's bytes."""
    arrays = unpacked_arrays(content)
    about = json.loads(arrays["about"].tobytes())
    return BearingModel(encoder, about["version"], tuple(about["names"]), Weigher.of(arrays))


def load_bearing() -> BearingModel:
    """The shipped model over the shipped encoder."""
    return bearing_model(MODELS.joinpath(MODEL).read_bytes(), load_sentence_encoder())
