"""Facts on record beside an utterance: in the readings mostly corrections have some, in life every utterance does.

A reader that learnt from the readings alone takes whatever is said about a known fact for a correction. So utterances
get further facts of other people, and some of their own, told before.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

_SHARE: Final = 0.5
"""Share of utterances that meet a record with facts of other people."""

_OWN: Final = 0.35
"""Share of those that tell facts only, whose own facts stand on record already."""

_MOST: Final = 6


def pool_of(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The plain facts that authors told, by language: what may stand on anybody's record."""
    found: dict[str, list[dict[str, Any]]] = {"ko": [], "en": []}
    for row in rows:
        for fact in row["facts"]:
            if fact["op"] == "assert" and fact.get("subject", "patient") == "patient" and fact["name"] != "*":
                found[row["lang"]].append(known(fact))
    return found


def known(fact: Mapping[str, Any]) -> dict[str, Any]:
    """A fact as it stands on record."""
    fields = ("slot", "name", "value", "unit", "dose", "frequency", "date", "polarity", "status", "temporality")
    return {name: fact[name] for name in fields if fact.get(name) is not None}


def with_memory(
    row: Mapping[str, Any], pool: Mapping[str, Sequence[dict[str, Any]]], draw: random.Random
) -> Mapping[str, Any]:
    """``row`` with a record, where its author gave it none: what an author put on record is what the words lean on."""
    if row.get("known"):
        return row
    mine: list[dict[str, Any]] = []
    told = [fact for fact in row["facts"] if fact["op"] == "assert" and fact.get("subject", "patient") == "patient"]
    only_tells = len(told) == len(row["facts"])
    if only_tells and told and draw.random() < _OWN:
        mine = [known(fact) for fact in told if fact["name"] and draw.random() < 0.7]
    if draw.random() < _SHARE:
        named = {str(one["name"]) for one in (*mine, *row["facts"], *row["not_facts"])}
        others = [one for one in draw.sample(pool[row["lang"]], _MOST) if str(one["name"]) not in named]
        mine = [*others[: draw.randint(1, _MOST)], *mine]
    return {**row, "known": mine}
