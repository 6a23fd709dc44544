"""The most of a medicine that the label allows beside another one, and whether the dose on record is within it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from agent.answers.consultation import Consultation
from agent.safety.cautions import Met, ids_of
from agent.safety.tables import table
from agent.words.doses import dose_text
from agent.words.figures import number
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.timing import times_a_day
from domain.values import SlotKind
from extraction.naming.mentions import Entry
from extraction.values.dose_units import number_of_dose, unit_of_dose

Stands = Literal["above", "within", "untold"]
_MG: Final = "mg"


@dataclass(frozen=True, slots=True)
class BesideLimit:
    """One row of beside_limits.yaml."""

    one: frozenset[str]
    other: frozenset[str]
    most: float
    also_ko: str
    also_en: str
    source: str


@dataclass(frozen=True, slots=True)
class Limited:
    """A pair that a limit holds for: the medicine that it limits, how its dose on record stands, and its fact."""

    row: BesideLimit
    name: str
    other: str
    stands: Stands
    fact: Fact | None


@cache
def beside_limits() -> tuple[BesideLimit, ...]:
    """The shipped rows, in the order of the table."""
    return tuple(
        BesideLimit(
            frozenset(ids_of(row["one"])),
            frozenset(ids_of(row["other"])),
            float(row["most"]),
            row.get("also_ko", ""),
            row.get("also_en", ""),
            row["source"],
        )
        for row in table("beside_limits")["limits"]
    )


def limited(consultation: Consultation, met: Met) -> Limited | None:
    """The limit that a pair of medicines stands under; None where the label sets none, or it meets no medicine."""
    if isinstance(met.against, Fact) and met.against.content.slot is not SlotKind.MEDICATIONS:
        return None
    sides = [(met.medicine, met.against), (met.against, met.medicine)]
    for one, other in sides:
        row = next((row for row in beside_limits() if row.one & _family(one) and row.other & _family(other)), None)
        if row is not None:
            fact = _taken(consultation, one)
            return Limited(row, _name(consultation, one), _name(consultation, other), _stands(fact, row), fact)
    return None


def limit_sentence(consultation: Consultation, one: Limited, *, grave: bool = False) -> str:
    """The number, and how the dose on record stands to it; of a ``grave`` pair without what would sound like leave."""
    language = consultation.words.language
    dose = dose_text(one.fact.content.dose or "", language) if one.fact is not None else ""
    most, also = number(one.row.most), consultation.pick(one.row.also_ko, one.row.also_en)
    key = ("grave_above" if one.stands == "above" else "grave") if grave else one.stands
    return sentence(f"beside_limit.{key}", language, name=one.name, other=one.other, most=most, also=also, dose=dose)


def limit_verdict(consultation: Consultation, found: Sequence[Limited]) -> str:
    """Whether the pair may stand: not at a dose above the limit, and else only up to it."""
    stands = [one.stands for one in found]
    key = "above" if "above" in stands else "untold" if "untold" in stands else "within"
    return sentence(f"beside_limit.may_{key}", consultation.words.language)


def _stands(fact: Fact | None, row: BesideLimit) -> Stands:
    dose = fact.content.dose if fact is not None else None
    amount = number_of_dose(dose)
    if fact is None or amount is None or unit_of_dose(dose or "").strip().casefold() != _MG:
        return "untold"
    # A dose that is above the limit by itself is so however often it is taken.
    times = times_a_day(fact.content.frequency) or 1
    return "above" if amount * times > row.most else "within"


def _taken(consultation: Consultation, thing: Entry | Fact) -> Fact | None:
    if isinstance(thing, Fact):
        return thing
    taken = consultation.known.in_force(SlotKind.MEDICATIONS)
    return next((one for one in taken if one.content.concept.concept_id == thing.concept_id), None)


def _family(thing: Entry | Fact) -> frozenset[str]:
    concept = thing.content.concept if isinstance(thing, Fact) else thing
    return frozenset((concept.concept_id, *concept.broader))


def _name(consultation: Consultation, thing: Entry | Fact) -> str:
    if isinstance(thing, Fact):
        return consultation.words.name(thing.content)
    return consultation.pick(thing.name_ko or thing.name, thing.name)
