"""How far a fact has come, as far as a FHIR status cares: it stands, it ended, or it never was so."""

from __future__ import annotations

from dataclasses import dataclass

from domain.ledger import CHANGED, CORRECTED, Fact, Ledger


@dataclass(frozen=True, slots=True)
class Life:
    """Whether a fact ended, how and when; whether it is disputed; and whether it corrected another."""

    ended: str | None
    ended_at: str | None
    disputed: bool
    corrects: bool

    @classmethod
    def of(cls, fact: Fact, ledger: Ledger) -> Life:
        """The life of a fact of `ledger`."""
        corrects = any(ledger.facts[old].ended == CORRECTED for old in fact.supersedes)
        return cls(fact.ended, fact.ended_at, fact.disputed, corrects)

    @property
    def in_error(self) -> bool:
        """Corrected, retracted, reverted, or the side of a contradiction that was not so."""
        return self.ended not in (None, CHANGED)

    def word(self, current: str, *, ended: str) -> str:
        """The status word: `current` while the fact stands, `ended` once it changed."""
        if self.in_error:
            return "entered-in-error"
        return ended if self.ended else current
