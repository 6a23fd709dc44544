"""The patient's own target for a test, as it was set and told: it comes before the general one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.known import Known
from agent.answers.values.courses import DIASTOLIC, SYSTOLIC
from agent.answers.values.panels import PANELS
from agent.skills.targets import Target
from agent.words.figures import number, unit_text
from agent.words.limits import goal_text, limits_of
from agent.words.sentences import sentence
from domain.events import SlotRecorded
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.reading.findings.goals import GOAL

_ASKED_KO: Final = ("목표",)
_ASKED_EN: Final = ("target", "goal", "aiming for", "aim for", "supposed to be")
_WHAT_KO: Final = ("얼마", "몇", "뭐", "뭔", "무엇", "어떻게", "알려", "말해", "기억")
_WHAT_EN: Final = ("what", "which", "tell me", "remind", "remember", "do you know")


@dataclass(frozen=True, slots=True)
class PersonalTarget:
    """A target that was set for this patient, and the fact that says so."""

    target: Target
    fact: Fact


def goal_facts(known: Known, concept_id: str) -> tuple[Fact, ...]:
    """The goals on record for a test, or for the parts of a panel."""
    meant = [f"{GOAL}{one}" for one in (concept_id, *PANELS.get(concept_id, ()))]
    facts = known.in_force(SlotKind.SOCIAL_HISTORY)
    return tuple(fact for one in meant for fact in facts if fact.content.concept.concept_id == one)


def personal_target(known: Known, concept_id: str, qualifier: str | None) -> PersonalTarget | None:
    """The target set for this patient's values of a test under ``qualifier``; None where none was told.

    A goal that was set for no circumstances holds in all; one for fasting holds for fasting values alone.
    """
    for fact in reversed(goal_facts(known, concept_id)):
        content = fact.content
        low, below, high = limits_of(content)
        if content.qualifier in (None, qualifier) and any(one is not None for one in (low, below, high)):
            return PersonalTarget(Target(content.unit or "", low, below, high), fact)
    return None


def asks_goal(request: Request) -> bool:
    """Whether the words ask which target was set, rather than hold a value against it."""
    if not request.tests or not (request.asks or request.text.rstrip().endswith("?")):
        return False
    folded = request.text.casefold()
    compact = "".join(folded.split())
    korean = any(one in compact for one in _ASKED_KO) and any(one in compact for one in _WHAT_KO)
    english = any(one in folded for one in _ASKED_EN) and any(one in folded for one in _WHAT_EN)
    told = any(char.isdigit() for char in _without_names(request))
    return (korean or english) and not told


def sets_goal(recorded: Sequence[SlotRecorded]) -> bool:
    """Whether one of the facts of this turn is a goal that was set."""
    return any(one.content.concept.concept_id.startswith(GOAL) for one in recorded)


def goal_asked(consultation: Consultation) -> Part:
    """The target on record for each test named; empty where it is not asked for, or none is on record."""
    if not asks_goal(consultation.request):
        return Part()
    return joined(told_goal(consultation, goal_facts(consultation.known, test)) for test in consultation.request.tests)


def told_goal(consultation: Consultation, facts: tuple[Fact, ...]) -> Part:
    """That these targets were told, and when; those of a blood pressure together."""
    words = consultation.words
    said = []
    for group in _pressures_together(facts):
        day = words.date(group[-1].day)
        text = sentence(
            "goal.told",
            words.language,
            name=_name(consultation, group),
            limit=goal_limit(group, words.language),
            day=day,
        )
        said.append(Part(text, tuple(fact.fact_id for fact in group)))
    return joined(said)


def own_and_general(consultation: Consultation, own: Fact, general: Sequence[Target | None]) -> str:
    """Whose the target is, and beside it the general limits, where they are kept and differ."""
    language = consultation.words.language
    day = consultation.words.date(own.day)
    kept = [one for one in general if one is not None and one.source is not None]
    low, below, high = limits_of(own.content)
    same = len(kept) == 1 and (kept[0].low, kept[0].below, kept[0].high) == (low, below, high)
    if not kept or len(kept) < len(general) or same:
        return sentence("goal.own", language, day=day)
    source = kept[0].source
    named = source.text(language) if source is not None else ""
    return sentence("goal.own_and_general", language, day=day, limit=joint_limit(kept, language), source=named)


def joint_limit(targets: Sequence[Target], language: str) -> str:
    """The limit of one test, or those of both numbers of a pressure: "below 140/90 mmHg"."""
    first = targets[0]
    if len(targets) == 1:
        return first.text(language)
    uppers = [one.below if one.below is not None else one.high for one in targets]
    numbers = "/".join(number(upper or 0.0, first.unit) for upper in uppers)
    limit = f"{numbers} {unit_text(first.unit)}"
    if all(one.below is None for one in targets):
        return f"{limit} 이하" if language == "ko" else f"at most {limit}"
    return f"{limit} 미만" if language == "ko" else f"below {limit}"


def _pressures_together(facts: tuple[Fact, ...]) -> list[tuple[Fact, ...]]:
    upper = [fact for fact in facts if fact.content.concept.concept_id == f"{GOAL}{SYSTOLIC}"]
    lower = [fact for fact in facts if fact.content.concept.concept_id == f"{GOAL}{DIASTOLIC}"]
    pair = [(upper[-1], lower[-1])] if upper and lower else []
    alone = [(fact,) for fact in facts if not any(fact in both for both in pair)]
    return [*pair, *alone]


def goal_limit(facts: Sequence[Fact], language: str) -> str:
    """The limit that a goal sets, or those that the goals of both numbers of a pressure set together."""
    if len(facts) == 1:
        return goal_text(facts[0].content, language)
    return joint_limit([Target(fact.content.unit or "", *limits_of(fact.content)) for fact in facts], language)


def _name(consultation: Consultation, facts: tuple[Fact, ...]) -> str:
    if len(facts) > 1:
        return consultation.pick("혈압", "blood pressure")
    name = consultation.words.aimed(facts[0].content)
    return name if consultation.words.language == "ko" or not name[1:].islower() else name.casefold()


def _without_names(request: Request) -> str:
    text = request.plain
    for mention in reversed(request.mentions):
        text = text[: mention.start] + text[mention.end :]
    return text
