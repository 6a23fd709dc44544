"""What our own exports add to FHIR resources where the standard has no place for it.

Each exported fact carries the complex extension ``urn:anamnesis:fact``. Its parts: ``slot``; the concept as
``concept`` (its id), ``name``, ``display``, ``broader`` (repeated) and ``chronic``; the rest of the assertion as
``polarity``, ``certainty``, ``temporality``, ``subject``, ``qualifier``, ``precision``, ``value-stated`` and
``unit-stated``; ``ended`` on a fact that is history; and any other field of a fact that its resource cannot hold, under
the field's own name with hyphens. A part that is absent says what the standard elements say.

``urn:anamnesis:status`` stands on a status element that had to say more than the fact does ("unstated"), or less. Being
on the element, it goes when another system changes the status. ``urn:anamnesis:negated`` is a modifier extension, for
resources in which FHIR cannot say no. ``urn:anamnesis:export`` on the Patient says that every fact, age and gender
among them, has a resource of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeVar

from domain.values import (
    Certainty,
    Coding,
    Concept,
    Content,
    Polarity,
    Precision,
    SlotKind,
    Status,
    Temporality,
)
from extraction.records.reader import Node, number_of, refuse

FACT: Final = "urn:anamnesis:fact"
STATUS: Final = "urn:anamnesis:status"
NEGATED: Final = "urn:anamnesis:negated"
EXPORT: Final = "urn:anamnesis:export"
UNSTATED: Final = "unstated"

_TEXTS: Final = (
    "qualifier",
    "value_stated",
    "unit_stated",
    "unit",
    "comparator",
    "dose",
    "frequency",
    "timing",
    "route",
    "severity",
    "stage",
    "reaction",
)
_NUMBERS: Final = ("value_low", "value_high")
_DATES: Final = ("valid_from", "valid_to")

E = TypeVar("E", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class FactNote:
    """The parts of one ``urn:anamnesis:fact`` extension, by name."""

    parts: dict[str, list[Node]]

    @property
    def slot(self) -> SlotKind:
        """The slot of the fact."""
        return self._member("slot", SlotKind) or refuse(self._path, "an extension that names the slot")

    @property
    def is_history(self) -> bool:
        """Whether the fact had ended when it was exported: it is there to be read, not to be believed again."""
        return "ended" in self.parts

    @property
    def fields(self) -> set[str]:
        """Names of the parts, as fields of a fact."""
        return {name.replace("-", "_") for name in self.parts}

    def concept(self, codings: tuple[Coding, ...]) -> Concept:
        """The concept as it was exported, with the codes that the resource carries now."""
        concept_id, name = self._text("concept"), self._text("name")
        if concept_id is None or name is None:
            refuse(self._path, "an extension that names the concept")
        return Concept(
            concept_id=concept_id,
            name=name,
            display=self._text("display") or "",
            codings=codings,
            broader=tuple(text for one in self.parts.get("broader", ()) if (text := one.text("valueString"))),
            chronic="chronic" in self.parts,
        )

    def complete(self, content: Content) -> Content:
        """`content`, as the standard elements say it, with what only the extension says."""
        told: dict[str, Any] = {
            "slot": self.slot,
            "temporality": self._member("temporality", Temporality) or Temporality.CURRENT,
            "precision": self._member("precision", Precision) or content.precision,
            "certainty": self._member("certainty", Certainty) or content.certainty,
            "polarity": self._member("polarity", Polarity) or content.polarity,
            "subject": self._text("subject") or content.subject,
        }
        for name in (*_TEXTS, *_NUMBERS, *_DATES, "value"):
            if (part := self._part(name)) is not None:
                told[name] = _value_of(part, name)
        return content.with_fields(**told)

    def _part(self, name: str) -> Node | None:
        found = self.parts.get(name.replace("_", "-"))
        return found[0] if found else None

    def _text(self, name: str) -> str | None:
        part = self._part(name)
        return None if part is None else part.text("valueString")

    def _member(self, name: str, words: type[E]) -> E | None:
        part = self._part(name)
        if part is None:
            return None
        word = part.named("valueCode")
        if word not in set(words):
            refuse(part.at("valueCode"), f"one of {', '.join(words)}")
        return words(word)

    @property
    def _path(self) -> str:
        return next(iter(self.parts.values()))[0].path if self.parts else "$"


def fact_note(resource: Node) -> FactNote | None:
    """What our own export noted on a resource; None for a resource of any other origin."""
    for extension in resource.items("extension"):
        if extension.text("url") == FACT:
            parts: dict[str, list[Node]] = {}
            for part in extension.items("extension"):
                parts.setdefault(part.named("url"), []).append(part)
            return FactNote(parts)
    return None


def noted_status(element: Node | None, otherwise: Status | None) -> Status | None:
    """The status that a note on the status element gives, else the one that the element itself stands for."""
    for extension in element.items("extension") if element is not None else ():
        if extension.text("url") == STATUS:
            word = extension.named("valueCode")
            if word == UNSTATED:
                return None
            if word not in set(Status):
                refuse(extension.at("valueCode"), f"{UNSTATED}, {', '.join(Status)}")
            return Status(word)
    return otherwise


def says_no(node: Node) -> bool:
    """Whether a modifier extension of ours negates what the node says."""
    return any(one.text("url") == NEGATED for one in node.items("modifierExtension"))


def is_understood(resource: Node) -> bool:
    """Whether no modifier extension of another system changes the meaning; FHIR forbids reading on where one does."""
    return all(one.text("url") == NEGATED for one in resource.items("modifierExtension"))


def _value_of(part: Node, name: str) -> object:
    if name in _DATES:
        return part.date("valueString")
    if name in _TEXTS:
        return part.text("valueString")
    if part.has("valueDecimal"):
        return number_of(part.values["valueDecimal"], part.at("valueDecimal"))
    if isinstance(flag := part.values.get("valueBoolean"), bool):
        return flag
    return part.text("valueString")
