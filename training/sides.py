"""On which side of the body things stand on record after strangers told or put it right: ``python -m training.sides``.

``sides/`` holds readings (the form of ``readings/``) by authors who were asked for three kinds: doses that are moved;
sides, days and places put right; one thing for another. Counted are the findings and operations to which an author
gave a side, by ``qualifier`` or by name: how many stand on record on that side. ``--show`` prints the others.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from domain.patient import PatientState
from domain.proposals import Proposal
from domain.values import BOTH, LEFT, RIGHT, SIDED_SLOTS, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.vocabulary import load_vocabulary
from extraction.reading.extractor import LearnedExtractor
from training.examples import load
from training.playing import ZONE, concept_of, play, predicted, spoken_of
from training.scoring import concept

FOLDER: Final = Path(__file__).parent / "sides"
_BOTH: Final = re.compile(r"\b(?:both|bilateral)")


def side_told(fact: Mapping[str, Any]) -> str | None:
    """The side that an author gave a fact; None where none, or the slot has none."""
    if SlotKind(fact["slot"]) not in SIDED_SLOTS or fact["op"] == "retract":
        return None
    words = f"{fact.get('qualifier') or ''} {fact['name']}".casefold()
    told = {side for side in (LEFT, RIGHT) if re.search(rf"\b{side}\b", words)}
    if _BOTH.search(words):
        return BOTH
    return next(iter(told)) if len(told) == 1 else None


def sides(
    reading: Mapping[str, Any], extractor: LearnedExtractor, lexicon: Lexicon
) -> Iterator[tuple[Mapping[str, Any], str, list[str | None]]]:
    """Each fact of a side, that side, and the sides on which it stands on record afterwards."""

    def read(text: str, at: datetime, language: str, state: PatientState, agent: str) -> Sequence[Proposal]:
        return extractor.read(
            text, said_at=at, time_zone=ZONE, language="ko" if language == "ko" else "en", spoken_of=spoken_of(state),
            agent_said=agent,
        ).proposals  # fmt: skip

    played = play(reading, lexicon, read)
    standing = list(zip(played.state.ledger.current(), predicted(reading, played), strict=True))
    for gold in reading["facts"]:
        side = side_told(gold)
        if side is None:
            continue
        meant = concept_of(SlotKind(gold["slot"]), gold["name"], lexicon, reading["lang"]).concept_id
        own = [fact for fact, line in standing if concept(gold, line) or fact.content.concept.concept_id == meant]
        yield gold, side, [fact.content.qualifier for fact in own]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how many of each author's sides stand on record."""
    parser = argparse.ArgumentParser(prog="python -m training.sides", description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args(arguments)
    vocabulary = load_vocabulary()
    extractor = LearnedExtractor(vocabulary.lexicon, vocabulary.recogniser)
    for path in options.files or sorted(FOLDER.glob("*.jsonl")):
        told = right = 0
        for reading in load(path):
            for gold, side, standing in sides(reading, extractor, vocabulary.lexicon):
                told += 1
                right += side in standing
                if options.show and side not in standing:
                    sys.stdout.write(f"  {reading['id']} {reading['text']}\n    {gold['name']}, {side}: {standing}\n")
        sys.stdout.write(f"{path.stem}: {right} of {told}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
