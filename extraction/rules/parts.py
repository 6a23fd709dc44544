"""The parts of reading that an ablation leaves out one by one, to see what each adds."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, Literal, get_args

from extraction.rules.cue_kinds import Cue

ReadingPart = Literal[
    "body_complaints",
    "clauses",
    "corrections",
    "dates",
    "experiencer",
    "frequencies",
    "implied_tests",
    "intolerances",
    "moods",
    "negation",
    "spoken_numbers",
    "substances",
    "temporality",
    "uncertainty",
    "units",
]
READING_PARTS: Final[frozenset[ReadingPart]] = frozenset(get_args(ReadingPart))
"""All of them; concept recognition has parts of its own (:data:`extraction.naming.concepts.PARTS`)."""

_CUES: Final[Mapping[ReadingPart, frozenset[Cue]]] = {
    "moods": frozenset({Cue.QUESTION, Cue.REQUEST, Cue.HYPOTHETICAL}),
    "negation": frozenset({Cue.NEGATION, Cue.DENIAL}),
    "temporality": frozenset({
        Cue.RESOLVED, Cue.REMISSION, Cue.RECURRENCE, Cue.STOPPED, Cue.RESUMED, Cue.ON_HOLD, Cue.PLANNED, Cue.PAST,
    }),
    "uncertainty": frozenset({Cue.UNCERTAIN, Cue.UNKNOWN}),
}  # fmt: skip


def unheard_cues(parts: Collection[ReadingPart]) -> frozenset[Cue]:
    """The cues that nobody listens for when only ``parts`` are used."""
    return frozenset(cue for part, cues in _CUES.items() if part not in parts for cue in cues)
