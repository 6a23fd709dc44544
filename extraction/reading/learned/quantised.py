"""The encoder's layers in 8-bit integers, run by ONNX Runtime: a quarter of the time that numpy takes in 32-bit floats.

The graphs are committed (``training/encoder_graph.py`` makes them) and hold no weights: those come from the encoder's
files. Sums of integers are exact, so one machine gives the same numbers every time. Without ONNX Runtime numpy reads,
to within a few hundredths of the same log-odds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from extraction.reading.learned.linear import MODELS

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Weights = Literal["int8", "uint8"]
Arrays = Mapping[str, NDArray[Any]]
Floats = NDArray[np.float32]

GRAPHS: Final[Mapping[Weights, str]] = {"int8": "encoder-int8.onnx", "uint8": "encoder-uint8.onnx"}
PART: Final = 4
"""Layers of a graph: encoders that share their lower layers hold them once, and differ in the parts above."""
PROBE: Final = "exact-sums.onnx"

LOWEST: Final = -0.1701
"""No value of the activation lies below it (its minimum is -.17004)."""

LARGE: Final = (15, 35, 60, 87, 146, 297, 321, 347)
"""The channels of multilingual-e5-small's states that grow three to thirty times as large as the others."""

_LARGEST: Final = 127

_AFTER_NORMS: Final = ("qkv", "inner")
"""The maps of what a norm gives."""


@dataclass(frozen=True)
class Matrix:
    """The weights of a map in 8 bits, (in, out), and the scale of each output."""

    weights: NDArray[np.int8]
    scale: Floats

    @staticmethod
    def of(weights: Floats) -> Matrix:
        """Weights (in, out) to the nearest of 255 steps an output."""
        scale = np.asarray(np.abs(weights).max(axis=0) / _LARGEST, dtype=np.float32)
        steps = np.rint(weights / np.maximum(scale, np.finfo(np.float32).tiny))
        return Matrix(np.ascontiguousarray(steps, dtype=np.int8), scale)

    def split(self) -> tuple[Matrix, Floats]:
        """The map without the large channels, and theirs in floats (channels, out)."""
        small = self.weights.copy()
        small[list(LARGE)] = 0
        return Matrix(small, self.scale), self.weights[list(LARGE)] * self.scale


@dataclass(frozen=True)
class IntegerLayer:
    """One layer as its files hold it: four maps by name, with their biases, and scale and shift of two norms."""

    maps: Mapping[str, Matrix]
    biases: Mapping[str, Floats]
    norms: Floats


class IntegerLayers:
    """Layers run by ONNX Runtime on one thread, ``PART`` of them in a call; threads may share it."""

    name: str = "int8"

    def __init__(
        self, layers: tuple[IntegerLayer, ...], weights: Weights | None = None, below: IntegerLayers | None = None
    ) -> None:
        """``layers`` above those of ``below``, which both then run.

        ``weights`` is the form of the weights, which is otherwise the one that suits the processor. Raises ValueError
        where the graph has been made for another number of layers.
        """
        form = weights or _exact_weights()
        parts = [layers[at : at + PART] for at in range(0, len(layers), PART)]
        lower = below._sessions if below is not None else ()
        self._sessions: tuple[InferenceSession, ...] = (*lower, *(_session(part, form) for part in parts))

    def __call__(self, states: Floats) -> Floats:
        """The states (n, H) after the last layer."""
        found = states[None]
        for session in self._sessions:
            (found,) = session.run(None, {"embedded": found})
        return np.asarray(found[0], dtype=np.float32)


def has_runtime() -> bool:
    """Whether ONNX Runtime is installed."""
    return find_spec("onnxruntime") is not None


def sums_are_exact() -> bool:
    """Whether this processor adds products of unsigned and signed 8-bit integers without a limit in between.

    Before VNNI, x86 processors add pairs of products in 16 bits and keep the largest number where the sum is larger.
    """
    import onnxruntime

    session = onnxruntime.InferenceSession(
        MODELS.joinpath(PROBE).read_bytes(), _options(), providers=["CPUExecutionProvider"]
    )
    left, right = np.full((4, 64), 255, dtype=np.uint8), np.full((64, 32), _LARGEST, dtype=np.int8)
    (product,) = session.run(None, {"left": left, "right": right})
    return bool((product == 255 * _LARGEST * 64).all())


@cache
def _exact_weights() -> Weights:
    return "int8" if sums_are_exact() else "uint8"


def _session(layers: tuple[IntegerLayer, ...], weights: Weights) -> InferenceSession:
    import onnxruntime

    given = _arrays(layers, weights)
    options = _options()
    values = [onnxruntime.OrtValue.ortvalue_from_numpy(value) for value in given.values()]
    options.add_external_initializers(list(given), values)
    graph = MODELS.joinpath(GRAPHS[weights]).read_bytes()
    try:
        return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the runtime's exceptions share no base of their own
        raise ValueError(
            f"The encoder's graph {GRAPHS[weights]} does not fit {len(layers)} layers: make it anew with "
            "python -m training.encoder_graph."
        ) from error


def _options() -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    # An arena keeps the most that one utterance took, in each session; an utterance takes hardly longer without.
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 3
    return options


def _arrays(layers: tuple[IntegerLayer, ...], weights: Weights) -> dict[str, NDArray[Any]]:
    """The values of the graph's names."""
    given: dict[str, NDArray[Any]] = {}
    for at, layer in enumerate(layers):
        for part, whole in layer.maps.items():
            matrix = whole
            if part in _AFTER_NORMS:
                matrix, given[f"l{at}.{part}.l"] = whole.split()
            given[f"l{at}.{part}.w"] = _in_form(matrix.weights, weights)
            given[f"l{at}.{part}.s"] = matrix.scale
            given[f"l{at}.{part}.b"] = layer.biases[part]
        outer = layer.maps["outer"]
        shifted = LOWEST * outer.weights.sum(axis=0, dtype=np.int64) * outer.scale
        given[f"l{at}.outer.b"] = np.asarray(layer.biases["outer"] + shifted, dtype=np.float32)
        for one in range(4):
            given[f"l{at}.norm{one}"] = np.ascontiguousarray(layer.norms[one])
    return given


def _in_form(matrix: NDArray[np.int8], weights: Weights) -> NDArray[Any]:
    return matrix if weights == "int8" else (matrix.astype(np.int16) + 128).astype(np.uint8)
