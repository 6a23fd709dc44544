"""What a medicine means once a pregnancy is known: stopped at once, changed the same day, or never left off alone.

Said in the turn that tells of the pregnancy for every medicine on record, and later of the one that is named.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.safety.mishaps.stories import Medicine, ids_of, medicines_of
from agent.safety.tables import table
from agent.words.sentences import worded
from domain.values import SlotKind

_PREGNANCY: Final = "pregnancy"
_MOST: Final = 3


def in_pregnancy(consultation: Consultation) -> Part:
    """What is to be done about the medicines of the pregnant one; empty where none is concerned."""
    pregnant = consultation.known.pregnancies()
    if not pregnant:
        return Part()
    told_now = any(
        one.turn_number == consultation.situation.question.turn_number for fact in pregnant for one in fact.evidence
    )
    said = list(_told(consultation, told_now=told_now))[:_MOST]
    return joined(said)


def _told(consultation: Consultation, *, told_now: bool) -> Iterator[Part]:
    named = {one.entry.concept_id for one in consultation.request.mentions if one.entry.kind == "medications"}
    own = [one for one in medicines_of(consultation.known) if one.fact is None or _is_taken(consultation, one)]
    meant = [one for one in own if told_now or one.concept_id in named]
    for row in table("mishaps")[_PREGNANCY].values():
        of_row = [one for one in meant if _fits(row, one.kinds)]
        if of_row:
            meant = [one for one in meant if one not in of_row]
            names = ", ".join(consultation.words.name(one.fact.content) for one in of_row if one.fact is not None)
            text = row[consultation.words.language]
            yield Part(worded(text, name=names), ids_of(of_row))


def _is_taken(consultation: Consultation, one: Medicine) -> bool:
    fact = one.fact
    taken = (*consultation.known.in_force(SlotKind.MEDICATIONS), *consultation.known.suspected(SlotKind.MEDICATIONS))
    return fact in taken


def _fits(row: Mapping[str, Any], kinds: Collection[str]) -> bool:
    of, but = (frozenset(str(row.get(key, "")).split()) for key in ("of", "but"))
    return not of.isdisjoint(kinds) and but.isdisjoint(kinds)
