"""What each step of the reading is worth to strangers: ``python -m training.step_worth``.

Every reading of the given files (``unseen/`` and ``sides/`` unless named) is played with all steps, then once more
without each of those that changed something. Of each step is printed in how many readings it changed a proposal, how
many were better and worse for it, and what it brought in all: facts right (core), corrections and the like taken up,
new facts that are wrong, unsafe ones, and days, ends and rhythms right. A step that strangers are worse off for is
taken out or mended, whatever the sentences are that it was written for.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from domain.patient import PatientState
from domain.proposals import Proposal
from extraction.naming.vocabulary import load_vocabulary
from extraction.reading.extractor import LearnedExtractor
from extraction.reading.steps import STEPS, Proposals, Read, Step
from extraction.text.language import Language
from training.examples import load
from training.playing import ZONE, play, predicted, spoken_of
from training.scoring import Outcome, concept, score

_FOLDER: Final = Path(__file__).parent
_MONTH: Final = len("2026-01")
"""Characters of a day that are compared: authors tell weeks and seasons as days in several ways."""


class Observed:
    """The steps, of which one may be left out, and which of them changed something."""

    def __init__(self) -> None:
        self.left_out: int | None = None
        self.changed: set[int] = set()
        self.steps: tuple[Step, ...] = tuple(self._step(at, step) for at, step in enumerate(STEPS))

    def _step(self, at: int, step: Step) -> Step:
        def observed(read: Read, proposals: Proposals) -> Proposals:
            if at == self.left_out:
                return proposals
            found = step(read, proposals)
            if found != proposals:
                self.changed.add(at)
            return found

        return observed


def name_of(step: Step) -> str:
    """The function that a step calls."""
    return next(name for name in step.__code__.co_names if name != tuple.__name__)


def counted(reading: Mapping[str, Any], facts: Sequence[Mapping[str, Any]]) -> Counter[str]:
    """What is right and wrong of the facts after a reading."""
    count = score(reading, Outcome(facts)).counts
    found = Counter({name: count[name] for name in ("core", "taken", "unsafe")})
    found["wrong"] = count["new"] - count["new_right"]
    for gold in reading["facts"]:
        alike = [fact for fact in facts if concept(gold, fact)]
        for name in ("date", "end", "frequency"):
            told = str(gold.get(name) or "")[:_MONTH]
            found["times"] += bool(told) and any(str(fact[name] or "")[:_MONTH] == told for fact in alike)
    return found


def worth(paths: Sequence[Path]) -> Mapping[str, Counter[str]]:
    """What each step brought over the readings of the files, by its name."""
    vocabulary = load_vocabulary()
    observed = Observed()
    extractor = LearnedExtractor(vocabulary.lexicon, vocabulary.recogniser, steps=observed.steps)

    def read(text: str, at: datetime, language: str, state: PatientState, agent: str) -> Sequence[Proposal]:
        spoken: Language = "ko" if language == "ko" else "en"
        return extractor.read(
            text, said_at=at, time_zone=ZONE, language=spoken, spoken_of=spoken_of(state), agent_said=agent
        ).proposals

    total: dict[str, Counter[str]] = defaultdict(Counter)
    for reading in (one for path in paths for one in load(path)):
        observed.left_out = None
        observed.changed.clear()
        whole = counted(reading, predicted(reading, play(reading, vocabulary.lexicon, read)))
        for at in sorted(observed.changed):
            observed.left_out = at
            without = counted(reading, predicted(reading, play(reading, vocabulary.lexicon, read)))
            brought = Counter({name: whole[name] - without[name] for name in whole | without})
            gain = sum(brought[name] for name in ("core", "taken", "times"))
            gain -= brought["wrong"] + 2 * brought["unsafe"]
            count = total[name_of(STEPS[at])]
            count.update(brought)
            count.update({"readings": 1, "better": gain > 0, "worse": gain < 0})
    return total


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each step that changed something, the most useful first, then the names of the others."""
    parser = argparse.ArgumentParser(prog="python -m training.step_worth", description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args(arguments)
    paths = options.files or [path for name in ("unseen", "sides") for path in sorted((_FOLDER / name).glob("*.jsonl"))]
    total = worth(paths)
    for name, count in sorted(total.items(), key=lambda one: one[1]["worse"] - one[1]["better"]):
        sys.stdout.write(
            f"{name:44} readings {count['readings']:4} better {count['better']:3} worse {count['worse']:3}"
            f"  core {count['core']:+3} taken up {count['taken']:+3} wrong {count['wrong']:+3}"
            f" unsafe {count['unsafe']:+3} times {count['times']:+3}\n"
        )
    idle = sorted({name_of(step) for step in STEPS} - set(total))
    sys.stdout.write(f"changed nothing: {', '.join(idle)}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
