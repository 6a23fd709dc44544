"""``python -m training.heads``: fit the encoder's heads anew over its tuned layers, which stay as they are.

With ``--utterance`` only those that hear what an utterance does and asks, over what all heads of utterances share: what
an item is, and what is urgent, is then heard as before.

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
from torch.nn import functional

from extraction.naming.vocabulary import load_vocabulary
from extraction.reading.learned.encoder import Encoder
from extraction.reading.learned.encoder_files import PRETRAINED, TUNED, digest, evidence_reader, packed, unpacked_arrays
from extraction.reading.learned.linear import MODELS
from extraction.reading.understanding import ACTS
from training.lessons import UNKNOWN, Lesson, lessons
from training.network import Parameters, answers, head_parameters
from training.train import corpus
from training.tuning import descend, loss, paced

EPOCHS: Final = 2.0
_RATE: Final = 3e-4
_DROPPED: Final = 0.1
_OF_UTTERANCES: Final = ("act.w", "act.b", "ask.w", "ask.b")
_UTTERANCE_EPOCHS: Final = 8
_UTTERANCE_RATE: Final = 1e-3
_AT_ONCE: Final = 256


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


def refitted_of_utterances(tuned: bytes, found: Sequence[Lesson]) -> bytes:
    """The bytes of a tuned file whose heads of acts and of requests alone learnt from these lessons."""
    arrays = unpacked_arrays(tuned)
    heard = Heard(evidence_reader(MODELS.joinpath(PRETRAINED).read_bytes(), tuned).encoder)
    taught = [one for one in found if len(one.acts) or one.ask != UNKNOWN]
    shared = _shared(taught, heard, arrays)
    acts = torch.tensor([one.acts if len(one.acts) else (0.0,) * len(ACTS) for one in taught])
    weights = torch.tensor([one.weight for one in taught])
    of_acts = weights * torch.tensor([float(len(one.acts) > 0) for one in taught])
    asks = torch.tensor([one.ask for one in taught])
    own = {name: torch.tensor(np.asarray(arrays[name], np.float32)).requires_grad_() for name in _OF_UTTERANCES}
    optimiser = torch.optim.AdamW(list(own.values()), lr=_UTTERANCE_RATE, weight_decay=0.01)
    torch.manual_seed(0)
    batches = [batch for _ in range(_UTTERANCE_EPOCHS) for batch in torch.randperm(len(taught)).split(_AT_ONCE)]
    for step, batch in enumerate(batches):
        optimiser.param_groups[0]["lr"] = _UTTERANCE_RATE * (1 - step / len(batches))
        hidden = functional.dropout(shared[batch], _DROPPED)
        done = functional.linear(hidden, own["act.w"], own["act.b"])
        asked = functional.linear(hidden, own["ask.w"], own["ask.b"])
        wrong = functional.binary_cross_entropy_with_logits(done, acts[batch], reduction="none").sum(1) * of_acts[batch]
        wrong_asks = functional.cross_entropy(asked, asks[batch], reduction="none", ignore_index=UNKNOWN)
        descend((wrong + wrong_asks * weights[batch]).mean(), own, optimiser)
    return packed({**arrays, **{name: value.detach().numpy().astype(np.float16) for name, value in own.items()}})


def _shared(found: Sequence[Lesson], heard: Heard, arrays: Mapping[str, Any]) -> Any:
    """What the heads of utterances stand on, of each lesson (lessons, hidden)."""
    width, bias = (torch.tensor(np.asarray(arrays[name], np.float32)) for name in ("utt.w", "utt.b"))
    rows = []
    for one in found:
        states = heard.states([one])[0]
        rows.append(torch.cat([states[0], states[1 : max(2, one.words - 1)].mean(0)]))
    return functional.gelu(functional.linear(torch.stack(rows), width, bias), approximate="tanh")


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit on everything but what the file's layers have not seen, and write the file; prints its size and version."""
    parser = argparse.ArgumentParser(prog="python -m training.heads", description=__doc__.splitlines()[0])
    parser.add_argument("--of", type=Path, default=Path(str(MODELS.joinpath(TUNED))), help="the tuned file, rewritten")
    parser.add_argument("--utterance", action="store_true", help="only what an utterance does and asks")
    options = parser.parse_args(arguments)
    tuned = options.of.read_bytes()
    about = json.loads(bytes(unpacked_arrays(tuned)["about"]).decode())
    vocabulary = load_vocabulary()
    pieces = evidence_reader(MODELS.joinpath(PRETRAINED).read_bytes(), tuned).encoder.pieces
    found = corpus(vocabulary.lexicon, vocabulary.recogniser)
    taught = lessons(found, pieces, without=frozenset(about["without"]))
    content = refitted_of_utterances(tuned, taught) if options.utterance else refitted(tuned, taught)
    options.of.write_bytes(content)
    sys.stdout.write(f"{len(taught)} lessons, {len(content)} bytes, version {digest(content)}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
