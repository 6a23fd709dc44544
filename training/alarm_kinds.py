"""``python -m training.alarm_kinds``: fit the reader of what alarms are about, or measure it on left-out sentences.

It learns from ``kinds/*.tsv`` (a kind and a sentence a line), from the sentences of ``flags/`` whose kind
``kinds/of_flags.tsv`` tells (author, line, kind), and from what is not urgent there and in the readings. Needs
scikit-learn (extra ``training``). The same data give the same bytes.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from extraction.naming.vocabulary import load_vocabulary
from extraction.reading.learned.alarm_kinds import EMERGENCIES, LABELS, LOOK_ALIKES, MODEL, ORDINARY, SOON
from extraction.reading.learned.linear import MODELS
from training.examples import READINGS, load
from training.flags import lines
from training.over_encoder import features, file_of

KINDS: Final = Path(__file__).parent / "kinds"
OF_FLAGS: Final = KINDS / "of_flags.tsv"
_STRENGTH: Final = 200.0
"""The inverse strength of regularisation (scikit-learn's C)."""
_READINGS: Final = 1500
"""Utterances of the readings that call for no care, drawn once."""
_FOLDS: Final = 3
_BARS: Final = (-1.0, 0.0, 1.0, 2.0)
_SEED: Final = 20261130


@dataclass(frozen=True, slots=True)
class Alike:
    """A sentence, its kind (a label of the reader), and whether its author wrote it for kinds."""

    text: str
    kind: str
    own: bool


def of_kinds() -> Iterator[Alike]:
    """The sentences that were written for kinds."""
    for path in sorted(KINDS.glob("k*.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines():
            kind, _, text = line.partition("\t")
            yield Alike(text, kind, own=True)


def sentences() -> Iterator[Alike]:
    """All committed sentences whose kind is known."""
    yield from of_kinds()
    named = {}
    for line in OF_FLAGS.read_text(encoding="utf-8").splitlines():
        author, number, kind = line.split("\t")
        named[author, int(number)] = kind
    seen = Counter[str]()
    for author, level, text in lines():
        seen[author] += 1
        kind = {"-": ORDINARY, "t": SOON}.get(level) or named.get((author, seen[author]), "")
        if kind:
            yield Alike(text, kind, own=False)
    calm = [row["text"] for path in sorted(READINGS.glob("*.jsonl")) for row in load(path) if not row.get("red_flag")]
    for text in random.Random(_SEED).sample(calm, _READINGS):  # noqa: S311 -- a draw, no secret
        yield Alike(text, ORDINARY, own=False)


def fitted(rows: Any, those: Sequence[Alike]) -> Any:
    """Logistic regression over all kinds; a rare kind weighs more for each of its sentences."""
    from sklearn.linear_model import LogisticRegression

    count = Counter(one.kind for one in those)
    weights = [count[one.kind] ** -0.5 for one in those]
    return LogisticRegression(C=_STRENGTH, max_iter=300).fit(rows, [one.kind for one in those], sample_weight=weights)


def model_of(rows: Any, those: Sequence[Alike]) -> bytes:
    """The bytes of the model file that these sentences give."""
    model = fitted(rows, those)
    if tuple(model.classes_) != LABELS:
        raise ValueError("The kinds of the sentences are not those of the reader.")
    return file_of(LABELS, model.coef_, model.intercept_)


def _measured(rows: Any, those: Sequence[Alike]) -> Iterator[str]:
    """How the sentences are heard, a third of them left out at a time."""
    order = np.random.RandomState(_SEED).permutation(len(those)) % _FOLDS
    margins, right = np.zeros(len(those)), np.zeros(len(those), dtype=bool)
    for fold in range(_FOLDS):
        out, kept = np.flatnonzero(order == fold), np.flatnonzero(order != fold)
        model = fitted(rows[kept], [those[int(at)] for at in kept])
        classes = list(model.classes_)
        scores = model.decision_function(rows[out])
        pressing = [classes.index(one) for one in EMERGENCIES if one in classes]
        harmless = [classes.index(one) for one in (*LOOK_ALIKES, SOON, ORDINARY)]
        best = scores[:, pressing].argmax(axis=1)
        margins[out] = scores[:, pressing].max(axis=1) - np.logaddexp.reduce(scores[:, harmless], axis=1)
        right[out] = [classes[pressing[at]] == those[int(one)].kind for at, one in zip(best, out, strict=True)]
    urgent = np.array([one.kind in EMERGENCIES for one in those])
    calm = np.array([one.kind not in (*EMERGENCIES, SOON) for one in those])
    alike = np.array([one.kind in LOOK_ALIKES for one in those])
    for bar in _BARS:
        heard = margins > bar
        yield (
            f"above {bar}: urgent {heard[urgent].mean():.3f} (named rightly {right[heard & urgent].mean():.3f}), "
            f"calm {heard[calm].mean():.3f}, look-alikes {heard[alike].mean():.3f}"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the model file, or with ``--measure`` print how left-out sentences are heard."""
    parser = argparse.ArgumentParser(prog="python -m training.alarm_kinds", description="Train the reader of kinds.")
    parser.add_argument("--measure", action="store_true", help="leave a third of the sentences out at a time")
    parser.add_argument("--out", type=Path, default=Path(str(MODELS.joinpath(MODEL))))
    options = parser.parse_args(arguments)
    those = list(sentences())
    rows = features([one.text for one in those], load_vocabulary().recogniser)
    if options.measure:
        for line in _measured(rows, those):
            sys.stdout.write(f"{line}\n")
        return 0
    content = model_of(rows, those)
    options.out.write_bytes(content)
    sys.stdout.write(f"{len(content)} bytes from {len(those)} sentences\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
