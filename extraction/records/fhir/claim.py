"""What every reader of a resource works with: the resource, the record around it, and the concept of its code."""

from __future__ import annotations

from dataclasses import dataclass, replace

from domain.values import ANY, Certainty, Concept, Polarity
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Entry, Kind
from extraction.records.fhir.absence import ABSENT_UNKNOWN, Absence, absence
from extraction.records.fhir.document import Document
from extraction.records.fhir.elements import Coded, resolve_concept
from extraction.records.fhir.note import FactNote, fact_note
from extraction.records.reader import Node


@dataclass(frozen=True, slots=True)
class Named:
    """What a code is about, and what it asserts by itself: "no known allergy" is a code, not a status."""

    concept: Concept
    entry: Entry | None = None
    doubtful: bool = False
    missing: Absence | None = None

    @property
    def is_whole_slot(self) -> bool:
        """Whether it speaks of all that the slot could hold."""
        return self.concept.concept_id == ANY

    def asserted(self, polarity: Polarity, certainty: Certainty) -> tuple[Polarity, Certainty]:
        """What is asserted, where the statuses around the code assert `polarity` and `certainty`."""
        if self.missing is not None:
            return self.missing.polarity, self.missing.certainty
        return polarity, Certainty.UNCERTAIN if self.doubtful else certainty


@dataclass(frozen=True, slots=True)
class Reading:
    """One resource to be read, with the record around it, the lexicon, and the patient's language."""

    node: Node
    document: Document
    lexicon: Lexicon
    language: str
    note: FactNote | None = None

    def of(self, node: Node) -> Reading:
        """The same for another resource."""
        return replace(self, node=node, note=fact_note(node))

    def name(self, code: Coded, kinds: tuple[Kind, ...]) -> Named:
        """What the code is about: as our export noted it, else none or unknown, else by the lexicon."""
        missing = absence(code)
        if self.note is not None:
            own = tuple(coding for coding in code.codings if coding.system != ABSENT_UNKNOWN)
            return Named(self.note.concept(own), missing=missing)
        if missing is not None:
            return Named(missing.concept, missing=missing)
        found = resolve_concept(self.lexicon, kinds, code, self.language)
        return Named(found.concept, found.entry, found.doubtful)
