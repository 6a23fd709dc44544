"""What the guards make of one operation: done, asked about, or left out, and which check it did not pass."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from agent.understanding.told import Told
from agent.understanding.words import Span, Words
from domain.ledger import Fact
from domain.proposals import Doubt, Operation, Proposal, Target
from domain.values import Certainty, Content

CONFIRMED_ALONE: Final = 0.8
"""Confidence of what a model reads alone and the words bear out (real-model.md 2, guard 9)."""
UNCERTAIN_ALONE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Verdict:
    """``outcome`` of one operation; ``check`` names what failed first, "" where nothing did, ``doubts`` all that the
    patient is asked for.

    ``fact`` is the fact on record that it touches; ``proposal`` what is proposed, None where nothing is.
    """

    told: Told
    outcome: Literal["applied", "asked", "left_out"]
    check: str = ""
    fact: Fact | None = None
    proposal: Proposal | None = None
    doubts: frozenset[str] = frozenset()


@dataclass(slots=True)
class Trial:
    """One operation before the guards: hard checks end it, soft ones turn it into a question."""

    told: Told
    span: Span
    words: Words
    extractor: str
    fact: Fact | None = None
    doubts: list[str] = field(default_factory=list)

    def doubt(self, check: str, fails: bool) -> None:
        """Note a soft check that fails."""
        if fails:
            self.doubts.append(check)

    def left_out(self, check: str) -> Verdict:
        """The verdict of a hard check."""
        return Verdict(self.told, "left_out", check, self.fact)

    def proposed(
        self,
        operation: Operation,
        content: Content | None,
        target: Target | None = None,
        reattributed_to: str | None = None,
    ) -> Verdict:
        """The verdict when no hard check has failed: applied, or asked about where a soft one has."""
        quote, start, end = self.words.quoted(self.span)
        sure = content is None or content.certainty is Certainty.CONFIRMED
        proposal = Proposal(
            operation=operation,
            content=content,
            target=target,
            reason="",
            quote=quote,
            start=start,
            end=end,
            confidence=CONFIRMED_ALONE if sure else UNCERTAIN_ALONE,
            extractor=self.extractor,
            reattributed_to=reattributed_to,
            doubt=Doubt.UNSURE_READING if self.doubts else None,
        )
        outcome: Literal["applied", "asked"] = "asked" if self.doubts else "applied"
        return Verdict(self.told, outcome, next(iter(self.doubts), ""), self.fact, proposal, frozenset(self.doubts))
