"""What the record holds, in the form in which an answer's claims are held against it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from domain.ledger import Ledger
from domain.values import ANY, PATIENT, SERIES_SLOTS, Certainty, Polarity, SlotKind, Status

DAILY: Final[Mapping[str, int]] = {"QD": 1, "QHS": 1, "BID": 2, "TID": 3, "QID": 4}
"""How often a day, by a frequency's code."""
_PRESSURES: Final = frozenset({"systolic_blood_pressure", "diastolic_blood_pressure"})
_HAD: Final = (SlotKind.CONDITIONS, SlotKind.MEDICATIONS)
_TAKEN: Final = (Status.ACTIVE, Status.RECURRENCE, None)


@dataclass(frozen=True, slots=True)
class HeldRecord:
    """The readings of each test by their days, those of one day as they were told; how often each medicine is taken a
    day, and what stands at all.

    ``standing`` are the concepts of every current fact, whoever they are told of and however they stand, each with
    those above it; ``affirmed`` those of what the patient surely has or takes now; ``allergens`` those of allergies.
    """

    readings: Mapping[str, tuple[tuple[str, float], ...]] = field(default_factory=dict)
    times: Mapping[str, int] = field(default_factory=dict)
    standing: Mapping[str, frozenset[str]] = field(default_factory=dict)
    allergens: Mapping[str, frozenset[str]] = field(default_factory=dict)
    affirmed: Mapping[str, frozenset[str]] = field(default_factory=dict)
    opened: bool = False
    """Whether there was a record to look into; without one no claim is held to be beyond it."""

    @classmethod
    def of(cls, ledger: Ledger) -> HeldRecord:
        """The record of ``ledger`` as it stands."""
        readings, times = dict[str, list[tuple[str, int, float]]](), dict[str, int]()
        standing, allergens = dict[str, frozenset[str]](), dict[str, frozenset[str]]()
        affirmed = dict[str, frozenset[str]]()
        for fact in ledger.current():
            content, concept = fact.content, fact.content.concept
            if concept.concept_id == ANY:
                continue
            standing[concept.concept_id] = frozenset(concept.broader)
            if content.slot is SlotKind.ALLERGIES and content.polarity is Polarity.AFFIRMED:
                allergens[concept.concept_id] = frozenset(concept.broader)
            if content.subject != PATIENT:
                continue
            sure = content.polarity is Polarity.AFFIRMED and content.certainty is Certainty.CONFIRMED
            if sure and not fact.disputed and content.slot in _HAD and content.status in _TAKEN:
                affirmed[concept.concept_id] = frozenset(concept.broader)
            if content.slot in SERIES_SLOTS and isinstance(content.value, float) and content.comparator is None:
                readings.setdefault(concept.concept_id, []).append((fact.clinical_day, fact.version, content.value))
            daily = DAILY.get(content.frequency or "")
            if content.slot is SlotKind.MEDICATIONS and content.status in _TAKEN and daily is not None:
                times[concept.concept_id] = daily
        return cls(
            readings={one: tuple((day, value) for day, _, value in sorted(told)) for one, told in readings.items()},
            times=times,
            standing=standing,
            affirmed=affirmed,
            allergens=allergens,
            opened=True,
        )

    def of_test(self, concept_id: str) -> tuple[tuple[str, float], ...]:
        """The readings of a test; of the blood pressure as a whole there is no one series."""
        return self.readings.get(concept_id, ())

    def gaps(self, concepts: frozenset[str]) -> set[float]:
        """How far readings of these tests lie apart, and the newest two pressures from each other; and their means."""
        found = set[float]()
        for one in concepts & self.readings.keys():
            values = [value for _, value in self.readings[one]]
            found |= {round(abs(a - b), 6) for a in values for b in values}
            found |= {round(sum(values) / len(values), places) for places in (0, 1, 2)}
        if concepts & _PRESSURES and self.readings.keys() >= _PRESSURES:
            upper, lower = (self.readings[one][-1][1] for one in sorted(_PRESSURES, reverse=True))
            found.add(round(upper - lower, 6))
        return found - {0.0}


NO_RECORD: Final = HeldRecord()
"""Of an answer that is held against texts alone."""
