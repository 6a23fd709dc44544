"""The rule judge tells a right answer from a wrong one to the same question, and says by what."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from agent.refinement import BASE_THRESHOLD
from agent.skills.ports import RED_FLAG, Draft, Quality
from agent.skills.quality import RuleQuality
from domain.values import SlotKind
from tests.agent.judging.pairs import Pair, pairs
from tests.shipped import vocabulary

LEAST_TOLD_APART = 0.85
"""Share of pairs of which the right answer suffices and the wrong one does not."""


def judged(pair: Pair, text: str) -> Quality:
    situation = pair.situation
    facts = tuple(fact.fact_id for fact in situation.view.ledger.current())
    judge = RuleQuality(vocabulary().recogniser, vocabulary().lexicon)
    return asyncio.run(judge.assess(situation, Draft(text, facts_used=facts)))


def told_apart(pair: Pair) -> bool:
    return judged(pair, pair.right).overall >= BASE_THRESHOLD > judged(pair, pair.wrong).overall


@pytest.mark.parametrize("half", [pytest.param("seen", marks=pytest.mark.torture), "held"])
def test_right_and_wrong_answers_are_told_apart(half: str) -> None:
    chosen = [pair for pair in pairs() if pair.half == half]
    confused = [pair.question for pair in chosen if not told_apart(pair)]
    assert len(chosen) == 50
    assert len(confused) <= (1 - LEAST_TOLD_APART) * len(chosen), confused


def test_a_wrong_answer_is_refused_in_words() -> None:
    pair = next(pair for pair in pairs() if pair.question == "When was my A1c highest?")
    quality = judged(pair, pair.wrong)
    assert quality.checks[0] == "fails: value of HbA1c (highest is 8.1; the answer says 6.9)"
    assert "highest is 8.1" in quality.reason
    assert all(check.startswith("holds: ") for check in judged(pair, pair.right).checks)


def test_an_emergency_is_not_held_against_the_question() -> None:
    pair = next(pair for pair in pairs() if pair.question == "When was my A1c highest?")
    draft = Draft("Call emergency services now.", warnings=(RED_FLAG,))
    judge = RuleQuality(vocabulary().recogniser, vocabulary().lexicon)
    assert asyncio.run(judge.assess(pair.situation, draft)).checks == ()


def test_a_number_of_another_concept_is_no_value_of_the_one_asked_for() -> None:
    pair = next(pair for pair in pairs() if pair.question == "What was my potassium?")
    swapped = replace(pair, wrong="Your potassium was 3.1 mmol/L on 25 April 2024.")
    assert judged(swapped, swapped.wrong).overall < BASE_THRESHOLD


def test_a_change_may_name_the_dose_before_it() -> None:
    pair = next(pair for pair in pairs() if any(fact.content.dose for fact in pair.known.own(SlotKind.MEDICATIONS)))
    fact = next(fact for fact in pair.known.own(SlotKind.MEDICATIONS) if fact.content.dose)
    name, dose = fact.content.concept.name, fact.content.dose
    told = [f"{name}: changed from 999mg to {dose}.", f"{name}: now 999mg."]
    held = [all(not check.startswith("fails: dose") for check in judged(pair, text).checks) for text in told]
    assert held == [True, False]
