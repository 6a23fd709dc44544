"""The graph by which ONNX Runtime runs the encoder's layers in 8-bit integers; its weights stay in the encoder's files.

``python -m training.encoder_graph`` writes ``extraction/reading/models/encoder-int8.onnx`` and ``encoder-uint8.onnx``,
of as many layers as are run at a time:
the same arithmetic over signed weights, and over the same weights shifted by 128. Which of them a processor adds up
exactly, and faster, ``extraction/reading/learned/quantised.py`` finds out.

What is quantised how was chosen by the distance from 32-bit floats on committed readings (relative error of the last
states): with one scale for all that enters a map .23; with a scale a piece before the outer map, where a few pieces
are twenty times as large as the others, and the few large channels of the norms apart, .03. A scale a piece
everywhere: .026.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from extraction.reading.learned.encoder import HEADS
from extraction.reading.learned.quantised import GRAPHS, LARGE, LOWEST, PART, PROBE, Weights

MODELS: Final = Path(__file__).parent.parent / "extraction" / "reading" / "models"

WIDTH: Final = 384
INNER: Final = 1536

_MICROSOFT: Final = "com.microsoft"
_ZERO: Final = 128
"""What stands for zero among unsigned values."""
_EPSILON: Final = 1e-12


class _Graph:
    """The nodes and constants of a graph as they are laid out, one after the other."""

    def __init__(self, weights: Weights) -> None:
        self.nodes: list[Any] = []
        self.initializers: list[Any] = []
        self.weights: Weights = weights

    def constant(self, name: str, value: Any) -> str:
        """A small value that is the same for all weights."""
        self.initializers.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def weight(self, name: str, kind: int, *shape: int) -> str:
        """A value that the encoder's files hold."""
        tensor = TensorProto(name=name, data_type=kind, dims=shape, data_location=TensorProto.EXTERNAL)
        tensor.external_data.add(key="location", value="given-when-loaded")
        self.initializers.append(tensor)
        return name

    def node(self, kind: str, inputs: list[str], outputs: list[str], domain: str = "", **attributes: Any) -> str:
        """A node; its first output."""
        self.nodes.append(helper.make_node(kind, inputs, outputs, domain=domain, **attributes))
        return outputs[0]

    def matrix(self, name: str, inputs: int, outputs: int) -> tuple[str, str]:
        """The 8-bit weights of a map (in, out), and the scale of each output."""
        kind = TensorProto.INT8 if self.weights == "int8" else TensorProto.UINT8
        return self.weight(f"{name}.w", kind, inputs, outputs), self.weight(f"{name}.s", TensorProto.FLOAT, outputs)

    def bytes(self, inputs: list[Any], output: Any) -> bytes:
        """The graph as a file."""
        graph = helper.make_graph(self.nodes, "encoder", inputs, [output], self.initializers)
        opsets = [helper.make_opsetid("", 18), helper.make_opsetid(_MICROSOFT, 1)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=9, producer_name="anamnesis")
        return bytes(model.SerializeToString(deterministic=True))


def encoder_graph(weights: Weights, layers: int = PART) -> bytes:
    """The layers from "embedded" (1, n, H) to "states" (1, n, H)."""
    graph = _Graph(weights)
    for name, value in (("one", 1.0), ("per_255", 1 / 255), ("lowest", LOWEST)):
        graph.constant(name, np.float32(value))
    graph.constant("none", np.uint8(0))
    graph.constant("middle", np.uint8(_ZERO))
    graph.constant("large", np.array(LARGE, dtype=np.int64))
    graph.constant("small", np.array([at not in LARGE for at in range(WIDTH)], dtype=np.float32))
    graph.constant("last_axis", np.array([-1], dtype=np.int64))
    zero = [] if weights == "int8" else ["middle"]
    states = "embedded"
    for at in range(layers):
        states = _layer(graph, at, states, zero, "states" if at == layers - 1 else f"l{at}.states")
    shape: list[str | int | None] = [1, "pieces", WIDTH]
    given = helper.make_tensor_value_info("embedded", TensorProto.FLOAT, shape)
    return graph.bytes([given], helper.make_tensor_value_info("states", TensorProto.FLOAT, shape))


def probe_graph() -> bytes:
    """A product of given unsigned and signed 8-bit integers, to see whether the processor adds them up exactly."""
    graph = _Graph("int8")
    graph.node("MatMulInteger", ["left", "right"], ["product"])
    left = helper.make_tensor_value_info("left", TensorProto.UINT8, ["rows", "shared"])
    right = helper.make_tensor_value_info("right", TensorProto.INT8, ["shared", "columns"])
    return graph.bytes([left, right], helper.make_tensor_value_info("product", TensorProto.INT32, ["rows", "columns"]))


def _layer(graph: _Graph, at: int, states: str, zero: list[str], out: str) -> str:
    name = f"l{at}"

    def bias(part: str, size: int) -> str:
        return graph.weight(f"{name}.{part}.b", TensorProto.FLOAT, size)

    norms = [graph.weight(f"{name}.norm{one}", TensorProto.FLOAT, WIDTH) for one in range(4)]
    packed = _split(graph, f"{name}.qkv", states, WIDTH, 3 * WIDTH, zero)
    parts = [f"{name}.{part}" for part in ("query", "key", "value")]
    graph.node("Split", [packed], parts, axis=2, num_outputs=3)
    heard = graph.node(
        "MultiHeadAttention", [*parts, bias("qkv", 3 * WIDTH)], [f"{name}.heard"], _MICROSOFT, num_heads=HEADS
    )
    found = _one_scale(graph, f"{name}.out", heard, WIDTH, WIDTH, zero)
    after = _normed(graph, f"{name}.after", [found, states, bias("out", WIDTH)], norms[:2])
    found = _split(graph, f"{name}.inner", after, WIDTH, INNER, zero)
    inner = graph.node("FastGelu", [found, bias("inner", INNER)], [f"{name}.gelu"], _MICROSOFT)
    # The activation never falls below its lowest, so its whole range above that is used; what the shift adds to every
    # product is taken off the bias.
    above = graph.node("Sub", [inner, "lowest"], [f"{name}.outer.above"])
    own = graph.node("ReduceMax", [above, "last_axis"], [f"{name}.outer.max"], keepdims=1)
    found = _own_scale(graph, f"{name}.outer", above, (own, "per_255", "none"), (INNER, WIDTH), zero)
    return _normed(graph, out, [found, after, bias("outer", WIDTH)], norms[2:])


def _normed(graph: _Graph, out: str, added: list[str], norm: list[str]) -> str:
    """The layer norm of a sum.

    Not ``SkipLayerNormalization``, which does both and takes three times as long on a processor (112 us for 64 pieces
    of 384, 30 us so); of two ``Add`` instead of ``Sum`` ONNX Runtime would make one.
    """
    whole = graph.node("Sum", added, [f"{out}.sum"])
    return graph.node("LayerNormalization", [whole, *norm], [out], axis=-1, epsilon=_EPSILON)


def _one_scale(graph: _Graph, name: str, states: str, inputs: int, outputs: int, zero: list[str]) -> str:
    """A map whose inputs share one scale."""
    matrix, scale = graph.matrix(name, inputs, outputs)
    return graph.node("DynamicQuantizeMatMul", [states, matrix, scale, *zero], [f"{name}.found"], _MICROSOFT)


def _split(graph: _Graph, name: str, states: str, inputs: int, outputs: int, zero: list[str]) -> str:
    """A map of what a norm gives; its few large channels stay floats and don't coarsen the scale of the rest."""
    rest = graph.node("Mul", [states, "small"], [f"{name}.small"])
    found = _one_scale(graph, name, rest, inputs, outputs, zero)
    large = graph.node("Gather", [states, "large"], [f"{name}.large"], axis=2)
    weights = graph.weight(f"{name}.l", TensorProto.FLOAT, len(LARGE), outputs)
    beside = graph.node("MatMul", [large, weights], [f"{name}.beside"])
    return graph.node("Add", [found, beside], [f"{name}.whole"])


def _own_scale(
    graph: _Graph, name: str, states: str, by: tuple[str, str, str], shape: tuple[int, int], zero: list[str]
) -> str:
    """A map whose inputs have a scale a piece: its largest ``by[0]``, times ``by[1]``, around the zero ``by[2]``."""
    matrix, scale = graph.matrix(name, *shape)
    own = graph.node("Mul", [by[0], by[1]], [f"{name}.scale"])
    scaled = graph.node("Div", [states, own], [f"{name}.scaled"])
    whole = graph.node("QuantizeLinear", [scaled, "one", by[2]], [f"{name}.whole"])
    found = graph.node(
        "MatMulIntegerToFloat", [whole, matrix, "one", scale, by[2], *zero], [f"{name}.product"], _MICROSOFT
    )
    return graph.node("Mul", [found, own], [f"{name}.found"])


def main() -> None:
    """Write the graphs beside the encoder's files."""
    onnx.checker.check_model(probe_graph())
    for weights, name in GRAPHS.items():
        (MODELS / name).write_bytes(encoder_graph(weights))
    (MODELS / PROBE).write_bytes(probe_graph())


if __name__ == "__main__":
    main()
