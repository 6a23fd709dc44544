"""What an utterance leaves on record that names an animal, or a number beside a medicine: `python -m training.beside`.

Authors who knew the two phenomena alone wrote what people type (`training/beside/`), each line with what must stand on
the record of the person who writes, and nothing else:

- ``animal``: a disease, medicine or value of a pet or of livestock alone; ``mixed``: of it and of a person;
  ``lookalike``: an animal is named, and the fact is a person's.
- ``pack``: how many were prescribed or are left; ``pieces``: a bare number that counts tablets; ``strength``: one that
  is a strength.

Printed is how many lines of each kind leave the record so; of numbers, among the lines whose medicine was recognised.
`--show` prints what fails.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from domain.patient import PatientState
from domain.proposals import Proposal
from domain.values import PATIENT, Content, Polarity, SlotKind
from extraction.naming.vocabulary import load_vocabulary
from extraction.reading.extractor import LearnedExtractor
from training.playing import ZONE, play

FOLDER: Final = Path(__file__).parent / "beside"
_SAID_ON: Final = "2026-05-10"
_NUMBERS: Final = frozenset({"pack", "pieces", "strength"})
_UNITS: Final = (
    ("µg", "mcg"), ("iu", "u"), ("units", "u"), ("unit", "u"), ("tablets", "tab"), ("tablet", "tab"), ("pills", "tab"),
    ("capsules", "tab"), ("capsule", "tab"), ("cap", "tab"), ("puffs", "puff"), ("sprays", "spray"),
    ("sachets", "packet"), ("sachet", "packet"), ("drops", "drop"), ("halfa", "0.5"), ("half", "0.5"),
)  # fmt: skip
_LIKE: Final = 5
"""Letters of a name by which two spellings of one substance are alike."""

Outcome = bool | None


def outcome(line: Mapping[str, Any], standing: Sequence[Content]) -> Outcome:
    """Whether the record is as it should be; None where the medicine of a number was not recognised."""
    if line["kind"] == "animal":
        return len(standing) == 0
    own = [one for one in standing if one.subject == PATIENT]
    medicines = [one for one in own if one.slot is SlotKind.MEDICATIONS]
    for wanted in line["record"]:
        if wanted["slot"] != "medications":
            slots = {wanted["slot"], "symptoms", "conditions"}
            if line["kind"] not in _NUMBERS and not any(one.slot.value in slots for one in own):
                return False
            continue
        alike = [one for one in medicines if _letters(wanted["name"])[:_LIKE] in _letters(one.concept.name)]
        if not alike:
            return None if line["kind"] in _NUMBERS else False
        if line["kind"] in _NUMBERS and _plain(alike[0].dose) != _plain(wanted["dose"]):
            return False
    most = sum(one["slot"] == "medications" for one in line["record"])
    return bool(line["kind"] != "mixed" or len(medicines) <= most)


def _letters(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.casefold())


def _plain(dose: str | None) -> str:
    plain = "".join((dose or "").casefold().split())
    for words, short in _UNITS:
        plain = plain.replace(words, short)
    return plain


def _reads(extractor: LearnedExtractor) -> Callable[..., Sequence[Proposal]]:
    def read(said: str, at: datetime, language: str, state: PatientState, agent_said: str) -> Sequence[Proposal]:
        facts = tuple(one.content for one in reversed(tuple(state.ledger.current())))
        return extractor.read(said, said_at=at, time_zone=ZONE, spoken_of=facts, agent_said=agent_said).proposals

    return read


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the lines and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args(arguments)
    vocabulary = load_vocabulary()
    read = _reads(LearnedExtractor(vocabulary.lexicon, vocabulary.recogniser))
    for path in given.files or sorted(FOLDER.glob("*.jsonl")):
        right, count = Counter[str](), Counter[str]()
        for line in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            language = "ko" if re.search("[가-힣]", line["says"]) else "en"
            reading = {"id": line["id"], "at": _SAID_ON, "lang": language, "known": [], "text": line["says"]}
            ledger = play(reading, vocabulary.lexicon, read).state.ledger
            standing = [one.content for one in ledger.current() if one.content.polarity is Polarity.AFFIRMED]
            found = outcome(line, standing)
            if found is None:
                continue
            count[line["kind"]] += 1
            right[line["kind"]] += found
            if given.show and not found:
                print(f"{line['kind']}: {line['says']}")
        print(path.stem, *(f"{kind} {right[kind]}/{count[kind]}" for kind in count))
    return 0


if __name__ == "__main__":
    sys.exit(main())
