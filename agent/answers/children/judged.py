"""What the doses of a day come to, and from when more may be given."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from agent.answers.children.amounts import by_age_label
from agent.answers.children.given_doses import AFTER_DOUBLE, DAILY_LIMIT, OfADay
from agent.answers.children.talk import Talk, capitalised, doses_listed, hour_of, poison_line, rule_slots, who_it_is
from agent.answers.complaints.fever_medicine_asked import PARACETAMOL
from agent.safety.whereabouts import emergency_for
from agent.words.figures import number
from extraction.text.lazy_regex import lazy_regex


def is_judged(talk: Talk, days: Sequence[OfADay]) -> bool:
    """Whether what was given is to be judged: it is asked, or it was too much."""
    return bool(days) and (
        "judge" in talk.wishes
        or "seen" in talk.wishes
        or any(one.is_over or one.is_harmful or one.is_doubled for one in days)
    )


def judgement_of(talk: Talk, one: OfADay) -> str:
    """What the doses of a day come to, and what that means."""
    total, each = one.milligrams, one.each_kilogram
    listed = doses_listed(talk, one)
    if total is None or each is None:
        if one.child.weight is None and total is not None:
            return listed + ". " + talk.say("child.weight_asked", who=who_it_is(talk, one.child))
        return f"{listed}. {talk.say('child.unknown_amount')}" if "judge" in talk.wishes else ""
    key = "child.told_doses" if len(one.doses) > 1 else "child.one_dose"
    found = [talk.say(key, listed=listed, total=number(round(total)), each=number(round(each, 1)))]
    if len({_product(each.said) for each in one.doses}) > 1 and _BY_TURNS.search(talk.lines):
        found.append(talk.say("child.same_substance", medicine=talk.name(one.substance)))
    limit = number(DAILY_LIMIT[one.substance])
    slots = {
        "medicine": talk.name(one.substance),
        "who": who_it_is(talk, one.child),
        "limit": limit,
        "poison": poison_line(talk),
        "emergency": emergency_for(talk.consultation.situation),
    }
    if one.is_harmful or (one.is_over and UNWELL_WITH_IT.search(talk.lines)):
        found.append(talk.say("child.harmful", **slots))
    elif one.is_over:
        found.append(
            talk.say(
                "child.over",
                seek=talk.consultation.pick(
                    "소아 진료가 되는 병원에 가거나 응급실에 전화하세요", "ring " + poison_line(talk)
                ),
                **slots,
            )
        )
    elif one.is_much:
        found.append(
            talk.say(
                "child.much",
                low=number(one.rule.low),
                high=number(one.rule.high),
                harmful=number(one.rule.harmful),
                **slots,
            )
        )
    elif one.is_doubled and _BROUGHT_UP.search(talk.lines):
        found.append(talk.say("child.brought_up", **slots))
    elif one.is_doubled:
        found.append(
            talk.say(
                "child.doubled",
                low=number(one.rule.low),
                high=number(one.rule.high),
                harmful=number(one.rule.harmful),
                **slots,
            )
        )
    else:
        found.append(talk.say("child.within") + by_age_label(talk, one.child, one.substance))
    return " ".join(found)


_BROUGHT_UP: Final = lazy_regex(
    r"\b(?:threw|brought|chucked|puked|vomited|sicked|spat) (?:\w+ ){0,3}(?:straight |right )?(?:back |all )?(?:up"
    r"|out)\b|먹자마자\s?(?:다\s)?(?:토|게우|뱉)|바로\s?(?:다\s)?(?:토|게워|뱉)",
    re.IGNORECASE,
)


_BY_TURNS: Final = lazy_regex(
    r"\b(?:alternat\w*|by turns|in turns?|switch\w*|swap\w*)\b|번갈아|교차|교대", re.IGNORECASE
)


UNWELL_WITH_IT: Final = lazy_regex(
    r"\b(?:vomit\w*|sick|sleepy|drows\w*|pale|not eating|belly|tummy)\b|토했|토해|구토"
    r"|안\s?먹(?![이여임였인일])|처지|처져|배가?\s?아프",
    re.IGNORECASE,
)


def _product(said: str) -> str:
    """What tells products apart by name: the first letters, spaces aside."""
    return re.sub(r"\s|children'?s|infants?'?|빨간|빨강", "", said.casefold())[:3]


def next_dose(talk: Talk, one: OfADay) -> str:
    """From when another dose of a medicine may be given."""
    again, rule, name = one.again_from(), one.rule, talk.name(one.substance)
    slots = {"medicine": capitalised(name), "who": who_it_is(talk, one.child), **rule_slots(talk, rule)}
    if again is None:
        return talk.say("child.skip_next" if one.is_doubled else "child.next_unknown", **slots)
    most = (
        4
        if talk.language == "en" and one.substance == PARACETAMOL
        else 3
        if talk.language == "en"
        else int(rule.times["ko"])
    )
    if (
        len(one.doses) >= most
        and one.first is not None
        and not one.is_doubled
        and (full := one.first + timedelta(hours=24)) > again
    ):
        return talk.say("child.day_full", earliest=hour_of(talk, full), count=most, **slots)
    assert one.last is not None
    given = hour_of(talk, one.last)
    if one.is_doubled:
        return talk.say("child.next_double", earliest=hour_of(talk, again), given=given, double=AFTER_DOUBLE, **slots)
    if again > talk.now:
        return talk.say("child.next_from", earliest=hour_of(talk, again), given=given, **slots)
    return talk.say("child.next_now", given=given, count=len(one.doses), **slots)
