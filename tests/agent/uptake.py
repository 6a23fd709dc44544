"""How many corrections are taken up: by the service's own reader, by a model alone, and by both?

    python -m tests.agent.uptake

``tables/correction_turns.jsonl`` holds sixty turns, Korean and English, each with what was on record, what becomes of
it, and the operation that a model tells which reads it rightly: so a row of "model" is what the guards let through of a
right model, and not how well any model reads. No reader learnt from these turns.

They are thirty situations in both languages, by one hand who knew what the service's reader reads, one plain correction
each: they show that the guards let what is right pass, not how strangers are understood
(`docs/how-to/language-model.md`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, get_args

from agent.understanding.guards import Guards
from agent.understanding.merging import merge
from agent.understanding.seen import Seen
from agent.understanding.told import Told
from agent.understanding.words import Words
from domain.ledger import Fact
from domain.patient import PatientState
from domain.proposals import Doubt, Proposal
from extraction.naming.vocabulary import Vocabulary, load_vocabulary
from extraction.port import UtteranceReader
from extraction.reading.extractor import LearnedExtractor
from extraction.reading.items import MEMORY_ITEMS
from extraction.text.language import Language
from training.playing import ZONE, Played, play, predicted
from training.scoring import Outcome, score

TURNS = Path(__file__).parent / "tables" / "correction_turns.jsonl"
Readers = Literal["reader", "model", "both"]


@dataclass(frozen=True)
class Uptake:
    """Of ``turns``: how many were taken up, asked about instead, and left something wrong behind."""

    turns: int
    taken: int
    asked: int
    unsafe: int
    missed: tuple[str, ...]


def turns(language: str = "") -> list[dict[str, Any]]:
    """The turns of a language, all of them without one."""
    rows = [json.loads(line) for line in TURNS.read_text("utf-8").splitlines()]
    return [row for row in rows if row["lang"].startswith(language)]


def uptake(
    rows: Sequence[Mapping[str, Any]], readers: Readers, vocabulary: Vocabulary, reader: UtteranceReader
) -> Uptake:
    """What becomes of every turn when these read it."""
    taken = asked = unsafe = 0
    missed = list[str]()
    for row in rows:
        proposals = list[Proposal]()
        played = _played(row, readers, vocabulary, reader, proposals)
        counts = score(row, Outcome(predicted(row, played))).counts
        questions = any(one.doubt is Doubt.UNSURE_READING for one in proposals)
        taken += counts["taken"]
        asked += not counts["taken"] and questions
        unsafe += counts["unsafe"] and not questions
        if not counts["taken"]:
            missed.append(f"{row['id']}{' (asked)' if questions else ''} {row['text']}")
    return Uptake(len(rows), taken, asked, unsafe, tuple(missed))


def _played(
    row: Mapping[str, Any], readers: Readers, vocabulary: Vocabulary, reader: UtteranceReader, kept: list[Proposal]
) -> Played:
    lexicon, recogniser = vocabulary.lexicon, vocabulary.recogniser

    def read(text: str, at: datetime, language: str, state: PatientState, agent: str) -> Sequence[Proposal]:
        spoken: Language = "ko" if language == "ko" else "en"
        newest = sorted(state.ledger.current(), key=lambda one: one.version, reverse=True)
        found = reader.read(
            text, said_at=at, time_zone=ZONE, language=spoken, agent_said=agent,
            spoken_of=tuple(fact.content for fact in newest[:MEMORY_ITEMS]),
        )  # fmt: skip
        heard = () if readers == "model" else found.proposals
        if readers != "reader":
            words = Words.of(text, lexicon, recogniser, at, ZONE, spoken)
            seen = Seen.of(state.ledger, words, heard)
            understanding = None if readers == "model" else found.understanding
            guards = Guards(words, seen, state.ledger, lexicon, understanding, "understand@3/right")
            heard = tuple(merge([_told(row, seen)], guards, heard).proposals)
        kept.extend(heard)
        return heard

    return play(row, lexicon, read)


def _told(row: Mapping[str, Any], seen: Seen) -> Told:
    """The operation of a model that reads a turn rightly, upon the fact as it was shown to it."""
    first = row["known"][0]

    def is_meant(fact: Fact) -> bool:
        return fact.content.slot == first["slot"] and first.get("value") in (None, fact.content.value)

    named = [label for label, fact in seen.facts.items() if is_meant(fact)]
    own = [label for label in named if _names(seen.facts[label], first["name"])]
    return Told(quote=row["text"], target=next(iter(own or named), ""), **row["told"])


def _names(fact: Fact, name: str) -> bool:
    return name.casefold() in (fact.content.concept.name.casefold(), fact.content.concept.concept_id.replace("_", " "))


def main() -> int:
    """Print the table and what was missed."""
    vocabulary = load_vocabulary()
    reader = LearnedExtractor(vocabulary.lexicon, vocabulary.recogniser)
    print("| turns | read by | taken up | asked instead | left wrong |\n|---|---|---|---|---|")
    missed = dict[str, tuple[str, ...]]()
    for language in ("ko", "en"):
        rows = turns(language)
        for readers in get_args(Readers):
            found = uptake(rows, readers, vocabulary, reader)
            missed[f"{language} {readers}"] = found.missed
            print(f"| {language}, {len(rows)} | {readers} | {found.taken} | {found.asked} | {found.unsafe} |")
    for name, texts in missed.items():
        print(f"\n{name}, not taken up:", *texts, sep="\n  ")
    return 0


if __name__ == "__main__":
    sys.exit(main())
