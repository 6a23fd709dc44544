"""What the record holds, in the form in which an answer's claims are held against it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from agent.answers.values.criteria import criterion_for_any_sex
from agent.skills.targets import SEXES, Sex, Target
from domain.ledger import Fact, Ledger
from domain.values import ANY, PATIENT, SERIES_SLOTS, Certainty, Polarity, SlotKind, Status, Temporality
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex

DAILY: Final[Mapping[str, int]] = {"QD": 1, "QHS": 1, "BID": 2, "TID": 3, "QID": 4}
"""How often a day, by a frequency's code."""
_PRESSURES: Final = frozenset({"systolic_blood_pressure", "diastolic_blood_pressure"})
_HAD: Final = (SlotKind.CONDITIONS, SlotKind.MEDICATIONS)
_TAKEN: Final = (Status.ACTIVE, Status.RECURRENCE, None)


Standing = Literal["current", "ended", "denied", "planned", "paused", "open"]
"""How a fact stands: in force, over, told not to be so, still to come, on hold, or none of these for sure."""
_WAITING: Final[Mapping[Status | None, Standing]] = {Status.PLANNED: "planned", Status.ON_HOLD: "paused"}


@dataclass(frozen=True, slots=True)
class HeldFact:
    """One fact of the patient as an answer's claims are held against it; days are partial dates, "" where untold."""

    slot: SlotKind
    concept_id: str
    name: str
    broader: frozenset[str]
    stands: Standing
    dose: str = ""
    rhythm: str = ""
    since: str = ""
    until: str = ""
    own: bool = True
    """Whether it is the patient's, and no relative's."""
    subject: str = PATIENT
    """Whose it is."""

    @classmethod
    def of(cls, fact: Fact) -> HeldFact:
        """The fact as it stands."""
        content = fact.content
        return cls(
            content.slot, content.concept.concept_id, content.concept.name.casefold(),
            frozenset(content.concept.broader), _stands(fact),
            content.dose or "", content.frequency or "", content.valid_from or "", content.valid_to or "",
            content.subject == PATIENT and content.slot is not SlotKind.FAMILY_HISTORY, content.subject,
        )  # fmt: skip

    def is_of(self, entry: Entry) -> bool:
        """Whether it is what ``entry`` names, one kind of that, or what that is one kind of."""
        own, name = self.concept_id, entry.name.casefold()
        # Of a group without an entry of its own the plain name stands for each: "insulin" for insulin detemir.
        return (
            own == entry.concept_id
            or entry.concept_id in self.broader
            or own in entry.broader
            or name in self.name.split()
            or self.name in name.split()
        )

    def is_denied_of(self, entry: Entry) -> bool:
        """Whether it denies what ``entry`` names: that very thing, or what that is a kind of."""
        return self.stands == "denied" and (self.concept_id == entry.concept_id or self.concept_id in entry.broader)


def _stands(fact: Fact) -> Standing:
    content = fact.content
    if fact.disputed or content.certainty is not Certainty.CONFIRMED:
        return "open"
    if content.polarity is Polarity.NEGATED:
        return "denied"
    if content.status in (Status.STOPPED, Status.RESOLVED) or content.temporality is Temporality.PAST:
        return "ended"
    if content.temporality is Temporality.FUTURE:
        return "planned"
    return "current" if content.status in _TAKEN else _WAITING.get(content.status, "open")


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
    facts: tuple[HeldFact, ...] = ()
    """The current facts about the patient, ended and denied ones among them."""
    usual: Mapping[str, Target] = field(default_factory=dict)
    """The range that each test of the record is judged by, where one is kept."""
    told_as: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Under what circumstances each reading of a test was taken ("fasting"), in the order of the readings."""
    opened: bool = False
    """Whether there was a record to look into; without one no claim is held to be beyond it."""

    @classmethod
    def of(cls, ledger: Ledger) -> HeldRecord:
        """The record of ``ledger`` as it stands."""
        readings, times = dict[str, list[tuple[str, int, float, str]]](), dict[str, int]()
        standing, allergens = dict[str, frozenset[str]](), dict[str, frozenset[str]]()
        affirmed = dict[str, frozenset[str]]()
        facts = list[HeldFact]()
        for fact in ledger.current():
            content, concept = fact.content, fact.content.concept
            if concept.concept_id == ANY:
                continue
            standing[concept.concept_id] = frozenset(concept.broader)
            if content.slot is SlotKind.ALLERGIES and content.polarity is Polarity.AFFIRMED:
                allergens[concept.concept_id] = frozenset(concept.broader)
            facts.append(HeldFact.of(fact))
            if content.subject != PATIENT:
                continue
            sure = content.polarity is Polarity.AFFIRMED and content.certainty is Certainty.CONFIRMED
            if sure and not fact.disputed and content.slot in _HAD and content.status in _TAKEN:
                affirmed[concept.concept_id] = frozenset(concept.broader)
            if content.slot in SERIES_SLOTS and isinstance(content.value, float) and content.comparator is None:
                read = (fact.clinical_day, fact.version, content.value, content.qualifier or "")
                readings.setdefault(concept.concept_id, []).append(read)
            daily = DAILY.get(content.frequency or "")
            if content.slot is SlotKind.MEDICATIONS and content.status in _TAKEN and daily is not None:
                times[concept.concept_id] = daily
        return cls(
            readings={one: tuple((day, value) for day, _, value, _ in sorted(told)) for one, told in readings.items()},
            times=times,
            standing=standing,
            affirmed=affirmed,
            allergens=allergens,
            facts=tuple(facts),
            usual=_usual(readings, frozenset(affirmed), _sex(ledger)),
            told_as={one: tuple(how for *_, how in sorted(told)) for one, told in readings.items()},
            opened=True,
        )

    def of_test(self, concept_id: str, sentence: str = "") -> tuple[tuple[str, float], ...]:
        """The readings of a test; of the blood pressure as a whole there is no one series.

        Where ``sentence`` names the circumstances of some of them, those alone.
        """
        read = self.readings.get(concept_id, ())
        how = circumstance(sentence)
        told = self.told_as.get(concept_id, ())
        return tuple(one for one, under in zip(read, told, strict=True) if under == how) if how in told else read

    def about(self, entry: Entry, *slots: SlotKind) -> tuple[HeldFact, ...]:
        """What is held of what ``entry`` names."""
        return tuple(one for one in self.facts if one.own and one.slot in slots and one.is_of(entry))

    def of_others(self, entry: Entry) -> tuple[HeldFact, ...]:
        """What is held of what ``entry`` names of relatives and of anybody else."""
        return tuple(one for one in self.facts if not one.own and one.is_of(entry))

    def shares(self) -> set[float]:
        """By how many per cent, told as whole numbers, readings of one test differ."""
        found = set[float]()
        for read in self.readings.values():
            for _, before in read:
                found |= {float(round(100 * abs(after - before) / abs(before))) for _, after in read if before}
        return found - {0.0}

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


CIRCUMSTANCES: Final = {
    "fasting": lazy_regex(r"공복|fasting", re.IGNORECASE),
    "premeal": lazy_regex(r"식전|(?:pre|before).?meals?", re.IGNORECASE),
    "postprandial": lazy_regex(r"식후|postprandial|(?:post|after).?(?:a )?meals?|hours? after", re.IGNORECASE),
    "bedtime": lazy_regex(r"자기 전|취침 전|bedtime", re.IGNORECASE),
}


def circumstance(words: str) -> str | None:
    """The last circumstances of a measurement that ``words`` name."""
    found = [(each.start(), one) for one, known in CIRCUMSTANCES.items() for each in known.finditer(words)]
    return max(found)[1] if found else None


def _sex(ledger: Ledger) -> Sex | None:
    told = {fact.content.value for fact in ledger.current(SlotKind.DEMOGRAPHICS) if fact.content.subject == PATIENT}
    return next((one for one in SEXES if one in told), None)


def _usual(
    readings: Mapping[str, Sequence[tuple[str, int, float, str]]], conditions: frozenset[str], sex: Sex | None
) -> dict[str, Target]:
    newest = {one: max(told) for one, told in readings.items()}
    found = {
        one: criterion_for_any_sex(one, value, how or None, sex, conditions)
        for one, (_, _, value, how) in newest.items()
    }
    return {one: target for one, target in found.items() if target is not None}


NO_RECORD: Final = HeldRecord()
"""Of an answer that is held against texts alone."""
