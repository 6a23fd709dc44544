"""``python -m training.trust``: fit anew how far a reading is to be trusted.

Each utterance of an author whom the readers never saw is played over a ledger, and every fact that it brings is right
or not by :mod:`training.scoring`; what is weighed is :func:`extraction.reading.learned.trust.features`. The authors of
``unseen/`` are read by the shipped readers; those of :data:`LEFT_OUT` by linear models that are trained without them
and an encoder that was tuned without them, minutes for each. From :data:`HELD` and the authors of the gate (p3, p5, q1)
nothing is learnt. ``--measure`` leaves each author out in turn and prints how well right and wrong readings are told
apart; ``--held`` weighs the shipped model on the held ones. Needs scikit-learn. The same data and machine give the
same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import numpy as np

from domain.patient import PatientState
from domain.proposals import Proposal
from extraction.naming.vocabulary import Vocabulary, load_vocabulary
from extraction.reading.extractor import LearnedExtractor
from extraction.reading.learned.linear import MODELS, Models
from extraction.reading.learned.trust import MODEL, load_trust, packed_trust
from extraction.reading.learned.weigher import Weigher
from extraction.text.language import Language
from training.examples import READINGS, load
from training.generalisation import encoder_without
from training.playing import ZONE, play, predicted, spoken_of
from training.scoring import core
from training.train import corpus, gathered, train, without
from training.weighing import weights

UNSEEN: Final = Path(__file__).parent / "unseen"
LEARNT_FROM: Final = ("q26", "q33", "q35", "q38", "q52", "q53")
LEFT_OUT: Final = ("q12", "q14", "q15")
HELD: Final = ("q27", "q54")
_STEP: Final = 1e-5
"""Between the confidences that mark the rows of one utterance."""
_BARS: Final = (0.3, 0.4, 0.5)


@dataclass
class Rows:
    """Marks each proposal by its place among all rows, so that a fact is found again by its confidence."""

    all: list[list[float]] = field(default_factory=list)

    def probabilities(self, rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
        """The place of each row as a confidence."""
        first = len(self.all)
        self.all += [list(one) for one in rows]
        return tuple((first + at) * _STEP for at in range(len(rows)))


@dataclass(frozen=True, slots=True)
class Weighed:
    """One fact that an utterance brought: by which author, its features, and whether it is right."""

    author: str
    row: Sequence[float]
    right: bool


def weighed(
    readings: Iterable[Mapping[str, Any]], vocabulary: Vocabulary, author: str, models: Models | None = None
) -> Iterator[Weighed]:
    """Every fact that the utterances of an author bring."""
    encoder = encoder_without(author) if models is not None else None
    for reading in readings:
        rows = Rows()
        extractor = LearnedExtractor(vocabulary.lexicon, vocabulary.recogniser, models, encoder, truster=rows)

        def read(
            text: str,
            at: datetime,
            language: str,
            state: PatientState,
            agent: str,
            extractor: LearnedExtractor = extractor,
        ) -> Sequence[Proposal]:
            spoken: Language = "ko" if language == "ko" else "en"
            return extractor.read(
                text, said_at=at, time_zone=ZONE, language=spoken, spoken_of=spoken_of(state), agent_said=agent
            ).proposals  # fmt: skip

        played = play(reading, vocabulary.lexicon, read)
        for fact, line in zip(played.state.ledger.current(), predicted(reading, played), strict=True):
            at = round(fact.evidence[-1].confidence / _STEP)
            if line["new"] and at < len(rows.all):
                yield Weighed(author, rows.all[at], any(core(gold, line) for gold in reading["facts"]))


def gathered_rows() -> list[Weighed]:
    """The facts of all authors that are learnt from."""
    vocabulary = load_vocabulary()
    found = [one for author in LEARNT_FROM for one in weighed(load(UNSEEN / f"{author}.jsonl"), vocabulary, author)]
    samples = gathered(corpus(vocabulary.lexicon, vocabulary.recogniser))
    for author in LEFT_OUT:
        models = Models(train(without(samples, author)), f"without-{author}")
        unheard = load_vocabulary(unheard=frozenset({author}))
        found += weighed(load(READINGS / f"{author}.jsonl"), unheard, author, models)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the model file, or measure."""
    parser = argparse.ArgumentParser(prog="python -m training.trust", description=__doc__.splitlines()[0])
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--held", action="store_true")
    parser.add_argument("--out", type=Path, default=Path(str(MODELS.joinpath(MODEL))))
    options = parser.parse_args(arguments)
    if options.held:
        vocabulary = load_vocabulary()
        rows = [one for author in HELD for one in weighed(load(UNSEEN / f"{author}.jsonl"), vocabulary, author)]
        return _told(rows, load_trust().probabilities([one.row for one in rows]))
    rows = gathered_rows()
    if options.measure:
        likely = np.zeros(len(rows))
        for author in sorted({one.author for one in rows}):
            others = [one for one in rows if one.author != author]
            weigher = Weigher.of(weights([one.row for one in others], [one.right for one in others]))
            own = [at for at, one in enumerate(rows) if one.author == author]
            likely[own] = weigher.probabilities([rows[at].row for at in own])
        return _told(rows, tuple(float(one) for one in likely))
    paths = [*(UNSEEN / f"{one}.jsonl" for one in LEARNT_FROM), *(READINGS / f"{one}.jsonl" for one in LEFT_OUT)]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:12]
    content = packed_trust(digest, weights([one.row for one in rows], [one.right for one in rows]))
    options.out.write_bytes(content)
    sys.stdout.write(f"{len(rows)} facts, {len(rows[0].row)} features, {len(content)} bytes\n")
    return 0


def _told(rows: Sequence[Weighed], likely: Sequence[float]) -> int:
    """Print how well right and wrong readings are told apart, and what lies below some bars."""
    from sklearn.metrics import roc_auc_score

    right, given = np.array([one.right for one in rows]), np.array(likely)
    apart, share = roc_auc_score(right, given), right.mean()
    error, plain = float(np.mean((given - right) ** 2)), share * (1 - share)
    sys.stdout.write(f"{len(rows)} facts, right {share:.3f}; area under the curve {apart:.3f}\n")
    sys.stdout.write(f"mean square error {error:.3f}, of the share alone {plain:.3f}\n")
    for bar in _BARS:
        below = given < bar
        sys.stdout.write(f"below {bar}: {int(below.sum())}, of these wrong {int((below & ~right).sum())}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
