"""``python -m evaluation.extraction --data DIR``: score extraction on a folder of utterances with its own checker.

The folder holds ``utterances.jsonl`` and ``tools/check_extract.py``. The extractor and the checker run as programs of
their own, so that nothing here depends on how either works.

``--ablate`` scores the folder without each part of extraction, beside the sentences of ``--unseen``, whose words the
folder lacks: a part tuned to the folder would help there alone.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

UNSEEN = Path("tests/extraction/tables/unseen")
"""Sentences written before the rules were tried on them, with words that the public sample does not have."""

F1 = 2
"""The place of F1 in the checker's (precision, recall, F1)."""


@dataclass(frozen=True, slots=True)
class Floors:
    """What a run must reach: F1 of entities and of whole facts, and how many unsafe readings are borne."""

    entity: float
    strict: float
    max_unsafe: int

    def missed(self, scores: Scores) -> list[str]:
        """The floors that ``scores`` fall below, in words."""
        missed = []
        if scores.entity < self.entity:
            missed.append(f"entity F1 {scores.entity:.3f} < {self.entity}")
        if scores.strict < self.strict:
            missed.append(f"strict F1 {scores.strict:.3f} < {self.strict}")
        if scores.unsafe > self.max_unsafe:
            missed.append(f"unsafe {scores.unsafe} > {self.max_unsafe}")
        return missed


@dataclass(frozen=True, slots=True)
class Scores:
    """The checker's figures that the floors look at."""

    entity: float
    strict: float
    unsafe: int


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print the checker's report, and return 1 when a floor is missed."""
    parser = argparse.ArgumentParser(
        prog="python -m evaluation.extraction", description="Score extraction on a folder."
    )
    parser.add_argument(
        "--data", type=Path, required=True, help="folder with utterances.jsonl and tools/check_extract.py"
    )
    parser.add_argument("--out", type=Path, help="where to keep the predictions (JSON lines)")
    parser.add_argument("--floor-entity", type=float, default=0.75, help="least entity F1")
    parser.add_argument("--floor-strict", type=float, default=0.5, help="least strict F1")
    parser.add_argument("--max-unsafe", type=int, default=5, help="most unsafe readings")
    parser.add_argument("--ablate", action="store_true", help="score without each part in turn; takes minutes")
    parser.add_argument("--unseen", type=Path, default=UNSEEN, help="with --ablate: a second set, scored beside")
    options = parser.parse_args(arguments)
    if options.ablate:
        ablate(options.data, options.unseen)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        out = options.out or Path(folder) / "predictions.jsonl"
        out.write_text(extract(options.data / "utterances.jsonl"), encoding="utf-8")
        report = check(options.data, out)
    sys.stdout.write(report)
    missed = Floors(options.floor_entity, options.floor_strict, options.max_unsafe).missed(scores_of(report))
    for line in missed:
        sys.stderr.write(f"below the floor: {line}\n")
    return 1 if missed else 0


def ablate(data: Path, unseen: Path) -> None:
    """Print the scores of both sets with all parts, and without each; the time is the processor's for a median line."""
    sys.stdout.write(f"{'without':<16} {'public F1':>10} {'strict':>7} {'unsafe':>6}   ")
    sys.stdout.write(f"{'unseen F1':>9} {'strict':>7} {'unsafe':>6}   {'p50 ms':>6}\n")
    for part in (None, *_run(["-m", "extraction", "--parts"]).split()):
        with tempfile.TemporaryDirectory() as folder:
            both, out, times = (Path(folder) / name for name in ("utterances.jsonl", "predictions.jsonl", "times.json"))
            texts = [(each / "utterances.jsonl").read_text(encoding="utf-8") for each in (data, unseen)]
            both.write_text("".join(texts), encoding="utf-8")
            out.write_text(extract(both, without=part, times=times), encoding="utf-8")
            scores = [scores_of(check(each, out, checker=data)) for each in (data, unseen)]
            p50 = statistics.median(json.loads(times.read_text(encoding="utf-8")))
        columns = [f"{one.entity:>9.3f} {one.strict:>7.3f} {one.unsafe:>6}" for one in scores]
        sys.stdout.write(f"{part or '(nothing)':<16}  {'   '.join(columns)}   {p50:>6.2f}\n")
        sys.stdout.flush()


def extract(utterances: Path, *, without: str | None = None, times: Path | None = None) -> str:
    """The predictions for a file of utterances, as JSON lines, without a part of extraction when one is named.

    ``times`` is where the milliseconds of each line are kept. Raises CalledProcessError when the extractor fails.
    """
    left_out = ["--without", without] if without else []
    timed = ["--times", str(times)] if times else []
    return _run(["-m", "extraction", "--data", str(utterances), *left_out, *timed])


def check(data: Path, predictions: Path, *, checker: Path | None = None) -> str:
    """The report on a folder by its own checker, or by that of ``checker``. Raises CalledProcessError when it fails."""
    return _run([str((checker or data) / "tools" / "check_extract.py"), str(data), str(predictions)])


def scores_of(report: str) -> Scores:
    """The scores in a report: its first line is a JSON object. Raises ValueError or KeyError for any other report."""
    figures = json.loads(report.splitlines()[0])
    return Scores(figures["entity_PRF"][F1], figures["strict_PRF"][F1], figures["unsafe"])


def _run(arguments: Sequence[str]) -> str:
    # The program is this very interpreter and the paths are the caller's own.
    finished = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True)  # noqa: S603
    return finished.stdout


if __name__ == "__main__":
    raise SystemExit(main())
