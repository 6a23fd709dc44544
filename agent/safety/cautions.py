"""Well-known reasons not to add a medicine: another one that is taken, an illness, a value or a state on record.

The tables (interactions.yaml, contraindications.yaml) hold what every prescriber is warned of, by class wherever the
harm is a class effect. Their silence about a pair never means that the pair is safe.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal

from agent.answers.record.known import Known
from agent.safety.record import Record
from agent.safety.tables import table
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.naming.mentions import Entry

_PLANNED: Final = "planned:"
MILD: Final = frozenset(
    {"dose_less", "sugar_high", "doubled", "pressure_rises", "sugar_moves", "chemo_unknown", "gout",
     "inr_rises", "drowsy", "works_less", "sodium_low", "mood", "stomach", "serotonin_seldom", "liver_strained",
     "sugar_low_watch", "angioedema_seldom", "methotrexate_watch", "potassium_watch", "drying", "calcium_high",
     "stones", "worsens_mild", "unborn_weighed", "nursling_drowsy", "milk_less", "suicidal_thoughts", "aura_asked",
     "of_age", "dries_out", "skin", "contraception_weeks"}
)  # fmt: skip
"""Harms that are to be asked about, without a no."""


@dataclass(frozen=True, slots=True)
class Caution:
    """Two groups of concepts that should not meet, and what may happen: Korean to precede "수", English a predicate.

    ``source`` is a key of sources.yaml, ``harm`` one of the table; ``watch`` are the signs that it has begun.
    """

    one: frozenset[str]
    other: frozenset[str]
    harm_ko: str
    harm_en: str
    source: str
    harm: str = ""
    watch_ko: str = ""
    watch_en: str = ""
    besides: frozenset[tuple[str, str]] = frozenset()
    """Pairs of medicines that are given together on purpose: folic acid with methotrexate."""
    spared: frozenset[str] = frozenset()
    """What it does not hold for though it belongs to one of the classes: a copper coil among the contraceptives."""

    @property
    def is_apart(self) -> bool:
        """Whether hours between the two are all that is needed."""
        return self.harm.startswith("absorption")

    @property
    def is_grave(self) -> bool:
        """Whether it is a no until somebody has confirmed it, not only to be asked about or taken at another hour."""
        return not self.is_apart and self.harm not in MILD


@dataclass(frozen=True, slots=True)
class Met:
    """A caution that a medicine meets, and what it meets it in."""

    caution: Caution
    medicine: Entry
    against: Entry | Fact


_TABLES: Final = {"medicines": "interactions", "states": "contraindications"}
_TWICE: Final = "same_substance"


@cache
def of_kind(kind: Literal["medicines", "states"]) -> tuple[Caution, ...]:
    """The shipped cautions between medicines, or of medicines against illnesses, values and states."""
    return tuple(
        replace(
            _of_harm(row["harm"], row["source"]),
            one=frozenset(ids_of(row["one"])),
            other=frozenset(ids_of(row["other"])),
            besides=frozenset(tuple(pair.split()) for pair in row.get("besides", ())),
            spared=frozenset(ids_of(row.get("except", ""))),
        )
        for row in table(_TABLES[kind])["rules"]
    )


def _of_harm(harm: str, source: str) -> Caution:
    row = table("cautions")["harms"][harm]
    watch = (row.get("watch_ko", ""), row.get("watch_en", ""))
    return Caution(frozenset(), frozenset(), row["ko"], row["en"], source, harm, *watch)


@cache
def _tabled() -> frozenset[str]:
    """Every id that a row on medicines names."""
    rows = (*of_kind("medicines"), *of_kind("states"))
    return frozenset(each for row in rows for each in (*row.one, *row.other))


def ids_of(written: str) -> Iterator[str]:
    """The ids that a row writes, those of a group among them."""
    groups: dict[str, str] = table("cautions")["groups"]
    for token in written.split():
        yield from groups[token[1:]].split() if token.startswith("@") else (token,)


def cautions(known: Known, asked: Iterable[Entry], named: Iterable[Entry] = ()) -> tuple[Met, ...]:
    """The cautions that the medicines asked about meet, between themselves first; each pair once.

    ``named`` are conditions that the question speaks of: they count like those on record, though none is the patient's.
    """
    entries, spoken, record = tuple(asked), tuple(named), Record(known.ledger, known.today)
    found: list[Met] = []
    for place, entry in enumerate(entries):
        taken = (*known.in_force(SlotKind.MEDICATIONS), *known.suspected(SlotKind.MEDICATIONS))
        others: list[Entry | Fact] = [*entries[place + 1 :], *taken]
        found.extend(_between(entry, others))
        own = tuple(_on_record(entry, record))
        heeded = {met.caution for met in own}
        found.extend(own)
        found.extend(met for met in _of_named(entry, spoken) if met.caution not in heeded)
    medicines = {entry.concept_id for entry in entries}
    pairs: dict[frozenset[str], Met] = {}
    for met in found:
        other = _id(met.against)
        if isinstance(met.against, Fact) and other in medicines and met.against.content.slot is SlotKind.MEDICATIONS:
            continue
        pair = frozenset((met.medicine.concept_id, other))
        first = pairs.setdefault(pair, met)
        if met.caution.is_grave and not first.caution.is_grave:
            pairs[pair] = met
    return tuple(pairs.values())


def _between(entry: Entry, others: Iterable[Entry | Fact]) -> Iterator[Met]:
    mine = _ids(entry)
    for other in others:
        theirs = _family(other)
        # A class and a medicine of it ("an anticoagulant", warfarin) are one and the same.
        if _id(other) in (entry.concept_id, *entry.broader) or entry.concept_id in theirs:
            continue
        pair = {(entry.concept_id, _id(other)), (_id(other), entry.concept_id)}
        parts, its_parts = _parts_of(entry.concept_id, mine), _parts_of(_id(other), theirs)
        own, its = mine | parts, theirs | its_parts
        for caution in _rows_of(own):
            if not _meet(own, its, caution) or not pair.isdisjoint(caution.besides):
                continue
            if caution.spared.isdisjoint((entry.concept_id, _id(other))):
                yield Met(caution, entry, other)
        if parts & its_parts:
            yield Met(_of_harm(_TWICE, "ismp_duplicates"), entry, other)


def _rows_of(own: Set[str]) -> Iterator[Caution]:
    """The cautions between medicines that name one of these ids on either side, in the order of the table."""
    rows, by_id = of_kind("medicines"), _by_id()
    for place in sorted({place for one in own for place in by_id.get(one, ())}):
        yield rows[place]


@cache
def _by_id() -> Mapping[str, tuple[int, ...]]:
    """The places of the cautions between medicines by each id that they name."""
    found: dict[str, list[int]] = {}
    for place, row in enumerate(of_kind("medicines")):
        for one in row.one | row.other:
            found.setdefault(one, []).append(place)
    return {one: tuple(places) for one, places in found.items()}


def _meet(own: Set[str], its: Set[str], caution: Caution) -> bool:
    one, other = caution.one, caution.other
    if own.isdisjoint(one) or its.isdisjoint(other):
        return not own.isdisjoint(other) and not its.isdisjoint(one)
    return True


def _on_record(entry: Entry, record: Record) -> Iterator[Met]:
    mine = _ids(entry)
    mine |= _parts_of(entry.concept_id, mine)
    for caution in of_kind("states"):
        if mine & caution.one and entry.concept_id not in caution.spared:
            for fact in record.holding(sorted(caution.other)):
                yield Met(caution, entry, fact)


def _of_named(entry: Entry, named: Iterable[Entry]) -> Iterator[Met]:
    mine = _ids(entry)
    mine |= _parts_of(entry.concept_id, mine)
    for other in named:
        theirs = _ids(other) | {f"{_PLANNED}{each}" for each in _ids(other)}
        for caution in of_kind("states"):
            if mine & caution.one and theirs & caution.other and entry.concept_id not in caution.spared:
                yield Met(caution, entry, other)


_COLD: Final = frozenset({"decongestant", "antihistamine", "chlorpheniramine", "acetaminophen", "dextromethorphan"})
_MAY_HOLD: Final = {
    "cold_medicine": _COLD,
    "combination_cold_medicine": _COLD,
    "night_cold_medicine": _COLD | {"diphenhydramine"},
    "cough_syrup_combination": frozenset({"dextromethorphan", "chlorpheniramine", "cough_medicine"}),
    "acetaminophen_caffeine_combination": frozenset({"acetaminophen"}),
    "antispasmodic": frozenset({"hyoscine_butylbromide"}),
    "contraceptive": frozenset({"levonorgestrel_ethinyl_estradiol"}),
}
"""What products sold for a complaint are likely to hold: who asks for "a cold remedy" has not read the box yet."""


def may_hold(product: Entry, substance: Entry) -> bool:
    """Whether a product is likely to hold a substance."""
    family = {substance.concept_id, *substance.broader}
    return not family.isdisjoint({product.concept_id, *_MAY_HOLD.get(product.concept_id, ())})


_LOCAL: Final = frozenset(
    {"topical_agent", "topical_steroid", "eye_drop", "ear_drop", "nasal_spray", "inhaler", "hemorrhoid_drug", "patch"}
)
"""Classes of what acts where it is put: its parts are no tablets."""


def _parts_of(concept_id: str, family: Collection[str]) -> set[str]:
    """The medicines that the id of a combination names and that a row speaks of; of a single one its own id."""
    if not _LOCAL.isdisjoint(family):
        return set()
    return ({*concept_id.split("_")} & _tabled()) - _CLASS_WORDS


_CLASS_WORDS: Final = frozenset({"antihistamine", "decongestant", "antibiotic", "diuretic", "opioid", "statin"})
"""Words of the ids that name a class, and so no part."""


def _ids(entry: Entry) -> set[str]:
    """The medicine's own id and what it is a kind of; of a class that is asked for by its use, what it may hold."""
    return {entry.concept_id, *entry.broader, *_MAY_HOLD.get(entry.concept_id, ())}


def _id(thing: Entry | Fact) -> str:
    return thing.concept_id if isinstance(thing, Entry) else thing.content.concept.concept_id


def _family(thing: Entry | Fact) -> set[str]:
    broader = thing.broader if isinstance(thing, Entry) else thing.content.concept.broader
    return {_id(thing), *broader}
