"""A claim while it is being read: content with the places in the text that it rests on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import Concept, Content
from extraction.naming.mentions import Mention
from extraction.rules.cues import Span
from extraction.values.dates import DateMention

RULES: Final = "rules@2"
"""Name and version of these readers, as proposals carry them."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a reader made of some words: ``spans``; ``value_span`` is the value, dose or name that it turns on."""

    content: Content | None
    spans: tuple[Span, ...]
    value_span: Span | None = None
    mention: Mention | None = None
    operation: Operation = Operation.ASSERT
    target: Target | None = None
    reason: str = ""
    confidence: float = 1.0
    fields: tuple[str, ...] = field(default=())
    reattributed_to: str | None = None

    @property
    def start(self) -> int:
        """Where its words begin."""
        return min(start for start, _ in self.spans)

    @property
    def end(self) -> int:
        """Where its words end."""
        return max(end for _, end in self.spans)

    def dated(self, dates: Iterable[DateMention]) -> bool:
        """Whether one of ``dates`` is among its words."""
        return any(start <= date.start < end for date in dates for start, end in self.spans)

    def into(self, operation: Operation, target: Target | None, reason: str, fields: tuple[str, ...] = ()) -> Claim:
        """The same claim with another operation."""
        return replace(self, operation=operation, target=target, reason=reason, fields=fields)

    def with_content(self, content: Content) -> Claim:
        """The same claim with other content."""
        return replace(self, content=content)

    def proposal(self, quote: str, start: int, end: int) -> Proposal:
        """The proposal of this claim, with its evidence in the original text."""
        return Proposal(
            operation=self.operation,
            content=self.content,
            target=self.target,
            reason=self.reason,
            quote=quote,
            start=start,
            end=end,
            confidence=self.confidence,
            extractor=RULES,
            fields=self.fields,
            reattributed_to=self.reattributed_to,
        )


def plain_concept(concept_id: str, name: str, display: str) -> Concept:
    """A concept that no lexicon table holds: age, gender, a whole slot."""
    return Concept(concept_id=concept_id, name=name, display=display)
