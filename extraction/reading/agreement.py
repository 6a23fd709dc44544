"""How a fact is asserted and what is done to the record, chosen together: who stops a medicine ends it.

Each question has its own classifier; alone they may answer "taken now" and "stopped" of one medicine. How often each
pair stood in the readings of authors (``training/readings``) says which answers go together.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from typing import Final

from extraction.reading.linear import Choice

STATES: Final = ("current", "negated", "ended", "planned", "on_hold")

_PAIRS: Final[Mapping[str, tuple[int, ...]]] = {
    "assert": (4860, 534, 614, 203, 3),
    "mention": (569, 4, 16, 6, 0),
    "correct": (698, 10, 37, 9, 2),
    "change": (456, 9, 37, 25, 44),
    "stop": (1, 2, 269, 2, 9),
    "retract": (182, 16, 0, 1, 0),
    "revert": (95, 0, 1, 0, 0),
}
"""Facts of authors p1 to q15 by what is done (rows) and as what it stands then (columns, in the order of STATES)."""

TOGETHER: Final = 0.25
"""What a log-odd of a pair weighs beside the margins of its two answers, chosen on authors that were left out."""

_UNSEEN: Final = 1.0
"""Added to every count: what nobody wrote yet may be written."""


def _log_odds() -> Mapping[tuple[str, str], float]:
    """By how much more often two answers stand together than by chance, as a logarithm."""
    total = sum(sum(row) + _UNSEEN * len(STATES) for row in _PAIRS.values())
    states = [sum(row[at] + _UNSEEN for row in _PAIRS.values()) for at in range(len(STATES))]
    found = {}
    for change, row in _PAIRS.items():
        own = sum(row) + _UNSEEN * len(STATES)
        for at, state in enumerate(STATES):
            found[state, change] = log((row[at] + _UNSEEN) * total / (own * states[at]))
    return found


_ODDS: Final = _log_odds()


def agreed(states: Mapping[str, float], changes: Mapping[str, float]) -> tuple[Choice, str, Choice]:
    """The state and the change that go best together by their scores, and the second best state between them."""
    best: dict[str, tuple[float, str]] = {}
    for state, own in states.items():
        score, change = max((own + other + TOGETHER * _ODDS[state, name], name) for name, other in changes.items())
        best[state] = (score, change)
    ranked = sorted(best, key=lambda state: (-best[state][0], state))
    first, second = ranked[0], ranked[1]
    behind = best[first][0] - best[second][0]
    own = sorted(changes.values())
    return Choice(first, behind), second, Choice(best[first][1], own[-1] - own[-2] if len(own) > 1 else 0.0)
