"""What to do first, in steps, after an alarm: whoever asks "what now?" then wants no plan for the week."""

from __future__ import annotations

from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.safety.after_alarm import has_ended, is_in_care
from agent.safety.upholding import sounded_lately
from agent.safety.whereabouts import emergency_for
from agent.words.sentences import sentence
from domain.events import SpokenReference
from domain.values import SlotKind

_TURNS: Final = 2
"""Turns for which "what now?" is asked of an alarm."""
_STEPS: Final = 3
_MOST_NAMED: Final = 8
"""Facts told to those who help, at most: more of them are not listened to."""


def urgent_steps(consultation: Consultation) -> Part:
    """The steps that follow the latest alarm, as many as were asked for; empty where none was, or help is there."""
    text = consultation.request.text
    if is_in_care(text) or has_ended(text):
        return Part()
    found = sounded_lately(consultation, _TURNS)
    if not found:
        return Part()
    level, language = found[0].level, consultation.words.language
    names = ", ".join(dict.fromkeys(consultation.pick(one.name_ko, one.name_en) for one in found if one.level == level))
    number = emergency_for(consultation.situation)
    steps = [
        Part(sentence(f"urgent.first.{level}", language, emergency=number)),
        _to_tell(consultation, names),
        _to_take_along(consultation),
        *(Part(sentence(key, language, emergency=number)) for key in ("urgent.nothing", "urgent.worse", "urgent.door")),
    ][: consultation.request.items or _STEPS]
    said = joined(Part(f"{at}. {one.text}", one.facts) for at, one in enumerate(steps, start=1))
    return Part(said.text, said.facts, (), (SpokenReference(kind="plan", fact_ids=said.facts),))


def _to_tell(consultation: Consultation, names: str) -> Part:
    known, words = consultation.known, consultation.words
    facts = [fact for slot in (SlotKind.ALLERGIES, SlotKind.CONDITIONS) for fact in known.in_force(slot)][:_MOST_NAMED]
    listed = ", ".join(words.brief(fact) for fact in facts)
    key = "urgent.tell" if listed else "urgent.tell_alone"
    return Part(
        sentence(key, words.language, names=names, **({"listed": listed} if listed else {})),
        tuple(fact.fact_id for fact in facts),
    )


def _to_take_along(consultation: Consultation) -> Part:
    known, words = consultation.known, consultation.words
    facts = known.in_force(SlotKind.MEDICATIONS)[:_MOST_NAMED]
    listed = ", ".join(words.brief(fact) for fact in facts)
    key = "urgent.take" if listed else "urgent.take_alone"
    return Part(
        sentence(key, words.language, **({"listed": listed} if listed else {})), tuple(one.fact_id for one in facts)
    )
