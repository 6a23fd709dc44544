"""The words of the domain: what a fact about a patient is made of. Every value is frozen and compares by content."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict

ANY = "*"
"""Concept id of a statement about a whole slot: "no medicines", "allergies unknown"."""


class Value(BaseModel):
    """Base of all domain values: immutable, closed to unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


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
    is taken (QD, BID, PRN...).
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
