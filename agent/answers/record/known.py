"""What of the patient's facts an answer may state, and as what: in force, suspected, planned, another's."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Literal

from agent.answers.values.panels import PANELS
from domain.ages import AGE, BIRTH_DATE, BIRTH_YEAR, years_by
from domain.ledger import CHANGED, Fact, Ledger, by_version
from domain.series import SeriesByKey, as_number, by_day
from domain.values import (
    ANY,
    IN_FORCE,
    PATIENT,
    SERIES_SLOTS,
    Certainty,
    Polarity,
    SlotKind,
    Status,
    Temporality,
)

Absence = Literal["none", "unknown", "unmentioned"]
"""Why nothing is listed: the patient said there is none, said it is not known, or it never came up."""

_ABOUT: Final = timedelta(days=14)
"""How far the day of telling may lie behind a dated result for an undated one to be the older of the two."""
_DAY: Final = len("2026-01-31")
_OF_BEFORE: Final = ("before", "usual")
"""Qualifiers of a value that was, told beside the one that is (extraction/reading/figures/former_values.py)."""
_SEXES: Final = ("gender", "sex")
_MALE: Final = frozenset({"male", "m", "man", "남성", "남자", "남"})
_FEMALE: Final = frozenset({"female", "f", "woman", "여성", "여자", "여"})
_ENDED: Final = frozenset({Status.STOPPED, Status.RESOLVED, Status.REMISSION})


@dataclass(frozen=True, slots=True)
class Known:
    """A reading of one patient's ledger on ``today`` (ISO date in the patient's zone).

    ``meal`` is the circumstance of sugars that is asked for, ``fasting`` or ``postprandial``, where one is.
    """

    ledger: Ledger
    today: str
    meal: str | None = None

    def own(self, slot: SlotKind) -> tuple[Fact, ...]:
        """Current facts of the patient's own in ``slot``, statements about the whole slot left out."""
        return self.ledger.derived(
            ("own", slot),
            lambda: tuple(
                fact
                for fact in self.ledger.current(slot)
                if fact.content.subject == PATIENT and fact.content.concept.concept_id != ANY
            ),
        )

    def in_force(self, slot: SlotKind) -> tuple[Fact, ...]:
        """What the patient certainly has or takes now; what a medicine changes to later holds from its day on."""
        held = (self._until_its_day(fact) or fact for fact in self.own(slot))
        return tuple(fact for fact in held if self.is_in_force(fact))

    def _is_held(self, fact: Fact) -> bool:
        """Whether what has been changed is taken still, since the day of the change is to come."""
        successor = self.ledger.facts.get(fact.superseded_by or "")
        return successor is not None and self._until_its_day(successor) is fact

    def _until_its_day(self, fact: Fact) -> Fact | None:
        """What is taken until the day of a change that is still to come; None where the change has come."""
        content = fact.content
        day = content.valid_to if content.status in _ENDED else content.valid_from
        if content.slot is not SlotKind.MEDICATIONS or day is None or day <= self.today[: len(day)]:
            return None
        earlier = self.ledger.facts.get(fact.supersedes[-1]) if fact.supersedes else None
        in_force = earlier is not None and earlier.ended == CHANGED and earlier.content.status in (None, *IN_FORCE)
        return earlier if in_force else None

    def is_in_force(self, fact: Fact) -> bool:
        """Affirmed, certain, present and neither ended nor planned."""
        content = fact.content
        return (
            (fact.current or self._is_held(fact))
            and self._until_its_day(fact) is None
            and content.polarity is Polarity.AFFIRMED
            and content.certainty is Certainty.CONFIRMED
            and (content.status is None or content.status in IN_FORCE)
            and content.temporality is not Temporality.FUTURE
            and not (content.temporality is Temporality.PAST and content.status is None)
            and not (content.valid_to is not None and content.valid_to <= self.today[: len(content.valid_to)])
        )

    def suspected(self, slot: SlotKind) -> tuple[Fact, ...]:
        """What may be, but was not confirmed."""
        return tuple(
            fact
            for fact in self.own(slot)
            if fact.content.certainty is not Certainty.CONFIRMED
            and fact.content.polarity is Polarity.AFFIRMED
            and fact.content.status not in _ENDED
        )

    def planned(self) -> tuple[Fact, ...]:
        """Medicines that are to be started and are not taken yet."""
        return tuple(
            fact
            for fact in self.own(SlotKind.MEDICATIONS)
            if fact.content.polarity is Polarity.AFFIRMED
            and (fact.content.status is Status.PLANNED or fact.content.temporality is Temporality.FUTURE)
        )

    def pregnancies(self) -> tuple[Fact, ...]:
        """The pregnancy in force."""
        return tuple(
            fact
            for fact in self.in_force(SlotKind.CONDITIONS)
            if "pregnancy" in (fact.content.concept.concept_id, *fact.content.concept.broader)
        )

    def planned_pregnancy(self) -> tuple[Fact, ...]:
        """A pregnancy that is hoped for: what would harm it is to be known before it begins."""
        return tuple(
            fact
            for fact in self.own(SlotKind.CONDITIONS)
            if "pregnancy" in (fact.content.concept.concept_id, *fact.content.concept.broader)
            and fact.content.polarity is Polarity.AFFIRMED
            and fact.content.status is Status.PLANNED
        )

    def absence(self, slot: SlotKind) -> Absence:
        """What stands where nothing of ``slot`` is in force."""
        whole = self.ledger.whole_slot(slot)
        if whole is None:
            return "unmentioned"
        return "none" if whole.content.polarity is Polarity.NEGATED else "unknown"

    def absence_fact(self, slot: SlotKind) -> Fact | None:
        """The statement about the whole slot, if there is one."""
        return self.ledger.whole_slot(slot)

    def about(self, concept_id: str) -> tuple[Fact, ...]:
        """All current facts about a concept, a narrower one or a panel's part, whosever they are, as recorded."""
        meant = {concept_id, *PANELS.get(concept_id, ())}
        told = [
            fact
            for fact in self._beside_values()
            if not meant.isdisjoint({fact.content.concept.concept_id, *fact.content.concept.broader})
        ]
        for key, one in self.ledger.series().items():
            if not meant.isdisjoint({key.concept_id, *key.broader}):
                told.extend(one.facts)
        return tuple(sorted(told, key=by_version))

    def of_each_kind(self) -> Iterator[Fact]:
        """Current facts, whosever they are, but of the values of one test in one unit only the last."""
        yield from self._beside_values()
        yield from (one.last for one in self.ledger.series().values())

    def _beside_values(self) -> Iterator[Fact]:
        """Current facts that are no values of tests."""
        return (fact for slot in SlotKind if slot not in SERIES_SLOTS for fact in self.ledger.current(slot))

    def series(self, concept_id: str) -> tuple[Fact, ...]:
        """Numeric values of one test that may be compared, oldest first: those of the latest value's kind and unit."""
        name = ("comparable", concept_id, self.meal)
        return self.ledger.derived(name, lambda: self._comparable(concept_id))

    def _comparable(self, concept_id: str) -> tuple[Fact, ...]:
        measured = {
            key: one
            for key, one in self._measured().items()
            if key.concept_id == concept_id and key.polarity is Polarity.AFFIRMED and key.is_number
        }
        asked = {key: one for key, one in measured.items() if self.meal and key.qualifier.split(" ")[0] == self.meal}
        measured = asked or measured
        left_out = _earlier_sides(fact for one in measured.values() for fact in one.disputed)
        kept = {key: _without(one.facts, left_out) for key, one in measured.items()}
        lasts = [facts[-1] for facts in kept.values() if facts]
        if not lasts:
            return ()
        last = max(lasts, key=_as_it_is).content
        alike = [
            facts
            for key, facts in kept.items()
            if key.unit == last.unit and (asked or (key.qualifier or None) in _comparable_with(last.qualifier))
        ]
        found = (
            alike[0] if len(alike) == 1 else tuple(sorted((fact for facts in alike for fact in facts), key=_by_time))
        )
        return _as_they_followed(found)

    def _measured(self) -> SeriesByKey:
        """The patient's own values of tests, statements about a whole slot left out."""
        series = self.ledger.series()
        return {key: one for key, one in series.items() if key.subject == PATIENT and key.concept_id != ANY}

    def tests(self) -> tuple[str, ...]:
        """Concept ids of all tests with values, the most recently measured first, laboratory tests before vitals."""
        latest: dict[str, tuple[bool, str, int]] = {}
        for key, one in self._measured().items():
            if key.is_number:
                place = (key.slot is SlotKind.LABS, one.last.clinical_day, -one.last_day[-1].version)
                latest[key.concept_id] = max(place, latest.get(key.concept_id, place))
        return tuple(sorted(latest, key=lambda concept_id: latest[concept_id], reverse=True))

    def tests_named(self, concept_id: str) -> tuple[str, ...]:
        """The tests with values that a name means: itself and the narrower ones, or a panel's parts, latest first."""
        parts = PANELS.get(concept_id, ())
        meant = {concept_id, *parts}
        found: dict[str, str] = {}
        # In order of recording within a slot, for names of one day are told in it.
        for key, one in sorted(self._measured().items(), key=lambda each: (each[0].slot, each[1].first)):
            if not meant.isdisjoint({key.concept_id, *key.broader}):
                found[key.concept_id] = max(one.last.clinical_day, found.get(key.concept_id, ""))
        if not parts:
            return tuple(sorted(found, key=lambda test: test != concept_id))
        placed = sorted(found, key=lambda test: parts.index(test) if test in parts else len(parts))
        return tuple(sorted(placed, key=lambda test: found[test], reverse=True))

    def age(self) -> Fact | None:
        """The fact that states the patient's age, or the whole day of birth where that was told later; else "
        "its year.
        """
        told = [one for one in (self.of_the_person(AGE), self._whole_birth()) if one is not None]
        return max(told, key=by_version, default=None) or self.of_the_person(BIRTH_YEAR)

    def of_the_person(self, concept_id: str) -> Fact | None:
        """The fact that states one detail of the patient: name, home, sex."""
        return next(
            (fact for fact in self.own(SlotKind.DEMOGRAPHICS) if fact.content.concept.concept_id == concept_id), None
        )

    def _whole_birth(self) -> Fact | None:
        """The day of birth, where its year was told."""
        birth = self.of_the_person(BIRTH_DATE)
        return birth if birth is not None and years_by(birth.content, self.today) is not None else None

    def age_years(self) -> float | None:
        """The age in years, whatever it was stated in."""
        fact = self.age()
        return years_by(fact.content, self.today) if fact is not None else None

    def sex_fact(self) -> Fact | None:
        """The fact that states the patient's sex."""
        return next(
            (fact for fact in self.own(SlotKind.DEMOGRAPHICS) if fact.content.concept.concept_id in _SEXES), None
        )

    def sex(self) -> Literal["male", "female"] | None:
        """The patient's sex, when stated."""
        fact = self.sex_fact()
        stated = str(fact.content.value).strip().casefold() if fact is not None else ""
        if not stated and "pregnancy" in self.condition_ids():
            return "female"
        return "male" if stated in _MALE else "female" if stated in _FEMALE else None

    def condition_ids(self) -> frozenset[str]:
        """Conditions in force, with all more general ones."""
        return _with_broader(self.in_force(SlotKind.CONDITIONS))

    def medicine_ids(self) -> frozenset[str]:
        """Medicines in force, with their classes."""
        return _with_broader(self.in_force(SlotKind.MEDICATIONS))

    def states_and_classes(self) -> frozenset[str]:
        """What a criterion may hang on: conditions and medicines in force, with all more general ones."""
        return self.condition_ids() | self.medicine_ids()

    def ever_ids(self) -> frozenset[str]:
        """What a risk may hang on: besides what is in force every illness and operation that there has been."""
        had = (fact for slot in (SlotKind.CONDITIONS, SlotKind.PROCEDURES) for fact in self.own(slot))
        return self.states_and_classes() | _with_broader(
            tuple(
                fact
                for fact in had
                if fact.content.polarity is Polarity.AFFIRMED and fact.content.temporality is not Temporality.FUTURE
            )
        )

    def denied_complaints(self) -> frozenset[str]:
        """Complaints that are said not to be there: what might help is not asked of them."""
        return frozenset(
            fact.content.concept.concept_id
            for fact in self.ledger.current(SlotKind.SYMPTOMS)
            if fact.content.polarity is Polarity.NEGATED
        )

    def disowned_ids(self) -> frozenset[str]:
        """Concepts not to be spoken of as the patient's: denied, ended, suspected, planned, or another person's."""
        mine = {fact.content.concept.concept_id for slot in SlotKind for fact in self.in_force(slot)}
        others = {
            fact.content.concept.concept_id
            for fact in (*self._beside_values(), *self.ledger.ended())
            if fact.content.slot not in SERIES_SLOTS and fact.content.slot is not SlotKind.ALLERGIES
        }
        return frozenset(others - mine)


def numeric(fact: Fact | None) -> float | None:
    """The fact's value as a number, or None; a truth value is none."""
    return as_number(fact) if fact is not None else None


def _earlier_sides(disputed: Iterable[Fact]) -> frozenset[str]:
    """Of values that stand against each other all but the last told: two readings of one day are no course."""
    told = sorted(disputed, key=by_day)
    last = {fact.question_id: fact.fact_id for fact in told}
    return frozenset(fact.fact_id for fact in told if last[fact.question_id] != fact.fact_id)


def _as_it_is(fact: Fact) -> tuple[bool, str, int]:
    """The order of values by which what was told as of before is never the latest."""
    return (fact.content.qualifier not in _OF_BEFORE, *by_day(fact))


def _by_time(fact: Fact) -> tuple[str, bool, int]:
    """The order of a series, on a day what was told as of before first."""
    return fact.clinical_day, fact.content.qualifier not in _OF_BEFORE, fact.version


def _comparable_with(qualifier: str | None) -> tuple[str | None, ...]:
    """The circumstances of values that stand in one course: what was told as of before is of no others.

    Where a pressure was taken is seldom said each time: those at home stand beside those of which nobody said where.
    """
    return (None, _AT_HOME, *_OF_BEFORE) if qualifier in (None, _AT_HOME) else (qualifier,)


_AT_HOME: Final = "home"


def _as_they_followed(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """The values by day; one without a date of its own stands before those of about its day that were told after it.

    "It was 24 before the treatment" is no newer than the result of yesterday that the patient comes to next.
    """
    if not any(fact.content.valid_from is None for fact in facts):
        return facts
    ordered: list[Fact] = []
    for fact in facts:
        at = len(ordered)
        if fact.content.valid_from is None:
            newer = (place for place, other in enumerate(ordered) if _came_after(other, fact))
            at = next(newer, at)
        ordered.insert(at, fact)
    return tuple(ordered)


def _came_after(dated: Fact, undated: Fact) -> bool:
    if dated.content.valid_from is None or len(dated.content.valid_from) < _DAY or dated.version < undated.version:
        return False
    apart = date.fromisoformat(undated.day) - date.fromisoformat(dated.content.valid_from)
    return timedelta(0) <= apart <= _ABOUT and dated.evidence[0].turn_number != undated.evidence[0].turn_number


def _without(facts: tuple[Fact, ...], left_out: Collection[str]) -> tuple[Fact, ...]:
    return tuple(fact for fact in facts if fact.fact_id not in left_out) if left_out else facts


def _with_broader(facts: tuple[Fact, ...]) -> frozenset[str]:
    return frozenset(
        concept_id for fact in facts for concept_id in (fact.content.concept.concept_id, *fact.content.concept.broader)
    )
