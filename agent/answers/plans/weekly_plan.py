"""The plan of a week: one heading with the facts it is for, and numbered steps with quoted sentences."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from agent.answers.asking.sides_asked import nothing_to_plan_on
from agent.answers.consultation import Consultation
from agent.answers.knowledge.quotes import Quote, fitting
from agent.answers.leading import leading
from agent.answers.not_found import not_found
from agent.answers.part import Part, joined
from agent.answers.plans.topic_plan import planned_by_card
from agent.answers.plans.urgent_plan import urgent_steps
from agent.answers.record.person import allergy_warning, latest_value, person, standing_of, tests_of
from agent.answers.record.summary import absence_text
from agent.answers.values.comparison import comparison_sentence, measured
from agent.answers.values.judgement import Judgement, judge, standing_clause
from agent.safety.earlier_warnings import warned_before
from agent.words.josa import with_particle
from agent.words.sentences import sentence
from domain.events import SpokenReference
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex

_LIFESTYLE: Final = ("nomedicine-01", "exercise-01", "diet-01", "weekplan-01")
_FOLLOW_UP: Final = ("keeptreatment-01", "nomedicine-01", "weekplan-01")
"""Passages of the shipped corpus that fit every chronic illness, for where no retrieved one is about the patient's."""
_HABITS: Final = lazy_regex(
    r"운동|걷기|식사|음식|채소|체중|소금|나트륨|싱겁|금연|담배|술|음주|수면|섭취|습관|exercise|walk|\bdiet|meal"
    r"|food|vegetable|weight"
    r"|salt|smok|alcohol|sleep|fluid|habit",
    re.IGNORECASE,
)
_WEEK: Final = ("주", "week")
_STEPS: Final = 3
"""Steps of a plan where no number of them was asked for (thesis: T6)."""
_FURTHER: Final = ("step.note", "step.questions", "step.sleep", "step.alarm", "step.support", "step.review")
"""Steps that hold for everybody, in order, for who asks for more than three."""
_CHECKS: Final = lazy_regex(
    r"검사|측정|재어|재고|다시 재|확인|진료|기록|test|measur|repeat|check|visit|record", re.IGNORECASE
)
"""What the sentence quoted with a step must speak of."""


def weekly_steps(consultation: Consultation) -> Part:
    """One heading sentence with the facts the plan is for, then as many numbered lines as were asked for, or three.

    After an alarm the steps are those that follow it.
    """
    if (urgent := urgent_steps(consultation)).text:
        return urgent
    if (by_card := planned_by_card(consultation)).text:
        return by_card
    named = consultation.request.concepts("conditions", "symptoms", "procedures")
    if named and nothing_to_plan_on(consultation.situation.view):
        # What was said first already is all that is known.
        return Part() if leading(consultation).text else not_found(consultation)
    latest = latest_value(consultation)
    judged = judge(consultation, latest) if latest is not None else None
    steps = _steps(consultation, latest, judged, consultation.request.items or _STEPS)
    numbered = [
        Part(f"{place}. {step.text}", step.facts, step.citations, step.spoke_of)
        for place, step in enumerate(steps, start=1)
    ]
    said = joined((_heading(consultation, latest), *numbered))
    return Part(
        said.text, said.facts, said.citations, (*said.spoke_of, SpokenReference(kind="plan", fact_ids=said.facts))
    )


def _steps(consultation: Consultation, latest: Fact | None, judged: Judgement | None, count: int) -> list[Part]:
    """The ``count`` steps that matter most, each another thing to do."""
    used: set[str] = set()
    makers: tuple[Callable[[], Part], ...] = (
        lambda: _medicine_step(consultation, used),
        lambda: _habit_step(consultation, latest, judged, used),
        lambda: _follow_up_step(consultation, latest, judged, used),
        *(lambda key=key: Part(sentence(key, consultation.words.language)) for key in _FURTHER),
    )
    return [make() for make in makers[:count]]


def _heading(consultation: Consultation, latest: Fact | None) -> Part:
    words, request = consultation.words, consultation.request
    about = person(consultation)
    said, facts, spoke = [about.text], [*about.facts], [*about.spoke_of]
    if latest is not None:
        series = consultation.known.series(latest.content.concept.concept_id)
        if len(series) > 1 and request.has("previous", "compare"):
            said.append(comparison_sentence(consultation, series[-2], latest).rstrip("."))
            facts.append(series[-2].fact_id)
            spoke += measured(series[-2], latest)
        else:
            said.append(
                f"{consultation.pick('최근 ', 'latest ')}{words.test(latest.content)} {words.measurement(latest)}"
            )
            spoke += measured(latest)
        facts.append(latest.fact_id)
    if SlotKind.ALLERGIES in request.slots:
        allergies = consultation.known.in_force(SlotKind.ALLERGIES)
        named = ", ".join(words.name(fact.content) for fact in allergies)
        named = named or absence_text(consultation, SlotKind.ALLERGIES)
        said.append(consultation.pick(f"알레르기 {named}", f"allergies {named}"))
        facts += [fact.fact_id for fact in allergies]
    week = any(word in request.text.casefold() for word in _WEEK) or not request.has("advice", "obligation")
    key = "plan.week" if week else "plan.now"
    text = sentence(key, words.language, listed="; ".join(said))
    return Part(text, tuple(facts), (), tuple(spoke))


def _medicine_step(consultation: Consultation, used: set[str]) -> Part:
    words = consultation.words
    warned = {one.entry.concept_id for _, one in warned_before(consultation)}
    taken = consultation.known.in_force(SlotKind.MEDICATIONS)
    # What was warned of is no part of a plan until it has been cleared.
    medicines = tuple(fact for fact in taken if fact.content.concept.concept_id not in warned)
    if not medicines:
        return Part(
            consultation.pick(
                "복용 중인 약이 없으므로 스스로 약을 시작하지 말고, 하루 한 번 몸 상태와 잰 값을 기록합니다.",
                "You take no medicine: start none on your own, and note once a day how you feel and what you measure.",
            )
        )
    listed = ", ".join(words.medicine(fact.content) for fact in medicines)
    warning = allergy_warning(consultation)
    text = consultation.pick(
        f"처방대로 복용하고 매일 표시합니다: {listed}.",
        f"Take the medicines as prescribed and tick them off each day: {listed}.",
    )
    quote = next(iter(_unused(fitting(consultation, ("monitoring", "medication", "caution")), used)), None)
    own = {concept for fact in medicines for concept in (fact.content.concept.concept_id,)}
    if quote is None or own.isdisjoint(quote.passage.concepts):
        return joined((Part(text, tuple(fact.fact_id for fact in medicines)), warning), " ")
    used.add(quote.sentence)
    said = Part(f"{text} {quote.marked}", tuple(fact.fact_id for fact in medicines), (quote.citation,))
    return joined((said, warning), " ")


def _habit_step(consultation: Consultation, latest: Fact | None, judged: Judgement | None, used: set[str]) -> Part:
    tests = tests_of(latest)
    quotes = fitting(
        consultation, ("lifestyle",), tests=tests, standing=standing_of(judged), generic=_LIFESTYLE, saying=_HABITS
    )
    chosen = _unused(quotes, used)[:1]
    used.update(quote.sentence for quote in chosen)
    text = consultation.pick(
        "식사와 운동을 하루 단위로 정해 실천합니다.", "Set a small daily goal for meals and exercise."
    )
    return Part(" ".join((text, *(quote.marked for quote in chosen))), (), tuple(quote.citation for quote in chosen))


def _follow_up_step(consultation: Consultation, latest: Fact | None, judged: Judgement | None, used: set[str]) -> Part:
    words = consultation.words
    quotes = fitting(
        consultation,
        ("monitoring", "target"),
        tests=tests_of(latest),
        standing=standing_of(judged),
        generic=_FOLLOW_UP,
        saying=_CHECKS,
    )
    chosen = _unused(quotes, used)[:1]
    if latest is None:
        said = consultation.pick("최근 검사값을 확인해 기록하고, ", "Find out and note your latest test value, and ")
    elif judged is None:
        name = words.test(latest.content)
        said = consultation.pick(f"{name} 재검사 날짜를 정하고, ", f"Fix the date of the next {name} test, and ")
    else:
        name, value = words.test(latest.content), words.value(latest.content)
        where = standing_clause(consultation, judged)
        said = consultation.pick(
            f"최근 {name} {with_particle(value, '은')} {where}으니 재검사 날짜를 정하고, ",
            f"The latest {name}, {value}, {where}: fix the date of the next test, and ",
        )
    if consultation.known.in_force(SlotKind.MEDICATIONS):
        said += consultation.pick(
            "약을 바꿀 일이 있으면 먼저 의료진과 상의합니다.", "talk to your care team before changing a medicine."
        )
    else:
        said += consultation.pick(
            "약이 필요한지는 의료진과 상의합니다.", "ask your care team whether a medicine is needed."
        )
    return Part(
        " ".join((said, *(quote.marked for quote in chosen))),
        (latest.fact_id,) if latest is not None else (),
        tuple(quote.citation for quote in chosen),
    )


def _unused(quotes: tuple[Quote, ...], used: set[str]) -> tuple[Quote, ...]:
    return tuple(quote for quote in quotes if quote.sentence not in used)
