"""The words of the domain: what a fact about a patient is made of. Every value is frozen and compares by content."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import Enum, StrEnum
from itertools import repeat
from typing import Any, Self, dataclass_transform

import msgspec

ANY = "*"
"""Concept id of a statement about a whole slot: "no medicines", "allergies unknown"."""


class _ValueMeta(msgspec.StructMeta):
    """Fields are given by name, and written even at their default, unless that is None.

    msgspec's own settings would end with the class that has them, and leave every default out: then a row would mean
    something else once a default is changed.
    """

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any) -> _ValueMeta:
        for field, annotation in namespace.get("__annotations__", {}).items():
            default = namespace.get(field)
            if default is not None and not str(annotation).startswith("ClassVar"):
                same = default.copy if isinstance(default, dict) else repeat(default).__next__
                namespace[field] = msgspec.field(default_factory=same)
        return super().__new__(mcls, name, bases, namespace, **{"kw_only": True, **config})


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Value(
    msgspec.Struct, metaclass=_ValueMeta, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """Base of all domain values: immutable, compared by content, closed to unknown fields.

    Types are checked where a value is read from JSON or made by :meth:`of`, not by the constructor: a replay makes
    millions of values. The JSON of a value leaves out what is None.
    """

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> Self:
        """A value of fields whose types are checked; raises msgspec.ValidationError."""
        return msgspec.convert(fields, cls)

    def with_fields(self, **changes: Any) -> Self:
        """The same value but for ``changes``; raises TypeError for a field that it does not have."""
        return msgspec.structs.replace(self, **changes)

    def plain(self, *, absent: bool = False) -> dict[str, Any]:
        """The value as JSON data, fields at their default among it; what is None is left out unless ``absent``."""
        named = ((name, getattr(self, name)) for name in self.__struct_fields__)
        return {name: _plain(value, absent) for name, value in named if absent or value is not None}


def _plain(value: Any, absent: bool) -> Any:
    match value:
        case Value():
            return value.plain(absent=absent)
        case Enum():
            return value.value
        case datetime():
            return msgspec.to_builtins(value)
        case tuple() | list():
            return [_plain(one, absent) for one in value]
        case dict():
            return {name: _plain(one, absent) for name, one in value.items()}
        case _:
            return value


class SlotKind(StrEnum):
    """The kinds of memory slot; the first seven are the thesis's core, the last three extend it."""

    DEMOGRAPHICS = "demographics"
    CONDITIONS = "conditions"
    SYMPTOMS = "symptoms"
    MEDICATIONS = "medications"
    VITALS = "vitals"
    LABS = "labs"
    ALLERGIES = "allergies"
    FAMILY_HISTORY = "family_history"
    SOCIAL_HISTORY = "social_history"
    PROCEDURES = "procedures"


SERIES_SLOTS = frozenset({SlotKind.LABS, SlotKind.VITALS})
"""Slots whose dated values form a series: every date keeps its own fact."""


class Polarity(StrEnum):
    """Whether the finding is said to be there."""

    AFFIRMED = "affirmed"
    NEGATED = "negated"


class Certainty(StrEnum):
    """How sure the speaker is; UNKNOWN means the speaker says that it is not known."""

    CONFIRMED = "confirmed"
    UNCERTAIN = "uncertain"
    UNKNOWN = "unknown"


class Temporality(StrEnum):
    """When the finding holds, relative to the moment of speaking."""

    PAST = "past"
    CURRENT = "current"
    FUTURE = "future"


class Status(StrEnum):
    """Whether a medicine is taken or a condition is present, as FHIR distinguishes them."""

    ACTIVE = "active"
    STOPPED = "stopped"
    PLANNED = "planned"
    ON_HOLD = "on_hold"
    RESOLVED = "resolved"
    REMISSION = "remission"
    RECURRENCE = "recurrence"


IN_FORCE = frozenset({Status.ACTIVE, Status.RECURRENCE, Status.ON_HOLD})
"""Statuses under which a medicine or condition still counts for the patient now."""


class Precision(StrEnum):
    """How exact a clinical time is."""

    YEAR = "year"
    MONTH = "month"
    WEEK = "week"
    DAY = "day"


class Source(StrEnum):
    """Who stated a fact; the default trust order of a contradiction follows this order."""

    PATIENT = "patient"
    CLINICIAN = "clinician"
    RECORD = "record"


LEFT, RIGHT, BOTH = "left", "right", "both"
SIDES = frozenset({LEFT, RIGHT, BOTH})
"""Sides of the body, as the ``qualifier`` of a complaint, an illness, an operation or a measurement."""

SIDED_SLOTS = frozenset({SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.PROCEDURES})
"""Slots whose facts may be of one side of the body."""


PATIENT = "patient"
"""The subject of the patient's own facts; other subjects are lower-case kinship words ("mother")."""


class Coding(Value):
    """One code of a public code system, as FHIR's Coding."""

    system: str
    code: str
    display: str | None = None


class Concept(Value):
    """What a fact is about: a lexicon entry, or the record's own code or words where the lexicon has none.

    ``concept_id`` identifies the concept within its slot ("hypertension", "SNOMED:38341003", or the folded name);
    ``name`` is canonical English, ``display`` the patient's language; ``broader`` lists ids of more general concepts.
    ``chronic`` marks conditions that are chronic by nature.
    """

    concept_id: str
    name: str
    display: str = ""
    codings: tuple[Coding, ...] = ()
    broader: tuple[str, ...] = ()
    chronic: bool = False


class Content(Value):
    """What one assertion says, whole: the concept, its value, how it is asserted, and when it is true.

    ``value`` is normalised to ``unit`` (UCUM); ``value_stated`` and ``unit_stated`` keep the speaker's words. Clinical
    times are partial ISO dates ("2024", "2024-12", "2025-03-09") in the patient's zone. ``frequency`` is how a medicine
    is taken (QD, BID, PRN...), ``timing`` on which days and at which times of a day, as :mod:`domain.timing` writes it.
    """

    slot: SlotKind
    concept: Concept
    value: float | str | bool | None = None
    value_low: float | None = None
    value_high: float | None = None
    comparator: str | None = None
    unit: str | None = None
    value_stated: str | None = None
    unit_stated: str | None = None
    dose: str | None = None
    frequency: str | None = None
    timing: str | None = None
    route: str | None = None
    status: Status | None = None
    polarity: Polarity = Polarity.AFFIRMED
    certainty: Certainty = Certainty.CONFIRMED
    subject: str = PATIENT
    temporality: Temporality = Temporality.CURRENT
    qualifier: str | None = None
    severity: str | None = None
    stage: str | None = None
    reaction: str | None = None
    valid_from: str | None = None
    valid_to: str | None = None
    precision: Precision | None = None


class Evidence(Value):
    """Where a fact comes from: the event that holds the words, the span in them, and who read it with what."""

    event_id: str
    turn_number: int | None = None
    quote: str = ""
    start: int | None = None
    end: int | None = None
    source: Source = Source.PATIENT
    extractor: str = ""
    confidence: float = 1.0


DETAIL_FIELDS = (
    "value",
    "value_low",
    "value_high",
    "comparator",
    "unit",
    "value_stated",
    "unit_stated",
    "dose",
    "frequency",
    "timing",
    "route",
    "qualifier",
    "severity",
    "stage",
    "reaction",
    "valid_from",
    "valid_to",
    "precision",
)
"""Fields of :class:`Content` that a later mention may fill in when they were left open."""

MEASURED_FIELDS = ("value", "value_low", "value_high", "comparator", "unit", "value_stated", "unit_stated")
"""Fields that travel together: a new value never inherits the old value's unit words."""
