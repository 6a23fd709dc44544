"""``python -m training.heads``: fit the encoder's heads anew over its tuned layers, which stay as they are.

What is said in new ways needs new answers sooner than another encoder. Heads are fitted in minutes where the layers
take half an hour, and the classifiers that stand on the layers (aspects, urgency) stay as good as they were. Needs
torch (`make tune` makes an environment for it). The same data and machine give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

from extraction.naming.vocabulary import load_vocabulary
from extraction.reading.learned.encoder import Encoder
from extraction.reading.learned.encoder_files import PRETRAINED, TUNED, digest, evidence_reader, packed, unpacked_arrays
from extraction.reading.learned.linear import MODELS
from training.lessons import Lesson, lessons
from training.network import Parameters, answers, head_parameters
from training.train import corpus
from training.tuning import descend, loss, paced

EPOCHS: Final = 2.0
_RATE: Final = 3e-4
_DROPPED: Final = 0.1


class Heard:
    """What the encoder gives of each lesson: kept, since its layers never change here."""

    def __init__(self, encoder: Encoder) -> None:
        """``encoder`` with its tuned layers."""
        self._encoder = encoder
        self._kept: dict[tuple[int, ...], Any] = {}

    def states(self, batch: Sequence[Lesson]) -> Any:
        """The states of a batch (batch, n, H), padded with zeros."""
        for one in batch:
            if one.ids not in self._kept:
                self._kept[one.ids] = torch.tensor(self._encoder.states(one.ids)).half()
        found = [self._kept[one.ids].float() for one in batch]
        return torch.nn.utils.rnn.pad_sequence(found, batch_first=True)


def fitted(found: Sequence[Lesson], heard: Heard, start: Mapping[str, Any], epochs: float = EPOCHS) -> Parameters:
    """The heads after ``epochs`` over the lessons, from those of ``start`` on; prints how far it is."""
    torch.manual_seed(0)
    draw = random.Random(0)  # noqa: S311 - the order of lessons
    own = {name: torch.tensor(np.asarray(value, np.float32)).requires_grad_() for name, value in start.items()}
    optimiser = torch.optim.AdamW(list(own.values()), lr=_RATE, weight_decay=0.01)
    for share, batch in paced(found, draw, epochs):
        optimiser.param_groups[0]["lr"] = _RATE * share
        descend(loss(answers(own, heard.states(batch), batch, dropped=_DROPPED), batch), own, optimiser)
    return own


def refitted(tuned: bytes, found: Sequence[Lesson], epochs: float = EPOCHS) -> bytes:
    """The bytes of a tuned file with heads that learnt from these lessons."""
    pretrained = MODELS.joinpath(PRETRAINED).read_bytes()
    heard = Heard(evidence_reader(pretrained, tuned).encoder)
    arrays = unpacked_arrays(tuned)
    names = head_parameters(int(arrays["nofact"].shape[1]))
    own = fitted(found, heard, {name: arrays[name] for name in names}, epochs)
    return packed({**arrays, **{name: value.detach().numpy().astype(np.float16) for name, value in own.items()}})


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit on everything but what the file's layers have not seen, and write the file; prints its size and version."""
    parser = argparse.ArgumentParser(prog="python -m training.heads", description=__doc__.splitlines()[0])
    parser.add_argument("--of", type=Path, default=Path(str(MODELS.joinpath(TUNED))), help="the tuned file, rewritten")
    options = parser.parse_args(arguments)
    tuned = options.of.read_bytes()
    about = json.loads(bytes(unpacked_arrays(tuned)["about"]).decode())
    vocabulary = load_vocabulary()
    pieces = evidence_reader(MODELS.joinpath(PRETRAINED).read_bytes(), tuned).encoder.pieces
    found = corpus(vocabulary.lexicon, vocabulary.recogniser)
    taught = lessons(found, pieces, without=frozenset(about["without"]))
    content = refitted(tuned, taught)
    options.of.write_bytes(content)
    sys.stdout.write(f"{len(taught)} lessons, {len(content)} bytes, version {digest(content)}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
