"""``python -m training.generalisation``: every author read by a reader that never saw a word of theirs.

Leave one author out: the models are trained on all other sources, and the phrases that only that author used are taken
out of the lexicon. The encoder's evidence counts where ``encoders/`` holds one that has not seen the author either.
``--authors`` names those to measure (all, unless named); ``--share`` trains on a share of the data, for a learning
curve; ``--floor-core`` and the like make it a gate.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from domain.patient import PatientState
from domain.proposals import Proposal
from extraction.naming.vocabulary import Vocabulary, load_vocabulary
from extraction.port import Reading
from extraction.reading.extractor import LearnedExtractor
from extraction.reading.learned.encoder_files import PRETRAINED, evidence_reader
from extraction.reading.learned.evidence import EvidenceReader
from extraction.reading.learned.linear import MODELS, Models
from extraction.text.language import Language
from training.examples import READINGS, load
from training.playing import ZONE, play, predicted, spoken_of
from training.scoring import Outcome, Score, score
from training.train import Samples, corpus, gathered, train, without
from training.unwritten import unwritten

ENCODERS: Final = Path(__file__).parent / "encoders"
"""Tuned encoders that have not seen some of the authors, each naming those: tuning takes too long to do it here."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each author left out and one for all; 1 when a floor is missed."""
    parser = argparse.ArgumentParser(prog="python -m training.generalisation", description=__doc__.splitlines()[0])
    parser.add_argument("--authors", nargs="*", help="the authors to leave out, one after the other")
    parser.add_argument("--share", type=float, default=1.0, help="share of the other sources to train on")
    parser.add_argument("--floor-core", type=float, default=0.0, help="least share of facts stored right")
    parser.add_argument(
        "--floor-precision", type=float, default=0.0, help="least share of what is stored that is right"
    )
    parser.add_argument("--floor-taken-up", type=float, default=0.0, help="least share of corrections taken up")
    parser.add_argument("--most-unsafe", type=float, default=100.0, help="most unsafe facts in 100 utterances")
    parser.add_argument("--unwritten", action="store_true", help="list what was read as a fact and not written")
    options = parser.parse_args(arguments)
    vocabulary = load_vocabulary()
    samples = _drawn(gathered(corpus(vocabulary.lexicon, vocabulary.recogniser)), options.share)
    total = Score()
    for author in options.authors or [path.stem for path in sorted(READINGS.glob("*.jsonl"))]:
        found = left_out(author, samples, listing=options.unwritten)
        total += found
        sys.stdout.write(f"{author:8} {json.dumps(found.line())}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{'all':8} {json.dumps(total.line())}\n")
    missed = [
        name
        for name, missing in (
            ("core", total.share("core", "gold") < options.floor_core),
            ("precision", total.share("new_right", "new") < options.floor_precision),
            ("taken up", total.share("taken", "moved") < options.floor_taken_up),
            ("unsafe", 100 * total.share("unsafe", "lines") > options.most_unsafe),
        )
        if missing
    ]
    for name in missed:
        sys.stderr.write(f"below the floor: {name}\n")
    return 1 if missed else 0


def _drawn(samples: Samples, share: float) -> Samples:
    """A share of the samples of each classifier, the same for one share."""
    if share >= 1:
        return samples
    draw = random.Random(3)  # noqa: S311 - a learning curve
    return {name: [one for one in those if draw.random() < share] for name, those in samples.items()}


def left_out(author: str, samples: Samples, *, listing: bool = False) -> Score:
    """The score of an author's readings by models trained without them; ``listing`` prints what was not written."""
    models = Models(train(without(samples, author)), f"without-{author}")
    vocabulary = load_vocabulary(unheard=frozenset({author}))
    rows = load(READINGS / f"{author}.jsonl")
    return scored(rows, vocabulary, models, encoder_without(author), listing=listing)


def encoder_without(author: str) -> EvidenceReader | None:
    """An encoder that was not tuned on this author; None where ``encoders/`` holds none."""
    pretrained = MODELS.joinpath(PRETRAINED).read_bytes()
    found = (evidence_reader(pretrained, path.read_bytes()) for path in sorted(ENCODERS.glob("*.npz")))
    return next((one for one in found if author in one.without), None)


def scored(
    rows: Sequence[Mapping[str, Any]],
    vocabulary: Vocabulary,
    models: Models | None = None,
    encoder: EvidenceReader | None = None,
    *,
    listing: bool = False,
) -> Score:
    """The score of readings, played one by one over a ledger of their own; ``listing`` prints what was not written."""
    extractor = LearnedExtractor(vocabulary.lexicon, vocabulary.recogniser, models, encoder)
    total = Score()
    for row in rows:
        heard: list[Reading] = []

        def read(
            text: str, at: datetime, language: str, state: PatientState, agent: str, heard: list[Reading] = heard
        ) -> Sequence[Proposal]:
            spoken: Language = "ko" if language == "ko" else "en"
            heard.append(
                extractor.read(
                    text, said_at=at, time_zone=ZONE, language=spoken, spoken_of=spoken_of(state), agent_said=agent
                )
            )
            return heard[-1].proposals

        facts = predicted(row, play(row, vocabulary.lexicon, read))
        understanding = heard[-1].understanding
        lost = [(read.role, row["text"][read.item.start : read.item.end]) for read in unwritten(heard[-1])]
        total.counts["unwritten"] += len(lost)
        if listing:
            sys.stdout.writelines(f"  {row['id']} {role}: {words}\n" for role, words in lost)
        total += score(
            row,
            Outcome(facts)
            if understanding is None
            else Outcome(
                facts,
                frozenset(act.kind for act in understanding.acts),
                tuple(request.op for request in understanding.requests),
                understanding.red_flag,
            ),
        )
    return total


if __name__ == "__main__":
    raise SystemExit(main())
