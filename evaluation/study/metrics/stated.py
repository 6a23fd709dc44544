"""Which values of the record an answer states, so that turns can be held against each other."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from itertools import combinations

from evaluation.study.gold import clauses, cues
from evaluation.study.metrics.terms import numbers
from evaluation.study.rows import TurnRow
from evaluation.study.vocabulary import vocabulary

Slot = tuple[str, str, float]
"""A test, the day it was taken, and its true value at that turn: a corrected value is a new slot."""
Stated = Mapping[Slot, frozenset[float]]


def contradicting_pairs(conversation: Sequence[TurnRow]) -> tuple[int, int]:
    """Pairs of turns that state different values of one slot, and all pairs of turns that state a value at all.

    A value counts where a clause names its test; one that is no longer true, where the clause doesn't take it back. A
    value that was corrected in between is no contradiction: each turn is held to the truth of its time.
    """
    ever = _ever(conversation)
    stated = [found for found in (_stated(row, ever) for row in conversation) if found]
    pairs = list(combinations(stated, 2))
    return sum(_contradict(first, second) for first, second in pairs), len(pairs)


def _contradict(first: Stated, second: Stated) -> bool:
    return any(first[slot] != second[slot] for slot in first.keys() & second.keys())


def _ever(conversation: Sequence[TurnRow]) -> dict[str, dict[float, str]]:
    """By test, every value that was true or believed at some turn, with its last known day."""
    found = dict[str, dict[float, str]]()
    for row in conversation:
        for lab in row.truth.get("labs") or ():
            found.setdefault(lab["test"], {})[float(lab["value"])] = lab["day"]
    return found


def _stated(row: TurnRow, ever: Mapping[str, Mapping[float, str]]) -> dict[Slot, frozenset[float]]:
    true = {(lab["test"], lab["day"]): float(lab["value"]) for lab in row.truth.get("labs") or ()}
    found = dict[Slot, set[float]]()
    for clause in clauses(unicodedata.normalize("NFKC", row.answer).casefold()):
        said, excused = numbers(clause), any(cue in clause for cue in cues("taken_back"))
        for test, values in ever.items():
            term = vocabulary().tests.get(test)
            if term is None or not any(name.casefold() in clause for name in term.names):
                continue
            for value, last_day in values.items():
                own = next((one[1] for one, now in true.items() if one[0] == test and now == value), None)
                day = own or last_day
                if value in said and (test, day) in true and not (excused and own is None):
                    found.setdefault((test, day, true[test, day]), set()).add(value)
    return {slot: frozenset(values) for slot, values in found.items()}
