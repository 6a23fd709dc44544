"""``python -m training.urgency``: fit the reader of urgency from the committed sentences, or measure unread ones.

It learns from ``flags/`` (urgent, or only alike; r4 and r5 have the ordinary complaints, too), from ``kinds/`` and from
all readings. What cannot wait is told from what is for today by the kinds of alarms (``training.alarm_kinds``). Needs
scikit-learn (extra ``training``). The same data give the same bytes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from agent.answers.asking.request import Finder
from extraction.naming.vocabulary import load_vocabulary
from extraction.reading.learned.alarm_kinds import EMERGENCIES, SOON
from extraction.reading.learned.encoder_files import load_evidence_reader
from extraction.reading.learned.linear import MODELS
from extraction.reading.learned.over_encoder import what_is_named
from extraction.reading.learned.urgency import LABELS, MODEL, load_urgency
from extraction.text.normalise import normalise
from training.alarm_kinds import of_kinds
from training.examples import READINGS, load
from training.flags import lines
from training.over_encoder import features, file_of

UNSEEN: Final = Path(__file__).parent / "unseen" / "r3.tsv"
_STRENGTH: Final = 20.0
"""The inverse strength of regularisation (scikit-learn's C)."""

_READING: Final = 0.3
"""What an utterance of the readings counts: few of them are urgent, and most are far from it."""

_BARS: Final = (-0.6, -0.3, 0.0, 0.3, 0.6)
_SURE: Final = 0.4
"""The margin that agent/safety/resembling.py goes by."""


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
    for one in of_kinds():
        yield Told("kinds", one.text, "!" if one.kind in EMERGENCIES else "t" if one.kind == SOON else "-")
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


def model_of(rows: Any, those: Sequence[Told]) -> bytes:
    """The bytes of the model file that these sentences give."""
    model = urgent(rows, those)
    return file_of(LABELS, model.coef_, model.intercept_)


def _measured(finder: Finder) -> Iterator[str]:
    """How the shipped ear hears r3, from which nothing learns, and by what it names what cannot wait."""
    ear = load_urgency(load_evidence_reader())
    heard = []
    for _, level, text in lines((UNSEEN,)):
        named = what_is_named(found.entry for found in finder.find(normalise(text).text))
        heard.append((level, ear.read(text, named)))
    for bar in _BARS:
        shares = (
            f"{level} {np.mean([one.urgent > bar for each, one in heard if each == level]):.3f}" for level in "!-"
        )
        yield f"above {bar}: {' '.join(shares)}"
    for level in "!-":
        sure = [one.likeness is not None and one.likeness.sure >= _SURE for each, one in heard if each == level]
        yield f"surely an emergency: {level} {np.mean(sure):.3f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the model file, or with ``--measure`` print how unread ones are heard."""
    parser = argparse.ArgumentParser(prog="python -m training.urgency", description="Train the reader of urgency.")
    parser.add_argument("--measure", action="store_true", help="hear r3, from which nothing learns")
    parser.add_argument("--out", type=Path, default=Path(str(MODELS.joinpath(MODEL))))
    options = parser.parse_args(arguments)
    finder = load_vocabulary().recogniser
    if options.measure:
        for line in _measured(finder):
            sys.stdout.write(f"{line}\n")
        return 0
    those = list(told())
    rows = features([one.text for one in those], finder)
    content = model_of(rows, those)
    options.out.write_bytes(content)
    sys.stdout.write(f"{len(content)} bytes from {len(those)} sentences\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
