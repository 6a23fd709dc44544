"""The encoder's layers in 8-bit integers: near the floats they stand for, exact, and no more than a choice."""

from __future__ import annotations

import sys
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction.reading.learned.encoder import Encoder
from extraction.reading.learned.encoder_files import PRETRAINED, TUNED, evidence_reader, load_evidence_reader
from extraction.reading.learned.evidence import EvidenceReader
from extraction.reading.learned.linear import MODELS
from extraction.reading.learned.quantised import (
    GRAPHS,
    PART,
    PROBE,
    IntegerLayer,
    IntegerLayers,
    Matrix,
    sums_are_exact,
)

SAID = (
    "당화혈색소가 지난달에 7.4였는데 이번엔 6.9 나왔대요.",
    "아까 아스피린이라고 했는데 잘못 말했어요, 와파린이에요.",
    "I stopped the statin two weeks ago because my legs hurt.",
    "Sorry, I meant losartan, not lisinopril.",
)
WIDTH, INNER = 384, 1536


@cache
def in_integers() -> EvidenceReader:
    return load_evidence_reader()


@cache
def in_floats() -> EvidenceReader:
    return evidence_reader(
        MODELS.joinpath(PRETRAINED).read_bytes(), MODELS.joinpath(TUNED).read_bytes(), integers=False
    )


def ids(encoder: Encoder, text: str) -> list[int]:
    return encoder.pieces.split(text)[0]


@cache
def layers() -> tuple[IntegerLayer, ...]:
    """Eight layers of random weights, with a few large channels as the encoder has them."""
    draw = np.random.default_rng(7)

    def of(rows: int, columns: int) -> np.ndarray:
        return draw.normal(0, 0.04, (rows, columns)).astype(np.float32)

    shapes = {"qkv": (WIDTH, 3 * WIDTH), "out": (WIDTH, WIDTH), "inner": (WIDTH, INNER), "outer": (INNER, WIDTH)}
    norms = np.stack([np.ones(WIDTH), np.zeros(WIDTH)] * 2).astype(np.float32)
    norms[0, 15] = norms[2, 35] = 20
    return tuple(
        IntegerLayer(
            {part: Matrix.of(of(*shape)) for part, shape in shapes.items()},
            {part: of(1, shape[1])[0] for part, shape in shapes.items()},
            norms,
        )
        for _ in range(8)
    )


@cache
def signed() -> IntegerLayers:
    return IntegerLayers(layers(), "int8")


@cache
def unsigned() -> IntegerLayers:
    return IntegerLayers(layers(), "uint8")


@cache
def chosen() -> IntegerLayers:
    return IntegerLayers(layers())


def test_layers_over_shared_ones_give_what_all_of_them_give() -> None:
    states = np.random.default_rng(3).normal(size=(9, WIDTH)).astype(np.float32)
    below = IntegerLayers(layers()[:PART])

    assert np.array_equal(IntegerLayers(layers()[PART:], below=below)(states), chosen()(states))
    assert np.array_equal(IntegerLayers(layers()[PART:])(below(states)), chosen()(states))


def test_integers_say_what_floats_say() -> None:
    for text in SAID:
        found = in_integers().encoder.states(ids(in_integers().encoder, text))
        wanted = in_floats().encoder.states(ids(in_floats().encoder, text))
        alike = (found * wanted).sum(1) / (np.linalg.norm(found, axis=1) * np.linalg.norm(wanted, axis=1))

        assert alike.min() > 0.99


@settings(max_examples=15)
@given(st.integers(1, 60), st.integers(0, 2**32 - 1), st.sampled_from([0.1, 1.0, 30.0]))
def test_both_forms_of_the_weights_give_the_same_numbers(pieces: int, seed: int, size: float) -> None:
    states = (np.random.default_rng(seed).normal(0, size, (pieces, WIDTH))).astype(np.float32)

    assert np.isfinite(unsigned()(states)).all()
    # Where a processor limits its sums the signed form is wrong, and is not what is chosen.
    assert np.array_equal(signed()(states), unsigned()(states)) or not sums_are_exact()
    assert np.array_equal(chosen()(states), unsigned()(states))
    assert np.array_equal(chosen()(states), chosen()(states))


def test_the_version_tells_which_numbers_were_reckoned_in() -> None:
    assert in_integers().version == in_floats().version.replace("float32", "int8")


def test_without_the_runtime_numpy_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)

    reader = evidence_reader(MODELS.joinpath(PRETRAINED).read_bytes(), MODELS.joinpath(TUNED).read_bytes())

    assert reader.version.endswith("-float32")
    assert np.array_equal(
        reader.encoder.states(ids(reader.encoder, SAID[0])), in_floats().encoder.states(ids(reader.encoder, SAID[0]))
    )


def test_layers_that_the_graph_was_not_made_for_are_refused() -> None:
    with pytest.raises(ValueError, match="encoder_graph"):
        IntegerLayers(layers()[:7])


def test_the_committed_graphs_are_those_that_are_made() -> None:
    from training.encoder_graph import encoder_graph, probe_graph

    for weights, name in GRAPHS.items():
        assert MODELS.joinpath(name).read_bytes() == encoder_graph(weights)
    assert MODELS.joinpath(PROBE).read_bytes() == probe_graph()
