"""A medicine that a mishap is of: on record, or only named by the words."""

from __future__ import annotations

from dataclasses import dataclass

from agent.safety.mishaps.rows import Row, row_of
from domain.ledger import Fact
from extraction.naming.mentions import Entry


@dataclass(frozen=True, slots=True)
class Medicine:
    """One that a mishap is of, by the kinds that it is of."""

    kinds: frozenset[str]
    fact: Fact | None = None
    entry: Entry | None = None

    @property
    def row(self) -> Row:
        """Its row of the table."""
        return row_of(self.kinds)

    @property
    def concept_id(self) -> str:
        """The id of its concept."""
        if self.fact is not None:
            return self.fact.content.concept.concept_id
        return self.entry.concept_id if self.entry is not None else ""
