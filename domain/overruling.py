"""What keeps an older reading from coming back: the place in the text that a person corrected, and what was said since."""

from __future__ import annotations

from datetime import datetime

from domain.comparison import agrees
from domain.ledger import Fact, Ledger, key_of, local_day
from domain.values import Content, Source

Span = tuple[int | None, int | None]
"""A place in an utterance, [start, end) in characters; None where an event does not say."""


def overlap(left: Span, right: Span) -> int:
    """How many characters two places in one text share; none where a place is unknown."""
    (start, end), (other_start, other_end) = left, right
    if start is None or end is None or other_start is None or other_end is None:
        return 0
    return max(0, min(end, other_end) - max(start, other_start))


def told_in(fact: Fact) -> str:
    """The id of the event that holds the words by which the fact came to be known."""
    return fact.evidence[0].event_id


def span_of(fact: Fact) -> Span:
    """Where in those words it stands."""
    return fact.evidence[0].start, fact.evidence[0].end


def overruled(ledger: Ledger, content: Content | None, said_at: datetime, utterance_event_id: str) -> str | None:
    """Why a claim of an old utterance must not be put beside what was told since; None when nothing speaks against it.

    A value that was withdrawn does not come back through older words, and an older statement displaces no later one.
    What the utterance itself led to is no reason: its place in the text decides about that.
    """
    if content is None:
        return None
    if any(told_in(fact) != utterance_event_id for fact in ledger.withdrawn(content)):
        return "corrected later"
    for fact in ledger.with_key(key_of(content, local_day(said_at, ledger.time_zone))):
        later = fact.last_said_at > said_at and fact.evidence[-1].source is not Source.RECORD
        if later and told_in(fact) != utterance_event_id and not agrees(fact.content, content):
            return "told differently later"
    return None
