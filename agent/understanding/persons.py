"""Who the patient is and how they live, as a model reads it: age and sex, and the amount of a habit."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from agent.understanding.contents import LONGEST_NAME, certain
from agent.understanding.guards import Guards
from agent.understanding.told import Told
from agent.understanding.verdicts import Trial, Verdict
from agent.understanding.words import numbers_of
from domain.ages import YEARS
from domain.ledger import Fact
from domain.proposals import Operation
from domain.values import PATIENT, Concept, Content, SlotKind
from extraction.text.normalise import fold

_AGE: Final = Concept(concept_id="age", name="age")
_GENDER: Final = Concept(concept_id="gender", name="gender")
_OLDEST: Final = 120.0
_CALLED_AGE: Final = frozenset({"age", "나이", "연세", "만나이"})
_CALLED_SEX: Final = frozenset({"sex", "gender", "성별"})
_SEXES: Final = {
    **dict.fromkeys(("male", "m", "man", "boy", "남", "남성", "남자"), "male"),
    **dict.fromkeys(("female", "f", "woman", "girl", "여", "여성", "여자"), "female"),
}


def of_the_patient(guards: Guards, trial: Trial, told: Told) -> Verdict:
    """An age that the quote holds, or a sex; what else a person is stays with the other reader."""
    if told.whose not in (PATIENT, ""):
        return trial.left_out("not_the_patients")
    names = {fold(told.name), fold(told.standard_name)}
    if names & _CALLED_AGE:
        return _aged(guards, trial, told)
    sex = _SEXES.get(told.value.strip().casefold())
    if names & _CALLED_SEX and sex is not None:
        # By which word somebody is known to be a woman no table tells, so it is sure only where both readers say so.
        content = Content(slot=SlotKind.DEMOGRAPHICS, concept=_GENDER, value=sex)
        return _unless_known(guards, trial, certain(content, sure=False))
    return trial.left_out("slot_not_told")


def _aged(guards: Guards, trial: Trial, told: Told) -> Verdict:
    figure = guards.words.figure(told.value, trial.span) if told.value else None
    if figure is None:
        return trial.left_out("value_not_said")
    if not 0 < figure.value <= _OLDEST or figure.kind not in ("age", "number") or told.status == "planned":
        return trial.left_out("implausible_value")
    content = Content(slot=SlotKind.DEMOGRAPHICS, concept=_AGE, value=figure.value, unit=YEARS)
    return _unless_known(guards, trial, certain(content, sure=told.certain and figure.kind == "age"))


def _unless_known(guards: Guards, trial: Trial, content: Content) -> Verdict:
    known = guards.ledger.about(content.slot, content.concept.concept_id, PATIENT)
    if not known:
        return trial.proposed(Operation.ASSERT, content)
    if known[-1].content.value == content.value:
        return trial.left_out("nothing_new")
    return guards.upon(replace(trial.told, do="correct", target=_label(guards, known[-1]), name=""), trial.span)


def _label(guards: Guards, fact: Fact) -> str:
    return next((name for name, one in guards.seen.facts.items() if one.fact_id == fact.fact_id), "")


def with_amount(guards: Guards, trial: Trial, told: Told, content: Content) -> Content:
    """A habit with how much of it, in the patient's words: a number that they do not hold is no amount."""
    for said in (told.value, told.frequency):
        words = " ".join(said.split())
        place = guards.words.place(words) if words else None
        if place is None or len(words) > LONGEST_NAME:
            continue
        first, last = guards.words.sentence(trial.span)
        if first <= place[0] and place[1] <= last and numbers_of(words):
            return content.with_fields(value=guards.words.quoted(place)[0])
    return content
