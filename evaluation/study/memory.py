"""What a memory holds, in the words of the truth; and what of it is right, missing, stale or lost.

What is held is a set of ``Stated``: a key of the truth and its value. A memory that never takes anything back holds two
values under one key, and both are counted.
"""

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
Stated = tuple[str, ...]
"""A key, and as its last part the value; "" where the key says it all."""
Held = AbstractSet[Stated]

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


def held(facts: Iterable[fact_pb2.Fact]) -> frozenset[Stated]:
    """The facts in force about the patient, by the truth's keys; an unknown concept keeps its own name."""
    found = set[Stated]()
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
            found.add(stated(slot, fact))
    return frozenset(found)


def stated(slot: str, fact: fact_pb2.Fact) -> Stated:
    """A fact as the truth would state it; ``slot`` is one of ``KINDS``."""
    ids = _ids()
    name = next((ids[slot, one.casefold()] for one in (fact.name, fact.display) if (slot, one.casefold()) in ids), None)
    match slot:
        case "demographics":
            kind = "sex" if fact.name.casefold() in ("sex", "gender") else fact.name.casefold()
            value = figure(fact.number) if fact.HasField("number") else fact.text.casefold()
            return ("demographics", kind, value)
        case "labs":
            return ("labs", name or fact.name, fact.valid_from, figure(fact.number))
        case "medications":
            return ("medications", name or fact.name, fact.dose.replace(" ", ""))
        case _:
            return (slot, name or fact.name, "")


def same(first: Stated, second: Stated) -> bool:
    """Whether two statements say one thing: figures to ``TOLERANCE``, words without case."""
    if first[:-1] != second[:-1]:
        return False
    if first[0] != "labs":
        return first[-1].casefold() == second[-1].casefold()
    left, right = float(first[-1]), float(second[-1])
    return abs(left - right) <= TOLERANCE * max(abs(left), abs(right))


def statements(truth: Patient) -> frozenset[Stated]:
    """A truth as a memory should hold it."""
    return frozenset((*key, value) for key, value in memory_keys(truth).items())


def right(remembered: Held, truth: Held) -> frozenset[Stated]:
    """What of the truth memory holds, as the truth states it."""
    return frozenset(one for one in truth if one in remembered or any(same(one, other) for other in remembered))


def expected(truth: Patient, disclosed: AbstractSet[str] | None) -> frozenset[Stated]:
    """What memory should hold of a truth of which only some slots were told; None is all of them."""
    return frozenset(one for one in statements(truth) if disclosed is None or one[0] in disclosed)


@dataclass(frozen=True, slots=True)
class CorrectionScore:
    """What a correction's turn did to memory; counts of facts, ``uptake`` whether the new holds and the old does not.

    ``collateral`` facts were right before, were not spoken of, and are lost; ``false_apply`` ones came with the turn
    and are not true.
    """

    uptake: bool
    collateral: int
    false_apply: int


def corrected(before: Held, after: Held, old: Patient, new: Patient, stale: AbstractSet[Stated]) -> CorrectionScore:
    """Score a correction by memory before and after its turn; ``stale`` as ``Correction.stale`` has it."""
    was, now = statements(old), statements(new)
    good = right(after, now)
    untouched = right(before, was) & now
    return CorrectionScore(
        uptake=(now - was) <= good and not holds(after, stale),
        collateral=len(untouched - good),
        false_apply=sum(not any(same(one, other) for other in (*now, *before, *stale)) for one in after),
    )


def holds(remembered: Held, stale: AbstractSet[Stated]) -> bool:
    """Whether memory holds one of these facts."""
    return any(same(one, other) for one in stale for other in remembered)


def resurrected(remembered: Held, truth: Patient, stale: Sequence[Stated]) -> bool:
    """Whether something corrected is current again that is not true (a correction may have been taken back)."""
    now = statements(truth)
    gone = {one for one in stale if not any(same(one, other) for other in now)}
    return holds(remembered, gone)
