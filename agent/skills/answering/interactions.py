"""Well-known reasons not to add a medicine: another medicine that is taken, or an illness that the patient has.

The list is short on purpose: combinations that every prescriber is warned of, by class wherever the harm is a class
effect. Its silence about a pair never means that the pair is safe.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from agent.answers.known import Known
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.mentions import Entry


@dataclass(frozen=True, slots=True)
class Caution:
    """Two groups of concepts that should not meet, and what may happen: Korean to precede "수", English a predicate."""

    one: frozenset[str]
    other: frozenset[str]
    harm_ko: str
    harm_en: str


@dataclass(frozen=True, slots=True)
class Met:
    """A caution that applies: the medicine asked about, and what it meets (asked about too, taken, or had)."""

    caution: Caution
    medicine: Entry
    against: Entry | Fact


def _pair(one: str, other: str, harm_ko: str, harm_en: str) -> Caution:
    return Caution(frozenset(one.split()), frozenset(other.split()), harm_ko, harm_en)


_BLEEDS: Final = ("출혈 위험이 커질", "raises the risk of bleeding")
_KIDNEYS: Final = ("콩팥 기능이 나빠질", "may harm the kidneys")
_SEROTONIN: Final = ("세로토닌 증후군이 생길", "may cause serotonin syndrome")
MEDICINES: Final = (
    _pair("anticoagulant", "nsaid antiplatelet", *_BLEEDS),
    _pair("antiplatelet", "nsaid", *_BLEEDS),
    _pair("ssri snri", "nsaid anticoagulant antiplatelet", *_BLEEDS),
    _pair(
        "warfarin",
        "macrolide fluoroquinolone metronidazole sulfamethoxazole_trimethoprim fluconazole amiodarone",
        *_BLEEDS,
    ),
    _pair("nsaid", "ace_inhibitor angiotensin_receptor_blocker diuretic loop_diuretic thiazide_diuretic", *_KIDNEYS),
    _pair(
        "ace_inhibitor angiotensin_receptor_blocker potassium_sparing_diuretic",
        "potassium_chloride potassium_sparing_diuretic",
        "혈액의 칼륨이 위험하게 높아질",
        "may raise potassium dangerously",
    ),
    _pair(
        "nitrate",
        "erectile_dysfunction_drug",
        "혈압이 위험하게 떨어질",
        "may drop blood pressure dangerously",
    ),
    _pair(
        "simvastatin lovastatin atorvastatin",
        "clarithromycin erythromycin itraconazole ketoconazole",
        "근육이 심하게 손상될",
        "may cause severe muscle damage",
    ),
    _pair("opioid", "benzodiazepine sleeping_pill", "호흡이 위험하게 느려질", "may slow breathing dangerously"),
    _pair("ssri snri tricyclic_antidepressant", "tramadol linezolid", *_SEROTONIN),
    _pair(
        "lithium",
        "nsaid thiazide_diuretic ace_inhibitor angiotensin_receptor_blocker",
        "리튬 농도가 독성 수준으로 오를",
        "may raise lithium to toxic levels",
    ),
    _pair(
        "methotrexate",
        "nsaid sulfamethoxazole_trimethoprim",
        "메토트렉세이트 독성이 커질",
        "may make methotrexate toxic",
    ),
    _pair("digoxin", "amiodarone clarithromycin verapamil", "디곡신 독성이 생길", "may make digoxin toxic"),
    _pair("allopurinol", "azathioprine", "골수 기능이 억제될", "may suppress the bone marrow"),
    _pair(
        "levothyroxine",
        "iron_preparation calcium_carbonate calcium_carbonate_antacid calcium_vitamin_d",
        "갑상선약의 흡수가 줄어들",
        "reduces the absorption of the thyroid medicine",
    ),
)
"""Pairs of medicines or classes (warnings and interactions of the FDA labels; BNF appendix 1)."""
CONDITIONS: Final = (
    _pair("nsaid", "chronic_kidney_disease kidney_disease", *_KIDNEYS),
    _pair("nsaid", "heart_failure", "심부전이 나빠질", "may worsen heart failure"),
    _pair("nsaid", "peptic_ulcer gastric_ulcer", *_BLEEDS),
    _pair("nsaid decongestant", "hypertension", "혈압이 오를", "may raise blood pressure"),
    _pair("nsaid beta_blocker", "asthma", "천식이 나빠질", "may worsen asthma"),
    _pair("steroid", "diabetes_mellitus", "혈당이 크게 오를", "may raise blood sugar considerably"),
    _pair("tramadol bupropion", "epilepsy", "경련이 일어나기 쉬워질", "may make seizures more likely"),
    _pair(
        "nsaid ace_inhibitor angiotensin_receptor_blocker sacubitril_valsartan aliskiren statin warfarin methotrexate "
        "isotretinoin valproic_acid topiramate tetracycline_antibiotic mycophenolate leflunomide misoprostol "
        "finasteride dutasteride bosentan macitentan",
        "pregnancy gestational_diabetes gestational_hypertension preeclampsia hyperemesis_gravidarum",
        "태아에게 해로울",
        "may harm the unborn child",
    ),
)
"""Medicines or classes against an illness or state (contraindications and warnings of the FDA labels)."""


def cautions(known: Known, asked: Iterable[Entry], named: Iterable[Entry] = ()) -> tuple[Met, ...]:
    """The cautions that the medicines asked about meet, between themselves first; each pair once.

    ``named`` are conditions that the question speaks of: they count like those on record, though none is the patient's.
    """
    entries, conditions = tuple(asked), (*known.in_force(SlotKind.CONDITIONS), *known.planned_pregnancy())
    found: list[Met] = []
    for place, entry in enumerate(entries):
        others: list[Entry | Fact] = [*entries[place + 1 :], *known.in_force(SlotKind.MEDICATIONS)]
        found.extend(_met(MEDICINES, entry, others))
        own = tuple(_met(CONDITIONS, entry, conditions, one_way=True))
        heeded = {met.caution for met in own}
        found.extend(own)
        found.extend(met for met in _met(CONDITIONS, entry, named, one_way=True) if met.caution not in heeded)
    medicines = {entry.concept_id for entry in entries}
    pairs: dict[frozenset[str], Met] = {}
    for met in found:
        other = _id(met.against)
        if isinstance(met.against, Fact) and other in medicines and met.against.content.slot is SlotKind.MEDICATIONS:
            continue
        pairs.setdefault(frozenset((met.medicine.concept_id, other)), met)
    return tuple(pairs.values())


def _met(
    table: tuple[Caution, ...], entry: Entry, others: Iterable[Entry | Fact], *, one_way: bool = False
) -> Iterator[Met]:
    mine = {entry.concept_id, *entry.broader}
    for other in others:
        theirs = _family(other)
        if _id(other) == entry.concept_id:
            continue
        for caution in table:
            forth = mine & caution.one and theirs & caution.other
            back = not one_way and mine & caution.other and theirs & caution.one
            if forth or back:
                yield Met(caution, entry, other)


def _id(thing: Entry | Fact) -> str:
    return thing.concept_id if isinstance(thing, Entry) else thing.content.concept.concept_id


def _family(thing: Entry | Fact) -> set[str]:
    broader = thing.broader if isinstance(thing, Entry) else thing.content.concept.broader
    return {_id(thing), *broader}
