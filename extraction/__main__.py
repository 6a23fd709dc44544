"""``python -m extraction --data FILE.jsonl``: read utterances, print what was extracted as JSON lines.

A line of input is ``{"id", "text", "reference_date" (ISO date), "lang"}``; a line of output ``{"id", "facts": [...]}``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from datetime import datetime, time
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from domain.proposals import Operation, Proposal
from extraction.concepts import Recogniser
from extraction.lexicon import load_lexicon
from extraction.pipeline import Extractor

TIME_ZONE = "Asia/Seoul"
"""The zone in which the reference dates of extraction sets are days."""

_FIELDS = (
    "value", "value_low", "value_high", "comparator", "unit", "value_stated", "unit_stated", "dose", "frequency",
    "route", "status", "polarity", "certainty", "subject", "temporality", "qualifier", "severity", "stage", "reaction",
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one line of predictions for each line of the file; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m extraction", description="Extract facts from utterances.")
    parser.add_argument("--data", type=Path, required=True, help="utterances, a JSON object a line")
    data: Path = parser.parse_args(arguments).data
    lexicon = load_lexicon()
    extractor = Extractor(lexicon, Recogniser(lexicon))
    with data.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            said_at = datetime.combine(datetime.fromisoformat(row["reference_date"]), time(12), ZoneInfo(TIME_ZONE))
            reading = extractor.read(row["text"], said_at=said_at, time_zone=TIME_ZONE)
            facts = [fact for proposal in reading.proposals if (fact := as_fact(proposal)) is not None]
            sys.stdout.write(json.dumps({"id": row["id"], "facts": facts}, ensure_ascii=False) + "\n")
    return 0


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
