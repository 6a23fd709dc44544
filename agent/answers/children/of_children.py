"""The answer to who looks after children: for each child that is meant, by its own weight, age and doses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from zoneinfo import ZoneInfo

from agent.answers.children.amounts import amounts_of
from agent.answers.children.asked import asks_at_all, wishes_in
from agent.answers.children.given_doses import CHILD_RULES, OfADay, of_the_day
from agent.answers.children.illnesses import illnesses_in
from agent.answers.children.judged import is_judged, judgement_of, next_dose
from agent.answers.children.matters import ANTIBIOTIC, single_matters
from agent.answers.children.seen import FEVER, back_to_nursery, to_be_seen
from agent.answers.children.talk import (
    Talk,
    doses_listed,
    hour_of,
    is_a_childs,
    products_told,
    rule_slots,
    told_apart,
    who_it_is,
)
from agent.answers.complaints.weight_and_age import age_fact
from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.acknowledgement import acknowledge
from agent.answers.record.changes import turn_changes
from agent.safety.household_told import household_told
from agent.safety.upholding import sounded_lately
from agent.safety.whereabouts import emergency_for
from domain.values import SlotKind
from extraction.reading.children.child import Child, Household
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

_LONG: Final = 700


def of_children(consultation: Consultation) -> Part:
    """What is answered for the children of the talk; empty where it is of none, or asks for something else."""
    told = _weighed_by_the_record(consultation, household_told(consultation.situation))
    if not told.is_of_children or told.main is None or _is_of_record_alone(told):
        return Part()
    question = consultation.situation.question
    text = normalise(question.text).text
    if len(text) > _LONG:
        return Part()
    wishes = wishes_in(text)
    lines = " ".join(
        normalise(line.question).text
        for turn, line in sorted(consultation.situation.view.tiers.lines.items())
        if turn < question.turn_number and question.turn_number - turn < _BACK
    )
    talk = Talk(
        consultation, told, text, f"{lines} {text}", wishes, illnesses_in(f"{lines} {text}"),
        question.said_at.astimezone(ZoneInfo(question.time_zone)),
    )  # fmt: skip
    said = _composed(talk)
    if not said:
        return Part()
    changes = turn_changes(consultation)
    told_something = changes.recorded or changes.corrective
    return joined(
        (
            Part("\n".join(said), _rests_on(consultation)),
            acknowledge(consultation, asks_back=False) if told_something else Part(),
        )
    )


def _weighed_by_the_record(consultation: Consultation, told: Household) -> Household:
    """The talk with its only child's weight as it stands on record, where the one that was told has been put right."""
    current = consultation.known.series("body_weight")[-1:]
    if len(told.children) != 1 or not current or not is_a_childs(consultation):
        return told
    [child], value = told.children, current[0].content.value
    gone = (one for one in consultation.ledger.facts.values() if not one.current)
    replaced = any(
        one.content.concept.concept_id == "body_weight" and one.content.value == child.weight for one in gone
    )
    if child.weight is None or not isinstance(value, float) or not replaced:
        return told
    return replace(told, children=(replace(child, weight=value),))


def _is_of_record_alone(told: Household) -> bool:
    """Whether the talk tells of no child but the one on record, and nothing of who that is or was given."""
    first = told.children[0]
    told_of = first.doses or first.weight_line >= 0 or first.age_line >= 0
    return len(told.children) == 1 and first.is_recorded and not told_of


def _rests_on(consultation: Consultation) -> tuple[str, ...]:
    """The facts of the child whose record it is that an answer about it may rest on."""
    known = consultation.known
    if not is_a_childs(consultation):
        return ()
    series = [known.series(one)[-1:] for one in ("body_weight", "body_temperature")]
    medicines = [one for one in known.own(SlotKind.MEDICATIONS) if one.content.concept.concept_id in CHILD_RULES]
    return (
        *age_fact(consultation),
        *(one.fact_id for each in series for one in each),
        *(one.fact_id for one in medicines),
    )


_BACK: Final = 4


def _composed(talk: Talk) -> list[str]:
    asks = asks_at_all(talk.text)
    alarmed = [one for one in sounded_lately(talk.consultation) if one.level == "now"]
    if alarmed:
        return _after_alarm(talk, [talk.consultation.pick(one.name_ko, one.name_en) for one in alarmed])
    put_right = _weight_is_put_right(talk)
    if not asks and _GOES_ON.search(talk.text) and ANTIBIOTIC.search(talk.lines):
        # "Day 2 of 5, 3 times a day" goes on with the question before.
        return [one for one in single_matters(replace(talk, text=talk.lines)) if one]
    if not asks and not put_right and not _is_worrying(talk):
        return []
    found = [*single_matters(talk)]
    children = _meant(talk)
    several = len(children) > 1
    for child in children:
        said = _of_child(talk, child, put_right=put_right, several=several)
        if said:
            head = talk.say("child.of", name=told_apart(talk, child)) if several else ""
            found.append(head + " ".join(said))
    if found and talk.ill and "chickenpox" in talk.ill and _is_pregnant(talk):
        found.insert(0, talk.say("child.pregnant_contact"))
    if "nursery" in talk.wishes:
        found.append(back_to_nursery(talk))
    if found and any("child.at_once" == key for key in _closing(talk, children)):
        found.append(talk.say("child.at_once", emergency=emergency_for(talk.consultation.situation)))
    return found


_GOES_ON: Final = lazy_regex(
    r"\bday \d+ of \d+\b|\b(?:\d|three|four|twice) (?:times )?(?:a|per) day\b|하루\s?\S{1,2}\s?번|\d\s?일\s?(?:치|째)",
    re.IGNORECASE,
)


def _closing(talk: Talk, children: Sequence[Child]) -> tuple[str, ...]:
    """What closes the answer: for what to call at once, of a child that has a fever now."""
    hot = any(one.temperatures and one.temperatures[-1].degrees >= FEVER for one in children)
    return ("child.at_once",) if hot and {"seen", "next", "judge", "amount"} & set(talk.wishes) else ()


_PREGNANT: Final = lazy_regex(
    r"\bpregnan|\bweeks (?:gone|along)\b|\bexpecting\b|\bnumber (?:two|three|four)\b|임신(?!\s?(?:때|했을))|임산부"
    r"|예비\s?엄마",
    re.IGNORECASE,
)


def _is_pregnant(talk: Talk) -> bool:
    return _PREGNANT.search(talk.lines) is not None


def _is_worrying(talk: Talk) -> bool:
    return bool(_doubled(talk))


def _doubled(talk: Talk) -> list[OfADay]:
    child = talk.told.patient
    return (
        [one for one in of_the_day(child, talk.now) if one.is_over or one.is_harmful or one.is_doubled]
        if child is not None
        else []
    )


def _after_alarm(talk: Talk, names: Sequence[str]) -> list[str]:
    """What stands after an alarm: be seen; what was given is to be told there."""
    child = talk.told.patient
    gave = child is not None and any(one.line == child.last_line for one in child.doses)
    if not gave and not (talk.told.products and {"next", "amount"} & set(talk.wishes)):
        # Whether to wait is answered by the alarm itself, with its reasons.
        return []
    days = of_the_day(child, talk.now) if child is not None else ()
    given = ""
    for one in days:
        again = one.again_from()
        listed = doses_listed(talk, one)
        given += f"{listed}. " + (
            talk.say(
                "child.next_from",
                medicine=talk.name(one.substance),
                earliest=hour_of(talk, again),
                given=hour_of(talk, one.last),
                who=who_it_is(talk, one.child),
                **rule_slots(talk, one.rule),
            )
            + " "
            if again is not None
            else ""
        )
    return [
        talk.say(
            "child.after_alarm",
            names=", ".join(dict.fromkeys(names)),
            given=given,
            emergency=emergency_for(talk.consultation.situation),
        )
    ]


def _weight_is_put_right(talk: Talk) -> bool:
    """Whether these words put another weight in the place of one that an answer was reckoned from."""
    child = talk.told.patient
    if child is None or child.weight_before is None or child.weight_line != child.last_line:
        return False
    return bool(_asked_before(talk))


def _asked_before(talk: Talk) -> tuple[str, ...]:
    """The medicines whose dose the lines before asked for."""
    return (
        tuple(dict.fromkeys(one.substance for one in products_told(talk))) if "amount" in wishes_in(talk.lines) else ()
    )


def _meant(talk: Talk) -> tuple[Child, ...]:
    """The children of whom it is asked: each that is ill or was given something, else the patient."""
    told = talk.told
    ill = [one for one in told.children if (one.temperatures or one.doses) and one.months is not None]
    if _EACH.search(talk.text) and len(ill) > 1:
        return tuple(ill)
    patient = told.patient
    return (patient,) if patient is not None else ()


_EACH: Final = lazy_regex(r"\b(?:each|both|the two|them)\b|둘\s?다|둘\s?모두|각각|애들|아이들", re.IGNORECASE)


def _of_child(talk: Talk, child: Child, *, put_right: bool, several: bool) -> list[str]:
    days, said = of_the_day(child, talk.now), []
    judged = [judgement_of(talk, one) for one in days] if is_judged(talk, days) else []
    said += [one for one in judged if one]
    stopped = any(one.is_over or one.is_harmful or one.is_much for one in days)
    if not stopped:
        if put_right or "amount" in talk.wishes or ("next" in talk.wishes and not days):
            said += amounts_of(talk, child, days)
        if "next" in talk.wishes or any(one.is_doubled for one in days) or ("amount" in talk.wishes and days):
            said += [each for one in days if (each := next_dose(talk, one))]
    if "seen" in talk.wishes or (talk.wishes and child.temperatures and not stopped):
        said += (
            to_be_seen(talk, child, brief="seen" not in talk.wishes)
            if not several or child is talk.told.patient
            else []
        )
    return said
