"""The emergency that words resemble, as the reader of kinds hears it: what it is called and which alarms are of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from agent.safety.alarms import Level
from agent.safety.tables import table
from extraction.reading.understanding import Likeness

SURE: Final = 0.4
"""The log-odds from which a kind of emergency is heard whatever else the words do (jokes, ask leave, deny something).

Of the sentences that it learnt from, a third left out at a time, 17 to 21 of 100 urgent ones lie above it, 6 in 1,000
that were written to sound alike, none of 1,586 others and 1 in 1,000 utterances of the readings.
"""
_CLEAR: Final = 0.6
"""The log-odds against the next kind from which it is called by its name: 76 of 100 are called rightly."""


@dataclass(frozen=True, slots=True)
class HeardKind:
    """One row of heard_kinds.yaml."""

    kind: str
    alarms: tuple[str, ...]
    name_ko: str
    name_en: str
    source: str
    first: str
    level: Level
    self_harm: bool

    def is_of(self, *keys: str) -> bool:
        """Whether an alarm, a symptom or a test of these ids is of this kind."""
        return any(key.startswith(self.alarms) for key in keys if key)


@cache
def heard_kinds() -> Mapping[str, HeardKind]:
    """The shipped kinds, by their labels."""
    return {
        kind: HeardKind(
            kind,
            tuple(row["alarms"]),
            row["ko"],
            row["en"],
            row["source"],
            row.get("first", ""),
            row.get("level", "now"),
            bool(row.get("self_harm", False)),
        )
        for kind, row in table("heard_kinds").items()
    }


_HARMLESS: Final = 1.0
"""The log-odds of a look-alike from which words alone alarm nobody: of the urgent sentences left out 1 in 1,000
resemble one so much, of the others a tenth.
"""


_WISHES: Final = -0.5
"""The same for a wish to die, which quiet words tell without sounding urgent: 42 of 100 of those left out lie above it,
1 in 1,000 of what is none and none of 1,000 utterances of the readings."""
_WISHES_CLEAR: Final = 1.0


def surely(likeness: Likeness) -> bool:
    """Whether words resemble one emergency more than anything that is none or can wait."""
    return likeness.sure >= SURE


def is_look_alike(likeness: Likeness) -> bool:
    """Whether words resemble a harmless look-alike more than anything urgent."""
    return likeness.harmless >= _HARMLESS


def wish_to_die(likeness: Likeness) -> HeardKind | None:
    """The kind of a wish to die, where words resemble one clearly, urgent as they may sound or not."""
    kind = heard_kinds().get(likeness.emergency)
    clear = likeness.sure >= _WISHES and likeness.clear >= _WISHES_CLEAR
    return kind if kind is not None and kind.self_harm and clear else None


def kind_of(likeness: Likeness) -> HeardKind | None:
    """The emergency that words resemble, where it is clear enough to be called by its name."""
    if likeness.clear < _CLEAR and not surely(likeness):
        return None
    return heard_kinds().get(likeness.emergency)
