"""What "I told you so" is held against: a value that was corrected since is asked about and does not revive."""

from __future__ import annotations

from dataclasses import dataclass

from domain.comparison import agrees, same_measurement
from domain.ledger import CHANGED, CORRECTED, RETRACTED, Fact, Ledger
from domain.values import SERIES_SLOTS, Content, Precision

_WITHDRAWN = (CORRECTED, CHANGED, RETRACTED)


@dataclass(frozen=True, slots=True)
class Superseded:
    """A reminder of what no longer stands: the claim at its old date, and what stands instead of it."""

    content: Content
    rivals: tuple[Fact, ...]


def superseded(ledger: Ledger, content: Content) -> Superseded | None:
    """What speaks against a reminder of ``content``: None when it is believed, or was never heard of."""
    if any(
        _says_again(fact, content) for fact in ledger.about(content.slot, content.concept.concept_id, content.subject)
    ):
        return None
    ended = [
        fact
        for fact in ledger.ended()
        if fact.ended in _WITHDRAWN and _same_subject(fact.content, content) and _says_again(fact, content)
    ]
    if not ended:
        return None
    last = max(ended, key=lambda fact: fact.version)
    instead = _standing(ledger, last)
    return Superseded(_as_said_then(content, last), (instead,) if instead is not None else (last,))


def _says_again(fact: Fact, content: Content) -> bool:
    if content.slot in SERIES_SLOTS:
        return same_measurement(fact.content, content)
    return agrees(fact.content, content)


def _same_subject(known: Content, content: Content) -> bool:
    wanted = content.concept.concept_id
    same_concept = known.concept.concept_id == wanted or wanted in known.concept.broader
    return known.slot is content.slot and known.subject == content.subject and same_concept


def _standing(ledger: Ledger, fact: Fact) -> Fact | None:
    """The current fact that took its place, through all that came between."""
    seen = {fact.fact_id}
    while fact.superseded_by is not None and fact.superseded_by not in seen:
        seen.add(fact.superseded_by)
        fact = ledger.facts[fact.superseded_by]
        if fact.current:
            return fact
    return None


def _as_said_then(content: Content, fact: Fact) -> Content:
    """An undated value is of the day on which it was said first, not of today."""
    if content.slot not in SERIES_SLOTS or content.valid_from is not None:
        return content
    precision = fact.content.precision if fact.content.valid_from else Precision.DAY
    return content.with_fields(valid_from=fact.clinical_day, precision=precision)
