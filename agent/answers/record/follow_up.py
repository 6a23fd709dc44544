"""The one question back that matters when what was told lacks a needed slot: asked once, only one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import ANY, PATIENT, SlotKind
from extraction.values.dose_schedules import schedule_of

_WHEN: Final = (
    "부터", "이후", "뒤로", "때부터", "요즘", "어제", "오늘", "아까", "방금", "지난", "밤새", "새벽", "며칠",
    "since", "yesterday", "today",
    "last night", "this morning", "tonight", "for a", "for the", "ago", "right now", "lately", "after i", "when i",
)  # fmt: skip
"""Words that tell when, though no date can be made of them."""
_MOST_TOLD: Final = 3
"""Facts told at once from which nothing is asked back: who reads out a list is not interrupted."""


def follow_up(consultation: Consultation, told: Sequence[Fact]) -> Part:
    """A question for what is missing of the facts just told; empty where nothing needed is, or it was asked before."""
    if not told or len(told) > _MOST_TOLD:
        return Part()
    asked = [(rank, key, fact) for fact in told if (missing := _missing(consultation, fact)) for rank, key in [missing]]
    if not asked:
        return Part()
    _, key, fact = min(asked, key=lambda one: one[0])
    text = sentence(key, consultation.words.language, name=consultation.words.name(fact.content))
    return Part() if consultation.asked_before(text) else Part(text)


def _missing(consultation: Consultation, fact: Fact) -> tuple[int, str] | None:
    """What a fact lacks, the gravest first: an allergy's reaction, a medicine's dose, since when a symptom is there."""
    content = fact.content
    if content.subject != PATIENT or content.concept.concept_id == ANY or not consultation.known.is_in_force(fact):
        return None
    match content.slot:
        case SlotKind.ALLERGIES if not content.reaction:
            return 0, "follow_up.reaction"
        case SlotKind.MEDICATIONS if not content.dose and not content.frequency:
            return 1, "follow_up.dose"
        case SlotKind.MEDICATIONS if not content.frequency and not schedule_of(content.dose):
            return 2, "follow_up.frequency"
        case SlotKind.SYMPTOMS if not content.valid_from and not _tells_when(consultation):
            return 3, "follow_up.onset"
        case _:
            return None


def _tells_when(consultation: Consultation) -> bool:
    """Whether the words date what they tell in any way: what was just said is not asked for."""
    said = consultation.request.text.casefold()
    return bool(consultation.request.dates) or any(word in said for word in _WHEN)
