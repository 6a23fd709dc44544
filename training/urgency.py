"""``python -m training.urgency``: fit the reader of urgency from the committed sentences, or measure left-out ones.

It learns from ``flags/`` (urgent, or only alike; r4 and r5 also tell what is for today from what cannot wait, and
have the ordinary complaints that can) and from all readings. Needs scikit-learn (extra ``training``). The same data
give the same bytes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from extraction.naming.vocabulary import load_vocabulary
from extraction.reading.learned.linear import MODELS
from extraction.reading.learned.urgency import LABELS, MODEL
from training.examples import READINGS, load
from training.flags import lines
from training.over_encoder import features, file_of

UNSEEN: Final = Path(__file__).parent / "unseen" / "r3.tsv"
_STRENGTH: Final = 20.0
_STRENGTH_AT_ONCE: Final = 3.0
"""The inverse strengths of regularisation (scikit-learn's C)."""

_READING: Final = 0.3
"""What an utterance of the readings counts: few of them are urgent, and most are far from it."""

_GRADED: Final = ("r4", "r5")
"""The authors who tell what is for today ("t") from what cannot wait ("!")."""

_FOLDS: Final = 5
_BARS: Final = (0.5, 1.0, 1.6, 2.0, 2.5)


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence, who wrote it, and how soon it calls for care: "!" at once, "t" today, "-" not."""

    author: str
    text: str
    level: str


def told() -> Iterator[Told]:
    """All committed sentences and utterances."""
    for author, level, text in lines():
        yield Told(author, text, level)
    for path in sorted(READINGS.glob("*.jsonl")):
        for row in load(path):
            yield Told("readings", row["text"], "!" if row.get("red_flag") else "-")


def _weights(those: Sequence[Told]) -> list[float]:
    return [_READING if one.author == "readings" else 1.0 for one in those]


def urgent(rows: Any, those: Sequence[Told]) -> Any:
    """Logistic regression of what is urgent."""
    from sklearn.linear_model import LogisticRegression

    labels = [one.level != "-" for one in those]
    model = LogisticRegression(C=_STRENGTH, class_weight="balanced", max_iter=400)
    return model.fit(rows, labels, sample_weight=_weights(those))


def at_once(rows: Any, those: Sequence[Told]) -> Any:
    """Logistic regression of what cannot wait, of what is urgent."""
    from sklearn.linear_model import LogisticRegression

    labels = [one.level == "!" for one in those]
    return LogisticRegression(C=_STRENGTH_AT_ONCE, class_weight="balanced", max_iter=400).fit(rows, labels)


def model_of(rows: Any, those: Sequence[Told]) -> bytes:
    """The bytes of the model file that these sentences give."""
    graded = [at for at, one in enumerate(those) if one.author in _GRADED and one.level != "-"]
    models = (urgent(rows, those), at_once(rows[graded], [those[at] for at in graded]))
    weights = np.concatenate([model.coef_ for model in models])
    return file_of(LABELS, weights, np.concatenate([model.intercept_ for model in models]))


def _measured(rows: Any, those: Sequence[Told], unseen: Any, levels: NDArray[np.str_]) -> Iterator[str]:
    """How r4 and r5 are heard, a fifth of them left out at a time, and r3, from which nothing learns."""
    graded = np.array([one.author in _GRADED for one in those])
    places = np.flatnonzero(graded)
    heard = np.zeros(len(those))
    for fold in range(_FOLDS):
        out = places[fold::_FOLDS]
        kept = np.setdiff1d(np.arange(len(those)), out)
        model = urgent(rows[kept], [those[at] for at in kept])
        heard[out] = model.decision_function(rows[out])
    of = np.array([one.level for one in those])[graded]
    others = urgent(rows, those).decision_function(unseen)
    for bar in _BARS:
        shares = (f"{level} {np.mean(heard[graded][of == level] > bar):.3f}" for level in "!t-")
        new = (f"{level} {np.mean(others[levels == level] > bar):.3f}" for level in "!-")
        yield f"above {bar}: graded {' '.join(shares)}; r3 {' '.join(new)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the model file, or with ``--measure`` print how left-out sentences are heard."""
    parser = argparse.ArgumentParser(prog="python -m training.urgency", description="Train the reader of urgency.")
    parser.add_argument("--measure", action="store_true", help="leave a fifth of r4 and r5 out at a time; hear r3")
    parser.add_argument("--out", type=Path, default=Path(str(MODELS.joinpath(MODEL))))
    options = parser.parse_args(arguments)
    finder = load_vocabulary().recogniser
    those = list(told())
    rows = features([one.text for one in those], finder)
    if options.measure:
        unseen = list(lines((UNSEEN,)))
        levels = np.array([level for _, level, _ in unseen])
        for line in _measured(rows, those, features([text for *_, text in unseen], finder), levels):
            sys.stdout.write(f"{line}\n")
        return 0
    content = model_of(rows, those)
    options.out.write_bytes(content)
    sys.stdout.write(f"{len(content)} bytes from {len(those)} sentences\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
