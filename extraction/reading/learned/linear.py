"""Linear classifiers over hashed features with integer weights: the same words give the same scores everywhere."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import chain
from math import inf, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Buckets = Collection[int] | NDArray[np.int64]
"""The numbers of an example's features."""

MODELS: Final = files("extraction.reading").joinpath("models")


@dataclass(frozen=True, slots=True)
class Choice:
    """What a classifier chose: its label, and by how much it led the next one (0 or more)."""

    label: str
    margin: float


@dataclass(frozen=True)
class LinearModel:
    """One classifier: ``weights`` int8 of shape (rows, labels), ``row_of`` int32 by bucket (-1: never seen).

    A score is bias + scale * (sum of the weights of the features) / sqrt(number of features).
    """

    labels: tuple[str, ...]
    weights: NDArray[np.int8]
    row_of: NDArray[np.int32]
    scales: NDArray[np.float64]
    biases: NDArray[np.float64]

    def scores(self, buckets: Buckets) -> NDArray[np.float64]:
        """The scores of all labels for an example with these feature buckets."""
        rows = self.row_of[np.fromiter(buckets, dtype=np.int64, count=len(buckets))]
        summed = self.weights[rows[rows >= 0]].sum(axis=0, dtype=np.int64)
        scores: NDArray[np.float64] = self.biases + self.scales * summed / sqrt(max(1, len(buckets)))
        return scores

    def scores_of(self, examples: Sequence[Buckets]) -> NDArray[np.float64]:
        """The same of several examples at once, (examples, labels): each has one feature at the least."""
        sizes = np.fromiter(map(len, examples), dtype=np.int64, count=len(examples))
        rows = self.row_of[np.fromiter(chain.from_iterable(examples), dtype=np.int64, count=int(sizes.sum()))]
        found = self.weights[rows]
        found[rows < 0] = 0
        summed = np.add.reduceat(found, np.cumsum(sizes) - sizes, axis=0, dtype=np.int64)
        scores: NDArray[np.float64] = self.biases + self.scales * summed / np.sqrt(sizes)[:, None]
        return scores

    def tables_of(self, examples: Sequence[Buckets]) -> list[dict[str, float]]:
        """The scores of several examples by label."""
        if not examples:
            return []
        return [dict(zip(self.labels, scores, strict=True)) for scores in self.scores_of(examples).tolist()]

    def choose(self, buckets: Buckets, *, among: frozenset[str] | None = None) -> Choice:
        """The best label, of all or of ``among``."""
        return chosen(self.table(buckets), among=among)

    def table(self, buckets: Buckets) -> dict[str, float]:
        """The scores by label."""
        return dict(zip(self.labels, map(float, self.scores(buckets)), strict=True))


def chosen(table: Mapping[str, float], *, among: frozenset[str] | None = None) -> Choice:
    """The best label of a table of scores, of all or of ``among``."""
    best, second, found = -inf, -inf, ""
    for label, score in table.items():
        if among is not None and label not in among:
            continue
        if score > best or (score == best and label < found):
            best, second, found = score, best, label
        elif score > second:
            second = score
    return Choice(found, best - second if second > -inf else 0.0)


def together(table: Mapping[str, float], evidence: Mapping[str, float], weight: float) -> dict[str, float]:
    """The scores of ``table`` with ``weight`` times the log-odds of another reader; labels it lacks get its least."""
    if not evidence:
        return dict(table)
    least = min(evidence.values())
    return {label: score + weight * evidence.get(label, least) for label, score in table.items()}


class Stack:
    """Several classifiers that are asked about the same examples, as one: the same scores, looked up once."""

    def __init__(self, models: Mapping[str, LinearModel]) -> None:
        """``models`` by name, all over the same buckets."""
        every = list(models.values())
        seen = np.flatnonzero(np.any([model.row_of >= 0 for model in every], axis=0))
        weights = [_weights(model, seen) for model in every]
        self._labels = [(name, model.labels) for name, model in models.items()]
        self._all = LinearModel(
            tuple(label for _, labels in self._labels for label in labels),
            *_table(seen, np.concatenate(weights, axis=1, dtype=np.int8), every[0].row_of.size),
            np.concatenate([model.scales for model in every]),
            np.concatenate([model.biases for model in every]),
        )

    def parts(self) -> Iterator[tuple[str, LinearModel]]:
        """Each classifier by name, over the weights of all of them."""
        end = 0
        for name, labels in self._labels:
            own = slice(end, end := end + len(labels))
            whole = self._all
            yield name, LinearModel(labels, whole.weights[:, own], whole.row_of, whole.scales[own], whole.biases[own])

    def tables(self, buckets: Buckets) -> dict[str, dict[str, float]]:
        """The scores by classifier and label."""
        scores = iter(self._all.scores(buckets).tolist())
        return self._by_name(scores)

    def tables_of(self, examples: Sequence[Buckets]) -> list[dict[str, dict[str, float]]]:
        """The same of several examples at once, each of one feature at the least."""
        if not examples:
            return []
        return [self._by_name(iter(scores)) for scores in self._all.scores_of(examples).tolist()]

    def _by_name(self, scores: Iterator[float]) -> dict[str, dict[str, float]]:
        # Each takes as many as it has labels: zip asks for a label before it takes a score.
        return {name: dict(zip(labels, scores, strict=False)) for name, labels in self._labels}


def _weights(model: LinearModel, buckets: NDArray[np.int64]) -> NDArray[np.int8]:
    """The weights of these buckets, 0 where the model has none."""
    rows = model.row_of[buckets]
    found = model.weights[rows]
    found[rows < 0] = 0
    return found


@dataclass(frozen=True)
class Models:
    """The classifiers of a reader, by name."""

    by_name: dict[str, LinearModel]
    version: str
    """The beginning of the SHA-256 of the model file."""
    _stacks: dict[tuple[str, ...], Stack] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __getitem__(self, name: str) -> LinearModel:
        return self.by_name[name]

    def tables(self, names: tuple[str, ...], buckets: Buckets) -> dict[str, dict[str, float]]:
        """The scores of an example by these classifiers and their labels."""
        return self._stack(names).tables(buckets)

    def tables_of(self, names: tuple[str, ...], examples: Sequence[Buckets]) -> list[dict[str, dict[str, float]]]:
        """The same of several examples at once, each of one feature at the least."""
        return self._stack(names).tables_of(examples)

    def _stack(self, names: tuple[str, ...]) -> Stack:
        if names not in self._stacks:
            stack = self._stacks[names] = Stack({name: self.by_name[name] for name in names})
            # Each is part of it now: no second copy of its weights.
            self.by_name.update(stack.parts())
        return self._stacks[names]


def load_models(content: bytes | None = None) -> Models:
    """The shipped models, or those of a model file's bytes."""
    return _shipped() if content is None else unpack(content)


@cache
def _shipped() -> Models:
    # Whoever reads with them shares them: they take 50 MiB.
    return unpack(MODELS.joinpath("reader.npz").read_bytes())


def pack(models: Mapping[str, LinearModel]) -> bytes:
    """The bytes of a model file: a header in JSON, then the arrays, compressed; the same models give the same bytes."""
    header: dict[str, Any] = {}
    body = bytearray()
    for name, model in models.items():
        present = np.flatnonzero(model.row_of >= 0).astype(np.int32)
        ordered = model.weights[model.row_of[present]]
        # A table that has a row for every bucket has rows without weights, which say nothing.
        present, ordered = present[(weighs := ordered.any(axis=1))], ordered[weighs]
        header[name] = {
            "labels": list(model.labels), "buckets": int(model.row_of.size), "rows": int(present.size),
            "scales": [float(x) for x in model.scales], "biases": [float(x) for x in model.biases],
        }  # fmt: skip
        body += np.diff(present, prepend=np.int32(0)).astype("<i4").tobytes()
        body += ordered.astype(np.int8).tobytes(order="F")
    head = json.dumps(header, sort_keys=True, separators=(",", ":")).encode()
    return b"ANR1" + len(head).to_bytes(4, "little") + head + zlib.compress(bytes(body), 9)


def _table(
    present: NDArray[np.int64], ordered: NDArray[np.int8], buckets: int
) -> tuple[NDArray[np.int8], NDArray[np.int32]]:
    """The weights of these buckets, and where each bucket has its row, in the form that takes the least memory.

    A row for every bucket, with weights of 0 where none is known, adds nothing to a sum; where labels are few it takes
    less than to note for every bucket where its row is.
    """
    rows, labels = ordered.shape
    row_of = _own_rows(buckets)
    if buckets * labels > rows * labels + row_of.nbytes:
        row_of = np.full(buckets, -1, dtype=np.int32)
        row_of[present] = np.arange(rows, dtype=np.int32)
        return np.ascontiguousarray(ordered), row_of
    weights = np.zeros((buckets, labels), dtype=np.int8)
    weights[present] = ordered
    return weights, row_of


@cache
def _own_rows(buckets: int) -> NDArray[np.int32]:
    """Every bucket's row is its own: one array for all models."""
    rows = np.arange(buckets, dtype=np.int32)
    rows.flags.writeable = False
    return rows


def unpack(data: bytes) -> Models:
    """The models of :func:`pack`'s bytes. Raises ValueError for other bytes."""
    if data[:4] != b"ANR1":
        raise ValueError("The model file of the reader is damaged or of another version.")
    length = int.from_bytes(data[4:8], "little")
    header = json.loads(data[8 : 8 + length])
    body = memoryview(zlib.decompress(data[8 + length :]))
    found, at = {}, 0
    for name, about in header.items():
        rows, labels = about["rows"], tuple(about["labels"])
        present = np.cumsum(np.frombuffer(body[at : at + 4 * rows], dtype="<i4").astype(np.int64))
        at += 4 * rows
        size = rows * len(labels)
        weights = np.frombuffer(body[at : at + size], dtype=np.int8).reshape((rows, len(labels)), order="F")
        at += size
        found[name] = LinearModel(
            labels, *_table(present, weights, about["buckets"]), np.array(about["scales"]), np.array(about["biases"])
        )
    return Models(found, hashlib.sha256(data).hexdigest()[:12])
