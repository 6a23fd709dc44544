"""The kinds of cue that tell how a thing is said, whatever the language."""

from __future__ import annotations

from enum import StrEnum


class Cue(StrEnum):
    """What a cue word says about the finding or the statement that it governs."""

    NEGATION = "negation"
    """Not there: "없어요", "no"."""
    DENIAL = "denial"
    """Said of something named before: "아니래요", "turned out not to be"."""
    RESOLVED = "resolved"
    REMISSION = "remission"
    RECURRENCE = "recurrence"
    STOPPED = "stopped"
    RESUMED = "resumed"
    """Taken again after a stop."""
    ON_HOLD = "on_hold"
    PLANNED = "planned"
    PAST = "past"
    UNCERTAIN = "uncertain"
    UNKNOWN = "unknown"
    HYPOTHETICAL = "hypothetical"
    QUESTION = "question"
    REQUEST = "request"
    """Asks for something to be done, or wishes it: neither states a fact."""
    SPOKEN_BEFORE = "spoken_before"
    """Quotes what the speaker said earlier: "라고 했는데", "I said"."""
    ERROR = "error"
    """Something said earlier was wrong."""
    RETRACTION = "retraction"
    REVERTING = "reverting"
    """A correction is undone: "처음 말이 맞아요", "undo the correction"."""
    CHANGED = "changed"
    """True before, different now: "올렸어요", "raised"."""
    CONFIRMATION = "confirmation"
