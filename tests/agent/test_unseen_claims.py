"""Sentences of answers about many patients, by an author who knew nothing of the checks.

``tables/unseen_claims.tsv`` holds 240 over the first twelve records of ``tables/told_records.jsonl``, half of them
right, half of the wrong ones said indirectly. The checks were made with those of the records numbered 1 to 3
("development") and with sentences of whoever made the checks ("own"); those of 4 to 6 ("held_out") were counted only,
never read. Run as a module it prints the shares of each set, and of the held-out one nothing but counts.

"marked" ones are 240 over twelve records that hold what is not the patient's or does not stand: facts of relatives,
denied, planned, on hold and over. They were written before the checks were read, by whoever then mended them; those
of one half were read meanwhile, and of the other half ("marked_held") scored once before and once after, and only
then mended. The first-sight figures stand in docs/how-to/language-model.md.

"prose" ones are 720 by three authors over 72 records of their own ("prose_records.jsonl"), told as prose and laid out
as lines, each with the day on which it is asked, before a sentence was looked at. Those of two were read after they had
been counted once; of the third's ("prose_held") there are counts only, and no sentence was read.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.agent.told_records import TODAY, Told
from tests.sampling import SAMPLED, Sampling

TABLES = Path(__file__).parent / "tables"
MOST_REFUSED = {
    "development": 0, "held_out": 4, "own": 1, "marked_read": 0, "marked_held": 0, "strangers_read": 0,
    "strangers_held": 9, "kinds": 7, "prose_one": 5, "prose_two": 7, "prose_held": 18,
}  # fmt: skip
"""Right sentences of each set that may be refused, of 60, but for 187 of "own", 167 of "kinds", 120 of "prose"."""
MOST_PASSED = {
    "development": 1, "held_out": 12, "own": 6, "marked_read": 2, "marked_held": 0, "strangers_read": 1,
    "strangers_held": 21, "kinds": 22, "prose_one": 18, "prose_two": 26, "prose_held": 51,
}  # fmt: skip
"""Wrong sentences of each set that may pass, of 60, but for 222 of "own", 180 of "kinds" and 120 of "prose"."""
REFUSED_IN_SAMPLE = {
    "development": 0, "held_out": 0, "own": 0, "marked_read": 0, "marked_held": 0, "strangers_read": 0,
    "strangers_held": 3, "kinds": 2, "prose_one": 3, "prose_two": 2, "prose_held": 3,
}  # fmt: skip
PASSED_IN_SAMPLE = {
    "development": 0, "held_out": 5, "own": 1, "marked_read": 1, "marked_held": 0, "strangers_read": 0,
    "strangers_held": 6, "kinds": 10, "prose_one": 6, "prose_two": 7, "prose_held": 13,
}  # fmt: skip
"""As measured of the sample that runs each time: 16 sentences of a set, 30 of "prose", and 43 to 56 of the larger."""


@cache
def records() -> dict[str, Told]:
    read = list[dict[str, str]]()
    for name in ("told_records.jsonl", "strangers_records.jsonl", "prose_records.jsonl"):
        with (TABLES / name).open(encoding="utf-8") as file:
            read += [json.loads(line) for line in file]
    return {one["record"]: Told(one["language"], one["text"], one.get("now", TODAY)) for one in read}


def claims(part: str, verdict: str) -> list[dict[str, str]]:
    with (TABLES / "unseen_claims.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return [row for row in rows if row["set"] == part and row["verdict"] == verdict]


def passes(row: dict[str, str]) -> bool:
    return records()[row["record"]].refusal(row["text"]) is None


@SAMPLED
@pytest.mark.parametrize("part", MOST_REFUSED)
def test_what_is_right_is_seldom_refused(part: str, sampled: Sampling) -> None:
    rows = claims(part, "right")
    assert len(rows) >= 60
    some = sampled(rows)
    refused = sum(not passes(row) for row in some)
    assert refused <= (MOST_REFUSED if len(some) == len(rows) else REFUSED_IN_SAMPLE)[part]


@SAMPLED
@pytest.mark.parametrize("part", MOST_PASSED)
def test_what_is_wrong_passes_as_seldom_as_is_told(part: str, sampled: Sampling) -> None:
    rows = claims(part, "wrong")
    assert len(rows) >= 60
    some = sampled(rows)
    passed = sum(passes(row) for row in some)
    assert passed <= (MOST_PASSED if len(some) == len(rows) else PASSED_IN_SAMPLE)[part]


def shares() -> None:
    """Print the mistakes of each set by verdict, and by how a sentence says it."""
    for part in MOST_REFUSED:
        for verdict in ("right", "wrong"):
            rows = claims(part, verdict)
            mistaken = [row for row in rows if passes(row) is (verdict == "wrong")]
            by_kind = Counter(f"{records()[row['record']].language} {row['how']}".strip() for row in mistaken)
            print(part, verdict, f"{len(mistaken)} of {len(rows)}", dict(sorted(by_kind.items())))


if __name__ == "__main__":
    shares()
