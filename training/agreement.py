"""``python -m training.agreement``: how far two annotators agree, by the definitions that the readers are scored by.

``second/`` holds the annotations of a second author of the same utterances, who saw the words, what was on record and
what the agent had said, and the same brief. What they would put on record is scored as a reader's outcome is: no reader
can be expected to agree with an author much more than a second careful author does.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from training.examples import READINGS, load
from training.scoring import ENDED, Outcome, Score, same_name, score

SECOND: Final = Path(__file__).parent / "second"

_REPLACING: Final = frozenset({"correct", "change", "stop", "retract", "revert"})
_SERIES: Final = frozenset({"labs", "vitals"})
_KEPT: Final = ("dose", "frequency", "value")


def on_record(first: Mapping[str, Any], second: Mapping[str, Any]) -> Outcome:
    """What the second annotator's reading makes of the record that the first one's begins with."""
    known = [dict(one) for one in first.get("known") or ()]
    told = []
    for fact in second["facts"]:
        replaced = _replaced(fact, known) if fact["op"] in _REPLACING else None
        if replaced is not None:
            known.remove(replaced)
        if fact["op"] != "retract":
            kept: dict[str, Any] = {one: replaced[one] for one in _KEPT if one in replaced} if replaced else {}
            told.append(_line({**kept, **fact}, new=True))
    told += [_line(one, new=False) for one in known]
    asked = tuple(one["op"] for one in second["asks"])
    return Outcome(told, frozenset(second["acts"]), asked, bool(second.get("red_flag")))


def _replaced(fact: Mapping[str, Any], known: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The fact on record that another takes the place of: by name, then by its old value and day."""
    if fact["op"] == "change" and fact["slot"] in _SERIES:
        return None
    old = fact.get("replaces") or {}
    meant = [
        one
        for one in known
        if one["slot"] == fact["slot"]
        and (same_name(one.get("name"), fact.get("name")) or same_name(one.get("name"), old.get("name")))
    ]
    for name in ("value", "date"):
        if old.get(name) is not None:
            meant = [one for one in meant if str(one.get(name)) == str(old[name])] or meant
    return meant[0] if meant else None


def _line(fact: Mapping[str, Any], *, new: bool) -> dict[str, Any]:
    status = fact.get("status")
    if fact.get("op") == "stop" and status not in ENDED:
        status = "stopped"
    return {
        "slot": fact["slot"], "name": fact.get("name"), "quote": (fact.get("said") or "") if new else "", "new": new,
        "value": fact.get("value"), "unit": fact.get("unit"), "dose": fact.get("dose"), "status": status,
        "polarity": fact.get("polarity", "affirmed"), "subject": fact.get("subject", "patient"),
        "temporality": fact.get("temporality", "current"), "certainty": fact.get("certainty", "confirmed"),
    }  # fmt: skip


def agreement(author: str) -> Score:
    """How far the second annotator of ``author``'s utterances agrees with the author."""
    second = {one["id"]: one for one in load(SECOND / f"{author}.jsonl")}
    total = Score(Counter())
    for first in load(READINGS / f"{author}.jsonl"):
        total += score(first, on_record(first, second[first["id"]]))
    return total


def main() -> int:
    """Print the agreement by author and over all."""
    total = Score(Counter())
    for path in sorted(SECOND.glob("*.jsonl")):
        found = agreement(path.stem)
        sys.stdout.write(f"{path.stem} {found.line()}\n")
        total += found
    sys.stdout.write(f"all {total.line()}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
