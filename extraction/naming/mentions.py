"""What concept recognition hands on: which lexicon entry stands where in the text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from domain.values import Coding, Concept

Kind = Literal[
    "conditions",
    "symptoms",
    "medications",
    "drug_classes",
    "labs",
    "vitals",
    "allergens",
    "procedures",
    "social",
    "relatives",
]
"""The lexicon tables; the slot of a fact follows from the table and from the words around the mention."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of a lexicon table; ``extra`` holds the table's own columns (unit, purpose_ko, red_flag, kin...)."""

    kind: Kind
    concept_id: str
    name: str
    name_ko: str
    synonyms_en: tuple[str, ...] = ()
    synonyms_ko: tuple[str, ...] = ()
    codes: tuple[tuple[str, str], ...] = ()
    broader: tuple[str, ...] = ()
    """Ids of all more general concepts, nearest first."""
    extra: Mapping[str, str] = field(default_factory=dict)

    def concept(self, language: str) -> Concept:
        """The domain's concept for this entry, displayed in ``language`` ("ko" or "en")."""
        return Concept(
            concept_id=self.concept_id,
            name=self.name,
            display=(self.name_ko or self.name) if language == "ko" else self.name,
            codings=tuple(Coding(system=system, code=code) for system, code in self.codes),
            broader=self.broader,
            chronic=self.extra.get("chronic") == "1",
        )


@dataclass(frozen=True, slots=True)
class Mention:
    """A concept found in a text: ``start``/``end`` are offsets in the text that was given to the recogniser.

    ``confidence`` is 1.0 for an exact surface form and less for a fuzzy one; ``recogniser`` names who found it.
    """

    entry: Entry
    start: int
    end: int
    surface: str
    confidence: float = 1.0
    recogniser: str = ""


class ConceptRecogniser(Protocol):
    """Finds lexicon concepts in a normalised text; thread-safe, deterministic, mentions ordered and not overlapping."""

    @property
    def name(self) -> str:
        """Who recognises, for the record."""
        ...

    @property
    def version(self) -> str:
        """Of what it recognises with: another version may find other concepts."""
        ...

    def find(self, text: str) -> tuple[Mention, ...]:
        """All mentions in ``text``, by start."""
        ...
