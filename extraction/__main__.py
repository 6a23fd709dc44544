"""``python -m extraction``: read utterances (``--data FILE.jsonl``), or measure the time a turn takes (``--bench``).

A line of input is ``{"id", "text", "reference_date" (ISO date), "lang"}``; a line of output ``{"id", "facts": [...]}``.
``--without PART`` leaves a part of recognition or reading out, to see what it adds; ``--parts`` names them all.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time as clock
from collections.abc import Sequence
from datetime import datetime, time
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from domain.proposals import Operation, Proposal
from domain.utterance import MAX_CHARACTERS
from extraction.bench import ODD_MILLISECONDS, bench, bench_dense, bench_odd, bench_served, percentile
from extraction.naming.concepts import PARTS, Recogniser
from extraction.naming.lexicon import Lexicon
from extraction.naming.vocabulary import load_vocabulary
from extraction.reading.extractor import LearnedExtractor
from extraction.rules.parts import READING_PARTS

TIME_ZONE = "Asia/Seoul"
"""The zone in which the reference dates of extraction sets are days."""

_FIELDS = (
    "value", "value_low", "value_high", "comparator", "unit", "value_stated", "unit_stated", "dose", "frequency",
    "route", "status", "polarity", "certainty", "subject", "temporality", "qualifier", "severity", "stage", "reaction",
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one line of predictions for each line of the file, or the table of times; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m extraction", description="Extract facts from utterances.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--data", type=Path, help="utterances, a JSON object a line")
    what.add_argument("--bench", action="store_true", help="print milliseconds a turn by part")
    what.add_argument("--parts", action="store_true", help="print the names of the parts that can be left out")
    names = sorted(PARTS | READING_PARTS)
    parser.add_argument("--without", action="append", default=[], choices=names, metavar="PART", help="leave it out")
    parser.add_argument("--times", type=Path, metavar="PATH", help="with --data: write each line's milliseconds")
    parser.add_argument("--lexicon", type=Path, metavar="DIR", help="lexicon tables of your own")
    parser.add_argument("--medcat-pack", type=Path, metavar="PATH", help="a MedCAT model pack (only a trusted file)")
    options = parser.parse_args(arguments)
    if options.parts:
        sys.stdout.write("".join(f"{name}\n" for name in names))
        return 0
    without = frozenset(options.without)
    vocabulary = load_vocabulary(options.lexicon, options.medcat_pack, parts=PARTS - without)
    if options.bench:
        _print_times(vocabulary.lexicon, vocabulary.recogniser)
        return 0
    vocabulary.recogniser.warm_up()
    times = _print_facts(options.data, LearnedExtractor(vocabulary.lexicon, vocabulary.recogniser))
    if options.times:
        options.times.write_text(json.dumps(times), encoding="utf-8")
    return 0


def _print_times(lexicon: Lexicon, recogniser: Recogniser) -> None:
    started = clock.perf_counter()
    recogniser.warm_up()
    sys.stdout.write(f"warm-up    {clock.perf_counter() - started:8.2f} s\n")
    sys.stdout.write(f"threads    {_threads()}\n")
    for timing in bench(lexicon, recogniser, clock.perf_counter):
        sys.stdout.write(f"{timing.part:<10} p50 {timing.p50:7.3f} ms   p95 {timing.p95:7.3f} ms\n")
    for timing in bench_served(lexicon, recogniser, clock.process_time):
        sys.stdout.write(f"{timing.part:<16} p50 {timing.p50:5.1f} ms   p95 {timing.p95:5.1f} ms of processor time\n")
    for about, taken in (
        ("that repeat themselves", bench_odd(lexicon, recogniser, clock.process_time)),
        ("full of names, numbers and days", bench_dense(lexicon, recogniser, clock.process_time)),
    ):
        slow = sum(each > ODD_MILLISECONDS for each in taken.values())
        sys.stdout.write(
            f"{len(taken)} texts of {MAX_CHARACTERS} characters {about}, processor time: median "
            f"{percentile([each / 1000 for each in taken.values()], 50):.0f} ms, worst {max(taken.values()):.0f} ms, "
            f"{slow} over {ODD_MILLISECONDS:.0f} ms\n"
        )


def _threads() -> str:
    """How many threads the numeric libraries take, which processor time counts all of."""
    told = os.environ.get("OMP_NUM_THREADS", "")
    return (
        f"OMP_NUM_THREADS={told}" if told else "OMP_NUM_THREADS is not set; a server sets 1, so set it for its figures"
    )


def _print_facts(data: Path, extractor: LearnedExtractor) -> list[float]:
    """Print the predictions; returns the milliseconds of processor time of each line, which a busy machine spares."""
    times = []
    with data.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            said_at = datetime.combine(datetime.fromisoformat(row["reference_date"]), time(12), ZoneInfo(TIME_ZONE))
            started = clock.process_time()
            reading = extractor.read(row["text"], said_at=said_at, time_zone=TIME_ZONE)
            times.append(round((clock.process_time() - started) * 1000, 3))
            facts = [fact for proposal in reading.proposals if (fact := as_fact(proposal)) is not None]
            sys.stdout.write(json.dumps({"id": row["id"], "facts": facts}, ensure_ascii=False) + "\n")
    return times


def as_fact(proposal: Proposal) -> dict[str, Any] | None:
    """The fact that a proposal states, flat; None for a mention in passing and for a withdrawal without content."""
    content = proposal.content
    if content is None or proposal.operation is Operation.MENTION:
        return None
    fact: dict[str, Any] = {
        "slot": content.slot.value,
        "name": content.concept.name,
        "operation": proposal.operation.value,
    }
    fact["codes"] = [coding.code for coding in content.concept.codings]
    for name in _FIELDS:
        value = getattr(content, name)
        if value is not None:
            fact[name] = value
    if content.valid_from is not None:
        fact["effective"] = content.valid_from
    if content.valid_to is not None:
        fact["end"] = content.valid_to
    return fact


if __name__ == "__main__":
    raise SystemExit(main())
