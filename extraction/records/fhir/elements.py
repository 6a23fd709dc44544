"""The data types of FHIR R4 that resources are made of: coded concepts, dates and periods, and status words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from domain.values import Coding, Concept
from extraction.naming.lexicon import CODE_SYSTEMS, SHORT_NAMES, Lexicon
from extraction.naming.mentions import Entry, Kind
from extraction.records.concepts import concept_of
from extraction.records.reader import Node, refuse
from extraction.text.normalise import normalise

T = TypeVar("T")

SEVERITIES: Final = {"255604002": "mild", "6736007": "moderate", "24484000": "severe"}
"""SNOMED CT's qualifiers of severity, which are FHIR's value set too."""


@dataclass(frozen=True, slots=True)
class Coded:
    """A CodeableConcept: its codings in order, its text, and where it stands."""

    codings: tuple[Coding, ...]
    text: str | None
    path: str

    @property
    def names(self) -> tuple[str, ...]:
        """The words for it, the displays of its codes first; a bare code where there are none."""
        displays = [coding.display for coding in self.codings if coding.display]
        words = dict.fromkeys((*displays, *((self.text,) if self.text else ())))
        return tuple(words) or tuple(_short(coding) for coding in self.codings[:1])

    @property
    def words(self) -> str:
        """What a reader would call it: its text, else its first name."""
        return self.text or self.names[0]

    def code(self, *systems: str) -> str | None:
        """The first code of one of `systems` (URIs or short names); of any system when none is named."""
        uris = {CODE_SYSTEMS.get(system, system) for system in systems}
        return next((coding.code for coding in self.codings if not uris or coding.system in uris), None)


@dataclass(frozen=True, slots=True)
class Resolved:
    """The concept of a code, its lexicon entry, and whether code and words name clearly different concepts."""

    concept: Concept
    entry: Entry | None
    doubtful: bool = False


def member(node: Node, key: str) -> Node | None:
    """An object inside the node; None when it is absent or null."""
    value = node.values.get(key)
    if value is None:
        return None
    if not isinstance(value, dict):
        refuse(node.at(key), "an object")
    return Node(value, node.at(key))


def coded(node: Node, key: str) -> Coded | None:
    """A CodeableConcept; None when it is absent, and refused when it holds neither a code nor words."""
    inner = member(node, key)
    return None if inner is None else coded_here(inner)


def coded_here(node: Node) -> Coded:
    """The CodeableConcept that the node is."""
    codings = tuple(
        Coding(system=one.text("system") or "", code=code, display=one.text("display"))
        for one in node.items("coding")
        if (code := one.text("code")) is not None
    )
    text = node.text("text") or next((one.text("display") for one in node.items("coding") if one.has("display")), None)
    if not codings and text is None:
        refuse(node.path, "a coding or a text")
    return Coded(codings, text, node.path)


def required(node: Node, key: str) -> Coded:
    """A CodeableConcept that must be there."""
    return coded(node, key) or refuse(node.at(key), "a coded concept")


def coded_items(node: Node, key: str) -> Iterator[Coded]:
    """A list of CodeableConcepts."""
    return map(coded_here, node.items(key))


def status_word(node: Node, key: str, known: Mapping[str, T]) -> T:
    """What a status means, given as a code or as a CodeableConcept; refused when FHIR has no such word.

    `known` holds every word, and the empty one for an absent element.
    """
    if isinstance(node.values.get(key), dict):
        concept = required(node, key)
        word = concept.code() or concept.words
    else:
        word = node.text(key) or ""
    if word not in known:
        refuse(node.at(key), f"one of {', '.join(name for name in known if name)}")
    return known[word]


def sentence(node: Node, key: str) -> str:
    """Words of any length that are searched and not kept; empty when there are none."""
    value = node.values.get(key)
    return normalise(value).text if isinstance(value, str) else ""


def severity_of(node: Node, key: str) -> str | None:
    """A severity as one word where it is a known code, else as written."""
    severity = coded(node, key)
    if severity is None:
        return None
    return SEVERITIES.get(severity.code("SNOMED") or "") or severity.words


def period(node: Node, name: str) -> tuple[str | None, str | None]:
    """First and last partial date of `name`DateTime, `name`Date or `name`Period."""
    at = node.date(f"{name}DateTime") or node.date(f"{name}Date") or node.date(f"{name}Instant")
    if at is not None:
        return at, None
    span = member(node, f"{name}Period")
    return (span.date("start"), span.date("end")) if span is not None else (None, None)


def resolve_concept(lexicon: Lexicon, kinds: tuple[Kind, ...], code: Coded, language: str) -> Resolved:
    """The concept that the codes name, else the words; both keep their codes where they clearly differ."""
    concept, entry = concept_of(lexicon, kinds, code.names, code.codings, language)
    if entry is None:
        return Resolved(concept, None)
    for other in _named(lexicon, kinds, code, language):
        if not _related(entry, other):
            codings = dict.fromkeys((*concept.codings, *other.concept(language).codings))
            return Resolved(concept.with_fields(codings=tuple(codings)), entry, doubtful=True)
    return Resolved(concept, entry)


def _named(lexicon: Lexicon, kinds: tuple[Kind, ...], code: Coded, language: str) -> list[Entry]:
    by_code = [lexicon.by_code(coding.system, coding.code, kinds) for coding in code.codings]
    by_name = [concept_of(lexicon, kinds, (name,), (), language)[1] for name in code.names]
    return [entry for entry in (*by_code, *by_name) if entry is not None]


def _related(one: Entry, other: Entry) -> bool:
    return (
        one.concept_id == other.concept_id
        or one.concept_id in other.broader
        or other.concept_id in one.broader
        or bool(set(one.broader) & set(other.broader))
    )


def _short(coding: Coding) -> str:
    return f"{SHORT_NAMES.get(coding.system, coding.system)}:{coding.code}"
