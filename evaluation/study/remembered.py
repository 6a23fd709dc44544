"""What a profile holds, in the keys of the truth; and what of it is right, missing, stale or lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache

from evaluation.study.corrections import figure, memory_keys
from evaluation.study.patients import Patient
from evaluation.study.vocabulary import vocabulary
from protos.anamnesis.v1 import fact_pb2

Key = tuple[str, ...]
Held = Mapping[Key, str]

KINDS = {
    fact_pb2.SLOT_KIND_CONDITIONS: "conditions",
    fact_pb2.SLOT_KIND_MEDICATIONS: "medications",
    fact_pb2.SLOT_KIND_ALLERGIES: "allergies",
    fact_pb2.SLOT_KIND_LABS: "labs",
    fact_pb2.SLOT_KIND_DEMOGRAPHICS: "demographics",
}
"""The slots that a virtual patient's truth has; others (symptoms, vitals) are not judged."""
ENDED = frozenset({"stopped", "planned", "on_hold", "resolved", "remission"})
TOLERANCE = 0.006
"""Relative, of values that were converted from another unit and rounded."""


@cache
def _ids() -> Mapping[tuple[str, str], str]:
    """The vocabulary's id of a slot's name, in any of its forms."""
    words = vocabulary()
    tables = {"conditions": words.conditions, "medications": words.medicines, "allergies": words.allergens,
              "labs": words.tests}  # fmt: skip
    return {
        (slot, name.casefold()): id_ for slot, table in tables.items() for id_, term in table.items()
        for name in term.names
    }  # fmt: skip


def held(facts: Iterable[fact_pb2.Fact]) -> dict[Key, str]:
    """The facts in force about the patient, by the truth's keys; an unknown concept keeps its own name."""
    found = dict[Key, str]()
    for fact in facts:
        slot = KINDS.get(fact.slot)
        in_force = (
            fact.polarity != "negated"
            and fact.subject in ("", "patient")
            and fact.temporality in ("", "current")
            and fact.status not in ENDED
            and fact.certainty != "unknown"
        )
        if slot is not None and in_force:
            key, value = _entry(slot, fact)
            found[key] = value
    return found


def _entry(slot: str, fact: fact_pb2.Fact) -> tuple[Key, str]:
    ids = _ids()
    name = next((ids[slot, one.casefold()] for one in (fact.name, fact.display) if (slot, one.casefold()) in ids), None)
    match slot:
        case "demographics":
            kind = "sex" if fact.name.casefold() in ("sex", "gender") else fact.name.casefold()
            return ("demographics", kind), figure(fact.number) if fact.HasField("number") else fact.text.casefold()
        case "labs":
            return ("labs", name or fact.name, fact.valid_from), figure(fact.number)
        case "medications":
            return ("medications", name or fact.name), fact.dose.replace(" ", "")
        case _:
            return (slot, name or fact.name), ""


def same(slot: str, first: str, second: str) -> bool:
    """Whether two values of one key are equal: figures to ``TOLERANCE``, words without case."""
    if slot != "labs":
        return first.casefold() == second.casefold()
    left, right = float(first), float(second)
    return abs(left - right) <= TOLERANCE * max(abs(left), abs(right))


def right(remembered: Held, truth: Held) -> frozenset[Key]:
    """The keys that memory holds with the truth's value."""
    return frozenset(key for key, value in remembered.items() if key in truth and same(key[0], value, truth[key]))


def expected(truth: Patient, disclosed: AbstractSet[str] | None) -> dict[Key, str]:
    """What memory should hold of a truth of which only some slots were told; None is all of them."""
    return {key: value for key, value in memory_keys(truth).items() if disclosed is None or key[0] in disclosed}


@dataclass(frozen=True, slots=True)
class MemoryScore:
    """Memory after one turn; precision and recall are None where nothing is held or nothing was told."""

    precision: float | None
    recall: float | None
    f1: float | None


def score(remembered: Held, wanted: Held) -> MemoryScore:
    """Precision, recall and F1 of what is held."""
    good = len(right(remembered, wanted))
    precision = good / len(remembered) if remembered else None
    recall = good / len(wanted) if wanted else None
    if precision is None or recall is None:
        return MemoryScore(precision, recall, None)
    return MemoryScore(precision, recall, 2 * precision * recall / (precision + recall) if good else 0.0)


@dataclass(frozen=True, slots=True)
class CorrectionScore:
    """What a correction's turn did to memory; ``collateral`` is None where nothing else was remembered before."""

    uptake: bool
    collateral: float | None
    false_apply: int


def corrected(before: Held, after: Held, old: Patient, new: Patient, stale: AbstractSet[Key]) -> CorrectionScore:
    """Score a correction by memory before and after its turn; ``stale`` as ``Correction.stale`` has it."""
    was, now = memory_keys(old), memory_keys(new)
    changed = {key: value for key, value in now.items() if was.get(key) != value}
    good = right(after, now)
    untouched = {key for key in right(before, was) if now.get(key) == was[key]}
    return CorrectionScore(
        uptake=changed.keys() <= good and not holds(after, stale),
        collateral=len(untouched - good) / len(untouched) if untouched else None,
        false_apply=len(after.keys() - before.keys() - now.keys()),
    )


def holds(remembered: Held, stale: AbstractSet[Key]) -> bool:
    """Whether memory holds one of these facts; each is a key with its value as its last part."""
    return any(key[:-1] in remembered and same(key[0], remembered[key[:-1]], key[-1]) for key in stale)


def resurrected(remembered: Held, truth: Patient, stale: Sequence[Key]) -> bool:
    """Whether something corrected is current again that is not true (a correction may have been taken back)."""
    now = memory_keys(truth)
    gone = {key for key in stale if now.get(key[:-1]) is None or not same(key[0], now[key[:-1]], key[-1])}
    return holds(remembered, gone)
