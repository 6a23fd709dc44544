"""The files of the encoder: the pretrained part in 4 bits, and what was tuned on the readings in 8."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from extraction.reading.learned.encoder import UNKNOWN, Encoder, FloatLayers, Floats, Layer, Layers, unpacked
from extraction.reading.learned.evidence import Dense, EvidenceReader, Heads
from extraction.reading.learned.linear import MODELS
from extraction.reading.learned.quantised import IntegerLayer, IntegerLayers, Matrix, has_runtime
from extraction.reading.learned.word_pieces import WordPieces
from extraction.text.lazy_regex import lazy_regex

PRETRAINED: Final = "encoder.npz"
TUNED: Final = "evidence.npz"
UPPER: Final = "meaning.npz"

LAYER_PARTS: Final = ("qkv", "out", "inner", "outer")
"""The weight matrices of a layer, by the names of the files."""

_OF_A_LAYER: Final = lazy_regex(r"l\d+\.")
"""How the names of a layer's arrays begin."""

_HEAD_MAPS: Final = ("item", "role", "state", "change", "certain", "arc", "arc.out", "utt", "act", "ask", "red", "tag")
_HEAD_TABLES: Final = ("nofact", "kind", "arck", "dist")

Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, eq=False)
class _Pretrained:
    """The pieces, their embeddings and the lower layers, on which several encoders stand."""

    arrays: dict[str, NDArray[Any]]
    digest: str
    pieces: WordPieces
    count: int
    """How many layers there are."""

    @staticmethod
    def of(content: bytes) -> _Pretrained:
        arrays = unpacked_arrays(content)
        pieces = bytes(arrays["pieces"]).decode().split("\n")
        count = sum(name.endswith(".norms") for name in arrays)
        return _Pretrained(arrays, digest(content), WordPieces(pieces, arrays["scores"].tolist(), UNKNOWN), count)

    @property
    def float_layers(self) -> tuple[Layer, ...]:
        return tuple(_layer(self.arrays, at, _four_bits) for at in range(self.count))

    @cached_property
    def integer_layers(self) -> IntegerLayers:
        """The layers in 8 bits, once for all encoders; in 4 bits nobody needs them any more."""
        found = IntegerLayers(tuple(_integer_layer(self.arrays, at, _four_bits_again) for at in range(self.count)))
        for name in [name for name in self.arrays if _OF_A_LAYER.match(name)]:
            del self.arrays[name]
        return found

    def encoder(self, layers: Layers) -> Encoder:
        own = self.arrays
        return Encoder(self.pieces, own["nibbles"], own["scales"], _number(own["positions"]), own["norm"], layers)


@cache
def _shipped() -> _Pretrained:
    return _Pretrained.of(MODELS.joinpath(PRETRAINED).read_bytes())


@cache
def load_evidence_reader() -> EvidenceReader:
    """The shipped encoder with its heads, loaded once a process."""
    return _evidence_reader(_shipped(), MODELS.joinpath(TUNED).read_bytes(), has_runtime())


def evidence_reader(pretrained: bytes, tuned: bytes, *, integers: bool | None = None) -> EvidenceReader:
    """The encoder of two files' bytes. Raises ValueError for files that do not belong together.

    ``integers`` tells whether its layers reckon in 8-bit integers; where it is None they do if ONNX Runtime is there.
    """
    return _evidence_reader(_Pretrained.of(pretrained), tuned, has_runtime() if integers is None else integers)


def _evidence_reader(below: _Pretrained, tuned: bytes, integers: bool) -> EvidenceReader:
    above = unpacked_arrays(tuned)
    about = json.loads(bytes(above["about"]).decode())
    if about["pretrained"] != below.digest:
        raise ValueError("The tuned layers of the encoder belong to another pretrained part: run make tune.")
    last = range(about["first"], about["last"])
    layers: Layers
    if integers:
        tuned_layers = tuple(_integer_layer(above, at, _as_tuned) for at in last)
        layers = IntegerLayers(tuned_layers, below=below.integer_layers)
    else:
        layers = FloatLayers((*below.float_layers, *(_layer(above, at, _eight_bits) for at in last)))
    maps = {name: Dense(_number(above[f"{name}.w"].T), _number(above[f"{name}.b"])) for name in _HEAD_MAPS}
    tables = {name: _number(above[name]) for name in _HEAD_TABLES}
    labels = {name: tuple(values) for name, values in about["labels"].items()}
    without = frozenset(about.get("without", ()))
    version = f"{digest(tuned)}-{layers.name}"
    return EvidenceReader(below.encoder(layers), Heads(maps, tables, labels), version, without)


@cache
def load_sentence_encoder() -> Encoder:
    """All layers of the encoder as they were pretrained, loaded once a process."""
    below, above = _shipped(), unpacked_arrays(MODELS.joinpath(UPPER).read_bytes())
    if above["pretrained"].tobytes().decode() != below.digest:
        raise ValueError("The upper layers of the encoder belong to another lower part: run training.pretrained.")
    count = sum(name.endswith(".norms") for name in above)
    last = range(below.count, below.count + count)
    layers: Layers
    if has_runtime():
        upper = tuple(_integer_layer(above, at, _four_bits_again) for at in last)
        layers = IntegerLayers(upper, below=below.integer_layers)
    else:
        layers = FloatLayers((*below.float_layers, *(_layer(above, at, _four_bits) for at in last)))
    return below.encoder(layers)


def lower_encoder(pretrained: bytes) -> Encoder:
    """The encoder's pretrained layers alone, in floats: what the tuned ones are tuned over."""
    below = _Pretrained.of(pretrained)
    return below.encoder(FloatLayers(below.float_layers))


def digest(content: bytes) -> str:
    """The beginning of the SHA-256 of a file."""
    return hashlib.sha256(content).hexdigest()[:12]


def packed(arrays: Arrays) -> bytes:
    """The bytes of a file; the same arrays give the same bytes."""
    out = io.BytesIO()
    np.savez(out, allow_pickle=False, **{name: arrays[name] for name in sorted(arrays)})
    return out.getvalue()


def unpacked_arrays(content: bytes) -> dict[str, NDArray[Any]]:
    """The arrays of a file's bytes, by name."""
    with np.load(io.BytesIO(content), allow_pickle=False) as found:
        return {name: found[name] for name in found.files}


def _layer(arrays: Arrays, at: int, weights: Callable[[Arrays, str], Floats]) -> Layer:
    whole = [np.ascontiguousarray(weights(arrays, f"l{at}.{part}").T) for part in LAYER_PARTS]
    biases = [_number(arrays[f"l{at}.{part}.b"]) for part in LAYER_PARTS]
    return Layer(
        whole[0], biases[0], whole[1], biases[1], whole[2], biases[2], whole[3], biases[3],
        _number(arrays[f"l{at}.norms"]),
    )  # fmt: skip


def _integer_layer(arrays: Arrays, at: int, matrix: Callable[[Arrays, str], Matrix]) -> IntegerLayer:
    return IntegerLayer(
        {part: matrix(arrays, f"l{at}.{part}") for part in LAYER_PARTS},
        {part: _number(arrays[f"l{at}.{part}.b"]) for part in LAYER_PARTS},
        _number(arrays[f"l{at}.norms"]),
    )


def _four_bits_again(arrays: Arrays, name: str) -> Matrix:
    """4-bit weights with a scale a block as 8-bit ones with a scale an output."""
    return Matrix.of(_four_bits(arrays, name).T)


def _as_tuned(arrays: Arrays, name: str) -> Matrix:
    return Matrix(np.ascontiguousarray(arrays[f"{name}.w"].T), _number(arrays[f"{name}.s"]))


def _four_bits(arrays: Arrays, name: str) -> Floats:
    return unpacked(arrays[f"{name}.w"], arrays[f"{name}.s"])


def _eight_bits(arrays: Arrays, name: str) -> Floats:
    return _number(arrays[f"{name}.w"]) * _number(arrays[f"{name}.s"])[:, None]


def _number(values: NDArray[Any]) -> Floats:
    return np.ascontiguousarray(values, dtype=np.float32)
