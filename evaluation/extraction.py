"""``python -m evaluation.extraction --data DIR``: score extraction on a folder of utterances with its own checker.

The folder holds ``utterances.jsonl`` and ``tools/check_extract.py``. The extractor and the checker run as programs of
their own, so that nothing here depends on how either works.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

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
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        out = options.out or Path(folder) / "predictions.jsonl"
        out.write_text(extract(options.data / "utterances.jsonl"), encoding="utf-8")
        report = check(options.data, out)
    sys.stdout.write(report)
    missed = Floors(options.floor_entity, options.floor_strict, options.max_unsafe).missed(scores_of(report))
    for line in missed:
        sys.stderr.write(f"below the floor: {line}\n")
    return 1 if missed else 0


def extract(utterances: Path) -> str:
    """The predictions for a file of utterances, as JSON lines. Raises CalledProcessError when the extractor fails."""
    return _run(["-m", "extraction", "--data", str(utterances)])


def check(data: Path, predictions: Path) -> str:
    """The report of the folder's checker. Raises CalledProcessError when the checker fails."""
    return _run([str(data / "tools" / "check_extract.py"), str(data), str(predictions)])


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
