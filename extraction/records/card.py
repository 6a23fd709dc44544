"""A patient card, the JSON summary of a chart, as the same proposals that words would bring.

Its sections are lists of objects, or '없음' (none) or '모름' (unknown), which are facts of their own; an absent section
says nothing. Of the person only age and sex are read: never the name, the date of birth, an identifier or an address.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from domain.proposals import Proposal
from domain.values import ANY, Certainty, Coding, Concept, Content, Polarity, SlotKind, Status, Temporality
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Entry, Kind
from extraction.records.concepts import coding_of, concept_of
from extraction.records.limits import MAX_ENTRIES, check_entries, check_facts
from extraction.records.reader import Node, number_of, parse_object, precision_of, refuse
from extraction.records.values import Measured, in_unit_of, measured, pressure_pair
from extraction.text.normalise import fold

EXTRACTOR: Final = "card@1"
OLDEST_AGE: Final = 130
"""Years; the longest life on record is 122."""

NONE: Final = frozenset({"없음", "none"})
UNKNOWN: Final = frozenset({"모름", "unknown"})

_GENDERS: Final = {"남": "male", "남자": "male", "남성": "male", "m": "male", "여": "female", "여자": "female",
                   "여성": "female", "f": "female"}  # fmt: skip
_CONDITION_STATUS: Final = {
    "active": Status.ACTIVE,
    "recurrence": Status.RECURRENCE,
    "relapse": Status.RECURRENCE,
    "inactive": Status.RESOLVED,
    "remission": Status.REMISSION,
    "resolved": Status.RESOLVED,
}
_MEDICATION_STATUS: Final = {
    "active": Status.ACTIVE,
    "completed": Status.STOPPED,
    "stopped": Status.STOPPED,
    "cancelled": Status.STOPPED,
    "not-taking": Status.STOPPED,
    "on-hold": Status.ON_HOLD,
    "intended": Status.PLANNED,
    "draft": Status.PLANNED,
}
"""FHIR R4's words for the status of conditions and medicines."""

_ENTERED_IN_ERROR: Final = "entered-in-error"
_UNSURE: Final = frozenset({"unconfirmed", "provisional", "differential"})
_SLOTS: Final[Mapping[Kind, SlotKind]] = {
    "conditions": SlotKind.CONDITIONS,
    "procedures": SlotKind.PROCEDURES,
    "labs": SlotKind.LABS,
    "vitals": SlotKind.VITALS,
}
_PRESSURES: Final = (
    ("Systolic blood pressure", "수축기 혈압", "8480-6"),
    ("Diastolic blood pressure", "이완기 혈압", "8462-4"),
)
"""The two components of a blood pressure panel and their LOINC codes."""


@dataclass(frozen=True, slots=True)
class CardReading:
    """What a card holds: its facts, the SHA-256 of its bytes, the date it speaks for, and how many facts a slot got."""

    proposals: tuple[Proposal, ...]
    source_hash: str
    as_of: str | None
    counts: Mapping[str, int]


def read_card(card_json: str | bytes, lexicon: Lexicon, language: str, *, limit: int = MAX_ENTRIES) -> CardReading:
    """Read a patient card; unknown members are ignored.

    Raises InvalidRecord, which names the place and no content, and RecordTooLarge for more than `limit` entries.
    """
    card, raw = parse_object(card_json)
    check_entries(sum(len(part) for part in card.values.values() if isinstance(part, list)), limit)
    reader = _Reader(lexicon, language)
    contents = [
        *_demographics(card),
        *reader.conditions(card),
        *reader.medications(card),
        *reader.allergies(card),
        *reader.observations(card, "lab_results", "test", SlotKind.LABS),
        *reader.observations(card, "vitals", "vital", SlotKind.VITALS),
    ]
    check_facts(contents, limit)
    return CardReading(
        proposals=tuple(Proposal(content=content, extractor=EXTRACTOR) for content in contents),
        source_hash=hashlib.sha256(raw).hexdigest(),
        as_of=card.date("as_of"),
        counts=MappingProxyType(dict(Counter(content.slot.value for content in contents))),
    )


def _demographics(card: Node) -> Iterator[Content]:
    if card.has("age"):
        age = number_of(card.values["age"], card.at("age"))
        if not 0 <= age <= OLDEST_AGE or age != int(age):
            refuse(card.at("age"), f"whole years from 0 to {OLDEST_AGE}")
        yield Content(slot=SlotKind.DEMOGRAPHICS, concept=Concept(concept_id="age", name="age"), value=float(age))
    if (gender := card.text("gender")) is not None:
        word = gender.casefold()
        yield Content(
            slot=SlotKind.DEMOGRAPHICS,
            concept=Concept(concept_id="gender", name="gender"),
            value=_GENDERS.get(word, word),
        )


def _whole_slot(card: Node, key: str, slot: SlotKind) -> Content | None:
    """The statement about a whole section: none of it, or not known; None when it is a list or absent."""
    word = card.values.get(key)
    if word is None or isinstance(word, list):
        return None
    concept = Concept(concept_id=ANY, name=ANY)
    folded = fold(word) if isinstance(word, str) else ""
    if folded in NONE:
        return Content(slot=slot, concept=concept, polarity=Polarity.NEGATED)
    if folded in UNKNOWN:
        return Content(slot=slot, concept=concept, certainty=Certainty.UNKNOWN)
    refuse(card.at(key), "a list, or a word for none or unknown")


@dataclass(frozen=True, slots=True)
class _Reader:
    lexicon: Lexicon
    language: str

    def conditions(self, card: Node) -> Iterator[Content]:
        """Diagnoses, what is history, and what has resolved."""
        if whole := _whole_slot(card, "diagnosis", SlotKind.CONDITIONS):
            yield whole
        coded: set[str] = set()
        for key, default, when in (
            ("diagnosis_coded", Status.ACTIVE, Temporality.CURRENT),
            ("history_coded", Status.RESOLVED, Temporality.PAST),
            ("resolved_coded", Status.RESOLVED, Temporality.PAST),
        ):
            for item in card.items(key):
                coded.add(fold(item.named("name")))
                # Synthetic and real charts leave a miscarriage or an appendicitis active for life.
                status = default if when is Temporality.PAST else None
                if content := self._condition(item, status, when):
                    yield content
        if isinstance(card.values.get("diagnosis"), list):
            for name in card.texts("diagnosis"):
                if fold(name) not in coded:
                    yield self._named_condition(name)

    def _condition(self, item: Node, status: Status | None, when: Temporality) -> Content | None:
        verification = item.text("verification_status") or "confirmed"
        if verification == _ENTERED_IN_ERROR:
            return None
        concept, entry = self._concept(
            item, ("conditions", "procedures", "symptoms"), "name", "name_ko", _own_code(item)
        )
        slot = _SLOTS.get(entry.kind, SlotKind.CONDITIONS) if entry else SlotKind.CONDITIONS
        onset = item.date("onset")
        return Content(
            slot=slot,
            concept=concept,
            status=status or _status(item, "clinical_status", _CONDITION_STATUS, Status.ACTIVE),
            polarity=Polarity.NEGATED if verification == "refuted" else Polarity.AFFIRMED,
            certainty=Certainty.UNCERTAIN if verification in _UNSURE else Certainty.CONFIRMED,
            temporality=when,
            valid_from=onset,
            valid_to=item.date("abatement"),
            precision=precision_of(onset),
        )

    def _named_condition(self, name: str) -> Content:
        concept, _ = concept_of(self.lexicon, ("conditions", "symptoms"), (name,), (), self.language)
        return Content(slot=SlotKind.CONDITIONS, concept=concept, status=Status.ACTIVE)

    def medications(self, card: Node) -> Iterator[Content]:
        """Medicines taken now and before."""
        if whole := _whole_slot(card, "medications", SlotKind.MEDICATIONS):
            yield whole
        else:
            yield from self._medicines(card, "medications", Status.ACTIVE, Temporality.CURRENT)
        yield from self._medicines(card, "past_medications", Status.STOPPED, Temporality.PAST)

    def _medicines(self, card: Node, key: str, default: Status, when: Temporality) -> Iterator[Content]:
        for item in card.items(key):
            if item.text("status") == _ENTERED_IN_ERROR:
                continue
            concept, _ = self._concept(item, ("medications", "drug_classes"), "name", "name_ko", ("RXNORM", "rxnorm"))
            start = item.date("start")
            yield Content(
                slot=SlotKind.MEDICATIONS,
                concept=concept,
                dose=item.text("dosage"),
                frequency=item.text("frequency"),
                route=item.text("route"),
                status=_status(item, "status", _MEDICATION_STATUS, default),
                temporality=when,
                valid_from=start,
                valid_to=item.date("end"),
                precision=precision_of(start),
            )

    def allergies(self, card: Node) -> Iterator[Content]:
        """Allergies by code, then those that the list only names."""
        coded: set[str] = set()
        for item in card.items("allergy_coded"):
            coded.add(fold(item.named("name")))
            verification = item.text("verification_status") or "confirmed"
            if verification != _ENTERED_IN_ERROR:
                concept, _ = self._concept(item, _ALLERGEN_KINDS, "name", "name_ko", _own_code(item))
                yield Content(
                    slot=SlotKind.ALLERGIES,
                    concept=concept,
                    polarity=Polarity.NEGATED if verification == "refuted" else Polarity.AFFIRMED,
                    certainty=Certainty.UNCERTAIN if verification in _UNSURE else Certainty.CONFIRMED,
                    reaction=item.text("reaction"),
                )
        if (whole := _whole_slot(card, "allergy", SlotKind.ALLERGIES)) and not coded:
            yield whole
        elif isinstance(card.values.get("allergy"), list):
            for name in card.texts("allergy"):
                if fold(name) not in coded:
                    concept, _ = concept_of(self.lexicon, _ALLERGEN_KINDS, (name,), (), self.language)
                    yield Content(slot=SlotKind.ALLERGIES, concept=concept)

    def observations(self, card: Node, section: str, named: str, slot: SlotKind) -> Iterator[Content]:
        """Dated measurements; a blood pressure panel gives both of its pressures."""
        for item in card.items(section):
            pair = pressure_pair(item)
            if pair is None:
                concept, entry = self._concept(item, ("labs", "vitals"), named, f"{named}_ko", ("LOINC", "loinc"))
                yield _observation(item, concept, measured(item, entry), _SLOTS[entry.kind] if entry else slot)
                continue
            for value, (name, name_ko, loinc) in zip(pair, _PRESSURES, strict=True):
                coding = coding_of("LOINC", loinc, name)
                concept, entry = concept_of(self.lexicon, ("vitals",), (name, name_ko), (coding,), self.language)
                reading = in_unit_of(entry, value, item.text("unit"), item.at("value"))
                yield _observation(item, concept, reading, SlotKind.VITALS)

    def _concept(
        self, item: Node, kinds: Sequence[Kind], name_key: str, display_key: str, code: tuple[str, str]
    ) -> tuple[Concept, Entry | None]:
        name, display = item.named(name_key), item.text(display_key)
        system, code_key = code
        written = item.text(code_key)
        codings: tuple[Coding, ...] = (coding_of(system, written, name),) if written and system else ()
        return concept_of(self.lexicon, kinds, (name, display) if display else (name,), codings, self.language)


_ALLERGEN_KINDS: Final[tuple[Kind, ...]] = ("allergens", "medications", "drug_classes")


def _own_code(item: Node) -> tuple[str, str]:
    """The system that the item names, and the member that holds its code."""
    return item.text("system") or "", "code"


def _status(item: Node, key: str, known: Mapping[str, Status], default: Status) -> Status:
    word = item.text(key)
    if word is None:
        return default
    return known.get(word.casefold()) or refuse(item.at(key), f"one of {', '.join(known)}")


def _observation(item: Node, concept: Concept, reading: Measured, slot: SlotKind) -> Content:
    when = item.date("date")
    fields: dict[str, Any] = {
        "value": reading.value,
        "comparator": reading.comparator,
        "unit": reading.unit,
        "value_stated": reading.value_stated,
        "unit_stated": reading.unit_stated,
    }
    return Content(slot=slot, concept=concept, valid_from=when, precision=precision_of(when), **fields)
